// The solver's part of a step: gather, substeps, store.
#pragma once

#include "solve/constraints/contact/load_estimate.hpp"
#include "solve/constraints/solver_gather.hpp"
#include "solve/constraints/substeps.hpp"

namespace carom::solve {

/// Reads bodies, contacts, joints and wheels; leaves its results in SolverInput::bodies and the constraints.
class Solver {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  LoadEstimate loads_;
  SolverGather gather_;
  Substeps substeps_;
};

}  // namespace carom::solve
