// Quickhull with exact tests.
//
// C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", ACM TOMS 22(4), 1996:
// start with a tetrahedron; each face has the list of points above it; take the farthest such point, remove
// all faces visible from it, close the hole (its border is the horizon) with a fan of new faces, and
// distribute the removed faces' points to these.
//
// Quickhull in floating point has to repair the effects of rounding. Here there are none: points lie on a
// grid of 26 bits, so a face's normal (a cross product of differences) has at most 54 bits and is exact in
// 64-bit integers and, as its terms are below 2^53, in double. Whether a point is above a face needs 82 bits;
// it is decided in double if the result exceeds its rounding error, otherwise in 128-bit integers. With exact
// tests, and only faces strictly below the point removed, the removed part is always a disc, and the surface
// stays closed and convex. No new face is degenerate: a point in line with a horizon edge would be in the
// plane of the removed face at that edge, which then would not have been removed.
#include "collide/hull/hull_builder.hpp"

#include <queue>

#include "collide/hull/hull_settings.hpp"

namespace carom::collide {

namespace {

__extension__ typedef __int128 Int128;

struct Face {
  std::int32_t vertex[3];
  std::int32_t neighbour[3] = {-1, -1, -1};
  DVec3 normal;               ///< Exact integers.
  DVec3 base;                 ///< vertex[0].
  double inverse_length = 0;  ///< Of the normal.
  std::int32_t first = -1;    ///< First of the points above it; next_point_ links them.
  std::int32_t farthest = -1;
  double farthest_distance = 0;
  bool alive = true;
  std::uint32_t seen = 0;  ///< Number of the insertion in which it was visible.
};

struct Candidate {
  double distance;
  std::int32_t face;
  /// Farthest first; of equal ones, the older face.
  friend bool operator<(const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.face > b.face;
  }
};

class QuickHull {
 public:
  QuickHull(std::span<const GridPoint> points, double threshold, std::uint32_t max_vertices)
      : points_(points), threshold_(threshold), max_vertices_(max_vertices) {}

  GridHull build();

 private:
  DVec3 position(std::int32_t point) const { return points_[point].position(); }
  Face& face(std::int32_t index) { return faces_[index]; }

  Span findSimplex(std::int32_t simplex[4]) const;
  void startWith(const std::int32_t simplex[4]);
  std::int32_t addFace(std::int32_t a, std::int32_t b, std::int32_t c);
  double distance(const Face& face, const DVec3& p) const {
    return dot(face.normal, p - face.base) * face.inverse_length;
  }
  bool isAbove(const Face& face, const DVec3& p) const;
  void give(std::int32_t point, std::int32_t first_face, std::int32_t last_face);
  void insert(std::int32_t point, std::int32_t from_face);
  void findVisible(std::int32_t point, std::int32_t from_face);
  void findHorizon();
  void compact(GridHull& result);

  std::span<const GridPoint> points_;
  double threshold_;
  std::uint32_t max_vertices_;
  std::vector<Face> faces_;
  std::vector<std::int32_t> next_point_;
  std::priority_queue<Candidate> queue_;
  std::size_t live_faces_ = 0;
  std::uint32_t insertion_ = 0;
  std::uint64_t tests_ = 0;
  double residual_ = 0;
  std::vector<std::int32_t> visible_;
  struct HorizonEdge {
    std::int32_t from, to, outside, outside_side;
  };
  std::vector<HorizonEdge> horizon_;
};

/// Up to four points far apart: the farthest two of the axis extremes, the point farthest from their line,
/// and the point farthest from that plane.
Span QuickHull::findSimplex(std::int32_t simplex[4]) const {
  std::int32_t extreme[6] = {0, 0, 0, 0, 0, 0};
  const std::int32_t count = static_cast<std::int32_t>(points_.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const DVec3 p = position(i);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (p[axis] < position(extreme[2 * axis])[axis]) extreme[2 * axis] = i;
      if (p[axis] > position(extreme[2 * axis + 1])[axis]) extreme[2 * axis + 1] = i;
    }
  }
  double best = -1;
  for (int i = 0; i < 6; ++i) {
    for (int j = i + 1; j < 6; ++j) {
      const double squared = lengthSquared(position(extreme[j]) - position(extreme[i]));
      if (squared > best) best = squared, simplex[0] = extreme[i], simplex[1] = extreme[j];
    }
  }
  if (!(std::sqrt(best) > threshold_)) return Span::Point;

