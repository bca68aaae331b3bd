// Selecting pairs of features, four at a time in float. What is kept is computed again in double
// (mesh_mesh_pair.cpp); rounding and tolerances here only keep more.
//
// A contact of two surfaces has a direction n from A to B in which both features are locally extreme: n is in
// the cone of normals of A's feature, −n in that of B's. That excludes almost all pairs of features of meshes
// that are near each other, and is cheaper than their distance:
//  - Edge on edge. The normals of an edge are an arc of a great circle between those of its two faces, and
//  the
//    arc's plane is perpendicular to the edge. The arc of A crosses that of B, mirrored, only if the end
//    points of each are on both sides of the other's plane: (n₁·e)(n₂·e) <= 0 with the other's edge e. Of two
//    arcs with half angles α and β that cross, the middles are at most α + β apart.
//  - Corner on face: the face's normal is the direction, and no edge from the corner leads down along it. Two
//    of the corner's edges are asked.
//  - Corner beside a face, nearest to one of its edges or corners: the same with the direction from the
//  nearest
//    point, which moreover does not lead over the neighbour across that edge.
//  - Face on face: the normals are nearly opposite, and neither triangle lies beside or above the other.
// Triangles cross each other only if each has corners on both sides of the other's plane.
#include "collide/mesh_contacts/mesh_feature_pairs.hpp"

#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

