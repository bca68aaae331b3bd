// Document 003, "Interaction with KHR_interactivity", and its next revision, which adds `out` and `err`.
#include <algorithm>
#include <cmath>

#include "behavior/binder.hpp"
#include "behavior/machine.hpp"

namespace carom::behavior {

namespace {

constexpr std::int32_t kOut = 0, kErr = 1;

bool isFinite(const DVec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The body of the node that the first input names, or of the nearest node above it that has one.
BodyHandle bodyOf(Machine& machine, std::int32_t node) {
  const std::int32_t named = machine.indexIn("/nodes", machine.input(node, 0));
  const Scene& scene = machine.scene();
  if (named < 0 || static_cast<std::size_t>(named) >= scene.nodes.size()) return {};
  const std::int32_t motion = scene.motionOf(named);
  return motion < 0 ? BodyHandle{} : machine.world().bodyOfNode(scene.motions[motion].node);
}

bool bindImpulse(Binder& binder) {
  binder.flows({"out", "err"});
  return binder.indexInput("nodeIndex") && binder.inputOr("linearImpulse", Value::of(DVec3{})) &&
         binder.inputOr("angularImpulse", Value::of(DVec3{}));
}

void activateImpulse(Machine& machine, std::int32_t node, std::int32_t) {
  const BodyHandle body = bodyOf(machine, node);
  const DVec3 linear = machine.input(node, 1).vector(), angular = machine.input(node, 2).vector();
  World& world = machine.world();
  const bool done = body && isFinite(linear) && isFinite(angular) &&
                    world.applyImpulse(body, linear, world.state(body).center) &&
                    world.applyAngularImpulse(body, angular);
  machine.flow(node, done ? kOut : kErr);
}

bool bindPointImpulse(Binder& binder) {
  binder.flows({"out", "err"});
  return binder.indexInput("nodeIndex") && binder.input("impulse", ValueType::Vector3) &&
         binder.input("position", ValueType::Vector3);
}

void activatePointImpulse(Machine& machine, std::int32_t node, std::int32_t) {
  const BodyHandle body = bodyOf(machine, node);
  const DVec3 impulse = machine.input(node, 1).vector(), point = machine.input(node, 2).vector();
  const bool done = body && machine.world().applyImpulse(body, impulse, point);
  machine.flow(node, done ? kOut : kErr);
}

const Value kNotHit[] = {Value::of(std::int32_t(-1)), defaultValue(ValueType::Number),
                         defaultValue(ValueType::Vector3)};

bool bindRayCast(Binder& binder) {
  binder.output("hitNodeIndex", kNotHit[0]);
  binder.output("hitFraction", kNotHit[1]);
  binder.output("hitNormal", kNotHit[2]);
  binder.flows({"hit", "miss", "err"});
  return binder.input("rayStart", ValueType::Vector3) && binder.input("rayEnd", ValueType::Vector3) &&
         binder.inputOr("collisionFilterIndex", Value::of(std::int32_t(-1)));
}

void activateRayCast(Machine& machine, std::int32_t node, std::int32_t) {
  const DVec3 start = machine.input(node, 0).vector(), end = machine.input(node, 1).vector();
  const auto filter = static_cast<std::int32_t>(machine.input(node, 2).numbers[0]);
  const std::vector<CollisionFilter>& filters = machine.scene().filters;
  for (std::int32_t i = 0; i < 3; ++i) machine.setOutput(node, i, kNotHit[i]);
  if (!isFinite(start) || !isFinite(end) || filter < -1 ||
      (filter >= 0 && static_cast<std::size_t>(filter) >= filters.size())) {
    machine.flow(node, 2);
    return;
  }
  QueryFilter query;
  if (filter >= 0) query.filter = &filters[filter];
  const double distance = length(end - start);
  const RayCastHit hit = machine.world().castRay(start, end - start, distance, query);
  if (hit.hit) {
    machine.setOutput(node, 0, Value::of(hit.collider));
    machine.setOutput(node, 1, Value::of(distance > 0 ? hit.distance / distance : 0));
    machine.setOutput(node, 2, Value::of(hit.normal));
  }
  machine.flow(node, hit.hit ? 0 : 1);
}

bool bindTrigger(Binder& binder) {
  const std::string_view name = binder.setting("nodeIndex") ? "nodeIndex" : "triggerNodeIndex";
  const std::optional<std::int32_t> index = binder.indexSetting(name, binder.scene().nodes.size(), "nodes");
  if (!index) return false;
  if (!binder.hasTrigger(*index))
    return binder.error("/configuration/" + std::string(name),
                        "node " + std::to_string(*index) + " has no trigger");
  binder.out().numbers = {*index};
  binder.output("colliderNodeIndex", Value::of(std::int32_t(-1)));
  binder.output("motionNodeIndex", Value::of(std::int32_t(-1)));
  binder.output("event", Value{ValueType::Reference, {}});
  bool entered = false;
  for (const BehaviorFlow& flow : binder.node().flows) entered = entered || flow.socket == "entered";
  binder.flow(entered ? "entered" : "out");
  return true;
}

constexpr Operation kOperations[] = {
    {.name = "rigid_body/applyImpulse", .bind = bindImpulse, .activate = activateImpulse},
    {.name = "rigid_body/applyPointImpulse", .bind = bindPointImpulse, .activate = activatePointImpulse},
    {.name = "rigid_body/rayCast", .bind = bindRayCast, .activate = activateRayCast},
    {.name = "event/rigid_body_triggerEntered", .bind = bindTrigger},
    {.name = "event/rigid_body_triggerExited", .bind = bindTrigger},
};

}  // namespace

std::span<const Operation> rigidBodyOperations() {
  return kOperations;
}

}  // namespace carom::behavior
