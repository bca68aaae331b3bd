#include "solve/constraints/contact/impact/impact_systems.hpp"

#include <algorithm>
#include <functional>

#include "base/compact_sort.hpp"

#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/constraints/solver_part.hpp"
#include "solve/state/far_heavier.hpp"

namespace carom::solve {

namespace {

bool isMovable(const SolverPart& part, std::int32_t body) {
  return body > 0 && body < part.state.solver.bodies.movable_end;
}

const ConstraintEdge& edgeOf(const SolverPart& part, std::int32_t contact) {
  return part.state.solver.edges[static_cast<std::size_t>(contact)];
}

/// Calls visit(body) for the bodies of a contact that can be pushed.
template <class Visit>
void eachBody(const SolverPart& part, std::int32_t contact, Visit&& visit) {
  const ConstraintEdge& edge = edgeOf(part, contact);
  for (const std::int32_t body : {edge.body_a, edge.body_b}) {
    if (isMovable(part, body)) visit(body);
  }
}

}  // namespace

/// The functions and the blocks that have a contact.
ImpactSystems::Blocks ImpactSystems::blocksOf(const SolverPart& part, const Location& location) {
  ContactBlocks& own = *part.blocks;
  if (location.alone) return {own.clusters.solver(), own.clusters.blocks()};
  return {part.context.contact_solver, own.blocks.data()};
}

void ImpactSystems::findShared(const SolverPart& part) {
  located_.clear();
  IndexedVector<ContactInput>& inputs = part.state.solver.contacts;
  const auto may_strike = [&](std::int32_t contact) {
    return inputs[contact].restitution > 0 && !inputs[contact].carries;
  };
  if (std::none_of(part.contacts.begin(), part.contacts.end(), may_strike)) return;
  carrying_.list(part.bodies.size(), [&](auto visit) {
    for (const std::int32_t contact : part.contacts) {
      if (!inputs[contact].carries) continue;
      eachBody(part, contact, [&](std::int32_t body) { visit(body - part.bodies.first, contact); });
    }
  });
  for (const std::int32_t contact : part.contacts) {
    if (may_strike(contact)) inputs[contact].shares_blows = isShared(part, contact);
  }
}

/// Whether something holds the bodies of a contact, directly or through a few others.
bool ImpactSystems::isShared(const SolverPart& part, std::int32_t contact) {
  std::int32_t found[ClusterSettings::kMostStruck], count = 0;
  bool few = true;
  float least = 0, most = 0;  // Inverse masses.
  const auto add = [&](std::int32_t body) {
    if (std::find(found, found + count, body) != found + count) return;
    few = few && count < ClusterSettings::kMostStruck;
    if (!few) return;
    const float inverse = part.state.solver.bodies.bodies[body].inverse_mass;
    least = count == 0 ? inverse : std::min(least, inverse), most = std::max(most, inverse);
    found[count++] = body;
  };
  bool held = false;
  eachBody(part, contact, add);
  for (std::int32_t i = 0; i < count && few; ++i) {
    for (const std::int32_t carrying : carrying_.of(found[i] - part.bodies.first)) {
      held = true;
      eachBody(part, carrying, add);
    }
  }
  return held && few && most <= ClusterSettings::kMostUneven * least;
}

void ImpactSystems::takeBack(const SolverPart& part) {
  const ContactBlocks& all = *part.blocks;
  const auto strike = [](const ContactSolver& solver, const void* blocks,
                         std::span<const std::int32_t> list) {
    return std::any_of(list.begin(), list.end(), [&](std::int32_t i) { return solver.strikes(blocks, i); });
  };
  if (!strike(part.context.contact_solver, all.blocks.data(), all.elastic) &&
      !strike(all.clusters.solver(), all.clusters.blocks(), all.clusters.elastic()))
    return;
  findStruck(part, BlowRole::TakenBack);
  std::erase_if(struck_, [&](std::int32_t i) { return isBacked(part, located_[i]); });
  std::erase_if(struck_, [&](std::int32_t i) {
    const Location& location = located_[i];
    if (pushOf(part, location).coupled) return false;
    const auto [solver, blocks] = blocksOf(part, location);
    solver.take_back(blocks, location.block, location.lane, part.arrays());
    return true;
  });
  solve(part, BlowRole::TakenBack);
}

void ImpactSystems::rebound(const SolverPart& part) {
  findStruck(part, BlowRole::Struck);
  solve(part, BlowRole::Struck);
}

/// Solves for what is struck.
void ImpactSystems::solve(const SolverPart& part, BlowRole role) {
  for (const std::int32_t i : struck_) located_[i].struck = true;
  const ClusterWorld world{part.arrays(), part.state.bodies.all, part.state.joints.joints()};
  for (const std::int32_t first : struck_) {
    if (!located_[first].struck) continue;
    grow(part, located_[first]);
    takeContacts(part, role);
    plan(part);
    solveImpact(system_, impacts_, number_, world, part.context.contact_step);
    finish(part);
  }
}

/// In the order of the contacts.
void ImpactSystems::findStruck(const SolverPart& part, BlowRole role) {
  const ContactBlocks& own = *part.blocks;
  const BodyArrays bodies = part.arrays();
  struck_.clear();
  const auto look = [&](const ContactSolver& solver, const void* blocks, std::int32_t block,
                        std::ptrdiff_t first) {
    const std::uint32_t lanes = role == BlowRole::Struck ? solver.struck_coupled(blocks, block, bodies)
                                                         : solver.to_take_back(blocks, block, bodies);
    for (std::int32_t lane = 0; lanes >> lane != 0; ++lane) {
      if ((lanes >> lane & 1) != 0) struck_.push_back(static_cast<std::int32_t>(first) + lane);
    }
  };
  const std::span<const std::int32_t> laid_out = own.layout.constraints();
  for (const std::int32_t block : own.elastic) {
    look(part.context.contact_solver, own.blocks.data(), block,
         own.layout.constraintsOf(block).data() - laid_out.data());
  }
  for (const std::int32_t block : own.clusters.elastic())
    look(own.clusters.solver(), own.clusters.blocks(), block, std::ssize(laid_out) + block);
  if (struck_.empty()) return;
  locate(part);
  sortByContact(struck_);
}

void ImpactSystems::sortByContact(IndexedVector<std::int32_t>& list) const {
  compactSort(list.begin(), list.end(),
              [&](std::int32_t a, std::int32_t b) { return located_[a].contact < located_[b].contact; });
}

ContactPush ImpactSystems::pushOf(const SolverPart& part, const Location& location) const {
  const auto [solver, blocks] = blocksOf(part, location);
  return solver.push_of(blocks, location.block, location.lane);
}

bool ImpactSystems::isBacked(const SolverPart& part, const Location& location) {
  const ConstraintEdge& edge = edgeOf(part, location.contact);
  return reachesWall(part, location, edge.body_a) || reachesWall(part, location, edge.body_b);
}

/// Whether what pushes a body against a contact ends at something that cannot be pushed or is far heavier.
bool ImpactSystems::reachesWall(const SolverPart& part, const Location& location, std::int32_t body) {
  const IndexedVector<SolverBody>& bodies = part.state.solver.bodies.bodies;
  if (!isMovable(part, body)) return true;
  const Vec3 normal = pushOf(part, location).normal;
  reached_.clear();
  reached_.push_back(
      {body, edgeOf(part, location.contact).body_b == body ? normal : -normal, location.contact});
  for (std::size_t i = 0; i < reached_.size(); ++i) {
    if (reached_.size() > ClusterSettings::kMostReached) return true;
    const Reached at = reached_[i];
    for (const std::int32_t index : of_body_.of(at.body - part.bodies.first)) {
      const Location& next = located_[index];
      if (next.contact == at.by) continue;
      const ContactPush push = pushOf(part, next);
      const ConstraintEdge& edge = edgeOf(part, next.contact);
      const bool second = edge.body_b == at.body;
      const Vec3 against = second ? push.normal : -push.normal;
      if (!(push.impulse > 0) || dot(against, at.push) > -ClusterSettings::kAgainst) continue;
      const std::int32_t other = second ? edge.body_a : edge.body_b;
      if (!isMovable(part, other) || isFarHeavier(bodies[other].inverse_mass, bodies[at.body].inverse_mass))
        return true;
      const bool known =
          std::any_of(reached_.begin(), reached_.end(), [&](const Reached& r) { return r.body == other; });
      if (!known) reached_.push_back({other, -against, next.contact});
    }
  }
  return false;
}

/// Lists all contacts in the order of the blocks, and by their bodies, once in a step.
void ImpactSystems::locate(const SolverPart& part) {
  if (!located_.empty()) return;
  const ContactBlocks& own = *part.blocks;
  for (std::int32_t block = 0; block < own.layout.blockCount(); ++block) {
    std::int32_t lane = 0;
    for (const std::int32_t contact : own.layout.constraintsOf(block))
      located_.push_back({contact, block, lane++, false});
  }
  std::int32_t block = 0;
  for (const std::int32_t contact : own.clusters.contacts()) located_.push_back({contact, block++, 0, true});
  // Blocks differ with the number of lanes, what bodies touch does not.
  order_.clear();
  for (std::int32_t i = 0; i < located_.count(); ++i) order_.push_back(i);
  sortByContact(order_);
  of_body_.list(part.bodies.size(), [&](auto visit) {
    for (const std::int32_t i : order_) {
      eachBody(part, located_[i].contact, [&](std::int32_t body) { visit(body - part.bodies.first, i); });
    }
  });
  // Each system leaves -1 behind.
  if (number_.size() < part.state.solver.bodies.bodies.size())
    number_.resize(part.state.solver.bodies.bodies.size(), -1);
}

void ImpactSystems::add(const SolverPart& part, std::int32_t body) {
  IndexedVector<std::int32_t>& bodies = system_.bodies;
  if (!isMovable(part, body) || number_[body] >= 0) return;
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
    for (const std::int32_t contact : of_body_.of(body - part.bodies.first)) {
      const Location& location = located_[contact];
      const bool carries = part.state.solver.contacts[location.contact].carries &&
                           system_.bodies.count() < ClusterSettings::kMostStruck &&
                           pushOf(part, location).impulse > 0;  // It has not been taken back.
      if (location.struck || carries) addBodies(location.contact);
    }
  }
  for (const std::int32_t body : system_.bodies) {
    const std::int32_t own = solver.bodies[body].body;
    for (const std::int32_t index : state.joints.jointsOf(own)) {
      const Joint& joint = state.joints.joints()[index];
      const std::int32_t a = solver.indexOf(joint.body[0]), b = solver.indexOf(joint.body[1]);
      // Once, and not where it leads out of the system.
      const bool first_movable = isMovable(part, a), second_movable = isMovable(part, b);
      if ((first_movable ? a : b) != body || (first_movable && second_movable && number_[b] < 0)) continue;
      const double tolerance =
          state.joints.groups()[state.joints.groupOf(own)].tolerance(state.bodies.all, part.context.settings);
      system_.links.push_back({index, a, b, tolerance});
    }
  }
}

