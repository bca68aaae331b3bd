// Contact passes in 4 lanes.
#include "solve/constraints/contact/contact_solver_body.hpp"

namespace carom::solve {

const ContactSolver& contactSolver4() {
  static constexpr ContactSolver kSolver = makeContactSolver<4>();
  return kSolver;
}

}  // namespace carom::solve
