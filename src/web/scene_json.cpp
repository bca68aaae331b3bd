// A scene as JSON for JavaScript.

#include <array>
#include <optional>

#include "json/writer.hpp"
#include "output/inspect_words.hpp"
#include "web/bound_scene.hpp"

namespace carom::web {
namespace {

using json::Writer;

void optionalMember(Writer& json, std::string_view name, const std::optional<double>& value) {
  json.key(name);
  value ? json.value(*value) : json.null();
}
void optionalMember(Writer& json, std::string_view name, const std::optional<DVec3>& value) {
  json.key(name);
  value ? json.value(*value) : json.null();
}
void axes(Writer& json, std::string_view name, const std::array<bool, 3>& which) {
  json.key(name);
  json.beginArray();
  for (const bool axis : which) json.value(axis);
  json.end();
}
template <class T>
void list(Writer& json, std::string_view name, const std::vector<T>& values) {
  json.key(name);
  json.beginArray();
  for (const T& value : values) json.value(value);
  json.end();
}
/// An array of objects, each with the pointer that it came from.
template <class T, class Write>
void items(Writer& json, std::string_view name, const std::vector<T>& all, Write&& write) {
  json.key(name);
  json.beginArray();
  for (const T& item : all) {
    json.beginObject();
    write(item);
    if constexpr (requires { item.origin; }) json.member("pointer", item.origin.pointer);
    json.end();
  }
  json.end();
}

void nodes(Writer& json, const Scene& scene) {
  items(json, "nodes", scene.nodes, [&](const SceneNode& node) {
    json.member("name", node.name);
    json.member("parent", node.parent);
    list(json, "children", node.children);
    json.member("translation", node.translation);
    json.member("rotation", node.rotation);
    json.member("scale", node.scale);
    json.member("inScene", node.in_scene);
  });
  json.key("globals");
  json.beginArray();
  for (const Scene::GlobalPose& pose : scene.globalPoses()) {
    json.beginObject();
    json.member("translation", pose.transform.translation);
    json.member("rotation", pose.transform.rotation);
    json.member("scale", pose.scale);
    json.end();
  }
  json.end();
}

void shapes(Writer& json, const Scene& scene) {
  items(json, "shapes", scene.shapes, [&](const Shape& shape) {
    json.member("type", output::shapeName(shape.kind));
    json.member("radius", shape.radius);
    json.member("size", shape.size);
    json.member("height", shape.height);
    json.member("radiusTop", shape.radius_top);
    json.member("radiusBottom", shape.radius_bottom);
    json.member("sizeX", shape.size_x);
    json.member("sizeZ", shape.size_z);
    json.member("doubleSided", shape.double_sided);
    json.member("geometry", shape.geometry);
  });
  items(json, "materials", scene.materials, [&](const Material& material) {
    json.member("staticFriction", material.static_friction);
    json.member("dynamicFriction", material.dynamic_friction);
    json.member("restitution", material.restitution);
    json.member("frictionCombine", output::combineName(material.friction_combine));
    json.member("restitutionCombine", output::combineName(material.restitution_combine));
  });
  items(json, "filters", scene.filters, [&](const CollisionFilter& filter) {
    list(json, "collisionSystems", filter.collision_systems);
    if (filter.collide_with_systems) list(json, "collideWithSystems", *filter.collide_with_systems);
    if (filter.not_collide_with_systems)
      list(json, "notCollideWithSystems", *filter.not_collide_with_systems);
  });
}

void bodies(Writer& json, const Scene& scene) {
  items(json, "motions", scene.motions, [&](const Motion& motion) {
    json.member("node", motion.node);
    json.member("type", output::motionTypeName(motion.type));
    optionalMember(json, "mass", motion.mass);
    optionalMember(json, "centerOfMass", motion.center_of_mass);
    optionalMember(json, "inertiaDiagonal", motion.inertia_diagonal);
    json.member("linearVelocity", motion.linear_velocity);
    json.member("angularVelocity", motion.angular_velocity);
    json.member("gravityFactor", motion.gravity_factor);
  });
  items(json, "colliders", scene.colliders, [&](const Collider& collider) {
    json.member("node", collider.node);
    json.member("shape", collider.shape);
    json.member("material", collider.material);
    json.member("filter", collider.filter);
    json.member("motion", collider.motion);
  });
  items(json, "triggers", scene.triggers, [&](const Trigger& trigger) {
    json.member("node", trigger.node);
    json.member("shape", trigger.shape);
    list(json, "children", trigger.children);
    json.member("filter", trigger.filter);
    json.member("motion", trigger.motion);
  });
}

void joints(Writer& json, const Scene& scene) {
  items(json, "jointDescriptions", scene.joint_descriptions, [&](const JointDescription& description) {
    items(json, "limits", description.limits, [&](const JointLimit& limit) {
      axes(json, "linearAxes", limit.linear_axes);
      axes(json, "angularAxes", limit.angular_axes);
      optionalMember(json, "min", limit.min);
      optionalMember(json, "max", limit.max);
      optionalMember(json, "stiffness", limit.stiffness);
      json.member("damping", limit.damping);
    });
    items(json, "drives", description.drives, [&](const JointDrive& drive) {
      json.member("type", drive.angular ? "angular" : "linear");
      json.member("mode", drive.acceleration_mode ? "acceleration" : "force");
      json.member("axis", static_cast<int>(drive.axis));
      json.member("maxForce", drive.max_force);
      optionalMember(json, "positionTarget", drive.position_target);
      optionalMember(json, "velocityTarget", drive.velocity_target);
      json.member("stiffness", drive.stiffness);
      json.member("damping", drive.damping);
    });
  });
  items(json, "joints", scene.joints, [&](const Joint& joint) {
    json.member("node", joint.node);
    json.member("connectedNode", joint.connected_node);
    json.member("bodyNode", joint.body_node);
    json.member("connectedBodyNode", joint.connected_body_node);
    json.member("description", joint.description);
    json.member("enableCollision", joint.enable_collision);
  });
}

void vehicles(Writer& json, const Scene& scene) {
  items(json, "vehicles", scene.vehicles, [&](const Vehicle& vehicle) {
    json.member("node", vehicle.node);
    json.member("motion", vehicle.motion);
    json.member("useThrottle", vehicle.use_throttle);
    json.member("linearActivation", vehicle.linear_activation);
    json.member("angularActivation", vehicle.angular_activation);
  });
  items(json, "wheels", scene.wheels, [&](const Wheel& wheel) {
    json.member("node", wheel.node);
    json.member("vehicle", wheel.vehicle);
    const bool known = wheel.description >= 0;
    const WheelDescription description =
        known ? scene.wheel_descriptions[wheel.description] : WheelDescription{};
    json.member("radius", description.radius);
    json.member("width", description.width);
    json.member("maxSteeringAngle", description.max_steering_angle);
    json.member("maxPropulsionForce", description.max_propulsion_force);
  });
  items(json, "thrusters", scene.thrusters, [&](const Thruster& thruster) {
    json.member("node", thruster.node);
    json.member("vehicle", thruster.vehicle);
    const bool known = thruster.description >= 0;
    const ThrusterDescription description =
        known ? scene.thruster_descriptions[thruster.description] : ThrusterDescription{};
    json.member("hover", description.hover);
    json.member("maximum", description.maximum);
    json.member("maxGimbal", description.max_gimbal);
  });
  items(json, "gravityVolumes", scene.gravity_volumes, [&](const GravityVolume& volume) {
    json.member("node", volume.node);
    json.member("trigger", volume.trigger);
    json.member("kind", output::gravityKindName(volume.kind));
    json.member("gravity", volume.gravity);
    json.member("direction", volume.direction);
  });
}

}  // namespace

std::string sceneJson(const Scene& scene) {
  Writer json;
  json.beginObject(Writer::Layout::OneLine);
  json.member("source", scene.source);
  list(json, "dialects", scene.dialects);
  nodes(json, scene);
  shapes(json, scene);
  bodies(json, scene);
  joints(json, scene);
  vehicles(json, scene);
  json.end();
  return json.take();
}

}  // namespace carom::web
