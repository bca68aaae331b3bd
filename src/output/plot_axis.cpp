#include "output/plot_axis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "output/decimal_text.hpp"

namespace carom::output {
namespace {

/// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
double roundStep(double step, int& exponent) {
  exponent = static_cast<int>(std::floor(std::log10(step)));
  const double unit = std::pow(10.0, exponent);
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * unit >= step * (1 - 1e-9)) return factor * unit;
  ++exponent;
  return 10 * unit;
}

/// Distance of a point from the segment between two others.
double distanceFromSegment(double px, double py, double ax, double ay, double bx, double by) {
  const double dx = bx - ax, dy = by - ay;
  const double square = dx * dx + dy * dy;
  const double u = square > 0 ? std::clamp(((px - ax) * dx + (py - ay) * dy) / square, 0.0, 1.0) : 0;
  return std::hypot(px - ax - u * dx, py - ay - u * dy);
}

}  // namespace

Axis makeAxis(double lower, double upper, double begin, double end, int count, bool rounded) {
  Axis axis;
  axis.begin = begin, axis.end = end;
  const double size = std::max(std::abs(lower), std::abs(upper));
  if (!(upper - lower > 1e-6 * size) || !(upper - lower > 1e-12)) {
    // A range of nothing: leave room around the value.
    const double room = std::max(0.5, 0.05 * size);
    lower -= room, upper += room;
  }
  int exponent = 0;
  const double step = roundStep((upper - lower) / count, exponent);
  axis.decimals = std::max(0, -exponent);
  if (rounded) lower = std::floor(lower / step + 1e-6) * step, upper = std::ceil(upper / step - 1e-6) * step;
  axis.lower = lower, axis.upper = upper;
  for (double i = std::ceil(lower / step - 1e-6); i * step <= upper + 1e-6 * step; ++i)
    axis.ticks.push_back(i * step);
  return axis;
}

std::string tickLabel(const Axis& axis, double value) {
  std::string text;
  const double largest = std::max(std::abs(axis.lower), std::abs(axis.upper));
  if (largest >= 1e6 || axis.decimals > 6) {
    appendSignificant(text, value, 4);
  } else {
    appendDecimals(text, value, axis.decimals);
  }
  if (text.starts_with('-')) text.replace(0, 1, "\xE2\x88\x92");  // A minus sign is as wide as a digit.
  return text;
}

std::vector<std::uint32_t> drawnPoints(const std::vector<double>& x, const std::vector<double>& y,
                                       double tolerance, std::size_t limit) {
  const std::size_t count = x.size();
  std::vector<std::uint32_t> points;
  const std::size_t slices = std::max<std::size_t>(1, limit / 2);
  if (count <= limit) {
    for (std::uint32_t i = 0; i < count; ++i) points.push_back(i);
  } else {
    points.push_back(0);
    for (std::size_t slice = 0; slice < slices; ++slice) {
      const auto begin = y.begin() + static_cast<std::ptrdiff_t>(slice * count / slices);
      const auto end = y.begin() + static_cast<std::ptrdiff_t>((slice + 1) * count / slices);
      const auto [lowest, highest] = std::minmax_element(begin, end);
      auto first = static_cast<std::uint32_t>(lowest - y.begin());
      auto second = static_cast<std::uint32_t>(highest - y.begin());
      if (first > second) std::swap(first, second);
      if (first > points.back()) points.push_back(first);
      if (second > points.back()) points.push_back(second);
    }
    if (points.back() != count - 1) points.push_back(static_cast<std::uint32_t>(count - 1));
  }
  if (points.size() < 3) return points;

  std::vector<bool> kept(points.size());
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    double worst = tolerance;
    std::size_t at = 0;
    for (std::size_t i = a + 1; i < b; ++i) {
      const double distance = distanceFromSegment(x[points[i]], y[points[i]], x[points[a]], y[points[a]],
                                                  x[points[b]], y[points[b]]);
      if (distance > worst) worst = distance, at = i;
    }
    if (at == 0) continue;
    kept[at] = true;
    open.emplace_back(a, at);
    open.emplace_back(at, b);
  }
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) result.push_back(points[i]);
  return result;
}

}  // namespace carom::output
