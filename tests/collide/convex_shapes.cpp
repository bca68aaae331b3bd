#include "collide/convex_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collide/convex/gjk.hpp"
#include "collide/query.hpp"

namespace carom::collide::testing {

namespace {

/// Directions spread evenly over the sphere (a golden-angle spiral).
DVec3 spiral(int i, int count) {
  const double y = 1 - 2 * (i + 0.5) / count, r = std::sqrt(1 - y * y), angle = 2.399963229728653 * i;
  return {r * std::cos(angle), y, r * std::sin(angle)};
}

/// Indices of the points on the plane through three of them, counter-clockwise; empty unless all others are
/// below.
std::vector<int> faceThrough(const std::vector<Vec3>& points, int i, int j, int k, DVec3& normal) {
  const DVec3 p(points[i]);
  normal = normalized(cross(DVec3(points[j]) - p, DVec3(points[k]) - p));
  std::vector<int> on;
  if (lengthSquared(normal) < 0.5) return on;
  DVec3 middle;
  for (int v = 0; v < static_cast<int>(points.size()); ++v) {
    const double height = dot(normal, DVec3(points[v]) - p);
    if (height > 1e-5) return {};
    if (height > -1e-5) on.push_back(v), middle += DVec3(points[v]);
  }
  middle *= 1.0 / static_cast<double>(on.size());
  const DVec3 u = perpendicular(normal), w = cross(normal, u);
  std::sort(on.begin(), on.end(), [&](int a, int b) {
    const DVec3 pa = DVec3(points[a]) - middle, pb = DVec3(points[b]) - middle;
    return std::atan2(dot(pa, w), dot(pa, u)) < std::atan2(dot(pb, w), dot(pb, u));
  });
  return on;
}

bool isPolyhedron(const Shape& shape) {
  return std::holds_alternative<Box>(shape) ||
         std::holds_alternative<std::shared_ptr<const ConvexHull>>(shape);
}

}  // namespace

Shape hullOf(const std::vector<Vec3>& points) {
  auto hull = std::make_shared<ConvexHull>();
  hull->vertices = points;
  const int count = static_cast<int>(points.size());
  std::vector<std::vector<int>> loops;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      for (int k = 0; k < count; ++k) {
        if (i == j || j == k || i == k) continue;
        DVec3 normal;
        const std::vector<int> loop = faceThrough(points, i, j, k, normal);
        if (loop.size() < 3 || *std::min_element(loop.begin(), loop.end()) != i) continue;
        const bool known = std::any_of(hull->faces.begin(), hull->faces.end(), [&](const auto& face) {
          return dot(DVec3(face.normal), normal) > 1 - 1e-7;
        });
        if (known) continue;
        ConvexHull::Face face;
        face.normal = Vec3(normal);
        face.offset = static_cast<float>(dot(normal, DVec3(points[i])));
        hull->faces.push_back(face);
        loops.push_back(loop);
      }
    }
  }
  // Pair up the half edges: the first of a pair is the one met first.
  struct Pending {
    int from, to;
    std::uint16_t index;
  };
  std::vector<Pending> pending;
  std::vector<std::vector<std::uint16_t>> ids(loops.size());
  for (std::size_t f = 0; f < loops.size(); ++f) {
    const auto& loop = loops[f];
    for (std::size_t e = 0; e < loop.size(); ++e) {
      const int from = loop[e], to = loop[(e + 1) % loop.size()];
      std::uint16_t id = 0;
      const auto twin = std::find_if(pending.begin(), pending.end(),
                                     [&](const Pending& p) { return p.from == to && p.to == from; });
      if (twin != pending.end()) {
        id = static_cast<std::uint16_t>(twin->index + 1);
      } else {
        id = static_cast<std::uint16_t>(hull->edges.size());
        hull->edges.resize(hull->edges.size() + 2);
        pending.push_back({from, to, id});
      }
      hull->edges[id].origin = static_cast<std::uint16_t>(from);
      hull->edges[id].face = static_cast<std::uint16_t>(f);
      ids[f].push_back(id);
    }
  }
  for (std::size_t f = 0; f < loops.size(); ++f) {
    hull->faces[f].first_edge = ids[f][0];
    hull->faces[f].edge_count = static_cast<std::uint16_t>(ids[f].size());
    for (std::size_t e = 0; e < ids[f].size(); ++e)
      hull->edges[ids[f][e]].next = ids[f][(e + 1) % ids[f].size()];
  }
  hull->vertex_edges.resize(points.size());
  for (std::size_t e = 0; e < hull->edges.size(); ++e) {
    hull->vertex_edges[hull->edges[e].origin] = static_cast<std::uint16_t>(e);
  }
  DVec3 sum;
  for (const Vec3& p : points) sum += DVec3(p), hull->aabb.include(p);
  hull->centroid = Vec3(sum * (1.0 / count));
  makeTables(*hull);
  return std::shared_ptr<const ConvexHull>(hull);
}

