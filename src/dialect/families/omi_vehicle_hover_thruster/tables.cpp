#include "dialect/families/omi_vehicle_hover_thruster/tables.hpp"

#include "dialect/tables/vehicle_fields.hpp"

namespace carom::dialect::omi_vehicle_hover_thruster {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_hover_thruster";

// clang-format off
constexpr Field kThrusterFields[] = {
    {.key = Key::MaxThrust, .name = "maxHoverEnergy", .type = FieldType::Number, .about = "Largest hover energy, force times distance to the ground, along local +Z.",
     .unit = "N·m", .range = kNotNegative, .required = true, .section = "Max Hover Energy"},
    {.key = Key::ThrustChangeRate, .name = "hoverEnergyChangeRate", .type = FieldType::Number,
     .about = "Rate at which the amount changes; negative: instant.", .unit = "N·m/s", .fallback = -1,
     .section = "Property Summary"},
    {.key = Key::TargetThrustRatio, .name = "targetHoverRatio", .type = FieldType::Number,
     .about = "Target as a fraction of the maximum, 0 to 1. A vehicle above overrides this.", .fallback = 0, .range = kNotNegative,
     .section = "Target Hover Ratio"},
    kMaxGimbal, kGimbalChangeRate, kTargetGimbalRatio, linearGimbalAdjustRatio(0.5),
};

constexpr Field kNodeFields[] = {
    {.key = Key::Thruster, .name = "hoverThruster", .type = FieldType::Index, .about = "The hover thruster's description.",
     .target = Target::HoverThruster, .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::Thrusters, .name = "hoverThrusters", .type = FieldType::Objects,
     .about = "Hover thrusters that nodes name by index.", .table = &kThruster, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_vehicle_hover_thruster", "/extensions/OMI_vehicle_hover_thruster", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_vehicle_hover_thruster", kDocument, "glTF Schema Updates", kNodeFields};
const Table kThruster = {kExtension, "hover thruster", "/extensions/OMI_vehicle_hover_thruster/hoverThrusters/*", kDocument, "Property Summary", kThrusterFields};
// clang-format on

}  // namespace carom::dialect::omi_vehicle_hover_thruster
