// Merging is optional everywhere, so every condition of a valid face is checked before an edge is removed.
// Nothing has to be repaired, and the result is a valid polyhedron whatever the tolerance. (Merging first and
// repairing afterwards, as in D. Gregorius, "Implementing QuickHull", GDC 2014, has to handle vertices with
// two faces and faces with two edges.) Whole faces are found because thinHull has left no vertices inside
// them: a face's corners are in convex position, so each part of its triangulation is convex as well.
#include "collide/hull/hull_merge.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "collide/hull/hull_settings.hpp"

namespace carom::collide {

namespace {

struct Edge {
  std::int32_t origin, next, previous, twin, face;
};

class Merger {
 public:
  Merger(std::span<const GridPoint> points, const GridHull& hull, double tolerance);
  PolygonHull run();

 private:
  struct Fit {
    DVec3 normal;
    double spread = 0;  ///< Half the range of the vertices along the normal.
    double middle = 0;
  };
  Edge& edge(std::int32_t i) { return edges_[i]; }
  DVec3 origin(std::int32_t e) { return points_[edge(e).origin].position(); }
  std::int32_t& degree(std::int32_t e) { return degree_[edge(e).origin]; }
  DVec3 area(std::int32_t face);
  Fit fit(std::int32_t face_a, std::int32_t face_b);
  bool shareOneEdge(std::int32_t face_a, std::int32_t face_b);
  bool cornerIsConvex(std::int32_t into, std::int32_t out, const DVec3& normal);
  bool supports(const Fit& plane) const;
  bool tryJoin(std::int32_t e);
  PolygonHull compact();

