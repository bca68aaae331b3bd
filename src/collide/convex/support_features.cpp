// The flat or straight part of a core that faces a direction.
//
// Polyhedra have a face at their support vertex, cylinders and frustums a cap or the generator line on that
// side, tapered capsules the line between the support points of their spheres. Four points represent the rim
// of a cap; the first of them is the exact support point.
#include <utility>

#include "collide/convex/convex_view.hpp"
#include "collide/convex/round_profile.hpp"

namespace carom::collide {

namespace {

DVec3 wide(const Vec3& v) {
  return DVec3(v);
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
    // A triangle without area: its longest side.
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
    // Counter-clockwise seen from outside, on both faces of the axis.
    const int k = side > 0 ? i : 3 - i;
    DVec3 p;
    p[ai] = side * e[ai], p[ui] = kU[k] * e[ui], p[vi] = kV[k] * e[vi];
    const std::uint32_t id = (p.x > 0 ? 1u : 0u) | (p.y > 0 ? 2u : 0u) | (p.z > 0 ? 4u : 0u);
    setCorner(feature, i, p, id);
  }
}

/// The face at a vertex whose normal is closest to a direction.
std::size_t bestFaceAt(const ConvexHull& hull, std::uint32_t vertex, const DVec3& direction) {
  std::size_t best = 0;
  double best_along = -1e300;
  const auto offer = [&](std::size_t face) {
    const double along = dot(wide(hull.faces[face].normal), direction);
    if (along > best_along || (along == best_along && face < best)) best_along = along, best = face;
  };
  if (hull.vertex_edges.size() == hull.vertices.size()) {
    const std::uint16_t start = hull.vertex_edges[vertex];
    std::size_t edge = start, guard = hull.edges.size();
    do {
      offer(hull.edges[edge].face);
      edge = hull.edges[edge ^ 1].next;
    } while (edge != start && guard-- > 0);
  } else {
    for (const ConvexHull::HalfEdge& edge : hull.edges) {
      if (edge.origin == vertex) offer(edge.face);
    }
  }
  return best;
}

/// Sets the corners of a face from its vertices in order; `vertex` returns their positions.
void setPolygon(std::size_t face, int total, const DVec3& normal, const auto& vertex,
                SupportFeature& feature) {
  feature.kind = SupportFeature::Kind::Polygon;
  feature.normal = normal;
  feature.id = static_cast<std::uint16_t>(face & 0x7fff);
  const int most = total < SupportFeature::kMaxPoints ? total : SupportFeature::kMaxPoints;
  int kept = 0;
  for (int i = 0; i < total; ++i) {
    const auto [index, position] = vertex(i);
    if (static_cast<long>(kept) * total > static_cast<long>(i) * most || kept == most) continue;
    setCorner(feature, kept++, wide(position), index);
  }
  feature.count = kept;
  if (kept < 3) {
    feature.kind = kept == 2 ? SupportFeature::Kind::Segment : SupportFeature::Kind::Point;
    feature.normal = {};
  }
}

bool tableFace(const HullTables& tables, const DVec3& direction, std::uint32_t deepest,
               SupportFeature& feature, int known) {
  // In ascending order. Without branches, which could not be predicted.
  std::size_t best = 0;
  double best_along = -1e300;
  for (const std::uint16_t face : tables.facesAround(deepest)) {
    const double along = dot(wide(tables.normal(face)), direction);
    const bool better = along > best_along;
    best_along = better ? along : best_along;
    best = better ? face : best;
  }
  if (static_cast<int>(best) == known) return false;
  const std::span<const std::uint16_t> loop = tables.verticesAround(best);
  const auto vertex = [&](int i) {
    const std::uint16_t index = loop[i];
    return std::pair<std::uint32_t, Vec3>(index, tables.vertex(index));
  };
  setPolygon(best, static_cast<int>(loop.size()), normalized(wide(tables.normal(best))), vertex, feature);
  return true;
}

/// Considers only faces that meet at the support vertex: a face elsewhere may have a closer normal and yet be
/// far behind.
bool hullFace(const ConvexView& view, const DVec3& direction, std::uint32_t deepest, SupportFeature& feature,
              int known = -1) {
  const ConvexHull& hull = *view.hull;
  if (hull.tables.present()) return tableFace(hull.tables, direction, deepest, feature, known);
  if (hull.faces.empty()) {
    feature.kind = SupportFeature::Kind::Point;
    feature.count = 1;
    feature.normal = {};
    feature.id = 0;
    setCorner(feature, 0, wide(hull.vertices[deepest]), deepest);
    return true;
  }
  const std::size_t best = bestFaceAt(hull, deepest, direction);
  const ConvexHull::Face& face = hull.faces[best];
  std::uint16_t edge = face.first_edge;
  const auto vertex = [&](int) {
    const std::uint16_t index = hull.edges[edge].origin;
    edge = hull.edges[edge].next;
    return std::pair<std::uint32_t, Vec3>(index, hull.vertices[index]);
  };
  setPolygon(best, face.edge_count, normalized(wide(face.normal)), vertex, feature);
  return true;
}

/// Rim points at 0°, 90°, 180° and 270° from the direction's radial part, or from +X if the end is
/// perpendicular to the direction.
void capDisc(const ConvexView& view, bool is_top, const DVec3& direction, SupportFeature& feature) {
  const double y = is_top ? view.half_height : -static_cast<double>(view.half_height);
  const double r = is_top ? view.radius_top : view.radius_bottom;
  feature.kind = SupportFeature::Kind::Disc;
  feature.id = is_top ? 0 : 1;
  feature.count = 4;
  feature.normal = {0, is_top ? 1.0 : -1.0, 0};
  feature.centre = {0, y, 0};
  feature.disc_radius = r;
  // Below this tilt the depth hardly varies along the rim, and the direction of the lowest point is noise.
  // Points fixed in the body keep their impulses. The depth is then wrong by at most 0.3 r times the tilt.
  constexpr double kFlatTilt = 2e-4;
  Radial u = radialPart(direction);
  if (u.length < kFlatTilt * length(direction)) u = {};
  setCorner(feature, 0, {u.x * r, y, u.z * r}, 0);
  setCorner(feature, 1, {-u.z * r, y, u.x * r}, 1);
  setCorner(feature, 2, {-u.x * r, y, -u.z * r}, 2);
  setCorner(feature, 3, {u.z * r, y, -u.x * r}, 3);
}

void cylinderFace(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const double h = view.half_height, top = view.radius_top, bottom = view.radius_bottom;
  const Radial u = radialPart(direction);
  const DVec3 side = sideNormal(view, u);
  const double along_side = dot(side, direction);
  const double along_top = direction.y, along_bottom = -direction.y;
  // The tip of a cone is no face.
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
  const double across = u.x * side.x + u.z * side.z;
  for (int i = 0; i < 2; ++i) {
    feature.ball_radius[i] = (i == 0 ? top : bottom) / across;
    feature.ball_centre[i] = feature.corners[i].point() - side * feature.ball_radius[i];
  }
}

/// The support points of both spheres. Where a plane perpendicular to `direction` touches both, they are the
/// ends of the line of contact.
void taperedCapsuleLine(const ConvexView& view, const DVec3& direction, SupportFeature& feature) {
  const double h = view.half_height;
  feature.kind = SupportFeature::Kind::Segment;
  feature.id = 0;
  feature.count = 2;
  feature.normal = taperNormal(view, radialPart(direction));
  for (int i = 0; i < 2; ++i) {
    feature.ball_radius[i] = i == 0 ? view.radius_top : view.radius_bottom;
    feature.ball_centre[i] = {0, i == 0 ? h : -h, 0};
    setCorner(feature, i, feature.ball_centre[i] + direction * feature.ball_radius[i],
              static_cast<std::uint32_t>(i));
  }
}

}  // namespace

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
      const ConvexHull& hull = *view.hull;
      if (hull.tables.present()) {
        return normalized(wide(hull.tables.normal(hull.tables.nearestNormal(direction))));
      }
      double best = -1e300;
      const Vec3* normal = nullptr;
      for (const ConvexHull::Face& face : hull.faces) {
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
      hullFace(view, direction, supportPoint(view, direction).feature, feature);
      return;
    case ConvexKind::Cylinder:
      return cylinderFace(view, direction, feature);
    case ConvexKind::TaperedCapsule:
      return taperedCapsuleLine(view, direction, feature);
  }
}

bool supportingFaceAt(const ConvexView& view, const DVec3& direction, std::uint32_t vertex,
                      SupportFeature& feature, int known) {
  if (view.kind == ConvexKind::Hull && vertex < view.hull->vertices.size())
    return hullFace(view, direction, vertex, feature, known);
  supportingFace(view, direction, feature);
  return true;
}

void place(SupportFeature& feature, const Placement& placement) {
  feature.normal = placement.direction(feature.normal);
  if (feature.kind == SupportFeature::Kind::Disc) feature.centre = placement.point(feature.centre);
  if (feature.kind == SupportFeature::Kind::Segment) {
    for (DVec3& centre : feature.ball_centre) centre = placement.point(centre);
  }
  for (int i = 0; i < feature.count; ++i) {
    const DVec3 p = placement.point(feature.corners[i].point());
    feature.corners[i] = {p.x, p.y, p.z, feature.corners[i].id};
  }
}

}  // namespace carom::collide
