// The properties of a world that a pointer can name: one row per property, for get, set, animations and
// docs/pointers.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "carom/base/prose.hpp"
#include "carom/scene/value.hpp"

namespace carom::world {

/// The objects that have properties, in the file's terms.
enum class Holder : std::uint8_t {
  Node,
  Animation,
  Motion,
  Material,
  Limit,
  Drive,
  Joint,
  Box,
  Sphere,
  Capsule,
  Cylinder,
  Plane,
  Wheel,  ///< A description, shared by any number of wheels.
  Thruster,
  HoverThruster,
  WheelNode,  ///< A node's extension that names the description.
  ThrusterNode,
  HoverNode,
  Vehicle,
  Seat,
  Volume,             ///< A node's gravity.
  DirectionalVolume,  ///< The part that its type has.
  RoundVolume,        ///< Disc, torus.
  DistantVolume,      ///< Point, line, shaped.
  LinePoints,         ///< Of a line's: three numbers for each.
  Gravity
};

enum class Property : std::uint8_t {
  Translation,
  Rotation,
  Scale,
  Matrix,
  GlobalMatrix,
  IsPlaying,
  MinTime,
  MaxTime,
  Playhead,
  VirtualPlayhead,
  IsKinematic,
  Mass,
  CenterOfMass,
  InertiaDiagonal,
  InertiaOrientation,
  LinearVelocity,
  AngularVelocity,
  GravityFactor,
  StaticFriction,
  DynamicFriction,
  Restitution,
  LimitMin,
  LimitMax,
  LimitStiffness,
  LimitDamping,
  DriveMaxForce,
  DrivePositionTarget,
  DriveVelocityTarget,
  DriveStiffness,
  DriveDamping,
  EnableCollision,
  BoxSize,
  SphereRadius,
  ShapeHeight,
  ShapeRadius,  ///< Both ends'.
  RadiusBottom,
  RadiusTop,
  PlaneSizeX,
  PlaneSizeZ,
  PlaneDoubleSided,
  DescriptionIndex,
  SeatBack,
  SeatFoot,
  SeatKnee,
  SeatAngle,
  TyreMaterial,
  PropulsionRatio,
  SteeringRatio,
  MaxPropulsionForce,
  BrakingForce,
  MaxSteeringAngle,
  PropulsionRate,
  SteeringRate,
  WheelRadius,
  WheelWidth,
  SuspensionStiffness,
  SuspensionCompression,
  SuspensionRebound,
  SuspensionTravel,
  ThrustRatio,
  MaxThrust,
  ThrustRate,
  GimbalRatio,
  MaxGimbal,
  GimbalRate,
  GimbalAdjustRatio,
  LinearActivation,
  AngularActivation,
  GyroTorque,
  MaxSpeed,
  LinearDampeners,
  AngularDampeners,
  UseThrottle,
  GravityStrength,
  GravityDirection,
  VolumePriority,
  VolumeReplaces,
  VolumeStops,
  VolumeUnitDistance,
  VolumeRadius,
  PointCoordinate
};

struct PropertyRow {
  Holder holder;
  /// Name in the file, several rows where revisions differ; "{}" is any index of an array.
  std::string_view member;
  Property property;
  ValueType type;
  [[no_unique_address]] Prose unit;
  bool writable;
  [[no_unique_address]] Prose about;
};

std::span<const PropertyRow> propertyRows();
/// Where the object of a holder lies, with {} for any index: for the documentation.
std::string_view placeOf(Holder holder);

}  // namespace carom::world
