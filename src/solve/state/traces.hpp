// Flushing tiny numbers to zero. Values that decay towards zero would become denormal, which is a hundred
// times as slow, and a stack at rest would be full of them.
#pragma once

#include "carom/base/vector.hpp"

#include "solve/state/state_settings.hpp"

namespace carom::solve {

/// x, or 0 if |x| <= least.
inline float withoutTrace(float x, float least) {
  return __builtin_fabsf(x) > least ? x : 0.0f;
}

/// The rotation from one orientation to another. Components whose square would be denormal become 0.
inline Quat turnBetween(const Quat& from, const Quat& to) {
  constexpr float kLeast = StateSettings::kMinRotation;
  const Quat turn = to * conjugate(from);
  return {withoutTrace(turn.x, kLeast), withoutTrace(turn.y, kLeast), withoutTrace(turn.z, kLeast), turn.w};
}

}  // namespace carom::solve
