#include "web/bound_world.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "carom/scene/behavior.hpp"

namespace carom::web {
namespace {

void addBody(ViewArrays& out, const BodyState& state, std::int32_t node) {
  out.add(node), out.add(std::int32_t{state.awake});
  out.add(state.transform.translation), out.add(state.transform.rotation);
  out.add(state.center), out.add(state.linear_velocity), out.add(state.angular_velocity);
}

void addContact(ViewArrays& out, const ContactPoint& contact) {
  for (const std::int32_t node : {contact.collider, contact.motion, contact.other, contact.other_motion})
    out.add(node);
  out.add(contact.point), out.add(contact.normal), out.add(contact.penetration), out.add(contact.force);
}

void addWheel(ViewArrays& out, const WheelState& wheel) {
  for (const std::int32_t node : {wheel.node, wheel.motion, wheel.vehicle, wheel.ground}) out.add(node);
  for (const double value :
       {wheel.load, wheel.compression, wheel.steering, wheel.spin, wheel.propulsion, wheel.braking,
        wheel.forward_force, wheel.lateral_force, wheel.forward_slip, wheel.lateral_slip})
    out.add(value);
  out.add(wheel.point), out.add(wheel.normal), out.add(wheel.force);
}

void addThruster(ViewArrays& out, const ThrusterState& thruster) {
  out.add(thruster.node), out.add(thruster.motion), out.add(std::int32_t{thruster.hover});
  out.add(thruster.force), out.add(thruster.amount);
  out.add(thruster.gimbal[0]), out.add(thruster.gimbal[1]), out.add(thruster.distance);
}

void addProperties(ViewArrays& out, const BodyProperties& body) {
  out.add(body.node), out.add(static_cast<std::int32_t>(body.type));
  for (const bool flag : {body.animated, body.mass_computed, body.inertia_computed, body.defaults_used})
    out.add(std::int32_t{flag});
  out.add(body.mass), out.add(body.center_of_mass), out.add(body.inertia_diagonal),
      out.add(body.inertia_orientation);
}

}  // namespace

void ViewArrays::clear() {
  integers.clear();
  numbers.clear();
}

BoundWorld::BoundWorld(std::shared_ptr<const Scene> of_scene, const WorldSettings& settings,
                       bool run_behavior)
    : scene(std::move(of_scene)), world(*scene, settings), bodies(world.bodies()) {
  for (const BodyHandle body : bodies) body_nodes.push_back(world.properties(body).node);
  if (run_behavior && scene->behavior) startBehavior();
  scaled_nodes_ = graph_nodes_;
  for (const NodeAnimation& channel : scene->animations)
    if (channel.property == NodeProperty::Scale) scaled_nodes_.push_back(channel.node);
  std::sort(scaled_nodes_.begin(), scaled_nodes_.end());
  scaled_nodes_.erase(std::unique(scaled_nodes_.begin(), scaled_nodes_.end()), scaled_nodes_.end());
}

void BoundWorld::startBehavior() {
  BehaviorSettings settings;
  settings.log = [this](const BehaviorMessage& message) {
    if (messages.size() < kMostMessages) messages.push_back(message);
  };
  settings.on_event = [this](const BehaviorSent& event) {
    if (sent.size() < kMostMessages) sent.push_back(event);
  };
  behavior.emplace(*scene, world, settings);
  graph_nodes_ = behavior->nodes();
}

void BoundWorld::step(std::uint32_t count) {
  ViewArrays& events = arrays(View::Events);
  forgetStep();
  messages.clear(), sent.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (behavior) behavior->advance();
    world.step();
    addEvents(events);
  }
  if (count > 0) unread_ = count == 1 ? Unread::OneStep : Unread::SeveralSteps;
}

void BoundWorld::forgetStep() {
  unread_ = Unread::Nothing;
  arrays(View::Moved).clear();
  arrays(View::Events).clear();
}

/// What moved in a step before the last has its place then; only one step's nodes are kept.
void BoundWorld::readMoved(ViewArrays& out) {
  const Unread unread = std::exchange(unread_, Unread::Nothing);
  if (unread == Unread::Nothing) return;
  if (unread == Unread::OneStep) {
    addMoved(out, world.movedNodes());
  } else {
    addMoved(out, world.motionNodes());
  }
  addGraphNodes(out);
}

