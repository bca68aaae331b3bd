// How well an engine held a scene, by one yardstick for all: the poses it came to, put into Carom.
#pragma once

#include <cstddef>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::bench {

struct Quality {
  double max_penetration = 0;   ///< m, the deepest of all looks.
  double mean_penetration = 0;  ///< m, mean over the looks of the mean over the contact points.
  double drift = 0;             ///< m, greatest sideways way of a body from its start to the last look.
  double joint_error = 0;       ///< m, greatest distance of two joined points at any look.
  std::size_t fallen = 0;       ///< Bodies more than 1 m below everything that is fixed, at the last look.
};

/// `poses`: of the nodes of the bodies that can move, in the order of their nodes, at each look.
Quality measureQuality(const Scene& scene, const std::vector<std::vector<DTransform>>& poses);

}  // namespace carom::bench
