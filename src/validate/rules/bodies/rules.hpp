// Rules about: bodies.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsBodyWithoutCollider;
extern const Rule kPhysicsBodyWithoutMass;
extern const Rule kPhysicsBodyNested;
extern const Rule kPhysicsBodyAnimated;
extern const Rule kPhysicsBodyAnimatedAndMoving;
extern const Rule kPhysicsInertiaImpossible;
extern const Rule kPhysicsDensity;
extern const Rule kPhysicsMassRatio;
extern const Rule kPhysicsVelocity;
extern const Rule kPhysicsMassAssumed;
extern const Rule kPhysicsLimited;

std::span<const Rule* const> bodiesRules();

}  // namespace carom::validate::rules
