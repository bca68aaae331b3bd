#include "solve/simulation.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "base/bit_cast.hpp"
#include "base/even_room.hpp"
#include "base/rotation_vector.hpp"
#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"
#include "solve/constraints/wheel/wheel_constraints.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/snapshot/snapshot.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

bool hasEqualMoments(const Vec3& inertia) {
  const float largest = std::max({inertia.x, inertia.y, inertia.z});
  const float smallest = std::min({inertia.x, inertia.y, inertia.z});
  return largest - smallest <= 1e-5f * largest;
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
      policy_(std::move(policy)),
      pool_(settings.threads, settings.scheduler),
      threads_(static_cast<std::size_t>(pool_.threadCount())),
      context_{settings_, makeContactStep(settings),   length(settings.gravity), *policy_, pool_,
               threads_,  chosenSolver(settings.lanes)} {
  for (ThreadScratch& thread : threads_) thread.scratch = collide::makeCollideScratch();
}

Simulation::~Simulation() = default;

void Simulation::reserve(std::size_t bodies, std::size_t colliders) {
  state_.bodies.reserve(bodies);
  state_.colliders.reserve(colliders);
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
    body.gravity = context_.settings.gravity;
    const auto inverted = [](float x) { return x > 0 ? 1.0f / x : 0.0f; };
    body.inertia = {inverted(body.inverse_inertia.x), inverted(body.inverse_inertia.y),
                    inverted(body.inverse_inertia.z)};
    body.gyroscopic =
        body.inertia.x > 0 && body.inertia.y > 0 && body.inertia.z > 0 && !hasEqualMoments(body.inertia);
  }
  const auto index = static_cast<std::int32_t>(state_.bodies.all.size());
  state_.bodies.all.push_back(body);
  state_.colliders.has_new_box.push_back(0);
  state_.bodies.motion_bounds.emplace_back();
  state_.bodies.motions.emplace_back();
  state_.bodies.sweeps.emplace_back();
  state_.bodies.movable.push_back(body.movable() ? 1 : 0);
  state_.bodies.inverse_masses.push_back(body.inverse_mass);
  state_.solver.bodies.index.push_back(0);
  state_.bodies.setMotionAtRest(index);
  state_.bodies.any_placed = true;
  updateMotionBound(state_, context_, state_.bodies[index], index);
  addAwake(state_, context_, index);
  return index;
}

std::int32_t Simulation::addCollider(const ColliderDefinition& definition) {
  const auto index = static_cast<std::int32_t>(state_.colliders.all.size());
  Collider collider;
  collider.body = definition.body;
  collider.shape = definition.shape;
  collider.local = definition.local;
  collider.local.rotation = normalized(collider.local.rotation);
  collider.sensor = definition.sensor;
  collider.moved = false;
  const Aabb own = collide::bounds(*collider.shape, Transform{});
  collider.bounding_radius = std::min(1e6f, length(own.extents()));
  collider.origin_radius = std::min(1e6f, length(maximum(absolute(own.lower), absolute(own.upper))));
  const float inner = collide::innerRadius(*collider.shape);
  collider.inscribed_radius =
      collide::isPlane(*collider.shape) ? 1e6f : std::clamp(inner, 0.1f * collider.bounding_radius, 1e6f);
  collider.round = collide::isRound(*collider.shape);
  Body& body = state_.bodies[collider.body];
  collider.next_in_body = body.first_collider;
  body.first_collider = index;
  if (collider.sensor) ++state_.colliders.sensor_count;
  if (!collider.sensor) {
    includeInOuterRadius(state_, collider);
    body.extents.inscribed_radius =
        std::min(body.extents.inscribed_radius, collide::innerRadius(*collider.shape));
  }
  state_.colliders.all.push_back(collider);
  state_.colliders.searched_boxes.emplace_back();
  updateBox(state_, context_, index);
  return index;
}

std::uint64_t Simulation::stateHash() const {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const Body& body : state_.bodies.all) {
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
  Body& body = state_.bodies[index];
  if (body.type == BodyType::Static) return;
  body.linear_velocity = linear;
  body.angular_velocity = angular;
  if (body.type == BodyType::Dynamic || lengthSquared(linear) > 0 || lengthSquared(angular) > 0)
    solve::wake(state_, context_, index);
}

