// Contacts of two convex shapes.
//
// Cores that are apart have an exact closest-point normal from GJK; the balls are then taken off, so that
// spheres and capsules are exact however deep their balls overlap. Cores that overlap ask for the penetration
// depth. In both cases the manifold comes from the features that face each other along that normal.
#include "collide/box_box.hpp"
#include "collide/contact_clipping.hpp"
#include "collide/gjk.hpp"
#include "collide/penetration.hpp"

namespace carom::collide {

namespace {

bool isRoundPoint(const ConvexView& view) {
  return view.kind == ConvexKind::Point;
}

bool manifoldOf(const ConvexView& a, const ConvexView& b, const Placement& b_to_a, const ContactAxis& axis,
                Manifold& out) {
  SupportFeature feature_a, feature_b;
  supportingFace(a, axis.normal, feature_a);
  supportingFace(b, b_to_a.inverseDirection(-axis.normal), feature_b);
  place(feature_b, b_to_a);
  return makeManifold(axis, feature_a, feature_b, out);
}

}  // namespace

bool collideConvex(const ConvexView& a, const ConvexView& b, const Transform& b_to_a,
                   const CollideSettings& settings, PairCache& cache, Manifold& out) {
  const Placement pose = placement(b_to_a);
  if (a.kind == ConvexKind::Box && b.kind == ConvexKind::Box) {
    const BoxBoxAnswer answer = collideBoxBox(a.half_extents, b.half_extents, pose, settings, cache, out);
    if (answer != BoxBoxAnswer::Undecided) return answer == BoxBoxAnswer::Contact;
  }
  const double radii = static_cast<double>(a.radius) + b.radius;
  GjkSettings gjk_settings;
  gjk_settings.max_distance = radii + settings.max_separation;
  const GjkResult gjk = gjkDistance(a, b, pose, gjk_settings);
  ContactAxis axis;
  axis.radius_a = a.radius, axis.radius_b = b.radius;
  axis.max_separation = settings.max_separation;
  const double size_a = coreExtent(a) + a.radius, size_b = coreExtent(b) + b.radius;
  axis.scale = size_a < size_b ? size_a : size_b;
  if (gjk.overlapping) {
    const Penetration penetration = penetrationDepth(a, b, pose, gjk);
    axis.normal = penetration.normal;
    axis.point_a = penetration.point_a, axis.point_b = penetration.point_b;
    axis.separation = -penetration.depth;
  } else {
    if (gjk.distance > gjk_settings.max_distance) return false;
    axis.normal = gjk.normal;
    axis.point_a = gjk.point_a, axis.point_b = gjk.point_b;
    axis.separation = gjk.distance;
  }
  if (isRoundPoint(a) || isRoundPoint(b)) {
    const DVec3 on_a = axis.point_a + axis.normal * axis.radius_a,
                on_b = axis.point_b - axis.normal * axis.radius_b;
    out.normal = Vec3(axis.normal);
    out.point_count = 1;
    out.points[0] = {Vec3((on_a + on_b) * 0.5), static_cast<float>(axis.separation - radii), 0};
    return true;
  }
  return manifoldOf(a, b, pose, axis, out);
}

}  // namespace carom::collide
