// A plot of a run: height and speed of bodies over time, as SVG.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// A panel of the plot.
enum class PlotQuantity : std::uint8_t {
  Height,   ///< Of each body's origin, m, global y.
  Speed,    ///< Of each body's origin, m/s.
  Energy,   ///< Of motion, of all bodies together, J.
  Contacts  ///< Pairs of colliders that touch.
};
inline constexpr std::size_t kPlotQuantityCount = 4;

struct PlotOptions {
  std::vector<PlotQuantity> quantities{PlotQuantity::Height, PlotQuantity::Speed};
  std::vector<std::int32_t> nodes;  ///< The only ones drawn; empty: all.
};

/// What a step adds to the plot beside the poses.
struct PlotStep {
  double energy = 0;                 ///< J.
  std::uint32_t touching_pairs = 0;  ///< Of colliders.
};

/// Collects what the plot needs: every body up to kNamedBodies, beyond that an even choice of bodies and the
/// spread of all of them, so that memory and file size do not grow with the number of bodies.
class MotionPlot {
 public:
  static constexpr std::size_t kNamedBodies =
      12;  ///< Up to here each body has its own line and legend entry.
  static constexpr std::size_t kSampledBodies = 40;  ///< Lines drawn when there are more.

  explicit MotionPlot(const Scene& scene, PlotOptions options = {});
  /// Adds one step. The first call decides which nodes are plotted.
  void add(double time, std::span<const MovedNode> nodes, const PlotStep& step = {});
  bool shows(PlotQuantity quantity) const;
  std::string svg(std::string_view title) const;

  struct Series {
    std::string name;
    std::vector<float> height;  ///< m, global y, one per time.
    std::vector<float> speed;   ///< m/s, of the node's origin, one per time.
  };
  /// Of all bodies at one time.
  struct Spread {
    float minimum = 0, low = 0, median = 0, high = 0, maximum = 0;  ///< low and high: 10 % and 90 %.
  };

 private:
  void start(std::span<const MovedNode> nodes);
  bool isWanted(std::int32_t node) const;

  PlotOptions options_;
  std::vector<std::string> names_;        // By node.
  std::vector<float> energy_, contacts_;  // Of each time.
  std::vector<float> times_;
  std::vector<Series> series_;
  std::vector<std::int32_t> series_index_;  // By node; -1: not drawn.
  std::vector<std::int32_t> body_index_;    // By node; -1: no motion.
  std::vector<DVec3> positions_;            // By body: after the last step.
  std::vector<float> heights_, speeds_;     // By body, of the last step.
  std::vector<Spread> height_spread_, speed_spread_;
  std::vector<float> scratch_;
};

}  // namespace carom