  const DVec3 origin = position(simplex[0]);
  const DVec3 line = normalized(position(simplex[1]) - origin);
  best = -1;
  for (std::int32_t i = 0; i < count; ++i) {
    const double squared = lengthSquared(cross(position(i) - origin, line));
    if (squared > best) best = squared, simplex[2] = i;
  }
  if (!(std::sqrt(best) > threshold_)) return Span::Line;

  const DVec3 normal = normalized(cross(line, position(simplex[2]) - origin));
  best = -1;
  for (std::int32_t i = 0; i < count; ++i) {
    const double along = dot(normal, position(i) - origin);
    const double distance = along < 0 ? -along : along;
    if (distance > best) best = distance, simplex[3] = i;
  }
  return best > threshold_ ? Span::Solid : Span::Plane;
}

std::int32_t QuickHull::addFace(std::int32_t a, std::int32_t b, std::int32_t c) {
  Face made;
  made.vertex[0] = a, made.vertex[1] = b, made.vertex[2] = c;
  made.base = position(a);
  made.normal = cross(position(b) - made.base, position(c) - made.base);
  made.inverse_length = 1 / length(made.normal);
  faces_.push_back(made);
  ++live_faces_;
  return static_cast<std::int32_t>(faces_.size()) - 1;
}

bool QuickHull::isAbove(const Face& face, const DVec3& p) const {
  const DVec3 d = p - face.base;
  const DVec3 terms = scaled(face.normal, d), size = absolute(terms);
  const double sum = terms.x + terms.y + terms.z;
  const double error = 1e-15 * (size.x + size.y + size.z);
  if (sum > error) return true;
  if (sum < -error) return false;
  Int128 exact = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    exact += static_cast<Int128>(static_cast<std::int64_t>(face.normal[i])) * static_cast<std::int64_t>(d[i]);
  }
  return exact > 0;
}

/// Adds a point to the list of that face of a range which it is farthest above; drops it if it is above none.
void QuickHull::give(std::int32_t point, std::int32_t first_face, std::int32_t last_face) {
  const DVec3 p = position(point);
  double best = 0;
  std::int32_t best_face = -1;
  for (std::int32_t f = first_face; f < last_face; ++f) {
    const double above = distance(face(f), p);
    if (above > best) best = above, best_face = f;
  }
  tests_ += static_cast<std::uint64_t>(last_face - first_face);
  if (best_face < 0) return;
  if (!(best > threshold_)) {
    if (best > residual_) residual_ = best;
    return;
  }
  Face& owner = face(best_face);
  next_point_[point] = owner.first;
  owner.first = point;
  if (best > owner.farthest_distance) owner.farthest_distance = best, owner.farthest = point;
}

