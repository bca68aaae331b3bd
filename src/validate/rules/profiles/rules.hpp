// Rules about: what an engine's importer does otherwise.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kPhysicsProfileRefused;
extern const Rule kPhysicsProfileDropped;
extern const Rule kPhysicsProfileDifferent;
extern const Rule kPhysicsProfileApproximated;

std::span<const Rule* const> profilesRules();

}  // namespace carom::validate::rules
