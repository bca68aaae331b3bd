// Four floats as one number, for Vector3, Quaternion and what is made of them (carom/base/vector.hpp): a
// formula for one pair of bodies then holds for four. Each lane computes exactly what scalar code would
// (wide.hpp).
#pragma once

#include "carom/base/vector.hpp"
#include "solve/simd/wide.hpp"

namespace carom::solve {
namespace {

struct FourFloats {
  Float4 lanes;

  FourFloats() : lanes{} {}
  FourFloats(float all) : lanes(splat<4>(all)) {}
  explicit FourFloats(Float4 values) : lanes(values) {}

  friend FourFloats operator+(FourFloats a, FourFloats b) { return FourFloats(a.lanes + b.lanes); }
  friend FourFloats operator-(FourFloats a, FourFloats b) { return FourFloats(a.lanes - b.lanes); }
  friend FourFloats operator*(FourFloats a, FourFloats b) { return FourFloats(a.lanes * b.lanes); }
  friend FourFloats operator-(FourFloats a) { return FourFloats(-a.lanes); }
};

inline FourFloats absolute(FourFloats x) {
  const IntW<4> bits = bitsOf<4>(x.lanes) & 0x7fffffff;
  __builtin_memcpy(&x.lanes, &bits, sizeof(bits));
  return x;
}
inline FourFloats maximum(FourFloats a, FourFloats b) {
  return FourFloats(maximum(a.lanes, b.lanes));
}
inline FourFloats minimum(FourFloats a, FourFloats b) {
  return FourFloats(minimum(a.lanes, b.lanes));
}
/// x, or 0 where |x| <= least.
inline FourFloats withoutTrace(FourFloats x, float least) {
  return FourFloats(absolute(x).lanes > splat<4>(least) ? x.lanes : splat<4>(0));
}

/// What four records of (x, y, z, w) have, each in its lane.
inline void gather(const float* const (&records)[4], FourFloats& x, FourFloats& y, FourFloats& z,
                   FourFloats& w) {
  const Quads<4> rows = gather4<4>(records);
  x.lanes = rows.x, y.lanes = rows.y, z.lanes = rows.z, w.lanes = rows.w;
}
inline void store(float* p, FourFloats x) {
  store4(p, x.lanes);
}
/// Stores values to records of `N` floats, lane by lane.
template <int N>
inline void scatter(const FourFloats (&values)[N], float* const (&records)[4]) {
  for (int k = 0; k + 4 <= N; k += 4) {
    Float4 rows[4];
    for (int i = 0; i < 4; ++i) rows[i] = values[k + i].lanes;
    transpose(rows[0], rows[1], rows[2], rows[3]);
    for (int i = 0; i < 4; ++i) store4(records[i] + k, rows[i]);
  }
  for (int k = N - N % 4; k < N; ++k) {
    for (int i = 0; i < 4; ++i) records[i][k] = values[k].lanes[i];
  }
}

}  // namespace
}  // namespace carom::solve
