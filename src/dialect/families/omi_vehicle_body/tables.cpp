#include "dialect/families/omi_vehicle_body/tables.hpp"

namespace carom::dialect::omi_vehicle_body {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_body";

// clang-format off
constexpr Field kVehicleFields[] = {
    {.key = Key::AngularActivation, .name = "angularActivation", .type = FieldType::Vector3,
     .about = "How much it is to turn about its own X, Y and Z, each -1 to 1.", .fallback = 0, .section = "Angular Activation"},
    {.key = Key::LinearActivation, .name = "linearActivation", .type = FieldType::Vector3,
     .about = "How much it is to move along its own X, Y and Z, each -1 to 1.", .fallback = 0, .section = "Linear Activation"},
    {.key = Key::GyroTorque, .name = "gyroTorque", .type = FieldType::Vector3,
     .about = "Most it can turn itself with about its own X, Y and Z.", .unit = "N·m", .fallback = 0, .range = kNotNegative,
     .section = "Gyro Torque"},
    {.key = Key::MaxSpeed, .name = "maxSpeed", .type = FieldType::Number,
     .about = "Speed beyond which it drives no further; negative: none.", .unit = "m/s", .fallback = -1,
     .section = "Max Speed"},
    {.key = Key::PilotSeat, .name = "pilotSeat", .type = FieldType::Index, .about = "The node of the seat of who drives it.",
     .absent = "none", .target = Target::Node, .none_allowed = true, .section = "Pilot Seat"},
    {.key = Key::AngularDampeners, .name = "angularDampeners", .type = FieldType::Boolean,
     .about = "Whether it stops turning about axes without activation.", .fallback = 1, .section = "Angular Dampeners"},
    {.key = Key::LinearDampeners, .name = "linearDampeners", .type = FieldType::Boolean,
     .about = "Whether it stops moving along axes without activation.", .fallback = 1, .section = "Linear Dampeners"},
    {.key = Key::UseThrottle, .name = "useThrottle", .type = FieldType::Boolean,
     .about = "Whether linear activation is a part of `maxSpeed` where that is given, and stays where it was put.",
     .fallback = 0, .section = "Use Throttle"},
};

}  // namespace

const Table kVehicle = {kExtension, "vehicle", "/nodes/*/extensions/OMI_vehicle_body", kDocument, "Property Summary", kVehicleFields};
// clang-format on

}  // namespace carom::dialect::omi_vehicle_body
