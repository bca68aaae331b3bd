// Rotation vectors (axis × angle) to quaternions and back, with arithmetic and square roots only.
#pragma once

#include <cmath>

#include "carom/base/vector.hpp"

namespace carom {

/// Unit quaternion of a rotation by |v| radians about v. Series of sin(a/2)/a and cos(a/2) on a halved until
/// it is below half a radian, where the first term left out is below float and near double rounding, then
/// squared back.
template <class T>
inline Quaternion<T> quaternionFromRotationVector(Vector3<T> v) {
  if constexpr (sizeof(T) == sizeof(float)) {
    // What the terms below add is less than half a unit in the last place. Most turns within a substep are so
    // small.
    const T squared = lengthSquared(v);
    if (squared < T(1e-4)) {
      const T s = T(0.5) - squared * T(1.0 / 48);
      return {v.x * s, v.y * s, v.z * s, 1 - squared * T(0.125)};
    }
  }
  int doublings = 0;
  while (lengthSquared(v) > T(0.25) && doublings < 64) {
    v *= T(0.5);
    ++doublings;
  }
  const T h = lengthSquared(v) * T(0.25);  // (a/2)²
  constexpr T kOne = 1;
  const T sine =
      T(0.5) * (1 - h * (kOne / 6) * (1 - h * (kOne / 20) * (1 - h * (kOne / 42) * (1 - h * (kOne / 72)))));
  const T cosine =
      1 - h * (kOne / 2) *
              (1 - h * (kOne / 12) * (1 - h * (kOne / 30) * (1 - h * (kOne / 56) * (1 - h * (kOne / 90)))));
  Quaternion<T> q{v.x * sine, v.y * sine, v.z * sine, cosine};
  if (doublings == 0) return q;
  for (; doublings > 0; --doublings) q = q * q;
  return normalized(q);
}

/// The shortest rotation vector of a unit quaternion, angle in 0..π. tan of half the angle is |v|/w; three
/// more halvings by tan(a/2) = t / (1 + sqrt(1 + t²)) bring it below 0.1, where seven terms of the
/// arctangent's series suffice for double.
template <class T>
inline Vector3<T> rotationVector(const Quaternion<T>& q) {
  if constexpr (sizeof(T) == sizeof(float)) {
    // Two terms of the arcsine's series: the next is less than half a unit in the last place.
    const T squared = lengthSquared(q.vector());
    if (squared < T(0.01) && q.w > 0) return q.vector() * (2 + squared * (T(1) / 3 + squared * T(0.15)));
  }
  const T sign = q.w < 0 ? T(-1) : T(1);
  const Vector3<T> v = q.vector() * sign;
  const T s = length(v);
  if (!(s > T(1e-30))) return v * T(2);
  T t = s / (q.w * sign + std::sqrt(q.w * q.w + s * s));
  for (int i = 0; i < 2; ++i) t = t / (1 + std::sqrt(1 + t * t));
  t = t / (1 + std::sqrt(1 + t * t));
  const T u = t * t;
  const T arc =
      t * (1 - u * (T(1) / 3 - u * (T(1) / 5 - u * (T(1) / 7 - u * (T(1) / 9 - u * (T(1) / 11 - u / 13))))));
  return v * (T(32) * arc / s);
}

/// rotate(q, x) − x, without the rounding of x: for small rotations.
template <class T>
inline Vector3<T> turnOf(const Quaternion<T>& q, const Vector3<T>& x) {
  const Vector3<T> t = cross(q.vector(), x) * T(2);
  return t * q.w + cross(q.vector(), t);
}

}  // namespace carom
