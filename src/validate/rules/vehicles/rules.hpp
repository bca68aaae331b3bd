// Rules about: vehicles.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsVehiclePowerless;
extern const Rule kPhysicsWheelSag;

std::span<const Rule* const> vehiclesRules();

}  // namespace carom::validate::rules
