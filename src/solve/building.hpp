// Bodies and colliders into a state.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

std::int32_t addBody(SimulationState& state, const StepContext& context, const BodyDefinition& definition);
std::int32_t addCollider(SimulationState& state, const StepContext& context,
                         const ColliderDefinition& definition);
/// What of a collider, and of its body's extents, follows from its shape.
void measureShape(SimulationState& state, const StepContext& context, Collider& collider);

}  // namespace carom::solve
