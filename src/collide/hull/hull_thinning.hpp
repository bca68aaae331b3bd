// Removal of hull vertices that hardly protrude. Second stage of buildHull.
#pragma once

#include "collide/hull/hull_builder.hpp"

namespace carom::collide {

/// Removes vertices that protrude from the hull of the others by no more than `tolerance` grid units, and the
/// points that are not vertices of `hull` (which is solid). `points` shrinks to the remaining vertices,
/// `sources` (an index per point, of any meaning) with it. Returns the hull of these.
GridHull thinHull(std::vector<GridPoint>& points, std::vector<std::uint32_t>& sources, const GridHull& hull,
                  double tolerance);

}  // namespace carom::collide
