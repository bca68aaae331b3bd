// Joints in the simulation's step.

#include "solve/constraints/joint/joint_constraints.hpp"

#include "solve/sleep/sleep.hpp"

namespace carom::solve {
namespace {

/// In parallel.
template <class Function>
void eachAwakeGroup(SimulationState& state, const StepContext& context, Function&& function) {
  context.pool.parallelFor(static_cast<std::int32_t>(state.step.awake_groups.size()), 1,
                           [&](const ThreadPool::Range& range) {
                             for (std::int32_t i = range.begin; i < range.end; ++i) {
                               const std::int32_t group = state.step.awake_groups[i];
                               function(state.joints.groups()[group]);
                             }
                           });
}

/// Of a part.
template <class Function>
void eachGroup(const SolverPart& part, Function&& function) {
  part.spread(static_cast<std::int32_t>(part.joint_groups.size()), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const std::int32_t awake = part.joint_groups[i];
      const std::int32_t group = part.state.step.awake_groups[awake];
      function(part.state.joints.groups()[group]);
    }
  });
}

/// The same as a stage of its own.
template <class Function>
void solveEachGroup(const SolverPart& part, Function&& function) {
  if (part.joint_groups.empty()) return;
  part.enter(StepStage::Joints);
  eachGroup(part, function);
}

}  // namespace

void setJointFrame(SimulationState& state, const StepContext& context, std::int32_t joint, int side,
                   const DTransform& frame) {
  Joint& j = state.joints.joints()[joint];
  const auto s = static_cast<std::size_t>(side);
  if (j.next_frame[s] == frame) return;
  j.next_frame[s] = frame;
  j.frames_move = true;
  for (const std::int32_t b : j.body) {
    if (state.bodies[b].movable()) wake(state, context, b);
  }
}

/// What moves by itself takes along what hangs on it.
void wakeJoined(SimulationState& state, const StepContext& context) {
  state.joints.connect(state.bodies.all);
  for (const JointGroup& group : state.joints.groups()) {
    if (state.bodies.isAwake(group.movableBody())) continue;
    for (const std::int32_t joint : group.joints()) {
      for (const std::int32_t b : state.joints.joints()[joint].body) {
        if (state.bodies.isAwake(b)) wake(state, context, group.movableBody());
      }
    }
  }
}

void findAwakeGroups(SimulationState& state) {
  state.step.awake_groups.clear();
  for (std::size_t i = 0; i < state.joints.groups().size(); ++i) {
    if (state.bodies.isAwake(state.joints.groups()[i].movableBody()))
      state.step.awake_groups.push_back(static_cast<std::int32_t>(i));
  }
}

void JointConstraints::prepare(SimulationState& state, const StepContext& context) const {
  eachAwakeGroup(state, context, [&](JointGroup& group) {
    group.beginStep(state.joints.joints(), state.bodies.all, state.solver.bodies, context.settings);
  });
}

void JointConstraints::beginSubstep(const SolverPart& part) const {
  eachGroup(part, [&](JointGroup& group) { group.beginSubstep(part.state.solver.bodies); });
}

void JointConstraints::warmStart(const SolverPart& part) const {
  eachGroup(part, [&](JointGroup& group) { group.warmStart(part.state.solver.bodies); });
}

void JointConstraints::solveBiased(const SolverPart& part) const {
  solveEachGroup(part, [&](JointGroup& group) { group.solveBiased(part.state.solver.bodies); });
}

void JointConstraints::relaxBeforeContacts(const SolverPart& part) const {
  solveEachGroup(part, [&](JointGroup& group) { group.relaxBeforeContacts(part.state.solver.bodies); });
}

void JointConstraints::relax(const SolverPart& part) const {
  solveEachGroup(part, [&](JointGroup& group) { group.relaxAfterContacts(part.state.solver.bodies); });
}

void JointConstraints::store(SimulationState& state, const StepContext& context) const {
  eachAwakeGroup(state, context, [](JointGroup& group) { group.endStep(); });
  for (const std::int32_t g : state.step.awake_groups) {
    const JointGroup& group = state.joints.groups()[g];
    if (!group.hasNews()) continue;
    for (const std::int32_t index : group.joints()) {
      for (JointElement& e : state.joints.joints()[index].elements) {
        if (e.reached != e.reported) state.joint_events.push_back({index, e.limit, e.reached});
        e.reported = e.reached;
      }
    }
  }
}

}  // namespace carom::solve
