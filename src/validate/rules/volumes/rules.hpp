// Rules about: triggers and gravity.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsCompound;
extern const Rule kPhysicsCompoundNested;
extern const Rule kPhysicsTriggerNever;
extern const Rule kPhysicsGravityStrong;

std::span<const Rule* const> volumesRules();

}  // namespace carom::validate::rules
