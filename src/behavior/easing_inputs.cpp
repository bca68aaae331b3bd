#include "behavior/easing_inputs.hpp"

#include <cmath>

namespace carom::behavior {

bool bindEasing(Binder& binder, ValueType type) {
  return binder.input("value", type) && binder.input("duration", ValueType::Number) &&
         binder.input("p1", ValueType::Vector2) && binder.input("p2", ValueType::Vector2);
}

bool readEasing(Machine& machine, std::int32_t node, std::int32_t first, Interpolation& out) {
  out.begun = machine.now();
  out.to = machine.input(node, first);
  out.duration = machine.input(node, first + 1).numbers[0];
  if (!(out.duration >= 0) || std::isinf(out.duration)) return false;
  for (const std::int32_t i : {2, 3}) {
    const Value& point = machine.input(node, first + i);
    if (!std::isfinite(point.numbers[0]) || !std::isfinite(point.numbers[1])) return false;
    if (point.numbers[0] < 0 || point.numbers[0] > 1) return false;
    (i == 2 ? out.easing.p1 : out.easing.p2) = {point.numbers[0], point.numbers[1]};
  }
  out.node = node;
  return true;
}

}  // namespace carom::behavior
