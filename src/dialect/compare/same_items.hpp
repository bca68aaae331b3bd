// Equality of numbers and items of two scenes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::dialect {

// Text holds doubles exactly; products of rotations and tensors round.
inline constexpr double kRelative = 1e-9;

inline bool same(double a, double b) {
  if (a == b) return true;
  return std::abs(a - b) <= kRelative * std::max({1.0, std::abs(a), std::abs(b)});
}
inline bool same(const DVec3& a, const DVec3& b) {
  return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}
inline bool same(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
inline bool same(const DQuat& a, const DQuat& b) {
  // Both signs are the same rotation; rotations are kept to six digits by files of 32-bit numbers.
  return std::abs(std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) - 1) < 1e-10;
}

/// Of shapes and materials by their indices, of whatever file; -1: a material's defaults.
bool sameShape(const Scene& scene_a, std::int32_t first, const Scene& scene_b, std::int32_t second);
bool sameMaterial(const Scene& scene_a, std::int32_t first, const Scene& scene_b, std::int32_t second);

/// Differences in vehicles, seats and gravity.
std::vector<std::string> vehicleDifferences(const Scene& a, const Scene& b);

}  // namespace carom::dialect
