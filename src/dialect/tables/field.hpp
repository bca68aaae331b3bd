// One table per extension: the objects that a physics extension defines, with their fields as data. The
// reader, the writer, the reference documentation and the tests use these tables, so each field name is
// spelt in only one place.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "carom/base/prose.hpp"

namespace carom::dialect {

/// The meaning of a field, independent of its name in a revision. Readers use keys; tables give them names.
enum class Key : std::uint8_t {
  // Root objects.
  Shapes,
  PhysicsMaterials,
  CollisionFilters,
  PhysicsJoints,
  // Shapes.
  Name,
  Type,
  Sphere,
  Box,
  Capsule,
  Cylinder,
  Plane,
  Convex,
  Trimesh,
  MeshShape,
  Radius,
  Size,
  Height,
  RadiusTop,
  RadiusBottom,
  SizeX,
  SizeZ,
  DoubleSided,
  Mesh,
  Skin,
  Weights,
  UseNodeWeights,
  ConvexHull,
  // Nodes.
  Motion,
  Collider,
  Trigger,
  Joint,
  IsKinematic,
  Mass,
  CenterOfMass,
  InertiaDiagonal,
  InertiaOrientation,
  LinearVelocity,
  AngularVelocity,
  GravityFactor,
  Geometry,
  Shape,
  Node,
  Nodes,
  PhysicsMaterial,
  CollisionFilter,
  ConnectedNode,
  JointDescription,
  EnableCollision,
  // Resources.
  StaticFriction,
  DynamicFriction,
  Restitution,
  FrictionCombine,
  RestitutionCombine,
  CollisionSystems,
  CollideWithSystems,
  NotCollideWithSystems,
  Limits,
  Drives,
  LinearAxes,
  AngularAxes,
  Minimum,
  Maximum,
  Stiffness,
  Damping,
  Mode,
  Axis,
  MaxForce,
  PositionTarget,
  VelocityTarget,
  // OMI only.
  InertiaTensor,
  IsTrigger,
  Constraints,
  NodeA,
  NodeB,
  // Vehicles.
  Wheels,
  Wheel,
  Width,
  MaxPropulsionForce,
  BrakingForce,
  PropulsionForceChangeRate,
  TargetPropulsionForceRatio,
  MaxSteeringAngle,
  SteeringChangeRate,
  TargetSteeringRatio,
  SuspensionStiffness,
  SuspensionDampingCompression,
  SuspensionDampingRebound,
  SuspensionTravel,
  Thrusters,
  Thruster,
  MaxThrust,
  ThrustChangeRate,
  TargetThrustRatio,
  MaxGimbal,
  GimbalChangeRate,
  TargetGimbalRatio,
  LinearGimbalAdjustRatio,
  AngularActivation,
  LinearActivation,
  GyroTorque,
  MaxSpeed,
  PilotSeat,
  AngularDampeners,
  LinearDampeners,
  UseThrottle,
  Back,
  Foot,
  Knee,
  Angle,
  // Gravity.
  Gravity,
  Direction,
  Priority,
  Replace,
  Stop,
  Directional,
  Point,
  Disc,
  Torus,
  Line,
  Shaped,
  UnitDistance,
  Points,
  // Spawn points.
  Title,
  Team,
  Group
};

enum class FieldType : std::uint8_t {
  Boolean,
  Number,
  Integer,
  String,
  Choice,  ///< A string, one of Field::choices.
  Vector2,
  Vector3,
  Quaternion,
  Matrix3,  ///< Nine numbers.
  Numbers,  ///< Any number of numbers.
  Strings,  ///< Any number of strings.
  Axes,     ///< One to three different integers 0, 1, 2; none where Field::empty_allowed.
  Index,    ///< Into Field::target.
  Indices,  ///< Different ones, at least one.
  Object,   ///< Described by Field::table.
  Objects   ///< An array of them.
};
/// As the documents write it: "number", "integer[1..3]", ...
std::string_view fieldTypeName(FieldType type);

/// The array that an index refers to.
enum class Target : std::uint8_t {
  None,
  Node,
  Mesh,
  Skin,
  ImplicitShape,
  CollisionShape,
  OmiShape,
  OmiCollider,
  Material,
  Filter,
  Joint,
  Constraint,
  Wheel,
  Thruster,
  HoverThruster
};
inline constexpr std::size_t kTargetCount = 15;
std::string_view targetName(Target target);

struct Table;

/// Permitted numbers; for a vector, those of each component.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool above_lower = false;  ///< `lower` itself is not permitted.
};
inline constexpr Range kPositive{0, std::numeric_limits<double>::infinity(), true};
inline constexpr Range kNotNegative{0, std::numeric_limits<double>::infinity(), false};
inline constexpr Range kAxisRange{0, 2, false};
inline constexpr double kNoDefault = std::numeric_limits<double>::quiet_NaN();

/// One member of an object.
struct Field {
  Key key;
  std::string_view name;  ///< As spelt in the file.
  FieldType type;
  [[no_unique_address]] Prose about;        ///< One line for the reference.
  std::string_view unit = "";               ///< "kg", "m", ...; "" without one.
  double fallback = kNoDefault;             ///< Value if absent; vectors: each component; booleans: 0 or 1.
  std::span<const double> fallbacks = {};   ///< Vectors whose default has different components: all of them.
  [[no_unique_address]] Prose absent = "";  ///< Meaning of an absent field if it is not a number.
  Range range = {};
  Target target = Target::None;  ///< Index, Indices.
  const Table* table = nullptr;  ///< Object, Objects.
  bool required = false;
  std::span<const std::string_view> choices = {};
  bool open_choices = false;       ///< Another extension may define more.
  bool zero_is_infinite = false;   ///< 0 is read as infinity, with a hint.
  bool absent_names_none = false;  ///< Choice: an absent field names none of them.
  bool none_allowed = false;       ///< Index: -1 means the same as an absent field.
  bool empty_allowed = false;      ///< Axes: an empty array means the same as an absent field.
  bool infinity_allowed = false;   ///< A literal Infinity is accepted (not valid JSON, but found in files).
  std::string_view misspelling = "";          ///< A known wrong name, read with a warning.
  [[no_unique_address]] Prose dialects = "";  ///< Revisions that define it, if not all.
  [[no_unique_address]] Prose section = "";   ///< Section of the document, if not the table's.
};

/// One kind of object. A field's position is its bit in Origin::authored.
struct Table {
  std::string_view extension;
  std::string_view name;                 ///< "motion", "shape.sphere", ...
  std::string_view place;                ///< JSON pointer pattern, * for any index.
  [[no_unique_address]] Prose document;  ///< Where it is defined.
  [[no_unique_address]] Prose section;   ///< Of that document.
  std::span<const Field> fields;

  /// Position of a field, -1 if this revision has none.
  int indexOf(Key key) const;
  const Field* find(std::string_view name) const;
};

}  // namespace carom::dialect
