// Joint groups in 8 lanes.
#ifdef CAROM_EIGHT_LANES
#include "solve/constraints/joint/joint_kernel.hpp"

namespace carom::solve {

const JointSolver& jointSolver8() {
  static constexpr JointSolver kSolver = makeJointSolver<8>();
  return kSolver;
}

}  // namespace carom::solve
#endif
