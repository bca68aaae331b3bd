// How long pairs that are apart stay so, by the way that their bodies have gone.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// A body's displacement bound as it is now.
double displacementBoundNow(const Body& body);
/// Updates a body's displacement bound.
void updateDisplacementBound(Body& body);
/// The same, and how far the body may come in a step.
void updateMotionBound(SimulationState& state, const StepContext& context, Body& body, std::int32_t index);
MotionBound motionBound(const SimulationState& state, const StepContext& context, const Body& body);
/// How far any point of a body comes in a step at its present velocity, m.
double displacementInStep(const StepContext& context, const Body& body);
/// The two, which have no contact points, have been found so far apart where they are now.
void noteClearance(SimulationState& state, std::int32_t contact, float gap);
/// Whether a pair needs no look in this step.
bool isClear(const SimulationState& state, std::int32_t contact);
/// All pairs of a body have to be looked at.
void forgetClearances(SimulationState& state, std::int32_t body);

}  // namespace carom::solve