void QuickHull::startWith(const std::int32_t simplex[4]) {
  std::int32_t a = simplex[0], b = simplex[1], c = simplex[2];
  const std::int32_t d = simplex[3];
  addFace(a, b, c);
  if (isAbove(faces_[0], position(d))) {
    const std::int32_t swap = b;
    b = c, c = swap;
    faces_.clear();
    live_faces_ = 0;
    addFace(a, b, c);
  }
  addFace(b, a, d);
  addFace(c, b, d);
  addFace(a, c, d);
  static constexpr std::int32_t kNeighbours[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  for (std::size_t f = 0; f < 4; ++f) {
    for (int side = 0; side < 3; ++side) faces_[f].neighbour[side] = kNeighbours[f][side];
  }
  next_point_.assign(points_.size(), -1);
  const std::int32_t count = static_cast<std::int32_t>(points_.size());
  for (std::int32_t i = 0; i < count; ++i) {
    if (i != simplex[0] && i != simplex[1] && i != simplex[2] && i != simplex[3]) give(i, 0, 4);
  }
  for (std::int32_t f = 0; f < 4; ++f) {
    if (face(f).first >= 0) queue_.push({face(f).farthest_distance, f});
  }
}

/// Finds all faces strictly below the point; they are connected.
void QuickHull::findVisible(std::int32_t point, std::int32_t from_face) {
  const DVec3 p = position(point);
  ++insertion_;
  visible_.assign(1, from_face);
  face(from_face).seen = insertion_;
  for (std::size_t i = 0; i < visible_.size(); ++i) {
    for (const std::int32_t n : face(visible_[i]).neighbour) {
      if (face(n).seen == insertion_ || !isAbove(face(n), p)) continue;
      face(n).seen = insertion_;
      visible_.push_back(n);
    }
  }
}

int sideFrom(const Face& face, std::int32_t vertex) {
  return face.vertex[0] == vertex ? 0 : (face.vertex[1] == vertex ? 1 : 2);
}

/// Finds the border of the visible faces, in order: at the end of a border edge, turn through visible faces
/// until the next border edge.
void QuickHull::findHorizon() {
  horizon_.clear();
  std::int32_t f = -1;
  int side = 0;
  for (std::size_t i = 0; i < visible_.size() && f < 0; ++i) {
    for (int s = 0; s < 3; ++s) {
      if (face(face(visible_[i]).neighbour[s]).seen == insertion_) continue;
      f = visible_[i], side = s;
      break;
    }
  }
  const std::int32_t first_face = f;
  const int first_side = side;
  do {
    const Face& inside = face(f);
    const std::int32_t from = inside.vertex[side], to = inside.vertex[(side + 1) % 3];
    const std::int32_t outside = inside.neighbour[side];
    horizon_.push_back({from, to, outside, sideFrom(face(outside), to)});
    side = (side + 1) % 3;
    while (face(face(f).neighbour[side]).seen == insertion_) {
      f = face(f).neighbour[side];
      side = sideFrom(face(f), to);
    }
  } while (f != first_face || side != first_side);
}

void QuickHull::insert(std::int32_t point, std::int32_t from_face) {
  findVisible(point, from_face);
  findHorizon();
  const std::int32_t first_new = static_cast<std::int32_t>(faces_.size());
  const std::int32_t count = static_cast<std::int32_t>(horizon_.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const HorizonEdge& edge = horizon_[i];
    const std::int32_t made = addFace(edge.from, edge.to, point);
    face(made).neighbour[0] = edge.outside;
    face(made).neighbour[1] = first_new + (i + 1) % count;
    face(made).neighbour[2] = first_new + (i + count - 1) % count;
    face(edge.outside).neighbour[edge.outside_side] = made;
  }
  for (const std::int32_t f : visible_) {
    face(f).alive = false;
    --live_faces_;
    for (std::int32_t p = face(f).first; p >= 0;) {
      const std::int32_t next = next_point_[p];
      if (p != point) give(p, first_new, first_new + count);
      p = next;
    }
  }
  for (std::int32_t f = first_new; f < first_new + count; ++f) {
    if (face(f).first >= 0) queue_.push({face(f).farthest_distance, f});
  }
}

void QuickHull::compact(GridHull& result) {
  std::vector<std::int32_t> index(faces_.size(), -1);
  std::int32_t count = 0;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (faces_[f].alive) index[f] = count++;
  }
  result.triangles.reserve(static_cast<std::size_t>(count));
  for (const Face& f : faces_) {
    if (!f.alive) continue;
    GridTriangle triangle{};
    for (int side = 0; side < 3; ++side) {
      triangle.vertex[side] = f.vertex[side];
      triangle.neighbour[side] = index[f.neighbour[side]];
    }
    result.triangles.push_back(triangle);
  }
}

GridHull QuickHull::build() {
  GridHull result;
  std::int32_t simplex[4] = {0, 0, 0, 0};
  result.span = findSimplex(simplex);
  for (int i = 0; i < 3; ++i) result.base[i] = simplex[i];
  if (result.span != Span::Solid) return result;

  startWith(simplex);
  const std::uint64_t budget =
      HullBuildSettings::kTestsBase + HullBuildSettings::kTestsPerPoint * points_.size();
  while (!queue_.empty()) {
    const Candidate next = queue_.top();
    if (!face(next.face).alive) {
      queue_.pop();
      continue;
    }
    // Euler: a closed triangulated surface with F faces has F/2 + 2 vertices.
    if (live_faces_ / 2 + 2 >= max_vertices_ || tests_ > budget) {
      result.simplified = true;
      if (next.distance > residual_) residual_ = next.distance;
      break;
    }
    queue_.pop();
    insert(face(next.face).farthest, next.face);
  }
  result.residual = residual_;
  compact(result);
  return result;
}

}  // namespace

GridHull buildGridHull(std::span<const GridPoint> points, double threshold, std::uint32_t max_vertices) {
  return QuickHull(points, threshold, max_vertices).build();
}

}  // namespace carom::collide
