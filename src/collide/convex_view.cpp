// Support functions and facing features of convex cores.
//
// Curved shapes are exact, not tessellated: the support point of a cylinder or frustum along d is on the rim
// of one of its ends, at the angle of d's radial part (van den Bergen 2003, section 4.3.1); that of a tapered
// capsule is on one of its two spheres. A frustum's side is a family of generator lines; the one that faces a
// direction has the outward normal (h·u + s·y)/|..| with u the radial unit vector, h = 2 half_height and s =
// radius_bottom - radius_top.
#include "collide/convex_view.hpp"

namespace carom::collide {

namespace {

DVec3 wide(const Vec3& v) {
  return DVec3(v);
}

/// Unit radial part (x, z) of a direction; `fallback_length` below which it has none and +X is taken.
struct Radial {
  double x = 1, z = 0, length = 0;
};
Radial radialPart(const DVec3& d) {
  const double length = std::sqrt(d.x * d.x + d.z * d.z);
  if (!(length > 1e-30)) return {};
  return {d.x / length, d.z / length, length};
}

SupportPoint hullSupport(const ConvexHull& hull, const DVec3& direction) {
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

void setCorner(SupportFeature& feature, int index, const DVec3& p, std::uint32_t id) {
  feature.corners[index] = {p.x, p.y, p.z, id};
}

void triangleFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const DVec3 p0 = wide(view.points[0]), p1 = wide(view.points[1]), p2 = wide(view.points[2]);
  feature.kind = SupportFeature::Kind::Polygon;
  feature.count = 3;
  feature.normal = normalized(cross(p1 - p0, p2 - p0));
  const bool front = dot(feature.normal, direction) >= 0;
  feature.id = front ? 0 : 1;
  if (!front) feature.normal = -feature.normal;
  setCorner(feature, 0, p0, 0);
  setCorner(feature, 1, front ? p1 : p2, front ? 1 : 2);
  setCorner(feature, 2, front ? p2 : p1, front ? 2 : 1);
  if (lengthSquared(feature.normal) < 0.5) {
    // No area: its longest side.
    const DVec3 ends[3] = {p0, p1, p2};
    int best = 0;
    for (int i = 1; i < 3; ++i) {
      if (lengthSquared(ends[(i + 1) % 3] - ends[i]) > lengthSquared(ends[(best + 1) % 3] - ends[best]))
        best = i;
    }
    feature.kind = SupportFeature::Kind::Segment;
    feature.count = 2;
    feature.id = 0;
    setCorner(feature, 0, ends[best], static_cast<std::uint32_t>(best));
    setCorner(feature, 1, ends[(best + 1) % 3], static_cast<std::uint32_t>((best + 1) % 3));
  }
}

void boxFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const DVec3 e = wide(view.half_extents), d = absolute(direction);
  const int axis = d.x >= d.y && d.x >= d.z ? 0 : (d.y >= d.z ? 1 : 2);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const std::size_t ai = static_cast<std::size_t>(axis), ui = static_cast<std::size_t>(u),
                    vi = static_cast<std::size_t>(v);
  const double side = direction[ai] >= 0 ? 1 : -1;
  feature.kind = SupportFeature::Kind::Polygon;
  feature.count = 4;
  feature.normal = {};
  feature.normal[ai] = side;
  feature.id = static_cast<std::uint16_t>(2 * axis + (side > 0 ? 1 : 0));
  static constexpr double kU[4] = {1, -1, -1, 1}, kV[4] = {1, 1, -1, -1};
  for (int i = 0; i < 4; ++i) {
    // Seen from outside the order must be counter-clockwise on both faces of the axis.
    const int k = side > 0 ? i : 3 - i;
    DVec3 p;
    p[ai] = side * e[ai], p[ui] = kU[k] * e[ui], p[vi] = kV[k] * e[vi];
    const std::uint32_t id = (p.x > 0 ? 1u : 0u) | (p.y > 0 ? 2u : 0u) | (p.z > 0 ? 4u : 0u);
    setCorner(feature, i, p, id);
  }
}

void hullFace(const ConvexHull& hull, const DVec3& direction, SupportFeature& feature) {
  if (hull.faces.empty()) {
    const SupportPoint p = hullSupport(hull, direction);
    feature.kind = SupportFeature::Kind::Point;
    feature.count = 1;
    feature.normal = {};
    feature.id = 0;
    setCorner(feature, 0, p.point, p.feature);
    return;
  }
  // Only faces that meet at the support vertex: a face elsewhere may be turned closer to the direction and
  // yet lie deep behind.
  const std::uint32_t deepest = hullSupport(hull, direction).feature;
  std::size_t best = 0;
  double best_dot = -1e300;
  for (const ConvexHull::HalfEdge& edge : hull.edges) {
    if (edge.origin != deepest) continue;
    const double along = dot(wide(hull.faces[edge.face].normal), direction);
    if (along > best_dot || (along == best_dot && edge.face < best)) best_dot = along, best = edge.face;
  }
  const ConvexHull::Face& face = hull.faces[best];
  feature.kind = SupportFeature::Kind::Polygon;
  feature.normal = normalized(wide(face.normal));
  feature.id = static_cast<std::uint16_t>(best & 0x7fff);
  const int total = face.edge_count;
  feature.count = total < SupportFeature::kMaxPoints ? total : SupportFeature::kMaxPoints;
  std::uint16_t edge = face.first_edge;
  int kept = 0;
  for (int i = 0; i < total; ++i) {
    if (static_cast<long>(kept) * total <= static_cast<long>(i) * feature.count && kept < feature.count) {
      const std::uint16_t vertex = hull.edges[edge].origin;
      setCorner(feature, kept++, wide(hull.vertices[vertex]), vertex);
    }
    edge = hull.edges[edge].next;
  }
  feature.count = kept;
  if (kept < 3) {
    feature.kind = kept == 2 ? SupportFeature::Kind::Segment : SupportFeature::Kind::Point;
    feature.normal = {};
  }
}

/// Rim points at 0°, 90°, 180° and 270° from the direction's radial part, or from +X when the end is flat to
/// it.
void capDisc(const ConvexView& view, bool is_top, const DVec3& direction, SupportFeature& feature) {
  const double y = is_top ? view.half_height : -static_cast<double>(view.half_height);
  const double r = is_top ? view.radius_top : view.radius_bottom;
  feature.kind = SupportFeature::Kind::Disc;
  feature.id = is_top ? 0 : 1;
  feature.count = 4;
  feature.normal = {0, is_top ? 1.0 : -1.0, 0};
  feature.centre = {0, y, 0};
  feature.disc_radius = r;
  // Below this tilt the depth hardly differs over the rim, while the direction of the lowest point is noise:
  // points fixed in the body keep their impulses. The depth is then off by at most 0.3 r times the tilt.
  constexpr double kFlatTilt = 2e-4;
  Radial u = radialPart(direction);
  if (u.length < kFlatTilt * length(direction)) u = {};
  setCorner(feature, 0, {u.x * r, y, u.z * r}, 0);
  setCorner(feature, 1, {-u.z * r, y, u.x * r}, 1);
  setCorner(feature, 2, {-u.x * r, y, -u.z * r}, 2);
  setCorner(feature, 3, {u.z * r, y, -u.x * r}, 3);
}

DVec3 sideNormal(const ConvexView& view, const Radial& u) {
  const double h = view.half_height;
  return normalized(
      DVec3{2 * h * u.x, static_cast<double>(view.radius_bottom) - view.radius_top, 2 * h * u.z});
}

void cylinderFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
  const Radial u = radialPart(direction);
  const DVec3 side = sideNormal(view, u);
  const double along_side = dot(side, direction);
  const double along_top = direction.y, along_bottom = -direction.y;
  // A cone's tip is no face.
  const double along_cap =
      along_top >= along_bottom ? (top > 0 ? along_top : -2) : (bottom > 0 ? along_bottom : -2);
  if (along_cap > along_side) {
    capDisc(view, direction.y >= 0, direction, feature);
    return;
  }
  feature.kind = SupportFeature::Kind::Segment;
  feature.id = 2;
  feature.count = 2;
  feature.normal = side;
  setCorner(feature, 0, {u.x * top, h, u.z * top}, 4);
  setCorner(feature, 1, {u.x * bottom, -h, u.z * bottom}, 5);
}

