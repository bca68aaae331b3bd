// Joints that continuous collision has opened.
//
// Continuous collision stops a body alone, and what joints connect with it has gone on: where a blow whips a
// limb, by centimetres. Then the poses of the group are led to
//
//   the minimum of ½ uᵀ M u   with   c(x ⊕ u) = 0,
//
// u being displacements and rotations and c the values of the hard rows, of bounds what is beyond them. A
// step is that of joint_system.hpp with ways for velocities (JointSolver::close). What was stopped is taken
// for far heavier than it is, so that the others come to it. Velocities stay: the contact of the next step
// ends the approach, with the joints. What that moves may be stopped in turn, and is then what the others
// come to.
#pragma once

#include <vector>

#include "solve/constraints/joint/joint_solver.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

class JointClosing {
 public:
  void begin() { stopped_.clear(); }
  /// A body was stopped in this round (BodySweep::moved).
  void note(std::int32_t body) { stopped_.push_back(body); }
  /// Closes the groups of the bodies that were noted. Returns the bodies that this has moved.
  const std::vector<std::int32_t>& run(SimulationState& state, const StepContext& context);

 private:
  void close(SimulationState& state, const StepContext& context, const JointGroup& group,
             std::int32_t stopped);

  std::vector<std::int32_t> stopped_, moved_;
  std::vector<ClosedBody> bodies_;
  AlignedBuffer memory_;
};

}  // namespace carom::solve
