// Gathering the solver's input: copies awake bodies and their contact points into arrays, and assigns islands
// to batches (island_batches.hpp).

#include "solve/constraints/solver_gather.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/relaxed.hpp"
#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/constraints/contact/contact_settings.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"
#include "solve/constraints/solver_settings.hpp"
#include "solve/integration/integrate.hpp"

namespace carom::solve {
namespace {

// What acts on a body, in body_contacts_.
constexpr std::uint8_t kTouches = 1;  // It has contact points.
constexpr std::uint8_t kCarries = 2;  // Some of them had an impulse in the last step.
constexpr std::uint8_t kPinned = 4;   // A joint of a net acts on it.
constexpr std::uint8_t kLoaded = 8;   // carriesJoined()

/// Connects two bodies, given by the numbers of numberBodies().
void connect(SimulationState& state, std::int32_t a, std::int32_t b) {
  if (a > 0 && b > 0) {
    state.solver.batches.unite(a - 1, b - 1);
  } else if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
    // A body that moves and cannot be pushed has a state of its own in each substep: its islands are split.
    state.solver.batches.splitIslandOf(std::max(a, b) - 1);
  }
}

void connectWheels(SimulationState& state) {
  for (const std::int32_t index : state.step.awake_wheels) {
    const std::int32_t body = state.solver.bodies.indexOf(state.wheels[index].definition.body);
    const WheelGround& found = state.step.wheel_grounds[index];
    if (found.touches) connect(state, body, state.solver.bodies.indexOf(found.ground.body));
    for (int k = 0; k < found.stop_count; ++k)
      connect(state, body, state.solver.bodies.indexOf(found.stops[k].body));
  }
}

/// What gravity gives to a body in a substep, N·s.
float weightOf(const StepContext& context, const Body& body) {
  return length(body.gravity) * std::abs(body.gravity_factor) * context.substepTime() / body.inverse_mass;
}

/// Whether the heavier body of a contact rests on the lighter one.
bool restsOnLighter(const SimulationState& state, const StepContext& context, const ContactInput& input) {
  const std::int32_t index = state.bodies[input.body_a].inverse_mass > state.bodies[input.body_b].inverse_mass
                                 ? input.body_a
                                 : input.body_b;
  if (state.joints.isAnchored(index)) return false;  // See mass_ratio.cpp.
  const Body& light = state.bodies[index];
  const ContactManifold& m = *input.manifold;
  float load = 0;
  bool pressed = false;
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    load += m.points[i].normal_impulse;
    pressed = pressed || m.points[i].pressed;
  }
  // The impulses of an impact are not kept (contact_solver.hpp).
  if (pressed && load == 0) return true;
  return load > ClusterSettings::kCarriedWeights * weightOf(context, light);
}

/// Whether a body stands on another one: it moves with it.
bool standsOn(const StepContext& context, const Body& body, const Body& ground) {
  const Vec3 arm(body.center - ground.center);
  const Vec3 passing = body.linear_velocity - ground.linear_velocity - cross(ground.angular_velocity, arm);
  const float added =
      length(body.gravity) * std::abs(body.gravity_factor) * static_cast<float>(context.settings.time_step);
  return lengthSquared(passing) <= ClusterSettings::kStanding * ClusterSettings::kStanding * added * added;
}

/// Whether joints connect two bodies, or hold them so deep in each other (contact_load.hpp) that what they
/// press with is no load.
bool isHeldOverlap(const JointSet& joints, const ContactManifold& m, std::int32_t a, std::int32_t b,
                   float tolerance) {
  if (!joints.mayHold(a, b)) return false;
  float least = 0;
  for (std::int32_t i = 0; i < m.point_count; ++i) least = std::min(least, m.points[i].separation);
  return joints.areConnected(a, b) || least < -ContactSettings::kJoinedDepth * tolerance;
}

/// Whether a body stands on another one that can be pushed, with more of what joints connect with it than
/// passes carry well.
bool carriesJoined(const SimulationState& state, const StepContext& context, const Body& body) {
  float load = 0;
  for (const ContactEnd end : state.contacts.of(body)) {
    const Contact& contact = state.contacts[end.contact];
    const std::int32_t ground = contact.body[1 - end.side];
    // What cannot be pushed is in the equations of the joints (group_contacts.hpp).
    if (!state.bodies.movable[ground] || !standsOn(context, body, state.bodies[ground])) continue;
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      const ContactManifold& manifold = contact.manifolds()[m];
      if (isHeldOverlap(state.joints, manifold, contact.body[end.side], ground, contact.tolerance)) continue;
      for (std::int32_t i = 0; i < manifold.point_count; ++i) load += manifold.points[i].normal_impulse;
    }
  }
  const float weight = weightOf(context, body);
  return weight > 0 && load > ClusterSettings::kJoinedWeights * weight;
}

}  // namespace

