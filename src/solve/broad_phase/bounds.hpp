// Bounds of colliders, and their boxes in the trees.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// How far a collider may have moved since its bounds were found, m.
float roomOfBounds(const Collider& collider);
/// Finds a collider's bounds, and its box in the tree when they have left it; whether they have. The tree
/// and the list of what has moved are to follow.
bool leavesBox(const SimulationState& state, const StepContext& context, Collider& collider);
/// The same with both.
void updateBox(SimulationState& state, const StepContext& context, std::int32_t collider);
/// A collider has a new box: it looks for new pairs, and its pairs may have come apart.
void noteNewBox(SimulationState& state, std::int32_t collider);
/// Makes both trees of all colliders at once.
void buildTrees(SimulationState& state);
void endBuilding(SimulationState& state);
/// The farthest point of the body of a collider is no nearer than that of the collider.
void includeInOuterRadius(SimulationState& state, const Collider& collider);

}  // namespace carom::solve
