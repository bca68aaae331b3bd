#include "solve/simulation.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "base/byte_hash.hpp"
#include "base/even_room.hpp"
#include "base/rotation_vector.hpp"
#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/building.hpp"
#include "solve/constraints/joint/joint_constraints.hpp"
#include "solve/constraints/wheel/wheel_constraints.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/snapshot/snapshot.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
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
  return solve::addBody(state_, context_, definition);
}

std::int32_t Simulation::addCollider(const ColliderDefinition& definition) {
  return solve::addCollider(state_, context_, definition);
}

std::uint64_t Simulation::stateHash() const {
  ByteHash hash;
  for (const Body& body : state_.bodies.all) {
    if (body.type == BodyType::Static) continue;
    hash(body.center, body.rotation, body.linear_velocity, body.angular_velocity, body.awake_index >= 0);
  }
  return hash.value();
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
  // Bodies that rested on it have lost their support.
  for (const ContactEnd end : state_.contacts.of(body)) {
    const Contact& contact = state_.contacts[end.contact];
    const std::int32_t other = contact.body[1 - end.side];
    if (contact.touching && !contact.sensor && state_.bodies[other].island >= 0)
      solve::wake(state_, context_, other);
  }
  body.settled = false;
  state_.bodies.any_placed = true;
  // Twice: the displacement bound includes the motion before the jump, and the jump.
  updateMotionBound(state_, context_, body, index);
  body.center = body.start_center = center;
  body.rotation = body.start_rotation = normalized(rotation);
  updateMotionBound(state_, context_, body, index);
  liftWheels(state_, context_, index);
  // Contact impulses at the old place do not apply at the new one.
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

JointOpening Simulation::jointOpening(std::int32_t joint) const {
  return state_.joints.opening(joint, state_.bodies.all, context_.settings);
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

void Simulation::setWheel(std::int32_t wheel, const WheelDefinition& definition) {
  solve::setWheel(state_, context_, wheel, definition);
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
