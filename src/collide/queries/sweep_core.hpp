// The point of a shape that must never get into another shape, whatever the solver does.
#pragma once

#include "collide/query.hpp"

namespace carom::collide {

/// A point inside a solid. A mesh is a surface: a point of it stands in, and of a closed one a point inside
/// as well, for all that is outside of it.
struct ShapeCore {
  bool exists = false;  ///< Infinite planes and empty shapes have none.
  Vec3 point;           ///< m, the shape's frame.
  float radius = 0;     ///< m, of a ball about the point that is inside as well.
  Vec3 spread;  ///< Of a surface: across it. Only what gets in on both sides, point ± spread, has got in.
  bool hollow = false;  ///< The point is inside of a closed mesh, and `surface` one of the mesh itself.
  Vec3 surface;         ///< m; `spread` belongs to it.
};
/// `preferred` is taken for the point where it is inside: a body's centre of mass, say. `sheet_margin`: how
/// far a surface may be in something and still count as resting on it, m.
ShapeCore coreOf(const Shape& shape, const Vec3& preferred, float sheet_margin);

/// Whether a ball of a core that moved straight from one point to another, both in the frame of `shape`, got
/// into the shape or through it, for a mesh through its surface; then `hit` says where. What starts inside of
/// a solid does not get in.
bool pathEnters(const Shape& shape, const Vec3& from, const Vec3& to, float radius, RayHit& hit);

}  // namespace carom::collide
