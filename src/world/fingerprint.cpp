#include "world/fingerprint.hpp"

#include <optional>

#include "base/byte_hash.hpp"

namespace carom::world {
namespace {

template <class T>
void addOptional(ByteHash& hash, const std::optional<T>& value) {
  hash(value.has_value());
  if (value) hash(*value);
}

template <class T>
void addAll(ByteHash& hash, const std::vector<T>& values) {
  hash(static_cast<std::uint64_t>(values.size()));
  for (const T& value : values) hash(value);
}

void addNodes(ByteHash& hash, const Scene& scene) {
  hash(static_cast<std::uint64_t>(scene.nodes.size()));
  for (const SceneNode& node : scene.nodes)
    hash(node.parent, node.translation, node.rotation, node.scale, node.in_scene);
  hash(static_cast<std::uint64_t>(scene.animations.size()));
  for (const NodeAnimation& animation : scene.animations) {
    hash(animation.node, static_cast<std::uint32_t>(animation.property),
         static_cast<std::uint32_t>(animation.interpolation));
    addAll(hash, animation.times);
    addAll(hash, animation.values);
  }
}

void addShapes(ByteHash& hash, const Scene& scene) {
  hash(static_cast<std::uint64_t>(scene.shapes.size()));
  for (const Shape& shape : scene.shapes) {
    hash(static_cast<std::uint32_t>(shape.kind), shape.radius, shape.size, shape.height, shape.radius_top,
         shape.radius_bottom, shape.size_x, shape.size_z, shape.double_sided, shape.geometry);
  }
  hash(static_cast<std::uint64_t>(scene.materials.size()));
  for (const Material& material : scene.materials) {
    // A mode that is not named has a number of its own.
    const auto mode = [](const std::optional<CombineMode>& m) {
      return m ? static_cast<std::uint32_t>(*m) : 0xffu;
    };
    hash(material.static_friction, material.dynamic_friction, material.restitution,
         mode(material.friction_combine), mode(material.restitution_combine));
  }
  hash(static_cast<std::uint64_t>(scene.filters.size()));
  for (const CollisionFilter& filter : scene.filters) {
    addAll(hash, filter.collision_systems);
    for (const auto* names : {&filter.collide_with_systems, &filter.not_collide_with_systems}) {
      hash(names->has_value());
      if (*names) addAll(hash, **names);
    }
  }
}

void addBodies(ByteHash& hash, const Scene& scene) {
  hash(static_cast<std::uint64_t>(scene.motions.size()));
  for (const Motion& motion : scene.motions) {
    hash(motion.node, static_cast<std::uint32_t>(motion.type));
    addOptional(hash, motion.mass);
    addOptional(hash, motion.inertia_diagonal);
    addOptional(hash, motion.inertia_orientation);
    addOptional(hash, motion.center_of_mass);
    hash(motion.linear_velocity, motion.angular_velocity, motion.gravity_factor);
  }
  hash(static_cast<std::uint64_t>(scene.colliders.size()));
  for (const Collider& collider : scene.colliders)
    hash(collider.node, collider.shape, collider.material, collider.filter, collider.motion);
  hash(static_cast<std::uint64_t>(scene.triggers.size()));
  for (const Trigger& trigger : scene.triggers) {
    hash(trigger.node, trigger.shape, trigger.filter, trigger.motion, trigger.by_body);
    addAll(hash, trigger.children);
  }
}

void addJoints(ByteHash& hash, const Scene& scene) {
  hash(static_cast<std::uint64_t>(scene.joints.size()));
  for (const Joint& joint : scene.joints)
    hash(joint.node, joint.connected_node, joint.body_node, joint.connected_body_node, joint.description,
         joint.enable_collision);
  for (const JointDescription& description : scene.joint_descriptions) {
    hash(static_cast<std::uint64_t>(description.limits.size()));
    for (const JointLimit& limit : description.limits) {
      for (const bool axis : limit.linear_axes) hash(axis);
      for (const bool axis : limit.angular_axes) hash(axis);
      addOptional(hash, limit.min);
      addOptional(hash, limit.max);
      addOptional(hash, limit.stiffness);
      hash(limit.damping);
    }
    hash(static_cast<std::uint64_t>(description.drives.size()));
    for (const JointDrive& drive : description.drives) {
      hash(drive.angular, drive.acceleration_mode, static_cast<std::uint32_t>(drive.axis), drive.max_force);
      addOptional(hash, drive.position_target);
      addOptional(hash, drive.velocity_target);
      hash(drive.stiffness, drive.damping);
    }
  }
}

/// Scenes without any of this keep the fingerprints that they had before there was any.
void addGravity(ByteHash& hash, const Scene& scene) {
  if (scene.gravity) hash(std::uint32_t(1), scene.gravity->gravity, scene.gravity->direction);
  for (const GravityVolume& volume : scene.gravity_volumes) {
    hash(std::uint32_t(2), volume.node, volume.trigger, static_cast<std::uint32_t>(volume.kind),
         volume.gravity, static_cast<std::uint64_t>(volume.priority), volume.replace, volume.stop,
         volume.direction, volume.unit_distance, volume.radius, volume.shape);
    addAll(hash, volume.points);
  }
}

void addWheels(ByteHash& hash, const Scene& scene) {
  for (const Wheel& w : scene.wheels) hash(std::uint32_t(3), w.node, w.description, w.motion, w.vehicle);
  for (const WheelDescription& d : scene.wheel_descriptions) {
    hash(std::uint32_t(4), d.radius, d.width, d.max_propulsion_force);
    addOptional(hash, d.braking_force);
    addOptional(hash, d.propulsion_force_change_rate);
    addOptional(hash, d.steering_change_rate);
    hash(d.max_steering_angle, d.suspension_stiffness, d.suspension_damping_compression,
         d.suspension_damping_rebound, d.suspension_travel, d.target_propulsion_force_ratio,
         d.target_steering_ratio, d.material);
  }
}

void addThrusters(ByteHash& hash, const Scene& scene) {
  for (const Thruster& t : scene.thrusters)
    hash(std::uint32_t(5), t.node, t.description, t.motion, t.vehicle);
  for (const ThrusterDescription& d : scene.thruster_descriptions) {
    hash(std::uint32_t(6), d.hover, d.maximum);
    addOptional(hash, d.change_rate);
    addOptional(hash, d.gimbal_change_rate);
    hash(d.target_ratio, d.max_gimbal, d.target_gimbal_ratio[0], d.target_gimbal_ratio[1],
         d.linear_gimbal_adjust_ratio);
  }
}

void addVehicles(ByteHash& hash, const Scene& scene) {
  for (const Vehicle& v : scene.vehicles) {
    hash(std::uint32_t(7), v.node, v.motion, v.angular_activation, v.linear_activation, v.gyro_torque,
         v.angular_dampeners, v.linear_dampeners, v.use_throttle);
    addOptional(hash, v.max_speed);
  }
}

}  // namespace

std::uint64_t sceneFingerprint(const Scene& scene) {
  ByteHash hash;
  addNodes(hash, scene);
  addShapes(hash, scene);
  addBodies(hash, scene);
  addJoints(hash, scene);
  addGravity(hash, scene);
  addWheels(hash, scene);
  addThrusters(hash, scene);
  addVehicles(hash, scene);
  return hash.value();
}

std::uint64_t geometryFingerprint(const Scene& scene) {
  ByteHash hash;
  hash(static_cast<std::uint64_t>(scene.geometries.size()));
  for (const SceneGeometry& geometry : scene.geometries) {
    addAll(hash, geometry.positions);
    addAll(hash, geometry.indices);
  }
  return hash.value();
}

std::uint64_t settingsFingerprint(const WorldSettings& settings) {
  ByteHash hash;
  addOptional(hash, settings.gravity);
  hash(settings.time_step, settings.substeps, settings.sleeping, settings.continuous,
       static_cast<std::uint32_t>(settings.filter_rule), settings.density, settings.static_slip_speed,
       settings.restitution_threshold);
  return hash.value();
}

}  // namespace carom::world