Shape hullBox(const Vec3& e) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? e.x : -e.x, i & 2 ? e.y : -e.y, i & 4 ? e.z : -e.z});
  return hullOf(points);
}

Shape randomHull(Random& random, int count, double size) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec3(random.direction() * size));
  return hullOf(points);
}

std::vector<NamedShape> convexShapes() {
  Random random(7);
  return {
      {"sphere", Sphere{0.5f}},
      {"box", Box{{0.5f, 0.4f, 0.6f}}},
      {"capsule", Capsule{0.5f, 0.25f, 0.25f}},
      {"tapered capsule", Capsule{0.5f, 0.15f, 0.3f}},
      {"pointed capsule", Capsule{0.5f, 0.0f, 0.3f}},
      {"cylinder", Cylinder{0.5f, 0.35f, 0.35f}},
      {"cone", Cylinder{0.5f, 0.0f, 0.4f}},
      {"frustum", Cylinder{0.4f, 0.45f, 0.2f}},
      {"hull box", hullBox({0.4f, 0.5f, 0.3f})},
      {"hull", randomHull(random, 12, 0.6)},
  };
}

double gapAlong(const Shape& a, const Shape& b, const Transform& b_to_a, const DVec3& direction) {
  const ConvexView va = convexView(a), vb = convexView(b);
  const Placement pose = placement(b_to_a);
  const DVec3 pa = supportPoint(va, direction).point;
  const DVec3 pb = pose.point(supportPoint(vb, pose.inverseDirection(-direction)).point);
  return dot(direction, pb - pa) - va.radius - vb.radius;
}

double sampledDistance(const Shape& a, const Shape& b, const Transform& b_to_a, int samples) {
  DVec3 best_direction{0, 1, 0};
  double best = -1e300;
  const auto offer = [&](const DVec3& d) {
    const double gap = gapAlong(a, b, b_to_a, d);
    if (gap > best) best = gap, best_direction = d;
  };
  for (int i = 0; i < samples; ++i) offer(spiral(i, samples));
  for (double step = 2 / std::sqrt(samples); step > 1e-6; step *= 0.6) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      const double before = best;
      const DVec3 n = best_direction, u = perpendicular(n), v = cross(n, u);
      for (int k = 0; k < 8; ++k) {
        const double angle = (k + 0.3 * repeat) * 0.7853981633974483;
        offer(normalized(n + (u * std::cos(angle) + v * std::sin(angle)) * step));
      }
      if (best - before < 1e-7) break;
    }
  }
  return best;
}

double outside(const Shape& shape, const Vec3& point) {
  const ConvexView view = convexView(shape);
  const GjkResult result = gjkDistance(view, pointView(point), Placement{});
  return result.overlapping ? 0 : std::max(0.0, result.distance - view.radius);
}

std::vector<Manifold> contacts(const Shape& a, const Shape& b, const Transform& b_to_a,
                               float max_separation) {
  const auto scratch = makeCollideScratch();
  PairCache cache;
  CollideSettings settings;
  settings.max_separation = max_separation;
  std::vector<Manifold> manifolds;
  collide(a, b, b_to_a, settings, cache, *scratch, manifolds);
  return manifolds;
}

float smallestSeparation(const Manifold& manifold) {
  float smallest = 1e30f;
  for (int i = 0; i < manifold.point_count; ++i) smallest = std::min(smallest, manifold.points[i].separation);
  return smallest;
}

