// The core of a shape: a point that must never enter another shape, whatever the solver does.
#pragma once

#include "collide/query.hpp"

namespace carom::collide {

/// A point inside a solid. A mesh is a surface: it has a point on it instead; a closed mesh also has a point
/// inside, for everything outside it.
struct ShapeCore {
  bool exists = false;  ///< Infinite planes and empty shapes have none.
  Vec3 point;           ///< m, the shape's frame.
  float radius = 0;     ///< Of a ball about the point that is inside as well, m.
  Vec3
      spread;  ///< Of a surface: perpendicular to it. It is entered only if both points, point ± spread, are.
  bool hollow = false;  ///< The point is inside a closed mesh; `surface` is a point on the mesh.
  Vec3 surface;         ///< m; `spread` belongs to it.
};
/// `preferred` becomes the point if it is inside (for example a body's centre of mass). `sheet_margin`: depth
/// to which a surface may penetrate something and still count as resting on it, m.
ShapeCore coreOf(const Shape& shape, const Vec3& preferred, float sheet_margin);

/// Whether the ball of a core that moved straight from one point to another, both in the frame of `shape`,
/// entered the shape; for a mesh, whether it passed its surface. `hit` then has the place. A ball that starts
/// inside a solid does not enter it.
bool pathEnters(const Shape& shape, const Vec3& from, const Vec3& to, float radius, RayHit& hit);

}  // namespace carom::collide
