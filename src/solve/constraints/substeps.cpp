// The substeps of a step, of one batch of islands by one thread, or by all threads of what they solve
// together.
//
// Per substep: velocities take gravity and forces → warm start → joints and contacts with soft bias →
// positions move → contacts and friction, then joints, without bias → rebounds. Blocks of one colour are
// solved lane-wise, runs of blocks that share no body in parallel; colours one after the other.

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/integration/integrate.hpp"
#include "solve/simulation.hpp"
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
constexpr float kTwoPi = 6.28318530717958647692f;

}  // namespace

ContactStep Simulation::makeContactStep(const SimulationSettings& settings) {
  ContactStep step;
  const float h = settings.time_step / static_cast<float>(settings.substeps);
  const float omega = kTwoPi * settings.contact_frequency / h;
  const float a = 2 * settings.contact_damping_ratio + h * omega;
  const float c = h * omega * a;
  step.substep = h;
  step.bias_rate = omega / a;
  step.mass_scale = c / (1 + c);
  step.impulse_scale = 1 / (1 + c);
  step.max_push_speed = settings.max_push_speed;
  step.static_slip_speed = settings.static_slip_speed;
  step.restitution_threshold = settings.restitution_threshold;
  return step;
}

/// Who listens hears of stages on the thread that called step() alone.
void Simulation::enterIn(const SolverPart& part, StepStage stage) const {
  if (part.together || pool_.threadCount() == 1) enter(stage);
}

/// Calls function(range) for ranges of 0..count-1, in parallel if all threads solve the part.
template <class Function>
void Simulation::spread(const SolverPart& part, std::int32_t count, std::int32_t grain, Function&& function) {
  if (part.together) {
    pool_.parallelFor(count, grain, function);
  } else if (count > 0) {
    function(ThreadPool::Range{0, count, 0});
  }
}

/// Calls function(block) for the blocks of an ascending list, so many times, in the order of the runs.
template <class Function>
void Simulation::eachListedBlock(const SolverPart& part, const std::vector<std::int32_t>& list, int passes,
                                 Function&& function) {
  if (!part.together || list.size() < kBlocksForThreads) {
    for (int pass = 0; pass < passes; ++pass) {
      for (const std::int32_t block : list) function(block);
    }
    return;
  }
  part.blocks->layout.eachRun(pool_, passes, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    auto next = std::lower_bound(list.begin(), list.end(), first);
    for (; next != list.end() && *next < end; ++next) function(*next);
  });
}

template <class Function>
void Simulation::eachJointGroup(const SolverPart& part, Function&& function) {
  spread(part, static_cast<std::int32_t>(part.joint_groups.size()), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const std::int32_t awake = part.joint_groups[static_cast<std::size_t>(i)];
      const std::int32_t group = awake_groups_[static_cast<std::size_t>(awake)];
      function(joints_.groups()[static_cast<std::size_t>(group)]);
    }
  });
}

template <class Function>
void Simulation::eachWheelGroup(const SolverPart& part, int passes, Function&& function) {
  spread(part, static_cast<std::int32_t>(part.wheel_groups.size()), kWheelGroupsPerJob,
         [&](const ThreadPool::Range& range) {
           for (std::int32_t i = range.begin; i < range.end; ++i) {
             const auto group = static_cast<std::size_t>(part.wheel_groups[static_cast<std::size_t>(i)]);
             for (int pass = 0; pass < passes; ++pass) {
               for (std::int32_t k = wheel_groups_[group]; k < wheel_groups_[group + 1]; ++k)
                 function(
                     wheel_rows_[static_cast<std::size_t>(wheel_order_[static_cast<std::size_t>(k)].second)]);
             }
           }
         });
}

void Simulation::layOutBlocks(const SolverPart& part) {
  PartBlocks& own = *part.blocks;
  const ConstraintSet set{edges_, part.contacts, part.bodies.first,
                          std::min(part.bodies.end, solver_bodies_.movable_end)};
  if (part.together) {
    own.layout.build(set, places_, contact_solver_.lanes, pool_);
  } else {
    own.layout.buildRun(set, contact_solver_.lanes);
  }
  const auto blocks = static_cast<std::size_t>(own.layout.blockCount());
  own.blocks.reserve(blocks * contact_solver_.block_size);
  own.tails.reserve(blocks * contact_solver_.tail_size);
}

