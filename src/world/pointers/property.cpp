#include "world/pointers/property.hpp"

namespace carom::world {

namespace {

using enum Property;
using Type = ValueType;

// clang-format off
constexpr PropertyRow kRows[] = {
    {Holder::Node, "translation", Translation, Type::Vector3, "m", true, "Relative to the parent, as it is now. Colliders, joint frames, thrusters and gravity at or below the node follow. Not written at or above a wheel, or a thruster with a gimbal, in its body."},
    {Holder::Node, "rotation", Rotation, Type::Vector4, "", true, "Unit quaternion relative to the parent, as it is now. The same follow."},
    {Holder::Node, "scale", Scale, Type::Vector3, "", true, "Relative to the parent. Shapes follow; bodies keep mass and centre. Written where no wheel, thruster or gravity volume is at or below the node."},
    {Holder::Node, "matrix", Matrix, Type::Matrix4, "", false, "Local transform."},
    {Holder::Node, "globalMatrix", GlobalMatrix, Type::Matrix4, "", false, "Global transform."},
    {Holder::Animation, "isPlaying", IsPlaying, Type::Boolean, "", false, "Whether it plays."},
    {Holder::Animation, "minTime", MinTime, Type::Number, "s", false, "Its first key."},
    {Holder::Animation, "maxTime", MaxTime, Type::Number, "s", false, "Its last key."},
    {Holder::Animation, "playhead", Playhead, Type::Number, "s", false, "Where in its keys it is."},
    {Holder::Animation, "virtualPlayhead", VirtualPlayhead, Type::Number, "s", false, "Its own time, counted over its keys."},
    {Holder::Motion, "isKinematic", IsKinematic, Type::Boolean, "", true, "Whether forces leave it alone."},
    {Holder::Motion, "mass", Mass, Type::Number, "kg", true, "0 is infinite. Moments that were computed keep their ratio to it."},
    {Holder::Motion, "centerOfMass", CenterOfMass, Type::Vector3, "m", true, "In node space; the Khronos extension's takes the node's scale. The body goes on as it moves; computed moments follow."},
    {Holder::Motion, "inertiaDiagonal", InertiaDiagonal, Type::Vector3, "kg·m²", true, "Principal moments; 0 is infinite."},
    {Holder::Motion, "inertiaOrientation", InertiaOrientation, Type::Vector4, "", true, "From the principal axes to the node's, unit."},
    {Holder::Motion, "linearVelocity", LinearVelocity, Type::Vector3, "m/s", true, "Of the centre of mass, along the node's axes, as it is now."},
    {Holder::Motion, "angularVelocity", AngularVelocity, Type::Vector3, "rad/s", true, "About the node's axes, as it is now."},
    {Holder::Motion, "gravityFactor", GravityFactor, Type::Number, "", true, "Times the gravity."},
    {Holder::Material, "staticFriction", StaticFriction, Type::Number, "", true, "At rest, at least 0."},
    {Holder::Material, "dynamicFriction", DynamicFriction, Type::Number, "", true, "While sliding, at least 0."},
    {Holder::Material, "restitution", Restitution, Type::Number, "", true, "At least 0."},
    {Holder::Limit, "min", LimitMin, Type::Number, "m or rad", true, "Lower bound."},
    {Holder::Limit, "max", LimitMax, Type::Number, "m or rad", true, "Upper bound."},
    {Holder::Limit, "stiffness", LimitStiffness, Type::Number, "N/m or N·m/rad", true, "Outside the range, at least 0."},
    {Holder::Limit, "springConstant", LimitStiffness, Type::Number, "N/m or N·m/rad", true, "The same in 2023."},
    {Holder::Limit, "damping", LimitDamping, Type::Number, "N·s/m or N·m·s/rad", true, "Outside the range, at least 0."},
    {Holder::Limit, "springDamping", LimitDamping, Type::Number, "N·s/m or N·m·s/rad", true, "The same in 2023."},
    {Holder::Limit, "lowerLimit", LimitMin, Type::Number, "m or rad", true, "Lower bound (document 001)."},
    {Holder::Limit, "upperLimit", LimitMax, Type::Number, "m or rad", true, "Upper bound (document 001)."},
    {Holder::Drive, "maxForce", DriveMaxForce, Type::Number, "N or N·m", true, "At least 0."},
    {Holder::Drive, "positionTarget", DrivePositionTarget, Type::Number, "m or rad", true, "What its spring pulls to."},
    {Holder::Drive, "velocityTarget", DriveVelocityTarget, Type::Number, "m/s or rad/s", true, "What its damper drives to."},
    {Holder::Drive, "stiffness", DriveStiffness, Type::Number, "N/m or N·m/rad", true, "At least 0."},
    {Holder::Drive, "damping", DriveDamping, Type::Number, "N·s/m or N·m·s/rad", true, "At least 0."},
    {Holder::Joint, "enableCollision", EnableCollision, Type::Boolean, "", true, "Whether the two bodies collide."},
    {Holder::Box, "size", BoxSize, Type::Vector3, "m", true, "Full lengths, at least 0."},
    {Holder::Sphere, "radius", SphereRadius, Type::Number, "m", true, "At least 0."},
    {Holder::Capsule, "height", ShapeHeight, Type::Number, "m", true, "Between the centres of its ends, at least 0."},
    {Holder::Capsule, "radiusBottom", RadiusBottom, Type::Number, "m", true, "At least 0, not both."},
    {Holder::Capsule, "radiusTop", RadiusTop, Type::Number, "m", true, "At least 0, not both."},
    {Holder::Capsule, "radius", ShapeRadius, Type::Number, "m", true, "Of both ends (documents 001 and 002)."},
    {Holder::Cylinder, "height", ShapeHeight, Type::Number, "m", true, "At least 0."},
    {Holder::Cylinder, "radiusBottom", RadiusBottom, Type::Number, "m", true, "At least 0, not both."},
    {Holder::Cylinder, "radiusTop", RadiusTop, Type::Number, "m", true, "At least 0, not both."},
    {Holder::Cylinder, "radius", ShapeRadius, Type::Number, "m", true, "Of both ends (documents 001 and 002)."},
    {Holder::Plane, "sizeX", PlaneSizeX, Type::Number, "m", true, "Above 0, or infinite."},
    {Holder::Plane, "sizeZ", PlaneSizeZ, Type::Number, "m", true, "Above 0, or infinite."},
    {Holder::Plane, "doubleSided", PlaneDoubleSided, Type::Boolean, "", true, "Whether it is solid from below."},
    {Holder::WheelNode, "wheel", DescriptionIndex, Type::Integer, "", false, "Index of its description."},
    {Holder::ThrusterNode, "thruster", DescriptionIndex, Type::Integer, "", false, "Index of its description."},
    {Holder::HoverNode, "hoverThruster", DescriptionIndex, Type::Integer, "", false, "Index of its description."},
    {Holder::Seat, "back", SeatBack, Type::Vector3, "m", true, "Nothing is simulated."},
    {Holder::Seat, "foot", SeatFoot, Type::Vector3, "m", true, "Nothing is simulated."},
    {Holder::Seat, "knee", SeatKnee, Type::Vector3, "m", true, "Nothing is simulated."},
    {Holder::Seat, "angle", SeatAngle, Type::Number, "rad", true, "Nothing is simulated."},
    {Holder::Wheel, "physicsMaterial", TyreMaterial, Type::Integer, "", true, "Index of the tyre's material; -1: the default."},
    {Holder::Wheel, "targetPropulsionForceRatio", PropulsionRatio, Type::Number, "", true, "-1 to 1, where no vehicle commands it."},
    {Holder::Wheel, "currentForceRatio", PropulsionRatio, Type::Number, "", true, "The same in document 000."},
    {Holder::Wheel, "targetSteeringRatio", SteeringRatio, Type::Number, "", true, "-1 to 1, where no vehicle commands it."},
    {Holder::Wheel, "currentSteeringRatio", SteeringRatio, Type::Number, "", true, "The same in document 000."},
    {Holder::Wheel, "maxPropulsionForce", MaxPropulsionForce, Type::Number, "N", true, "At least 0."},
    {Holder::Wheel, "maxForce", MaxPropulsionForce, Type::Number, "N", true, "The same in document 000."},
    {Holder::Wheel, "brakingForce", BrakingForce, Type::Number, "N", true, "At least 0."},
    {Holder::Wheel, "maxSteeringAngle", MaxSteeringAngle, Type::Number, "rad", true, "0 to π."},
    {Holder::Wheel, "propulsionForceChangeRate", PropulsionRate, Type::Number, "N/s", true, "Below 0: at once."},
    {Holder::Wheel, "steeringChangeRate", SteeringRate, Type::Number, "rad/s", true, "Below 0: at once."},
    {Holder::Wheel, "radius", WheelRadius, Type::Number, "m", true, "Of the tread, above 0."},
    {Holder::Wheel, "width", WheelWidth, Type::Number, "m", true, "Of the tread, at least 0."},
    {Holder::Wheel, "suspensionStiffness", SuspensionStiffness, Type::Number, "N/m", true, "Of its spring, at least 0."},
    {Holder::Wheel, "suspensionDampingCompression", SuspensionCompression, Type::Number, "N·s/m", true, "While it is pressed together, at least 0."},
    {Holder::Wheel, "suspensionDampingRebound", SuspensionRebound, Type::Number, "N·s/m", true, "While it extends, at least 0."},
    {Holder::Wheel, "suspensionTravel", SuspensionTravel, Type::Number, "m", true, "Of its spring, at least 0. Where it was compressed more, it stands at its end."},
    {Holder::Thruster, "targetForceRatio", ThrustRatio, Type::Number, "", true, "0 to 1, where no vehicle commands it."},
    {Holder::Thruster, "maxForce", MaxThrust, Type::Number, "N", true, "At least 0."},
    {Holder::Thruster, "forceChangeRate", ThrustRate, Type::Number, "N/s", true, "Below 0: at once."},
    {Holder::Thruster, "maxGimbal", MaxGimbal, Type::Number, "rad", true, "The largest angle, 0 to π."},
    {Holder::Thruster, "gimbalChangeRate", GimbalRate, Type::Number, "rad/s", true, "Below 0: at once."},
    {Holder::Thruster, "linearGimbalAdjustRatio", GimbalAdjustRatio, Type::Number, "", true, "0 to 1."},
    {Holder::Thruster, "targetGimbalRatio", GimbalRatio, Type::Vector2, "", true, "-1 to 1 about its X and Y."},
    {Holder::HoverThruster, "targetHoverRatio", ThrustRatio, Type::Number, "", true, "0 to 1, where no vehicle commands it."},
    {Holder::HoverThruster, "maxHoverEnergy", MaxThrust, Type::Number, "N·m", true, "At least 0."},
    {Holder::HoverThruster, "hoverEnergyChangeRate", ThrustRate, Type::Number, "N·m/s", true, "Below 0: at once."},
    {Holder::HoverThruster, "maxGimbal", MaxGimbal, Type::Number, "rad", true, "The largest angle, 0 to π."},
    {Holder::HoverThruster, "gimbalChangeRate", GimbalRate, Type::Number, "rad/s", true, "Below 0: at once."},
    {Holder::HoverThruster, "linearGimbalAdjustRatio", GimbalAdjustRatio, Type::Number, "", true, "0 to 1."},
    {Holder::HoverThruster, "targetGimbalRatio", GimbalRatio, Type::Vector2, "", true, "-1 to 1 about its X and Y."},
    {Holder::Vehicle, "linearActivation", LinearActivation, Type::Vector3, "", true, "-1 to 1 along its axes."},
    {Holder::Vehicle, "angularActivation", AngularActivation, Type::Vector3, "", true, "-1 to 1 about its axes."},
    {Holder::Vehicle, "gyroTorque", GyroTorque, Type::Vector3, "N·m", true, "At least 0 about each axis."},
    {Holder::Vehicle, "maxSpeed", MaxSpeed, Type::Number, "m/s", true, "At least 0."},
    {Holder::Vehicle, "linearDampeners", LinearDampeners, Type::Boolean, "", true, "Whether it stops where there is no input."},
    {Holder::Vehicle, "angularDampeners", AngularDampeners, Type::Boolean, "", true, "Whether it stops turning where there is no input."},
    {Holder::Vehicle, "useThrottle", UseThrottle, Type::Boolean, "", true, "Whether inputs are shares of the largest speed."},
    {Holder::Volume, "gravity", GravityStrength, Type::Number, "m/s²", true, "Of a volume that acts; below 0 it repels."},
    {Holder::Volume, "priority", VolumePriority, Type::Integer, "", true, "Higher ones act first."},
    {Holder::Volume, "replace", VolumeReplaces, Type::Boolean, "", true, "Whether the volumes before it do not count."},
    {Holder::Volume, "stop", VolumeStops, Type::Boolean, "", true, "Whether the volumes after it and the world's gravity do not count."},
    {Holder::DirectionalVolume, "direction", GravityDirection, Type::Vector3, "", true, "Along the node's axes; any length but 0."},
    {Holder::RoundVolume, "radius", VolumeRadius, Type::Number, "m", true, "Of the circle, at least 0. `torus` too."},
    {Holder::RoundVolume, "unitDistance", VolumeUnitDistance, Type::Number, "m", true, "At least 0. `torus` too."},
    {Holder::DistantVolume, "unitDistance", VolumeUnitDistance, Type::Number, "m", true, "At least 0. `line` and `shaped` too."},
    {Holder::LinePoints, "{}", PointCoordinate, Type::Number, "m", true, "One coordinate; an animation drives `points` as a whole too."},
    {Holder::Gravity, "gravity", GravityStrength, Type::Number, "m/s²", true, "The world's."},
    {Holder::Gravity, "direction", GravityDirection, Type::Vector3, "", true, "The world's; any length but 0."},
};
// clang-format on

}  // namespace

std::span<const PropertyRow> propertyRows() {
  return kRows;
}

std::string_view placeOf(Holder holder) {
  switch (holder) {
    case Holder::Node:
      return "/nodes/{}";
    case Holder::Animation:
      return "/animations/{}/extensions/…";
    case Holder::Motion:
      return "/nodes/{}/extensions/…/motion";
    case Holder::Material:
      return "/extensions/…/physicsMaterials/{}";
    case Holder::Limit:
      return "/extensions/…/physicsJoints/{}/limits/{}";
    case Holder::Drive:
      return "/extensions/…/physicsJoints/{}/drives/{}";
    case Holder::Joint:
      return "/nodes/{}/extensions/…/joint";
    case Holder::Box:
      return "/extensions/…/shapes/{}/box";
    case Holder::Sphere:
      return "/extensions/…/shapes/{}/sphere";
    case Holder::Capsule:
      return "/extensions/…/shapes/{}/capsule";
    case Holder::Cylinder:
      return "/extensions/…/shapes/{}/cylinder";
    case Holder::Plane:
      return "/extensions/…/shapes/{}/plane";
    case Holder::Wheel:
      return "/extensions/…/wheels/{}";
    case Holder::Thruster:
      return "/extensions/…/thrusters/{}";
    case Holder::HoverThruster:
      return "/extensions/…/hoverThrusters/{}";
    case Holder::WheelNode:
    case Holder::ThrusterNode:
    case Holder::HoverNode:
    case Holder::Seat:
    case Holder::Vehicle:
      return "/nodes/{}/extensions/…";
    case Holder::Volume:
      return "/nodes/{}/extensions/…";
    case Holder::DirectionalVolume:
      return "/nodes/{}/extensions/…/directional";
    case Holder::RoundVolume:
      return "/nodes/{}/extensions/…/disc";
    case Holder::DistantVolume:
      return "/nodes/{}/extensions/…/point";
    case Holder::LinePoints:
      return "/nodes/{}/extensions/…/line/points";
    case Holder::Gravity:
      break;
  }
  return "/extensions/…";
}

}  // namespace carom::world
