// What a caller changes between steps of what bodies, joints and surfaces are like.
//
// What a body or pair had been found to need no look at is looked at again, and what rests on the old value
// is woken: it may move under the new one.
#include <algorithm>
#include <cmath>

#include "solve/simulation.hpp"

namespace carom::solve {

void Simulation::setGravity(const Vec3& gravity) {
  if (settings_.gravity == gravity) return;
  settings_.gravity = gravity;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].type == BodyType::Dynamic) wake(static_cast<std::int32_t>(i));
  }
}

void Simulation::setGravityFactor(std::int32_t body, float factor) {
  Body& b = at(body);
  if (b.type != BodyType::Dynamic || b.gravity_factor == factor) return;
  b.gravity_factor = factor;
  wake(body);
}

void Simulation::setMass(std::int32_t body, float inverse_mass, const Vec3& inverse_inertia) {
  Body& b = at(body);
  if (b.inverse_mass == inverse_mass && b.inverse_inertia == inverse_inertia) return;
  const bool was_movable = b.movable();
  b.inverse_mass = inverse_mass;
  b.inverse_inertia = inverse_inertia;
  const auto inverted = [](float x) { return x > 0 ? 1.0f / x : 0.0f; };
  b.inertia = {inverted(inverse_inertia.x), inverted(inverse_inertia.y), inverted(inverse_inertia.z)};
  const float least = std::min({b.inertia.x, b.inertia.y, b.inertia.z}),
              most = std::max({b.inertia.x, b.inertia.y, b.inertia.z});
  b.gyroscopic = least > 0 && most > least * (1 + 1e-6f);
  const auto i = static_cast<std::size_t>(body);
  movable_[i] = b.movable() ? 1 : 0;
  inverse_masses_[i] = b.inverse_mass;
  if (was_movable != b.movable()) joints_.reconnect();
  b.settled = false;
  for (std::int32_t end = b.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    Contact& contact = contactAt(end / 2);
    describe(contact, colliderAt(contact.collider[0]), colliderAt(contact.collider[1]));
  }
  forgetClearances(body);
  wake(body);
}

void Simulation::setBodyType(std::int32_t body, BodyType type) {
  Body& b = at(body);
  if (b.type == type || b.type == BodyType::Static || type == BodyType::Static) return;
  b.type = type;
  b.has_target = false;
  b.force = b.torque = Vec3{};
  b.gravity = settings_.gravity;
  b.settled = false;
  joints_.reconnect();
  movable_[static_cast<std::size_t>(body)] = b.movable() ? 1 : 0;
  for (std::int32_t end = b.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    Contact& contact = contactAt(end / 2);
    describe(contact, colliderAt(contact.collider[0]), colliderAt(contact.collider[1]));
    if (!contact.sensor && contact.touching && at(contact.body[1 - end % 2]).island >= 0)
      wake(contact.body[1 - end % 2]);
  }
  forgetClearances(body);
  wake(body);
}

void Simulation::setJoint(std::int32_t joint, const JointDefinition& definition) {
  Joint& j = joints_.joints()[static_cast<std::size_t>(joint)];
  std::vector<JointElement> elements = jointElements(definition);
  // What was found of an element stays where it is still the same one.
  for (std::size_t i = 0; i < elements.size() && i < j.elements.size(); ++i) {
    const JointElement& old = j.elements[i];
    JointElement& e = elements[i];
    if (old.role != e.role || old.metric != e.metric || old.axis != e.axis || old.limit != e.limit) continue;
    e.impulse = old.impulse, e.last = old.last, e.warm = old.warm;
    e.reached = old.reached, e.reported = old.reported;
  }
  j.elements = std::move(elements);
  joints_.reconnect();
  for (const std::int32_t b : j.body) {
    if (body(b).movable()) wake(b);
  }
}

void Simulation::setColliderShape(std::int32_t index, std::shared_ptr<const collide::Shape> shape,
                                  const Transform& local) {
  Collider& collider = colliderAt(index);
  collider.shape = std::move(shape);
  collider.local = local;
  collider.local.rotation = normalized(local.rotation);
  const Aabb own = collide::bounds(*collider.shape, Transform{});
  collider.radius = std::min(1e6f, length(own.extents()));
  collider.reach = std::min(1e6f, length(maximum(absolute(own.lower), absolute(own.upper))));
  const float inner = collide::innerRadius(*collider.shape);
  collider.inner = collide::isPlane(*collider.shape) ? 1e6f : std::clamp(inner, 0.1f * collider.radius, 1e6f);
  collider.round = collide::isRound(*collider.shape);
  collider.core_known = false;
  Body& body = at(collider.body);
  if (!collider.sensor) {
    includeInOuterRadius(collider);
    body.inner_radius = std::min(body.inner_radius, inner);
  }
  body.settled = false;
  for (std::int32_t end = body.first_contact; end >= 0; end = contactAt(end / 2).next[end % 2]) {
    Contact& contact = contactAt(end / 2);
    if (contact.collider[0] != index && contact.collider[1] != index) continue;
    describe(contact, colliderAt(contact.collider[0]), colliderAt(contact.collider[1]));
    contact.manifold_count = 0;
    contact.reusable = false;
    contact.cache = {};
    const std::int32_t other = contact.body[1 - end % 2];
    if (contact.touching && !contact.sensor && at(other).island >= 0) wake(other);
  }
  forgetClearances(collider.body);
  collider.tight_odometer = body.still_until = -1e30;
  if (body.type != BodyType::Static) wake(collider.body);
  updateBox(index);
}

void Simulation::askPolicyAgain() {
  for (const std::int32_t index : live_contacts_) {
    Contact& contact = contactAt(index);
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
