#include "dialect/families/omi_vehicle_body/tables.hpp"

namespace carom::dialect::omi_vehicle_body {

namespace {

constexpr std::string_view kDocument = "OMI_vehicle_body";

// clang-format off
constexpr Field kVehicleFields[] = {
    {.key = Key::AngularActivation, .name = "angularActivation", .type = FieldType::Vector3,
     .about = "Desired rotation about the vehicle's X, Y and Z, each -1 to 1.", .fallback = 0, .section = "Angular Activation"},
    {.key = Key::LinearActivation, .name = "linearActivation", .type = FieldType::Vector3,
     .about = "Desired motion along the vehicle's X, Y and Z, each -1 to 1.", .fallback = 0, .section = "Linear Activation"},
    {.key = Key::GyroTorque, .name = "gyroTorque", .type = FieldType::Vector3,
     .about = "Largest gyroscope torque about the vehicle's X, Y and Z.", .unit = "N·m", .fallback = 0, .range = kNotNegative,
     .section = "Gyro Torque"},
    {.key = Key::MaxSpeed, .name = "maxSpeed", .type = FieldType::Number,
     .about = "Speed beyond which propulsion stops; negative: unlimited.", .unit = "m/s", .fallback = -1,
     .section = "Max Speed"},
    {.key = Key::PilotSeat, .name = "pilotSeat", .type = FieldType::Index, .about = "Node of the driver's seat.",
     .absent = "none", .target = Target::Node, .none_allowed = true, .section = "Pilot Seat"},
    {.key = Key::AngularDampeners, .name = "angularDampeners", .type = FieldType::Boolean,
     .about = "Whether rotation stops about axes without activation.", .fallback = 1, .section = "Angular Dampeners"},
    {.key = Key::LinearDampeners, .name = "linearDampeners", .type = FieldType::Boolean,
     .about = "Whether motion stops along axes without activation.", .fallback = 1, .section = "Linear Dampeners"},
    {.key = Key::UseThrottle, .name = "useThrottle", .type = FieldType::Boolean,
     .about = "Whether linear activation is a fraction of `maxSpeed` (if given) and keeps its value.",
     .fallback = 0, .section = "Use Throttle"},
};

}  // namespace

const Table kVehicle = {kExtension, "vehicle", "/nodes/*/extensions/OMI_vehicle_body", kDocument, "Property Summary", kVehicleFields};
// clang-format on

}  // namespace carom::dialect::omi_vehicle_body
