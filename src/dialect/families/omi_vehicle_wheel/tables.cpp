#include "dialect/families/omi_vehicle_wheel/tables.hpp"

#include "dialect/tables/vehicle_fields.hpp"

namespace carom::dialect::omi_vehicle_wheel {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_wheel";
constexpr std::string_view kDocument0 = "document 000 (OMI_vehicle_wheel until February 2026)";

// clang-format off
constexpr Field kRadius = {
    .key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Radius of the wheel about its local X.",
    .unit = "m", .fallback = 0.25, .range = kPositive, .section = "Radius"};
constexpr Field kWidth = {
    .key = Key::Width, .name = "width", .type = FieldType::Number, .about = "Width of the wheel along its local X.",
    .unit = "m", .fallback = 0.125, .range = kNotNegative, .section = "Width"};
constexpr Field kMaxSteeringAngle = {
    .key = Key::MaxSteeringAngle, .name = "maxSteeringAngle", .type = FieldType::Number,
    .about = "Largest steering angle to either side.", .unit = "rad", .fallback = 0, .range = kHalfTurn,
    .section = "Max Steering Angle"};
constexpr Field kPhysicsMaterial = {
    .key = Key::PhysicsMaterial, .name = "physicsMaterial", .type = FieldType::Index,
    .about = "Material of the tyre: of KHR_physics_rigid_bodies, or of OMI_physics_body where the former has none.",
    .absent = "the material's defaults", .target = Target::Material, .none_allowed = true, .section = "Physics Material"};
constexpr Field kSuspensionStiffness = {
    .key = Key::SuspensionStiffness, .name = "suspensionStiffness", .type = FieldType::Number,
    .about = "Spring constant of the suspension.", .unit = "N/m", .fallback = 20000, .range = kPositive,
    .section = "Suspension Stiffness"};
constexpr Field kSuspensionDampingCompression = {
    .key = Key::SuspensionDampingCompression, .name = "suspensionDampingCompression", .type = FieldType::Number,
    .about = "Damping while the suspension is compressed.", .unit = "N·s/m", .fallback = 2000, .range = kNotNegative,
    .section = "Suspension Damping Compression"};
constexpr Field kSuspensionDampingRebound = {
    .key = Key::SuspensionDampingRebound, .name = "suspensionDampingRebound", .type = FieldType::Number,
    .about = "Damping while the suspension extends.", .unit = "N·s/m", .fallback = 2000, .range = kNotNegative,
    .section = "Suspension Damping Rebound"};
constexpr Field kSuspensionTravel = {
    .key = Key::SuspensionTravel, .name = "suspensionTravel", .type = FieldType::Number,
    .about = "How far the wheel can move up from its unloaded position.", .unit = "m", .fallback = 0.25, .range = kNotNegative,
    .section = "Suspension Travel"};

constexpr Field kWheelFields[] = {
    kRadius, kWidth,
    {.key = Key::MaxPropulsionForce, .name = "maxPropulsionForce", .type = FieldType::Number,
     .about = "Largest propulsion force.", .unit = "N", .fallback = 0, .range = kNotNegative,
     .misspelling = "maxForce", .section = "Max Propulsion Force"},
    {.key = Key::BrakingForce, .name = "brakingForce", .type = FieldType::Number,
     .about = "Largest braking force; negative: the propulsion force.", .unit = "N", .fallback = -1,
     .section = "Braking Force"},
    {.key = Key::PropulsionForceChangeRate, .name = "propulsionForceChangeRate", .type = FieldType::Number,
     .about = "Rate at which the force changes; negative: instant.", .unit = "N/s", .fallback = -1,
     .section = "Property Summary"},
    {.key = Key::TargetPropulsionForceRatio, .name = "targetPropulsionForceRatio", .type = FieldType::Number,
     .about = "Target force as a fraction of the propulsion force, -1 to 1. A vehicle above overrides this.", .fallback = 0,
     .misspelling = "currentForceRatio", .section = "Target Propulsion Force Ratio"},
    kMaxSteeringAngle,
    {.key = Key::SteeringChangeRate, .name = "steeringChangeRate", .type = FieldType::Number,
     .about = "Rate at which the steering angle changes; negative: instant.", .unit = "rad/s", .fallback = 1,
     .section = "Property Summary"},
    {.key = Key::TargetSteeringRatio, .name = "targetSteeringRatio", .type = FieldType::Number,
     .about = "Target steering as a fraction of the largest angle, -1 to 1, left positive. A vehicle above overrides this.",
     .fallback = 0, .misspelling = "currentSteeringRatio", .section = "Target Steering Ratio"},
    kSuspensionStiffness, kSuspensionDampingCompression, kSuspensionDampingRebound, kSuspensionTravel, kPhysicsMaterial,
};

constexpr Field kWheelV1Fields[] = {
    kRadius, kWidth,
    {.key = Key::MaxPropulsionForce, .name = "maxForce", .type = FieldType::Number,
     .about = "Largest propulsion and braking force.", .unit = "N", .fallback = 0, .range = kNotNegative},
    {.key = Key::TargetPropulsionForceRatio, .name = "currentForceRatio", .type = FieldType::Number,
     .about = "Target force as a fraction of the propulsion force, -1 to 1. A vehicle above overrides this.", .fallback = 0},
    kMaxSteeringAngle,
    {.key = Key::TargetSteeringRatio, .name = "currentSteeringRatio", .type = FieldType::Number,
     .about = "Target steering as a fraction of the largest angle, -1 to 1, left positive. A vehicle above overrides this.",
     .fallback = 0},
    kSuspensionStiffness, kSuspensionDampingCompression, kSuspensionDampingRebound, kSuspensionTravel, kPhysicsMaterial,
};

constexpr Field kNodeFields[] = {
    {.key = Key::Wheel, .name = "wheel", .type = FieldType::Index, .about = "The wheel's description.",
     .target = Target::Wheel, .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::Wheels, .name = "wheels", .type = FieldType::Objects, .about = "Wheels that nodes name by index.",
     .table = &kWheel, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_vehicle_wheel", "/extensions/OMI_vehicle_wheel", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_vehicle_wheel", kDocument, "glTF Schema Updates", kNodeFields};
const Table kWheel = {kExtension, "wheel", "/extensions/OMI_vehicle_wheel/wheels/*", kDocument, "Property Summary", kWheelFields};
const Table kWheelV1 = {kExtension, "wheel of document 000", "/extensions/OMI_vehicle_wheel/wheels/*", kDocument0, "Property Summary", kWheelV1Fields};
// clang-format on

}  // namespace carom::dialect::omi_vehicle_wheel
