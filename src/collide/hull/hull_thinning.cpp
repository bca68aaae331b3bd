// Points inside a face or an edge become vertices of the triangulated hull if they tie for the farthest point
// or protrude by rounding; they would divide faces into slivers. A vertex v may be removed if it is within
// the tolerance of the hull of the other vertices. Removing v replaces its triangles by triangles between its
// neighbours, so only the hull near v matters: v's distance is that from the hull of its neighbours and one
// inner point (v's own triangles keep that point on the inner side). Vertices that are not neighbours of each
// other are removed in one pass.
//
// A cheaper test excludes nearly all vertices. With n the mean normal at v, all other vertices are below v's
// highest neighbour along n (a linear function on a convex surface has no second maximum). So v protrudes at
// least by its distance above that neighbour.
#include "collide/hull/hull_thinning.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "collide/hull/hull_settings.hpp"

namespace carom::collide {

namespace {

constexpr std::uint32_t kNoLimit = 0x7fffffff;

/// The neighbours of each vertex, contiguous, and the sum of the normals around it.
struct Stars {
  std::vector<std::int32_t> first;  ///< Per vertex, index into `neighbours`, and the end.
  std::vector<std::int32_t> neighbours;
  std::vector<DVec3> normal;
};

Stars starsOf(std::span<const GridPoint> points, const GridHull& hull) {
  Stars stars;
  stars.first.assign(points.size() + 1, 0);
  stars.normal.assign(points.size(), {});
  for (const GridTriangle& t : hull.triangles) {
    const DVec3 a = points[t.vertex[0]].position();
    const DVec3 b = points[t.vertex[1]].position();
    const DVec3 c = points[t.vertex[2]].position();
    const DVec3 normal = normalized(cross(b - a, c - a));
    for (const std::int32_t v : t.vertex) {
      ++stars.first[static_cast<std::size_t>(v) + 1];
      stars.normal[v] += normal;
    }
  }
  for (std::size_t i = 1; i < stars.first.size(); ++i) stars.first[i] += stars.first[i - 1];
  stars.neighbours.resize(static_cast<std::size_t>(stars.first.back()));
  std::vector<std::int32_t> fill(stars.first.begin(), stars.first.end() - 1);
  for (const GridTriangle& t : hull.triangles) {
    // On a closed surface each neighbour of v follows v in exactly one triangle.
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t v = static_cast<std::size_t>(t.vertex[i]);
      stars.neighbours[fill[v]++] = t.vertex[(i + 1) % 3];
    }
  }
  return stars;
}

GridPoint innerPoint(std::span<const GridPoint> points) {
  DVec3 sum;
  for (const GridPoint& p : points) sum += p.position();
  sum *= 1.0 / static_cast<double>(points.size());
  return {static_cast<std::int32_t>(sum.x), static_cast<std::int32_t>(sum.y),
          static_cast<std::int32_t>(sum.z)};
}

/// Distance by which a vertex protrudes from the hull of the others; if that exceeds `tolerance`, any larger
/// value.
double protrusion(std::span<const GridPoint> points, const Stars& stars, std::size_t vertex,
                  const GridPoint& inner, double tolerance) {
  const DVec3 p = points[vertex].position();
  const DVec3 up = normalized(stars.normal[vertex]);
  double lead = 1e300;
  std::vector<GridPoint> around;
  for (std::int32_t i = stars.first[vertex]; i < stars.first[vertex + 1]; ++i) {
    const GridPoint& q = points[stars.neighbours[i]];
    around.push_back(q);
    lead = std::min(lead, dot(up, p - q.position()));
  }
  if (lead > tolerance) return lead;
  around.push_back(inner);
  const GridHull hull = buildGridHull(around, HullBuildSettings::kFinestThreshold, kNoLimit);
  if (hull.span != Span::Solid) return 1e300;
  double out = 0;
  for (const GridTriangle& t : hull.triangles) {
    const DVec3 a = around[t.vertex[0]].position();
    const DVec3 b = around[t.vertex[1]].position();
    const DVec3 c = around[t.vertex[2]].position();
    out = std::max(out, dot(normalized(cross(b - a, c - a)), p - a));
  }
  return out;
}

/// Marks vertices to remove, the flattest first, no two of them neighbours. Returns false if there are none.
bool markFlatVertices(std::span<const GridPoint> points, const GridHull& hull, double tolerance,
                      std::vector<bool>& keep) {
  const Stars stars = starsOf(points, hull);
  const GridPoint inner = innerPoint(points);
  std::vector<std::pair<double, std::size_t>> flat;
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (stars.first[v] == stars.first[v + 1]) continue;
    const double out = protrusion(points, stars, v, inner, tolerance);
    if (out <= tolerance) flat.emplace_back(out, v);
  }
  compactSort(flat.begin(), flat.end());
  std::vector<bool> held(points.size(), false);
  for (const auto& [out, v] : flat) {
    if (held[v]) continue;
    keep[v] = false;
    for (std::int32_t i = stars.first[v]; i < stars.first[v + 1]; ++i) {
      held[stars.neighbours[i]] = true;
    }
  }
  return !flat.empty();
}

}  // namespace

GridHull thinHull(std::vector<GridPoint>& points, std::vector<std::uint32_t>& sources, const GridHull& hull,
                  double tolerance) {
  std::vector<bool> keep(points.size(), false);
  for (const GridTriangle& t : hull.triangles) {
    for (const std::int32_t v : t.vertex) keep[v] = true;
  }
  GridHull current = hull;
  for (int pass = 0; pass <= HullBuildSettings::kMaxThinningPasses; ++pass) {
    std::vector<GridPoint> kept_points;
    std::vector<std::uint32_t> kept_sources;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!keep[i]) continue;
      kept_points.push_back(points[i]);
      kept_sources.push_back(sources[i]);
    }
    GridHull next = buildGridHull(kept_points, HullBuildSettings::kFinestThreshold, kNoLimit);
    if (next.span != Span::Solid) break;
    points = std::move(kept_points);
    sources = std::move(kept_sources);
    current = std::move(next);
    keep.assign(points.size(), true);
    if (pass == HullBuildSettings::kMaxThinningPasses || !markFlatVertices(points, current, tolerance, keep))
      break;
  }
  return current;
}

}  // namespace carom::collide
