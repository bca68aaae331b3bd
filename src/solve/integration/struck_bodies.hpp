// Which bodies something has struck in a step, and how deep two bodies may be in each other at its end.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Depth that the projection of positions leaves at least in a pair, m.
float leastDepth(float tolerance, float inscribed_radius);

/// Whether a body has ended the step beside the place where its velocity and gravity would have taken it, by
/// more than leastDepth().
bool wasStruck(const SimulationState& state, const StepContext& context, std::int32_t body);

/// The way beside another body from which the curvature of both surfaces may make a depth of leastDepth(), m:
/// on a circle of radius r a way w leads w²/(2 r) away from its tangent.
float curvedWay(const Body& body);

}  // namespace carom::solve