namespace {

/// Bound of the rounding of products of unit vectors in float.
constexpr float kRounding = 1e-4f;
constexpr float kCone = static_cast<float>(MeshContactSettings::kConeSlack) + kRounding;
constexpr float kNearestCone = static_cast<float>(MeshContactSettings::kNearestConeSlack) + 1e-3f;

LaneVec3 scaled(const LaneVec3& v, Lanes by) {
  return {v.x * by, v.y * by, v.z * by};
}
LaneVec3 laneOf(const LaneVec3& v, int lane) {
  return {splat(v.x[lane]), splat(v.y[lane]), splat(v.z[lane])};
}
LaneVec3 chosen(LaneMask mask, const LaneVec3& a, const LaneVec3& b) {
  return {mask ? a.x : b.x, mask ? a.y : b.y, mask ? a.z : b.z};
}
/// The first `count` lanes.
unsigned firstBits(int count) {
  return count >= 4 ? 15u : (1u << count) - 1;
}

/// Of four corners, those from which no edge leads away from all points of a box: one of these points may be
/// nearest in a direction of the corner's cone.
unsigned cornersThatFace(const NearLeaf& faces, const LeafCorners& corners, const FeatureLimits& limits) {
  const LaneVec3 from = corners.at - splat(faces.middle);
  const LaneVec3 half = splat(faces.half);
  const Lanes least = splat(-kNearestCone * (limits.separation + limits.slack) - limits.slack);
  return bitsOf((dot(from, corners.first) + dot(half, withoutSign(corners.first)) >= least) &
                (dot(from, corners.last) + dot(half, withoutSign(corners.last)) >= least));
}

/// The corner against four faces: those over which it may touch, and those beside which it may be, if it
/// `faces` any.
unsigned facesOfCorner(const NearLeaf& faces, const LeafCorners& corners, int lane, float depth,
                       bool faces_any, const FeatureLimits& limits) {
  const LaneVec3 p = laneOf(corners.at, lane), first = laneOf(corners.first, lane),
                 last = laneOf(corners.last, lane);
  const Lanes height = dot(faces.normal, p) - faces.height;
  const float above = limits.separation + limits.slack, below = depth + limits.slack;
  LaneMask in_range = (height <= splat(above)) & (height >= splat(-below));
  const Lanes down_first = dot(faces.normal, first), down_last = dot(faces.normal, last);
  LaneMask locally_lowest = (down_first >= splat(-kCone)) & (down_last >= splat(-kCone));
  if (faces.either_side) {
    in_range |= (height >= splat(-above)) & (height <= splat(below));
    locally_lowest |= (down_first <= splat(kCone)) & (down_last <= splat(kCone));
  }
  if (!faces_any) in_range &= locally_lowest;
  if (bitsOf(in_range) == 0) return 0;
  Lanes inside = dot(faces.inward[0], p) - faces.inset[0];
  for (int i = 1; i < 3; ++i) inside = least(inside, dot(faces.inward[i], p) - faces.inset[i]);
  const LaneMask over = in_range & locally_lowest & (inside >= splat(-limits.slack));
  LaneMask beside = in_range & (inside <= splat(limits.slack)) & (inside >= splat(-above));
  if (!faces_any || bitsOf(beside) == 0) return bitsOf(over);
  LaneVec3 offset{}, across{};
  Lanes squared = splat(1e30f);
  for (int i = 0; i < 3; ++i) {
    const LaneVec3 from = p - faces.corner[i];
    const Lanes along = dot(from, faces.along[i]);
    const Lanes at = least(most(along, splat(0)), faces.length[i]);
    const LaneVec3 rest = from - scaled(faces.along[i], at);
    const Lanes distance = dot(rest, rest);
    const LaneMask nearer = distance < squared, within = at == along;
    squared = nearer ? distance : squared;
    offset = chosen(nearer, rest, offset);
    across = chosen(nearer, chosen(within, faces.beyond[i], LaneVec3{}), across);
  }
  const auto leads = [&](Lanes sine) {  // More than the tolerance along a direction.
    const Lanes more = sine - splat(limits.slack);
    return (more > splat(0)) & (more * more > squared * (kNearestCone * kNearestCone));
  };
  beside &= squared <= splat(above * above);
  beside &= ~leads(-dot(offset, first)) & ~leads(-dot(offset, last)) & ~leads(dot(offset, across));
  return bitsOf(over | beside);
}

/// The edge against four others.
unsigned edgesOfEdge(const LeafEdges& one, int lane, const LeafEdges& four) {
  const LaneVec3 along = laneOf(one.along, lane);
  const auto apart = [](Lanes first, Lanes last) {
    const Lanes limit = splat(kCone);
    return ((first > limit) & (last > limit)) | ((first < -limit) & (last < -limit));
  };
  const LaneMask one_open = LaneMask{} + one.open[lane];
  const LaneMask open = one_open | four.open;
  LaneMask excluded = apart(dot(four.first, along), dot(four.last, along)) & ~four.open;
  excluded |=
      apart(dot(laneOf(one.first, lane), four.along), dot(laneOf(one.last, lane), four.along)) & ~one_open;
  const Lanes cosine = four.cosine * splat(one.cosine[lane]) - four.sine * splat(one.sine[lane]);
  excluded |= (dot(laneOf(one.middle, lane), four.middle) > splat(3 * kCone) - cosine) & ~open;
  return bitsOf(~excluded);
}

/// Lowest of three corners of one triangle, or of four, over planes.
struct Extremes {
  Lanes lowest, highest;
};
Extremes heights(const LaneVec3& normal, Lanes offset, const LaneVec3* corners) {
  const Lanes a = dot(normal, corners[0]) - offset, b = dot(normal, corners[1]) - offset,
              c = dot(normal, corners[2]) - offset;
  return {least(a, least(b, c)), most(a, most(b, c))};
}

/// The triangles of B whose boxes are within a distance of that of one triangle of A.
unsigned boxesNear(const NearLeaf& a, int lane, const NearLeaf& b, float distance) {
  const Lanes more = splat(distance);
  const LaneVec3 lower = laneOf(a.lower, lane), upper = laneOf(a.upper, lane);
  return bitsOf((lower.x - more <= b.upper.x) & (b.lower.x <= upper.x + more) &
                (lower.y - more <= b.upper.y) & (b.lower.y <= upper.y + more) &
                (lower.z - more <= b.upper.z) & (b.lower.z <= upper.z + more));
}
/// Whether the bounds of two leaves are within a distance of each other.
bool leavesNear(const NearLeaf& a, const NearLeaf& b, float distance) {
  const Vec3 apart = absolute(a.middle - b.middle) - (a.half + b.half);
  return (apart.x <= distance) & (apart.y <= distance) & (apart.z <= distance);
}

/// One triangle of A against four of B, by planes.
class FaceTest {
 public:
  FaceTest(const NearLeaf& a, int lane, const NearLeaf& b) : a_(a), b_(b), lane_(lane) {
    for (int i = 0; i < 3; ++i) own_[i] = laneOf(a.corner[i], lane);
    normal_ = laneOf(a.normal, lane);
  }
  /// Those that may be clipped against each other, and those that may cross each other, of `among`.
  void select(const FeatureLimits& limits, unsigned among, unsigned& faces, unsigned& crossing) const {
    faces = among & facing();
    crossing = among & boxesNear(a_, lane_, b_, limits.slack);
    if (crossing != 0) crossing &= straddling(limits);
    if ((faces | crossing) == 0) return;
    const unsigned over = notBeside(limits.slack);
    faces &= over, crossing &= over;
  }
  /// Those of which neither is farther than a distance beyond an edge of the other.
  unsigned notBeside(float distance) const {
    const Lanes limit = splat(-distance);
    LaneMask mask = ~LaneMask{};
    for (int i = 0; i < 3; ++i) {
      mask &= heights(laneOf(a_.inward[i], lane_), splat(a_.inset[i][lane_]), b_.corner).highest >= limit;
      mask &= heights(b_.inward[i], b_.inset[i], own_).highest >= limit;
    }
    return bitsOf(mask);
  }

