#include "carom/world/world.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/compact_sort.hpp"
#include "world/fingerprint.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::CompiledBody;
using world::CompiledCollider;
using world::isFinite;
using world::isPose;
using world::isWithin;
using world::kMaxCoordinate;
using world::kMaxForce;
using world::kMaxSpeed;

StepStatistics toPublic(const solve::SimulationStatistics& s) {
  StepStatistics out;
  out.awake_bodies = s.awake_bodies;
  out.sleeping_bodies = s.sleeping_bodies;
  out.contact_pairs = s.contact_pairs;
  out.touching_pairs = s.touching_pairs;
  out.contact_points = s.contact_points;
  out.islands = s.islands;
  out.max_penetration = s.max_penetration;
  out.mean_penetration = s.mean_penetration;
  return out;
}

WorldSettings inRange(WorldSettings s) {
  const WorldSettings usual;
  if (std::isnan(s.time_step)) s.time_step = usual.time_step;
  s.time_step = std::clamp(s.time_step, 1e-5, 1.0);
  s.substeps = std::clamp(s.substeps, 1, 64);
  s.threads = std::clamp(s.threads, 1, 64);
  s.scheduler.workers = std::clamp(s.scheduler.workers, 1, 64);
  if (s.gravity) s.gravity = world::limited(*s.gravity, world::kMaxGravity);
  s.static_slip_speed = world::limited(s.static_slip_speed, kMaxSpeed);
  s.restitution_threshold = world::limited(s.restitution_threshold, kMaxSpeed);
  if (!(s.density > 0) || std::isinf(s.density)) s.density = usual.density;
  return s;
}

/// Index of a description among those of its kind, which have an array of their own in the file.
std::int32_t indexOf(const std::vector<ThrusterDescription>& all, std::int32_t description) {
  const auto end = all.begin() + std::max(0, description);
  return static_cast<std::int32_t>(std::count_if(
      all.begin(), end, [&](const ThrusterDescription& other) { return other.hover == end->hover; }));
}

/// Angular velocity, rad/s, that an angular impulse, N·m·s, gives a body.
DVec3 angularResponse(const solve::Body& body, const DVec3& angular_impulse) {
  const DQuat rotation(body.rotation);
  return rotate(rotation, scaled(DVec3(body.inverse_inertia), inverseRotate(rotation, angular_impulse)));
}

}  // namespace

std::string_view eventName(EventType type) {
  switch (type) {
    case EventType::TriggerEnter:
      return "trigger_enter";
    case EventType::TriggerExit:
      return "trigger_exit";
    case EventType::ContactBegin:
      return "contact_begin";
    case EventType::JointLimitReached:
      return "joint_limit_reached";
    case EventType::JointLimitLeft:
      return "joint_limit_left";
    case EventType::ContactEnd:
      break;
  }
  return "contact_end";
}

World::Implementation::Implementation(const Scene& scene, const WorldSettings& world_settings)
    : settings(inRange(world_settings)),
      nodes(scene),
      triggers(scene),
      properties(scene),
      players(scene),
      joint_descriptions(scene.joint_descriptions) {
  world::ShapeCompiler shape_compiler(scene);
  uniform_gravity = world::uniformGravity(scene, settings);
  compiled = world::compileScene(scene, settings, nodes, shape_compiler, diagnostics);
  query_geometry.geometries = scene.geometries;
  scene_fingerprint = world::sceneFingerprint(scene);
  body_of_node.assign(scene.nodes.size(), -1);
  body_of_motion.assign(scene.motions.size(), -1);
  for (std::size_t i = 0; i < compiled.bodies.size(); ++i) {
    const CompiledBody& body = compiled.bodies[i];
    body_of_node[body.node] = static_cast<std::int32_t>(i);
    body_of_motion[body.motion] = static_cast<std::int32_t>(i);
    poses.push_back(nodes.pose(body.node));
    motion_pointers.push_back(scene.motions[body.motion].origin.pointer);
  }
  for (std::size_t i = 0; i < compiled.bodies.size(); ++i) {
    if (compiled.bodies[i].properties.animated) {
      animated_bodies.push_back(static_cast<std::int32_t>(i));
    } else {
      nodes.makeSimulated(compiled.bodies[i].node);
    }
  }
  for (const world::DrivenNode& driven : compiled.driven) nodes.makeSimulated(driven.node);
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    if (compiled.colliders[i].follows_animation) moving_colliders.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < compiled.joints.size(); ++i) {
    const bool(&follows)[2] = compiled.joints[i].follows_animation;
    if (follows[0] || follows[1]) moving_joints.push_back(static_cast<std::int32_t>(i));
  }
  findCarriers();
  body_of_simulation.assign(compiled.simulation->bodies().size(), -1);
  for (std::size_t i = 0; i < compiled.bodies.size(); ++i) {
    body_of_simulation[compiled.bodies[i].body] = static_cast<std::int32_t>(i);
  }
  stepped_bits.resize((compiled.bodies.size() + 63) / 64);
  for (const Joint& joint : scene.joints) {
    description_of_joint.push_back(joint.description);
    enable_collision.push_back(joint.enable_collision ? 1 : 0);
  }
  for (const Wheel& wheel : scene.wheels) description_of_wheel.push_back(wheel.description);
  for (const Thruster& thruster : scene.thrusters) {
    description_of_thruster.push_back(thruster.description);
    index_of_thruster.push_back(indexOf(scene.thruster_descriptions, thruster.description));
  }
  for (const CompiledBody& body : compiled.bodies)
    gravity_factors.push_back(scene.motions[body.motion].gravity_factor);
  if (scene.gravity) world_gravity = *scene.gravity;
  gravity_volumes = scene.gravity_volumes;
  shapes = scene.shapes;
  seats = scene.seats;
  findKinematicBodies();
  findScalingColliders(scene);
  findPointerTracks(scene);
  compiled.simulation->placeWheels();
  placeDrivenNodes(true);
  nodes.updateGlobals();
  moved.clear();
}

