// The impulse J of a contact changes the relative velocity of its two bodies at the contact point by
//   dv·n = J k,  k = sum over the bodies of 1/m + (r x n)·I⁻¹(r x n)   (Newton's law of impact).
// What gravity adds in the step is taken out of dv.
#include "carom/output/event_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

DVec3 velocityAt(const DVec3& linear, const DVec3& angular, const DVec3& arm) {
  return linear + cross(angular, arm);
}

double inverseOf(double value) {
  return value > 0 && std::isfinite(value) ? 1 / value : 0;
}

}  // namespace

struct EventContacts::Meeting {
  DVec3 point, normal;
  double total = 0;
};

EventContacts::EventContacts(const Scene& scene) : bodies_(scene.nodes.size()) {
  for (const Motion& motion : scene.motions) {
    if (motion.node < 0 || static_cast<std::size_t>(motion.node) >= bodies_.size()) continue;
    bodies_[motion.node].gravity_factor = motion.gravity_factor;
  }
}

void EventContacts::remember(const World& world) {
  for (const BodyHandle handle : world.bodies()) {
    const BodyProperties properties = world.properties(handle);
    const BodyState state = world.state(handle);
    Body& body = bodies_[properties.node];
    body.dynamic = properties.type == MotionType::Dynamic && !properties.animated;
    body.inverse_mass = body.dynamic ? inverseOf(properties.mass) : 0;
    for (std::size_t i = 0; i < 3; ++i)
      body.inverse_inertia[i] = body.dynamic ? inverseOf(properties.inertia_diagonal[i]) : 0;
    body.axes = properties.inertia_orientation;
    body.linear = state.linear_velocity;
    body.angular = state.angular_velocity;
  }
}

double EventContacts::inverseMassAt(const World& world, std::int32_t node, const Meeting& meeting) const {
  const BodyHandle handle = world.bodyOfNode(node);
  if (!handle) return 0;
  const Body& body = bodies_[node];
  const BodyState state = world.state(handle);
  const DVec3 lever = cross(meeting.point - state.center, meeting.normal);
  const DVec3 local = rotate(conjugate(state.transform.rotation * body.axes), lever);
  const DVec3& inverse = body.inverse_inertia;
  return body.inverse_mass + local.x * local.x * inverse.x + local.y * local.y * inverse.y +
         local.z * local.z * inverse.z;
}

EventContact EventContacts::describe(const World& world, const Event& event,
                                     const std::vector<ContactPoint>& contacts) const {
  Meeting meeting;
  for (const ContactPoint& contact : contacts) {
    if (contact.collider != event.collider || contact.other != event.other) continue;
    // Points that press count by their force; where none does, all are alike.
    const double weight = 1e-9 + std::max(dot(contact.force, contact.normal), 0.0);
    meeting.point = meeting.point + contact.point * weight;
    meeting.normal = meeting.normal + contact.normal * weight;
    meeting.total += weight;
  }
  EventContact result;
  if (!(meeting.total > 0) || !(length(meeting.normal) > 0)) return result;
  meeting.point = meeting.point * (1 / meeting.total);
  meeting.normal = normalized(meeting.normal);
  const double step = world.settings().time_step;
  DVec3 before, after, gravity;
  double inverse_mass = 0;
  for (const auto& [node, sign] : {std::pair(event.motion, -1.0), std::pair(event.other_motion, 1.0)}) {
    const BodyHandle handle = node >= 0 ? world.bodyOfNode(node) : BodyHandle{};
    if (!handle) continue;
    const Body& body = bodies_[node];
    const BodyState state = world.state(handle);
    const DVec3 arm = meeting.point - state.center;
    before = before + velocityAt(body.linear, body.angular, arm) * sign;
    after = after + velocityAt(state.linear_velocity, state.angular_velocity, arm) * sign;
    if (body.inverse_mass > 0) gravity = gravity + world.gravity() * (sign * body.gravity_factor * step);
    inverse_mass += inverseMassAt(world, node, meeting);
  }
  result.known = true;
  result.point = meeting.point;
  result.normal = meeting.normal;
  result.approach_speed = -dot(before, meeting.normal);
  const double change = dot(after - before - gravity, meeting.normal);
  if (inverse_mass > 0) result.impulse = std::max(change / inverse_mass, 0.0);
  return result;
}

std::vector<EventContact> EventContacts::of(const World& world, std::span<const Event> events) {
  std::vector<EventContact> result(events.size());
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].type != EventType::ContactBegin) continue;
    if (contacts.empty()) contacts = world.contacts();
    result[i] = describe(world, events[i], contacts);
  }
  remember(world);
  return result;
}

}  // namespace carom