void Simulation::prepareContacts(const SolverPart& part, const ContactStep& step, const BodyArrays& bodies) {
  PartBlocks& own = *part.blocks;
  own.layout.eachRun(pool_, 1, [&](std::int32_t, std::int32_t begin, std::int32_t end) {
    const ContactInput* inputs[kMaxLanes];
    for (std::int32_t block = begin; block < end; ++block) {
      if (block + 1 < end) {
        for (const std::int32_t later : own.layout.constraintsOf(block + 1))
          prefetchBytes(contact_inputs_[static_cast<std::size_t>(later)].manifold,
                        offsetof(ContactManifold, origin));
      }
      int count = 0;
      for (const std::int32_t k : own.layout.constraintsOf(block))
        inputs[count++] = &contact_inputs_[static_cast<std::size_t>(k)];
      contact_solver_.prepare(own.blocks.data(), own.tails.data(), block, inputs, count, bodies, step);
    }
  });
  own.impacts.clear();
  own.overloaded.clear();
  own.overloaded_count = 0;
  for (std::int32_t i = 0; i < own.layout.blockCount(); ++i) {
    if (contact_solver_.impacts(own.blocks.data(), i)) own.impacts.push_back(i);
    const std::int32_t overloaded = contact_solver_.overloaded(own.blocks.data(), i);
    if (overloaded > 0) own.overloaded.push_back(i);
    own.overloaded_count += overloaded;
  }
}

void Simulation::runSubsteps(const SolverPart& part, const ContactStep& step) {
  SolverBodies& s = solver_bodies_;
  const ContactSolver& solver = contact_solver_;
  const BodyArrays bodies{s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end};
  PartBlocks& own = *part.blocks;
  void* blocks = own.blocks.data();
  const auto begin = [&](StepStage stage) { enterIn(part, stage); };
  const auto each_run = [&](auto&& function) {
    own.layout.eachRun(pool_, 1,
                       [&](std::int32_t, std::int32_t first, std::int32_t end) { function(first, end); });
  };
  // A pass moves load between bodies in proportion to the lighter one's mass. Where a light body carries a
  // heavy one that is too little, and more relaxing passes over just those contacts help. They are few; where
  // they are many, each gets fewer. Contacts are counted, not blocks, whose number depends on the lanes.
  const int overload_passes =
      own.overloaded_count > 0 ? std::clamp(kOverloadBudget / own.overloaded_count, 1, kOverloadPasses) : 0;
  const std::int32_t body_count = part.bodies.size();

  for (std::int32_t substep = 0; substep < settings_.substeps; ++substep) {
    eachJointGroup(part, [&](JointGroup& group) { group.beginSubstep(s); });
    begin(StepStage::IntegrateVelocity);
    spread(part, body_count, kVelocitiesPerJob, [&](const ThreadPool::Range& range) {
      integrateVelocities(s, static_cast<std::size_t>(part.bodies.first + range.begin),
                          static_cast<std::size_t>(part.bodies.first + range.end), step.substep);
    });
    begin(StepStage::WarmStart);
    each_run([&](std::int32_t first, std::int32_t end) { solver.warm_start(blocks, first, end, bodies); });
    eachWheelGroup(part, 1, [&](WheelRows& rows) { rows.beginSubstep(s); });
    eachJointGroup(part, [&](JointGroup& group) { group.warmStart(s); });
    if (part.together) startPins(bodies);
    begin(StepStage::Push);
    each_run([&](std::int32_t first, std::int32_t end) { solver.push(blocks, first, end, bodies, step); });
    eachWheelGroup(part, kWheelPasses, [&](WheelRows& rows) { rows.solve(s, step, true); });
    // Joints have the last word about where bodies go, and how fast they are; where they are taut contacts
    // have.
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(part, [&](JointGroup& group) { group.push(s); });
    if (part.together) pushPins(bodies);
    begin(StepStage::IntegratePosition);
    if (part.together && !gravity_.empty())
      gravity_.moveTo(bodies_, colliders_, (substep + 1) * static_cast<double>(step.substep));
    std::atomic<bool> turned{false};
    spread(part, body_count, kBodiesPerJob, [&](const ThreadPool::Range& range) {
      const auto first = static_cast<std::size_t>(part.bodies.first + range.begin),
                 end = static_cast<std::size_t>(part.bodies.first + range.end);
      if (integratePositions(s, first, end, step.substep)) turned.store(true, std::memory_order_relaxed);
      for (std::size_t i = first; !gravity_.empty() && i < end; ++i) {
        if (s.bodies[i].in_field) fall(i);
      }
    });
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(part, [&](JointGroup& group) { group.relaxBeforeContacts(s); });
    if (part.together) relaxPins(bodies);
    begin(StepStage::Relax);
    each_run([&](std::int32_t first, std::int32_t end) {
      if (turned.load(std::memory_order_relaxed)) solver.refresh(blocks, first, end, bodies);
      solver.relax(blocks, first, end, bodies, step);
    });
    if (overload_passes > 0) begin(StepStage::Overload);
    eachListedBlock(part, own.overloaded, overload_passes,
                    [&](std::int32_t i) { solver.relax_overloaded(blocks, i, bodies, step); });
    eachWheelGroup(part, kWheelPasses, [&](WheelRows& rows) { rows.solve(s, step, false); });
    if (!part.joint_groups.empty()) begin(StepStage::Joints);
    eachJointGroup(part, [&](JointGroup& group) { group.relaxAfterContacts(s); });
    eachWheelGroup(part, 1, [&](WheelRows& rows) { rows.endSubstep(s); });
    if (own.impacts.empty()) continue;
    begin(StepStage::Restitution);
    eachListedBlock(part, own.impacts, 1, [&](std::int32_t i) { solver.bounce(blocks, i, bodies); });
  }
}

