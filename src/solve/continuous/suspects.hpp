// Which bodies may have passed through something in a step.
//
// Most fast bodies are not in each other's path, because their neighbours are as fast. The broad
// phase has the candidates: a collider whose sweep lies in its box in the tree can only meet colliders whose
// boxes overlap that box. So one pass over the active pairs finds the suspects, by displacement bounds
// (clearance.cpp) and relative motion. Only a collider whose sweep has left its box queries the trees. The
// other colliders do not have it among their pairs, so ContinuousCollision::escaped_tree_ has it for this
// step.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// The size of a body with which its motion and overlap are compared, m. A tenth of the bounding radius
/// stands for the inscribed ball of a mesh.
float inscribedSize(const Body& body);
/// Distance from the obstacle at which a body stops, m.
float stopDistance(const Body& body);

/// The motion of a body in the step.
StepMotion motionInStep(const Body& body);
/// Whether a body may have passed through something: it moved far, or it penetrated something deeply.
bool mayHavePassed(Body& body, const StepMotion& moved);
/// Records the motion of a body in BodySet::sweeps; `stop`: continuous collision may have to stop it.
void noteSweep(SimulationState& state, std::int32_t index, const StepMotion& moved, bool stop);
/// Adds a body that may have passed through something to the job's result, with the sweeps that left their
/// boxes.
void collectFastBody(SimulationState& state, std::int32_t index, const StepMotion& moved, BodyJob& job);
/// Prepares a body that may be stopped in this step.
void beginSweep(Body& body);

/// Whether a body has to be swept against another. What a moving wall carries along is as harmless as what
/// lies still on a fixed one. A fixed wall always matters: a mover may press the body into it slowly.
bool mayMatter(const BodySweep& mine, const BodySweep& other);
/// Of the active contacts begin .. end-1, the bodies that have to be swept against the other one.
void findSuspects(const SimulationState& state, std::int32_t begin, std::int32_t end,
                  std::vector<std::int32_t>& found);

}  // namespace carom::solve
