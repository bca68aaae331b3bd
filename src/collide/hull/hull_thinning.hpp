// Removal of hull vertices that hardly stick out. Second stage of buildHull.
#pragma once

#include "collide/hull/hull_builder.hpp"

namespace carom::collide {

/// Removes vertices that stick out of the hull of the others by no more than `tolerance` grid units, and the
/// points that are not vertices of `hull` (which is solid). `points` shrinks to the vertices that stay,
/// `sources` (one index per point, whatever the caller means by it) with it, and the hull of those is
/// returned.
GridHull thinHull(std::vector<GridPoint>& points, std::vector<std::uint32_t>& sources, const GridHull& hull,
                  double tolerance);

}  // namespace carom::collide
