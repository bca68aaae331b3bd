#include "solve/constraints/joint/joint_closing.hpp"

#include <algorithm>
#include <functional>

#include "base/compact_sort.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"

namespace carom::solve {

const std::vector<std::int32_t>& JointClosing::run(SimulationState& state, const StepContext& context) {
  groups_.clear();
  moved_.clear();
  compactSort(stopped_.begin(), stopped_.end(), std::less<>());
  for (const std::int32_t body : stopped_) {
    if (state.joints.groupOf(body) >= 0) groups_.push_back(state.joints.groupOf(body));
  }
  compactSort(groups_.begin(), groups_.end(), std::less<>());
  groups_.erase(std::unique(groups_.begin(), groups_.end()), groups_.end());
  for (const std::int32_t group : groups_) close(state, context, state.joints.groups()[group]);
  stopped_.clear();
  return moved_;
}

void JointClosing::close(SimulationState& state, const StepContext& context, const JointGroup& group) {
  // What is swept alone (pins) would be opened by this.
  if (group.solvedJoints().empty() || !group.pins().empty()) return;
  bodies_.clear();
  for (const std::int32_t b : group.solvedBodies())
    bodies_.push_back({.was_stopped = std::binary_search(stopped_.begin(), stopped_.end(), b)});
  const JointSolver& solver = jointSolver(1, context.contact_solver.lanes);
  memory_.reserve(solver.size(group.topology()));
  const JointLane lane{nullptr, group.solvedJoints().data(), group.solvedBodies().data(),
                       state.bodies[group.movableBody()].center,
                       group.tolerance(state.bodies.all, context.settings)};
  if (!solver.close(memory_.data(), group.topology(), lane, jointInput(state, context), bodies_.data()))
    return;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const std::int32_t b = group.solvedBodies()[i];
    Body& body = state.bodies[b];
    if (!body.movable()) continue;
    body.center += bodies_[i].moved;
    body.rotation = bodies_[i].rotation;
    moved_.push_back(b);
  }
}

}  // namespace carom::solve