/// Until islands are known, the number of an awake body is its awake index plus one, negative if it cannot be
/// pushed; 0 does not move.
void SolverGather::run(SimulationState& state, const StepContext& context) {
  numberBodies(state, context);
  findAwakeGroups(state);
  findLoaded(state, context);
  gatherContacts(state, context);
  connectJoints(state, context);
  connectWheels(state);
  assignBatches(state, context);
  gatherBodies(state, context);
}

void SolverGather::numberBodies(SimulationState& state, const StepContext& context) {
  awake_movable_.resize(state.bodies.awake.size());
  context.pool.parallelFor(state.bodies.awake.count(), SolverSettings::kNumbersPerJob,
                           [&](const ThreadPool::Range& range) {
                             for (std::int32_t i = range.begin; i < range.end; ++i) {
                               const std::int32_t body = state.bodies.awake[i];
                               awake_movable_[i] = state.bodies.movable[body];
                               state.solver.bodies.index[body] = awake_movable_[i] != 0 ? i + 1 : -(i + 1);
                             }
                           });
  body_contacts_.fill(state.bodies.awake.count() + 1, 0);
}

/// Marks the bodies that carry others by their joints.
void SolverGather::findLoaded(SimulationState& state, const StepContext& context) {
  context.pool.parallelFor(state.step.awake_groups.count(), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const JointGroup& group = state.jointGroup(state.step.awake_groups[i]);
      for (const std::int32_t body : group.bodies()) {
        if (state.bodies[body].movable() && carriesJoined(state, context, state.bodies[body]))
          relaxedOr(body_contacts_[state.solver.bodies.indexOf(body)], kLoaded);
      }
    }
  });
}

/// Copies the contacts that the narrow phase has found, in order, and connects their bodies.
void SolverGather::gatherContacts(SimulationState& state, const StepContext& context) {
  state.solver.batches.start(state.bodies.awake.count());
  std::size_t count = 0;
  for (std::int32_t k = 0; k < state.step.contact_job_count; ++k) {
    state.step.contact_jobs[k].first_input = count;
    count += state.step.contact_jobs[k].inputs.size();
  }
  state.solver.contacts.resize(count);
  state.solver.any_clusters = 0;
  state.solver.squeezes = 0;
  state.solver.edges.resize(count);
  context.pool.parallelFor(state.step.contact_job_count, 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t k = range.begin; k < range.end; ++k)
      gatherContactJob(state, context, state.step.contact_jobs[k]);
  });
}

void SolverGather::gatherContactJob(SimulationState& state, const StepContext& context,
                                    const ContactJob& job) {
  std::copy(job.inputs.begin(), job.inputs.end(),
            state.solver.contacts.begin() + static_cast<std::ptrdiff_t>(job.first_input));
  for (std::size_t i = job.first_input; i < job.first_input + job.inputs.size(); ++i) {
    ContactInput& input = state.solver.contacts[i];
    const std::int32_t a = state.solver.bodies.indexOf(input.body_a),
                       b = state.solver.bodies.indexOf(input.body_b);
    const bool carries = state.step.loads_estimated ? input.manifold->carries() : input.carries;
    input.carries = carries;
    input.presses = input.presses && restsOnLighter(state, context, input);
    const int flags = relaxedLoad(body_contacts_[std::abs(a)]) | relaxedLoad(body_contacts_[std::abs(b)]);
    input.held_overlap = input.joined != 0 && isHeldOverlap(state.joints, *input.manifold, input.body_a,
                                                            input.body_b, input.tolerance);
    input.carries_joined = (flags & kLoaded) != 0 && !input.held_overlap && a > 0 && b > 0;
    if (input.presses || input.carries_joined) relaxedStore(state.solver.any_clusters, std::uint8_t(1));
    const std::uint8_t contacts = carries ? kTouches | kCarries : kTouches;
    relaxedOr(body_contacts_[std::abs(a)], contacts);
    relaxedOr(body_contacts_[std::abs(b)], contacts);
    static_assert(2 * collide::Manifold::kMaxPoints <= kConstraintKinds);
    state.solver.edges[i] = {
        a, b, input.points - 1 + (input.likely_overloaded ? collide::Manifold::kMaxPoints : 0)};
    if (input.squeezed > 0 && std::min(a, b) <= 0) relaxedStore(state.solver.squeezes, std::uint8_t(1));
    connect(state, a, b);
  }
}