void World::Implementation::addSensorEvent(const solve::PairEvent& pair) {
  const auto collider = [&](std::int32_t i) -> const CompiledCollider& { return compiled.colliders[i]; };
  const bool a_is_trigger = collider(pair.collider_a).trigger >= 0;
  const CompiledCollider& trigger = collider(a_is_trigger ? pair.collider_a : pair.collider_b);
  const std::int32_t other_index = a_is_trigger ? pair.collider_b : pair.collider_a;
  const CompiledCollider& other = collider(other_index);
  Event event;
  event.step = steps;
  event.time = time;
  event.type = pair.begin ? EventType::TriggerEnter : EventType::TriggerExit;
  event.trigger = trigger.node;
  event.collider = other.node;
  event.motion = other.motion_node;
  const auto counts = [&](std::int32_t id) {
    return triggers.count(id, triggers.counted(id, other_index, other.motion_node), pair.begin);
  };
  if (!triggers.isSilent(trigger.trigger) &&
      (!triggers.countsBodies(trigger.trigger) || counts(trigger.trigger)))
    events.push_back(event);
  for (const std::int32_t compound : triggers.compoundsOf(trigger.trigger)) {
    if (!compiled.rules->filtersCollide(triggers.filterOf(compound), compiled.rules->filterOf(other_index)))
      continue;
    event.trigger = triggers.nodeOf(compound);
    const bool by_body = triggers.countsBodies(compound) && other.motion_node >= 0;
    trigger_parts.push_back(
        {event.trigger, pair.begin, by_body ? -1 - other.motion_node : other.node, trigger.node});
    if (counts(compound)) events.push_back(event);
  }
}

/// Says in the events of compound triggers which of their parts it was.
void World::Implementation::nameTriggerParts() {
  if (trigger_parts.empty()) return;
  compactSort(trigger_parts.begin(), trigger_parts.end());
  trigger_parts.erase(std::unique(trigger_parts.begin(), trigger_parts.end()), trigger_parts.end());
  for (Event& event : events) {
    const bool begin = event.type == EventType::TriggerEnter;
    if (!begin && event.type != EventType::TriggerExit) continue;
    for (const std::int32_t who : {event.collider, -1 - event.motion}) {
      auto part = std::lower_bound(trigger_parts.begin(), trigger_parts.end(),
                                   TriggerPart{event.trigger, begin, who, -1});
      for (; part != trigger_parts.end() && part->trigger == event.trigger && part->begin == begin &&
             part->who == who;
           ++part) {
        if (part->part != event.trigger) event.parts.push_back(part->part);
      }
    }
    compactSort(event.parts.begin(), event.parts.end());
  }
  trigger_parts.clear();
}

