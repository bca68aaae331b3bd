// The substeps of a step, of one batch of islands by one thread, or by all threads of what they solve
// together.
//
// Per substep: velocities take gravity and forces → warm start → joints and contacts with soft bias →
// positions move → contacts and friction, then joints, without bias → rebounds. Blocks of one colour are
// solved lane-wise, runs of blocks that share no body in parallel; colours one after the other.

#include "solve/constraints/substeps.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/integration/integrate.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

constexpr int kOverloadPasses = 48;
constexpr int kOverloadBudget = 4096;  // Passes times contacts of a part, per substep
constexpr std::int32_t kBodiesPerJob = 128;
constexpr std::int32_t kVelocitiesPerJob = 4096;
constexpr std::int32_t kWheelGroupsPerJob = 4;
constexpr std::size_t kBlocksForThreads = 64;  // Fewer are done sooner than threads meet.
constexpr int kMaxLanes = 8;
constexpr int kWheelPasses = 2;  // Over the wheels of a group, in each half of a substep

/// Who listens hears of stages on the thread that called step() alone.
void enterIn(const StepContext& context, const SolverPart& part, StepStage stage) {
  if (part.split || context.pool.threadCount() == 1) context.enter(stage);
}

/// Calls function(range) for ranges of 0..count-1, in parallel if all threads solve the part.
template <class Function>
void spread(const StepContext& context, const SolverPart& part, std::int32_t count, std::int32_t grain,
            Function&& function) {
  if (part.split) {
    context.pool.parallelFor(count, grain, function);
  } else if (count > 0) {
    function(ThreadPool::Range{0, count, 0});
  }
}

/// Calls function(block) for the blocks of an ascending list, so many times, in the order of the runs.
template <class Function>
void eachListedBlock(const StepContext& context, const SolverPart& part,
                     const std::vector<std::int32_t>& list, int passes, Function&& function) {
  if (!part.split || list.size() < kBlocksForThreads) {
    for (int pass = 0; pass < passes; ++pass) {
      for (const std::int32_t block : list) function(block);
    }
    return;
  }
  part.blocks->layout.eachRun(context.pool, passes, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    auto next = std::lower_bound(list.begin(), list.end(), first);
    for (; next != list.end() && *next < end; ++next) function(*next);
  });
}

template <class Function>
void eachJointGroup(SimulationState& state, const StepContext& context, const SolverPart& part,
                    Function&& function) {
  spread(context, part, static_cast<std::int32_t>(part.joint_groups.size()), 1,
         [&](const ThreadPool::Range& range) {
           for (std::int32_t i = range.begin; i < range.end; ++i) {
             const std::int32_t awake = part.joint_groups[static_cast<std::size_t>(i)];
             const std::int32_t group = state.step.awake_groups[awake];
             function(state.joints.groups()[static_cast<std::size_t>(group)]);
           }
         });
}

void layOutBlocks(SimulationState& state, const StepContext& context, const SolverPart& part) {
  ContactBlocks& own = *part.blocks;
  const ConstraintSet set{state.solver.edges, part.contacts, part.bodies.first,
                          std::min(part.bodies.end, state.solver.bodies.movable_end)};
  if (part.split) {
    own.layout.build(set, state.solver.places, context.contact_solver.lanes, context.pool);
  } else {
    own.layout.buildRun(set, context.contact_solver.lanes);
  }
  const auto blocks = static_cast<std::size_t>(own.layout.blockCount());
  own.blocks.reserve(blocks * context.contact_solver.block_size);
  own.tails.reserve(blocks * context.contact_solver.tail_size);
}

void prepareContacts(SimulationState& state, const StepContext& context, const SolverPart& part,
                     const ContactStep& step, const BodyArrays& bodies) {
  ContactBlocks& own = *part.blocks;
  own.layout.eachRun(context.pool, 1, [&](std::int32_t, std::int32_t begin, std::int32_t end) {
    const ContactInput* inputs[kMaxLanes];
    for (std::int32_t block = begin; block < end; ++block) {
      if (block + 1 < end) {
        for (const std::int32_t later : own.layout.constraintsOf(block + 1))
          prefetchBytes(state.solver.contacts[later].manifold, offsetof(ContactManifold, origin));
      }
      int count = 0;
      for (const std::int32_t k : own.layout.constraintsOf(block))
        inputs[count++] = &state.solver.contacts[k];
      context.contact_solver.prepare(own.blocks.data(), own.tails.data(), block, inputs, count, bodies, step);
    }
  });
  own.impacts.clear();
  own.overloaded.clear();
  own.overloaded_count = 0;
  for (std::int32_t i = 0; i < own.layout.blockCount(); ++i) {
    if (context.contact_solver.impacts(own.blocks.data(), i)) own.impacts.push_back(i);
    const std::int32_t overloaded = context.contact_solver.overloaded(own.blocks.data(), i);
    if (overloaded > 0) own.overloaded.push_back(i);
    own.overloaded_count += overloaded;
  }
}