void SolverGather::connectJoints(SimulationState& state, const StepContext& context) {
  for (const std::int32_t index : state.step.awake_groups) {
    const JointGroup& group = state.jointGroup(index);
    const std::int32_t movable = state.solver.bodies.indexOf(group.movableBody());
    const std::vector<std::int32_t>& bodies = group.bodies();
    context.pool.parallelFor(static_cast<std::int32_t>(bodies.size()), SolverSettings::kNumbersPerJob,
                             [&](const ThreadPool::Range& range) {
                               for (std::int32_t i = range.begin; i < range.end; ++i)
                                 connect(state, movable, state.solver.bodies.indexOf(bodies[i]));
                             });
    if (!group.pins().empty()) state.solver.batches.splitIslandOf(movable - 1);
    for (const std::int32_t body : group.pinnedBodies())
      body_contacts_[std::abs(state.solver.bodies.indexOf(body))] |= kPinned;
  }
}

/// Mass and weight of the bodies of each island, plus the forces applied to them.
void SolverGather::weighIslands(const SimulationState& state) {
  islands_.fill(state.bodies.awake.count(), {});
  for (std::int32_t i = 0; i < state.bodies.awake.count(); ++i) {
    const Body& body = state.bodies[state.bodies.awake[i]];
    if (!(body.inverse_mass > 0)) continue;
    const float weight = length(body.gravity) * std::abs(body.gravity_factor) / body.inverse_mass;
    PressedIsland& island = islands_[state.solver.batches.islandOf(i)];
    island.weight += static_cast<double>(weight + length(body.force));
    island.mass += 1 / static_cast<double>(body.inverse_mass);
  }
}

/// Assigns islands to batches, and bodies their final numbers.
void SolverGather::assignBatches(SimulationState& state, const StepContext& context) {
  const std::int32_t count = state.bodies.awake.count();
  // Where gravity varies, its sources move from substep to substep.
  for (std::int32_t i = 0; !state.gravity.empty() && i < count; ++i) {
    const Body& body = state.bodies[state.bodies.awake[i]];
    if (body.in_field && body.movable()) state.solver.batches.splitIslandOf(i);
  }
  const std::int32_t edge_count = state.solver.edges.count();
  // The awake index of a body of the contact that can be pushed.
  const auto movable_of = [&](std::int32_t i) {
    const ConstraintEdge& e = state.solver.edges[i];
    const std::int32_t number = std::max(e.body_a, e.body_b);
    return number > 0 ? number - 1 : IslandBatches::kNoBody;
  };
  state.solver.batches.settle();
  weighIslands(state);
  if (state.solver.squeezes != 0) giveWay(state, context, islands_);
  context.pool.parallelFor(edge_count, SolverSettings::kNumbersPerJob, [&](const ThreadPool::Range& range) {
    state.solver.batches.countContacts(range.begin, range.end, movable_of);
  });
  for (const std::int32_t index : state.step.awake_groups) {
    const JointGroup& group = state.jointGroup(index);
    state.solver.batches.countJoints(state.bodies[group.movableBody()].awake_index,
                                     static_cast<std::int32_t>(group.joints().size()));
  }
  for (const std::int32_t index : state.step.awake_wheels) {
    const Body& body = state.bodies[state.wheels[index].definition.body];
    if (body.movable() && body.awake_index >= 0) state.solver.batches.countWheel(body.awake_index);
  }
  state.solver.batches.assign(awake_movable_);
  state.solver.contacts_by_batch.sort(edge_count, state.solver.batches.count(), [&](std::int32_t i) {
    const std::int32_t body = movable_of(i);
    return body == IslandBatches::kNoBody ? IslandBatches::kSplit : state.solver.batches.batchOf(body);
  });
  const auto number_of = [&](std::int32_t number) {
    return number == 0 ? 0 : state.solver.batches.numberOf(std::abs(number) - 1);
  };
  context.pool.parallelFor(edge_count, SolverSettings::kNumbersPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const std::int32_t movable = movable_of(i);
      if (movable != IslandBatches::kNoBody) {
        const double weight = islands_[state.solver.batches.islandOf(movable)].weight;
        state.solver.contacts[i].most_carried =
            SolverSettings::kCarriedWeights * static_cast<float>(weight) * context.substepTime();
      }
      state.solver.edges[i].body_a = state.solver.contacts[i].body_a =
          number_of(state.solver.edges[i].body_a);
      state.solver.edges[i].body_b = state.solver.contacts[i].body_b =
          number_of(state.solver.edges[i].body_b);
    }
  });
  context.pool.parallelFor(count, SolverSettings::kNumbersPerJob, [&](const ThreadPool::Range& range) {
    for (std::int32_t i = range.begin; i < range.end; ++i)
      state.solver.bodies.index[state.bodies.awake[i]] = state.solver.batches.numberOf(i);
  });
  state.solver.bodies.movable_end = state.solver.batches.movableEnd();
  state.solver.groups_by_batch.sort(
      state.step.awake_groups.count(), state.solver.batches.count(), [&](std::int32_t i) {
        const JointGroup& group = state.jointGroup(state.step.awake_groups[i]);
        return state.solver.batches.batchOf(state.bodies[group.movableBody()].awake_index);
      });
}

