// In the frame of the shape, with the middle of its core's box at the origin and half extents h, a plane with
// normal n at the distance d has all of the core on one side, and farther than the reach r away, when
//
//   |d| > |n|·h + r |n|.
//
// Asked of the triangle's own plane, and of the planes that stand on its edges, where the core must be
// outside: as these are at right angles to the first, the squares of both distances add up. The three
// directions of the box itself are asked first, by the triangle's bounds in that frame.
//
// Float: a corner p has an error of the order of ε |p|, so a plane through an edge e with the normal
// m = n × e (not of unit length) one of ε |p| |p| in its distance, which is added to the reach.
#include "collide/mesh_sieve.hpp"

#include <cstring>

namespace carom::collide {

namespace {

/// Several times what rounding can make of the products and sums here.
constexpr float kRounding = 2e-6f;

void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5),
              ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7),
              cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5),
              cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// Four faces, one to a lane; lanes that are not used repeat the last.
struct LaneFaces {
  LaneVec3 corner[3];
  LaneVec3 normal;

  LaneFaces(const TriangleMesh::Face* faces, std::uint32_t count) {
    static_assert(sizeof(TriangleMesh::Face) == 3 * sizeof(Lanes), "twelve floats");
    Lanes row[3][4];
    for (std::uint32_t i = 0; i < 4; ++i) {
      const auto* face = reinterpret_cast<const char*>(faces + (i < count ? i : count - 1));
      for (int k = 0; k < 3; ++k)
        std::memcpy(&row[k][i], face + static_cast<std::size_t>(k) * sizeof(Lanes), sizeof(Lanes));
    }
    for (auto& r : row) transpose(r[0], r[1], r[2], r[3]);
    corner[0] = {row[0][0], row[0][1], row[0][2]};
    corner[1] = {row[0][3], row[1][0], row[1][1]};
    corner[2] = {row[1][2], row[1][3], row[2][0]};
    normal = {row[2][1], row[2][2], row[2][3]};
  }
};

}  // namespace

MeshSieve::Answer MeshSieve::look(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const {
  static_assert(kMaxLeafTriangles == 4, "one lane for each triangle of a leaf");
  const LaneFaces faces(mesh.faces.data() + first, count);
  const LaneVec3* c = faces.corner;
  LaneMask met = overlap(least(least(c[0], c[1]), c[2]), most(most(c[0], c[1]), c[2]), lower_, upper_);
  const unsigned used = (1u << count) - 1;
  Answer answer;
  if ((bitsOf(met) & used) == 0) return answer;

  const LaneVec3 p[3] = {toOwn(c[0] - centre_), toOwn(c[1] - centre_), toOwn(c[2] - centre_)};
  const LaneVec3 lower = least(least(p[0], p[1]), p[2]), upper = most(most(p[0], p[1]), p[2]);
  met &= (lower.x <= half_.x) & (lower.y <= half_.y) & (lower.z <= half_.z) & (upper.x >= -half_.x) &
         (upper.y >= -half_.y) & (upper.z >= -half_.z);
  answer.met = bitsOf(met) & used;
  if (answer.met == 0) return answer;

  const Lanes size = most(upper.x, -lower.x) + most(upper.y, -lower.y) + most(upper.z, -lower.z);
  const Lanes rounding = size * kRounding;
  const LaneVec3 n = toOwn(faces.normal);
  const Lanes distance = dot(n, p[0]);
  const Lanes from = dot(n, from_) - distance, to = dot(n, to_) - distance;
  answer.crossed = bitsOf((least(from, to) <= rounding) & (most(from, to) >= -rounding)) & answer.met;

  const Lanes gap = most(withoutSign(distance) - dot(withoutSign(n), core_) - rounding, splat(0));
  const Lanes left_squared = reach_ * reach_ - gap * gap;
  LaneMask near = left_squared >= splat(0);
  const Lanes edge_rounding = rounding * size;
  for (int i = 0; i < 3; ++i) {
    const LaneVec3 edge = p[i == 2 ? 0 : i + 1] - p[i];
    const LaneVec3 inward = cross(n, edge);
    const Lanes out = dot(inward, p[i]) - dot(withoutSign(inward), core_) - edge_rounding;
    near &= (out <= splat(0)) | (out * out <= left_squared * dot(edge, edge));
  }
  answer.near = bitsOf(near) & answer.met;
  for (int i = 0; i < 3; ++i) {
    const LaneVec3 outside = most(withoutSign(p[i]) - core_, splat(Vec3{}));
    const Lanes reach = reach_ + rounding;
    answer.corners[i] = bitsOf(dot(outside, outside) <= reach * reach) & answer.near;
  }
  return answer;
}

}  // namespace carom::collide
