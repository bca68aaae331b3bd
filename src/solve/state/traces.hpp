// What has decayed to nothing is nothing: products of such numbers fall below what normal floats hold, take a
// hundred times as long, and a stack at rest would be full of them.
#pragma once

#include "carom/base/vector.hpp"

namespace carom::solve {

/// 0 where a number is no larger than `least`.
inline float withoutTrace(float x, float least) {
  return __builtin_fabsf(x) > least ? x : 0.0f;
}

/// The turn from one rotation to another. What of its axis is so small that its square is no normal float is
/// 0.
inline Quat turnBetween(const Quat& from, const Quat& to) {
  constexpr float kLeast = 1e-18f;
  const Quat turn = to * conjugate(from);
  return {withoutTrace(turn.x, kLeast), withoutTrace(turn.y, kLeast), withoutTrace(turn.z, kLeast), turn.w};
}

}  // namespace carom::solve
