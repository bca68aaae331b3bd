// Rules about: units.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsUnitsLength;
extern const Rule kPhysicsUnitsAngle;
extern const Rule kPhysicsUnitsMass;

std::span<const Rule* const> unitsRules();

}  // namespace carom::validate::rules
