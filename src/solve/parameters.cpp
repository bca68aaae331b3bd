// Changes of parameters between steps: gravity, mass, type, joints, shapes, friction.
//
// A change clears what was cached for the affected bodies and pairs, and wakes bodies that may move under the
// new values.
#include <algorithm>
#include <utility>

#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/broad_phase.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/building.hpp"
#include "solve/simulation.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/state/inertia.hpp"

namespace carom::solve {
namespace {

void describeAgain(const SimulationState& state, Contact& contact) {
  describe(state, contact, state.colliders[contact.collider[0]], state.colliders[contact.collider[1]]);
}

}  // namespace

void Simulation::setGravity(const Vec3& gravity) {
  if (settings_.gravity == gravity) return;
  settings_.gravity = gravity;
  context_.uniform_gravity = length(gravity);
  for (std::int32_t i = 0; i < state_.bodies.count(); ++i) {
    if (state_.bodies[i].type == BodyType::Dynamic) wake(i);
  }
}

void Simulation::setGravityFactor(std::int32_t body, float factor) {
  Body& b = state_.bodies[body];
  if (b.type != BodyType::Dynamic || b.gravity_factor == factor) return;
  b.gravity_factor = factor;
  wake(body);
}

void Simulation::setMass(std::int32_t body, float inverse_mass, const Vec3& inverse_inertia) {
  Body& b = state_.bodies[body];
  if (b.inverse_mass == inverse_mass && b.inverse_inertia == inverse_inertia) return;
  const bool was_movable = b.movable();
  b.inverse_mass = inverse_mass;
  takeInverseInertia(b, inverse_inertia);
  state_.bodies.movable[body] = b.movable() ? 1 : 0;
  state_.bodies.inverse_masses[body] = b.inverse_mass;
  if (was_movable != b.movable()) {
    state_.joints.reconnect();
    for (const std::int32_t c : collidersOf(state_.colliders, b)) searchAgain(state_, c);
  }
  b.settled = false;
  for (const ContactEnd end : state_.contacts.of(b)) {
    Contact& contact = state_.contacts[end.contact];
    describeAgain(state_, contact);
  }
  forgetClearances(state_, body);
  wake(body);
}

void Simulation::setBodyFrame(std::int32_t index, const DVec3& center, const Quat& rotation,
                              std::span<const PartPlace> colliders, std::span<const PartPlace> wheels) {
  wake(index);
  Body& body = state_.bodies[index];
  updateMotionBound(state_, context_, body, index);  // Of the motion so far, about the centre that it had.
  const DTransform before{body.center, DQuat(body.rotation)};
  const Vec3 shift(center - body.center);
  body.center = body.start_center = body.displacement.center = center;
  body.rotation = body.start_rotation = body.displacement.rotation = normalized(rotation);
  body.linear_velocity += cross(body.angular_velocity, shift);
  body.settled = false;
  const DTransform change = inverse(DTransform{body.center, DQuat(body.rotation)}) * before;

  for (Joint& joint : state_.joints.joints()) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (joint.body[side] != index) continue;
      joint.frame[side] = change * joint.frame[side];
      joint.next_frame[side] = change * joint.next_frame[side];
    }
  }
  state_.gravity.changeFrame(index, change);
  for (const ContactEnd end : state_.contacts.of(body)) {
    Contact& contact = state_.contacts[end.contact];
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      ContactManifold& manifold = contact.manifolds()[m];
      manifold.offset += end.side == 0 ? -shift : shift;
      if (end.side != 0) continue;
      for (ContactPoint& point : manifold.points) point.anchor_a -= shift;
    }
  }
  body.extents.bounding_radius = body.extents.core_radius = 0;
  for (const PartPlace& place : colliders) {
    Collider& collider = state_.colliders[place.index];
    collider.local = {place.local.translation, normalized(place.local.rotation)};
    collider.core_known = false;
    collider.tight_bound = -1e30;
    if (!collider.sensor) includeInOuterRadius(state_, collider);
  }
  for (const PartPlace& place : wheels) state_.wheels[place.index].definition.frame = place.local;
  forgetClearances(state_, index);
  body.continuous.still_until = -1e30;
  updateMotionBound(state_, context_, body, index);
  state_.bodies.setMotionAtRest(index);
  for (const PartPlace& place : colliders) updateBox(state_, context_, place.index);
}

