// Joint groups in 4 lanes.
#ifdef CAROM_EIGHT_LANES
#include "solve/constraints/joint/joint_kernel.hpp"

namespace carom::solve {

const JointSolver& jointSolver4() {
  static constexpr JointSolver kSolver = makeJointSolver<4>();
  return kSolver;
}

}  // namespace carom::solve
#endif
