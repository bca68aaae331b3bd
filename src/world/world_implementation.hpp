// The data of a World.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "carom/world/world.hpp"
#include "world/input_log.hpp"
#include "world/node_tree.hpp"
#include "world/pointers/animation_players.hpp"
#include "world/pointers/property_index.hpp"
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

void sortByNode(std::vector<MovedNode>& nodes);

struct World::Implementation {
  Implementation(const Scene& scene, const WorldSettings& settings);

  void step();
  void findCarriers();
  void moveCarriersAhead();
  void followAnimations(double time);
  // pointers/reshape_colliders.cpp
  void findScalingColliders(const Scene& scene);
  Value valueOfShape(const world::PropertyPlace& place) const;
  DTransform placeInMotion(const world::CompiledCollider& collider) const;
  void renewGeometry(world::CompiledBody& body);
  bool reshape(std::int32_t collider);
  /// Whether any shape has changed.
  bool rescaleColliders();
  bool setShape(const world::PropertyPlace& place, const Value& value);
  // pointers/pointer_tracks.cpp
  void findPointerTracks(const Scene& scene);
  void followPointerTracks(double time);
  void restorePointerTracks(std::uint64_t steps);
  // pointers/get_property.cpp, set_property.cpp, place_nodes.cpp
  std::optional<Value> get(const world::PropertyPlace& place) const;
  DTransform localOf(std::int32_t node) const;
  Value valueOfNode(const world::PropertyPlace& place) const;
  Value valueOfAnimation(const world::PropertyPlace& place) const;
  Value valueOfMotion(const world::PropertyPlace& place) const;
  bool set(const world::PropertyPlace& place, const Value& value);
  bool setMotion(const world::PropertyPlace& place, const Value& value);
  bool setMaterial(const world::PropertyPlace& place, double number);
  bool setLimit(const world::PropertyPlace& place, double number);
  bool setDrive(const world::PropertyPlace& place, double number);
  bool setVehiclePart(const world::PropertyPlace& place, const Value& value);
  bool setGravity(const world::PropertyPlace& place, const Value& value);
  bool setVolume(const world::PropertyPlace& place, const Value& value);
  void orderVolumes();
  bool setTyreMaterial(std::int32_t description, std::int32_t material);
  void showGimbal(world::CompiledThruster& thruster);
  void renewJoints(std::int32_t description);
  void setEnableCollision(std::int32_t joint, bool enable);
  // pointers/renew_body.cpp
  void renewBody(world::CompiledBody& body);
  void moveFrame(world::CompiledBody& body, const DTransform& frame);
  DTransform placeOf(const world::CompiledBody& body) const;
  world::AffineTransform globalOf(std::int32_t node) const;
  bool setNode(std::int32_t node, NodeProperty property, const Value& value);
  DTransform placeBelow(std::int32_t node, std::int32_t motion) const;
  bool holdsDriven(std::int32_t node) const;
  void placeFixed(std::int32_t body, std::int32_t node);
  void placeSetColliders();
  void placeSetJoints();
  void placeSetThrusters();
  void placeSetGravity();
  void placeSetNodes();
  void holdAnimations();
  void finishPlacedBodies();
  // pointers/keep_changes.cpp
  void saveChanges(ByteWriter& out) const;
  struct Changes;
  static bool readChanges(ByteReader& in, Changes& changes);
  bool fits(const Changes& changes) const;
  void takeChanges(const Changes& changes);
  void forgetInertia(const world::PropertyPlace& place);
  void collectStepped();
  void writeBackNodes();
  void addCarriedNodes();
  void reportShears();
  void translateEvents();
  void addJointEvent(const solve::JointLimitEvent& limit);
  void moveJointFrames();
  // squeezed.cpp
  void findKinematicBodies();
  std::optional<std::array<std::int32_t, 2>> squeezersOf(std::int32_t body) const;
  void reportSqueezed();
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
  void nameTriggerParts();
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
  world::PropertyIndex properties;
  world::AnimationPlayers players;
  /// Limits and drives as they are now, and whose they are.
  std::vector<JointDescription> joint_descriptions;
  std::vector<std::int32_t> description_of_joint;  ///< By Scene::joints.
  std::vector<std::uint8_t> enable_collision;      ///< By Scene::joints.
  std::vector<std::int32_t> description_of_wheel, description_of_thruster;
  std::vector<std::int32_t> index_of_thruster;  ///< The same in the file's array of its kind.
  std::vector<double> gravity_factors;          ///< By compiled body.
  WorldGravity world_gravity;
  std::vector<GravityVolume> gravity_volumes;  ///< As the scene has them, with the values that were set.
  bool ask_surfaces = false;                   ///< A material has changed.
  /// What has been set, with what it was at first, to be kept in snapshots; by pointer.
  struct Changed {
    Value first, now;
  };
  std::map<std::string, Changed, std::less<>> changed;
  /// A kinematic body on its way to where it was set, and the velocities that it has otherwise.
  struct PlacedBody {
    std::int32_t body = -1;  ///< Into compiled.bodies.
    DTransform pose;         ///< Of its node.
    Vec3 linear, angular;
  };
  std::vector<PlacedBody> placed;
  bool nodes_set = false;  ///< Others have been.
  /// A collider whose node's scale is animated.
  struct ScalingCollider {
    std::int32_t collider = -1;  ///< Into compiled.colliders.
    std::string pointer;         ///< Of the collider or trigger.
    bool reported = false;
  };
  std::vector<ScalingCollider> scaling_colliders;
  std::vector<Shape> shapes;  ///< As the scene has them, with the sizes that were set.
  std::vector<Seat> seats;
  /// A value that an animation drives.
  struct PointerTrack {
    world::PropertyPlace place;
    PointerAnimation keys;
    Value first;  ///< Before the first step.
  };
  std::vector<PointerTrack> pointer_tracks;
  Scene query_geometry;  ///< Only its geometries are filled: query shapes refer to them.