std::vector<std::byte> BoundWorld::save() const {
  std::vector<std::byte> out = world.save();
  if (!behavior || !behavior->isRunning()) return out;
  const std::uint64_t size = out.size();
  const std::vector<std::byte> graph = behavior->save();
  out.insert(out.end(), graph.begin(), graph.end());
  const auto tail = std::as_bytes(std::span(&size, 1));
  out.insert(out.end(), tail.begin(), tail.end());
  return out;
}

Diagnostics BoundWorld::restore(std::span<const std::byte> saved) {
  if (!behavior || !behavior->isRunning()) return world.restore(saved);
  std::uint64_t size = 0;
  // The world says what is wrong with a state of no bytes.
  if (saved.size() < sizeof size) return world.restore({});
  const std::span<const std::byte> states = saved.first(saved.size() - sizeof size);
  std::memcpy(&size, saved.data() + states.size(), sizeof size);
  if (size > states.size()) return world.restore({});
  const std::vector<std::byte> before = world.save();
  Diagnostics found = world.restore(states.first(static_cast<std::size_t>(size)));
  if (found.hasErrors()) return found;
  found = behavior->restore(states.subspan(static_cast<std::size_t>(size)));
  if (found.hasErrors()) world.restore(before);
  return found;
}

/// Nodes that the graph moves have no body to ask.
void BoundWorld::addGraphNodes(ViewArrays& out) {
  for (const std::int32_t node : graph_nodes_) {
    if (const auto place = world.placeOfNode(node)) addMoved(out, {&place->pose, 1});
  }
}

void BoundWorld::addMoved(ViewArrays& out, std::span<const MovedNode> nodes) {
  for (const MovedNode& node : nodes) {
    out.add(node.node);
    out.add(node.global.translation), out.add(node.global.rotation);
    out.add(node.local_translation), out.add(node.local_rotation);
  }
}

void BoundWorld::addEvents(ViewArrays& out) {
  for (const Event& event : world.events()) {
    for (const std::int32_t value : {static_cast<std::int32_t>(event.type), event.trigger, event.collider,
                                     event.motion, event.other, event.other_motion, event.joint, event.limit})
      out.add(value);
    out.add(static_cast<double>(event.step)), out.add(event.time);
  }
}

void BoundWorld::fill(View view, ViewArrays& out) {
  switch (view) {
    case View::Bodies:
      for (std::size_t i = 0; i < bodies.size(); ++i) addBody(out, world.state(bodies[i]), body_nodes[i]);
      return;
    case View::MotionNodes:
      addMoved(out, world.motionNodes());
      return addGraphNodes(out);
    case View::Contacts:
      for (const ContactPoint& contact : world.contacts()) addContact(out, contact);
      return;
    case View::Colliders:
      for (const ColliderState& collider : world.colliders()) {
        out.add(collider.node), out.add(collider.motion), out.add(std::int32_t{collider.trigger});
        out.add(collider.lower), out.add(collider.upper);
      }
      return;
    case View::Joints:
      for (const JointState& joint : world.joints()) {
        out.add(joint.joint), out.add(joint.node), out.add(joint.connected_node);
        out.add(joint.force), out.add(joint.torque);
      }
      return;
    case View::Wheels:
      for (const WheelState& wheel : world.wheels()) addWheel(out, wheel);
      return;
    case View::Thrusters:
      for (const ThrusterState& thruster : world.thrusters()) addThruster(out, thruster);
      return;
    case View::Vehicles:
      for (const VehicleState& vehicle : world.vehicles()) {
        out.add(vehicle.node);
        out.add(vehicle.linear_activation), out.add(vehicle.angular_activation);
        out.add(vehicle.velocity), out.add(vehicle.angular_velocity);
      }
      return;
    case View::Islands: {
      const std::vector<std::int32_t> islands = world.islands();
      for (std::size_t i = 0; i < islands.size(); ++i) out.add(body_nodes[i]), out.add(islands[i]);
      return;
    }
    case View::Properties:
      for (const BodyHandle body : bodies) addProperties(out, world.properties(body));
      return;
    case View::Scales:
      for (const std::int32_t node : scaled_nodes_) {
        if (const auto place = world.placeOfNode(node)) out.add(node), out.add(place->local_scale);
      }
      return;
    case View::Moved:
      return readMoved(out);
    case View::Events:
      return;
  }
}

const ViewArrays& BoundWorld::refresh(View view) {
  ViewArrays& out = arrays(view);
  if (view != View::Moved && view != View::Events) out.clear();
  fill(view, out);
  out.count =
      static_cast<std::uint32_t>(out.integers.size()) / kViewStrides[static_cast<std::size_t>(view)].integers;
  return out;
}

}  // namespace carom::web
