#include "carom/output/trajectory.hpp"

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

}  // namespace

TrajectoryWriter::TrajectoryWriter(const Scene& scene, OutputFile& file) : file_(&file) {
  names_.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) names_.push_back(output::concatenate(",", csvField(node.name)));
  file_->write("step,time,node,name,x,y,z,qx,qy,qz,qw\n");
}

void TrajectoryWriter::write(std::uint64_t step, double time, std::span<const MovedNode> nodes) {
  using output::appendSignificant;
  std::string start;
  output::appendInteger(start, static_cast<long long>(step));
  start += ',';
  appendSignificant(start, time, kDigits);
  start += ',';
  rows_.clear();
  for (const MovedNode& node : nodes) {
    rows_ += start;
    output::appendInteger(rows_, node.node);
    const auto index = static_cast<std::size_t>(node.node);
    rows_ += index < names_.size() ? names_[index] : std::string(",");
    const DVec3& p = node.global.translation;
    const DQuat q = normalized(node.global.rotation);
    for (const double value : {p.x, p.y, p.z, q.x, q.y, q.z, q.w}) {
      rows_ += ',';
      appendSignificant(rows_, value, kDigits);
    }
    rows_ += '\n';
    if (rows_.size() > (1 << 16)) {
      file_->write(rows_);
      rows_.clear();
    }
  }
  file_->write(rows_);
}

}  // namespace carom
