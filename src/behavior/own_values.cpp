#include "behavior/own_values.hpp"

#include <algorithm>
#include <string>

#include "behavior/pointer_text.hpp"
#include "behavior/program.hpp"

namespace carom::behavior {

std::optional<Value> ownConstant(std::string_view pointer, const BehaviorLimits& limits) {
  if (!pointer.starts_with(kOwnPointers)) return std::nullopt;
  pointer.remove_prefix(kOwnPointers.size());
  const auto whole = [](std::uint32_t number) {
    return Value::of(static_cast<std::int32_t>(std::min(number, std::uint32_t(2147483647))));
  };
  if (pointer == "asset/majorVersion") return whole(2);
  if (pointer == "asset/minorVersion") return whole(0);
  if (pointer == "limits/maxActiveAnimations") return whole(limits.animations);
  if (pointer == "limits/maxActiveDelays") return whole(limits.delays);
  if (pointer == "limits/maxActivePropertyInterpolations") return whole(limits.pointer_interpolations);
  if (pointer == "limits/maxActiveVariableInterpolations") return whole(limits.variable_interpolations);
  // Nothing is shown, so there is no active camera.
  if (pointer == "activeCamera/rotation") return defaultValue(ValueType::Vector4);
  if (pointer == "activeCamera/position") return defaultValue(ValueType::Vector3);
  for (const std::string_view name :
       {"perspective/aspectRatio", "perspective/yfov", "perspective/znear", "perspective/zfar",
        "orthographic/xmag", "orthographic/ymag", "orthographic/znear", "orthographic/zfar"}) {
    if (pointer == "activeCamera/" + std::string(name)) return defaultValue(ValueType::Number);
  }
  return std::nullopt;
}

}  // namespace carom::behavior
