// Explains why no convex hull can be made of some points, in terms of the file.
#pragma once

#include <span>
#include <string>

#include "carom/base/vector.hpp"

namespace carom::world {

/// For points, before they are scaled, whose hull cannot be made; "" when the reason is none that shows in
/// them.
std::string explainEmptyHull(std::span<const Vec3> points, const DVec3& scale);

}  // namespace carom::world
