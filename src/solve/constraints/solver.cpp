#include "solve/constraints/solver.hpp"

#include "solve/constraints/contact/mass_ratio.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"

namespace carom::solve {

void Solver::run(SimulationState& state, const StepContext& context) {
  context.enter(StepStage::LoadEstimate);
  loads_.run(state, context);
  context.enter(StepStage::Gather);
  gather_.run(state, context);
  limitMassRatios(state, context);
  beginJoints(state, context);
  pins_.gatherPins(state, context);
  wheels_.gatherWheels(state, context);
  substeps_.run(state, context);
  context.enter(StepStage::Store);
  finishJoints(state, context);
  wheels_.finishWheels(context);
  pins_.storePins(state, context);
}

}  // namespace carom::solve
