// What the generated scenes are made from: random numbers that are the same on every platform, and a builder.
#pragma once

#include <cstdint>
#include <utility>

#include "carom/scene/scene.hpp"

namespace carom::cli {

/// xorshift64*.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2685821657736338717u + 1442695040888963407u) {}
  double uniform(double lower, double upper) {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    const double unit = static_cast<double>((state_ * 2685821657736338717u) >> 11) / 9007199254740992.0;
    return lower + (upper - lower) * unit;
  }
  DVec3 point(double lower, double upper) {
    const double x = uniform(lower, upper), y = uniform(lower, upper), z = uniform(lower, upper);
    return {x, y, z};
  }
  DVec3 direction() {
    for (;;) {
      const DVec3 p = point(-1, 1);
      if (dot(p, p) > 0.01 && dot(p, p) <= 1) return normalized(p);
    }
  }
  /// Evenly over all rotations.
  DQuat rotation() {
    for (;;) {
      const DQuat q{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      if (dot(q, q) > 0.01 && dot(q, q) <= 1) return normalized(q);
    }
  }

 private:
  std::uint64_t state_;
};

class SceneMaker {
 public:
  std::int32_t addShape(const Shape& shape) {
    scene_.shapes.push_back(shape);
    return static_cast<std::int32_t>(scene_.shapes.size()) - 1;
  }
  std::int32_t addBox(const DVec3& size) {
    Shape shape;
    shape.kind = ShapeKind::Box;
    shape.size = size;
    return addShape(shape);
  }
  std::int32_t addSphere(double radius) {
    Shape shape;
    shape.kind = ShapeKind::Sphere;
    shape.radius = radius;
    return addShape(shape);
  }
  std::int32_t addCapsule(double height, double radius) {
    Shape shape;
    shape.kind = ShapeKind::Capsule;
    shape.height = height;
    shape.radius_top = shape.radius_bottom = radius;
    return addShape(shape);
  }
  std::int32_t addGeometry(ShapeKind kind, SceneGeometry geometry) {
    scene_.geometries.push_back(std::move(geometry));
    Shape shape;
    shape.kind = kind;
    shape.geometry = static_cast<std::int32_t>(scene_.geometries.size()) - 1;
    return addShape(shape);
  }
  void addStatic(std::int32_t shape, const DVec3& position) { addNode(shape, position, {}, -1); }
  void addBody(std::int32_t shape, const DVec3& position, const DQuat& rotation = {}) {
    Motion motion;
    motion.node = static_cast<std::int32_t>(scene_.nodes.size());
    scene_.motions.push_back(motion);
    addNode(shape, position, rotation, static_cast<std::int32_t>(scene_.motions.size()) - 1);
  }
  /// A vehicle of 1200 kg with four wheels that drives ahead and steers by `steering`.
  void addCar(std::int32_t chassis, const DVec3& position, double steering) {
    addBody(chassis, position);
    const std::int32_t body = lastNode();
    scene_.motions.back().mass = 1200;
    scene_.motions.back().center_of_mass = DVec3{0, 0, 0};
    Vehicle vehicle;
    vehicle.node = body;
    vehicle.motion = static_cast<std::int32_t>(scene_.motions.size()) - 1;
    vehicle.linear_activation = {0, 0, 1};
    vehicle.angular_activation = {0, steering, 0};
    vehicle.max_speed = 10;
    scene_.vehicles.push_back(vehicle);
    if (scene_.wheel_descriptions.empty()) addWheelDescriptions();
    for (const double z : {1.4, -1.3}) {
      for (const double x : {0.85, -0.85}) {
        Wheel wheel;
        wheel.node = addFrame(body, {x, -0.35, z});
        wheel.description = z > 0 ? 0 : 1;
        wheel.motion = vehicle.motion;
        wheel.vehicle = static_cast<std::int32_t>(scene_.vehicles.size()) - 1;
        scene_.wheels.push_back(wheel);
      }
    }
  }
  /// A pin between two bodies at points in their nodes' space; the bodies of nets do not collide.
  void addPin(std::int32_t a, const DVec3& at_a, std::int32_t b, const DVec3& at_b) {
    if (scene_.joint_descriptions.empty()) {
      JointLimit limit;
      limit.linear_axes = {true, true, true};
      limit.min = limit.max = 0;
      scene_.joint_descriptions.emplace_back().limits.push_back(limit);
    }
    Joint joint;
    joint.node = addFrame(a, at_a);
    joint.connected_node = addFrame(b, at_b);
    joint.description = 0;
    scene_.joints.push_back(joint);
  }
  /// None of the bodies so far collides with another.
  void disableCollisions() {
    CollisionFilter filter;
    filter.collision_systems = {"net"};
    filter.not_collide_with_systems = {"net"};
    scene_.filters.push_back(filter);
    for (Collider& collider : scene_.colliders) collider.filter = 0;
  }
  std::int32_t lastNode() const { return static_cast<std::int32_t>(scene_.nodes.size()) - 1; }
  /// A floor with its top at y = 0.
  void addFloor(double size) { addStatic(addBox({size, 2, size}), {0, -1, 0}); }
  /// A floor and four walls around [-half, half]².
  void addWalledBox(double half, double height) {
    addFloor(2 * half + 8);
    const std::int32_t along_z = addBox({2, height, 2 * half + 4}),
                       along_x = addBox({2 * half + 4, height, 2});
    for (const double side : {-1.0, 1.0}) {
      addStatic(along_z, {side * (half + 1), height / 2, 0});
      addStatic(along_x, {0, height / 2, side * (half + 1)});
    }
  }
  Scene take() { return std::move(scene_); }

 private:
  /// Of front wheels, which steer, and of rear wheels, which drive.
  void addWheelDescriptions() {
    WheelDescription wheel;
    wheel.radius = 0.35;
    wheel.width = 0.2;
    wheel.suspension_stiffness = 30000;
    wheel.suspension_damping_compression = wheel.suspension_damping_rebound = 3000;
    scene_.wheel_descriptions = {wheel, wheel};
    scene_.wheel_descriptions[0].max_steering_angle = 0.5;
    scene_.wheel_descriptions[1].max_propulsion_force = 2500;
  }
  std::int32_t addFrame(std::int32_t parent, const DVec3& position) {
    SceneNode node;
    node.parent = parent;
    node.translation = position;
    scene_.nodes.push_back(node);
    scene_.nodes[parent].children.push_back(lastNode());
    return lastNode();
  }
  void addNode(std::int32_t shape, const DVec3& position, const DQuat& rotation, std::int32_t motion) {
    Collider collider;
    collider.node = static_cast<std::int32_t>(scene_.nodes.size());
    collider.shape = shape;
    collider.motion = motion;
    scene_.colliders.push_back(collider);
    SceneNode node;
    node.translation = position;
    node.rotation = rotation;
    scene_.nodes.push_back(node);
  }

  Scene scene_;
};

}  // namespace carom::cli
