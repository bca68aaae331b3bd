// Passes over pins in 8 lanes.
#ifdef CAROM_EIGHT_LANES
#include "solve/constraints/pin/pin_passes.hpp"

namespace carom::solve {

const PinSolver& pinSolver8() {
  static constexpr PinSolver kSolver = makePinSolver<8>();
  return kSolver;
}

}  // namespace carom::solve
#endif
