// The solver's part of a step: awake bodies and their contact points into arrays, islands dealt out to
// threads (island_batches.hpp), substeps (substeps.cpp), results back.

#include <algorithm>
#include <cstdlib>

#include "base/relaxed.hpp"
#include "solve/integration/integrate.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kBodiesPerJob = 128;
constexpr std::int32_t kNumbersPerJob = 1024;  // Of bodies or contacts, a few bytes each
constexpr float kCrushRatio = 20;              // Of masses
constexpr float kCrushDepth = 0.01f;           // m
constexpr float kOpposite = 0.7f;              // Cosine

// What a body's contacts are, in body_contacts_.
constexpr std::uint8_t kTouches = 1;
constexpr std::uint8_t kCarries = 2;
constexpr std::uint8_t kPinned = 4;  // By a joint of a net.

}  // namespace

/// Numbers of the awake bodies until islands are known: awake index plus one, negative for what cannot be
/// pushed; 0 does not move.
void Simulation::numberBodies() {
  pool_.parallelFor(static_cast<std::int32_t>(awake_.size()), kNumbersPerJob,
                    [&](const ThreadPool::Range& range) {
                      for (std::int32_t i = range.begin; i < range.end; ++i) {
                        const auto body = static_cast<std::size_t>(awake_[static_cast<std::size_t>(i)]);
                        solver_bodies_.index[body] = movable_[body] != 0 ? i + 1 : -(i + 1);
                      }
                    });
  body_contacts_.assign(awake_.size() + 1, 0);
}

/// What the narrow phase has found, in order, and which bodies it connects.
void Simulation::gatherContacts() {
  batches_.start(static_cast<std::int32_t>(awake_.size()));
  std::size_t count = 0;
  for (std::size_t k = 0; k < contact_job_count_; ++k) {
    contact_jobs_[k].first_input = count;
    count += contact_jobs_[k].inputs.size();
  }
  contact_inputs_.resize(count);
  edges_.resize(count);
  pool_.parallelFor(static_cast<std::int32_t>(contact_job_count_), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t k = range.begin; k < range.end; ++k)
      gatherContacts(contact_jobs_[static_cast<std::size_t>(k)]);
  });
}

void Simulation::gatherContacts(const ContactJob& job) {
  std::copy(job.inputs.begin(), job.inputs.end(),
            contact_inputs_.begin() + static_cast<std::ptrdiff_t>(job.first_input));
  for (std::size_t i = job.first_input; i < job.first_input + job.inputs.size(); ++i) {
    ContactInput& input = contact_inputs_[i];
    const std::int32_t a = solver_bodies_.indexOf(input.body_a), b = solver_bodies_.indexOf(input.body_b);
    const bool carries = loads_estimated_ ? input.manifold->carries() : input.carries;
    input.carries = carries;
    const std::uint8_t contacts = carries ? kTouches | kCarries : kTouches;
    relaxedOr(body_contacts_[static_cast<std::size_t>(std::abs(a))], contacts);
    relaxedOr(body_contacts_[static_cast<std::size_t>(std::abs(b))], contacts);
    static_assert(2 * collide::Manifold::kMaxPoints <= kConstraintKinds);
    edges_[i] = {a, b, input.points - 1 + (input.burdened ? collide::Manifold::kMaxPoints : 0)};
    connect(a, b);
  }
}

/// Two bodies by their numbers of numberBodies().
void Simulation::connect(std::int32_t a, std::int32_t b) {
  if (a > 0 && b > 0) {
    batches_.unite(a - 1, b - 1);
  } else if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
    // The state of what is not pushed but moves is that of one substep at a time.
    batches_.solveTogether(std::max(a, b) - 1);
  }
}

void Simulation::connectJoints() {
  for (const std::int32_t index : awake_groups_) {
    const JointGroup& group = joints_.groups()[static_cast<std::size_t>(index)];
    const std::int32_t movable = solver_bodies_.indexOf(group.movableBody());
    const std::vector<std::int32_t>& bodies = group.bodies();
    pool_.parallelFor(static_cast<std::int32_t>(bodies.size()), kNumbersPerJob,
                      [&](const ThreadPool::Range& range) {
                        for (std::int32_t i = range.begin; i < range.end; ++i)
                          connect(movable, solver_bodies_.indexOf(bodies[static_cast<std::size_t>(i)]));
                      });
    if (!group.pins().empty()) batches_.solveTogether(movable - 1);
    for (const std::int32_t body : group.pinnedBodies())
      body_contacts_[static_cast<std::size_t>(std::abs(solver_bodies_.indexOf(body)))] |= kPinned;
  }
}

void Simulation::connectWheels() {
  for (const std::int32_t index : awake_wheels_) {
    const std::int32_t body =
        solver_bodies_.indexOf(wheels_[static_cast<std::size_t>(index)].definition.body);
    const WheelGround& found = wheel_grounds_[static_cast<std::size_t>(index)];
    if (found.touches) connect(body, solver_bodies_.indexOf(found.ground.body));
    for (int k = 0; k < found.stop_count; ++k) connect(body, solver_bodies_.indexOf(found.stops[k].body));
  }
}

