#include "carom/output/plot.hpp"

#include <algorithm>
#include <cmath>

#include "output/plot_svg.hpp"

namespace carom {
namespace {

MotionPlot::Spread spreadOf(const std::vector<float>& values, std::vector<float>& scratch) {
  scratch = values;
  const auto quantile = [&scratch](double share) {
    const auto position =
        scratch.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(scratch.size() - 1) + 0.5);
    std::nth_element(scratch.begin(), position, scratch.end());
    return *position;
  };
  return {quantile(0), quantile(0.1), quantile(0.5), quantile(0.9), quantile(1)};
}

float finite(double value) {
  return std::isfinite(value) ? static_cast<float>(std::clamp(value, -1e30, 1e30)) : 0.0f;
}

}  // namespace

MotionPlot::MotionPlot(const Scene& scene) {
  names_.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) names_.push_back(node.name);
  body_index_.assign(names_.size(), -1);
  series_index_.assign(names_.size(), -1);
}

void MotionPlot::start(std::span<const MovedNode> nodes) {
  std::vector<std::int32_t> bodies;
  for (const MovedNode& node : nodes) {
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= body_index_.size() || body_index_[index] >= 0) continue;
    body_index_[index] = static_cast<std::int32_t>(bodies.size());
    bodies.push_back(node.node);
    positions_.push_back(node.global.translation);
  }
  heights_.resize(bodies.size());
  speeds_.resize(bodies.size());
  const std::size_t count = bodies.size() <= kNamedBodies ? bodies.size() : kSampledBodies;
  for (std::size_t i = 0; i < std::min(count, bodies.size()); ++i) {
    const auto node = static_cast<std::size_t>(bodies[i * bodies.size() / std::min(count, bodies.size())]);
    series_index_[node] = static_cast<std::int32_t>(series_.size());
    series_.push_back({names_[node].empty() ? "node " + std::to_string(node) : names_[node], {}, {}});
  }
}

void MotionPlot::add(double time, std::span<const MovedNode> nodes) {
  const bool first = times_.empty();
  if (first) start(nodes);
  const double elapsed = first ? 0 : time - times_.back();
  if (!first && !(elapsed > 0)) return;
  std::fill(speeds_.begin(), speeds_.end(), 0.0f);  // A node that is not named has not moved.
  for (const MovedNode& node : nodes) {
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= body_index_.size() || body_index_[index] < 0) continue;
    const auto body = static_cast<std::size_t>(body_index_[index]);
    const DVec3& position = node.global.translation;
    heights_[body] = finite(position.y);
    if (!first) speeds_[body] = finite(length(position - positions_[body]) / elapsed);
    positions_[body] = position;
  }
  times_.push_back(static_cast<float>(time));
  for (std::size_t node = 0; node < series_index_.size(); ++node) {
    if (series_index_[node] < 0) continue;
    Series& series = series_[static_cast<std::size_t>(series_index_[node])];
    const auto body = static_cast<std::size_t>(body_index_[node]);
    series.height.push_back(heights_[body]);
    series.speed.push_back(speeds_[body]);
    // There is no step before the start to take a speed from.
    if (series.speed.size() == 2) series.speed[0] = series.speed[1];
  }
  if (heights_.size() > kNamedBodies) {
    height_spread_.push_back(spreadOf(heights_, scratch_));
    speed_spread_.push_back(spreadOf(speeds_, scratch_));
    if (speed_spread_.size() == 2) speed_spread_[0] = speed_spread_[1];
  }
}

std::string MotionPlot::svg(std::string_view title) const {
  output::PlotData data;
  data.times = times_;
  data.series = series_;
  data.body_count = heights_.size();
  data.height_spread = height_spread_;
  data.speed_spread = speed_spread_;
  return output::plotSvg(data, title);
}

}  // namespace carom
