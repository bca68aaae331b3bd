// The largest of many dot products, first in float and then exactly.
//
// With coordinates p and a direction d, a dot product of floats is within 2.5e-7 Σ|p d| of the exact one
// (rounding of d, of three products and two sums). A candidate that is more than twice that below the largest
// one cannot be the largest. The remaining candidates, nearly always one, are computed in double.
#include "collide/hull/hull_tables.hpp"

#include <cstring>

#include "collide/hull/hull.hpp"
#include "collide/hull/hull_settings.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace carom::collide {

namespace {

constexpr std::size_t kLanes = 4, kGroup = 3 * kLanes;

using Float4 = float __attribute__((vector_size(16)));

Float4 splat(double value) {
  const auto v = static_cast<float>(value);
  return Float4{v, v, v, v};
}

struct Direction {
  Float4 x, y, z;
  Float4 along(const float* group) const {
    Float4 px, py, pz;
    std::memcpy(&px, group, sizeof px);
    std::memcpy(&py, group + kLanes, sizeof py);
    std::memcpy(&pz, group + 2 * kLanes, sizeof pz);
    return px * x + py * y + pz * z;
  }
};

/// One bit for each lane that is at least the limit.
unsigned lanesFrom(Float4 values, Float4 limit) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpge_ps(values, limit)));
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < kLanes; ++i) bits |= values[i] >= limit[i] ? 1u << i : 0u;
  return bits;
#endif
}

/// `reach` has the largest coordinates.
std::size_t farthestScaled(std::span<const float> groups, const Vec3& reach, const DVec3& d) {
  const Direction direction{splat(d.x), splat(d.y), splat(d.z)};
  const float* const first = groups.data();
  const float* const end = first + groups.size();
  Float4 largest = direction.along(first);
  for (const float* group = first + kGroup; group != end; group += kGroup) {
    const Float4 along = direction.along(group);
    largest = along > largest ? along : largest;
  }
  const float low = largest[0] > largest[1] ? largest[0] : largest[1];
  const float high = largest[2] > largest[3] ? largest[2] : largest[3];
  const Float4 limit =
      splat((low > high ? low : high) - HullBuildSettings::kTableRounding * dot(absolute(Vec3(d)), reach));
  std::size_t best = 0, base = 0;
  double best_along = -1e300;
  for (const float* group = first; group != end;) {
    // The bits of sixteen groups.
    std::uint64_t bits = 0;
    const float* const stop = static_cast<std::size_t>(end - group) > 16 * kGroup ? group + 16 * kGroup : end;
    for (unsigned shift = 0; group != stop; group += kGroup, shift += kLanes) {
      bits |= static_cast<std::uint64_t>(lanesFrom(direction.along(group), limit)) << shift;
    }
    if (base == 0 && group == end && bits != 0 && (bits & (bits - 1)) == 0)
      return static_cast<std::size_t>(__builtin_ctzll(bits));
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t i = base + static_cast<std::size_t>(__builtin_ctzll(bits));
      const float* p = first + i / kLanes * kGroup + i % kLanes;
      const double along = p[0] * d.x + p[kLanes] * d.y + p[2 * kLanes] * d.z;
      if (along > best_along) best_along = along, best = i;
    }
    base += 16 * kLanes;
  }
  return best;
}

std::size_t farthestAlong(std::span<const float> groups, const Vec3& reach, const DVec3& direction) {
  const DVec3 d = absolute(direction);
  const double largest = d.x > d.y ? (d.x > d.z ? d.x : d.z) : (d.y > d.z ? d.y : d.z);
  if (largest > HullBuildSettings::kShortestDirection && largest < HullBuildSettings::kLongestDirection)
    return farthestScaled(groups, reach, direction);
  return largest > 0 ? farthestScaled(groups, reach, direction * (1 / largest)) : 0;
}

/// The unused lanes of the last group repeat the last point, which is never the first of equal ones.
void appendGroups(std::vector<float>& groups, std::size_t count, const auto& point) {
  const std::size_t first = groups.size();
  const std::size_t places = (count + kLanes - 1) / kLanes * kLanes;
  groups.resize(first + 3 * places);
  for (std::size_t i = 0; i < places; ++i) {
    const Vec3& p = point(i < count ? i : count - 1);
    float* place = groups.data() + first + i / kLanes * kGroup + i % kLanes;
    place[0] = p.x, place[kLanes] = p.y, place[2 * kLanes] = p.z;
  }
}

}  // namespace

HullTables::HullTables(const ConvexHull& hull) {
  const std::size_t vertices = hull.vertices.size(), faces = hull.faces.size();
  if (vertices == 0 || faces == 0 || hull.edges.size() > HullBuildSettings::kMaxTableEntries) return;
  appendGroups(coordinates_, vertices, [&](std::size_t i) -> const Vec3& { return hull.vertices[i]; });
  first_normal_ = static_cast<std::uint32_t>(coordinates_.size());
  appendGroups(coordinates_, faces, [&](std::size_t i) -> const Vec3& { return hull.faces[i].normal; });
  for (const Vec3& v : hull.vertices) reach_ = maximum(reach_, absolute(v));

  std::vector<std::vector<std::uint16_t>> around_vertex(vertices), around_face(faces);
  for (std::size_t f = 0; f < faces; ++f) {
    std::uint16_t e = hull.faces[f].first_edge;
    for (int i = 0; i < hull.faces[f].edge_count; ++i, e = hull.edges[e].next) {
      around_face[f].push_back(hull.edges[e].origin);
      around_vertex[hull.edges[e].origin].push_back(static_cast<std::uint16_t>(f));
    }
  }
  std::size_t entries = 0;
  for (const auto* table : {&around_vertex, &around_face}) {
    for (const auto& list : *table)
      lists_.push_back(static_cast<std::uint16_t>(entries)), entries += list.size();
    lists_.push_back(static_cast<std::uint16_t>(entries));
  }
  if (entries > HullBuildSettings::kMaxTableEntries) return;
  first_list_ = static_cast<std::uint32_t>(lists_.size());
  for (const auto* table : {&around_vertex, &around_face}) {
    for (const auto& list : *table) lists_.insert(lists_.end(), list.begin(), list.end());
  }
  vertex_count_ = static_cast<std::uint32_t>(vertices), face_count_ = static_cast<std::uint32_t>(faces);
}

std::size_t HullTables::farthestVertex(const DVec3& direction) const {
  return farthestAlong({coordinates_.data(), first_normal_}, reach_, direction);
}

std::size_t HullTables::nearestNormal(const DVec3& direction) const {
  return farthestAlong({coordinates_.data() + first_normal_, coordinates_.size() - first_normal_}, {1, 1, 1},
                       direction);
}

}  // namespace carom::collide
