#include "carom/output/trajectory.hpp"

#include "output/csv_rows.hpp"

namespace carom {

using output::appendRow;
using output::nameFields;
using output::rowStart;
namespace {

void appendVelocity(std::string& rows, const NodeVelocity& velocity) {
  const DVec3 &v = velocity.linear, &w = velocity.angular;
  if (velocity.known) {
    output::appendValues(rows, {v.x, v.y, v.z, w.x, w.y, w.z});
  } else {
    rows += ",,,,,,";
  }
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(const Scene& scene, OutputFile& file, bool velocities)
    : file_(&file), velocities_(velocities), names_(nameFields(scene)) {
  file_->write(velocities ? "step,time,node,name,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n"
                          : "step,time,node,name,x,y,z,qx,qy,qz,qw\n");
}

void TrajectoryWriter::write(std::uint64_t step, double time, std::span<const MovedNode> nodes,
                             std::span<const NodeVelocity> velocities) {
  const std::string start = rowStart(step, time);
  rows_.clear();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const MovedNode& node = nodes[i];
    const DVec3& p = node.global.translation;
    const DQuat q = normalized(node.global.rotation);
    rows_ += start;
    output::appendNode(rows_, node.node, names_);
    output::appendValues(rows_, {p.x, p.y, p.z, q.x, q.y, q.z, q.w});
    if (velocities_) appendVelocity(rows_, i < velocities.size() ? velocities[i] : NodeVelocity{});
    rows_ += '\n';
    if (rows_.size() > (1 << 16)) {
      file_->write(rows_);
      rows_.clear();
    }
  }
  file_->write(rows_);
}

JointLoadWriter::JointLoadWriter(const Scene& scene, OutputFile& file)
    : file_(&file), names_(nameFields(scene)) {
  file_->write("step,time,node,name,fx,fy,fz,tx,ty,tz\n");
}

void JointLoadWriter::write(std::uint64_t step, double time, std::span<const JointState> joints) {
  const std::string start = rowStart(step, time);
  std::string rows;
  for (const JointState& joint : joints) {
    const DVec3 &f = joint.force, &t = joint.torque;
    appendRow(rows, start, joint.node, names_, {f.x, f.y, f.z, t.x, t.y, t.z});
  }
  file_->write(rows);
}

}  // namespace carom
