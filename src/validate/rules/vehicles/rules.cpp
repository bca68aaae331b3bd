#include "validate/rules/vehicles/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsVehiclePowerless{
    "PHYSICS_VEHICLE_POWERLESS", RuleFamily::Vehicles, Grade::Warning, false,
    "A vehicle has neither wheels, thrusters nor gyroscope: nothing can move it.",
    "OMI_vehicle_body",
    "",
    R"(OMI_vehicle_body without wheels)",
    R"(nodes with OMI_vehicle_wheel below it)"};
const Rule kPhysicsWheelSag{
    "PHYSICS_WHEEL_SAG", RuleFamily::Vehicles, Grade::Warning, false,
    "The springs of a vehicle's wheels give way further under its weight than the suspension travels. Make "
    "them stiffer, or the vehicle lighter.",
    "OMI_vehicle_wheel",
    "",
    R"(4 wheels of 1000 N/m under 1500 kg)",
    R"("suspensionStiffness": 40000)"};
// clang-format on

std::span<const Rule* const> vehiclesRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsVehiclePowerless,
      &kPhysicsWheelSag,
  };
  return kRules;
}

}  // namespace carom::validate::rules
