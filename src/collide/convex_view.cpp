// Support functions of convex cores.
//
// Curved shapes are exact, not tessellated: the support point of a cylinder or frustum along d is on the rim
// of one of its ends, at the angle of d's radial part (van den Bergen 2003, section 4.3.1); that of a tapered
// capsule is on one of its two spheres.
#include "collide/convex_view.hpp"

#include "collide/round_profile.hpp"

namespace carom::collide {

namespace {

DVec3 wide(const Vec3& v) {
  return DVec3(v);
}

SupportPoint hullSupport(const ConvexHull& hull, const DVec3& direction) {
  const std::size_t count = hull.vertices.size();
  if (count > 0 && hull.packed_vertices.size() == count) {
    const std::size_t farthest = hull.packed_vertices.farthestAlong(direction);
    return {wide(hull.vertices[farthest]), static_cast<std::uint32_t>(farthest)};
  }
  std::size_t best = 0;
  double best_dot = -1e300;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3& v = hull.vertices[i];
    const double along = v.x * direction.x + v.y * direction.y + v.z * direction.z;
    if (along > best_dot) best_dot = along, best = i;
  }
  return {count ? wide(hull.vertices[best]) : DVec3{}, static_cast<std::uint32_t>(best)};
}

SupportPoint pointsSupport(const ConvexView& view, int count, const DVec3& direction) {
  int best = 0;
  double best_dot = dot(wide(view.points[0]), direction);
  for (int i = 1; i < count; ++i) {
    const double along = dot(wide(view.points[i]), direction);
    if (along > best_dot) best_dot = along, best = i;
  }
  return {wide(view.points[best]), static_cast<std::uint32_t>(best)};
}

SupportPoint cylinderSupport(const ConvexView& view, const DVec3& d) {
  const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
  const Radial u = radialPart(d);
  const bool is_top = top * u.length + h * d.y >= bottom * u.length - h * d.y;
  // Straight along the axis any point of the end will do; the centre keeps the simplex well shaped.
  const double r = u.length > 0 ? (is_top ? top : bottom) : 0;
  return {{u.x * r, is_top ? h : -h, u.z * r}, is_top ? 0u : 1u};
}

SupportPoint taperedCapsuleSupport(const ConvexView& view, const DVec3& d) {
  const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
  const double len = length(d);
  const DVec3 unit = len > 1e-30 ? d * (1 / len) : DVec3{0, 1, 0};
  const bool is_top = top + h * unit.y >= bottom - h * unit.y;
  const double r = is_top ? top : bottom;
  return {DVec3{0, is_top ? h : -h, 0} + unit * r, is_top ? 0u : 1u};
}

}  // namespace

ConvexView convexView(const Shape& shape) {
  ConvexView view;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    view.radius = sphere->radius;
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    view.kind = ConvexKind::Box;
    view.half_extents = box->half_extents;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    view.radius = capsule->radius_top < capsule->radius_bottom ? capsule->radius_top : capsule->radius_bottom;
    if (capsule->radius_top == capsule->radius_bottom) {
      view.kind = ConvexKind::Segment;
      view.points[0] = {0, capsule->half_height, 0};
      view.points[1] = {0, -capsule->half_height, 0};
    } else {
      view.kind = ConvexKind::TaperedCapsule;
      view.half_height = capsule->half_height;
      view.radius_top = capsule->radius_top - view.radius;
      view.radius_bottom = capsule->radius_bottom - view.radius;
    }
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    view.kind = ConvexKind::Cylinder;
    view.half_height = cylinder->half_height;
    view.radius_top = cylinder->radius_top;
    view.radius_bottom = cylinder->radius_bottom;
  } else if (const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&shape)) {
    if (*hull && !(*hull)->vertices.empty()) {
      view.kind = ConvexKind::Hull;
      view.hull = hull->get();
    }
  }
  return view;
}

Placement placement(const Transform& transform) {
  return {toMatrix(normalized(DQuat(transform.rotation))), DVec3(transform.translation)};
}

Placement inverse(const Placement& placement) {
  return {transposed(placement.rotation), -transposedTimes(placement.rotation, placement.translation)};
}

