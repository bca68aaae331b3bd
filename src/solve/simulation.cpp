#include "solve/simulation.hpp"

#include "solve/state/prefetch.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "base/bit_cast.hpp"
#include "base/even_room.hpp"
#include "base/rotation_vector.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kContactsPerSummary = 256;
// What there is to do about a contact at the end of a step.
constexpr std::uint8_t kReport = 1;
constexpr std::uint8_t kUpdatedOnce = 2;
constexpr std::uint8_t kDeep = 4;
constexpr float kDeepShare = 0.3f;  // of the ball that fits in

bool hasEqualMoments(const Vec3& inertia) {
  const float largest = std::max({inertia.x, inertia.y, inertia.z});
  const float smallest = std::min({inertia.x, inertia.y, inertia.z});
  return largest - smallest <= 1e-5f * largest;
}

const ContactSolver& chosenSolver(std::int32_t lanes) {
  const ContactSolver* solver = contactSolver(lanes);
  return solver ? *solver : widestContactSolver();
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  // FNV-1a over 64-bit words, with a shift so that high bits reach the low ones.
  hash = (hash ^ value) * 0x100000001b3u;
  return hash ^ (hash >> 29);
}
std::uint64_t mixed(std::uint64_t hash, const Vec3& v) {
  hash = mixed(hash, bitCast<std::uint32_t>(v.x));
  hash = mixed(hash, bitCast<std::uint32_t>(v.y));
  return mixed(hash, bitCast<std::uint32_t>(v.z));
}

}  // namespace

Simulation::Simulation(const SimulationSettings& settings, std::unique_ptr<PairPolicy> policy)
    : settings_(settings),
      contact_step_(makeContactStep(settings)),
      policy_(std::move(policy)),
      pool_(settings.threads, settings.scheduler),
      contact_solver_(chosenSolver(settings.lanes)) {
  uniform_gravity_ = length(settings_.gravity);
  threads_.resize(static_cast<std::size_t>(pool_.threadCount()));
  for (ThreadData& thread : threads_) thread.scratch = collide::makeCollideScratch();
}

Simulation::~Simulation() = default;

PairResponse PairPolicy::respondWheel(std::int32_t, std::int32_t) const {
  return {};
}

void Simulation::reserve(std::size_t bodies, std::size_t colliders) {
  bodies_.reserve(bodies);
  motions_.reserve(bodies);
  sweeps_.reserve(bodies);
  awake_.reserve(bodies);
  colliders_.reserve(colliders);
  moved_colliders_.reserve(colliders);
  searched_boxes_.reserve(colliders);
}

std::int32_t Simulation::addBody(const BodyDefinition& definition) {
  Body body;
  body.type = definition.type;
  body.center = body.start_center = definition.center;
  body.rotation = body.start_rotation = normalized(definition.rotation);
  if (body.type != BodyType::Static) {
    body.linear_velocity = definition.linear_velocity;
    body.angular_velocity = definition.angular_velocity;
  }
  if (body.type == BodyType::Dynamic) {
    body.inverse_mass = definition.inverse_mass;
    body.inverse_inertia = definition.inverse_inertia;
    body.gravity_factor = definition.gravity_factor;
    body.gravity = settings_.gravity;
    const auto inverted = [](float x) { return x > 0 ? 1.0f / x : 0.0f; };
    body.inertia = {inverted(body.inverse_inertia.x), inverted(body.inverse_inertia.y),
                    inverted(body.inverse_inertia.z)};
    body.gyroscopic =
        body.inertia.x > 0 && body.inertia.y > 0 && body.inertia.z > 0 && !hasEqualMoments(body.inertia);
  }
  const auto index = static_cast<std::int32_t>(bodies_.size());
  bodies_.push_back(body);
  new_leaves_.push_back(0);
  reach_.emplace_back();
  motions_.emplace_back();
  sweeps_.emplace_back();
  movable_.push_back(body.movable() ? 1 : 0);
  inverse_masses_.push_back(body.inverse_mass);
  solver_bodies_.index.push_back(0);
  setMotionAtRest(index);
  any_placed_ = true;
  noteReach(at(index), index);
  addAwake(index);
  return index;
}

