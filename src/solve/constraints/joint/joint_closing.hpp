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
#include "solve/continuous/followers.hpp"
#include "solve/state/aligned_buffer.hpp"

namespace carom::solve {

class JointClosing final : public Followers {
 public:
  /// Closes the groups of bodies that were stopped.
  std::span<const std::int32_t> follow(SimulationState& state, const StepContext& context,
                                       std::span<const std::int32_t> stopped) override;

 private:
  void close(SimulationState& state, const StepContext& context, const JointGroup& group,
             std::int32_t stopped);

  std::vector<std::int32_t> moved_;
  std::vector<ClosedBody> bodies_;
  AlignedBuffer memory_;
};

}  // namespace carom::solve
