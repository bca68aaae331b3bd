// Joints in the simulation's step.

#include "solve/constraints/joint/joint_constraints.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/compact_sort.hpp"
#include "solve/sleep/sleep.hpp"

namespace carom::solve {

JointInput jointInput(SimulationState& state, const StepContext& context, const BodyArrays* arrays) {
  SolverBodies& s = state.solver.bodies;
  return {.joints = state.joints.joints().data(),
          .bodies = state.bodies.all.data(),
          .slots = s.index.data(),
          .solver_bodies = s.bodies.data(),
          .velocities = s.velocities.data(),
          .accelerations = s.accelerations.data(),
          .deltas = s.deltas.data(),
          .movable_end = s.movable_end,
          .substep = static_cast<double>(context.substepTime()),
          .substeps = context.settings.substeps,
          .arrays = arrays,
          .contact_step = &context.contact_step};
}

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

/// Calls function(block) for the blocks of a part.
template <class Function>
void JointConstraints::eachBlock(const SolverPart& part, Function&& function) {
  const std::int32_t batch = part.split ? part.state.solver.batches.count() : part.batch;
  const std::int32_t first = first_of_batch_[batch], count = first_of_batch_[batch + 1] - first;
  part.spread(count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) function(blocks_[first + i]);
  });
}

/// What the groups of a part push gets its impulses: one after the other, because groups may push the same.
void JointConstraints::giveOthers(const SolverPart& part, const BodyArrays& arrays) {
  for (const std::int32_t g : part.joint_groups)
    (*part.group_contacts)[part.state.step.awake_groups[g]].giveOthers(arrays);
}

void JointConstraints::addBlocks(SimulationState& state, const StepContext& context, std::int32_t batch,
                                 IndexedVector<GroupContacts>& contacts) {
  const IndexedVector<JointGroup>& groups = state.joints.groups();
  sorted_.clear();
  for (const std::int32_t i : state.solver.groups_by_batch.of(batch)) {
    const std::int32_t group = state.step.awake_groups[i];
    if (!groups[group].solvedJoints().empty()) sorted_.push_back(group);
  }
  const auto class_of = [&](std::size_t i) { return groups[sorted_[i]].topology_class; };
  compactSort(sorted_.begin(), sorted_.end(), [&](std::int32_t a, std::int32_t b) {
    return std::pair(groups[a].topology_class, a) < std::pair(groups[b].topology_class, b);
  });
  for (std::size_t i = 0; i < sorted_.size();) {
    std::size_t end = i + 1;
    while (end < sorted_.size() && class_of(end) == class_of(i)) ++end;
    const auto alike = static_cast<int>(std::min<std::size_t>(end - i, kMostLanes));
    if (blocks_.count() == block_count_) blocks_.emplace_back();
    Block& block = blocks_[block_count_++];
    block.solver = &jointSolver(alike, context.contact_solver.lanes);
    block.count = std::min(alike, block.solver->lanes);
    for (int lane = 0; lane < block.count; ++lane, ++i) {
      const JointGroup& group = groups[sorted_[i]];
      const auto l = static_cast<std::size_t>(lane);
      block.groups[l] = sorted_[i];
      block.lanes[l] = {&contacts[sorted_[i]], group.solvedJoints().data(), group.solvedBodies().data(),
                        state.bodies[group.movableBody()].center,
                        group.tolerance(state.bodies.all, context.settings)};
    }
    block.memory.reserve(block.solver->size(groups[block.groups[0]].topology()));
  }
}

void JointConstraints::makeBlocks(SimulationState& state, const StepContext& context,
                                  IndexedVector<GroupContacts>& contacts) {
  const std::int32_t batches = state.solver.batches.count();
  block_count_ = 0;
  first_of_batch_.clear();
  for (std::int32_t batch = 0; batch <= batches; ++batch) {
    first_of_batch_.push_back(block_count_);
    addBlocks(state, context, batch < batches ? batch : IslandBatches::kSplit, contacts);
  }
  first_of_batch_.push_back(block_count_);
}

void JointConstraints::prepare(SimulationState& state, const StepContext& context,
                               IndexedVector<GroupContacts>& contacts) {
  makeBlocks(state, context, contacts);
  const JointInput input = jointInput(state, context);
  context.pool.parallelFor(block_count_, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      Block& block = blocks_[i];
      const JointTopology& topology = state.joints.groups()[block.groups[0]].topology();
      block.solver->begin(block.memory.data(), topology, block.lanes.data(), block.count, input);
    }
  });
}

void JointConstraints::beginSubstep(const SolverPart& part) {
  const JointInput input = jointInput(part.state, part.context);
  eachBlock(part, [&](Block& block) { block.solver->begin_substep(block.memory.data(), input); });
}

void JointConstraints::damp(const SolverPart& part) {
  const JointInput input = jointInput(part.state, part.context);
  eachBlock(part, [&](Block& block) { block.solver->damp(block.memory.data(), input); });
}

void JointConstraints::warmStart(const SolverPart& part) {
  const BodyArrays arrays = part.arrays();
  const JointInput input = jointInput(part.state, part.context, &arrays);
  eachBlock(part, [&](Block& block) { block.solver->warm_start(block.memory.data(), input); });
  giveOthers(part, arrays);
}

void JointConstraints::solveBiased(const SolverPart& part) {
  if (part.joint_groups.empty()) return;
  part.enter(StepStage::Joints);
  const BodyArrays arrays = part.arrays();
  const JointInput input = jointInput(part.state, part.context, &arrays);
  eachBlock(part, [&](Block& block) { block.solver->solve_biased(block.memory.data(), input); });
  giveOthers(part, arrays);
}

bool JointConstraints::relaxBeforeContacts(const SolverPart& part) {
  if (part.joint_groups.empty()) return false;
  part.enter(StepStage::Joints);
  const BodyArrays arrays = part.arrays();
  const JointInput input = jointInput(part.state, part.context, &arrays);
  std::atomic<bool> changed{false};
  eachBlock(part, [&](Block& block) {
    if (block.solver->relax_before_contacts(block.memory.data(), input))
      changed.store(true, std::memory_order_relaxed);
  });
  giveOthers(part, arrays);
  return changed.load(std::memory_order_relaxed);
}

void JointConstraints::relax(const SolverPart& part) {
  if (part.joint_groups.empty()) return;
  part.enter(StepStage::Joints);
  const BodyArrays arrays = part.arrays();
  const JointInput input = jointInput(part.state, part.context, &arrays);
  eachBlock(part, [&](Block& block) { block.solver->relax(block.memory.data(), input); });
  giveOthers(part, arrays);
}

void JointConstraints::store(SimulationState& state, const StepContext& context) {
  const JointInput input = jointInput(state, context);
  IndexedVector<JointGroup>& groups = state.joints.groups();
  context.pool.parallelFor(block_count_, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      Block& block = blocks_[i];
      bool news[kMostLanes];
      block.solver->end(block.memory.data(), block.lanes.data(), block.count, input, news);
      for (int lane = 0; lane < block.count; ++lane)
        groups[block.groups[static_cast<std::size_t>(lane)]].has_news = news[lane];
    }
  });
  for (const std::int32_t g : state.step.awake_groups) {
    if (!groups[g].has_news) continue;
    for (const std::int32_t index : groups[g].joints()) {
      for (JointElement& e : state.joints.joints()[index].elements) {
        if (e.reached != e.reported) state.joint_events.push_back({index, e.limit, e.reached});
        e.reported = e.reached;
      }
    }
  }
}

}  // namespace carom::solve
