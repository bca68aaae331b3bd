// The simulation of a Scene: compiled bodies, step(), moved nodes, events, and spatial
// queries.
//
//   carom::World world(scene, settings);
//   for (int i = 0; i < 300; ++i) world.step();
//
// Everything is in SI units and the file's global frame (right-handed, +Y up). The same scene and settings
// give the same states, bit for bit, for any number of threads and lanes and any compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/base/step_hooks.hpp"
#include "carom/base/vector.hpp"
#include "carom/scene/scene.hpp"

namespace carom {

inline constexpr DVec3 kUsualGravity{0, -9.81, 0};  ///< m/s²

/// How a World simulates. Fixed for its lifetime.
struct WorldSettings {
  double time_step = 1.0 / 60;  ///< s per step(), 1e-5..1.
  std::int32_t substeps = 4;    ///< Solver substeps per step, 1..64. More: stiffer and more exact.
  std::int32_t threads = 1;     ///< Threads used by step(), 1..64. Does not change the result.
  /// SIMD lanes of the contact solver: 1, 4 or 8; 0, or an unsupported number: the widest that the processor
  /// supports. Does not change the result.
  std::int32_t lanes = 0;
  /// World gravity, m/s², at most 1e9, in addition to the scene's gravity volumes; absent: the scene's, or
  /// kUsualGravity if it has none.
  std::optional<DVec3> gravity{};
  bool sleeping = true;  ///< Stop simulating bodies at rest until something wakes them.
  /// Continuous collision: fast bodies do not pass through others, nor through triggers unnoticed.
  bool continuous = true;
  FilterRule filter_rule = FilterRule::Shared;
  double density = 1000;  ///< kg/m³, for bodies whose file gives no mass.
  /// Static friction acts below this slip, dynamic friction above, m/s under 9.81 m/s²; in proportion to the
  /// scene's gravity, or to sizes where there is none (docs/engine.md, "Tolerances").
  double static_slip_speed = 0.01;
  double restitution_threshold = 0.1;  ///< Impacts slower than this do not bounce; m/s, in the same way.
  Scheduler scheduler{};               ///< Runs the step on the caller's threads instead of `threads`.
  StageHook stage_hook{};              ///< Callback for the start of each stage.
};

/// Identifies a body of one World. Zero-initialised: none.
struct BodyHandle {
  std::uint32_t index = 0;  ///< 1 + index into Scene::motions; 0 is null.
  std::uint32_t generation = 0;
  explicit operator bool() const { return index != 0; }
  friend bool operator==(const BodyHandle&, const BodyHandle&) = default;
};

/// Properties of a body, including those computed because the file has none.
struct BodyProperties {
  std::int32_t node = -1;
  MotionType type = MotionType::Dynamic;
  bool animated = false;       ///< Follows an animation of the file.
  double mass = 0;             ///< kg, may be infinite.
  DVec3 center_of_mass;        ///< m, along the node's axes.
  DVec3 inertia_diagonal;      ///< kg·m², each may be infinite.
  DQuat inertia_orientation;   ///< Principal axes to node space.
  bool mass_computed = false;  ///< From the colliders, not from the file.
  bool inertia_computed = false;
  /// A default is used: the file lacks a value and no collider has a volume to compute it from.
  bool defaults_used = false;
};

struct BodyState {
  DTransform transform;    ///< Of the node, global.
  DVec3 center;            ///< Centre of mass, global, m.
  DVec3 linear_velocity;   ///< Of the centre of mass, global, m/s.
  DVec3 angular_velocity;  ///< Global, rad/s.
  bool awake = true;
};

/// A motion node whose transform changed in the last step.
struct MovedNode {
  std::int32_t node = -1;
  DTransform global;        ///< Global pose (scale is not touched by simulation).
  DVec3 local_translation;  ///< Value for the node, relative to the current transform of its parent.
  DQuat local_rotation;
};

/// Where any node of the scene is, simulated or not.
struct NodePlace {
  MovedNode pose;
  DVec3 local_scale;
};

enum class EventType : std::uint8_t {
  TriggerEnter,
  TriggerExit,
  ContactBegin,
  ContactEnd,
  JointLimitReached,  ///< A limit whose bounds differ has reached one of them.
  JointLimitLeft
};
/// "trigger_enter", "trigger_exit", "contact_begin", "contact_end", "joint_limit_reached",
/// "joint_limit_left".
std::string_view eventName(EventType type);

/// Begin or end of a contact, overlap or limit in a step. Node indices, -1: none.
struct Event {
  std::uint64_t step = 0;  ///< Step of the event, first step = 1.
  double time = 0;         ///< s, at the end of that step.
  EventType type = EventType::TriggerEnter;
  std::int32_t trigger = -1;       ///< Trigger events: node of the trigger (or of its compound).
  std::int32_t collider = -1;      ///< The collider's node (contacts: of the first collider).
  std::int32_t motion = -1;        ///< The motion node of that collider's body.
  std::int32_t other = -1;         ///< Contacts: the second collider's node. Joints: the connected node.
  std::int32_t other_motion = -1;  ///< Its motion node.
  std::int32_t joint = -1;         ///< Joint events: the joint's node; `motion` moves its frame.
  std::int32_t limit = -1;         ///< Joint events: index into the description's limits.
  /// Events of compound triggers: the nodes of the parts that were entered or left in the step, ascending.
  std::vector<std::int32_t> parts;
};

/// State of a joint.
struct JointState {
  std::int32_t joint = -1;           ///< Index into Scene::joints.
  std::int32_t node = -1;            ///< The joint's node.
  std::int32_t connected_node = -1;  ///< Its second frame's.
  DVec3 force;   ///< On the connected body at its frame's origin, N, global, mean of the last step.
  DVec3 torque;  ///< On the connected body about its frame's origin, N·m, global, mean of the last step.
};

/// State of a wheel. Forces are means over the last step; ground forces act on the wheel's body.
struct WheelState {
  std::int32_t node = -1;
  std::int32_t motion = -1;   ///< Motion node of the body that it carries.
  std::int32_t vehicle = -1;  ///< Node of the vehicle that controls it, -1: none.
  std::int32_t ground = -1;   ///< Node of the collider under it, -1: in the air.
  double load = 0;            ///< N, along the ground's normal.
  double compression = 0;     ///< m, of the suspension.
  double steering = 0;        ///< rad, left positive.
  double spin = 0;            ///< rad/s, forward positive.
  double propulsion = 0;      ///< Driving force, N.
  double braking = 0;         ///< Limit of the braking force, N.
  double forward_force = 0;   ///< N, of the tyre.
  double lateral_force = 0;   ///< N, of the tyre, to the left.
  double forward_slip = 0;    ///< m/s, tread against ground: positive spins, negative is locked.
  double lateral_slip = 0;    ///< m/s, wheel over ground, left positive.
  DVec3 point;                ///< Of contact, global, m.
  DVec3 normal;               ///< Of the ground, global, unit.
  DVec3 force;                ///< Load and tyre together, global, N.
};

/// A node may have a thruster of each kind.
enum class ThrusterKind : std::uint8_t { Any, Thruster, Hover };

/// State of a thruster in the last step.
struct ThrusterState {
  std::int32_t node = -1;
  std::int32_t motion = -1;  ///< Motion node of the body that it pushes.
  DVec3 force;               ///< On the body, at the node, N, global.
  bool hover = false;
  double amount = 0;                   ///< Force, N; of a hover thruster energy, N·m.
  std::array<double, 2> gimbal{0, 0};  ///< rad, about the node's X and Y.
  double distance = 0;                 ///< m to the ground; 0: none in reach, or not a hover thruster.
};

/// Activation and motion of a vehicle. Vectors in the space of its node.
struct VehicleState {
  std::int32_t node = -1;
  DVec3 linear_activation;
  DVec3 angular_activation;
  DVec3 velocity;          ///< Of the centre of mass, m/s: z is its speed forward.
  DVec3 angular_velocity;  ///< rad/s: y is its yaw rate.
};

/// A point at which two colliders touch. Of bodies that sleep: as it was when they fell asleep.
struct ContactPoint {
  std::int32_t collider = -1;      ///< Node of the first collider.
  std::int32_t motion = -1;        ///< Motion node of its body, -1: static.
  std::int32_t other = -1;         ///< Node of the second collider.
  std::int32_t other_motion = -1;  ///< Motion node of its body, -1: static.
  DVec3 point;                     ///< Global, m.
  DVec3 normal;                    ///< Unit, global, from the first collider to the second.
  double penetration = 0;          ///< m, negative: that far apart.
  /// On the second body, N, global, in the last substep; friction is shared by the points of a face.
  DVec3 force;
};

/// Where a collider's or trigger's shape is.
struct ColliderState {
  std::int32_t node = -1;
  std::int32_t motion = -1;  ///< Motion node of its body, -1: static.
  bool trigger = false;
  DVec3 lower, upper;  ///< Of its bounds, global, m; what is endless ends at 1e30 or before.
};

/// Counts and times of the last step.
struct StepStatistics {
  std::uint32_t awake_bodies = 0;     ///< Dynamic bodies that it has left awake,
  std::uint32_t sleeping_bodies = 0;  ///< and asleep.
  std::uint32_t contact_pairs = 0;    ///< Awake pairs of colliders whose bounds overlap.
  std::uint32_t touching_pairs = 0;   ///< Awake pairs with contact points.
  std::uint32_t contact_points = 0;
  std::uint32_t islands = 0;
  float max_penetration = 0;   ///< m, over awake touching pairs.
  float mean_penetration = 0;  ///< m, mean over awake touching points (those not penetrating count as 0).
};

/// Selects the colliders that a query finds.
struct QueryFilter {
  const CollisionFilter* filter = nullptr;  ///< The querying side's filter; nullptr collides with everything.
  std::int32_t ignore_motion_node = -1;     ///< Ignore the colliders of this body.
  bool ignore_joined = false;               ///< Also ignore bodies that a joint keeps from colliding with it.
  bool include_triggers = false;            ///< Also find the shapes of triggers.
};

struct RayCastHit {
  bool hit = false;
  double distance = 0;         ///< m along the ray.
  DVec3 point;                 ///< m, global.
  DVec3 normal;                ///< Unit, global, outward.
  std::int32_t collider = -1;  ///< Node of the collider.
  std::int32_t motion = -1;    ///< Its motion node, -1: static.
};
struct ShapeCastHit {
  bool hit = false;
  double fraction = 1;                 ///< 0..1 of the translation.
  bool initially_overlapping = false;  ///< Or touching at the start; see castShape.
  DVec3 point;                         ///< m, global.
  DVec3 normal;                        ///< Unit, global, from the hit collider towards the cast shape.
  std::int32_t collider = -1;
  std::int32_t motion = -1;
};
struct OverlapHit {
  std::int32_t collider = -1;
  std::int32_t motion = -1;
};
struct ClosestPointHit {
  bool hit = false;     ///< Something within max_distance.
  double distance = 0;  ///< m, 0 when inside.
  DVec3 point;          ///< On the collider, m, global.
  DVec3 normal;         ///< Unit, from the collider to the queried point; zero when inside.
  std::int32_t collider = -1;
  std::int32_t motion = -1;
};

/// Content of a recording besides the calls (recording.hpp).
struct RecordingOptions {
  std::string scene;                ///< Name of the scene's file, for the replay; may be empty.
  std::uint32_t hash_interval = 1;  ///< Steps between stored state hashes, at least 1.
};

/// A scene being simulated. Not copyable; movable.
class World {
 public:
  /// Compiles the scene. The world keeps no reference to it. diagnostics() lists everything that the world
  /// simulates differently.
  explicit World(const Scene& scene, const WorldSettings& settings = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Advances by settings().time_step.
  void step();

  const WorldSettings& settings() const;
  DVec3 gravity() const;            ///< m/s², the world gravity in use.
  double time() const;              ///< s simulated so far.
  std::uint64_t stepCount() const;  ///< Steps made so far.
  /// Deviations from the scene as written, with JSON pointers.
  const Diagnostics& diagnostics() const;

  /// Motion nodes, wheels and gimballed thrusters that moved in the last step (all wheels and thrusters
  /// after the first step), in ascending node index. Valid until the next step.
  std::span<const MovedNode> movedNodes() const;
  /// Current poses of all motion nodes and wheels of the scene, ascending. Before the first step the wheels
  /// already stand on the ground, with their springs loaded.
  std::vector<MovedNode> motionNodes() const;
  /// Current place of any node, simulated or not; empty for indices that the file does not have.
  std::optional<NodePlace> placeOfNode(std::int32_t node) const;
  /// Events of the last step in a fixed order. Valid until the next step.
  std::span<const Event> events() const;
  /// The simulated joints, ascending index.
  std::vector<JointState> joints() const;
  /// Points with which something touches as of the last step, in a fixed order.
  std::vector<ContactPoint> contacts() const;
  /// Colliders and triggers that are simulated, in the order of their nodes.
  std::vector<ColliderState> colliders() const;
  /// Of each body, in the order of bodies(): the least node of those dynamic ones that are connected with it
  /// by contacts or joints, its own included; -1 for others.
  std::vector<std::int32_t> islands() const;
  const StepStatistics& statistics() const;
  /// Hash of the whole dynamic state (poses, velocities, sleep). Equal states give equal hashes on every
  /// platform.
  std::uint64_t stateHash() const;

  /// The body of a motion node; null if it has none.
  BodyHandle bodyOfNode(std::int32_t node) const;
  std::size_t bodyCount() const;           ///< Motions in the scene's active nodes.
  std::vector<BodyHandle> bodies() const;  ///< Ascending node index.
  bool isValid(BodyHandle body) const;
  BodyProperties properties(BodyHandle body) const;
  BodyState state(BodyHandle body) const;

  // The following calls change a body and wake it. Numbers that are not finite or exceed 1e9 m, m/s or rad/s
  // are rejected: the call changes nothing and returns false. For impulses, forces and torques the limit
  // applies to the velocity that they would cause within a step.
  bool setLinearVelocity(BodyHandle body, const DVec3& velocity);   ///< m/s, global, of the centre of mass.
  bool setAngularVelocity(BodyHandle body, const DVec3& velocity);  ///< rad/s, global.
  /// Of the node, global; a rotation of any length. Also wakes the bodies in contact.
  bool setTransform(BodyHandle body, const DTransform& transform);
  bool applyImpulse(BodyHandle body, const DVec3& impulse, const DVec3& point);  ///< N·s at a global point.
  bool applyAngularImpulse(BodyHandle body, const DVec3& impulse);               ///< N·m·s, global.
  bool applyForce(BodyHandle body, const DVec3& force, const DVec3& point);      ///< N during the next step.
  bool applyTorque(BodyHandle body, const DVec3& torque);  ///< N·m during the next step.
  void wake(BodyHandle body);

  /// A value of the world by its pointer into the file: docs/pointers.md lists them with their types and
  /// units. Empty for what the world does not know.
  std::optional<Value> get(std::string_view pointer) const;
  /// Changes such a value from the next step on. False, with nothing changed, for pointers that cannot be
  /// written, values of another type and numbers that are not finite or beyond what can be simulated.
  bool set(std::string_view pointer, const Value& value);
  /// Whether set() takes values of the right type there.
  bool canSet(std::string_view pointer) const;

  /// The file's animations: all play together from time 0 unless told otherwise. One that is started plays
  /// from `start` to `end` (s, of its own time; an infinite end never comes), `speed` > 0 times as fast as
  /// the world, backwards where `end` is before `start`. False for an animation that does not exist or
  /// numbers that are not usable.
  bool startAnimation(std::int32_t animation, double start, double end, double speed);
  /// No animation plays until it is started, and until then what it moves stands as the file says without it;
  /// from then on a stopped animation leaves alone what it has moved. Before the first step.
  bool holdAnimations();
  /// Holds it where it is, at once or when its own time comes to `at`.
  bool stopAnimation(std::int32_t animation, std::optional<double> at = {});
  bool isAnimationPlaying(std::int32_t animation) const;
  double animationTime(std::int32_t animation) const;  ///< s, its own time; 0 where there is none.

  /// Sets a vehicle's activation: ratios of -1..1 along and about the axes of its node, clamped to that
  /// range. Returns false for non-finite numbers and for nodes that are not a simulated vehicle.
  bool setVehicleActivation(std::int32_t node, const DVec3& linear, const DVec3& angular);
  /// Sets the targets of a wheel that no vehicle controls: ratios of -1..1 of its largest force and steering
  /// angle.
  bool setWheelTarget(std::int32_t node, double propulsion_ratio, double steering_ratio);
  /// Sets the targets of a node's thrusters that no vehicle controls: ratios of 0..1 of the largest force or
  /// energy, and of the largest gimbal, a pair at most 1 long. Larger values are clamped.
  bool setThrusterTarget(std::int32_t node, double ratio, std::array<double, 2> gimbal,
                         ThrusterKind kind = ThrusterKind::Any);
  std::vector<ThrusterState> thrusters() const;  ///< The simulated ones, in scene order.
  std::vector<VehicleState> vehicles() const;    ///< The simulated ones, in scene order.
  std::vector<WheelState> wheels() const;        ///< The simulated ones, in scene order.

  /// The state as bytes: everything that determines the next steps, equal on every machine and for any
  /// number of threads. Excludes the scene, the settings and the events of the last step.
  std::vector<std::byte> save() const;
  /// Restores a state saved by a world of the same scene and settings; both then continue with the same
  /// bits. Afterwards movedNodes() contains all motion nodes and events() is empty. Damaged bytes, and those
  /// of another world, cause an error and change nothing.
  Diagnostics restore(std::span<const std::byte> saved);

  /// Starts to record every step and every call that changes something, for Recording::replay. The recording
  /// begins with the current state.
  void startRecording(const RecordingOptions& options = {});
  bool isRecording() const;
  std::vector<std::byte> recording() const;  ///< The recording so far; empty if there is none.
  std::vector<std::byte> stopRecording();    ///< The same, and stops recording.
  /// Fingerprint of the scene and its compilation: states and recordings fit only worlds with the same
  /// fingerprint.
  std::uint64_t fingerprint() const;

  // Queries with numbers that are not finite find nothing. Only a largest distance may be infinite.

  /// First collider on origin + t·direction, 0 <= t <= max_distance; the direction is normalised. A ray that
  /// starts inside a convex shape or behind a one-sided plane hits it at distance 0 with a zero normal;
  /// meshes are surfaces. A zero direction or distance tests only the origin.
  RayCastHit castRay(const DVec3& origin, const DVec3& direction, double max_distance,
                     const QueryFilter& filter = {}) const;
  /// Every collider on the ray, nearest first.
  std::vector<RayCastHit> castRayAll(const DVec3& origin, const DVec3& direction, double max_distance,
                                     const QueryFilter& filter = {}) const;
  /// First collider that a shape hits on its way along a translation. Shape::geometry is an index into the
  /// world's scene. Meshes move as their convex hulls; two infinite planes never meet.
  /// A collider that overlaps or touches (within 0.1 mm) at the start is hit at fraction 0,
  /// initially_overlapping, at the deepest point and with the normal out of it, unless the translation leads
  /// away from it or along it. With a translation of 0.1 mm or less every such collider counts, and the cast
  /// mesh is not replaced by its hull.
  ShapeCastHit castShape(const Shape& shape, const DTransform& start, const DVec3& translation,
                         const QueryFilter& filter = {}) const;
  /// Colliders that overlap a shape, ascending node index.
  std::vector<OverlapHit> overlapShape(const Shape& shape, const DTransform& transform,
                                       const QueryFilter& filter = {}) const;
  /// Nearest collider to a point within max_distance.
  ClosestPointHit closestPoint(const DVec3& point, double max_distance, const QueryFilter& filter = {}) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace carom
