// Bounds of colliders, and their boxes in the trees.
#pragma once

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Distance that a collider may move before its bounds are computed again, m. The bounds include it.
float roomOfBounds(const Collider& collider);
/// Updates the bounds of a collider. If they have left its box in the tree, computes a new box and returns
/// true; the caller then has to update the tree and to call noteNewBox().
bool leavesBox(const SimulationState& state, const StepContext& context, Collider& collider);
/// The same, and also updates the tree and calls noteNewBox().
void updateBox(SimulationState& state, const StepContext& context, std::int32_t collider);
/// Records that a collider has a new box: the next search looks for new pairs of it and for pairs of it that
/// have separated.
void noteNewBox(SimulationState& state, std::int32_t collider);
/// Builds both trees from all colliders.
void buildTrees(SimulationState& state);
void endBuilding(SimulationState& state);
/// Increases the radii of a collider's body where the collider reaches farther.
void includeInOuterRadius(SimulationState& state, const Collider& collider);

}  // namespace carom::solve