/// Islands into batches, and with that the final numbers of bodies.
void Simulation::dealOut() {
  const auto count = static_cast<std::int32_t>(awake_.size());
  // Where gravity changes on the way, its sources move from substep to substep.
  for (std::int32_t i = 0; !gravity_.empty() && i < count; ++i) {
    const Body& body = at(awake_[static_cast<std::size_t>(i)]);
    if (body.in_field && body.movable()) batches_.solveTogether(i);
  }
  const auto edge_count = static_cast<std::int32_t>(edges_.size());
  // The awake index of a body of a contact that can be pushed.
  const auto movable_of = [&](std::int32_t i) {
    const ConstraintEdge& e = edges_[static_cast<std::size_t>(i)];
    const std::int32_t number = std::max(e.body_a, e.body_b);
    return number > 0 ? number - 1 : IslandBatches::kNoBody;
  };
  batches_.settle();
  pool_.parallelFor(edge_count, kNumbersPerJob, [&](const ThreadPool::Range& range) {
    batches_.countContacts(range.begin, range.end, movable_of);
  });
  for (const std::int32_t index : awake_groups_) {
    const JointGroup& group = joints_.groups()[static_cast<std::size_t>(index)];
    batches_.countJoints(at(group.movableBody()).awake_index,
                         static_cast<std::int32_t>(group.joints().size()));
  }
  for (const std::int32_t index : awake_wheels_) {
    const Body& body = at(wheels_[static_cast<std::size_t>(index)].definition.body);
    if (body.movable() && body.awake_index >= 0) batches_.countWheel(body.awake_index);
  }
  awake_movable_.resize(awake_.size());
  for (std::size_t i = 0; i < awake_.size(); ++i)
    awake_movable_[i] = movable_[static_cast<std::size_t>(awake_[i])];
  batches_.deal(awake_movable_);
  contacts_by_batch_.sort(edge_count, batches_.count(), [&](std::int32_t i) {
    const std::int32_t body = movable_of(i);
    return body == IslandBatches::kNoBody ? IslandBatches::kTogether : batches_.batchOf(body);
  });
  const auto number_of = [&](std::int32_t number) {
    return number == 0 ? 0 : batches_.numberOf(std::abs(number) - 1);
  };
  pool_.parallelFor(edge_count, kNumbersPerJob, [&](const ThreadPool::Range& range) {
    for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i) {
      edges_[i].body_a = contact_inputs_[i].body_a = number_of(edges_[i].body_a);
      edges_[i].body_b = contact_inputs_[i].body_b = number_of(edges_[i].body_b);
    }
  });
  for (std::int32_t i = 0; i < count; ++i) {
    const auto body = static_cast<std::size_t>(awake_[static_cast<std::size_t>(i)]);
    solver_bodies_.index[body] = batches_.numberOf(i);
  }
  solver_bodies_.movable_end = batches_.movableEnd();
  groups_by_batch_.sort(
      static_cast<std::int32_t>(awake_groups_.size()), batches_.count(), [&](std::int32_t i) {
        const std::int32_t group = awake_groups_[static_cast<std::size_t>(i)];
        return batches_.batchOf(
            at(joints_.groups()[static_cast<std::size_t>(group)].movableBody()).awake_index);
      });
}

void Simulation::gatherBodies() {
  SolverBodies& s = solver_bodies_;
  s.bodies.resize(awake_.size() + 1);
  s.velocities.resize(s.bodies.size());
  s.accelerations.resize(s.bodies.size());
  s.deltas.resize(s.bodies.size());
  s.bodies[0] = SolverBody{};
  s.velocities[0] = SolverVelocity{};
  s.deltas[0] = SolverDelta{};
  const std::int32_t first_together = batches_.firstTogether();
  places_.resize(static_cast<std::size_t>(s.movable_end - first_together));
  // Of bodies without constraints, one of which may have been falling for an hour, the layout is to know
  // nothing.
  const auto is_laid_out = [&](std::size_t i) {
    const std::int32_t number = s.indexOf(awake_[i]);
    return body_contacts_[i + 1] != 0 && number >= first_together && number < s.movable_end;
  };
  std::size_t first = 0;
  while (!places_.empty() && first < awake_.size() && !is_laid_out(first)) ++first;
  const DVec3 origin = first < awake_.size() ? at(awake_[first]).center : DVec3{};
  pool_.parallelFor(
      static_cast<std::int32_t>(awake_.size()), kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          const std::int32_t index = awake_[static_cast<std::size_t>(i)];
          Body& body = at(index);
          body.start_center = body.center;
          body.start_rotation = body.rotation;
          body.start_velocity = body.linear_velocity;
          const std::uint8_t contacts = body_contacts_[static_cast<std::size_t>(i) + 1];
          const std::int32_t number = s.indexOf(index);
          const auto slot = static_cast<std::size_t>(number);
          // In its place: a copy would wait for what has just been written.
          SolverBody& out = s.bodies[slot];
          out = {};
          SolverAcceleration& acceleration = s.accelerations[slot];
          acceleration = {};
          out.body = index;
          out.rotation = body.rotation;
          out.inverse_mass = body.inverse_mass;
          out.principal_inertia = body.inertia;
          out.principal_inverse_inertia = body.inverse_inertia;
          out.gyroscopic = body.gyroscopic;
          startInertia(out, motions_[static_cast<std::size_t>(index)].mid_rotation);
          out.ballistic = body.type == BodyType::Dynamic && (contacts & (kTouches | kPinned)) == 0;
          out.supported = (contacts & kCarries) != 0;
          out.sprung = body.sprung;
          if (body.type == BodyType::Dynamic) {
            // Gravity does not move an infinite mass (docs/conformance.md, "Motions").
            const float gravity = body.inverse_mass > 0 ? body.gravity_factor : 0;
            out.acceleration = body.gravity * gravity + body.force * body.inverse_mass;
            out.in_field = body.in_field && gravity != 0;
            acceleration = {out.acceleration, 0, out.inverse_inertia * body.torque, 0};
          }
          s.deltas[slot] = SolverDelta{};
          if (number >= first_together && number < s.movable_end) {
            places_[static_cast<std::size_t>(number - first_together)] =
                is_laid_out(static_cast<std::size_t>(i)) ? Vec3(body.center - origin) : Vec3{};
          }
          s.velocities[slot] = SolverVelocity{body.linear_velocity, 0, body.angular_velocity, 0};
        }
      });
}

