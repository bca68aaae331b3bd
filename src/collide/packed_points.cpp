// The largest of many dot products, in float first and exactly at the end.
//
// With coordinates p and a direction d, a dot product of floats is within 2.5e-7 Σ|p d| of the exact one
// (rounding of d, of three products and two sums). So whatever is farther than twice that below the largest
// cannot be it; what is left, nearly always one point, is computed in double.
#include "collide/packed_points.hpp"

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace carom::collide {

namespace {

constexpr std::size_t kLanes = 4;
constexpr float kRounding = 1e-6f;
/// Directions outside of this could leave the range of float.
constexpr double kShortest = 1e-12, kLongest = 1e12;

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

}  // namespace

PackedPoints::PackedPoints(std::span<const Vec3> points) : count_(points.size()) {
  const std::size_t groups = (points.size() + kLanes - 1) / kLanes;
  coordinates_.resize(groups * 3 * kLanes);
  for (std::size_t i = 0; i < groups * kLanes; ++i) {
    const Vec3& p = points[i < count_ ? i : count_ - 1];
    float* group = coordinates_.data() + i / kLanes * 3 * kLanes + i % kLanes;
    group[0] = p.x, group[kLanes] = p.y, group[2 * kLanes] = p.z;
    reach_ = maximum(reach_, absolute(p));
  }
}

std::size_t PackedPoints::farthestAlong(const DVec3& direction) const {
  const DVec3 d = absolute(direction);
  const double largest = d.x > d.y ? (d.x > d.z ? d.x : d.z) : (d.y > d.z ? d.y : d.z);
  if (largest > kShortest && largest < kLongest) return farthestAlongScaled(direction);
  return largest > 0 ? farthestAlongScaled(direction * (1 / largest)) : 0;
}

std::size_t PackedPoints::farthestAlongScaled(const DVec3& d) const {
  const Direction direction{splat(d.x), splat(d.y), splat(d.z)};
  const float* const first = coordinates_.data();
  const float* const end = first + coordinates_.size();
  Float4 largest = direction.along(first);
  for (const float* group = first + 3 * kLanes; group != end; group += 3 * kLanes) {
    const Float4 along = direction.along(group);
    largest = along > largest ? along : largest;
  }
  const float low = largest[0] > largest[1] ? largest[0] : largest[1];
  const float high = largest[2] > largest[3] ? largest[2] : largest[3];
  const float reach = dot(absolute(Vec3(d)), reach_);
  const Float4 limit = splat((low > high ? low : high) - kRounding * reach);
  std::size_t best = 0;
  double best_along = -1e300;
  std::size_t base = 0;
  for (const float* group = first; group != end;) {
    // The bits of sixteen groups at a time.
    std::uint64_t bits = 0;
    const std::size_t left = static_cast<std::size_t>(end - group) / (3 * kLanes);
    const std::size_t count = left < 16 ? left : 16;
    for (std::size_t g = 0; g < count; ++g, group += 3 * kLanes) {
      bits |= static_cast<std::uint64_t>(lanesFrom(direction.along(group), limit)) << (kLanes * g);
    }
    if ((bits & (bits - 1)) == 0 && left == count && base == 0 && bits != 0) {
      return static_cast<std::size_t>(__builtin_ctzll(bits));
    }
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t i = base + static_cast<std::size_t>(__builtin_ctzll(bits));
      const float* p = first + i / kLanes * 3 * kLanes + i % kLanes;
      const double along = p[0] * d.x + p[kLanes] * d.y + p[2 * kLanes] * d.z;
      if (along > best_along) best_along = along, best = i;
    }
    base += count * kLanes;
  }
  return best;
}

}  // namespace carom::collide
