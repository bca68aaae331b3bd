// Adding bodies and colliders to a state.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

std::int32_t addBody(SimulationState& state, const StepContext& context, const BodyDefinition& definition);
std::int32_t addCollider(SimulationState& state, const StepContext& context,
                         const ColliderDefinition& definition);
/// Sets what follows from the shape of a collider, in the collider and in its body's extents.
void measureShape(SimulationState& state, const StepContext& context, Collider& collider);

}  // namespace carom::solve
