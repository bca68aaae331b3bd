// Several floats at a time: one lane per constraint. Plain compiler vectors, so the same source becomes SSE,
// NEON, WASM SIMD or scalar code, and every lane computes exactly what scalar code would.
#pragma once

#include <cmath>
#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::solve {

inline constexpr int kLanes = 4;

using FloatW = float __attribute__((vector_size(sizeof(float) * kLanes)));
using IntW = std::int32_t __attribute__((vector_size(sizeof(std::int32_t) * kLanes)));

inline FloatW splat(float value) {
  FloatW r{};
  return r + value;
}
inline FloatW select(IntW mask, FloatW yes, FloatW no) {
  return mask ? yes : no;
}
inline FloatW maximum(FloatW a, FloatW b) {
  return a > b ? a : b;
}
inline FloatW minimum(FloatW a, FloatW b) {
  return a < b ? a : b;
}
inline FloatW squareRoot(FloatW a) {
  FloatW r;
  for (int i = 0; i < kLanes; ++i) r[i] = std::sqrt(a[i]);
  return r;
}

/// Three components of kLanes vectors.
struct Vec3W {
  FloatW x, y, z;

  friend Vec3W operator+(const Vec3W& a, const Vec3W& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3W operator-(const Vec3W& a, const Vec3W& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3W operator*(const Vec3W& a, FloatW s) { return {a.x * s, a.y * s, a.z * s}; }

  void set(int lane, const Vec3& v) { x[lane] = v.x, y[lane] = v.y, z[lane] = v.z; }
  Vec3 get(int lane) const { return {x[lane], y[lane], z[lane]}; }
};
inline FloatW dot(const Vec3W& a, const Vec3W& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Four floats loaded or stored at once, for gathering lanes from arrays of structures.
using Float4 = float __attribute__((vector_size(16)));
static_assert(kLanes == 4, "the transposition below is for four lanes");

/// Rows to columns: four records of (x, y, z, w) become the lanes of x, y, z and w.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
  const Float4 ab_lo = __builtin_shufflevector(a, b, 0, 4, 1, 5),
               ab_hi = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float4 cd_lo = __builtin_shufflevector(c, d, 0, 4, 1, 5),
               cd_hi = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_lo, cd_lo, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_lo, cd_lo, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_hi, cd_hi, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_hi, cd_hi, 2, 3, 6, 7);
}

}  // namespace carom::solve
