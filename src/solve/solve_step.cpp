// The solver's part of a step: awake bodies and their contact points into arrays, substeps over coloured
// blocks, results back.
//
// Per substep: velocities take gravity and forces → warm start → joints and contacts with soft bias →
// positions move → contacts and friction, then joints, without bias → rebounds. Blocks of one colour run in
// parallel and lane-wise; colours one after the other.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

#include "solve/contact_solver.hpp"
#include "solve/integrate.hpp"
#include "solve/prefetch.hpp"
#include "solve/simulation.hpp"

namespace carom::solve {
namespace {

constexpr int kOverloadPasses = 48;
constexpr int kOverloadBudget = 4096;  // Passes times contacts, per substep
constexpr std::int32_t kBodiesPerJob = 128;
constexpr std::int32_t kVelocitiesPerJob = 4096;
constexpr int kMaxLanes = 8;
constexpr float kCrushRatio = 20;     // Of masses
constexpr float kCrushDepth = 0.01f;  // m
constexpr float kOpposite = 0.7f;     // Cosine

// What a body's contacts are, in body_contacts_.
constexpr std::uint8_t kTouches = 1;
constexpr std::uint8_t kCarries = 2;
constexpr float kTwoPi = 6.28318530717958647692f;

ContactStep makeContactStep(const SimulationSettings& settings) {
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

}  // namespace

/// Where each body is in the solver's arrays: those that can be pushed come first.
void Simulation::numberBodies() {
  SolverBodies& s = solver_bodies_;
  const std::size_t count = awake_.size() + 1;
  s.bodies.resize(count);
  s.velocities.resize(count);
  s.accelerations.resize(count);
  s.deltas.assign(count, SolverDelta{});
  s.bodies[0] = SolverBody{};
  s.velocities[0] = SolverVelocity{};
  body_contacts_.assign(count, 0);
  std::int32_t next = 1, last = static_cast<std::int32_t>(awake_.size());
  for (const std::int32_t index : awake_)
    s.index[static_cast<std::size_t>(index)] =
        movable_[static_cast<std::size_t>(index)] != 0 ? next++ : last--;
  s.movable_end = next;
}

void Simulation::gatherBodies() {
  SolverBodies& s = solver_bodies_;
  // Of bodies without contacts, one of which may have been falling for an hour, the layout is to know
  // nothing.
  const auto touches = [&](std::int32_t index) {
    return body_contacts_[static_cast<std::size_t>(s.indexOf(index))] != 0 &&
           movable_[static_cast<std::size_t>(index)] != 0;
  };
  const auto first = std::find_if(awake_.begin(), awake_.end(), touches);
  const DVec3 origin = first != awake_.end() ? at(*first).center : DVec3{};
  places_.resize(s.bodies.size());
  pool_.parallelFor(
      static_cast<std::int32_t>(awake_.size()), kBodiesPerJob, [&](const ThreadPool::Range& range) {
        for (std::int32_t i = range.begin; i < range.end; ++i) {
          const std::int32_t index = awake_[static_cast<std::size_t>(i)];
          Body& body = at(index);
          body.start_center = body.center;
          body.start_rotation = body.rotation;
          body.start_velocity = body.linear_velocity;
          SolverBody out;
          SolverAcceleration acceleration;
          out.body = index;
          out.rotation = body.rotation;
          out.inverse_mass = body.inverse_mass;
          out.principal_inertia = body.inertia;
          out.principal_inverse_inertia = body.inverse_inertia;
          out.gyroscopic = body.gyroscopic;
          startInertia(out, motions_[static_cast<std::size_t>(index)].mid_rotation);
          const auto slot = static_cast<std::size_t>(s.indexOf(index));
          out.ballistic = body.type == BodyType::Dynamic && body_contacts_[slot] == 0;
          out.supported = (body_contacts_[slot] & kCarries) != 0;
          out.sprung = body.sprung;
          if (body.type == BodyType::Dynamic) {
            // Gravity does not move an infinite mass (docs/conformance.md, "Motions").
            const float gravity = body.inverse_mass > 0 ? body.gravity_factor : 0;
            out.acceleration = body.gravity * gravity + body.force * body.inverse_mass;
            out.in_field = body.in_field && gravity != 0;
            acceleration = {out.acceleration, 0, out.inverse_inertia * body.torque, 0};
          }
          s.bodies[slot] = out;
          places_[slot] = touches(index) ? Vec3(body.center - origin) : Vec3{};
          s.accelerations[slot] = acceleration;
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

/// What the narrow phase has found, in order, with the solver's numbers of the bodies.
void Simulation::gatherContacts() {
  contact_inputs_.clear();
  edges_.clear();
  for (std::size_t k = 0; k < contact_job_count_; ++k) {
    for (ContactInput input : contact_jobs_[k].inputs) {
      input.body_a = solver_bodies_.indexOf(input.body_a);
      input.body_b = solver_bodies_.indexOf(input.body_b);
      if (loads_estimated_) input.carries = input.manifold->carries();
      const std::uint8_t contacts = input.carries ? kTouches | kCarries : kTouches;
      body_contacts_[static_cast<std::size_t>(input.body_a)] |= contacts;
      body_contacts_[static_cast<std::size_t>(input.body_b)] |= contacts;
      contact_inputs_.push_back(input);
      edges_.push_back({input.body_a, input.body_b, input.points - 1});
    }
  }
}

void Simulation::crushContacts() {
  for (std::size_t k = 0; k < contact_job_count_; ++k) {
    for (const std::int32_t contact : contact_jobs_[k].uneven) {
      if (mayCrush(contactAt(contact))) crush(contactAt(contact));
    }
  }
}

/// Which contacts are solved together, and room for their blocks.
void Simulation::layOutBlocks() {
  enter(StepStage::Coloring);
  layout_.build(edges_, places_, solver_bodies_.movable_end, contact_solver_.lanes, pool_);
  const auto blocks = static_cast<std::size_t>(layout_.blockCount());
  blocks_.reserve(blocks * contact_solver_.block_size);
  tails_.reserve(blocks * contact_solver_.tail_size);
}

/// Calls function(first, end) for runs of blocks, in parallel where they share no body.
template <class Function>
void Simulation::eachRun(Function&& function) {
  for (std::size_t phase = 0; phase < BlockLayout::kPhases; ++phase) {
    const std::span<const BlockLayout::Run> runs = layout_.phase(phase);
    pool_.parallelFor(static_cast<std::int32_t>(runs.size()), 1, [&](const ThreadPool::Range& range) {
      for (std::int32_t i = range.begin; i < range.end; ++i)
        function(runs[static_cast<std::size_t>(i)].first, runs[static_cast<std::size_t>(i)].end);
    });
  }
}

void Simulation::prepareContacts(const ContactStep& step, const BodyArrays& bodies) {
  eachRun([&](std::int32_t begin, std::int32_t end) {
    const ContactInput* inputs[kMaxLanes];
    for (std::int32_t block = begin; block < end; ++block) {
      if (block + 1 < end) {
        for (const std::int32_t later : layout_.constraintsOf(block + 1))
          prefetchBytes(contact_inputs_[static_cast<std::size_t>(later)].manifold,
                        offsetof(ContactManifold, origin));
      }
      int count = 0;
      for (const std::int32_t k : layout_.constraintsOf(block))
        inputs[count++] = &contact_inputs_[static_cast<std::size_t>(k)];
      contact_solver_.prepare(blocks_.data(), tails_.data(), block, inputs, count, bodies, step);
    }
  });
  impact_blocks_.clear();
  overloaded_blocks_.clear();
  overloaded_count_ = 0;
  for (std::int32_t i = 0; i < layout_.blockCount(); ++i) {
    if (contact_solver_.impacts(blocks_.data(), i)) impact_blocks_.push_back(i);
    const std::int32_t overloaded = contact_solver_.overloaded(blocks_.data(), i);
    if (overloaded > 0) overloaded_blocks_.push_back(i);
    overloaded_count_ += overloaded;
  }
}

/// Calls function(block) for the blocks of an ascending list, as eachRun() does.
template <class Function>
void Simulation::eachListedBlock(const std::vector<std::int32_t>& list, Function&& function) {
  if (list.empty()) return;
  eachRun([&](std::int32_t first, std::int32_t end) {
    auto next = std::lower_bound(list.begin(), list.end(), first);
    for (; next != list.end() && *next < end; ++next) function(*next);
  });
}

void Simulation::runSubsteps() {
  const ContactStep step = makeContactStep(settings_);
  SolverBodies& s = solver_bodies_;
  const ContactSolver& solver = contact_solver_;
  const BodyArrays bodies{s.bodies.data(), s.velocities.data(), s.deltas.data(), s.movable_end};
  const auto each_body = [&](auto&& function) {
    pool_.parallelFor(static_cast<std::int32_t>(s.bodies.size()) - 1, kBodiesPerJob,
                      [&](const ThreadPool::Range& range) {
                        for (std::int32_t i = range.begin; i < range.end; ++i)
                          function(static_cast<std::size_t>(i) + 1);
                      });
  };
  enter(StepStage::Prepare);
  prepareContacts(step, bodies);
  void* blocks = blocks_.data();
  // A pass moves load between bodies in proportion to the lighter one's mass. Where a light body carries a
  // heavy one that is too little, and more relaxing passes over just those contacts help. They are few; where
  // they are many, each gets fewer. Contacts are counted, not blocks, whose number depends on the lanes.
  const int overload_passes =
      overloaded_count_ > 0 ? std::clamp(kOverloadBudget / overloaded_count_, 1, kOverloadPasses) : 0;

  for (std::int32_t substep = 0; substep < settings_.substeps; ++substep) {
    eachJointGroup([&](JointGroup& group) { group.beginSubstep(s); });
    enter(StepStage::IntegrateVelocity);
    pool_.parallelFor(static_cast<std::int32_t>(s.bodies.size()) - 1, kVelocitiesPerJob,
                      [&](const ThreadPool::Range& range) {
                        integrateVelocities(s, static_cast<std::size_t>(range.begin) + 1,
                                            static_cast<std::size_t>(range.end) + 1, step.substep);
                      });
    enter(StepStage::WarmStart);
    eachRun([&](std::int32_t begin, std::int32_t end) { solver.warm_start(blocks, begin, end, bodies); });
    startWheels();
    eachJointGroup([&](JointGroup& group) { group.warmStart(s); });
    startPins(bodies);
    enter(StepStage::Push);
    eachRun([&](std::int32_t begin, std::int32_t end) { solver.push(blocks, begin, end, bodies, step); });
    solveWheels(step, true);
    // Joints have the last word about where bodies go, and how fast they are; where they are taut contacts
    // have.
    if (!awake_groups_.empty()) enter(StepStage::Joints);
    eachJointGroup([&](JointGroup& group) { group.push(s); });
    pushPins(bodies);
    enter(StepStage::IntegratePosition);
    if (!gravity_.empty())
      gravity_.moveTo(bodies_, colliders_, (substep + 1) * static_cast<double>(step.substep));
    std::atomic<bool> turned{false};
    each_body([&](std::size_t i) {
      integratePosition(s.bodies[i], s.velocities[i], s.deltas[i], step.substep);
      if (s.bodies[i].in_field) fall(i);
      turnInertia(s.bodies[i], s.deltas[i]);
      if (s.bodies[i].turned) turned.store(true, std::memory_order_relaxed);
    });
    if (!awake_groups_.empty()) enter(StepStage::Joints);
    eachJointGroup([&](JointGroup& group) { group.relaxBeforeContacts(s); });
    relaxPins(bodies);
    enter(StepStage::Relax);
    if (turned.load(std::memory_order_relaxed)) {
      eachRun([&](std::int32_t begin, std::int32_t end) { solver.refresh(blocks, begin, end, bodies); });
    }
    eachRun([&](std::int32_t begin, std::int32_t end) { solver.relax(blocks, begin, end, bodies, step); });
    if (overload_passes > 0) enter(StepStage::Overload);
    for (int pass = 0; pass < overload_passes; ++pass) {
      eachListedBlock(overloaded_blocks_,
                      [&](std::int32_t i) { solver.relax_overloaded(blocks, i, bodies, step); });
    }
    solveWheels(step, false);
    if (!awake_groups_.empty()) enter(StepStage::Joints);
    eachJointGroup([&](JointGroup& group) { group.relaxAfterContacts(s); });
    endWheelSubstep();
    if (impact_blocks_.empty()) continue;
    enter(StepStage::Restitution);
    eachListedBlock(impact_blocks_, [&](std::int32_t i) { solver.bounce(blocks, i, bodies); });
  }
  enter(StepStage::Store);
  eachRun([&](std::int32_t begin, std::int32_t end) { solver.store(blocks, begin, end); });
}

void Simulation::solve() {
  enter(StepStage::LoadEstimate);
  estimateLoads();
  enter(StepStage::Gather);
  numberBodies();
  gatherContacts();
  gatherBodies();
  crushContacts();
  layOutBlocks();
  gatherJoints();
  gatherPins();
  gatherWheels();
  runSubsteps();
  finishJoints();
  finishWheels();
  storePins();
  finishBodies();
}

}  // namespace carom::solve
