#include "solve/constraints/contact/impact/impact_systems.hpp"

#include <algorithm>

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

template <class Visit>
void ImpactSystems::eachBody(const SolverPart& part, std::int32_t contact, Visit&& visit) {
  const ConstraintEdge& edge = part.state.solver.edges[static_cast<std::size_t>(contact)];
  for (const std::int32_t body : {edge.body_a, edge.body_b}) {
    if (body > 0 && body < part.state.solver.bodies.movable_end) visit(body);
  }
}

void ImpactSystems::run(const SolverPart& part) {
  findStruck(part);
  if (struck_.empty()) return;
  part.enter(StepStage::Restitution);
  locate(part);
  const ClusterWorld world{part.arrays(), part.state.bodies.all, part.state.joints.joints()};
  for (const Location& first : located_) {
    if (!first.struck) continue;
    grow(part, first);
    takeContacts(part);
    plan(part);
    solveImpact(system_, blocks_, rebounds_, number_, world, part.context.contact_step);
    finish(part);
  }
}

void ImpactSystems::findStruck(const SolverPart& part) {
  const ContactSolver& solver = part.context.contact_solver;
  ContactBlocks& own = *part.blocks;
  const BodyArrays bodies = part.arrays();
  struck_.clear();
  for (const std::int32_t block : own.impacts) {
    const std::uint32_t lanes = solver.struck_joints(own.blocks.data(), block, bodies);
    const std::span<const std::int32_t> contacts = own.layout.constraintsOf(block);
    for (std::size_t lane = 0; lanes >> lane != 0; ++lane) {
      if ((lanes >> lane & 1) != 0)
        struck_.push_back({contacts[lane], block, static_cast<std::int32_t>(lane), true});
    }
  }
  own.clusters.eachStruckByJoints(bodies, [&](std::int32_t contact, std::int32_t block) {
    struck_.push_back({contact, block, -1, true});
  });
}

/// Lists all contacts, by their bodies too.
void ImpactSystems::locate(const SolverPart& part) {
  const ContactBlocks& own = *part.blocks;
  located_.clear();
  for (std::int32_t block = 0; block < own.layout.blockCount(); ++block) {
    std::int32_t lane = 0;
    for (const std::int32_t contact : own.layout.constraintsOf(block))
      located_.push_back({contact, block, lane++});
  }
  std::int32_t block = 0;
  for (const std::int32_t contact : own.clusters.contacts()) located_.push_back({contact, block++, -1});
  std::sort(located_.begin(), located_.end());
  for (const Location& location : struck_)
    std::lower_bound(located_.begin(), located_.end(), location)->struck = true;
  of_body_.clear();
  for (std::size_t i = 0; i < located_.size(); ++i) {
    eachBody(part, located_[i].contact,
             [&](std::int32_t body) { of_body_.emplace_back(body, static_cast<std::int32_t>(i)); });
  }
  std::sort(of_body_.begin(), of_body_.end());
  number_.assign(part.state.solver.bodies.bodies.size(), -1);
}

std::span<const std::pair<std::int32_t, std::int32_t>> ImpactSystems::contactsOf(std::int32_t body) const {
  const auto first = std::lower_bound(of_body_.begin(), of_body_.end(), std::pair(body, std::int32_t{0}));
  const auto end = std::lower_bound(first, of_body_.end(), std::pair(body + 1, std::int32_t{0}));
  return {first, end};
}

void ImpactSystems::add(const SolverPart& part, std::int32_t body) {
  IndexedVector<std::int32_t>& bodies = system_.bodies;
  if (body <= 0 || body >= part.state.solver.bodies.movable_end || number_[body] >= 0) return;
  if (bodies.count() == ClusterMatrix::kMostBodies) return;
  number_[body] = bodies.count();
  bodies.push_back(body);
}

