#include "carom/output/trajectory.hpp"

#include <initializer_list>

#include "output/concatenate.hpp"
#include "output/decimal_text.hpp"

namespace carom {
namespace {

constexpr int kDigits = 9;

/// A CSV field, quoted as RFC 4180 says when it has to be.
std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field += '"';
}

std::vector<std::string> nameFields(const Scene& scene) {
  std::vector<std::string> names;
  names.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) names.push_back(output::concatenate(",", csvField(node.name)));
  return names;
}

/// `step,time,`
std::string rowStart(std::uint64_t step, double time) {
  std::string start;
  output::appendInteger(start, static_cast<long long>(step));
  start += ',';
  output::appendSignificant(start, time, kDigits);
  return start += ',';
}

void appendRow(std::string& rows, const std::string& start, std::int32_t node,
               const std::vector<std::string>& names, std::initializer_list<double> values) {
  rows += start;
  output::appendInteger(rows, node);
  const auto index = static_cast<std::size_t>(node);
  rows += index < names.size() ? names[index] : std::string(",");
  for (const double value : values) {
    rows += ',';
    output::appendSignificant(rows, value, kDigits);
  }
  rows += '\n';
}

}  // namespace

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