void World::Implementation::translateEvents() {
  events.clear();
  // Begin events before end events: moving between parts of a compound trigger does not exit it.
  for (const bool begin : {true, false}) {
    for (const solve::PairEvent& pair : compiled.simulation->events()) {
      if (pair.sensor && pair.begin == begin) addSensorEvent(pair);
    }
  }
  nameTriggerParts();
  for (const solve::PairEvent& pair : compiled.simulation->events()) {
    if (pair.sensor) continue;
    const CompiledCollider& a = compiled.colliders[pair.collider_a];
    const CompiledCollider& b = compiled.colliders[pair.collider_b];
    Event event;
    event.step = steps;
    event.time = time;
    event.type = pair.begin ? EventType::ContactBegin : EventType::ContactEnd;
    event.collider = a.node;
    event.motion = a.motion_node;
    event.other = b.node;
    event.other_motion = b.motion_node;
    events.push_back(event);
  }
  for (const solve::JointLimitEvent& limit : compiled.simulation->jointEvents()) addJointEvent(limit);
  const auto key = [](const Event& e) {
    return std::tuple(e.type, e.trigger, e.collider, e.other, e.joint, e.limit);
  };
  // Events of equal keys are equal, and sorting stably would allocate.
  compactSort(events.begin(), events.end(), [&](const Event& a, const Event& b) { return key(a) < key(b); });
}

void World::Implementation::takeStatistics() {
  statistics = toPublic(compiled.simulation->statistics());
}

void World::Implementation::step() {
  solve::Simulation& simulation = *compiled.simulation;
  ++steps;
  time = static_cast<double>(steps) * settings.time_step;
  const auto enter = [hook = settings.stage_hook](StepStage stage) {
    if (hook.begin != nullptr) hook.begin(hook.user, stage);
  };
  if (nodes_set) placeSetNodes();
  if (nodes.hasAnimations() || !pointer_tracks.empty() || !players.players().empty()) {
    enter(StepStage::Animation);
    players.advance(time);
    followPointerTracks(time);
    if (nodes.hasAnimations()) followAnimations(time);
  }
  if (std::exchange(ask_surfaces, false)) simulation.askPolicyAgain();
  commandWheels();
  commandThrusters();
  simulation.step();
  finishPlacedBodies();
  enter(StepStage::Nodes);
  writeBackNodes();
  enter(StepStage::Events);
  translateEvents();
  reportSqueezed();
  takeStatistics();
  enter(StepStage::Outside);
  if (log && log->addStep()) log->addHash(simulation.stateHash());
}

/// Adds a force for the next step, unless the sum exceeds the limits of simulation.
bool World::Implementation::addForce(const CompiledBody& body, const DVec3& force, const DVec3& torque) {
  solve::Simulation& simulation = *compiled.simulation;
  const solve::Body& b = simulation.body(body.body);
  const double dt = settings.time_step;
  const DVec3 linear = (DVec3(b.force) + force) * (dt * static_cast<double>(b.inverse_mass));
  const DVec3 angular = angularResponse(b, (DVec3(b.torque) + torque) * dt);
  if (!isWithin(linear, kMaxSpeed) || !isWithin(angular, kMaxSpeed)) return false;
  // An infinite mass takes any force; the sum must still be a number in single precision.
  if (!isWithin(DVec3(b.force) + force, kMaxForce) || !isWithin(DVec3(b.torque) + torque, kMaxForce))
    return false;
  simulation.addForce(body.body, Vec3(force), Vec3(torque));
  return true;
}

const CompiledBody* World::Implementation::find(BodyHandle handle) const {
  if (handle.index == 0 || handle.index > body_of_motion.size() || handle.generation != 1) return nullptr;
  const std::int32_t body = body_of_motion[handle.index - 1];
  return body >= 0 ? &compiled.bodies[body] : nullptr;
}

