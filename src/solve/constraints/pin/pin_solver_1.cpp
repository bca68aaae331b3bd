// Passes over pins in 1 lane.
#include "solve/constraints/pin/pin_passes.hpp"

namespace carom::solve {

const PinSolver& pinSolver1() {
  static constexpr PinSolver kSolver = makePinSolver<1>();
  return kSolver;
}

}  // namespace carom::solve
