#include "solve/constraints/contact/contact_constraints.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

constexpr int kMaxLanes = 8;

/// Calls function(first, end) for the runs of blocks of a part.
template <class Function>
void eachRun(const SolverPart& part, Function&& function) {
  part.blocks->layout.eachRun(part.context.pool, 1, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    function(first, end);
  });
}

/// Calls function(block) for the blocks of an ascending list, in the order of the runs.
template <class Function>
void eachListedBlock(const SolverPart& part, const std::vector<std::int32_t>& list, Function&& function) {
  if (!part.split || list.size() < ContactSettings::kBlocksForThreads) {
    for (const std::int32_t block : list) function(block);
    return;
  }
  part.blocks->layout.eachRun(part.context.pool, 1, [&](std::int32_t, std::int32_t first, std::int32_t end) {
    auto next = std::lower_bound(list.begin(), list.end(), first);
    for (; next != list.end() && *next < end; ++next) function(*next);
  });
}

/// The joints of the bodies of a part.
const std::vector<ClusterLink>& linksOf(const SolverPart& part, std::vector<ClusterLink>& links) {
  SimulationState& state = part.state;
  links.clear();
  for (const std::int32_t g : part.joint_groups) {
    const JointGroup& group = state.jointGroup(state.step.awake_groups[g]);
    if (group.solvedJoints().size() != group.joints().size()) continue;  // A net.
    for (const std::int32_t index : group.joints()) {
      const Joint& joint = state.joints.joints()[index];
      links.push_back(
          {index, state.solver.bodies.indexOf(joint.body[0]), state.solver.bodies.indexOf(joint.body[1])});
    }
  }
  return links;
}

/// The groups of joints of a part. Those whose equations are solved at once take contacts.
std::span<const ClusterGroup> groupsOf(const SolverPart& part, ContactBlocks& own) {
  SimulationState& state = part.state;
  own.groups.clear();
  for (const std::int32_t g : part.joint_groups) {
    const std::int32_t index = state.step.awake_groups[g];
    const JointGroup& group = state.jointGroup(index);
    if (group.topology().direct && group.pins().empty()) {
      own.groups.push_back({&(*part.group_contacts)[index], group.solvedBodies()});
    } else {
      own.groups.push_back({nullptr, group.bodies()});
    }
  }
  return own.groups;
}

void layOutBlocks(const SolverPart& part) {
  SimulationState& state = part.state;
  const StepContext& context = part.context;
  ContactBlocks& own = *part.blocks;
  own.impact_systems.findShared(part);
  ConstraintSet set{state.solver.edges, part.contacts, part.bodies.first,
                    std::min(part.bodies.end, state.solver.bodies.movable_end)};
  own.clusters.clear(set);
  if (state.solver.any_clusters != 0 && ContactClusters::begin(set, state.solver.contacts))
    own.clusters.find(set, state.solver.contacts, linksOf(part, own.links), part.arrays());
  own.clusters.takeGroups(set, groupsOf(part, own), state.solver.contacts, state.solver.bodies.index,
                          part.arrays());
  set.constraints = own.clusters.others();
  if (part.split) {
    own.layout.build(set, state.solver.places, context.contact_solver.lanes, context.pool);
  } else {
    own.layout.buildRun(set, context.contact_solver.lanes);
  }
  const auto blocks = static_cast<std::size_t>(own.layout.blockCount());
  own.blocks.reserve(blocks * context.contact_solver.block_size);
  own.tails.reserve(blocks * context.contact_solver.tail_size);
}

void prepareBlocks(const SolverPart& part) {
  const SimulationState& state = part.state;
  const StepContext& context = part.context;
  const BodyArrays bodies = part.arrays();
  ContactBlocks& own = *part.blocks;
  own.clusters.prepare(state.solver.contacts, bodies, context.contact_step);
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
      context.contact_solver.prepare(own.blocks.data(), own.tails.data(), block, inputs, count, bodies,
                                     context.contact_step);
    }
  });
}

void listBlocks(const SolverPart& part) {
  const StepContext& context = part.context;
  ContactBlocks& own = *part.blocks;
  own.impacts.clear();
  own.overloaded.clear();
  own.elastic.clear();
  for (std::int32_t i = 0; i < own.layout.blockCount(); ++i) {
    if (context.contact_solver.impacts(own.blocks.data(), i)) own.impacts.push_back(i);
    if (context.contact_solver.elastic(own.blocks.data(), i)) own.elastic.push_back(i);
    if (context.contact_solver.overloaded(own.blocks.data(), i)) own.overloaded.push_back(i);
  }
}