World::World(const Scene& scene, const WorldSettings& settings)
    : implementation_(std::make_unique<Implementation>(scene, settings)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::step() {
  implementation_->step();
}
const WorldSettings& World::settings() const {
  return implementation_->settings;
}
DVec3 World::gravity() const {
  return implementation_->uniform_gravity;
}
double World::time() const {
  return implementation_->time;
}
std::uint64_t World::stepCount() const {
  return implementation_->steps;
}
const Diagnostics& World::diagnostics() const {
  return implementation_->diagnostics;
}
std::span<const MovedNode> World::movedNodes() const {
  return implementation_->moved;
}
std::span<const Event> World::events() const {
  return implementation_->events;
}
const StepStatistics& World::statistics() const {
  return implementation_->statistics;
}
std::uint64_t World::stateHash() const {
  return implementation_->compiled.simulation->stateHash();
}
std::size_t World::bodyCount() const {
  return implementation_->compiled.bodies.size();
}

std::vector<MovedNode> World::motionNodes() const {
  return implementation_->motionNodes();
}

BodyHandle World::bodyOfNode(std::int32_t node) const {
  const auto& map = implementation_->body_of_node;
  if (node < 0 || static_cast<std::size_t>(node) >= map.size() || map[node] < 0) return {};
  const CompiledBody& body = implementation_->compiled.bodies[map[node]];
  return {static_cast<std::uint32_t>(body.motion) + 1, 1};
}

std::vector<BodyHandle> World::bodies() const {
  std::vector<BodyHandle> out;
  for (const CompiledBody& body : implementation_->compiled.bodies) {
    out.push_back({static_cast<std::uint32_t>(body.motion) + 1, 1});
  }
  return out;
}

bool World::isValid(BodyHandle body) const {
  return implementation_->find(body) != nullptr;
}

BodyProperties World::properties(BodyHandle handle) const {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  return body->properties;
}

BodyState World::state(BodyHandle handle) const {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  const solve::Body& b = implementation_->compiled.simulation->body(body->body);
  BodyState out;
  out.transform = implementation_->nodePose(*body);
  out.center = b.center;
  out.linear_velocity = DVec3(b.linear_velocity);
  out.angular_velocity = DVec3(b.angular_velocity);
  out.awake = b.awake_index >= 0;
  return out;
}

bool World::setLinearVelocity(BodyHandle handle, const DVec3& velocity) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isWithin(velocity, kMaxSpeed)) return false;
  solve::Simulation& simulation = *implementation_->compiled.simulation;
  simulation.setVelocity(body->body, Vec3(velocity), simulation.body(body->body).angular_velocity);
  implementation_->note(world::Operation::LinearVelocity, handle, velocity);
  return true;
}

bool World::setAngularVelocity(BodyHandle handle, const DVec3& velocity) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isWithin(velocity, kMaxSpeed)) return false;
  solve::Simulation& simulation = *implementation_->compiled.simulation;
  simulation.setVelocity(body->body, simulation.body(body->body).linear_velocity, Vec3(velocity));
  implementation_->note(world::Operation::AngularVelocity, handle, velocity);
  return true;
}

bool World::setTransform(BodyHandle handle, const DTransform& transform) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isPose(transform)) return false;
  const DTransform frame = body->frameAt({transform.translation, normalized(transform.rotation)});
  implementation_->compiled.simulation->setPose(body->body, frame.translation, Quat(frame.rotation));
  const DQuat& q = transform.rotation;  // Of any length.
  implementation_->note(world::Operation::Transform, handle, transform.translation, q.x, q.y, q.z, q.w);
  return true;
}

bool World::applyImpulse(BodyHandle handle, const DVec3& impulse, const DVec3& point) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isFinite(impulse) || !isWithin(point, kMaxCoordinate)) return false;
  solve::Simulation& simulation = *implementation_->compiled.simulation;
  const solve::Body& b = simulation.body(body->body);
  const DVec3 linear = DVec3(b.linear_velocity) + impulse * static_cast<double>(b.inverse_mass);
  const DVec3 angular = DVec3(b.angular_velocity) + angularResponse(b, cross(point - b.center, impulse));
  if (!isWithin(linear, kMaxSpeed) || !isWithin(angular, kMaxSpeed)) return false;
  simulation.setVelocity(body->body, Vec3(linear), Vec3(angular));
  implementation_->note(world::Operation::Impulse, handle, impulse, point);
  return true;
}

bool World::applyAngularImpulse(BodyHandle handle, const DVec3& impulse) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isFinite(impulse)) return false;
  solve::Simulation& simulation = *implementation_->compiled.simulation;
  const solve::Body& b = simulation.body(body->body);
  const DVec3 angular = DVec3(b.angular_velocity) + angularResponse(b, impulse);
  if (!isWithin(angular, kMaxSpeed)) return false;
  simulation.setVelocity(body->body, b.linear_velocity, Vec3(angular));
  implementation_->note(world::Operation::AngularImpulse, handle, impulse);
  return true;
}

bool World::applyForce(BodyHandle handle, const DVec3& force, const DVec3& point) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isFinite(force) || !isWithin(point, kMaxCoordinate)) return false;
  const DVec3 arm = point - implementation_->compiled.simulation->body(body->body).center;
  if (!implementation_->addForce(*body, force, cross(arm, force))) return false;
  implementation_->note(world::Operation::Force, handle, force, point);
  return true;
}

bool World::applyTorque(BodyHandle handle, const DVec3& torque) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  if (!isFinite(torque) || !implementation_->addForce(*body, DVec3{}, torque)) return false;
  implementation_->note(world::Operation::Torque, handle, torque);
  return true;
}

void World::wake(BodyHandle handle) {
  const CompiledBody* body = implementation_->find(handle);
  assert(body);
  implementation_->compiled.simulation->wake(body->body);
  implementation_->note(world::Operation::Wake, handle);
}

}  // namespace carom
