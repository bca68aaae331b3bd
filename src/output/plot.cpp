#include "carom/output/plot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "output/concatenate.hpp"
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

MotionPlot::MotionPlot(const Scene& scene, PlotOptions options) : options_(std::move(options)) {
  std::map<std::string_view, std::size_t> count;
  for (const SceneNode& node : scene.nodes) ++count[node.name];
  names_.reserve(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const std::string& name = scene.nodes[i].name;
    const std::string index = output::concatenate("node ", i);
    // Where names repeat, the index comes first: long names are cut off at their ends.
    names_.push_back(name.empty() ? index : count[name] > 1 ? output::concatenate(i, " ", name) : name);
  }
  body_index_.assign(names_.size(), -1);
  series_index_.assign(names_.size(), -1);
}

void MotionPlot::start(std::span<const MovedNode> nodes) {
  std::vector<std::int32_t> bodies;
  for (const MovedNode& node : nodes) {
    const auto index = static_cast<std::size_t>(node.node);
    if (index >= body_index_.size() || body_index_[index] >= 0 || !isWanted(node.node)) continue;
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
    series_.push_back({names_[node], {}, {}});
  }
}

bool MotionPlot::isWanted(std::int32_t node) const {
  return options_.nodes.empty() ||
         std::find(options_.nodes.begin(), options_.nodes.end(), node) != options_.nodes.end();
}

bool MotionPlot::shows(PlotQuantity quantity) const {
  const auto& shown = options_.quantities;
  return std::find(shown.begin(), shown.end(), quantity) != shown.end();
}

void MotionPlot::add(double time, std::span<const MovedNode> nodes, const PlotStep& step) {
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
  energy_.push_back(finite(step.energy));
  contacts_.push_back(static_cast<float>(step.touching_pairs));
  for (std::size_t node = 0; node < series_index_.size(); ++node) {
    if (series_index_[node] < 0) continue;
    Series& series = series_[series_index_[node]];
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
  data.energy = energy_;
  data.contacts = contacts_;
  data.quantities = options_.quantities;
  return output::plotSvg(data, title);
}

}  // namespace carom
