// Wheels in the step of a simulation.
#pragma once

#include <span>
#include <utility>

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

std::int32_t addWheel(SimulationState& state, const WheelDefinition& definition);
/// Lets wheels down on what they stand on before the first step, so that they are shown where they will be.
void placeWheels(SimulationState& state, const StepContext& context);
void setWheelControl(SimulationState& state, const StepContext& context, std::int32_t wheel,
                     const WheelControl& control);
/// A body that has been put somewhere has its wheels there, and what stood on it has lost its support.
void liftWheels(SimulationState& state, const StepContext& context, std::int32_t body);
/// What moves by itself takes along what stands on it.
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
  /// Calls function(rows) for the wheels of a part, so many times for those of a group.
  template <class Function>
  void eachWheel(const SolverPart& part, int passes, Function&& function);
  void groupWheels(SimulationState& state);
  void shareBodies(std::int32_t begin, std::int32_t end);

  // By awake wheel.
  IndexedVector<WheelRows> wheel_rows_;
  IndexedVector<std::int32_t> wheel_roots_;
  IndexedVector<std::pair<std::int32_t, std::int32_t>> wheel_users_;  ///< Solver body and awake wheel.
  /// Group's first awake wheel and its own.
  IndexedVector<std::pair<std::int32_t, std::int32_t>> wheel_order_;
  IndexedVector<std::int32_t> wheel_groups_;  ///< First of each in the order, and the end.
  ByBatch wheels_by_batch_;
};

}  // namespace carom::solve