/// The largest gap along a direction near another one: the distance or depth of the shapes there.
double largestGapNear(const Shape& a, const Shape& b, const Transform& b_to_a, DVec3 direction) {
  double largest = gapAlong(a, b, b_to_a, normalized(direction));
  for (double step = 0.1; step > 1e-6;) {
    const DVec3 u = perpendicular(normalized(direction)), v = cross(normalized(direction), u);
    const double before = largest;
    for (const DVec3& towards : {u, -u, v, -v}) {
      const DVec3 n = normalized(direction + towards * step);
      const double gap = gapAlong(a, b, b_to_a, n);
      if (gap > largest) largest = gap, direction = n;
    }
    if (!(largest > before)) step *= 0.5;
  }
  return largest;
}

void expectValid(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation,
                 double tolerance) {
  const double distance = sampledDistance(a, b, b_to_a, 400);
  const std::vector<Manifold> found = contacts(a, b, b_to_a, max_separation);
  if (found.empty()) {
    // A direction along which the shapes are that far apart proves it.
    const Distance closest = collide::distance(a, b, b_to_a);
    EXPECT_GE(gapAlong(a, b, b_to_a, normalized(DVec3(closest.normal))), max_separation - tolerance)
        << "contact missed";
    return;
  }
  // The points of a line of contact have manifolds of their own: points on both surfaces, of which one is as
  // deep as the shapes are, or as deep as what is near it.
  ASSERT_LE(found.size(), 5u);
  const Manifold& m = found[0];
  double smallest = 1e30;
  for (std::size_t i = 0; i < found.size() && found.size() > 1; ++i) {
    const Vec3 n = found[i].normal;
    const ManifoldPoint& p = found[i].points[0];
    EXPECT_EQ(found[i].point_count, 1);
    EXPECT_NEAR(length(n), 1, 1e-5);
    EXPECT_GT(dot(n, m.normal), 0.95f);
    EXPECT_LE(p.separation, max_separation + tolerance);
    const double off = 1.2e-3 + 0.01 * std::max(0.0, distance);
    EXPECT_LE(outside(a, p.position - n * (0.5f * p.separation)), off) << "point " << i << " is off A";
    EXPECT_LE(outside(b, inverseTransformPoint(b_to_a, p.position + n * (0.5f * p.separation))), off)
        << "point " << i << " is off B";
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(p.feature, found[j].points[0].feature);
    smallest = std::min(smallest, static_cast<double>(p.separation));
  }
  if (found.size() > 1) {
    const double apart = collide::distance(a, b, b_to_a).distance;
    EXPECT_NEAR(smallest, apart > 0 ? apart : largestGapNear(a, b, b_to_a, DVec3(m.normal)), 6e-4)
        << "line is not as deep as the shapes";
    return;
  }
  const DVec3 n(m.normal);
  EXPECT_NEAR(length(n), 1, 1e-5);
  ASSERT_GE(m.point_count, 1);
  ASSERT_LE(m.point_count, 4);
  const double along = gapAlong(a, b, b_to_a, normalized(n));
  // Polyhedra prefer faces within a margin: 1e-4 of the size and 1 % of the depth.
  const double margin =
      isPolyhedron(a) && isPolyhedron(b) && distance < 0 ? tolerance - 0.012 * distance : tolerance;
  // No direction separates better than the one returned.
  EXPECT_GE(along, distance - margin) << "a better normal exists";
  // The deepest point is as deep as the shapes are along the normal.
  EXPECT_NEAR(smallestSeparation(m), along, margin);
  for (int i = 0; i < m.point_count; ++i) {
    // Round edges that cross at a small angle have a wider gap at the ends than along the normal; corners of
    // polyhedra are moved onto the border of the other's face from 1e-3 of the size away.
    const bool deepest = m.points[i].separation <= smallestSeparation(m);
    const double slack = deepest && !isPolyhedron(a) ? tolerance : tolerance + 1.2e-3;
    const ManifoldPoint& p = m.points[i];
    EXPECT_LE(p.separation, max_separation + tolerance);
    const Vec3 on_a = p.position - m.normal * (0.5f * p.separation);
    const Vec3 on_b = p.position + m.normal * (0.5f * p.separation);
    EXPECT_LE(outside(a, on_a), slack) << "point " << i << " is off A";
    EXPECT_LE(outside(b, inverseTransformPoint(b_to_a, on_b)), slack) << "point " << i << " is off B";
    for (int j = 0; j < i; ++j) EXPECT_NE(p.feature, m.points[j].feature);
  }
}

}  // namespace carom::collide::testing
