// Clipping a facing feature against the prism over a triangle: polygons after Sutherland and Hodgman (1974),
// segments by parameter, discs by their rim points over the triangle, the rim's crossings with the sides, and
// the triangle's corners below the disc (the rest between them is arc).
#include "collide/mesh_contacts/mesh_face_clip.hpp"

namespace carom::collide {

namespace {

using Kind = SupportFeature::Kind;

/// The prism's side over edge i: inward unit normal (in the triangle's plane) and offset.
struct Sides {
  DVec3 normal[3];
  double offset[3];

  explicit Sides(const MeshTriangle& triangle) {
    for (int i = 0; i < 3; ++i) {
      const DVec3& from = triangle.corner[i];
      const DVec3& to = triangle.corner[i == 2 ? 0 : i + 1];
      normal[i] = normalized(cross(triangle.normal, to - from));
      offset[i] = dot(normal[i], from);
    }
  }
  double inside(int i, const DVec3& p) const { return dot(normal[i], p) - offset[i]; }
  bool contains(const DVec3& p, double slack) const {
    return inside(0, p) >= -slack && inside(1, p) >= -slack && inside(2, p) >= -slack;
  }
};

using Corner = OverTriangle::Point;
Corner corner(const DVec3& p, std::uint32_t id, bool primary) {
  return {p.x, p.y, p.z, id, primary};
}
constexpr int kMaxCorners = SupportFeature::kMaxPoints + 8;

/// Clips a polygon against one side; `inside`: the corners' distances from it.
int cutOff(std::uint32_t side, const double* inside, const Corner* in, int count, double slack, Corner* out) {
  int kept = 0;
  const auto push = [&](const Corner& at) {
    if (kept < kMaxCorners) out[kept++] = at;
  };
  for (int i = 0, last = count - 1; i < count; last = i++) {
    const double inside_from = inside[last], inside_to = inside[i];
    if ((inside_from > slack && inside_to < -slack) || (inside_from < -slack && inside_to > slack)) {
      const Corner &from = in[last], &to = in[i];
      const double t = inside_from / (inside_from - inside_to);
      const std::uint32_t id = (from.id * 67 + side * 5 + (inside_from > 0 ? 1u : 3u)) & 0xffffu;
      push(corner(from.point() + (to.point() - from.point()) * t, id, false));
    }
    if (inside_to >= -slack) push(in[i]);
  }
  return kept;
}

void clipPolygon(const MeshTriangle& triangle, const SupportFeature& feature, double slack,
                 OverTriangle& out) {
  // All sides are tested first: most polygons are beyond one of them, or clipped by one or two.
  DVec3 inward[3];  // Not unit: as long as the edge.
  double offset[3];
  bool cuts[3], beyond = false;
  for (int s = 0; s < 3; ++s) {
    const DVec3& from = triangle.corner[s];
    inward[s] = cross(triangle.normal, triangle.corner[s == 2 ? 0 : s + 1] - from);
    offset[s] = dot(inward[s], from);
    double least = 1e300, most = -1e300;
    for (int i = 0; i < feature.count; ++i) {
      const double d = dot(inward[s], feature.corners[i].point()) - offset[s];
      least = d < least ? d : least;
      most = d > most ? d : most;
    }
    const double allowed_squared = slack * slack * lengthSquared(inward[s]);
    cuts[s] = least < 0 && least * least > allowed_squared;
    beyond |= most < 0 && most * most > allowed_squared;
  }
  if (beyond) return;
  Corner buffers[2][kMaxCorners];
  int count = feature.count;
  Corner* in = buffers[0];
  Corner* next = buffers[1];
  for (int i = 0; i < count; ++i) in[i] = corner(feature.corners[i].point(), feature.corners[i].id, true);
  for (std::uint32_t s = 0; s < 3; ++s) {
    if (!cuts[s]) continue;
    double distance[kMaxCorners];
    for (int i = 0; i < count; ++i) distance[i] = dot(inward[s], in[i].point()) - offset[s];
    count = cutOff(s, distance, in, count, slack * length(inward[s]), next);
    Corner* swap = in;
    in = next, next = swap;
  }
  // More points than fit (a large hull face): evenly thinned.
  const int step = (count + OverTriangle::kMaxPoints - 1) / OverTriangle::kMaxPoints;
  for (int i = 0; i<count; i += step> 0 ? step : 1) out.add(in[i].point(), in[i].id, in[i].primary);
}

void clipSegment(const MeshTriangle& triangle, const SupportFeature& feature, double slack,
                 OverTriangle& out) {
  const DVec3 p = feature.corners[0].point(), d = feature.corners[1].point() - p;
  double from = 0, to = 1;
  int from_side = -1, to_side = -1;
  for (int s = 0; s < 3; ++s) {
    // Not unit: as long as the edge.
    const DVec3& at = triangle.corner[s];
    const DVec3 inward = cross(triangle.normal, triangle.corner[s == 2 ? 0 : s + 1] - at);
    const double start = dot(inward, p - at), rate = dot(inward, d), end = start + rate;
    if (start >= 0 && end >= 0) continue;
    const double allowed_squared = slack * slack * lengthSquared(inward);
    const bool starts_out = start < 0 && start * start > allowed_squared;
    const bool ends_out = end < 0 && end * end > allowed_squared;
    if (starts_out && ends_out) return;
    if (starts_out && start < from * -rate) from = start / -rate, from_side = s;
    if (ends_out && start < to * -rate) to = start / -rate, to_side = s;
  }
  if (from > to) return;
  const auto name = [](int side, std::uint32_t end) {
    return 16u + static_cast<std::uint32_t>(side) * 2 + end;
  };
  from_side < 0 ? out.add(p, feature.corners[0].id, true) : out.add(p + d * from, name(from_side, 0), false);
  to_side < 0 ? out.add(p + d, feature.corners[1].id, true) : out.add(p + d * to, name(to_side, 1), false);
}

/// Crossings of a disc's rim with a side plane: centre + r (u cos + v sin) on the plane is a·cos + b·sin = c.
int rimCrossings(const SupportFeature& disc, const DVec3& normal, double offset, DVec3* crossing) {
  const DVec3 u = perpendicular(disc.normal), v = cross(disc.normal, u);
  const double a = disc.disc_radius * dot(normal, u), b = disc.disc_radius * dot(normal, v);
  const double c = offset - dot(normal, disc.centre);
  const double ab = a * a + b * b, discriminant = ab - c * c;
  if (!(ab > 1e-60) || !(discriminant > 0)) return 0;
  const double root = std::sqrt(discriminant);
  for (int k = 0; k < 2; ++k) {
    const double s = k == 0 ? root : -root;
    crossing[k] = disc.centre + (u * ((a * c - b * s) / ab) + v * ((b * c + a * s) / ab)) * disc.disc_radius;
  }
  return 2;
}

void clipDisc(const MeshTriangle& triangle, const Sides& sides, const SupportFeature& disc, double slack,
              OverTriangle& out) {
  for (int i = 0; i < disc.count; ++i) {
    const DVec3 p = disc.corners[i].point();
    if (sides.contains(p, slack)) out.add(p, disc.corners[i].id, true);
  }
  const double slope = dot(disc.normal, triangle.normal);
  for (int s = 0; s < 3; ++s) {
    DVec3 crossing[2];
    const int count = rimCrossings(disc, sides.normal[s], sides.offset[s], crossing);
    for (int k = 0; k < count; ++k) {
      if (sides.contains(crossing[k], slack))
        out.add(crossing[k], 32u + static_cast<std::uint32_t>(2 * s + k), false);
    }
    if (!(slope > 0.1 || slope < -0.1)) continue;
    const DVec3& q = triangle.corner[s];
    const DVec3 above = q + triangle.normal * (dot(disc.normal, disc.centre - q) / slope);
    if (lengthSquared(above - disc.centre) <= disc.disc_radius * disc.disc_radius) {
      out.add(above, 48u + static_cast<std::uint32_t>(s), false);
    }
  }
}

}  // namespace

bool isOverTriangle(const MeshTriangle& triangle, const DVec3& p, double slack) {
  for (int i = 0; i < 3; ++i) {
    const DVec3& from = triangle.corner[i];
    const DVec3 edge = triangle.corner[i == 2 ? 0 : i + 1] - from;
    const double inside = dot(cross(triangle.normal, edge), p - from);
    if (inside < 0 && inside * inside > slack * slack * lengthSquared(edge)) return false;
  }
  return true;
}

bool isBesideTriangle(const MeshTriangle& triangle, const DVec3* points, double slack) {
  for (int i = 0; i < 3; ++i) {
    const DVec3& from = triangle.corner[i];
    const DVec3 inward = cross(triangle.normal, triangle.corner[i == 2 ? 0 : i + 1] - from);
    double best = -1e300;
    for (int k = 0; k < 3; ++k) {
      const double inside = dot(inward, points[k] - from);
      if (inside > best) best = inside;
    }
    if (best < 0 && best * best > slack * slack * lengthSquared(inward)) return true;
  }
  return false;
}

void clipOverTriangle(const MeshTriangle& triangle, const SupportFeature& feature, double slack,
                      OverTriangle& out) {
  out.count = 0;
  if (feature.kind == Kind::Point) {
    const DVec3 p = feature.corners[0].point();
    if (isOverTriangle(triangle, p, slack)) out.add(p, feature.corners[0].id, true);
    return;
  }
  if (feature.kind == Kind::Polygon) return clipPolygon(triangle, feature, slack, out);
  if (feature.kind == Kind::Segment) return clipSegment(triangle, feature, slack, out);
  clipDisc(triangle, Sides(triangle), feature, slack, out);
}

}  // namespace carom::collide
