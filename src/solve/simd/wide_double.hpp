// Several doubles at a time: one lane per group of joints. See wide.hpp: plain compiler vectors, each lane
// computes exactly what scalar code would, and everything has internal linkage.
#pragma once

#include <cstdint>

#include "solve/simd/seldom.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace carom::solve {

template <int W>
struct DoubleLanes;
template <>
struct DoubleLanes<1> {
  using Double = double __attribute__((vector_size(8)));
  using Mask = std::int64_t __attribute__((vector_size(8)));
};
template <>
struct DoubleLanes<2> {
  using Double = double __attribute__((vector_size(16)));
  using Mask = std::int64_t __attribute__((vector_size(16)));
};
template <>
struct DoubleLanes<4> {
  using Double = double __attribute__((vector_size(32)));
  using Mask = std::int64_t __attribute__((vector_size(32)));
};
template <>
struct DoubleLanes<8> {
  using Double = double __attribute__((vector_size(64)));
  using Mask = std::int64_t __attribute__((vector_size(64)));
};
template <int W>
using DoubleW = typename DoubleLanes<W>::Double;
/// Of a lane: -1 for yes, 0 for no.
template <int W>
using MaskW = typename DoubleLanes<W>::Mask;

/// Three components of W vectors.
template <int W>
struct DVec3W {
  DoubleW<W> x, y, z;
};
/// Unit quaternions.
template <int W>
struct DQuatW {
  DoubleW<W> x, y, z, w;
};
/// 3x3 matrices by columns.
template <int W>
struct DMat3W {
  DVec3W<W> cx, cy, cz;
};
/// Symmetric 3x3 matrices.
template <int W>
struct DSymmetric3W {
  DoubleW<W> xx, xy, xz, yy, yz, zz;
};

namespace {

template <int W>
inline DoubleW<W> all(double value) {
  DoubleW<W> r{};
  return r + value;
}
template <int W>
inline MaskW<W> no() {
  return MaskW<W>{};
}
template <int W>
inline MaskW<W> yes() {
  return ~MaskW<W>{};
}
template <class Mask>
inline bool anyLane(Mask mask) {
#ifdef __AVX512F__
  if constexpr (sizeof(Mask) == 64) return _mm512_test_epi64_mask((__m512i)mask, (__m512i)mask) != 0;
#endif
#ifdef __AVX__
  if constexpr (sizeof(Mask) == 32) return _mm256_testz_si256((__m256i)mask, (__m256i)mask) == 0;
#endif
  std::int64_t bits = 0;
  for (unsigned i = 0; i < sizeof(Mask) / 8; ++i) bits |= mask[i];
  return bits != 0;
}
template <class Double>
inline Double greater(Double a, Double b) {
  return a > b ? a : b;
}
template <class Double>
inline Double lower(Double a, Double b) {
  return a < b ? a : b;
}
template <class Double>
inline Double magnitude(Double a) {
  return a < 0 ? -a : a;
}
template <class Double>
inline Double rootOf(Double a) {
#ifdef __AVX512F__
  if constexpr (sizeof(Double) == 64) return _mm512_maskz_sqrt_pd(0xff, a);
#endif
#ifdef __AVX__
  if constexpr (sizeof(Double) == 32) return _mm256_sqrt_pd(a);
#endif
#ifdef __SSE2__
  if constexpr (sizeof(Double) == 16) return _mm_sqrt_pd(a);
#endif
#ifdef __wasm_simd128__
  if constexpr (sizeof(Double) == 16) return __builtin_wasm_sqrt_f64x2(a);
#endif
  Double r;
  for (unsigned i = 0; i < sizeof(Double) / 8; ++i) r[i] = __builtin_sqrt(a[i]);
  return r;
}
/// The nearest whole number; of what is smaller than 2^51.
template <class Double>
inline Double nearest(Double a) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 · 2^52: the sum has no room for fractions.
  return (a + kShift) - kShift;
}

template <int W>
inline void setLane(DVec3W<W>& out, int lane, double x, double y, double z) {
  out.x[lane] = x, out.y[lane] = y, out.z[lane] = z;
}
template <int W>
inline void setLane(DQuatW<W>& out, int lane, double x, double y, double z, double w) {
  out.x[lane] = x, out.y[lane] = y, out.z[lane] = z, out.w[lane] = w;
}

template <int W>
inline DVec3W<W> operator+(const DVec3W<W>& a, const DVec3W<W>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <int W>
inline DVec3W<W> operator-(const DVec3W<W>& a, const DVec3W<W>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <int W>
inline DVec3W<W> operator*(const DVec3W<W>& a, DoubleW<W> s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <int W>
inline DVec3W<W> select(MaskW<W> mask, const DVec3W<W>& a, const DVec3W<W>& b) {
  return {mask ? a.x : b.x, mask ? a.y : b.y, mask ? a.z : b.z};
}
template <int W>
inline DSymmetric3W<W> select(MaskW<W> mask, const DSymmetric3W<W>& a, const DSymmetric3W<W>& b) {
  return {mask ? a.xx : b.xx, mask ? a.xy : b.xy, mask ? a.xz : b.xz,
          mask ? a.yy : b.yy, mask ? a.yz : b.yz, mask ? a.zz : b.zz};
}
template <int W>
inline DoubleW<W> dot(const DVec3W<W>& a, const DVec3W<W>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <int W>
inline DVec3W<W> cross(const DVec3W<W>& a, const DVec3W<W>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Component by component product.
template <int W>
inline DVec3W<W> scaled(const DVec3W<W>& a, const DVec3W<W>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <int W>
inline DoubleW<W> length(const DVec3W<W>& a) {
  return rootOf(dot(a, a));
}
template <int W>
inline DVec3W<W> operator*(const DSymmetric3W<W>& m, const DVec3W<W>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <int W>
inline DVec3W<W> operator*(const DMat3W<W>& m, const DVec3W<W>& v) {
  return m.cx * v.x + m.cy * v.y + m.cz * v.z;
}
/// Product with the transposed matrix.
template <int W>
inline DVec3W<W> inverseTurn(const DMat3W<W>& m, const DVec3W<W>& v) {
  return {dot(m.cx, v), dot(m.cy, v), dot(m.cz, v)};
}
template <int W>
inline DQuatW<W> operator*(const DQuatW<W>& a, const DQuatW<W>& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <int W>
inline DQuatW<W> conjugate(const DQuatW<W>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
template <int W>
inline DVec3W<W> vectorOf(const DQuatW<W>& q) {
  return {q.x, q.y, q.z};
}
template <int W>
inline DQuatW<W> normalized(const DQuatW<W>& q) {
  const DoubleW<W> s = 1.0 / rootOf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
template <int W>
inline DVec3W<W> rotate(const DQuatW<W>& q, const DVec3W<W>& v) {
  const DVec3W<W> u = vectorOf(q);
  const DVec3W<W> t = cross(u, v) * all<W>(2);
  return v + t * q.w + cross(u, t);
}
template <int W>
inline DMat3W<W> matrixOf(const DQuatW<W>& q) {
  const DoubleW<W> x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const DoubleW<W> xx = q.x * x2, xy = q.x * y2, xz = q.x * z2, yy = q.y * y2, yz = q.y * z2, zz = q.z * z2;
  const DoubleW<W> wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{1 - (yy + zz), xy + wz, xz - wy},
          {xy - wz, 1 - (xx + zz), yz + wx},
          {xz + wy, yz - wx, 1 - (xx + yy)}};
}

}  // namespace
}  // namespace carom::solve
