// Fields that the families of rigid body extensions share. A table is put together from these and from its
// own.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect {

/// The same field with another default.
constexpr Field withFallback(Field field, double fallback) {
  field.fallback = fallback;
  field.absent = "";
  return field;
}
/// The same field with -1 for "none".
constexpr Field orNone(Field field) {
  field.none_allowed = true;
  return field;
}
/// The same field with another range.
constexpr Field within(Field field, Range range) {
  field.range = range;
  return field;
}
/// The same field under another name.
constexpr Field renamed(Field field, std::string_view name) {
  field.name = name;
  return field;
}

// clang-format off
inline constexpr Field kIsKinematic = {
    .key = Key::IsKinematic, .name = "isKinematic", .type = FieldType::Boolean,
    .about = "Moved only by its velocity or animation, as if its mass were infinite.", .fallback = 0};
inline constexpr Field kMass = {
    .key = Key::Mass, .name = "mass", .type = FieldType::Number, .about = "Mass.", .unit = "kg",
    .absent = "computed from the colliders", .range = kPositive, .zero_is_infinite = true};
inline constexpr Field kCenterOfMass = {
    .key = Key::CenterOfMass, .name = "centerOfMass", .type = FieldType::Vector3,
    .about = "Centre of mass in node space.", .unit = "m", .absent = "computed from the colliders"};
inline constexpr Field kInertiaDiagonal = {
    .key = Key::InertiaDiagonal, .name = "inertiaDiagonal", .type = FieldType::Vector3,
    .about = "Principal moments of inertia about the centre of mass.", .unit = "kg·m²",
    .absent = "computed from the colliders", .range = kPositive, .zero_is_infinite = true,
    .misspelling = "inertialDiagonal"};
inline constexpr Field kInertiaOrientation = {
    .key = Key::InertiaOrientation, .name = "inertiaOrientation", .type = FieldType::Quaternion,
    .about = "Rotation from the principal axes to node space.", .absent = "[0, 0, 0, 1]",
    .misspelling = "inertialOrientation"};
inline constexpr Field kLinearVelocity = {
    .key = Key::LinearVelocity, .name = "linearVelocity", .type = FieldType::Vector3,
    .about = "Initial velocity in node space.", .unit = "m/s", .fallback = 0};
inline constexpr Field kAngularVelocity = {
    .key = Key::AngularVelocity, .name = "angularVelocity", .type = FieldType::Vector3,
    .about = "Initial angular velocity in node space.", .unit = "rad/s", .fallback = 0};
inline constexpr Field kGravityFactor = {
    .key = Key::GravityFactor, .name = "gravityFactor", .type = FieldType::Number,
    .about = "Factor of the scene's gravity; may be negative.", .fallback = 1};

inline constexpr Field kPhysicsMaterial = {
    .key = Key::PhysicsMaterial, .name = "physicsMaterial", .type = FieldType::Index,
    .about = "Surface material.", .absent = "the material's defaults", .target = Target::Material};
inline constexpr Field kCollisionFilter = {
    .key = Key::CollisionFilter, .name = "collisionFilter", .type = FieldType::Index,
    .about = "Collision filter.", .absent = "everything", .target = Target::Filter};

inline constexpr Field kConnectedNode = {
    .key = Key::ConnectedNode, .name = "connectedNode", .type = FieldType::Index,
    .about = "Node whose frame is the other side of the joint.", .target = Target::Node, .required = true};
inline constexpr Field kJointIndex = {
    .key = Key::JointDescription, .name = "joint", .type = FieldType::Index, .about = "The limits and drives.",
    .target = Target::Joint, .required = true};
inline constexpr Field kEnableCollision = {
    .key = Key::EnableCollision, .name = "enableCollision", .type = FieldType::Boolean,
    .about = "Whether the two joined bodies collide with each other.", .fallback = 0};

inline constexpr Field kStaticFriction = {
    .key = Key::StaticFriction, .name = "staticFriction", .type = FieldType::Number,
    .about = "Coulomb coefficient at rest.", .fallback = 0.6, .range = kNotNegative};
inline constexpr Field kDynamicFriction = {
    .key = Key::DynamicFriction, .name = "dynamicFriction", .type = FieldType::Number,
    .about = "Coulomb coefficient while sliding.", .fallback = 0.6, .range = kNotNegative};
inline constexpr Field kRestitution = {
    .key = Key::Restitution, .name = "restitution", .type = FieldType::Number,
    .about = "Speed after an impact over the speed before it; 0 to 1 in nature.", .fallback = 0,
    .range = kNotNegative};