SupportPoint supportPoint(const ConvexView& view, const DVec3& d) {
  switch (view.kind) {
    case ConvexKind::Point:
      return {wide(view.points[0]), 0};
    case ConvexKind::Segment:
      return pointsSupport(view, 2, d);
    case ConvexKind::Triangle:
      return pointsSupport(view, 3, d);
    case ConvexKind::Box: {
      const DVec3 e = wide(view.half_extents);
      return {{d.x >= 0 ? e.x : -e.x, d.y >= 0 ? e.y : -e.y, d.z >= 0 ? e.z : -e.z},
              (d.x >= 0 ? 1u : 0u) | (d.y >= 0 ? 2u : 0u) | (d.z >= 0 ? 4u : 0u)};
    }
    case ConvexKind::Hull:
      return hullSupport(*view.hull, d);
    case ConvexKind::Cylinder:
      return cylinderSupport(view, d);
    case ConvexKind::TaperedCapsule:
      return taperedCapsuleSupport(view, d);
  }
  return {};
}

bool cornerOf(const ConvexView& view, std::uint32_t feature, DVec3& corner) {
  switch (view.kind) {
    case ConvexKind::Point:
    case ConvexKind::Segment:
    case ConvexKind::Triangle: {
      const std::uint32_t count =
          view.kind == ConvexKind::Point ? 1 : (view.kind == ConvexKind::Segment ? 2 : 3);
      if (feature >= count) return false;
      corner = wide(view.points[feature]);
      return true;
    }
    case ConvexKind::Box: {
      if (feature >= 8) return false;
      const DVec3 e = wide(view.half_extents);
      corner = {feature & 1 ? e.x : -e.x, feature & 2 ? e.y : -e.y, feature & 4 ? e.z : -e.z};
      return true;
    }
    case ConvexKind::Hull:
      if (feature >= view.hull->vertices.size()) return false;
      corner = wide(view.hull->vertices[feature]);
      return true;
    case ConvexKind::Cylinder:
    case ConvexKind::TaperedCapsule:
      break;
  }
  return false;
}

double coreExtent(const ConvexView& view) {
  const auto farthest = [&view](int count) {
    double extent = 0;
    for (int i = 0; i < count; ++i) {
      const double len = length(wide(view.points[i]));
      if (len > extent) extent = len;
    }
    return extent;
  };
  switch (view.kind) {
    case ConvexKind::Point:
      return farthest(1);
    case ConvexKind::Segment:
      return farthest(2);
    case ConvexKind::Triangle:
      return farthest(3);
    case ConvexKind::Box:
      return length(wide(view.half_extents));
    case ConvexKind::Hull:
      return length(maximum(absolute(wide(view.hull->aabb.lower)), absolute(wide(view.hull->aabb.upper))));
    case ConvexKind::Cylinder:
    case ConvexKind::TaperedCapsule:
      return static_cast<double>(view.half_height) +
             (view.radius_top > view.radius_bottom ? view.radius_top : view.radius_bottom);
  }
  return 0;
}

double coreSize(const ConvexView& view) {
  switch (view.kind) {
    case ConvexKind::Point:
      return 0;
    case ConvexKind::Segment:
      return 0.5 * length(wide(view.points[1]) - wide(view.points[0]));
    case ConvexKind::Triangle: {
      const double squared[3] = {lengthSquared(wide(view.points[1]) - wide(view.points[0])),
                                 lengthSquared(wide(view.points[2]) - wide(view.points[1])),
                                 lengthSquared(wide(view.points[0]) - wide(view.points[2]))};
      const double longer = squared[0] > squared[1] ? squared[0] : squared[1];
      return 0.5 * std::sqrt(longer > squared[2] ? longer : squared[2]);
    }
    case ConvexKind::Hull:
      return length(wide(view.hull->aabb.extents()));
    case ConvexKind::Box:
    case ConvexKind::Cylinder:
    case ConvexKind::TaperedCapsule:
      break;
  }
  return coreExtent(view);
}

DVec3 middle(const ConvexView& view) {
  switch (view.kind) {
    case ConvexKind::Point:
      return wide(view.points[0]);
    case ConvexKind::Segment:
      return (wide(view.points[0]) + wide(view.points[1])) * 0.5;
    case ConvexKind::Triangle:
      return (wide(view.points[0]) + wide(view.points[1]) + wide(view.points[2])) * (1.0 / 3);
    case ConvexKind::Hull:
      return wide(view.hull->centroid);
    case ConvexKind::Box:
    case ConvexKind::Cylinder:
    case ConvexKind::TaperedCapsule:
      break;
  }
  return {};
}

}  // namespace carom::collide
