// Elementary functions of several doubles at a time, by the series of base/trigonometry.cpp,
// base/exponential.cpp and base/rotation_vector.hpp, with selections in the place of branches.
#pragma once

#include "base/trigonometry.hpp"
#include "solve/simd/wide_double.hpp"

namespace carom::solve {
namespace {

/// Of 0 <= x <= 1.
template <class Double>
inline Double arcTangentOfRatio(Double x) {
  constexpr double kRoot3 = 1.73205080756887729353, kTwoMinusRoot3 = 0.26794919243112270647;
  const auto turned = x > kTwoMinusRoot3;
  x = turned ? (kRoot3 * x - 1) / (kRoot3 + x) : x;
  const Double z = x * x;
  Double sum = z - z;
#pragma GCC unroll 14
  for (int k = 27; k >= 1; k -= 2) sum = 1.0 / k - z * sum;
  sum = x * sum;
  return turned ? kPi / 6 + sum : sum;
}

/// Angle of the point (x, y) from the X axis, in (-π, π]; 0 for (0, 0).
template <class Double>
inline Double arcTangentOf(Double y, Double x) {
  const Double ax = magnitude(x), ay = magnitude(y);
  const Double larger = greater(ax, ay), ratio = lower(ax, ay) / (larger > 0 ? larger : larger + 1);
  Double angle = arcTangentOfRatio(ratio);
  angle = ay > ax ? 0.5 * kPi - angle : angle;
  angle = x < 0 ? kPi - angle : angle;
  return y < 0 ? -angle : angle;
}

/// sin x of 0 <= x <= π/2.
template <class Double>
inline Double sineOf(Double x) {
  const Double z = x * x;
  Double sum = z - z + 1;
#pragma GCC unroll 12
  for (int k = 23; k >= 3; k -= 2) sum = 1 - z * (1.0 / (k * (k - 1))) * sum;
  return x * sum;
}

/// (e^x − 1)/x of |x| <= ln 2 / 2.
template <class Double>
inline Double exponentialSeries(Double x) {
  Double sum = x - x + 1;
#pragma GCC unroll 16
  for (int i = 15; i > 1; --i) sum = 1 + x * (1.0 / i) * sum;
  return sum;
}

/// e^x of x <= 0.
template <int W>
inline DoubleW<W> exponentialOf(DoubleW<W> x) {
  constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  const MaskW<W> tiny = x < -700;
  x = tiny ? all<W>(-700) : x;
  const DoubleW<W> n = nearest(x * 0x1.71547652b82fep+0);
  const DoubleW<W> r = (x - n * kLn2High) - n * kLn2Low;
  // 1.5 · 2^52 plus a whole number has it in its last bits.
  const DoubleW<W> shifted = n + (6755399441055744.0 + 1023);
  MaskW<W> bits;
  __builtin_memcpy(&bits, &shifted, sizeof(bits));
  bits <<= 52;
  DoubleW<W> power;
  __builtin_memcpy(&power, &bits, sizeof(power));
  return tiny ? all<W>(0) : (1 + r * exponentialSeries(r)) * power;
}

/// 1 − e^−x of x >= 0.
template <int W>
inline DoubleW<W> oneMinusExponentialOf(DoubleW<W> x) {
  const MaskW<W> small = x < 0.25;
  const DoubleW<W> near = small ? x : all<W>(0);
  return small ? near * exponentialSeries(-near) : 1 - exponentialOf<W>(-x);
}

/// Unit quaternion of a rotation by |v| radians about v.
template <int W>
inline DQuatW<W> quaternionOf(DVec3W<W> v) {
  using Double = DoubleW<W>;
  Double doublings = all<W>(0);
  int most = 0;
  for (MaskW<W> large = dot(v, v) > 0.25; anyLane(large) && most<64; large = dot(v, v)> 0.25) {
    v = select<W>(large, v * all<W>(0.5), v);
    doublings = large ? doublings + 1 : doublings;
    ++most;
  }
  const Double h = dot(v, v) * 0.25;  // (a/2)²
  const Double sine =
      0.5 * (1 - h * (1.0 / 6) * (1 - h * (1.0 / 20) * (1 - h * (1.0 / 42) * (1 - h * (1.0 / 72)))));
  const Double cosine =
      1 - h * 0.5 * (1 - h * (1.0 / 12) * (1 - h * (1.0 / 30) * (1 - h * (1.0 / 56) * (1 - h * (1.0 / 90)))));
  DQuatW<W> q{v.x * sine, v.y * sine, v.z * sine, cosine};
  for (int i = 0; i < most; ++i) {
    const MaskW<W> more = doublings > i;
    const DQuatW<W> s = normalized(q * q);
    q = {more ? s.x : q.x, more ? s.y : q.y, more ? s.z : q.z, more ? s.w : q.w};
  }
  return q;
}

/// The shortest rotation vector of a unit quaternion, angle in 0..π.
template <int W>
inline DVec3W<W> rotationVectorOf(const DQuatW<W>& q) {
  const DVec3W<W> v = vectorOf(q);
  const DoubleW<W> s = length(v), sign = q.w < 0 ? all<W>(-1) : all<W>(1);
  const DoubleW<W> angle = 2 * arcTangentOf(s, q.w * sign);
  const MaskW<W> turned = s > 1e-30;
  return v * (sign * (turned ? angle / (turned ? s : all<W>(1)) : all<W>(2)));
}

}  // namespace
}  // namespace carom::solve