/// The line that touches both spheres has a normal with this axial part: n·y·2h = r_bottom - r_top.
DVec3 taperNormal(const ConvexView& view, const Radial& u) {
  const double h = view.half_height;
  double axial = h > 0 ? (static_cast<double>(view.radius_bottom) - view.radius_top) / (2 * h) : 0;
  if (axial > 1) axial = 1;
  if (axial < -1) axial = -1;
  const double across = std::sqrt(1 - axial * axial);
  return {u.x * across, axial, u.z * across};
}

/// The support points of both spheres: where a plane perpendicular to `direction` touches both, they are the
/// ends of the line of contact.
void taperedCapsuleLine(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const double h = view.half_height;
  feature.kind = SupportFeature::Kind::Segment;
  feature.id = 0;
  feature.count = 2;
  feature.normal = taperNormal(view, radialPart(direction));
  setCorner(feature, 0, DVec3{0, h, 0} + direction * static_cast<double>(view.radius_top), 0);
  setCorner(feature, 1, DVec3{0, -h, 0} + direction * static_cast<double>(view.radius_bottom), 1);
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

DVec3 nearestFaceNormal(const ConvexView& view, const DVec3& direction) {
  switch (view.kind) {
    case ConvexKind::Point:
    case ConvexKind::Segment:
      return {};
    case ConvexKind::Triangle: {
      const DVec3 p = wide(view.points[0]);
      const DVec3 n = normalized(cross(wide(view.points[1]) - p, wide(view.points[2]) - p));
      return dot(n, direction) < 0 ? -n : n;
    }
    case ConvexKind::Box: {
      const DVec3 d = absolute(direction);
      const std::size_t axis = d.x >= d.y && d.x >= d.z ? 0 : (d.y >= d.z ? 1 : 2);
      DVec3 n;
      n[axis] = direction[axis] < 0 ? -1 : 1;
      return n;
    }
    case ConvexKind::Hull: {
      double best = -1e300;
      const Vec3* normal = nullptr;
      for (const ConvexHull::Face& face : view.hull->faces) {
        const double along =
            face.normal.x * direction.x + face.normal.y * direction.y + face.normal.z * direction.z;
        if (along > best) best = along, normal = &face.normal;
      }
      return normal ? normalized(wide(*normal)) : DVec3{};
    }
    case ConvexKind::Cylinder: {
      const DVec3 side = sideNormal(view, radialPart(direction));
      const double cap = direction.y < 0 ? -direction.y : direction.y;
      return cap > dot(side, direction) ? DVec3{0, direction.y < 0 ? -1.0 : 1.0, 0} : side;
    }
    case ConvexKind::TaperedCapsule:
      return taperNormal(view, radialPart(direction));
  }
  return {};
}

void supportingFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  switch (view.kind) {
    case ConvexKind::Point:
      feature.kind = SupportFeature::Kind::Point;
      feature.count = 1;
      feature.id = 0;
      feature.normal = {};
      setCorner(feature, 0, wide(view.points[0]), 0);
      return;
    case ConvexKind::Segment:
      feature.kind = SupportFeature::Kind::Segment;
      feature.count = 2;
      feature.id = 0;
      feature.normal = {};
      setCorner(feature, 0, wide(view.points[0]), 0);
      setCorner(feature, 1, wide(view.points[1]), 1);
      return;
    case ConvexKind::Triangle:
      return triangleFace(view, direction, feature);
    case ConvexKind::Box:
      return boxFace(view, direction, feature);
    case ConvexKind::Hull:
      return hullFace(*view.hull, direction, feature);
    case ConvexKind::Cylinder:
      return cylinderFace(view, direction, feature);
    case ConvexKind::TaperedCapsule:
      return taperedCapsuleLine(view, direction, feature);
  }
}

void place(SupportFeature& feature, const Placement& placement) {
  feature.normal = placement.direction(feature.normal);
  if (feature.kind == SupportFeature::Kind::Disc) feature.centre = placement.point(feature.centre);
  for (int i = 0; i < feature.count; ++i) {
    const DVec3 p = placement.point(feature.corners[i].point());
    feature.corners[i] = {p.x, p.y, p.z, feature.corners[i].id};
  }
}

}  // namespace carom::collide