inline constexpr Field kMaterialName = {
    .key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for display.", .absent = "unnamed"};

inline constexpr Field kFilterFields[] = {
    {.key = Key::CollisionSystems, .name = "collisionSystems", .type = FieldType::Strings,
     .about = "Collision systems that the collider is a member of.", .absent = "member of none"},
    {.key = Key::CollideWithSystems, .name = "collideWithSystems", .type = FieldType::Strings,
     .about = "The collider collides only with members of these. Excludes notCollideWithSystems.",
     .absent = "no restriction"},
    {.key = Key::NotCollideWithSystems, .name = "notCollideWithSystems", .type = FieldType::Strings,
     .about = "The collider does not collide with members of these. Excludes collideWithSystems.",
     .absent = "no restriction"},
    kMaterialName,
};

inline constexpr Field kLinearAxes = {
    .key = Key::LinearAxes, .name = "linearAxes", .type = FieldType::Axes,
    .about = "Axes along which movement is limited (0 = X, 1 = Y, 2 = Z); one, two or three make a plane, a line or a "
             "point. Exactly one of linearAxes and angularAxes.", .absent = "angularAxes is given"};
inline constexpr Field kAngularAxes = {
    .key = Key::AngularAxes, .name = "angularAxes", .type = FieldType::Axes,
    .about = "Axes about which rotation is limited; one, two or three make a twist, a cone or a total angle. Exactly "
             "one of linearAxes and angularAxes.", .absent = "linearAxes is given"};
inline constexpr Field kLimitMinimum = {
    .key = Key::Minimum, .name = "min", .type = FieldType::Number, .about = "Smallest distance or angle.",
    .unit = "m or rad", .absent = "unbounded"};
inline constexpr Field kLimitMaximum = {
    .key = Key::Maximum, .name = "max", .type = FieldType::Number, .about = "Largest distance or angle.",
    .unit = "m or rad", .absent = "unbounded"};
inline constexpr Field kLimitStiffness = {
    .key = Key::Stiffness, .name = "stiffness", .type = FieldType::Number,
    .about = "Spring constant outside the range.", .unit = "N/m or N·m/rad", .absent = "infinite: a hard limit",
    .range = kNotNegative};
inline constexpr Field kLimitDamping = {
    .key = Key::Damping, .name = "damping", .type = FieldType::Number, .about = "Damping outside the range.",
    .unit = "N·s/m or N·m·s/rad", .fallback = 0, .range = kNotNegative};

inline constexpr std::string_view kCombineModes[] = {"average", "minimum", "maximum", "multiply"};
inline constexpr std::string_view kDriveTypes[] = {"linear", "angular"};
inline constexpr std::string_view kDriveModes[] = {"force", "acceleration"};

inline constexpr std::string_view kOtherCombines = "the other surface's mode, average when it names none either";
inline constexpr Field kMaterialFields[] = {
    kStaticFriction, kDynamicFriction, kRestitution,
    {.key = Key::FrictionCombine, .name = "frictionCombine", .type = FieldType::Choice,
     .about = "How the frictions of two surfaces combine.", .absent = kOtherCombines, .choices = kCombineModes,
     .absent_names_none = true},
    {.key = Key::RestitutionCombine, .name = "restitutionCombine", .type = FieldType::Choice,
     .about = "How the restitutions of two surfaces combine.", .absent = kOtherCombines, .choices = kCombineModes,
     .absent_names_none = true},
    kMaterialName,
};

inline constexpr Field kDriveType = {
    .key = Key::Type, .name = "type", .type = FieldType::Choice, .about = "Drive along the axis or about it.",
    .required = true, .choices = kDriveTypes, .open_choices = true};
inline constexpr Field kDriveMode = {
    .key = Key::Mode, .name = "mode", .type = FieldType::Choice,
    .about = "Whether the result is a force or an acceleration.", .required = true, .choices = kDriveModes,
    .open_choices = true};
inline constexpr Field kDriveAxis = {
    .key = Key::Axis, .name = "axis", .type = FieldType::Integer, .about = "0 = X, 1 = Y, 2 = Z.", .range = kAxisRange,
    .required = true};
inline constexpr Field kMaxForce = {
    .key = Key::MaxForce, .name = "maxForce", .type = FieldType::Number, .about = "Largest force or torque.",
    .unit = "N or N·m", .absent = "unlimited", .range = kNotNegative, .infinity_allowed = true};
inline constexpr Field kPositionTarget = {
    .key = Key::PositionTarget, .name = "positionTarget", .type = FieldType::Number, .about = "Position to reach.",
    .unit = "m or rad", .absent = "none"};
inline constexpr Field kVelocityTarget = {
    .key = Key::VelocityTarget, .name = "velocityTarget", .type = FieldType::Number, .about = "Velocity to reach.",
    .unit = "m/s or rad/s", .absent = "none"};
inline constexpr Field kDriveStiffness = {
    .key = Key::Stiffness, .name = "stiffness", .type = FieldType::Number,
    .about = "Factor of the distance to the position target.", .unit = "N/m or N·m/rad", .fallback = 0,
    .range = kNotNegative};
inline constexpr Field kDriveDamping = {
    .key = Key::Damping, .name = "damping", .type = FieldType::Number,
    .about = "Factor of the difference to the velocity target.", .unit = "N·s/m or N·m·s/rad", .fallback = 0,
    .range = kNotNegative};
inline constexpr Field kDriveFields[] = {
    kDriveType, kDriveMode, kDriveAxis, kMaxForce, kPositionTarget, kVelocityTarget, kDriveStiffness, kDriveDamping,
};
// clang-format on

}  // namespace carom::dialect
