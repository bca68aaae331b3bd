// The physics scene: the content of a file in any dialect, as plain data in SI units. Engine-neutral and
// editable.
//
// Every item stores its JSON pointer and which of its fields the author wrote, so that a writer can
// reproduce the file and every message can name its place. Indices refer to the vectors of Scene; -1:
// none.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/base/vector.hpp"
#include "carom/scene/gravity.hpp"
#include "carom/scene/origin.hpp"
#include "carom/scene/value.hpp"
#include "carom/scene/vehicle.hpp"

namespace carom {

namespace gltf {
class Asset;
}
struct BehaviorGraph;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A glTF node. Transforms are local to the parent.
struct SceneNode {
  std::string name;          ///< As in the file, may be empty.
  std::int32_t parent = -1;  ///< -1 for a root.
  std::vector<std::int32_t> children;
  DVec3 translation{0, 0, 0};  ///< Metres.
  DQuat rotation{};            ///< Unit.
  DVec3 scale{1, 1, 1};
  bool in_scene = true;  ///< Part of the displayed scene; physics on other nodes is ignored.
};

enum class ShapeKind : std::uint8_t { Sphere, Box, Capsule, Cylinder, Plane, ConvexHull, TriangleMesh };

/// Geometry of colliders and triggers in the collider node's space, before the node's scale.
/// Round shapes are aligned with local Y; a plane's normal is local +Y.
struct Shape {
  ShapeKind kind = ShapeKind::Sphere;
  double radius = 0.5;          ///< Sphere, m, > 0.
  DVec3 size{1, 1, 1};          ///< Box, full lengths, m, > 0.
  double height = 0.5;          ///< Capsule: between the two sphere centres. Cylinder: full. m, > 0.
  double radius_top = 0.25;     ///< Capsule, cylinder, at +Y. m, >= 0.
  double radius_bottom = 0.25;  ///< Capsule, cylinder, at -Y. m, >= 0; not both 0.
  double size_x = kInfinity;    ///< Plane, full length along X, m; infinite when absent.
  double size_z = kInfinity;    ///< Plane, full length along Z, m; infinite when absent.
  bool double_sided = false;    ///< Plane.
  std::int32_t geometry = -1;   ///< ConvexHull, TriangleMesh: index into Scene::geometries.
  Origin origin;                ///< The shape's or the geometry's object.
};

/// Vertices and triangles of a hull or mesh.
struct SceneGeometry {
  std::vector<Vec3> positions;         ///< Metres, in the space given at Shape.
  std::vector<std::uint32_t> indices;  ///< Three per triangle, anticlockwise from outside; none for hulls.
  // Source in the file: one mesh, or the meshes of a node and all its descendants; -1: neither.
  std::int32_t mesh = -1;
  std::int32_t node = -1;
  std::vector<double> weights;  ///< Morph weights; empty: the mesh's own.
};

enum class CombineMode : std::uint8_t { Average, Minimum, Maximum, Multiply };

/// Surface material. The defaults are the schema's.
struct Material {
  double static_friction = 0.6;                    ///< >= 0.
  double dynamic_friction = 0.6;                   ///< >= 0.
  double restitution = 0.0;                        ///< 0..1.
  std::optional<CombineMode> friction_combine;     ///< Absent: the other surface's, see combinedMode.
  std::optional<CombineMode> restitution_combine;  ///< The same.
  Origin origin;
};

/// Mode of a pair by the documents' precedence: average, then minimum, then maximum, then multiply.
/// A surface that names no mode leaves it to the other; where neither names one it is average.
CombineMode combinedMode(std::optional<CombineMode> a, std::optional<CombineMode> b);
/// The two values combined by the mode of the pair.
double combine(double a, double b, CombineMode mode);

/// Which colliders a collider accepts. Any number of arbitrary names.
struct CollisionFilter {
  std::vector<std::string> collision_systems;                        ///< Systems of which it is a member.
  std::optional<std::vector<std::string>> collide_with_systems;      ///< Accept members of these only.
  std::optional<std::vector<std::string>> not_collide_with_systems;  ///< Accept all but members of these.
  Origin origin;
};

/// The two readings of the filter rule, see docs/conformance.md.
enum class FilterRule : std::uint8_t {
  Shared,  ///< Accept members of at least one listed system (as every importer does).
  Literal  ///< The document's formula: all systems of the other must be listed.
};
/// Whether two colliders with these filters (nullptr: no filter) collide; both must accept.
bool filtersAccept(const CollisionFilter* a, const CollisionFilter* b, FilterRule rule);

enum class MotionType : std::uint8_t { Dynamic, Kinematic };
/// Purpose of a body in the file. Plain: none given.
enum class BodyRole : std::uint8_t { Plain, Character, Vehicle };

/// A body that the simulation moves: one node. Absent values are computed from the colliders.
struct Motion {
  std::int32_t node = -1;
  MotionType type = MotionType::Dynamic;
  BodyRole role = BodyRole::Plain;
  std::optional<double> mass;                ///< kg, > 0 or infinite.
  std::optional<DVec3> inertia_diagonal;     ///< kg·m², principal moments, > 0 or infinite each.
  std::optional<DQuat> inertia_orientation;  ///< From principal axes to node space, unit.
  std::optional<DVec3> center_of_mass;       ///< m, along the node's axes: the node's scale is in it.
  bool scales_center = false;                ///< The file's number is a point of the node, to be scaled.
  DVec3 linear_velocity{0, 0, 0};            ///< m/s, node space, of the centre of mass.
  DVec3 angular_velocity{0, 0, 0};           ///< rad/s, node space.
  double gravity_factor = 1.0;               ///< Factor of the scene's gravity.
  Origin origin;
};

/// A body declared static in the file (OMI), which means the same as no motion. Below a moving body, a
/// kinematic motion without velocity holds it in place.
struct StaticBody {
  std::int32_t node = -1;
  std::int32_t motion = -1;  ///< That kinematic motion; -1: not needed.
  Origin origin;
};

/// A solid shape on a node. It belongs to the nearest motion at or above its node, or to the static world if
/// there is none.
struct Collider {
  std::int32_t node = -1;
  std::int32_t shape = -1;
  std::int32_t material = -1;  ///< -1: Material's defaults.
  std::int32_t filter = -1;    ///< -1: collides with everything.
  std::int32_t motion = -1;    ///< Index into Scene::motions, -1: static.
  Origin origin;
};

/// A volume that reports overlaps without forces: one shape, or the combined triggers of descendant nodes.
struct Trigger {
  std::int32_t node = -1;
  std::int32_t shape = -1;             ///< -1 for a compound.
  std::vector<std::int32_t> children;  ///< Compound: indices into Scene::triggers.
  std::int32_t filter = -1;
  std::int32_t motion = -1;  ///< Motion that moves it.
  /// One event for each body that enters, whatever its parts and those of the trigger; the children report
  /// nothing themselves. So are the triggers of documents 002 and 004, whose parts are mere shapes.
  bool by_body = false;
  Origin origin;
};

/// Keeps a metric of the relative pose of two frames within [min, max] (document 003, appendix).
struct JointLimit {
  std::array<bool, 3> linear_axes{};  ///< Exactly one of linear and angular has any axis.
  std::array<bool, 3> angular_axes{};
  std::optional<double> min;  ///< m or rad; absent: unbounded on that side.
  std::optional<double> max;
  std::optional<double> stiffness;  ///< N/m or N·m/rad; absent: hard.
  double damping = 0;               ///< N·s/m or N·m·s/rad.
  Origin origin;
};

/// A damped spring or motor along or about one axis of the joint.
struct JointDrive {
  bool angular = false;
  bool acceleration_mode = false;  ///< Scaled by the effective mass of the driven degree of freedom.
  std::uint8_t axis = 0;           ///< 0 = X, 1 = Y, 2 = Z.
  double max_force = kInfinity;    ///< N or N·m.
  std::optional<double> position_target;
  std::optional<double> velocity_target;
  double stiffness = 0;
  double damping = 0;
  Origin origin;
};

struct JointDescription {
  std::vector<JointLimit> limits;
  std::vector<JointDrive> drives;
  Origin origin;
};

/// A joint between the frames of two nodes. Each frame is fixed to the nearest motion at or above its node,
/// or to the world if there is none.
struct Joint {
  std::int32_t node = -1;
  std::int32_t connected_node = -1;
  std::int32_t description = -1;  ///< Index into Scene::joint_descriptions.
  bool enable_collision = false;  ///< Whether the joined bodies collide with each other.
  Origin origin;
  /// Nodes whose bodies hold the two frames, at the initial poses of `node` and `connected_node`; -1: those
  /// nodes. Document 001 names the bodies and has one node for both frames.
  std::int32_t body_node = -1;
  std::int32_t connected_body_node = -1;
};

enum class NodeProperty : std::uint8_t { Translation, Rotation, Scale };
enum class KeyInterpolation : std::uint8_t { Linear, Step, CubicSpline };

/// Animation of a node transform. All animations play together from time 0; times beyond the keys are
/// clamped.
struct NodeAnimation {
  std::int32_t node = -1;
  NodeProperty property = NodeProperty::Translation;
  KeyInterpolation interpolation = KeyInterpolation::Linear;
  std::vector<float> times;   ///< s, increasing.
  std::vector<float> values;  ///< 3 or 4 per key; CubicSpline: in-tangent, value, out-tangent of each.
  std::string pointer;
  std::int32_t animation = -1;  ///< Index of the file's animation that it belongs to.
};

/// Any other value that an animation drives, named by a pointer into the file (docs/pointers.md).
struct PointerAnimation {
  std::string target;  ///< The pointer, e.g. "/nodes/3/extensions/KHR_physics_rigid_bodies/motion/mass".
  ValueType type = ValueType::Number;
  std::uint32_t components = 1;  ///< Numbers per key: as many as the type has; more in an array of numbers.
  KeyInterpolation interpolation = KeyInterpolation::Linear;
  std::vector<float> times;   ///< s, increasing.
  std::vector<float> values;  ///< `components` per key; CubicSpline: three times as many.
  std::string pointer;        ///< Of the channel.
  std::int32_t animation = -1;
};

/// Key times of one of the file's animations, over all its channels: also of those that move nothing that is
/// simulated. Both 0 without a channel.
struct AnimationTimes {
  double first = 0;  ///< s, >= 0.
  double last = 0;   ///< s, >= first.
};

/// Where someone who enters the scene stands (OMI_spawn_point). Nothing is simulated.
struct SpawnPoint {
  std::int32_t node = -1;
  std::string title;  ///< Each may be empty.
  std::string team;
  std::string group;
  Origin origin;
};

/// All physics of a file.
struct Scene {
  std::string source;                 ///< Path the scene was read from.
  std::vector<std::string> dialects;  ///< Ids of docs/dialects.md found in the file, e.g. "khr-2025".
  std::vector<SceneNode> nodes;       ///< Same indices as the file's nodes.
  std::vector<Shape> shapes;
  std::vector<SceneGeometry> geometries;
  std::vector<Material> materials;
  std::vector<CollisionFilter> filters;
  std::vector<Motion> motions;
  std::vector<StaticBody> static_bodies;
  std::vector<Collider> colliders;
  std::vector<Trigger> triggers;
  std::vector<JointDescription> joint_descriptions;
  std::vector<Joint> joints;
  std::vector<WheelDescription> wheel_descriptions;
  std::vector<Wheel> wheels;
  std::vector<ThrusterDescription> thruster_descriptions;
  std::vector<Thruster> thrusters;
  std::vector<Vehicle> vehicles;
  std::vector<Seat> seats;
  std::optional<WorldGravity> gravity;  ///< Absent: 9.81 m/s² down.
  std::vector<GravityVolume> gravity_volumes;
  std::vector<NodeAnimation> animations;
  std::vector<PointerAnimation> pointer_animations;
  std::vector<AnimationTimes> animation_times;  ///< Same indices as the file's animations.
  std::vector<SpawnPoint> spawn_points;
  std::shared_ptr<const BehaviorGraph> behavior;  ///< What the file does on events; null: nothing.
  Diagnostics diagnostics;                   ///< Warnings and hints of loading (errors make loading fail).
  std::shared_ptr<const gltf::Asset> asset;  ///< Source document for writing; null for a scene built in code.

  /// Global transform of a node: rotation and translation, and the scale along its axes.
  struct GlobalPose {
    DTransform transform;
    DVec3 scale{1, 1, 1};
    bool sheared = false;  ///< A non-uniform scale above a rotation: `scale` is an approximation.
  };
  GlobalPose globalPose(std::int32_t node) const;
  /// Of all nodes, in one pass; faster than a call of globalPose for each node.
  std::vector<GlobalPose> globalPoses() const;
  /// Index of the motion at or above a node, -1 if none.
  std::int32_t motionOf(std::int32_t node) const;
};

}  // namespace carom
