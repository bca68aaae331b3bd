// Joints in the step of a simulation.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solve/constraints/joint/joint_solver.hpp"
#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// What the solvers of joints read and write; `arrays`: of contacts.
JointInput jointInput(SimulationState& state, const StepContext& context, const BodyArrays* arrays = nullptr);
/// A joint's frame moves in its body during the next step so that it ends there.
void setJointFrame(SimulationState& state, const StepContext& context, std::int32_t joint, int side,
                   const DTransform& frame);
/// What moves by itself wakes what hangs on it.
void wakeJoined(SimulationState& state, const StepContext& context);
/// The groups of joints with awake bodies, into StepData::awake_groups.
void findAwakeGroups(SimulationState& state);

/// The groups of joints of a part, in blocks of groups with one topology (joint_solver.hpp).
class JointConstraints {
 public:
  void prepare(SimulationState& state, const StepContext& context, IndexedVector<GroupContacts>& contacts);
  /// A substep begins, before velocities take gravity and forces.
  void beginSubstep(const SolverPart& part);
  /// When they have: the implicit part of tension.
  void damp(const SolverPart& part);
  void warmStart(const SolverPart& part);
  void solveBiased(const SolverPart& part);
  /// Before the contacts and after them: joints have the last word. The first one returns whether contacts
  /// have to take the inertia of bodies anew.
  bool relaxBeforeContacts(const SolverPart& part);
  void relax(const SolverPart& part);
  /// Impulses, loads and events of limits.
  void store(SimulationState& state, const StepContext& context);

 private:
  static constexpr int kMostLanes = 8;
  struct Block {
    const JointSolver* solver = nullptr;
    AlignedBuffer memory;
    int count = 0;
    std::array<JointLane, kMostLanes> lanes;
    std::array<std::int32_t, kMostLanes> groups{};
  };

  void makeBlocks(SimulationState& state, const StepContext& context, IndexedVector<GroupContacts>& contacts);
  void giveOthers(const SolverPart& part, const BodyArrays& arrays);
  void addBlocks(SimulationState& state, const StepContext& context, std::int32_t batch,
                 IndexedVector<GroupContacts>& contacts);
  template <class Function>
  void eachBlock(const SolverPart& part, Function&& function);

  IndexedVector<Block> blocks_;  ///< The first block_count_ are in use.
  std::int32_t block_count_ = 0;
  IndexedVector<std::int32_t>
      first_of_batch_;                ///< Into blocks_; split islands after all batches, and the end.
  std::vector<std::int32_t> sorted_;  ///< The groups of a batch by topology.
};

}  // namespace carom::solve
