// Joints in the simulation's step.

#include "solve/simulation.hpp"

namespace carom::solve {

std::int32_t Simulation::addJoint(const JointDefinition& definition) {
  return joints_.add(definition, bodies_);
}

void Simulation::setJointFrame(std::int32_t joint, int side, const DTransform& frame) {
  Joint& j = joints_.joints()[static_cast<std::size_t>(joint)];
  const auto s = static_cast<std::size_t>(side);
  if (j.next_frame[s] == frame) return;
  j.next_frame[s] = frame;
  j.frames_move = true;
  for (const std::int32_t b : j.body) {
    if (body(b).movable()) wake(b);
  }
}

/// What moves by itself takes along what hangs on it.
void Simulation::wakeJoined() {
  joints_.connect(bodies_);
  for (const JointGroup& group : joints_.groups()) {
    if (isAwake(group.movableBody())) continue;
    for (const std::int32_t joint : group.joints()) {
      for (const std::int32_t b : joints_.joints()[static_cast<std::size_t>(joint)].body) {
        if (isAwake(b)) wake(group.movableBody());
      }
    }
  }
}

void Simulation::findAwakeGroups() {
  awake_groups_.clear();
  for (std::size_t i = 0; i < joints_.groups().size(); ++i) {
    if (isAwake(joints_.groups()[i].movableBody())) awake_groups_.push_back(static_cast<std::int32_t>(i));
  }
}

/// In parallel.
template <class Function>
void Simulation::eachAwakeGroup(Function&& function) {
  pool_.parallelFor(static_cast<std::int32_t>(awake_groups_.size()), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const std::int32_t group = awake_groups_[static_cast<std::size_t>(i)];
      function(joints_.groups()[static_cast<std::size_t>(group)]);
    }
  });
}

void Simulation::beginJoints() {
  eachAwakeGroup([&](JointGroup& group) {
    group.beginStep(joints_.joints(), bodies_, solver_bodies_, static_cast<double>(substepTime()),
                    settings_.substeps);
  });
}

void Simulation::finishJoints() {
  eachAwakeGroup([](JointGroup& group) { group.endStep(); });
  for (const std::int32_t g : awake_groups_) {
    const JointGroup& group = joints_.groups()[static_cast<std::size_t>(g)];
    if (!group.hasNews()) continue;
    for (const std::int32_t index : group.joints()) {
      for (JointElement& e : joints_.joints()[static_cast<std::size_t>(index)].elements) {
        if (e.reached != e.reported) joint_events_.push_back({index, e.limit, e.reached});
        e.reported = e.reached;
      }
    }
  }
}

}  // namespace carom::solve
