// Passes over pins in 4 lanes.
#include "solve/constraints/pin/pin_passes.hpp"

namespace carom::solve {

const PinSolver& pinSolver4() {
  static constexpr PinSolver kSolver = makePinSolver<4>();
  return kSolver;
}

}  // namespace carom::solve