  std::span<const GridPoint> points_;
  double tolerance_;
  std::vector<Edge> edges_;
  std::vector<bool> edge_alive_;
  std::vector<std::int32_t> first_edge_;  ///< Per face; -1: it was merged into another.
  std::vector<std::int32_t> edge_count_;
  std::vector<std::int32_t> degree_;
};

Merger::Merger(std::span<const GridPoint> points, const GridHull& hull, double tolerance)
    : points_(points), tolerance_(tolerance) {
  const std::size_t count = hull.triangles.size();
  edges_.resize(3 * count);
  edge_alive_.assign(3 * count, true);
  first_edge_.resize(count);
  edge_count_.assign(count, 3);
  degree_.assign(points.size(), 0);
  for (std::size_t t = 0; t < count; ++t) {
    const std::int32_t base = static_cast<std::int32_t>(3 * t);
    first_edge_[t] = base;
    for (std::int32_t side = 0; side < 3; ++side) {
      const std::int32_t vertex = hull.triangles[t].vertex[side];
      const std::int32_t end = hull.triangles[t].vertex[(side + 1) % 3];
      const std::int32_t neighbour = hull.triangles[t].neighbour[side];
      const GridTriangle& other = hull.triangles[neighbour];
      const std::int32_t other_side = other.vertex[0] == end ? 0 : (other.vertex[1] == end ? 1 : 2);
      edge(base + side) = {vertex, base + (side + 1) % 3, base + (side + 2) % 3, 3 * neighbour + other_side,
                           static_cast<std::int32_t>(t)};
      ++degree_[vertex];
    }
  }
}

/// Twice the area times the normal.
DVec3 Merger::area(std::int32_t face) {
  const std::int32_t first = first_edge_[face];
  const DVec3 base = origin(first);
  DVec3 sum;
  for (std::int32_t e = edge(first).next; edge(e).next != first; e = edge(e).next) {
    sum += cross(origin(e) - base, origin(edge(e).next) - base);
  }
  return sum;
}

Merger::Fit Merger::fit(std::int32_t face_a, std::int32_t face_b) {
  Fit result;
  result.normal = normalized(area(face_a) + area(face_b));
  double low = 1e300, high = -1e300;
  for (const std::int32_t face : {face_a, face_b}) {
    const std::int32_t first = first_edge_[face];
    std::int32_t e = first;
    do {
      const double along = dot(result.normal, origin(e));
      low = std::min(low, along), high = std::max(high, along);
      e = edge(e).next;
    } while (e != first);
  }
  result.spread = 0.5 * (high - low);
  result.middle = 0.5 * (high + low);
  return result;
}

bool Merger::shareOneEdge(std::int32_t face_a, std::int32_t face_b) {
  int shared = 0;
  const std::int32_t first = first_edge_[face_a];
  std::int32_t e = first;
  do {
    if (edge(edge(e).twin).face == face_b) ++shared;
    e = edge(e).next;
  } while (e != first);
  return shared == 1;
}

/// Whether a corner of the merged face, between the incoming and the outgoing edge, is convex. It may be
/// concave by a tenth of the tolerance: collinear corners are exact on the grid only.
bool Merger::cornerIsConvex(std::int32_t into, std::int32_t out, const DVec3& normal) {
  const DVec3 before = origin(into), corner = origin(out), after = origin(edge(out).next);
  const double turn = dot(cross(corner - before, after - corner), normal);
  return turn >= -0.1 * tolerance_ * length(after - before);
}

bool Merger::supports(const Fit& plane) const {
  for (const GridPoint& p : points_) {
    if (dot(plane.normal, p.position()) > plane.middle + tolerance_) return false;
  }
  return true;
}

bool Merger::tryJoin(std::int32_t e) {
  const std::int32_t t = edge(e).twin;
  const std::int32_t stays = edge(e).face, goes = edge(t).face;
  if (degree(e) <= 3 || degree(t) <= 3) return false;
  const Fit plane = fit(stays, goes);
  if (plane.spread > tolerance_) return false;
  if (!shareOneEdge(stays, goes)) return false;
  if (dot(plane.normal, area(stays)) <= 0 || dot(plane.normal, area(goes)) <= 0) return false;
  if (!cornerIsConvex(edge(e).previous, edge(t).next, plane.normal)) return false;
  if (!cornerIsConvex(edge(t).previous, edge(e).next, plane.normal)) return false;
  if (!supports(plane)) return false;

  for (std::int32_t i = edge(t).next; i != t; i = edge(i).next) edge(i).face = stays;
  --degree(e), --degree(t);
  const std::int32_t e_before = edge(e).previous, e_after = edge(e).next;
  const std::int32_t t_before = edge(t).previous, t_after = edge(t).next;
  edge(e_before).next = t_after, edge(t_after).previous = e_before;
  edge(t_before).next = e_after, edge(e_after).previous = t_before;
  edge_alive_[e] = edge_alive_[t] = false;
  first_edge_[stays] = e_after;
  first_edge_[goes] = -1;
  edge_count_[stays] += edge_count_[goes] - 2;
  return true;
}

PolygonHull Merger::run() {
  // The flattest first. Repeated while anything was merged, since a condition that failed may hold later.
  std::vector<std::pair<double, std::int32_t>> order;
  for (std::int32_t e = 0; e < static_cast<std::int32_t>(edges_.size()); ++e) {
    if (e > edge(e).twin) continue;
    const double spread = fit(edge(e).face, edge(edge(e).twin).face).spread;
    if (spread <= tolerance_) order.emplace_back(spread, e);
  }
  compactSort(order.begin(), order.end());
  bool joined = true;
  for (int sweep = 0; joined && sweep < HullBuildSettings::kMaxMergeSweeps; ++sweep) {
    joined = false;
    for (const auto& [spread, e] : order) {
      if (edge_alive_[e] && tryJoin(e)) joined = true;
    }
  }
  return compact();
}

PolygonHull Merger::compact() {
  PolygonHull result;
  std::vector<std::int32_t> edge_index(edges_.size(), -1), face_index(first_edge_.size(), -1);
  std::int32_t count = 0;
  for (std::int32_t e = 0; e < static_cast<std::int32_t>(edges_.size()); ++e) {
    if (!edge_alive_[e] || e > edge(e).twin) continue;
    edge_index[e] = count++;
    edge_index[edge(e).twin] = count++;
  }
  for (std::size_t f = 0; f < first_edge_.size(); ++f) {
    if (first_edge_[f] < 0) continue;
    face_index[f] = static_cast<std::int32_t>(result.faces.size());
    result.faces.push_back(
        {normalized(area(static_cast<std::int32_t>(f))), edge_index[first_edge_[f]], edge_count_[f]});
  }
  result.edges.resize(static_cast<std::size_t>(count));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    if (!edge_alive_[e]) continue;
    result.edges[edge_index[e]] = {edges_[e].origin, edge_index[edges_[e].next], face_index[edges_[e].face]};
  }
  return result;
}

}  // namespace

PolygonHull mergeFaces(std::span<const GridPoint> points, const GridHull& hull, double tolerance) {
  return Merger(points, hull, tolerance).run();
}

}  // namespace carom::collide
