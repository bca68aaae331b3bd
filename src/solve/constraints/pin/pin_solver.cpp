#include "solve/constraints/pin/pin_solver.hpp"

namespace carom::solve {

const PinSolver& pinSolver([[maybe_unused]] int lanes) {
#ifdef CAROM_EIGHT_LANES
  if (lanes == 8) return pinSolver8();
#endif
#ifdef CAROM_ONE_LANE
  if (lanes == 1) return pinSolver1();
#endif
  return pinSolver4();
}

}  // namespace carom::solve
