#include "dialect/families/omi_physics_joint/tables.hpp"

#include "dialect/tables/rigid_body_fields.hpp"

namespace carom::dialect::omi_physics_joint {

namespace {

constexpr std::string_view kDocument = "OMI_physics_joint";
constexpr std::string_view kDocument1 = "document 001 (OMI_physics_joint until September 2024)";

// clang-format off
constexpr Field kOmiLinearAxes = {
    .key = Key::LinearAxes, .name = "linearAxes", .type = FieldType::Axes,
    .about = "Axes along which movement is limited (0 = X, 1 = Y, 2 = Z).", .absent = "none", .empty_allowed = true};
constexpr Field kOmiAngularAxes = {
    .key = Key::AngularAxes, .name = "angularAxes", .type = FieldType::Axes,
    .about = "Axes about which rotation is limited.", .absent = "none", .empty_allowed = true};
/// Negative: infinite.
constexpr Field kOmiStiffness = {
    .key = Key::Stiffness, .name = "stiffness", .type = FieldType::Number,
    .about = "Spring constant outside the range; negative: infinite.", .unit = "N/m or N·m/rad",
    .absent = "infinite: a hard limit"};
constexpr Field kOmiMaxForce = {
    .key = Key::MaxForce, .name = "maxForce", .type = FieldType::Number,
    .about = "Largest force or torque; negative: unlimited.", .unit = "N or N·m", .absent = "unlimited",
    .infinity_allowed = true};

constexpr Field kLimitFields[] = {
    kOmiLinearAxes, kOmiAngularAxes, kLimitMinimum, kLimitMaximum, kOmiStiffness, kLimitDamping,
};

constexpr Field kOmiDriveFields[] = {
    kDriveType, kDriveMode, kDriveAxis, kOmiMaxForce, kPositionTarget, kVelocityTarget, kDriveStiffness, kDriveDamping,
};

constexpr Field kJointDescriptionFields[] = {
    {.key = Key::Limits, .name = "limits", .type = FieldType::Objects, .about = "Limits of the relative pose.",
     .absent = "none", .table = &kLimit},
    {.key = Key::Drives, .name = "drives", .type = FieldType::Objects, .about = "Drives of the relative pose.",
     .absent = "none", .table = &kDrive},
    kMaterialName,
};

constexpr Field kNodeFields[] = {kJointIndex, kConnectedNode, kEnableCollision};

constexpr Field kConstraintFields[] = {
    kOmiLinearAxes, kOmiAngularAxes,
    {.key = Key::Minimum, .name = "lowerLimit", .type = FieldType::Number, .about = "Smallest distance or angle.",
     .unit = "m or rad", .fallback = 0},
    {.key = Key::Maximum, .name = "upperLimit", .type = FieldType::Number, .about = "Largest distance or angle.",
     .unit = "m or rad", .fallback = 0},
    {.key = Key::Stiffness, .name = "stiffness", .type = FieldType::Number, .about = "Spring constant outside the range.",
     .unit = "N/m or N·m/rad", .absent = "infinite: a hard limit", .range = kPositive, .infinity_allowed = true},
    {.key = Key::Damping, .name = "damping", .type = FieldType::Number, .about = "Damping outside the range.",
     .unit = "N·s/m or N·m·s/rad", .fallback = 1, .range = kNotNegative},
    kMaterialName,
};

constexpr Field kConstraintNodeFields[] = {
    {.key = Key::Constraints, .name = "constraints", .type = FieldType::Indices,
     .about = "Constraints of the joint; if several limit the same axis, the last one is used.", .target = Target::Constraint,
     .required = true},
    {.key = Key::NodeA, .name = "nodeA", .type = FieldType::Index, .about = "One body.", .target = Target::Node,
     .required = true},
    {.key = Key::NodeB, .name = "nodeB", .type = FieldType::Index, .about = "The other body.", .target = Target::Node,
     .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::PhysicsJoints, .name = "physicsJoints", .type = FieldType::Objects,
     .about = "Limits and drives that joints name by index.", .absent = "none", .table = &kJointDescription,
     .dialects = "omi"},
    {.key = Key::Constraints, .name = "constraints", .type = FieldType::Objects,
     .about = "Constraints that joints name by index.", .absent = "none", .table = &kConstraint,
     .dialects = "joint-v1"},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_physics_joint", "/extensions/OMI_physics_joint", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_physics_joint", kDocument, "Joint Node", kNodeFields};
const Table kJointDescription = {kExtension, "physics joint", "/extensions/OMI_physics_joint/physicsJoints/*", kDocument, "Joint Settings", kJointDescriptionFields};
const Table kLimit = {kExtension, "joint limit", "/extensions/OMI_physics_joint/physicsJoints/*/limits/*", kDocument, "Joint Limits", kLimitFields};
const Table kDrive = {kExtension, "joint drive", "/extensions/OMI_physics_joint/physicsJoints/*/drives/*", kDocument, "Joint Drives", kOmiDriveFields};
const Table kConstraint = {kExtension, "joint constraint", "/extensions/OMI_physics_joint/constraints/*", kDocument1, "glTF Schema Updates", kConstraintFields};
const Table kConstraintNode = {kExtension, "node extension with constraints", "/nodes/*/extensions/OMI_physics_joint", kDocument1, "glTF Schema Updates", kConstraintNodeFields};
// clang-format on

}  // namespace carom::dialect::omi_physics_joint
