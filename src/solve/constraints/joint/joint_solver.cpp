#include "solve/constraints/joint/joint_solver.hpp"

namespace carom::solve {

const JointSolver& jointSolver([[maybe_unused]] int groups, [[maybe_unused]] int contact_lanes) {
#ifdef CAROM_ONE_LANE
  if (groups == 1 || contact_lanes == 1) return jointSolver1();
#endif
#ifdef CAROM_EIGHT_LANES
  if (groups > 4 && contact_lanes == 8 && __builtin_cpu_supports("avx512dq") != 0) return jointSolver8();
  if (groups > 2 && contact_lanes == 8) return jointSolver4();
#endif
  return jointSolver2();
}

void giveInertiaTo(const JointInput& input, std::int32_t slot, const DMat3& axes, const DMat3& inverse,
                   bool tensioned) {
  const DMat3 m = axes * inverse * transposed(axes);
  SolverBody& body = input.solver_bodies[slot];
  body.inverse_inertia = {Vec3(m.cx), Vec3(m.cy), Vec3(m.cz)};
  body.tensioned = tensioned;
  body.turned = true;
  input.accelerations[slot].angular = body.inverse_inertia * input.bodies[body.body].torque;
}

}  // namespace carom::solve