 private:
  unsigned facing() const {
    Lanes opposite = -dot(normal_, b_.normal);
    if (a_.either_side || b_.either_side) opposite = withoutSign(opposite);
    return bitsOf(opposite > splat(static_cast<float>(MeshContactSettings::kFacing) - kRounding));
  }
  unsigned straddling(const FeatureLimits& limits) const {
    const Extremes of_b = heights(normal_, splat(a_.height[lane_]), b_.corner);
    const Extremes of_a = heights(b_.normal, b_.height, own_);
    const Lanes slack = splat(limits.slack);
    return bitsOf((of_b.lowest <= slack) & (of_b.highest >= -slack) & (of_a.lowest <= slack) &
                  (of_a.highest >= -slack));
  }
  const NearLeaf& a_;
  const NearLeaf& b_;
  int lane_;
  LaneVec3 own_[3];
  LaneVec3 normal_;
};

/// Calls visit(index) for each bit.
template <class Visit>
void forBits(unsigned bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(__builtin_ctz(bits));
}

/// The pairs of features of two leaves.
class Selection {
 public:
  Selection(const NearLeaf& a, const NearLeaf& b, const FeatureLimits& limits,
            FeaturePairs::Bits (&pairs)[4][4])
      : a_(a), b_(b), limits_(limits), pairs_(pairs) {
    for (int i = 0; i < 4; ++i) {
      any_near_ |= near_b_[i] = boxesNear(a, i, b, limits.margin + limits.slack);
      forBits(near_b_[i], [&](int k) { near_a_[k] |= 1u << i; });
      for (FeaturePairs::Bits& bits : pairs[i]) bits = 0;
    }
  }
  bool anyNear() const { return any_near_ != 0; }

  void addFaces() {
    for (int i = 0; i < 4; ++i) {
      if (near_b_[i] == 0) continue;
      unsigned faces, crossing;
      FaceTest(a_, i, b_).select(limits_, near_b_[i], faces, crossing);
      forBits(faces, [&](int k) { pairs_[i][k] |= FeaturePairs::kFaces; });
      forBits(crossing, [&](int k) { pairs_[i][k] |= FeaturePairs::kCrossing; });
    }
  }

  void addCornersOfB() {
    visitCorners(b_, a_, near_a_, limits_.depth_a, [&](int triangle, int corner, int face) {
      pairs_[face][triangle] |= FeaturePairs::cornerOfB(corner);
    });
  }
  void addCornersOfA() {
    visitCorners(a_, b_, near_b_, limits_.depth_b, [&](int triangle, int corner, int face) {
      pairs_[triangle][face] |= FeaturePairs::cornerOfA(corner);
    });
  }

  void addEdges() {
    for (int i = 0; i < a_.edge_count; ++i) {
      const int name = a_.edge_of[i], triangle = name / 4;
      if (near_b_[triangle] == 0) continue;
      for (int group = 0; 4 * group < b_.edge_count; ++group) {
        const unsigned edges =
            edgesOfEdge(a_.edges[i / 4], i % 4, b_.edges[group]) & firstBits(b_.edge_count - 4 * group);
        forBits(edges, [&](int k) {
          const int other = b_.edge_of[4 * group + k];
          if ((near_b_[triangle] >> other / 4 & 1) != 0)
            pairs_[triangle][other / 4] |= FeaturePairs::edges(name % 4, other % 4);
        });
      }
    }
  }

  /// Drops pairs of triangles of which one is beyond the margin from an edge of the other. Returns whether
  /// any are left.
  bool dropFar() {
    FeaturePairs::Bits left = 0;
    for (int i = 0; i < 4; ++i) {
      if ((pairs_[i][0] | pairs_[i][1] | pairs_[i][2] | pairs_[i][3]) == 0) continue;
      const unsigned near = FaceTest(a_, i, b_).notBeside(limits_.margin + limits_.slack);
      for (int k = 0; k < 4; ++k) left |= pairs_[i][k] = (near >> k & 1) != 0 ? pairs_[i][k] : 0;
    }
    return left != 0;
  }

 private:
  /// Calls visit(triangle of the corner, corner, face) for corners of one leaf and the faces of the other;
  /// `near` has the faces near each triangle.
  template <class Visit>
  void visitCorners(const NearLeaf& own, const NearLeaf& faces, const unsigned* near, float depth,
                    Visit&& visit) const {
    for (int i = 0, facing = 0; i < own.corner_count; ++i) {
      const int name = own.corner_of[i];
      const LeafCorners& corners = own.corners[i / 4];
      if (i % 4 == 0) facing = static_cast<int>(cornersThatFace(faces, corners, limits_));
      if (near[name / 4] == 0) continue;
      const bool faces_any = (facing >> i % 4 & 1) != 0;
      const unsigned found = facesOfCorner(faces, corners, i % 4, depth, faces_any, limits_);
      forBits(found & near[name / 4], [&](int k) { visit(name / 4, name % 4, k); });
    }
  }

  const NearLeaf& a_;
  const NearLeaf& b_;
  const FeatureLimits& limits_;
  FeaturePairs::Bits (&pairs_)[4][4];
  unsigned any_near_ = 0;
  /// Triangles of B near each of A, and of A near each of B.
  unsigned near_b_[4] = {}, near_a_[4] = {};
};

}  // namespace

bool findFeaturePairs(const NearLeaf& a, const NearLeaf& b, const FeatureLimits& limits,
                      FeaturePairs::Bits (&pairs)[4][4]) {
  if (!leavesNear(a, b, limits.margin + limits.slack)) return false;
  Selection selection(a, b, limits, pairs);
  if (!selection.anyNear()) return false;
  selection.addFaces();
  selection.addCornersOfB();
  selection.addCornersOfA();
  selection.addEdges();
  return selection.dropFar();
}

}  // namespace carom::collide
