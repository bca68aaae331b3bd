// A plane needs no search: the points of a convex shape nearest to it are its support points along the
// plane's normal, and the contact points are the corners of the feature that faces it, each at its own
// height.
//
// One-sided planes are half spaces: at any depth the way out is +Y. A two-sided plane is a sheet that keeps a
// body on the side on which its shape's centre is.
#include "collide/pairs/plane_contacts.hpp"

#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide {

namespace {

/// +1 or -1: the side of the plane on which the shape is kept.
double keptSide(const Plane& plane, const ConvexView& view, const Placement& to_plane) {
  return plane.double_sided && to_plane.point(middle(view)).y < 0 ? -1 : 1;
}

}  // namespace

bool collidePlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a,
                        const CollideSettings& settings, Manifold& out) {
  const Placement to_plane = placement(b_to_a);
  const double side = keptSide(a, b, to_plane);
  const DVec3 down{0, -side, 0};
  const DVec3 local_down = to_plane.inverseDirection(down);
  const SupportPoint deepest = supportPoint(b, local_down);
  const DVec3 deepest_point = to_plane.point(deepest.point);
  const double smallest = side * deepest_point.y - b.radius;
  if (!(smallest <= settings.max_separation)) return false;

  SupportFeature feature;
  supportingFace(b, local_down, feature);
  ContactReducer contacts;
  const auto add = [&](const DVec3& p, std::uint32_t id) {
    const double separation = side * p.y - b.radius;
    if (separation <= settings.max_separation)
      contacts.add({p.x, 0.5 * side * separation, p.z}, separation, id);
  };
  for (int i = 0; i < feature.count; ++i)
    add(to_plane.point(feature.corners[i].point()), feature.corners[i].id);
  const double scale = coreExtent(b) + b.radius;
  if (contacts.smallestSeparation() > smallest + 1e-6 * scale) add(deepest_point, 0x8000 | deepest.feature);
  return contacts.reduce({0, side, 0}, out);
}

PlaneReach planeReach(const ConvexView& view, const Placement& to_plane) {
  PlaneReach reach;
  const DVec3 local_up = to_plane.inverseDirection({0, 1, 0});
  const DVec3 ball{0, view.radius, 0};
  reach.lowest_point = to_plane.point(supportPoint(view, -local_up).point) - ball;
  reach.highest_point = to_plane.point(supportPoint(view, local_up).point) + ball;
  reach.lowest = reach.lowest_point.y, reach.highest = reach.highest_point.y;
  return reach;
}

bool overlapsPlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a) {
  const PlaneReach reach = planeReach(b, placement(b_to_a));
  return reach.lowest <= 0 && (!a.double_sided || reach.highest >= 0);
}

Distance distancePlaneConvex(const Plane& a, const ConvexView& b, const Transform& b_to_a,
                             float max_distance) {
  const PlaneReach reach = planeReach(b, placement(b_to_a));
  Distance result;
  const bool below = a.double_sided && reach.highest < 0;
  if (!below && reach.lowest <= 0) return result;
  const DVec3 p = below ? reach.highest_point : reach.lowest_point;
  const double distance = below ? -reach.highest : reach.lowest;
  if (distance > max_distance) {
    result.distance = max_distance;
    return result;
  }
  result.distance = static_cast<float>(distance);
  result.point_b = Vec3(p);
  result.point_a = Vec3(DVec3{p.x, 0, p.z});
  result.normal = {0, below ? -1.0f : 1.0f, 0};
  return result;
}

}  // namespace carom::collide
