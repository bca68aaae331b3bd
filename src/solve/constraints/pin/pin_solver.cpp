#include "solve/constraints/pin/pin_solver.hpp"

namespace carom::solve {

const PinSolver& pinSolver(int lanes) {
#ifdef CAROM_EIGHT_LANES
  if (lanes == 8) return pinSolver8();
#endif
  return lanes == 4 ? pinSolver4() : pinSolver1();
}

}  // namespace carom::solve
