// Contact passes in 8 lanes.
#ifdef CAROM_EIGHT_LANES
#include "solve/constraints/contact/contact_solver_body.hpp"

namespace carom::solve {

const ContactSolver& contactSolver8() {
  static constexpr ContactSolver kSolver = makeContactSolver<8>();
  return kSolver;
}

}  // namespace carom::solve
#endif