void ImpactSystems::takeContacts(const SolverPart& part, BlowRole role) {
  const BodyArrays bodies = part.arrays();
  contacts_.clear();
  for (const std::int32_t body : system_.bodies) {
    for (const std::int32_t contact : of_body_.of(body - part.bodies.first)) {
      bool within = true;
      eachBody(part, located_[contact].contact, [&](std::int32_t b) { within = within && number_[b] >= 0; });
      if (within) contacts_.push_back(contact);
    }
  }
  sortByContact(contacts_);
  contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
  blocks_.reserve(contacts_.size() * sizeof(ClusterBlock));
  tails_.reserve(contacts_.size() * sizeof(ClusterTail));
  impacts_.clear();
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    const Location& location = located_[contacts_[i]];
    ClusterBlock& block = static_cast<ClusterBlock*>(blocks_.data())[i];
    block.tail = static_cast<ClusterTail*>(tails_.data()) + i;
    const auto [solver, blocks] = blocksOf(part, location);
    solver.copy_lane(blocks, location.block, location.lane, block);
    ContactBlow& blow = impacts_.emplace_back();
    blow.block = &block;
    if (!location.struck) continue;
    blow.role = role;
    blow.points = role == BlowRole::Struck ? reboundsOf(block, bodies) : (1u << block.point_count) - 1;
  }
}

