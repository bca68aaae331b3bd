#include "carom/output/trajectory.hpp"

#include "output/csv_rows.hpp"

namespace carom {

using output::appendRow;
using output::nameFields;
using output::rowStart;
TrajectoryWriter::TrajectoryWriter(const Scene& scene, OutputFile& file)
    : file_(&file), names_(nameFields(scene)) {
  file_->write("step,time,node,name,x,y,z,qx,qy,qz,qw\n");
}

void TrajectoryWriter::write(std::uint64_t step, double time, std::span<const MovedNode> nodes) {
  const std::string start = rowStart(step, time);
  rows_.clear();
  for (const MovedNode& node : nodes) {
    const DVec3& p = node.global.translation;
    const DQuat q = normalized(node.global.rotation);
    appendRow(rows_, start, node.node, names_, {p.x, p.y, p.z, q.x, q.y, q.z, q.w});
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
