// Collision geometry of the engine: float, in the shape's own frame, with scale applied. Immutable and
// shareable between bodies. Round shapes are aligned with local Y and centred (capsules: midway between the
// two sphere centres). Hulls and meshes have their vertices anywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

struct ConvexHull;    // hull.hpp
struct TriangleMesh;  // mesh.hpp

struct Sphere {
  float radius = 0.5f;  ///< m, > 0
};
struct Box {
  Vec3 half_extents{0.5f, 0.5f, 0.5f};  ///< m, > 0
};
/// Convex hull of two spheres: radius_top at +half_height on Y, radius_bottom at -half_height. Neither
/// contains the other: makeScaledShape turns such a capsule into a Sphere with an offset.
struct Capsule {
  float half_height = 0.5f;  ///< m, > 0
  float radius_top = 0.25f;  ///< m, >= 0
  float radius_bottom = 0.25f;
};
/// Cylinder, cone (one radius 0) or frustum with flat ends.
struct Cylinder {
  float half_height = 0.5f;  ///< m, > 0
  float radius_top = 0.25f;  ///< m, >= 0, at +half_height
  float radius_bottom = 0.25f;
};
/// Infinite plane y = 0, normal +Y. One-sided: everything below is inside (a half space). Two-sided: a sheet;
/// each body stays on the side on which its centre is. (Finite planes are TriangleMeshes of two triangles.)
struct Plane {
  bool double_sided = false;
};

/// One shape. Hulls and meshes are shared data.
using Shape = std::variant<Sphere, Box, Capsule, Cylinder, Plane, std::shared_ptr<const ConvexHull>,
                           std::shared_ptr<const TriangleMesh>>;

enum class ShapeKind : std::uint8_t { Sphere, Box, Capsule, Cylinder, Plane, Hull, Mesh };  ///< As in Shape.
inline ShapeKind kindOf(const Shape& shape) {
  return static_cast<ShapeKind>(shape.index());
}
inline bool isPlane(const Shape& shape) {
  return kindOf(shape) == ShapeKind::Plane;
}
inline bool isMesh(const Shape& shape) {
  return kindOf(shape) == ShapeKind::Mesh;
}
inline bool isConvexBounded(const Shape& shape) {
  return !isPlane(shape) && !isMesh(shape);
}

/// Whether its surface is curved where things touch it, so that contact points wander over it when it
/// rotates.
inline bool isRound(const Shape& shape) {
  const ShapeKind kind = kindOf(shape);
  return kind == ShapeKind::Sphere || kind == ShapeKind::Capsule || kind == ShapeKind::Cylinder;
}

/// Bounds of a shape placed by a transform, exact up to float rounding; ±1e30 where an infinite plane is
/// unbounded.
Aabb bounds(const Shape& shape, const Transform& transform);

/// Largest dot(direction, x) of the points x of a shape, for a unit direction, both in its frame; 1e30 for an
/// infinite plane.
float reach(const Shape& shape, const Vec3& direction);
/// Distance from `center` (in the shape's frame) to the shape's farthest point; 1e30 for an infinite plane.
float outerRadius(const Shape& shape, const Vec3& center);
/// The same without the ball of the shape (convex_view.hpp): rotation about `center` moves the surface as far
/// as this, since a ball does not change when it rotates about its centre.
float coreOuterRadius(const Shape& shape, const Vec3& center);
/// Radius of a sphere that fits into a convex shape (about its middle); 0 for meshes and planes. It decides
/// which bodies move far enough in a step to need continuous collision.
float innerRadius(const Shape& shape);

}  // namespace carom::collide