void ImpactSystems::plan(const SolverPart& part) {
  neighbours_.assign(system_.bodies.size(), 0);
  const auto couple = [&](std::int32_t a, std::int32_t b) {
    const auto number = [&](std::int32_t body) { return isMovable(part, body) ? number_[body] : -1; };
    return ClusterMatrix::couple(neighbours_, number(a), number(b));
  };
  std::uint64_t late = 0;
  for (const ContactBlow& blow : impacts_) late |= couple(blow.block->body_a[0], blow.block->body_b[0]);
  for (const ClusterLink& link : system_.links) couple(link.a, link.b);
  system_.matrix.plan(neighbours_, late);
}

/// What is struck has rebounded. The impulses of an impact are no loads, neither where it struck nor where it
/// was handed on at once.
void ImpactSystems::finish(const SolverPart& part) {
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    Location& location = located_[contacts_[i]];
    if (!location.struck) continue;
    location.struck = false;
    const bool rebounds = impacts_[i].role == BlowRole::Struck;
    const auto [solver, blocks] = blocksOf(part, location);
    solver.end_impact(blocks, location.block, location.lane, impacts_[i].points, rebounds);
    eachBody(part, location.contact, [&](std::int32_t body) {
      for (const std::int32_t contact : of_body_.of(body - part.bodies.first)) {
        const Location& other = located_[contact];
        if (other.alone) part.blocks->clusters.forget(other.block);
      }
    });
  }
  for (const std::int32_t body : system_.bodies) number_[body] = -1;
}

}  // namespace carom::solve