template <class Function>
void eachWheel(WheelConstraints& wheels, const StepContext& context, const SolverPart& part, int passes,
               Function&& function) {
  spread(context, part, static_cast<std::int32_t>(part.wheel_groups.size()), kWheelGroupsPerJob,
         [&](const ThreadPool::Range& range) {
           for (std::int32_t i = range.begin; i < range.end; ++i) {
             const std::int32_t group = part.wheel_groups[static_cast<std::size_t>(i)];
             for (int pass = 0; pass < passes; ++pass) wheels.eachOfGroup(group, function);
           }
         });
}

}  // namespace

void Substeps::runSubsteps(SimulationState& state, const StepContext& context, const SolverPart& part) {
  const ContactStep& step = context.contact_step;
  SolverBodies& s = state.solver.bodies;
  const ContactSolver& solver = context.contact_solver;
  const BodyArrays bodies{s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end};
  ContactBlocks& own = *part.blocks;
  void* blocks = own.blocks.data();
  const auto begin = [&](StepStage stage) { enterIn(context, part, stage); };
  const auto each_run = [&](auto&& function) {
    own.layout.eachRun(context.pool, 1,
                       [&](std::int32_t, std::int32_t first, std::int32_t end) { function(first, end); });
  };
  // A pass moves load between bodies in proportion to the lighter one's mass. Where a light body carries a
  // heavy one that is too little, and more relaxing passes over just those contacts help. They are few; where
  // they are many, each gets fewer. Contacts are counted, not blocks, whose number depends on the lanes.
  const int overload_passes =
      own.overloaded_count > 0 ? std::clamp(kOverloadBudget / own.overloaded_count, 1, kOverloadPasses) : 0;
  const std::int32_t body_count = part.bodies.size();

  for (std::int32_t substep = 0; substep < context.settings.substeps; ++substep) {
    eachJointGroup(state, context, part, [&](JointGroup& group) { group.beginSubstep(s); });
    begin(StepStage::IntegrateVelocity);
    spread(context, part, body_count, kVelocitiesPerJob, [&](const ThreadPool::Range& range) {
      integrateVelocities(s, static_cast<std::size_t>(part.bodies.first + range.begin),
                          static_cast<std::size_t>(part.bodies.first + range.end), step.substep);
    });
    begin(StepStage::WarmStart);
    each_run([&](std::int32_t first, std::int32_t end) { solver.warm_start(blocks, first, end, bodies); });
    eachWheel(wheels_, context, part, 1, [&](WheelRows& rows) { rows.beginSubstep(s); });
    eachJointGroup(state, context, part, [&](JointGroup& group) { group.warmStart(s); });
    if (part.split) pins_.startPins(context, bodies);
    begin(StepStage::BiasedSolve);
    each_run(
        [&](std::int32_t first, std::int32_t end) { solver.solve_biased(blocks, first, end, bodies, step); });
    eachWheel(wheels_, context, part, kWheelPasses, [&](WheelRows& rows) { rows.solve(s, step, true); });
    // Joints have the last word about where bodies go, and how fast they are; where they are tensioned
    // contacts have.
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(state, context, part, [&](JointGroup& group) { group.solveBiased(s); });
    if (part.split) pins_.solvePinsBiased(context, bodies);
    begin(StepStage::IntegratePosition);
    if (part.split && !state.gravity.empty())
      state.gravity.moveTo(state.bodies.all, state.colliders.all,
                           (substep + 1) * static_cast<double>(step.substep));
    std::atomic<bool> turned{false};
    spread(context, part, body_count, kBodiesPerJob, [&](const ThreadPool::Range& range) {
      const auto first = static_cast<std::size_t>(part.bodies.first + range.begin),
                 end = static_cast<std::size_t>(part.bodies.first + range.end);
      if (integratePositions(s, first, end, step.substep)) turned.store(true, std::memory_order_relaxed);
      for (std::size_t i = first; !state.gravity.empty() && i < end; ++i) {
        if (s.bodies[i].in_field) fall(state, context, i);
      }
    });
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(state, context, part, [&](JointGroup& group) { group.relaxBeforeContacts(s); });
    if (part.split) pins_.relaxPins(context, bodies);
    begin(StepStage::Relax);
    each_run([&](std::int32_t first, std::int32_t end) {
      if (turned.load(std::memory_order_relaxed)) solver.refresh(blocks, first, end, bodies);
      solver.relax(blocks, first, end, bodies, step);
    });
    if (overload_passes > 0) begin(StepStage::Overload);
    eachListedBlock(context, part, own.overloaded, overload_passes,
                    [&](std::int32_t i) { solver.relax_overloaded(blocks, i, bodies, step); });
    eachWheel(wheels_, context, part, kWheelPasses, [&](WheelRows& rows) { rows.solve(s, step, false); });
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(state, context, part, [&](JointGroup& group) { group.relaxAfterContacts(s); });
    eachWheel(wheels_, context, part, 1, [&](WheelRows& rows) { rows.endSubstep(s); });
    if (own.impacts.empty()) continue;
    begin(StepStage::Restitution);
    eachListedBlock(context, part, own.impacts, 1,
                    [&](std::int32_t i) { solver.restitution(blocks, i, bodies); });
  }
}

