// Updating contact blocks whose bodies have rotated so far within the step that their inertia has changed
// (integrate.cpp). Included by contact_solver_*.cpp only; wide.hpp says why.
#pragma once

#include "solve/constraints/contact/contact_passes.hpp"
#include "solve/constraints/contact/contact_prepare.hpp"

namespace carom::solve {
namespace {

template <int W>
void refreshBlocks(void* blocks, std::int32_t begin, std::int32_t end, const BodyArrays& bodies) {
  for (std::int32_t i = begin; i < end; ++i) {
    ContactBlock<W>& block = static_cast<ContactBlock<W>*>(blocks)[i];
    IntW<W> lanes{};
    for (int lane = 0; lane < block.count; ++lane) {
      const SolverBody& a = bodies.bodies[block.body_a[lane]];
      const SolverBody& b = bodies.bodies[block.body_b[lane]];
      if (!a.turned && !b.turned) continue;
      lanes[lane] = -1;
      setLane<W>(block.inverse_inertia_a, lane, a.inverse_inertia);
      setLane<W>(block.inverse_inertia_b, lane, b.inverse_inertia);
    }
    if (!any<W>(lanes)) continue;
    const LaneMotion<W> moved = gatherMotion<W>(block, bodies);
    FloatW<W> has_point[ContactBlock<W>::kPoints];
    for (int j = 0; j < block.point_count; ++j) {
      has_point[j] = block.points[j].effective_mass > splat<W>(0) ? splat<W>(1) : splat<W>(0);
    }
    setCouplings(block, moved.lever_a, moved.lever_b, has_point, lanes);
    const FrictionArms<W> arms = frictionArms(block, moved);
    setFrictionMasses(block, arms.a, arms.b, lanes);
  }
}

}  // namespace
}  // namespace carom::solve
