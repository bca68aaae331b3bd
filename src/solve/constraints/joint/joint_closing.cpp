#include "solve/constraints/joint/joint_closing.hpp"

#include "solve/constraints/joint/joint_constraints.hpp"

namespace carom::solve {

std::span<const std::int32_t> JointClosing::follow(SimulationState& state, const StepContext& context,
                                                   std::span<const std::int32_t> stopped) {
  moved_.clear();
  for (const std::int32_t body : stopped) {
    const std::int32_t group = state.joints.groupOf(body);
    if (group >= 0) close(state, context, state.joints.groups()[group], body);
  }
  return moved_;
}

void JointClosing::close(SimulationState& state, const StepContext& context, const JointGroup& group,
                         std::int32_t stopped) {
  // What is swept alone (pins) would be opened by this.
  if (group.solvedJoints().empty() || !group.pins().empty()) return;
  bodies_.clear();
  std::int32_t first = -1;
  for (const std::int32_t b : group.solvedBodies()) {
    bodies_.push_back({.was_stopped = state.bodies.sweeps[b].moved});
    if (first < 0 && bodies_.back().was_stopped) first = b;
  }
  if (first != stopped) return;  // Once for all of its bodies.
  const JointSolver& solver = jointSolver(1, context.contact_solver.lanes);
  memory_.reserve(solver.size(group.topology()));
  const JointLane lane{nullptr, group.solvedJoints().data(), group.solvedBodies().data(),
                       state.bodies[group.movableBody()].center,
                       group.tolerance(state.bodies.all, context.settings)};
  const auto find = [&] {
    return solver.close(memory_.data(), group.topology(), lane, jointInput(state, context), bodies_.data());
  };
  bool found = find();
  // Two that were stopped may contradict each other.
  for (ClosedBody& body : bodies_) body.was_stopped = false;
  found = found || find();
  if (!found) return;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const std::int32_t b = group.solvedBodies()[i];
    Body& body = state.bodies[b];
    if (!body.movable()) continue;
    body.center += bodies_[i].moved;
    // The angular velocity turns with the body: kept in global axes it would have another energy.
    body.angular_velocity = rotate(bodies_[i].rotation, inverseRotate(body.rotation, body.angular_velocity));
    body.rotation = bodies_[i].rotation;
    moved_.push_back(b);
  }
}

}  // namespace carom::solve