std::int32_t Simulation::addCollider(const ColliderDefinition& definition) {
  const auto index = static_cast<std::int32_t>(colliders_.size());
  Collider collider;
  collider.body = definition.body;
  collider.shape = definition.shape;
  collider.local = definition.local;
  collider.local.rotation = normalized(collider.local.rotation);
  collider.sensor = definition.sensor;
  collider.moved = false;
  const Aabb own = collide::bounds(*collider.shape, Transform{});
  collider.radius = std::min(1e6f, length(own.extents()));
  collider.reach = std::min(1e6f, length(maximum(absolute(own.lower), absolute(own.upper))));
  const float inner = collide::innerRadius(*collider.shape);
  collider.inner = collide::isPlane(*collider.shape) ? 1e6f : std::clamp(inner, 0.1f * collider.radius, 1e6f);
  collider.round = collide::isRound(*collider.shape);
  Body& body = at(collider.body);
  collider.next_in_body = body.first_collider;
  body.first_collider = index;
  if (collider.sensor) ++sensor_count_;
  if (!collider.sensor) {
    includeInOuterRadius(collider);
    body.inner_radius = std::min(body.inner_radius, collide::innerRadius(*collider.shape));
  }
  colliders_.push_back(collider);
  searched_boxes_.emplace_back();
  updateBox(index);
  return index;
}

void Simulation::includeInOuterRadius(const Collider& collider) {
  Body& body = at(collider.body);
  const Vec3 center = -inverseRotate(collider.local.rotation, collider.local.translation);
  body.outer_radius = std::max(body.outer_radius, collide::outerRadius(*collider.shape, center));
  body.core_radius = std::max(body.core_radius, collide::coreOuterRadius(*collider.shape, center));
}

void Simulation::step() {
  events_.clear();
  joint_events_.clear();
  if (!gravity_.empty()) updateGravity();
  if (!joints_.empty()) wakeJoined();
  wakeWheels();
  enter(StepStage::PairSearch);
  findPairs();
  enter(StepStage::NarrowPhase);
  updateContacts();
  updateWheels();
  solve();
  enter(StepStage::Continuous);
  if (settings_.continuous) {
    stopFastBodies();
    finishMovedBodies();
  }
  enter(StepStage::Bounds);
  updateBounds();
  enter(StepStage::PairSearch);
  findPairs();
  if (sensor_count_ > 0) {
    enter(StepStage::Sensors);
    updateSensors();
    findPasses();
  }
  enter(StepStage::Summary);
  summarizeContacts();
  findSeparated();
  reportEvents();
  gatherStatistics();
  enter(StepStage::Islands);
  stepped_.assign(awake_.begin(), awake_.end());
  putToSleep();
  dropSeparatedPairs();
  evenThreads();
  enter(StepStage::Outside);
}

/// Gives both the room that either has needed. reserveForBatches() sees to what they keep for batches of
/// islands.
void Simulation::evenThread(ThreadData& a, ThreadData& b) {
  collide::evenRoom(*a.scratch, *b.scratch);
  evenRoom(a.manifolds, b.manifolds);
  evenRoom(a.impact_manifolds, b.impact_manifolds);
  evenRoom(a.contact_manifolds, b.contact_manifolds);
  evenRoom(a.handed_impulses.given, b.handed_impulses.given);
  evenRoom(a.handed_impulses.taken, b.handed_impulses.taken);
  evenRoom(a.changed, b.changed);
  evenRoom(a.changed_order, b.changed_order);
  evenRoom(a.candidates, b.candidates);
}

void Simulation::evenThreads() {
  for (int pass = 0; pass < 2; ++pass) {  // All to the first, the first to all.
    for (std::size_t i = 1; i < threads_.size(); ++i) evenThread(threads_[0], threads_[i]);
  }
}

/// What a contact has come to, by its manifolds.
Simulation::ContactSummary Simulation::summaryOf(const Contact& contact) const {
  ContactSummary out;
  if (contact.sensor) {
    out.touches = contact.touching;
    return out;
  }
  const ContactManifold* manifolds = contact.manifolds();
  for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
    for (std::int32_t k = 0; k < manifolds[m].point_count; ++k) {
      const ContactPoint& p = manifolds[m].points[k];
      out.touches = out.touches || p.pressed || p.separation <= 0;
      out.nearest = std::min(out.nearest, p.separation);
      out.depth_sum += std::max(0.0f, -p.separation);
      ++out.points;
    }
  }
  out.touches = out.touches || (contact.reported && out.nearest <= kSeparatedDistance);
  return out;
}

