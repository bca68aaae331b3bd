// Compiles a Scene to a Simulation: bodies with mass, colliders, triggers, and their nodes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"
#include "solve/simulation.hpp"
#include "world/gravity_compiler.hpp"
#include "world/joint_compiler.hpp"
#include "world/node_tree.hpp"
#include "world/pair_rules.hpp"
#include "world/shape_compiler.hpp"
#include "world/vehicles/driven_nodes.hpp"
#include "world/vehicles/thruster_compiler.hpp"
#include "world/vehicles/vehicle_compiler.hpp"

namespace carom::world {

/// A motion of the scene and its body.
struct CompiledBody {
  std::int32_t motion = -1;
  std::int32_t node = -1;
  std::int32_t body = -1;   ///< In the simulation.
  DTransform body_to_node;  ///< The body's frame (centre of mass, principal axes) in node space.
  BodyProperties properties;
  // From where the properties come when some of them change.
  collide::MassProperties geometry;  ///< Of its colliders in node space, at density 1; volume 0: none.
  double first_mass = 1;             ///< kg
  bool had_moments = false;          ///< The file has moments and axes of inertia.
  bool has_moments = false;          ///< From the file or set, not computed from the geometry.
  bool has_axes = false;             ///< The same of the principal axes.
  DVec3 center_scale{1, 1, 1};       ///< From the file's centre of mass to metres along the node's axes.

  /// Where the body's frame is when the node is at a pose.
  DTransform frameAt(const DTransform& node_pose) const { return node_pose * body_to_node; }
  /// Where the node is when the body's frame is at a pose.
  DTransform nodeAt(const DTransform& frame) const {
    const DQuat turned = normalized(frame.rotation * conjugate(body_to_node.rotation));
    return {frame.translation - rotate(turned, body_to_node.translation), turned};
  }
};

/// Sets the moments and axes of inertia that are computed from a body's geometry, mass and centre of mass.
void computeInertia(CompiledBody& body);

/// A collider or trigger shape and where it hangs.
struct CompiledCollider {
  std::int32_t node = -1;
  std::int32_t motion_node = -1;  ///< -1: static.
  std::int32_t trigger = -1;      ///< Index into Scene::triggers for sensors, else -1.
  std::int32_t collider = -1;     ///< Index into Scene::colliders, else -1.
  std::int32_t shape = -1;        ///< Index into Scene::shapes.
  std::int32_t simulation_body = -1;
  DVec3 scale{1, 1, 1};            ///< Of its node, as its shape was made.
  Transform offset;                ///< Engine shape to node.
  DTransform rest_local;           ///< Node to its motion's node at the start, or since its node was set.
  bool follows_animation = false;  ///< Animated relative to its body: its place there changes.
};

/// A static body that an animation moves: a kinematic body for one collider.
struct AnimatedStatic {
  std::int32_t node = -1;
  std::int32_t body = -1;
};

struct CompiledScene {
  std::unique_ptr<solve::Simulation> simulation;
  PairRules* rules = nullptr;               ///< Owned by the simulation.
  std::vector<CompiledBody> bodies;         ///< Ascending node.
  std::vector<CompiledCollider> colliders;  ///< Same indices as the simulation's colliders.
  std::vector<AnimatedStatic> animated_statics;
  std::vector<CompiledJoint> joints;  ///< Same indices as the simulation's joints.
  std::vector<CompiledVehicle> vehicles;
  std::vector<CompiledWheel> wheels;  ///< Same indices as the simulation's wheels.
  std::vector<CompiledThruster> thrusters;
  std::vector<DrivenNode> driven;
  std::vector<MovingGravity> moving_gravity;
  std::vector<CompiledGravity> gravity;  ///< By source of the simulation.
};

/// Of a mass or moment, as the solver has it; 0 for infinite ones.
float inverseOf(double value);

/// Compiles the displayed scene; `diagnostics` gets the deviations from the file.
CompiledScene compileScene(const Scene& scene, const WorldSettings& settings, NodeTree& nodes,
                           ShapeCompiler& shapes, Diagnostics& diagnostics);

}  // namespace carom::world
