#include "solve/constraints/contact/contact_solver.hpp"

namespace carom::solve {

const ContactSolver* contactSolver(int lanes) {
#ifdef CAROM_ONE_LANE
  if (lanes == 1) return &contactSolver1();
#endif
  if (lanes == 4) return &contactSolver4();
#ifdef CAROM_EIGHT_LANES
  if (lanes == 8 && __builtin_cpu_supports("avx2") != 0) return &contactSolver8();
#endif
  return nullptr;
}

const ContactSolver& widestContactSolver() {
  const ContactSolver* eight = contactSolver(8);
  return eight ? *eight : contactSolver4();
}

}  // namespace carom::solve