void SolverGather::gatherBodies(SimulationState& state, const StepContext& context) {
  SolverBodies& s = state.solver.bodies;
  s.bodies.resize(state.bodies.awake.size() + 1);
  s.velocities.resize(s.bodies.size());
  s.accelerations.resize(s.bodies.size());
  s.deltas.resize(s.bodies.size());
  s.bodies[0] = SolverBody{};
  s.velocities[0] = SolverVelocity{};
  s.deltas[0] = SolverDelta{};
  const std::int32_t first_split = state.solver.batches.firstSplit();
  state.solver.places.setCount(s.movable_end - first_split);
  // Bodies without constraints do not affect the layout: one of them may have been falling for an hour.
  const auto is_laid_out = [&](std::int32_t i) {
    const std::int32_t number = s.indexOf(state.bodies.awake[i]);
    return body_contacts_[i + 1] != 0 && number >= first_split && number < s.movable_end;
  };
  std::int32_t first = 0;
  while (!state.solver.places.empty() && first < state.bodies.awake.count() && !is_laid_out(first)) ++first;
  const DVec3 origin =
      first < state.bodies.awake.count() ? state.bodies[state.bodies.awake[first]].center : DVec3{};
  context.pool.parallelFor(
      state.bodies.awake.count(), SolverSettings::kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          const std::int32_t index = state.bodies.awake[i];
          Body& body = state.bodies[index];
          body.start_center = body.center;
          body.start_rotation = body.rotation;
          body.start_velocity = body.linear_velocity;
          const std::uint8_t contacts = body_contacts_[i + 1];
          const std::int32_t number = s.indexOf(index);
          // Written in place: a copy would wait for the preceding stores.
          SolverBody& out = s.bodies[number];
          out = {};
          SolverAcceleration& acceleration = s.accelerations[number];
          acceleration = {};
          out.body = index;
          out.rotation = body.rotation;
          out.inverse_mass = body.inverse_mass;
          out.principal_inverse_inertia = body.inverse_inertia;
          out.gyroscopic = body.gyroscopic;
          startInertia(out, state.bodies.motions[index].mid_rotation);
          out.ballistic = body.type == BodyType::Dynamic && (contacts & (kTouches | kPinned)) == 0;
          out.supported = body.movable() && (contacts & kCarries) != 0;
          out.sprung = body.sprung;
          if (body.type == BodyType::Dynamic) {
            // Gravity does not move an infinite mass (docs/conformance.md, "Motions").
            const float gravity = body.inverse_mass > 0 ? body.gravity_factor : 0;
            out.acceleration = body.gravity * gravity + body.force * body.inverse_mass;
            out.in_field = body.in_field && gravity != 0;
            acceleration = {out.acceleration, 0, out.inverse_inertia * body.torque, 0};
          }
          s.deltas[number] = SolverDelta{};
          if (number >= first_split && number < s.movable_end) {
            state.solver.places[number - first_split] = is_laid_out(i) ? Vec3(body.center - origin) : Vec3{};
          }
          s.velocities[number] = SolverVelocity{body.linear_velocity, 0, body.angular_velocity, 0};
        }
      });
}

}  // namespace carom::solve
