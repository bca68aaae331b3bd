// A uniform description of every bounded convex shape, for algorithms that work with support functions.
//
// A view is a core plus a ball: shape = core ⊕ ball(radius). A sphere is a point with a ball, a capsule a
// segment with a ball; boxes, hulls, triangles and cylinders are cores without a ball. Distances of cores are
// exact and fast (gjk.hpp); the ball is subtracted afterwards (G. van den Bergen, "Collision Detection in
// Interactive 3D Environments", 2003, section 4.3). Views are plain data without virtual calls or allocation.
//
// Arithmetic on views is in double. The inputs are float, so cancellation is never visible, not even between
// a grain and a mountain.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"
#include "collide/hull/hull.hpp"
#include "collide/manifold.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// The kind of a view's core.
enum class ConvexKind : std::uint8_t { Point, Segment, Triangle, Box, Hull, Cylinder, TaperedCapsule };

/// A bounded convex shape in its own frame. Fields that its kind does not use are undefined.
struct ConvexView {
  ConvexKind kind = ConvexKind::Point;
  float radius = 0;                  ///< Of the ball added to the core, m.
  Vec3 points[3];                    ///< Point: 1, Segment: 2, Triangle: 3 corners, m.
  Vec3 half_extents;                 ///< Box, m.
  float half_height = 0;             ///< Cylinder, TaperedCapsule, m.
  float radius_top = 0;              ///< Cylinder, TaperedCapsule (of the core, without the ball), m.
  float radius_bottom = 0;           ///< The same at -half_height.
  const ConvexHull* hull = nullptr;  ///< Hull; the caller keeps it alive.
};

/// View of a convex bounded shape (isConvexBounded; anything else gives a point).
ConvexView convexView(const Shape& shape);
/// A flat, two-sided triangle.
inline ConvexView triangleView(const Vec3& p0, const Vec3& p1, const Vec3& p2) {
  ConvexView view;
  view.kind = ConvexKind::Triangle;
  view.points[0] = p0, view.points[1] = p1, view.points[2] = p2;
  return view;
}
inline ConvexView segmentView(const Vec3& p0, const Vec3& p1, float radius = 0) {
  ConvexView view;
  view.kind = ConvexKind::Segment;
  view.radius = radius;
  view.points[0] = p0, view.points[1] = p1;
  return view;
}
inline ConvexView pointView(const Vec3& p, float radius = 0) {
  ConvexView view;
  view.radius = radius;
  view.points[0] = p;
  return view;
}

/// Rigid placement with the rotation as a matrix, in double. The quaternion of a Transform is normalised
/// first.
struct Placement {
  DMat3 rotation;
  DVec3 translation;

  DVec3 point(const DVec3& p) const { return rotation * p + translation; }
  DVec3 direction(const DVec3& d) const { return rotation * d; }
  DVec3 inverseDirection(const DVec3& d) const { return transposedTimes(rotation, d); }
  DVec3 inversePoint(const DVec3& p) const { return transposedTimes(rotation, p - translation); }
};
inline Placement placement(const Transform& transform) {
  // Of q/|q|, without its square root: each entry is a product of two components.
  const DQuat q(transform.rotation);
  const double squared = dot(q, q);
  Placement result;
  result.translation = DVec3(transform.translation);
  if (!(squared > 1e-60)) return result;
  const double s = 2 / squared;
  const double x2 = q.x * s, y2 = q.y * s, z2 = q.z * s;
  const double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const double xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  result.rotation = {{1 - (yy + zz), xy + wz, xz - wy},
                     {xy - wz, 1 - (xx + zz), yz + wx},
                     {xz + wy, yz - wx, 1 - (xx + yy)}};
  return result;
}
Placement inverse(const Placement& placement);

/// Farthest point of the core along `direction` (any length, not zero), and its feature: a vertex index for
/// polyhedra, 0 (top) or 1 (bottom) for cylinders and tapered capsules.
struct SupportPoint {
  DVec3 point;
  std::uint32_t feature = 0;
};
SupportPoint supportPoint(const ConvexView& view, const DVec3& direction);

/// The vertex of a polyhedral core that supportPoint calls `feature`. Returns false for other numbers and for
/// curved cores.
bool cornerOf(const ConvexView& view, std::uint32_t feature, DVec3& corner);

/// Distance of the core's farthest point from the view's origin, approximately and never too small: a scale
/// for tolerances.
double coreExtent(const ConvexView& view);
/// Half the core's largest extent, approximately, wherever it lies; 0 for a point.
double coreSize(const ConvexView& view);
/// A point well inside the shape (on it, for points, segments and triangles).
DVec3 middle(const ConvexView& view);

/// Whether the core has curved parts, on which support-point methods only converge.
inline bool isCurved(const ConvexView& view) {
  return view.kind == ConvexKind::Cylinder || view.kind == ConvexKind::TaperedCapsule;
}
/// Of the unit outward normals at which the core is flat or straight (faces, caps, generator lines), the one
/// nearest to the unit `direction`. Zero if there is none (points, segments).
DVec3 nearestFaceNormal(const ConvexView& view, const DVec3& direction);

/// The flat or straight part of a core's surface that faces a direction. Contact manifolds are made from two
/// of these.
struct SupportFeature {
  enum class Kind : std::uint8_t { Point, Segment, Polygon, Disc };
  static constexpr int kMaxPoints = 256;  ///< Larger faces are thinned evenly.
  /// Without constructors, so that the array is not cleared on every call.
  struct Corner {
    double x, y, z;
    std::uint32_t id;  ///< Vertex index; rim points of discs and ends of generators have small fixed numbers.
    DVec3 point() const { return {x, y, z}; }
  };

  /// Leaves the corners undefined: clearing 8 kB costs more than the rest of a contact.
  SupportFeature() {}

  Kind kind = Kind::Point;
  std::uint16_t id = 0;  ///< Face or edge index within the shape, below 0x8000.
  int count = 0;  ///< Corners: 1, 2, or the polygon's (counter-clockwise seen from outside); discs: 4 rim
                  ///< points, first the one farthest along the direction.
  DVec3 normal;   ///< Polygon, Disc: unit, outward. Segment of a curved side: unit normal there; else zero.
  DVec3 centre;   ///< Disc.
  double disc_radius = 0;  ///< Disc.
  /// Segment of a curved side: at each end the ball that touches the side there, all round the axis.
  DVec3 ball_centre[2];
  double ball_radius[2] = {0, 0};  ///< 0: a sharp edge.
  Corner corners[kMaxPoints];
};
/// The feature of the core that is most nearly perpendicular to the unit `direction`: the face of a
/// polyhedron with the closest normal, the cap or generator line of a cylinder, the generator of a tapered
/// capsule, a segment, a point.
void supportingFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature);
/// The same if the supporting vertex along the direction is known (SupportPoint::feature). If it is the face
/// `known` of a hull, returns false and leaves `feature` unchanged.
bool supportingFaceAt(const ConvexView& view, const DVec3& direction, std::uint32_t vertex,
                      SupportFeature& feature, int known = -1);
/// Moves a feature into another frame.
void place(SupportFeature& feature, const Placement& placement);

/// Contact of two convex shapes. Returns false if they are farther apart than settings.max_separation,
/// otherwise overwrites `out`. Triangles are flat and two-sided: overlapping ones are separated in the
/// shorter direction.
bool collideConvex(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                   const CollideSettings& settings, PairCache& cache, ConvexContact& out);

}  // namespace carom::collide
