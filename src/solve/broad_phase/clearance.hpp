// Clearance: how long a separated pair needs no test of the narrow phase.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// The displacement bound of a body, including its motion since the last update, m.
double displacementBoundNow(const Body& body);
/// Adds the motion since the last update to a body's displacement bound.
void updateDisplacementBound(Body& body);
/// The same, and also updates BodySet::motion_bounds.
void updateMotionBound(SimulationState& state, const StepContext& context, Body& body, std::int32_t index);
/// Bounds of the motion of a body in the coming step.
MotionBound motionBound(const SimulationState& state, const StepContext& context, const Body& body);
/// Bound of the distance that any point of a body moves in a step at its present velocity, m.
double displacementInStep(const StepContext& context, const Body& body);
/// Records that a pair without contact points is at least `gap` apart at the present poses, m.
void noteClearance(SimulationState& state, std::int32_t contact, float gap);
/// Whether a pair needs no test in this step.
bool isClear(const SimulationState& state, std::int32_t contact);
/// All pairs of a body need a test.
void forgetClearances(SimulationState& state, std::int32_t body);

}  // namespace carom::solve
