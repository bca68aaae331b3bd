#include "solve/constraints/solver.hpp"

#include "solve/constraints/contact/mass_ratio.hpp"

namespace carom::solve {

void Solver::run(SimulationState& state, const StepContext& context) {
  context.enter(StepStage::LoadEstimate);
  loads_.run(state, context);
  context.enter(StepStage::Gather);
  gather_.run(state, context);
  limitMassRatios(state, context);
  substeps_.run(state, context);
}

}  // namespace carom::solve
