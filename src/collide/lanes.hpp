// Four floats at a time, as plain compiler vectors: each lane computes what scalar code would, on every
// processor.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace carom::collide {

using Lanes = float __attribute__((vector_size(16)));
using LaneMask = std::int32_t __attribute__((vector_size(16)));

inline Lanes splat(float value) {
  return Lanes{value, value, value, value};
}
/// Minimum and maximum per lane.
inline Lanes least(Lanes a, Lanes b) {
  return a < b ? a : b;
}
inline Lanes most(Lanes a, Lanes b) {
  return a > b ? a : b;
}
inline Lanes withoutSign(Lanes a) {
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneMask>(a) & 0x7fffffff);
}
/// Bit i: lane i is set.
inline unsigned bitsOf(LaneMask mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  return (mask[0] ? 1u : 0u) | (mask[1] ? 2u : 0u) | (mask[2] ? 4u : 0u) | (mask[3] ? 8u : 0u);
#endif
}

/// Three components of four vectors.
struct LaneVec3 {
  Lanes x, y, z;
};
inline LaneVec3 splat(const Vec3& v) {
  return {splat(v.x), splat(v.y), splat(v.z)};
}
inline LaneVec3 operator-(const LaneVec3& a, const LaneVec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Lanes dot(const LaneVec3& a, const LaneVec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline LaneVec3 cross(const LaneVec3& a, const LaneVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline LaneVec3 least(const LaneVec3& a, const LaneVec3& b) {
  return {least(a.x, b.x), least(a.y, b.y), least(a.z, b.z)};
}
inline LaneVec3 most(const LaneVec3& a, const LaneVec3& b) {
  return {most(a.x, b.x), most(a.y, b.y), most(a.z, b.z)};
}
/// overlap() of Aabb, for four pairs of boxes.
inline LaneMask overlap(const LaneVec3& a_lower, const LaneVec3& a_upper, const LaneVec3& b_lower,
                        const LaneVec3& b_upper) {
  return (a_lower.x <= b_upper.x) & (b_lower.x <= a_upper.x) & (a_lower.y <= b_upper.y) &
         (b_lower.y <= a_upper.y) & (a_lower.z <= b_upper.z) & (b_lower.z <= a_upper.z);
}
inline LaneVec3 withoutSign(const LaneVec3& a) {
  return {withoutSign(a.x), withoutSign(a.y), withoutSign(a.z)};
}

}  // namespace carom::collide