void Simulation::solvePart(const SolverPart& part, const ContactStep& step) {
  SolverBodies& s = solver_bodies_;
  enterIn(part, StepStage::Coloring);
  layOutBlocks(part);
  enterIn(part, StepStage::Prepare);
  prepareContacts(part, step, {s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end});
  runSubsteps(part, step);
  enterIn(part, StepStage::Store);
  part.blocks->layout.eachRun(pool_, 1, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    contact_solver_.store(part.blocks->blocks.data(), first, end);
  });
}

Simulation::SolverPart Simulation::solverPart(std::int32_t batch) {
  return {.together = batch == IslandBatches::kTogether,
          .bodies = batch == IslandBatches::kTogether
                        ? IslandBatches::Range{batches_.firstTogether(),
                                               static_cast<std::int32_t>(solver_bodies_.bodies.size())}
                        : batches_.bodiesOf(batch),
          .contacts = contacts_by_batch_.of(batch),
          .joint_groups = groups_by_batch_.of(batch),
          .wheel_groups = wheels_by_batch_.of(batch),
          .blocks = &shared_blocks_};
}

/// Which thread gets which batch is not known, so that each has room for the largest: a step that has settled
/// allocates nothing.
void Simulation::reserveForBatches() {
  std::size_t bodies = 0, contacts = 0;
  for (std::int32_t batch = 0; batch < batches_.count(); ++batch) {
    bodies = std::max(bodies, static_cast<std::size_t>(batches_.bodiesOf(batch).size()));
    contacts = std::max(contacts, contacts_by_batch_.of(batch).size());
  }
  for (ThreadData& thread : threads_) {
    const std::size_t blocks = thread.blocks.layout.reserveRun(bodies, contacts, contact_solver_.lanes);
    thread.blocks.blocks.reserve(blocks * contact_solver_.block_size);
    thread.blocks.tails.reserve(blocks * contact_solver_.tail_size);
    thread.blocks.impacts.reserve(blocks);
    thread.blocks.overloaded.reserve(blocks);
  }
}

void Simulation::solveParts() {
  const ContactStep& step = contact_step_;
  const SolverPart together = solverPart(IslandBatches::kTogether);
  if (together.bodies.size() > 0) solvePart(together, step);
  if (batches_.count() == 0) return;
  enter(StepStage::IslandBatches);
  reserveForBatches();
  pool_.parallelFor(batches_.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t batch = range.begin; batch < range.end; ++batch) {
      SolverPart part = solverPart(batch);
      part.blocks = &threads_[static_cast<std::size_t>(range.thread)].blocks;
      solvePart(part, step);
    }
  });
}

}  // namespace carom::solve
