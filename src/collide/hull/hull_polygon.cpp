// Quickhull in two dimensions (W. F. Eddy, "A new convex hull algorithm for planar sets", ACM TOMS 3(4),
// 1977), on coordinates in the plane rounded to integers: cross products of differences have at most 57 bits
// and are exact. The farthest point beyond an edge is on the hull's border, and the points beyond its two new
// edges are among those beyond the old one. The edge with the farthest point comes first, so stopping early
// keeps the points that change most.
#include "collide/hull/hull_polygon.hpp"

#include <queue>

namespace carom::collide {

namespace {

struct PlanePoint {
  std::int64_t x = 0, y = 0;
};

/// Twice the area of a, b, p: positive to the left of a→b.
std::int64_t side(const PlanePoint& a, const PlanePoint& b, const PlanePoint& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

double lengthOf(const PlanePoint& a, const PlanePoint& b) {
  const double x = static_cast<double>(b.x - a.x), y = static_cast<double>(b.y - a.y);
  return std::sqrt(x * x + y * y);
}

struct PolygonEdge {
  std::int32_t from = 0, to = 0;  ///< Points.
  std::int32_t next = 0;          ///< Edge.
  std::vector<std::int32_t> outside;
  std::int32_t farthest = -1;
  double distance = 0;
};

struct Candidate {
  double distance;
  std::int32_t edge;
  friend bool operator<(const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.edge > b.edge;
  }
};

class PlaneQuickHull {
 public:
  PlaneQuickHull(std::vector<PlanePoint> points, double threshold)
      : points_(std::move(points)), threshold_(threshold) {}

  std::vector<std::int32_t> build(std::uint32_t max_vertices);
  double residual() const { return residual_; }
  bool simplified() const { return simplified_; }

 private:
  const PlanePoint& point(std::int32_t i) const { return points_[i]; }
  void setOutside(PolygonEdge& edge, const std::vector<std::int32_t>& candidates);
  void thin(std::vector<std::int32_t>& loop);

  std::vector<PlanePoint> points_;
  double threshold_;
  double residual_ = 0;
  bool simplified_ = false;
  std::vector<PolygonEdge> edges_;
};

void PlaneQuickHull::setOutside(PolygonEdge& edge, const std::vector<std::int32_t>& candidates) {
  const PlanePoint a = point(edge.from), b = point(edge.to);
  const double scale = 1 / lengthOf(a, b);
  std::int64_t farthest = 0;
  for (const std::int32_t p : candidates) {
    const std::int64_t area = -side(a, b, point(p));
    if (area <= 0) continue;
    const double distance = static_cast<double>(area) * scale;
    if (!(distance > threshold_)) {
      if (distance > residual_) residual_ = distance;
      continue;
    }
    edge.outside.push_back(p);
    if (area > farthest) farthest = area, edge.farthest = p, edge.distance = distance;
  }
}

/// Removes corners that protrude by no more than the threshold, the flattest first.
void PlaneQuickHull::thin(std::vector<std::int32_t>& loop) {
  while (loop.size() > 3) {
    double flattest = threshold_;
    std::size_t at = loop.size();
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const PlanePoint before = point(loop[(i + loop.size() - 1) % loop.size()]);
      const PlanePoint after = point(loop[(i + 1) % loop.size()]);
      const double out = static_cast<double>(-side(before, after, point(loop[i]))) / lengthOf(before, after);
      if (out <= flattest) flattest = out, at = i;
    }
    if (at == loop.size()) return;
    if (flattest > residual_) residual_ = flattest;
    loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

std::vector<std::int32_t> PlaneQuickHull::build(std::uint32_t max_vertices) {
  std::int32_t low = 0, high = 0;
  std::vector<std::int32_t> all;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(points_.size()); ++i) {
    const PlanePoint &p = point(i), &l = point(low), &h = point(high);
    if (p.x < l.x || (p.x == l.x && p.y < l.y)) low = i;
    if (p.x > h.x || (p.x == h.x && p.y > h.y)) high = i;
    all.push_back(i);
  }
  edges_.resize(2);
  edges_[0].from = low, edges_[0].to = high, edges_[0].next = 1;
  edges_[1].from = high, edges_[1].to = low, edges_[1].next = 0;
  std::priority_queue<Candidate> queue;
  for (std::int32_t e = 0; e < 2; ++e) {
    setOutside(edges_[e], all);
    if (edges_[e].farthest >= 0) {
      queue.push({edges_[e].distance, e});
    }
  }
  while (!queue.empty()) {
    if (edges_.size() >= max_vertices) {
      simplified_ = true;
      if (queue.top().distance > residual_) residual_ = queue.top().distance;
      break;
    }
    const std::size_t first = static_cast<std::size_t>(queue.top().edge), second = edges_.size();
    queue.pop();
    PolygonEdge old = std::move(edges_[first]);
    edges_.emplace_back();
    edges_[first] = {};
    edges_[first].from = old.from, edges_[first].to = old.farthest;
    edges_[first].next = static_cast<std::int32_t>(second);
    edges_[second].from = old.farthest, edges_[second].to = old.to, edges_[second].next = old.next;
    for (const std::size_t e : {first, second}) {
      setOutside(edges_[e], old.outside);
      if (edges_[e].farthest >= 0) queue.push({edges_[e].distance, static_cast<std::int32_t>(e)});
    }
  }
  std::vector<std::int32_t> loop;
  std::int32_t e = 0;
  do {
    loop.push_back(edges_[e].from);
    e = edges_[e].next;
  } while (e != 0);
  thin(loop);
  return loop;
}

std::int64_t rounded(double value) {
  return static_cast<std::int64_t>(value < 0 ? value - 0.5 : value + 0.5);
}

}  // namespace

FlatPolygon buildFlatPolygon(std::span<const GridPoint> points, const std::int32_t base[3], double threshold,
                             std::uint32_t max_vertices) {
  const auto at = [&](std::int32_t i) { return points[i].position(); };
  const DVec3 origin = at(base[0]);
  const DVec3 along = normalized(at(base[1]) - origin);
  FlatPolygon result;
  result.normal = normalized(cross(along, at(base[2]) - origin));
  const DVec3 across = cross(result.normal, along);
  std::vector<PlanePoint> in_plane;
  in_plane.reserve(points.size());
  double off_plane = 0;
  for (const GridPoint& p : points) {
    const DVec3 d = p.position() - origin;
    in_plane.push_back({rounded(dot(along, d)), rounded(dot(across, d))});
    const double off = dot(result.normal, d);
    off_plane = std::max(off_plane, off < 0 ? -off : off);
  }
  PlaneQuickHull hull(std::move(in_plane), threshold);
  result.vertices = hull.build(max_vertices);
  result.residual = std::max(hull.residual(), off_plane);
  result.simplified = hull.simplified();
  return result;
}

}  // namespace carom::collide
