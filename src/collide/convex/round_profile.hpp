// Directions around the Y axis, and the normals of the straight sides of round shapes.
#pragma once

#include "collide/convex/convex_view.hpp"

namespace carom::collide {

/// Unit radial part (x, z) of a direction; +X and length 0 if it has none.
struct Radial {
  double x = 1, z = 0, length = 0;
};
inline Radial radialPart(const DVec3& d) {
  const double length = std::sqrt(d.x * d.x + d.z * d.z);
  if (!(length > 1e-30)) return {};
  return {d.x / length, d.z / length, length};
}

/// Outward normal of a frustum's side at a radial direction u: (h u, s) with h = 2 half_height and
/// s = radius_bottom - radius_top, made unit.
inline DVec3 sideNormal(const ConvexView& view, const Radial& u) {
  const double h = view.half_height;
  return normalized(
      DVec3{2 * h * u.x, static_cast<double>(view.radius_bottom) - view.radius_top, 2 * h * u.z});
}

/// Normal at which a plane touches both spheres of a tapered capsule. Its axial part satisfies n·y·2h =
/// radius_bottom - radius_top.
inline DVec3 taperNormal(const ConvexView& view, const Radial& u) {
  const double h = view.half_height;
  double axial = h > 0 ? (static_cast<double>(view.radius_bottom) - view.radius_top) / (2 * h) : 0;
  if (axial > 1) axial = 1;
  if (axial < -1) axial = -1;
  const double across = std::sqrt(1 - axial * axial);
  return {u.x * across, axial, u.z * across};
}

}  // namespace carom::collide
