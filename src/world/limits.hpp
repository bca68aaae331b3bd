// The largest numbers that a world accepts. Their squares, also times masses and lengths, stay within the
// range of single precision.
#pragma once

#include <cmath>

#include "carom/base/vector.hpp"

namespace carom::world {

inline constexpr double kMaxCoordinate = 1e9;  ///< m
inline constexpr double kMaxSpeed = 1e9;       ///< m/s and rad/s
inline constexpr double kMaxForce = 1e30;      ///< N and N·m, on bodies of infinite mass
inline constexpr double kMaxGravity = 1e9;     ///< m/s², and the factor on it

/// False also for numbers that are not finite.
inline bool isWithin(const DVec3& v, double limit) {
  return std::abs(v.x) <= limit && std::abs(v.y) <= limit && std::abs(v.z) <= limit;
}
inline bool isFinite(const DVec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
/// A rotation that can be made unit.
inline bool isRotation(const DQuat& q) {
  const double squared = dot(q, q);
  return squared > 1e-30 && squared < 1e30;
}
inline bool isPose(const DTransform& t) {
  return isWithin(t.translation, kMaxCoordinate) && isRotation(t.rotation);
}
/// `value` clamped to ±limit, 0 for NaN.
inline double limited(double value, double limit) {
  if (std::isnan(value)) return 0;
  return value < -limit ? -limit : (value > limit ? limit : value);
}
inline DVec3 limited(const DVec3& v, double limit) {
  return {limited(v.x, limit), limited(v.y, limit), limited(v.z, limit)};
}

}  // namespace carom::world