/// Looks at every live contact: statistics, in contact_changes_ what has to be done about it, and in
/// touching_ which bodies touch.
void Simulation::summarizeContacts() {
  if (settings_.sleeping) touching_.start(solver_bodies_.movable_end);
  const auto count = static_cast<std::int32_t>(live_contacts_.size());
  contact_changes_.resize(live_contacts_.size());
  summaries_.assign(static_cast<std::size_t>((count + kContactsPerSummary - 1) / kContactsPerSummary), {});
  pool_.parallelFor(static_cast<std::int32_t>(summaries_.size()), 1, [&](const ThreadPool::Range& range) {
    for (std::int32_t chunk = range.begin; chunk < range.end; ++chunk) {
      ContactTotals& totals = summaries_[static_cast<std::size_t>(chunk)];
      const std::int32_t end = std::min(count, (chunk + 1) * kContactsPerSummary);
      for (std::int32_t i = chunk * kContactsPerSummary; i < end; ++i) {
        if (i + kPrefetchDistance < end)
          prefetchBytes(&contactAt(live_contacts_[static_cast<std::size_t>(i + kPrefetchDistance)]),
                        sizeof(Contact));
        const Contact& contact = contactAt(live_contacts_[static_cast<std::size_t>(i)]);
        const ContactSummary summary = summaryOf(contact);
        std::uint8_t changes = 0;
        if (summary.touches != contact.reported) changes |= kReport;
        if (contact.update_once) changes |= kUpdatedOnce;
        if (summary.nearest < -kDeepShare * contact.inner) changes |= kDeep;
        contact_changes_[static_cast<std::size_t>(i)] = changes;
        if (contact.sensor || !contact.touching) continue;
        if (settings_.sleeping) uniteBodies(contact.body[0], contact.body[1]);
        ++totals.pairs;
        totals.points += summary.points;
        totals.deepest = std::max(totals.deepest, -summary.nearest);
        totals.depth_sum += summary.depth_sum;
      }
    }
  });
}

void Simulation::reportEvents() {
  events_.swap(pending_end_events_);
  pending_end_events_.clear();
  for (std::size_t i = 0; i < live_contacts_.size(); ++i) {
    const std::uint8_t changes = contact_changes_[i];
    if (changes == 0) continue;
    const std::int32_t index = live_contacts_[i];
    Contact& contact = contactAt(index);
    if ((changes & kReport) != 0) {
      contact.reported = !contact.reported;
      // What lay on it has lost its support.
      for (const std::int32_t body : contact.body) {
        if (!contact.sensor && !contact.reported && at(body).island >= 0) wakeIsland(at(body).island);
      }
      events_.push_back({contact.collider[0], contact.collider[1], contact.sensor, contact.reported});
    }
    if ((changes & kDeep) != 0) at(contact.body[0]).deep = at(contact.body[1]).deep = true;
    contact.update_once = false;
    if ((changes & kUpdatedOnce) != 0 && at(contact.body[0]).awake_index < 0 &&
        at(contact.body[1]).awake_index < 0)
      deactivateContact(index);
  }
  const auto key = [](const PairEvent& e) {
    return std::tuple(!e.sensor, e.collider_a, e.collider_b, e.begin);
  };
  std::sort(events_.begin(), events_.end(),
            [&](const PairEvent& a, const PairEvent& b) { return key(a) < key(b); });
  for (const auto& [sensor, solid] : passes_) {
    const std::int32_t a = std::min(sensor, solid), b = std::max(sensor, solid);
    events_.push_back({a, b, true, true});
    events_.push_back({a, b, true, false});
  }
}

