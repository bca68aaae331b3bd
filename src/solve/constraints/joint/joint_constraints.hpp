// Joints in the step of a simulation.
#pragma once

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// A joint's frame moves in its body during the next step so that it ends there.
void setJointFrame(SimulationState& state, const StepContext& context, std::int32_t joint, int side,
                   const DTransform& frame);
/// What moves by itself wakes what hangs on it.
void wakeJoined(SimulationState& state, const StepContext& context);
/// The groups of joints with awake bodies, into StepData::awake_groups.
void findAwakeGroups(SimulationState& state);

/// The groups of joints of a part, each solved by itself (joint_group.hpp). Has no memory of its own.
class JointConstraints {
 public:
  void prepare(SimulationState& state, const StepContext& context) const;
  /// A substep begins, before velocities take gravity and forces.
  void beginSubstep(const SolverPart& part) const;
  void warmStart(const SolverPart& part) const;
  void solveBiased(const SolverPart& part) const;
  /// Joints have the last word, but for bodies under tension, of which contacts have: what these need comes
  /// before the contacts.
  void relaxBeforeContacts(const SolverPart& part) const;
  void relax(const SolverPart& part) const;
  /// Impulses, loads and events of limits.
  void store(SimulationState& state, const StepContext& context) const;
};

}  // namespace carom::solve
