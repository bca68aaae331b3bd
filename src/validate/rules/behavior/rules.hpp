// Rules about: behaviour graphs.
#pragma once

#include <span>

#include "carom/validate/rule.hpp"

namespace carom::validate::rules {

extern const Rule kBehaviorInvalid;
extern const Rule kBehaviorType;
extern const Rule kBehaviorSocket;
extern const Rule kBehaviorLoop;
extern const Rule kBehaviorPointer;
extern const Rule kBehaviorUnknown;

std::span<const Rule* const> behaviorRules();

}  // namespace carom::validate::rules
