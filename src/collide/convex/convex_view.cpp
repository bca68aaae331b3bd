// Support functions of convex cores.
//
// Curved shapes are exact, not tessellated: the support point of a cylinder or frustum along d is on the rim
// of one of its ends, at the angle of d's radial part (van den Bergen 2003, section 4.3.1); that of a tapered
// capsule is on one of its two spheres.
#include "collide/convex/convex_view.hpp"

#include "collide/convex/round_profile.hpp"

namespace carom::collide {

namespace {

DVec3 wide(const Vec3& v) {
  return DVec3(v);
}

SupportPoint hullSupport(const ConvexHull& hull, const DVec3& direction) {
  if (hull.tables.present()) {
    const std::size_t farthest = hull.tables.farthestVertex(direction);
    return {wide(hull.tables.vertex(farthest)), static_cast<std::uint32_t>(farthest)};
  }
  const std::size_t count = hull.vertices.size();
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

/// The corner on the positive side of each axis whose bit is set. Without branches, which could not be
/// predicted.
DVec3 boxCorner(const ConvexView& view, unsigned x, unsigned y, unsigned z) {
  static constexpr double kSign[2] = {-1, 1};
  return {kSign[x] * view.half_extents.x, kSign[y] * view.half_extents.y, kSign[z] * view.half_extents.z};
}

SupportPoint cylinderSupport(const ConvexView& view, const DVec3& d) {
  const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
  const Radial u = radialPart(d);
  const bool is_top = top * u.length + h * d.y >= bottom * u.length - h * d.y;
  // Straight along the axis any point of the end is farthest; the centre keeps the simplex well shaped.
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
  switch (kindOf(shape)) {
    case ShapeKind::Sphere:
      view.radius = std::get_if<Sphere>(&shape)->radius;
      break;
    case ShapeKind::Box:
      view.kind = ConvexKind::Box;
      view.half_extents = std::get_if<Box>(&shape)->half_extents;
      break;
    case ShapeKind::Capsule: {
      const Capsule& capsule = *std::get_if<Capsule>(&shape);
      view.radius = capsule.radius_top < capsule.radius_bottom ? capsule.radius_top : capsule.radius_bottom;
      if (capsule.radius_top == capsule.radius_bottom) {
        view.kind = ConvexKind::Segment;
        view.points[0] = {0, capsule.half_height, 0};
        view.points[1] = {0, -capsule.half_height, 0};
      } else {
        view.kind = ConvexKind::TaperedCapsule;
        view.half_height = capsule.half_height;
        view.radius_top = capsule.radius_top - view.radius;
        view.radius_bottom = capsule.radius_bottom - view.radius;
      }
      break;
    }
    case ShapeKind::Cylinder: {
      const Cylinder& cylinder = *std::get_if<Cylinder>(&shape);
      view.kind = ConvexKind::Cylinder;
      view.half_height = cylinder.half_height;
      view.radius_top = cylinder.radius_top;
      view.radius_bottom = cylinder.radius_bottom;
      break;
    }
    case ShapeKind::Hull: {
      const auto& hull = *std::get_if<std::shared_ptr<const ConvexHull>>(&shape);
      if (hull && !hull->vertices.empty()) {
        view.kind = ConvexKind::Hull;
        view.hull = hull.get();
      }
      break;
    }
    case ShapeKind::Plane:
    case ShapeKind::Mesh:
      break;
  }
  return view;
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
      const unsigned x = d.x >= 0, y = d.y >= 0, z = d.z >= 0;
      return {boxCorner(view, x, y, z), x | y << 1 | z << 2};
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
      corner = boxCorner(view, feature & 1, feature >> 1 & 1, feature >> 2);
      return true;
    }
    case ConvexKind::Hull:
      if (feature < view.hull->tables.vertexCount()) {
        corner = wide(view.hull->tables.vertex(feature));
        return true;
      }
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