  std::uint64_t scene_fingerprint = 0;
  mutable std::optional<std::uint64_t> fingerprint;  ///< Of the compiled scene, once it has been asked for.
  std::unique_ptr<world::InputLog> log;              ///< While recording.
  bool touched = false;                              ///< Changed since compilation, even at step 0.
  double time = 0;
  std::uint64_t steps = 0;
  std::vector<std::int32_t> animated_bodies;   ///< Indices into compiled.bodies.
  std::vector<std::int32_t> carriers;          ///< Into it too: the simulation moves them, and an
                                               ///< animated body or surface hangs below them; ascending.
  std::vector<std::int32_t> moving_colliders;  ///< Into compiled.colliders: animated relative to their body.
  std::vector<std::int32_t> moving_joints;     ///< Into compiled.joints: a frame is animated in its body.
  std::vector<std::int32_t> body_of_node;      ///< Index into compiled.bodies by node, -1.
  std::vector<std::int32_t> body_of_motion;    ///< The same by motion.
  std::vector<DTransform> poses;               ///< Of each body's node, as last written.
  std::vector<std::string> motion_pointers;    ///< Of each body.
  std::set<std::int32_t> told_sheared;         ///< Indices into compiled.bodies.
  std::vector<std::int32_t> kinematic_bodies;  ///< The simulation's.
  std::vector<std::int32_t> squeezed;          ///< The simulation's, in the last step.
  std::set<std::int32_t> told_squeezed;        ///< Those that have been reported.
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
  /// A part of a compound trigger that was entered or left in the step; nodes.
  struct TriggerPart {
    std::int32_t trigger;
    bool begin;
    std::int32_t who;  ///< A collider's node, or -1 - the node of a body.
    std::int32_t part;
    friend auto operator<=>(const TriggerPart&, const TriggerPart&) = default;
  };
  std::vector<TriggerPart> trigger_parts;
  StepStatistics statistics;
};

}  // namespace carom
