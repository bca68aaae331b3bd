#include "dialect/families/omi_vehicle_thruster/tables.hpp"

#include "dialect/tables/vehicle_fields.hpp"

namespace carom::dialect::omi_vehicle_thruster {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_thruster";

// clang-format off
constexpr Field kThrusterFields[] = {
    {.key = Key::MaxThrust, .name = "maxForce", .type = FieldType::Number, .about = "Largest force, along local +Z.",
     .unit = "N", .range = kNotNegative, .required = true, .section = "Max Force"},
    {.key = Key::ThrustChangeRate, .name = "forceChangeRate", .type = FieldType::Number,
     .about = "Rate at which the amount changes; negative: instant.", .unit = "N/s", .fallback = -1,
     .section = "Property Summary"},
    {.key = Key::TargetThrustRatio, .name = "targetForceRatio", .type = FieldType::Number,
     .about = "Target as a fraction of the maximum, 0 to 1. A vehicle above overrides this.", .fallback = 0, .range = kNotNegative,
     .section = "Target Force Ratio"},
    kMaxGimbal, kGimbalChangeRate, kTargetGimbalRatio, linearGimbalAdjustRatio(0),
};

constexpr Field kNodeFields[] = {
    {.key = Key::Thruster, .name = "thruster", .type = FieldType::Index, .about = "The thruster's description.",
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
