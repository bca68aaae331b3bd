// Joint groups in 2 lanes.
#include "solve/constraints/joint/joint_kernel.hpp"

namespace carom::solve {

const JointSolver& jointSolver2() {
  static constexpr JointSolver kSolver = makeJointSolver<2>();
  return kSolver;
}

}  // namespace carom::solve
