// Moments of inertia of a body, and what follows from them.
#pragma once

#include <algorithm>

#include "solve/state/body.hpp"

namespace carom::solve {

inline bool hasEqualMoments(const Vec3& inertia) {
  const float largest = std::max({inertia.x, inertia.y, inertia.z});
  const float smallest = std::min({inertia.x, inertia.y, inertia.z});
  return largest - smallest <= 1e-5f * largest;
}

/// Sets the moments of a dynamic body, 1/(kg·m²); 0: infinite.
inline void takeInverseInertia(Body& body, const Vec3& inverse_inertia) {
  const auto inverted = [](float x) { return x > 0 ? 1.0f / x : 0.0f; };
  body.inverse_inertia = inverse_inertia;
  body.inertia = {inverted(inverse_inertia.x), inverted(inverse_inertia.y), inverted(inverse_inertia.z)};
  body.gyroscopic =
      body.inertia.x > 0 && body.inertia.y > 0 && body.inertia.z > 0 && !hasEqualMoments(body.inertia);
}

}  // namespace carom::solve
