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

/// Of moments their inverses and the other way round; infinite ones have an inverse of 0, which is 0 here
/// too. In double precision the two belong together: a product of float inverses of one another is off by the
/// same part of 10⁷ in each substep.
template <class T>
Vector3<T> inverted(const Vector3<T>& v) {
  const auto one = [](T x) { return x > 0 ? 1 / x : 0; };
  return {one(v.x), one(v.y), one(v.z)};
}

/// Sets the moments of a dynamic body, 1/(kg·m²); 0: infinite.
inline void takeInverseInertia(Body& body, const Vec3& inverse_inertia) {
  body.inverse_inertia = inverse_inertia;
  body.inertia = inverted(inverse_inertia);
  body.gyroscopic =
      body.inertia.x > 0 && body.inertia.y > 0 && body.inertia.z > 0 && !hasEqualMoments(body.inertia);
}

}  // namespace carom::solve
