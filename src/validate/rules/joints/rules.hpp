// Rules about: joints.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsNoEffect;
extern const Rule kPhysicsOverridden;
extern const Rule kPhysicsJointImmovable;
extern const Rule kPhysicsJointPlace;
extern const Rule kPhysicsJointApart;
extern const Rule kPhysicsDriveLocked;
extern const Rule kPhysicsDriveTarget;
extern const Rule kPhysicsJointLoop;

std::span<const Rule* const> jointsRules();

}  // namespace carom::validate::rules
