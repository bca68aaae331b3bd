// Wheels in the substeps.
#pragma once

#include <span>
#include <utility>

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

std::int32_t addWheel(SimulationState& state, const WheelDefinition& definition);
/// Before the first step: compresses wheels so that they stand on the ground below them.
void placeWheels(SimulationState& state, const StepContext& context);
/// Replaces the size and the suspension of a wheel; its body and frame stay.
void setWheel(SimulationState& state, const StepContext& context, std::int32_t wheel,
              const WheelDefinition& definition);
void setWheelControl(SimulationState& state, const StepContext& context, std::int32_t wheel,
                     const WheelControl& control);
/// To be called when a body has been moved: resets its wheels, and wakes vehicles that stood on it.
void liftWheels(SimulationState& state, const StepContext& context, std::int32_t body);
/// Wakes vehicles that stand on an awake body.
void wakeWheels(SimulationState& state, const StepContext& context);

/// The rows of awake wheels, in groups that share no body that can be pushed.
class WheelConstraints {
 public:
  void prepare(SimulationState& state, const StepContext& context);
  void warmStart(const SolverPart& part);
  void solveBiased(const SolverPart& part);
  void relax(const SolverPart& part);
  void endSubstep(const SolverPart& part);
  void store(const StepContext& context);
  /// The groups of a batch of islands.
  std::span<const std::int32_t> groupsOf(std::int32_t batch) const { return wheels_by_batch_.of(batch); }

 private:
  /// Calls function(rows) for each wheel of a part; `passes` times for each group.
  template <class Function>
  void eachWheel(const SolverPart& part, int passes, Function&& function);
  void groupWheels(SimulationState& state);
  void shareBodies(std::int32_t begin, std::int32_t end);

  // By awake wheel.
  IndexedVector<WheelRows> wheel_rows_;
  IndexedVector<std::int32_t> wheel_roots_;
  IndexedVector<std::pair<std::int32_t, std::int32_t>> wheel_users_;  ///< Solver body and awake wheel.
  /// Sorted: the first awake wheel of a group, and a wheel of the group.
  IndexedVector<std::pair<std::int32_t, std::int32_t>> wheel_order_;
  IndexedVector<std::int32_t> wheel_groups_;  ///< First position of each group in wheel_order_, and the end.
  ByBatch wheels_by_batch_;
};

}  // namespace carom::solve