void Simulation::setPose(std::int32_t index, const DVec3& center, const Quat& rotation) {
  solve::wake(state_, context_, index);
  Body& body = state_.bodies[index];
  // What rested on it has lost its support.
  for (const ContactEnd end : state_.contacts.of(body)) {
    const Contact& contact = state_.contacts[end.contact];
    const std::int32_t other = contact.body[1 - end.side];
    if (contact.touching && !contact.sensor && state_.bodies[other].island >= 0)
      solve::wake(state_, context_, other);
  }
  body.settled = false;
  state_.bodies.any_placed = true;
  updateMotionBound(state_, context_, body, index);  // Its way to here counts, and that from here to there.
  body.center = body.start_center = center;
  body.rotation = body.start_rotation = normalized(rotation);
  updateMotionBound(state_, context_, body, index);
  liftWheels(state_, context_, index);
  // What it pressed on it does not press on there.
  for (const ContactEnd end : state_.contacts.of(body)) {
    state_.contacts[end.contact].manifold_count = 0;
    state_.contacts[end.contact].reusable = false;
  }
  forgetClearances(state_, index);
  state_.bodies.setMotionAtRest(index);
  for (const std::int32_t c : collidersOf(state_.colliders, body)) updateBox(state_, context_, c);
}

void Simulation::addForce(std::int32_t index, const Vec3& force, const Vec3& torque) {
  if (state_.bodies[index].type != BodyType::Dynamic) return;
  solve::wake(state_, context_, index);
  state_.bodies[index].force += force;
  state_.bodies[index].torque += torque;
}

void Simulation::nudge(std::int32_t index, const Vec3& force, const Vec3& torque) {
  Body& body = state_.bodies[index];
  if (body.type != BodyType::Dynamic || body.awake_index < 0) return;
  body.force += force;
  body.torque += torque;
}

void Simulation::setTarget(std::int32_t index, const DVec3& center, const Quat& rotation) {
  Body& body = state_.bodies[index];
  assert(body.type == BodyType::Kinematic);
  const Quat target = normalized(rotation);
  const double rate = 1.0 / static_cast<double>(context_.settings.time_step);
  body.linear_velocity = Vec3((center - body.center) * rate);
  body.angular_velocity = rotationVector(target * conjugate(body.rotation)) * static_cast<float>(rate);
  if (center == body.center && target == body.rotation) {
    body.angular_velocity = Vec3{};
    return;
  }
  body.target.set = true;
  body.target.center = center;
  body.target.rotation = target;
  solve::wake(state_, context_, index);
}

void Simulation::setColliderTransform(std::int32_t index, const Transform& local) {
  Collider& collider = state_.colliders[index];
  if (collider.local == local) return;
  collider.local = local;
  if (!collider.sensor) includeInOuterRadius(state_, collider);
  forgetClearances(state_, collider.body);
  collider.tight_bound = state_.bodies[collider.body].continuous.still_until = -1e30;
  solve::wake(state_, context_, collider.body);
  updateBox(state_, context_, index);
}

std::int32_t Simulation::addJoint(const JointDefinition& definition) {
  return state_.joints.add(definition, state_.bodies.all);
}

std::int32_t Simulation::addWheel(const WheelDefinition& definition) {
  return solve::addWheel(state_, definition);
}

void Simulation::endBuilding() {
  solve::endBuilding(state_);
}

void Simulation::setJointFrame(std::int32_t joint, int side, const DTransform& frame) {
  solve::setJointFrame(state_, context_, joint, side, frame);
}

void Simulation::placeWheels() {
  solve::placeWheels(state_, context_);
}

void Simulation::setWheelControl(std::int32_t wheel, const WheelControl& control) {
  solve::setWheelControl(state_, context_, wheel, control);
}

void Simulation::wake(std::int32_t body) {
  solve::wake(state_, context_, body);
}

void Simulation::save(ByteWriter& out) const {
  saveState(state_, out);
}

bool Simulation::restore(ByteReader& in) {
  return restoreState(state_, context_, in);
}

}  // namespace carom::solve
