// Values that KHR_interactivity adds to the object model and that do not change while a graph runs.
#pragma once

#include <optional>
#include <string_view>

#include "carom/behavior/behavior.hpp"

namespace carom::behavior {

/// KHR_interactivity, "Extending glTF Object Model": all but delays and events. Empty for other pointers.
std::optional<Value> ownConstant(std::string_view pointer, const BehaviorLimits& limits);

}  // namespace carom::behavior