/// Finds the bodies and the joints of the system that a contact begins.
void ImpactSystems::grow(const SolverPart& part, const Location& first) {
  SimulationState& state = part.state;
  const SolverBodies& solver = state.solver.bodies;
  system_.bodies.clear();
  system_.links.clear();
  const auto addBodies = [&](std::int32_t contact) {
    eachBody(part, contact, [&](std::int32_t body) { add(part, body); });
  };
  addBodies(first.contact);
  for (std::int32_t i = 0; i < system_.bodies.count(); ++i) {
    const std::int32_t body = system_.bodies[i], own = solver.bodies[body].body;
    for (const std::int32_t joint : state.joints.jointsOf(own))
      add(part, solver.indexOf(state.joints.other(joint, own)));
    for (const auto& [of, contact] : contactsOf(body)) {
      const Location& location = located_[static_cast<std::size_t>(contact)];
      if (location.struck) addBodies(location.contact);
    }
  }
  for (const std::int32_t body : system_.bodies) {
    const std::int32_t own = solver.bodies[body].body;
    for (const std::int32_t index : state.joints.jointsOf(own)) {
      const Joint& joint = state.joints.joints()[index];
      const std::int32_t a = solver.indexOf(joint.body[0]), b = solver.indexOf(joint.body[1]);
      const bool movable_a = a > 0 && a<solver.movable_end, movable_b = b> 0 && b < solver.movable_end;
      // Once, and not where it leads out of the system.
      if ((movable_a && a != body && number_[a] >= 0) || (movable_a && number_[a] < 0) ||
          (movable_b && number_[b] < 0))
        continue;
      const double tolerance =
          state.joints.groups()[state.joints.groupOf(own)].tolerance(state.bodies.all, part.context.settings);
      system_.links.push_back({index, a, b, tolerance});
    }
  }
}

void ImpactSystems::takeContacts(const SolverPart& part) {
  const ContactSolver& solver = part.context.contact_solver;
  const ContactBlocks& own = *part.blocks;
  const BodyArrays bodies = part.arrays();
  contacts_.clear();
  for (const std::int32_t body : system_.bodies) {
    for (const auto& [of, contact] : contactsOf(body)) {
      bool within = true;
      eachBody(part, located_[static_cast<std::size_t>(contact)].contact,
               [&](std::int32_t b) { within = within && number_[b] >= 0; });
      if (within) contacts_.push_back(contact);
    }
  }
  std::sort(contacts_.begin(), contacts_.end());
  contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
  blocks_.resize(contacts_.size());
  tails_.resize(contacts_.size());
  rebounds_.assign(contacts_.size(), 0);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Location& location = located_[static_cast<std::size_t>(contacts_[i])];
    blocks_[i].tail = &tails_[i];
    if (location.lane >= 0) {
      solver.copy_lane(own.blocks.data(), location.block, location.lane, blocks_[i]);
    } else {
      own.clusters.copy(location.block, blocks_[i]);
    }
    if (location.struck) rebounds_[i] = reboundsOf(blocks_[i], bodies);
  }
}

void ImpactSystems::plan(const SolverPart& part) {
  neighbours_.assign(system_.bodies.size(), 0);
  const auto couple = [&](std::int32_t a, std::int32_t b) {
    const auto bit = [&](std::int32_t body) {
      return body > 0 && body < part.state.solver.bodies.movable_end ? std::uint64_t{1} << number_[body] : 0;
    };
    const std::uint64_t both = bit(a) | bit(b);
    if (bit(a) != 0) neighbours_[number_[a]] |= both & ~bit(a);
    if (bit(b) != 0) neighbours_[number_[b]] |= both & ~bit(b);
    return both;
  };
  std::uint64_t late = 0;
  for (const ClusterBlock& block : blocks_) late |= couple(block.body_a[0], block.body_b[0]);
  for (const ClusterLink& link : system_.links) couple(link.a, link.b);
  system_.matrix.plan(neighbours_, late);
}

/// What is struck has rebounded. The impulses of an impact are no loads, neither where it struck nor where it
/// was handed on at once.
void ImpactSystems::finish(const SolverPart& part) {
  ContactBlocks& own = *part.blocks;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Location& location = located_[static_cast<std::size_t>(contacts_[i])];
    if (!location.struck) continue;
    location.struck = false;
    if (location.lane >= 0) {
      part.context.contact_solver.end_impact(own.blocks.data(), location.block, location.lane, rebounds_[i]);
    } else {
      own.clusters.endImpact(location.block, rebounds_[i]);
    }
    eachBody(part, location.contact, [&](std::int32_t body) {
      for (const auto& [of, contact] : contactsOf(body)) {
        const Location& other = located_[static_cast<std::size_t>(contact)];
        if (other.lane < 0) own.clusters.forget(other.block);
      }
    });
  }
  for (const std::int32_t body : system_.bodies) number_[body] = -1;
}

}  // namespace carom::solve
