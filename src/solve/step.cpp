// One step: the stages in their order.
//
// Where a body's pose and velocity are written:
//   before the step  setVelocity(), setPose(), setTarget() of Simulation; a target gives a kinematic velocity
//   solver_          SolverGather copies both to state.solver.bodies and notes the pose as start_center and
//                    start_rotation; the substeps change the copies only
//   finish_          storeBody() in finish_bodies.cpp writes both back to state.bodies, once per step
//   continuous_      stops fast bodies at impacts: changes both for them and for bodies that they push
//   projection_      moves bodies apart that struck deep within the step: changes poses
//   sleep_           sets the velocity of bodies that fall asleep to 0
// After the step World::Implementation::writeBackNodes() copies the poses to the nodes.
//
// What runs in parallel (ThreadPool::parallelFor, SolverPart::spread): gravity, the search for new and for
// separated pairs, the narrow phase, wheels, gather, the substeps, finishBodies, the search for stops of
// continuous collision and for pairs that are deep, the overlap tests of triggers, the summary of contacts.
// On one thread: making and destroying contacts, the load estimate, mass ratios, the update of the tree,
// events, sleep. The result is the same for any number of threads.
#include "solve/step.hpp"

#include "solve/constraints/joint/joint_constraints.hpp"
#include "solve/narrow_phase/wheel_contacts.hpp"

namespace carom::solve {

void Step::run(SimulationState& state, const StepContext& context) {
  state.events.pairs.clear();
  state.joint_events.clear();
  state.step.stopped_bodies.clear();
  // Changes from outside the simulation wake the bodies that they affect.
  if (!state.gravity.empty()) gravity_.run(state, context);
  if (!state.joints.empty()) wakeJoined(state, context);
  wakeWheels(state, context);

  context.enter(StepStage::PairSearch);
  broad_phase_.findPairs(state, context);
  context.enter(StepStage::NarrowPhase);
  narrow_phase_.run(state, context);
  updateWheels(state, context, narrow_phase_);
  narrow_phase_.orderWoken(state, context);

  solver_.run(state, context);
  finish_.finishBodies(state, context);

  context.enter(StepStage::Continuous);
  if (context.settings.continuous) continuous_.run(state, context, closing_);
  projection_.run(state, context);
  finish_.finishMovedBodies(state, context);
  context.enter(StepStage::Bounds);
  finish_.updateBounds(state);
  context.enter(StepStage::PairSearch);
  broad_phase_.findPairs(state, context);

  if (state.colliders.sensor_count > 0) {
    context.enter(StepStage::Sensors);
    updateSensors(state, context);
    sensors_.run(state, context);
  }
  context.enter(StepStage::Summary);
  summary_.summarizeContacts(state, context);
  broad_phase_.findSeparated(state, context);
  summary_.reportEvents(state, context);
  summary_.gatherStatistics(state);

  context.enter(StepStage::Islands);
  state.bodies.stepped.assign(state.bodies.awake.begin(), state.bodies.awake.end());
  held_.run(state, context);
  sleep_.run(state, context);
  summary_.countBodies(state);
  broad_phase_.dropSeparatedPairs(state);
  evenThreads(context.threads);
  context.enter(StepStage::Outside);
}

}  // namespace carom::solve
