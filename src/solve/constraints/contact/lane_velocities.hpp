// Loading and storing velocities and inertias of the bodies of a block's lanes. Included by the sources for
// one width only; see wide.hpp.
#pragma once

#include "solve/simd/wide.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {
namespace {

template <int W>
void setLane(Symmetric3W<W>& m, int lane, const Mat3& from) {
  m.xx[lane] = from.cx.x, m.xy[lane] = from.cx.y, m.xz[lane] = from.cx.z;
  m.yy[lane] = from.cy.y, m.yz[lane] = from.cy.z, m.zz[lane] = from.cz.z;
}

template <int W>
struct LaneVelocities {
  Vec3W<W> linear_a, angular_a, linear_b, angular_b;
};

template <int W>
[[gnu::always_inline]] inline LaneVelocities<W> gatherVelocities(const BodyArrays& bodies,
                                                                 const std::int32_t* body_a,
                                                                 const std::int32_t* body_b) {
  static_assert(sizeof(SolverVelocity) == 32);
  const auto* v = reinterpret_cast<const float*>(bodies.velocities);
  return {gather3<W>(v, 8, body_a), gather3<W>(v + 4, 8, body_a), gather3<W>(v, 8, body_b),
          gather3<W>(v + 4, 8, body_b)};
}

template <int W>
[[gnu::always_inline]] inline void scatterOne(const BodyArrays& bodies, const std::int32_t* index,
                                              const Vec3W<W>& linear, const Vec3W<W>& angular,
                                              IntW<W> lanes) {
  Float4 lo[W], hi[W];
  toRows<W>(linear, lo);
  toRows<W>(angular, hi);
  SolverVelocity nowhere;
  for (int i = 0; i < W; ++i) {
    // Lanes and threads share the world and kinematic bodies, which never change.
    const bool kept = index[i] == 0 || index[i] >= bodies.movable_end || lanes[i] == 0;
    auto* p = reinterpret_cast<float*>(kept ? &nowhere : bodies.velocities + index[i]);
    store4(p, lo[i]);
    store4(p + 4, hi[i]);
  }
}

}  // namespace
}  // namespace carom::solve
