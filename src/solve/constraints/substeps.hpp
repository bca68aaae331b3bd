// The substeps of a step: the order in which the passes of all constraints follow on each other.
#pragma once

#include <vector>

#include "solve/constraints/contact/contact_constraints.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"
#include "solve/constraints/pin/pin_constraints.hpp"
#include "solve/constraints/solver_part.hpp"
#include "solve/constraints/wheel/wheel_constraints.hpp"

namespace carom::solve {

/// Reads SolverInput; leaves velocities and motions in its bodies, impulses in the constraints.
class Substeps {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  SolverPart solverPart(SimulationState& state, const StepContext& context, std::int32_t batch);
  void solveParts(SimulationState& state, const StepContext& context);
  void solvePart(const SolverPart& part);
  void runSubstep(const SolverPart& part, std::int32_t substep);
  void reserveForBatches(const SimulationState& state, const StepContext& context);

  ContactConstraints contacts_;
  JointConstraints joints_;
  PinConstraints pins_;
  WheelConstraints wheels_;
  IndexedVector<GroupContacts> group_contacts_;  ///< By group of joints.
  ContactBlocks shared_blocks_;                  ///< Of what all threads solve together.
  std::vector<ContactBlocks> thread_blocks_;     ///< By thread, of the batch of islands at hand.
};

}  // namespace carom::solve
