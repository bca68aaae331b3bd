#include "dialect/families/omi_vehicle_thruster/tables.hpp"

#include "dialect/tables/vehicle_fields.hpp"

namespace carom::dialect::omi_vehicle_thruster {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_thruster";

// clang-format off
constexpr Field kThrusterFields[] = {
    {.key = Key::MaxThrust, .name = "maxForce", .type = FieldType::Number, .about = "Most it can push with, along its local +Z.",
     .unit = "N", .range = kNotNegative, .required = true, .section = "Max Force"},
    {.key = Key::ThrustChangeRate, .name = "forceChangeRate", .type = FieldType::Number,
     .about = "How fast that changes; negative: at once.", .unit = "N/s", .fallback = -1,
     .section = "Property Summary"},
    {.key = Key::TargetThrustRatio, .name = "targetForceRatio", .type = FieldType::Number,
     .about = "What part of it is used, 0 to 1. A vehicle above it sets this.", .fallback = 0, .range = kNotNegative,
     .section = "Target Force Ratio"},
    kMaxGimbal, kGimbalChangeRate, kTargetGimbalRatio, linearGimbalAdjustRatio(0),
};

constexpr Field kNodeFields[] = {
    {.key = Key::Thruster, .name = "thruster", .type = FieldType::Index, .about = "Which thruster it is.",
     .target = Target::Thruster, .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::Thrusters, .name = "thrusters", .type = FieldType::Objects,
     .about = "Thrusters that nodes name by index.", .table = &kThruster, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_vehicle_thruster", "/extensions/OMI_vehicle_thruster", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_vehicle_thruster", kDocument, "glTF Schema Updates", kNodeFields};
const Table kThruster = {kExtension, "thruster", "/extensions/OMI_vehicle_thruster/thrusters/*", kDocument, "Property Summary", kThrusterFields};
// clang-format on

}  // namespace carom::dialect::omi_vehicle_thruster
