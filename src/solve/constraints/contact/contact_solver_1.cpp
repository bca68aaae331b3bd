// Contact passes in 1 lane.
#include "solve/constraints/contact/contact_solver_body.hpp"

namespace carom::solve {

const ContactSolver& contactSolver1() {
  static constexpr ContactSolver kSolver = makeContactSolver<1>();
  return kSolver;
}

}  // namespace carom::solve
