// One step of a simulation: the stages in their order (step.cpp).
#pragma once

#include "solve/broad_phase/broad_phase.hpp"
#include "solve/constraints/joint/joint_closing.hpp"
#include "solve/constraints/solver.hpp"
#include "solve/continuous/continuous.hpp"
#include "solve/events/step_summary.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/integration/finish_bodies.hpp"
#include "solve/narrow_phase/narrow_phase.hpp"
#include "solve/projection/position_projection.hpp"
#include "solve/sensors/sensor_passes.hpp"
#include "solve/sleep/held_islands.hpp"
#include "solve/sleep/sleep.hpp"

namespace carom::solve {

/// The stages, each with its scratch memory. They keep no data from step to step.
class Step {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  GravityUpdate gravity_;
  BroadPhase broad_phase_;
  NarrowPhase narrow_phase_;
  Solver solver_;
  BodyFinish finish_;
  ContinuousCollision continuous_;
  JointClosing closing_;
  PositionProjection projection_;
  SensorPasses sensors_;
  StepSummary summary_;
  HeldIslands held_;
  Sleep sleep_;
};

}  // namespace carom::solve
