// The substeps of a step, of one batch of islands by one thread, or by all threads of what they solve
// together.
//
// Per substep: velocities take gravity and forces → warm start → contacts and joints with soft bias →
// positions move → joints, contacts and friction, then joints again, without bias → rebounds. Blocks of one
// colour are solved lane-wise, runs of blocks that share no body in parallel; colours one after the other.

#include "solve/constraints/substeps.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/solver_settings.hpp"
#include "solve/gravity/gravity_update.hpp"
#include "solve/integration/integrate.hpp"

namespace carom::solve {
namespace {

void applyForces(const SolverPart& part) {
  part.enter(StepStage::IntegrateVelocity);
  part.spread(part.bodies.size(), SolverSettings::kVelocitiesPerJob, [&](const ThreadPool::Range& range) {
    integrateVelocities(part.state.solver.bodies, static_cast<std::size_t>(part.bodies.first + range.begin),
                        static_cast<std::size_t>(part.bodies.first + range.end),
                        part.context.contact_step.substep);
  });
}

/// Moves the bodies of a part; whether some have turned so far that arms have to be found anew.
bool moveBodies(const SolverPart& part, std::int32_t substep) {
  part.enter(StepStage::IntegratePosition);
  SimulationState& state = part.state;
  const float h = part.context.contact_step.substep;
  const bool fields = !state.gravity.empty();
  if (part.split && fields)
    state.gravity.moveTo(state.bodies.all, state.colliders.all, (substep + 1) * static_cast<double>(h));
  std::atomic<bool> turned{false};
  part.spread(part.bodies.size(), SolverSettings::kBodiesPerJob, [&](const ThreadPool::Range& range) {
    const auto first = static_cast<std::size_t>(part.bodies.first + range.begin),
               end = static_cast<std::size_t>(part.bodies.first + range.end);
    if (integratePositions(state.solver.bodies, first, end, h)) turned.store(true, std::memory_order_relaxed);
    for (std::size_t i = first; fields && i < end; ++i) {
      if (state.solver.bodies.bodies[i].in_field) fall(state, part.context, i);
    }
  });
  return turned.load(std::memory_order_relaxed);
}

}  // namespace

void Substeps::runSubstep(const SolverPart& part, std::int32_t substep) {
  contacts_.beginImpacts(part);
  joints_.beginSubstep(part);
  applyForces(part);
  joints_.damp(part);
  part.enter(StepStage::WarmStart);
  contacts_.warmStart(part);
  wheels_.warmStart(part);
  joints_.warmStart(part);
  pins_.warmStart(part);

  // Joints have the last word about where bodies go, and how fast they are.
  contacts_.solveBiased(part);
  wheels_.solveBiased(part);
  joints_.solveBiased(part);
  pins_.solveBiased(part);

  const bool turned = moveBodies(part, substep);

  const bool renewed = joints_.relaxBeforeContacts(part);
  pins_.relax(part);
  contacts_.relax(part, turned || renewed);
  wheels_.relax(part);
  joints_.relax(part);

  wheels_.endSubstep(part);
  contacts_.applyRestitution(part);
}

void Substeps::solvePart(const SolverPart& part) {
  contacts_.prepare(part);
  for (std::int32_t substep = 0; substep < part.context.settings.substeps; ++substep)
    runSubstep(part, substep);
  contacts_.store(part);
}

SolverPart Substeps::solverPart(SimulationState& state, const StepContext& context, std::int32_t batch) {
  return {.state = state,
          .context = context,
          .split = batch == IslandBatches::kSplit,
          .batch = batch,
          .bodies = batch == IslandBatches::kSplit
                        ? IslandBatches::Range{state.solver.batches.firstSplit(),
                                               static_cast<std::int32_t>(state.solver.bodies.bodies.size())}
                        : state.solver.batches.bodiesOf(batch),
          .contacts = state.solver.contacts_by_batch.of(batch),
          .joint_groups = state.solver.groups_by_batch.of(batch),
          .wheel_groups = wheels_.groupsOf(batch),
          .blocks = &shared_blocks_,
          .group_contacts = &group_contacts_};
}

/// Which thread gets which batch is not known, so that each has room for the largest: a step that has settled
/// allocates nothing.
void Substeps::reserveForBatches(const SimulationState& state, const StepContext& context) {
  const SolverInput& input = state.solver;
  std::size_t bodies = 0, contacts = 0, groups = 0;
  for (std::int32_t batch = 0; batch < input.batches.count(); ++batch) {
    groups = std::max(groups, input.groups_by_batch.of(batch).size());
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
    own.clusters.reserve(bodies, contacts, groups);
    own.groups.reserve(groups);
  }
}

void Substeps::solveParts(SimulationState& state, const StepContext& context) {
  const SolverPart split = solverPart(state, context, IslandBatches::kSplit);
  if (split.bodies.size() > 0) solvePart(split);
  if (state.solver.batches.count() == 0) return;
  context.enter(StepStage::IslandBatches);
  reserveForBatches(state, context);
  context.pool.parallelFor(state.solver.batches.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t batch = range.begin; batch < range.end; ++batch) {
      SolverPart part = solverPart(state, context, batch);
      part.blocks = &thread_blocks_[range.thread];
      solvePart(part);
    }
  });
}

void Substeps::run(SimulationState& state, const StepContext& context) {
  group_contacts_.growTo(state.joints.groups().count());
  for (GroupContacts& contacts : group_contacts_) contacts.clear();
  joints_.prepare(state, context, group_contacts_);  // Gives the inertia that the others prepare with.
  pins_.prepare(state, context);
  wheels_.prepare(state, context);
  solveParts(state, context);
  context.enter(StepStage::Store);
  joints_.store(state, context);
  wheels_.store(context);
  pins_.store(state, context);
}

}  // namespace carom::solve
