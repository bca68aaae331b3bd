// Joint groups in 1 lane.
#include "solve/constraints/joint/joint_kernel.hpp"

namespace carom::solve {

const JointSolver& jointSolver1() {
  static constexpr JointSolver kSolver = makeJointSolver<1>();
  return kSolver;
}

}  // namespace carom::solve