bool Simulation::isUneven(const Contact& contact) const {
  const float a = inverse_masses_[static_cast<std::size_t>(contact.body[0])],
              b = inverse_masses_[static_cast<std::size_t>(contact.body[1])];
  const float least = std::min(a, b);
  return least > 0 && std::max(a, b) >= kCrushRatio * least;
}

/// Whether a heavy body comes down on, or is deep in, one that is far lighter.
bool Simulation::mayCrush(const Contact& contact) const {
  const Body& a = body(contact.body[0]);
  const Body& b = body(contact.body[1]);
  if (a.awake_index < 0 || b.awake_index < 0) return false;
  const ContactManifold& m = contact.manifolds()[0];
  // It is the heavy one's own motion that has to be stopped.
  const float coming =
      a.inverse_mass < b.inverse_mass ? dot(a.linear_velocity, m.normal) : -dot(b.linear_velocity, m.normal);
  return coming > settings_.restitution_threshold || m.points[0].separation < -kCrushDepth;
}

/// What a pass carries through a light body between a heavy one and the ground is in proportion to its mass:
/// a thousand passes would not stop a thousand times that mass. While it is hit the light one therefore
/// answers impulses as if it had 1/kCrushRatio of the other's mass. Only where something that nothing moves
/// stands against the heavy one on the other side: that takes the momentum, whatever the light one's mass.
void Simulation::crush(const Contact& contact) {
  const int light = body(contact.body[0]).inverse_mass > body(contact.body[1]).inverse_mass ? 0 : 1;
  const Body& body = at(contact.body[light]);
  // Out of the light body, into the heavy one.
  const Vec3 normal = contact.manifolds()[0].normal * (light == 0 ? 1.0f : -1.0f);
  // Joints to the world stand against it, too.
  bool between = joints_.isAnchored(contact.body[light]);
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    const Contact& other = contactAt(end / 2);
    if (other.sensor || other.manifold_count == 0 || at(other.body[1 - end % 2]).movable()) continue;
    const Vec3 away = other.manifolds()[0].normal * (end % 2 == 0 ? 1.0f : -1.0f);
    between = between || dot(away, normal) < -kOpposite;
  }
  if (!between) return;
  SolverBody& solved =
      solver_bodies_.bodies[static_cast<std::size_t>(solver_bodies_.indexOf(contact.body[light]))];
  const float inverse_mass = kCrushRatio * at(contact.body[1 - light]).inverse_mass;
  if (inverse_mass >= solved.inverse_mass) return;
  const float share = inverse_mass / solved.inverse_mass;
  solved.inverse_mass = inverse_mass;
  solved.principal_inverse_inertia = solved.principal_inverse_inertia * share;
  solved.principal_inertia = solved.principal_inertia * (1 / share);
  solved.inverse_inertia = {solved.inverse_inertia.cx * share, solved.inverse_inertia.cy * share,
                            solved.inverse_inertia.cz * share};
}

void Simulation::crushContacts() {
  for (std::size_t k = 0; k < contact_job_count_; ++k) {
    for (const std::int32_t contact : contact_jobs_[k].uneven) {
      if (mayCrush(contactAt(contact))) crush(contactAt(contact));
    }
  }
}

void Simulation::solve() {
  enter(StepStage::LoadEstimate);
  estimateLoads();
  enter(StepStage::Gather);
  numberBodies();
  gatherContacts();
  findAwakeGroups();
  connectJoints();
  connectWheels();
  dealOut();
  gatherBodies();
  crushContacts();
  beginJoints();
  gatherPins();
  gatherWheels();
  solveParts();
  enter(StepStage::Store);
  finishJoints();
  finishWheels();
  storePins();
  finishBodies();
}

}  // namespace carom::solve
