// Draws the panels of a MotionPlot.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "carom/output/plot.hpp"

namespace carom::output {

struct PlotData {
  std::span<const float> times;  ///< s
  std::span<const MotionPlot::Series> series;
  std::size_t body_count = 0;                         ///< May be more than series.
  std::span<const MotionPlot::Spread> height_spread;  ///< Empty when every body has a series.
  std::span<const MotionPlot::Spread> speed_spread;
  std::span<const float> energy, contacts;  ///< Of the whole scene, by time.
  std::span<const PlotQuantity> quantities;
};

std::string plotSvg(const PlotData& data, std::string_view title);

}  // namespace carom::output
