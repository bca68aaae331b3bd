// The data of a World.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/world/world.hpp"
#include "world/input_log.hpp"
#include "world/node_tree.hpp"
#include "world/scene_compiler.hpp"
#include "world/sealed_bytes.hpp"
#include "world/trigger_tracker.hpp"
#include "world/vehicles/flight_control.hpp"

namespace carom {

namespace world {
/// Pose of a body's node, as far as the simulation does not hold it.
struct NodeState {
  DTransform pose;    ///< As last written.
  DTransform local;   ///< Of simulated nodes.
  bool exact = true;  ///< Of simulated nodes.
};
}  // namespace world

struct World::Implementation {
  Implementation(const Scene& scene, const WorldSettings& settings);

  void step();
  void followAnimations(double time);
  void collectStepped();
  void writeBackNodes();
  void addCarriedNodes();
  void reportShears();
  void translateEvents();
  void addJointEvent(const solve::JointLimitEvent& limit);
  void moveJointFrames();
  // vehicles/vehicles.cpp
  void commandWheels();
  void steerVehicle(const world::CompiledVehicle& vehicle);
  DVec3 velocityOf(const world::CompiledVehicle& vehicle) const;
  void turnWheels();
  // vehicles/thrusters.cpp
  bool isCommanded(const world::CompiledThruster& thruster) const;
  double hoverResponse(world::CompiledThruster& thruster, std::int32_t together) const;
  DVec3 flyVehicle(const world::CompiledVehicle& vehicle);
  bool thrust(const world::CompiledBody& body, const DVec3& force, const DVec3& torque);
  void commandThrusters();
  void turnThrusters();
  // vehicles/driven_nodes.cpp
  void placeDrivenNodes(bool all);
  void moveGravityFrames();
  void addSensorEvent(const solve::PairEvent& pair);
  bool addForce(const world::CompiledBody& body, const DVec3& force, const DVec3& torque);
  void takeStatistics();
  /// Of which scene, compiled how, and of which settings a state is.
  world::Origins origins() const;
  /// Notes a call that changed the state.
  template <class... T>
  void note(world::Operation operation, BodyHandle body, const T&... arguments) {
    touched = true;
    if (log) log->add(operation, body, arguments...);
  }
  /// The same for a call that names a node.
  template <class... T>
  void noteNode(world::Operation operation, std::int32_t node, const T&... arguments) {
    touched = true;
    if (log) log->addOfNode(operation, node, arguments...);
  }
  void restoreNodes(std::span<const world::NodeState> states);
  MovedNode movedNode(std::int32_t node, const DTransform& global) const;
  std::vector<MovedNode> motionNodes() const;
  /// Global pose of a body's node from its body's pose.
  DTransform nodePose(const world::CompiledBody& body) const;
  const world::CompiledBody* find(BodyHandle handle) const;
  RayCastHit castRay(const DVec3& origin, const DVec3& direction, double max_distance,
                     const QueryFilter& filter) const;

  WorldSettings settings;
  DVec3 uniform_gravity;
  Diagnostics diagnostics;
  world::NodeTree nodes;
  world::CompiledScene compiled;
  world::TriggerTracker triggers;
  Scene query_geometry;  ///< Only its geometries are filled: query shapes refer to them.

  std::uint64_t scene_fingerprint = 0;
  mutable std::optional<std::uint64_t> fingerprint;  ///< Of the compiled scene, once it has been asked for.
  std::unique_ptr<world::InputLog> log;              ///< While recording.
  bool touched = false;                              ///< Changed since compilation, even at step 0.
  double time = 0;
  std::uint64_t steps = 0;
  std::vector<std::int32_t> animated_bodies;   ///< Indices into compiled.bodies.
  std::vector<std::int32_t> moving_colliders;  ///< Into compiled.colliders: animated relative to their body.
  std::vector<std::int32_t> moving_joints;     ///< Into compiled.joints: a frame is animated in its body.
  std::vector<std::int32_t> body_of_node;      ///< Index into compiled.bodies by node, -1.
  std::vector<std::int32_t> body_of_motion;    ///< The same by motion.
  std::vector<DTransform> poses;               ///< Of each body's node, as last written.
  std::vector<std::string> motion_pointers;    ///< Of each body, empty once it is reported as sheared.
  std::vector<std::int32_t> body_of_simulation;  ///< Index into compiled.bodies by the simulation's, -1.
  std::vector<std::uint64_t> stepped_bits;       ///< By index into compiled.bodies; zero between steps.
  std::vector<std::int32_t> stepped;             ///< The same as a list, of the last step.
  std::vector<std::uint8_t> alone_bodies;        ///< By index into compiled.bodies: see NodeTree::isAlone().
  std::vector<double> wheel_angles;              ///< rad, by wheel: steering targets of their vehicle.
  std::vector<world::WheelPlace> places;         ///< Of the current vehicle's wheels, and their angles.
  std::vector<double> angles;
  std::vector<std::int32_t> hovering;  ///< By body: how many hover thrusters push it.
  std::vector<double> responses;       ///< By thruster: N per unit of its amount.
  std::vector<world::Engine> engines;  ///< Of the current vehicle, and their thruster indices.
  std::vector<std::int32_t> which_engines;
  world::FlightPlan flight_plan;
  std::vector<MovedNode> moved;
  std::vector<Event> events;
  StepStatistics statistics;
};

}  // namespace carom
