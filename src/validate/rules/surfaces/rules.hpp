// Rules about: materials and collision filters.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsFilterNever;
extern const Rule kPhysicsFilterAlways;
extern const Rule kPhysicsFilterAsymmetric;
extern const Rule kPhysicsFilterUnknownSystem;
extern const Rule kPhysicsFilterReadings;
extern const Rule kPhysicsFrictionHigh;

std::span<const Rule* const> surfacesRules();

}  // namespace carom::validate::rules
