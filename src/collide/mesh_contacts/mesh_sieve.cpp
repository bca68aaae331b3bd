// With the centre of the core at the origin, the whole core is on one side of a plane with normal n at the
// distance d, and farther away than the reach r, if
//
//   |d| > h(n) + r |n|,
//
// where h(n) is the extent of the core along n: zero for a point, |n·a| for a segment from -a to a, and |n|·e
// for a box with the half extents e, in its own axes. This is tested for the triangle's own plane, and for
// the planes that stand on its edges, which the core must be beyond. As these are perpendicular to the first
// one, the squares of both distances are added. Boxes are also tested along their own three axes.
//
// Planes between the core and triangles that have been looked at (addPlane) exclude more of their neighbours.
//
// Float: a corner p has an error of the order of ε |p|. So a plane through an edge e with the normal m = n ×
// e (not unit) has an error of ε |p| |p| in its distance, which is added to the reach.
// m = n × e (not of unit length) one of ε |p| |p| in its distance, which is added to the reach.
#include "collide/mesh_contacts/mesh_sieve.hpp"

#include <cstring>

#include "collide/mesh_contacts/mesh_contact_settings.hpp"

namespace carom::collide {

namespace {

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

/// Four faces, one per lane; unused lanes repeat the last.
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

/// The parts that depend on the kind of the core.
template <>
struct MeshSieve::Measure<MeshSieve::Core::Point> {
  explicit Measure(const MeshSieve&) {}
  LaneVec3 own(const LaneVec3& d) const { return d; }
  Lanes extent(const LaneVec3&) const { return splat(0); }
  LaneMask meets(const LaneVec3&, const LaneVec3&) const { return ~LaneMask{}; }
  Lanes outsideSquared(const LaneVec3& p) const { return dot(p, p); }
};
template <>
struct MeshSieve::Measure<MeshSieve::Core::Segment> {
  const LaneVec3& half;
  Lanes share;  ///< 1/|a|².
  explicit Measure(const MeshSieve& sieve)
      : half(sieve.core_), share(splat(1) / most(dot(half, half), splat(1e-30f))) {}
  LaneVec3 own(const LaneVec3& d) const { return d; }
  Lanes extent(const LaneVec3& n) const { return withoutSign(dot(n, half)); }
  LaneMask meets(const LaneVec3&, const LaneVec3&) const { return ~LaneMask{}; }
  Lanes outsideSquared(const LaneVec3& p) const {
    const Lanes t = least(most(dot(p, half) * share, splat(-1)), splat(1));
    const LaneVec3 out = p - LaneVec3{half.x * t, half.y * t, half.z * t};
    return dot(out, out);
  }
};
template <>
struct MeshSieve::Measure<MeshSieve::Core::Box> {
  const MeshSieve& sieve;
  LaneVec3 axes[3];
  explicit Measure(const MeshSieve& of)
      : sieve(of),
        axes{splat(Vec3(of.frame_.rotation.cx)), splat(Vec3(of.frame_.rotation.cy)),
             splat(Vec3(of.frame_.rotation.cz))} {}
  LaneVec3 own(const LaneVec3& d) const { return {dot(axes[0], d), dot(axes[1], d), dot(axes[2], d)}; }
  Lanes extent(const LaneVec3& n) const { return dot(withoutSign(n), sieve.core_); }
  LaneMask meets(const LaneVec3& lower, const LaneVec3& upper) const {
    const LaneVec3& core = sieve.core_;
    const LaneVec3 half = {core.x + sieve.reach_, core.y + sieve.reach_, core.z + sieve.reach_};
    return (lower.x <= half.x) & (lower.y <= half.y) & (lower.z <= half.z) & (upper.x >= -half.x) &
           (upper.y >= -half.y) & (upper.z >= -half.z);
  }
  Lanes outsideSquared(const LaneVec3& p) const {
    const LaneVec3 out = most(withoutSign(p) - sieve.core_, splat(Vec3{}));
    return dot(out, out);
  }
};

MeshSieve::MeshSieve(const ConvexView& view, const Placement& pose, double reach, double slack,
                     const Aabb& box, bool thorough)
    : lower_(splat(box.lower)),
      upper_(splat(box.upper)),
      reach_(splat(static_cast<float>(reach + 4 * slack))),
      clear_(splat(static_cast<float>(4 * slack + MeshContactSettings::kClearlyBeside * reach))) {
  if (!thorough && view.kind == ConvexKind::Point) {
    kind_ = Core::Point;
    frame_.translation = pose.point(DVec3(view.points[0]));
  } else if (!thorough && view.kind == ConvexKind::Segment) {
    kind_ = Core::Segment;
    const DVec3 ends[2] = {DVec3(view.points[0]), DVec3(view.points[1])};
    frame_.translation = pose.point((ends[0] + ends[1]) * 0.5);
    core_ = splat(Vec3(pose.direction((ends[1] - ends[0]) * 0.5)));
  } else {
    const LocalBox core = localBox(view);
    frame_ = {pose.rotation, pose.point(core.centre)};
    core_ = splat(Vec3(core.half));
  }
  origin_ = splat(Vec3(frame_.translation));
}

void MeshSieve::addPlane(const DVec3& normal, const DVec3& lowest, double clearance) {
  const double height = dot(normal, lowest - frame_.translation) - clearance;
  planes_[next_plane_] = {splat(Vec3(frame_.inverseDirection(normal))), splat(static_cast<float>(height))};
  next_plane_ = next_plane_ + 1 == kPlanes ? 0 : next_plane_ + 1;
  if (plane_count_ < kPlanes) ++plane_count_;
}

template <MeshSieve::Core kCore>
MeshSieve::Answer MeshSieve::lookAs(const TriangleMesh& mesh, std::uint32_t first,
                                    std::uint32_t count) const {
  const LaneFaces faces(mesh.faces.data() + first, count);
  const LaneVec3* c = faces.corner;
  LaneMask met = overlap(least(least(c[0], c[1]), c[2]), most(most(c[0], c[1]), c[2]), lower_, upper_);
  const unsigned used = (1u << count) - 1;
  Answer answer;
  answer.met = bitsOf(met) & used;
  if (answer.met == 0) return answer;

  const Measure<kCore> core(*this);
  const LaneVec3 p[3] = {core.own(c[0] - origin_), core.own(c[1] - origin_), core.own(c[2] - origin_)};
  const LaneVec3 lower = least(least(p[0], p[1]), p[2]), upper = most(most(p[0], p[1]), p[2]);
  met &= core.meets(lower, upper);
  answer.met = bitsOf(met) & used;

  const Lanes size = most(upper.x, -lower.x) + most(upper.y, -lower.y) + most(upper.z, -lower.z);
  const Lanes rounding = size * MeshContactSettings::kSieveRounding;
  const LaneVec3 n = core.own(faces.normal);
  const Lanes distance = dot(n, p[0]);
  const Lanes from = dot(n, from_) - distance, to = dot(n, to_) - distance;
  answer.crossed = bitsOf((least(from, to) <= rounding) & (most(from, to) >= -rounding)) & answer.met;

  for (int i = 0; i < plane_count_; ++i) {
    const LaneVec3& up = planes_[i].normal;
    const Lanes highest = most(most(dot(up, p[0]), dot(up, p[1])), dot(up, p[2]));
    met &= highest + rounding >= planes_[i].height;
  }
  if (plane_count_ > 0 && bitsOf(met) == 0) return answer;

  const Lanes gap = most(withoutSign(distance) - core.extent(n) - rounding, splat(0));
  const Lanes left_squared = reach_ * reach_ - gap * gap;
  LaneMask near = left_squared >= splat(0), beside = {};
  const Lanes edge_rounding = rounding * size;
  for (int i = 0; i < 3; ++i) {
    const LaneVec3 edge = p[i == 2 ? 0 : i + 1] - p[i];
    const LaneVec3 inward = cross(n, edge);
    const Lanes out = dot(inward, p[i]) - core.extent(inward) - edge_rounding;
    const Lanes edge_squared = dot(edge, edge), out_squared = out * out;
    near &= (out <= splat(0)) | (out_squared <= left_squared * edge_squared);
    beside |= (out > splat(0)) & (out_squared > clear_ * clear_ * edge_squared);
  }
  answer.near = bitsOf(near & met) & answer.met;
  answer.beside = bitsOf(beside) & answer.near;
  if (kCore == Core::Point || answer.near == 0) return answer;
  const Lanes reach = reach_ + rounding;
  for (int i = 0; i < 3; ++i)
    answer.corners[i] = bitsOf(core.outsideSquared(p[i]) <= reach * reach) & answer.near;
  return answer;
}

LaneMask MeshSieve::mayMeet(const LaneVec3& lower, const LaneVec3& upper) const {
  const Lanes half = splat(0.5f);
  const LaneVec3 span = upper - lower, low = lower - origin_;
  const LaneVec3 e = {span.x * half, span.y * half, span.z * half};
  const LaneVec3 c = {low.x + e.x, low.y + e.y, low.z + e.z};
  const Lanes rounding = (dot(withoutSign(c), splat(Vec3{1, 1, 1})) + dot(e, splat(Vec3{1, 1, 1}))) *
                         MeshContactSettings::kSieveRounding;
  const Lanes room = reach_ + rounding;
  const LaneVec3 x = splat(Vec3(frame_.rotation.cx)), y = splat(Vec3(frame_.rotation.cy)),
                 z = splat(Vec3(frame_.rotation.cz));
  return (withoutSign(dot(x, c)) <= core_.x + room + dot(withoutSign(x), e)) &
         (withoutSign(dot(y, c)) <= core_.y + room + dot(withoutSign(y), e)) &
         (withoutSign(dot(z, c)) <= core_.z + room + dot(withoutSign(z), e));
}

MeshSieve::Answer MeshSieve::look(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const {
  static_assert(kMaxLeafTriangles == 4, "one lane for each triangle of a leaf");
  switch (kind_) {
    case Core::Point:
      return lookAs<Core::Point>(mesh, first, count);
    case Core::Segment:
      return lookAs<Core::Segment>(mesh, first, count);
    case Core::Box:
      break;
  }
  return lookAs<Core::Box>(mesh, first, count);
}

}  // namespace carom::collide