/// Clusters share no movable body.
void solveClusters(const SolverPart& part, bool biased) {
  const ClusterWorld world{part.arrays(), part.state.bodies.all, part.state.joints.joints()};
  ContactClusters& clusters = part.blocks->clusters;
  if (clusters.count() == 0) return;
  part.enter(StepStage::Clusters);
  part.spread(clusters.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i)
      clusters.solve(i, world, part.context.contact_step, biased);
  });
}

}  // namespace

void ContactConstraints::prepare(const SolverPart& part) const {
  part.enter(StepStage::Coloring);
  layOutBlocks(part);
  part.enter(StepStage::Prepare);
  prepareBlocks(part);
  listBlocks(part);
}

void ContactConstraints::warmStart(const SolverPart& part) const {
  const BodyArrays bodies = part.arrays();
  eachRun(part, [&](std::int32_t first, std::int32_t end) {
    part.context.contact_solver.warm_start(part.blocks->blocks.data(), first, end, bodies);
  });
  part.blocks->clusters.warmStart(bodies);
}

void ContactConstraints::solveBiased(const SolverPart& part) const {
  part.enter(StepStage::BiasedSolve);
  const BodyArrays bodies = part.arrays();
  eachRun(part, [&](std::int32_t first, std::int32_t end) {
    part.context.contact_solver.solve_biased(part.blocks->blocks.data(), first, end, bodies,
                                             part.context.contact_step);
  });
  solveClusters(part, true);
}

void ContactConstraints::relax(const SolverPart& part, bool turned) const {
  part.enter(StepStage::Relax);
  const ContactSolver& solver = part.context.contact_solver;
  const ContactStep& step = part.context.contact_step;
  const BodyArrays bodies = part.arrays();
  void* blocks = part.blocks->blocks.data();
  eachRun(part, [&](std::int32_t first, std::int32_t end) {
    if (turned) solver.refresh(blocks, first, end, bodies);
    solver.relax(blocks, first, end, bodies, step);
  });
  if (turned) part.blocks->clusters.refresh(bodies);
  solveClusters(part, false);
  if (part.blocks->overloaded.empty()) return;
  part.enter(StepStage::Clusters);
  // A pass transfers load in proportion to the mass of the lighter body, too little where it carries a heavy
  // one. Each contact gets further passes until its own load changes no more, whatever the others do.
  std::atomic<bool> changing{true};
  for (int pass = 0; pass < ContactSettings::kOverloadPasses && changing; ++pass) {
    changing = false;
    eachListedBlock(part, part.blocks->overloaded, [&](std::int32_t i) {
      if (solver.relax_overloaded(blocks, i, bodies, step, pass == 0))
        changing.store(true, std::memory_order_relaxed);
    });
  }
}

void ContactConstraints::beginImpacts(const SolverPart& part) const {
  ContactBlocks& own = *part.blocks;
  const BodyArrays bodies = part.arrays();
  eachListedBlock(part, own.elastic, [&](std::int32_t i) {
    part.context.contact_solver.begin_impacts(own.blocks.data(), i, bodies);
  });
  own.clusters.beginImpacts(bodies);
}

void ContactConstraints::rebound(const SolverPart& part) const {
  ContactBlocks& own = *part.blocks;
  const BodyArrays bodies = part.arrays();
  own.clusters.applyRestitution(bodies);
  eachListedBlock(part, own.impacts, [&](std::int32_t i) {
    part.context.contact_solver.restitution(own.blocks.data(), i, bodies);
  });
  if (own.isElastic()) own.impact_systems.rebound(part);
}

void ContactConstraints::applyRestitution(const SolverPart& part) const {
  ContactBlocks& own = *part.blocks;
  if (own.impacts.empty() && own.clusters.contacts().empty()) return;
  part.enter(StepStage::Restitution);
  const ContactSolver& solver = part.context.contact_solver;
  const BodyArrays bodies = part.arrays();
  void* const blocks = own.blocks.data();
  if (own.isElastic()) own.impact_systems.takeBack(part);
  rebound(part);
  for (int round = 0; own.isElastic() && round < ContactSettings::kImpactRounds; ++round) {
    std::atomic<bool> some{own.clusters.armFresh(bodies)};
    eachListedBlock(part, own.elastic, [&](std::int32_t i) {
      if (solver.arm_fresh(blocks, i, bodies)) some.store(true, std::memory_order_relaxed);
    });
    if (!some) break;
    rebound(part);
  }
}

void ContactConstraints::store(const SolverPart& part) const {
  part.enter(StepStage::Store);
  eachRun(part, [&](std::int32_t first, std::int32_t end) {
    part.context.contact_solver.store(part.blocks->blocks.data(), first, end);
  });
  part.blocks->clusters.store();
}

}  // namespace carom::solve