void Simulation::gatherStatistics() {
  statistics_.contact_pairs = static_cast<std::uint32_t>(active_contacts_.size());
  ContactTotals all;
  for (const ContactTotals& part : summaries_) {
    all.pairs += part.pairs;
    all.points += part.points;
    all.deepest = std::max(all.deepest, part.deepest);
    all.depth_sum += part.depth_sum;
  }
  statistics_.touching_pairs = all.pairs;
  statistics_.contact_points = all.points;
  statistics_.max_penetration = all.deepest;
  statistics_.mean_penetration = all.points > 0 ? static_cast<float>(all.depth_sum / all.points) : 0;
  statistics_.awake_bodies = 0;
  for (const std::int32_t index : awake_)
    statistics_.awake_bodies += at(index).type == BodyType::Dynamic ? 1 : 0;
  statistics_.sleeping_bodies = sleeping_count_;
}

std::uint64_t Simulation::stateHash() const {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const Body& body : bodies_) {
    if (body.type == BodyType::Static) continue;
    hash = mixed(hash, bitCast<std::uint64_t>(body.center.x));
    hash = mixed(hash, bitCast<std::uint64_t>(body.center.y));
    hash = mixed(hash, bitCast<std::uint64_t>(body.center.z));
    hash = mixed(hash, body.rotation.vector());
    hash = mixed(hash, bitCast<std::uint32_t>(body.rotation.w));
    hash = mixed(hash, body.linear_velocity);
    hash = mixed(hash, body.angular_velocity);
    hash = mixed(hash, body.awake_index >= 0 ? 1u : 0u);
  }
  return hash;
}

void Simulation::setVelocity(std::int32_t index, const Vec3& linear, const Vec3& angular) {
  Body& body = at(index);
  if (body.type == BodyType::Static) return;
  body.linear_velocity = linear;
  body.angular_velocity = angular;
  if (body.type == BodyType::Dynamic || lengthSquared(linear) > 0 || lengthSquared(angular) > 0) wake(index);
}

void Simulation::setPose(std::int32_t index, const DVec3& center, const Quat& rotation) {
  wake(index);
  Body& body = at(index);
  // What rested on it has lost its support.
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    const Contact& contact = contactAt(end / 2);
    const std::int32_t other = contact.body[1 - end % 2];
    if (contact.touching && !contact.sensor && at(other).island >= 0) wake(other);
  }
  body.settled = false;
  any_placed_ = true;
  noteReach(body, index);  // Its way to here counts, and that from here to there.
  body.center = body.start_center = center;
  body.rotation = body.start_rotation = normalized(rotation);
  noteReach(body, index);
  liftWheels(index);
  // What it pressed on it does not press on there.
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    contactAt(end / 2).manifold_count = 0;
    contactAt(end / 2).reusable = false;
  }
  forgetClearances(index);
  setMotionAtRest(index);
  for (std::int32_t c = body.first_collider; c >= 0; c = colliderAt(c).next_in_body) updateBox(c);
}

void Simulation::addForce(std::int32_t index, const Vec3& force, const Vec3& torque) {
  if (at(index).type != BodyType::Dynamic) return;
  wake(index);
  at(index).force += force;
  at(index).torque += torque;
}

void Simulation::nudge(std::int32_t index, const Vec3& force, const Vec3& torque) {
  Body& body = at(index);
  if (body.type != BodyType::Dynamic || body.awake_index < 0) return;
  body.force += force;
  body.torque += torque;
}

void Simulation::setTarget(std::int32_t index, const DVec3& center, const Quat& rotation) {
  Body& body = at(index);
  assert(body.type == BodyType::Kinematic);
  const Quat target = normalized(rotation);
  const double rate = 1.0 / static_cast<double>(settings_.time_step);
  body.linear_velocity = Vec3((center - body.center) * rate);
  body.angular_velocity = rotationVector(target * conjugate(body.rotation)) * static_cast<float>(rate);
  if (center == body.center && target == body.rotation) {
    body.angular_velocity = Vec3{};
    return;
  }
  body.has_target = true;
  body.target_center = center;
  body.target_rotation = target;
  wake(index);
}

void Simulation::setColliderTransform(std::int32_t index, const Transform& local) {
  Collider& collider = colliderAt(index);
  if (collider.local == local) return;
  collider.local = local;
  if (!collider.sensor) includeInOuterRadius(collider);
  forgetClearances(collider.body);
  collider.tight_odometer = at(collider.body).still_until = -1e30;
  wake(collider.body);
  updateBox(index);
}

}  // namespace carom::solve