void Simulation::findPairsAgain(std::int32_t index) {
  const Body& body = state_.bodies[index];
  wake(index);
  for (const ContactEnd end : state_.contacts.of(body)) {
    const Contact& contact = state_.contacts[end.contact];
    if (contact.touching && !contact.sensor && state_.bodies[contact.body[1 - end.side]].island >= 0)
      wake(contact.body[1 - end.side]);
  }
  dropUnrelatedPairs(state_, context_, index);
  for (const std::int32_t c : collidersOf(state_.colliders, body)) searchAgain(state_, c);
}

void Simulation::setBodyType(std::int32_t body, BodyType type) {
  Body& b = state_.bodies[body];
  if (b.type == type || b.type == BodyType::Static || type == BodyType::Static) return;
  b.type = type;
  b.target.set = false;
  b.force = b.torque = Vec3{};
  b.gravity = settings_.gravity;
  b.settled = false;
  state_.joints.reconnect();
  state_.bodies.movable[body] = b.movable() ? 1 : 0;
  for (const ContactEnd end : state_.contacts.of(b)) {
    Contact& contact = state_.contacts[end.contact];
    describeAgain(state_, contact);
    if (!contact.sensor && contact.touching && state_.bodies[contact.body[1 - end.side]].island >= 0)
      wake(contact.body[1 - end.side]);
  }
  forgetClearances(state_, body);
  wake(body);
  // Two bodies that nothing moves make no pair.
  for (const std::int32_t c : collidersOf(state_.colliders, b)) searchAgain(state_, c);
}

void Simulation::setJoint(std::int32_t joint, const JointDefinition& definition) {
  Joint& j = state_.joint(joint);
  IndexedVector<JointElement> elements = jointElements(definition);
  // An element that is the same as before keeps its state.
  for (std::size_t i = 0; i < elements.size() && i < j.elements.size(); ++i) {
    const JointElement& old = j.elements[i];
    JointElement& e = elements[i];
    if (old.role != e.role || old.metric != e.metric || old.axis != e.axis || old.limit != e.limit) continue;
    e.impulse = old.impulse, e.last = old.last, e.warm = old.warm;
    e.reached = old.reached, e.reported = old.reported;
  }
  j.elements = std::move(elements);
  state_.joints.reconnect();
  for (const std::int32_t b : j.body) {
    if (body(b).movable()) wake(b);
  }
}

void Simulation::setColliderShape(std::int32_t index, std::shared_ptr<const collide::Shape> shape,
                                  const Transform& local) {
  Collider& collider = state_.colliders[index];
  collider.shape = std::move(shape);
  collider.local = local;
  collider.local.rotation = normalized(local.rotation);
  measureShape(state_, context_, collider);
  collider.core_known = false;
  Body& body = state_.bodies[collider.body];
  body.settled = false;
  for (const ContactEnd end : state_.contacts.of(body)) {
    Contact& contact = state_.contacts[end.contact];
    if (contact.collider[0] != index && contact.collider[1] != index) continue;
    describeAgain(state_, contact);
    contact.manifold_count = 0;
    contact.reusable = false;
    contact.cache = {};
    const std::int32_t other = contact.body[1 - end.side];
    if (contact.touching && !contact.sensor && state_.bodies[other].island >= 0) wake(other);
  }
  forgetClearances(state_, collider.body);
  collider.tight_bound = body.continuous.still_until = -1e30;
  if (body.type != BodyType::Static) wake(collider.body);
  updateBox(state_, context_, index);
}

void Simulation::askPolicyAgain() {
  for (const std::int32_t index : state_.contacts.live) {
    Contact& contact = state_.contacts[index];
    if (!contact.alive || contact.sensor) continue;
    const PairResponse now = policy_->respond(contact.collider[0], contact.collider[1]);
    if (!now.related ||
        (now.static_friction == contact.static_friction && now.dynamic_friction == contact.dynamic_friction &&
         now.restitution == contact.restitution))
      continue;
    contact.static_friction = now.static_friction;
    contact.dynamic_friction = now.dynamic_friction;
    contact.restitution = now.restitution;
    for (const std::int32_t b : contact.body) {
      if (body(b).movable()) wake(b);
    }
  }
}

}  // namespace carom::solve