void Substeps::solvePart(SimulationState& state, const StepContext& context, const SolverPart& part) {
  const ContactStep& step = context.contact_step;
  SolverBodies& s = state.solver.bodies;
  enterIn(context, part, StepStage::Coloring);
  layOutBlocks(state, context, part);
  enterIn(context, part, StepStage::Prepare);
  prepareContacts(state, context, part, step,
                  {s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end});
  runSubsteps(state, context, part);
  enterIn(context, part, StepStage::Store);
  part.blocks->layout.eachRun(context.pool, 1, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    context.contact_solver.store(part.blocks->blocks.data(), first, end);
  });
}

SolverPart Substeps::solverPart(SimulationState& state, std::int32_t batch) {
  return {.split = batch == IslandBatches::kSplit,
          .bodies = batch == IslandBatches::kSplit
                        ? IslandBatches::Range{state.solver.batches.firstSplit(),
                                               static_cast<std::int32_t>(state.solver.bodies.bodies.size())}
                        : state.solver.batches.bodiesOf(batch),
          .contacts = state.solver.contacts_by_batch.of(batch),
          .joint_groups = state.solver.groups_by_batch.of(batch),
          .wheel_groups = wheels_.groupsOf(batch),
          .blocks = &shared_blocks_};
}

/// Which thread gets which batch is not known, so that each has room for the largest: a step that has settled
/// allocates nothing.
void Substeps::reserveForBatches(const SimulationState& state, const StepContext& context) {
  const SolverInput& input = state.solver;
  std::size_t bodies = 0, contacts = 0;
  for (std::int32_t batch = 0; batch < input.batches.count(); ++batch) {
    bodies = std::max(bodies, static_cast<std::size_t>(input.batches.bodiesOf(batch).size()));
    contacts = std::max(contacts, input.contacts_by_batch.of(batch).size());
  }
  thread_blocks_.resize(context.threads.size());
  for (ContactBlocks& own : thread_blocks_) {
    const std::size_t blocks = own.layout.reserveRun(bodies, contacts, context.contact_solver.lanes);
    own.blocks.reserve(blocks * context.contact_solver.block_size);
    own.tails.reserve(blocks * context.contact_solver.tail_size);
    own.impacts.reserve(blocks);
    own.overloaded.reserve(blocks);
  }
}

void Substeps::run(SimulationState& state, const StepContext& context) {
  const SolverPart split = solverPart(state, IslandBatches::kSplit);
  if (split.bodies.size() > 0) solvePart(state, context, split);
  if (state.solver.batches.count() == 0) return;
  context.enter(StepStage::IslandBatches);
  reserveForBatches(state, context);
  context.pool.parallelFor(state.solver.batches.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t batch = range.begin; batch < range.end; ++batch) {
      SolverPart part = solverPart(state, batch);
      part.blocks = &thread_blocks_[static_cast<std::size_t>(range.thread)];
      solvePart(state, context, part);
    }
  });
}

}  // namespace carom::solve
