// Values as text.
#include <cmath>

#include "carom/behavior/behavior.hpp"
#include "carom/scene/behavior.hpp"
#include "json/splice.hpp"

namespace carom {

namespace {

std::string numberText(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return json::number(number);
}

}  // namespace

std::string valueText(const Value& value) {
  if (value.type == ValueType::Boolean) return value.numbers[0] != 0 ? "true" : "false";
  if (value.type == ValueType::Reference) {
    const auto kind = static_cast<ReferenceKind>(static_cast<int>(value.numbers[0]));
    const std::string number = std::to_string(static_cast<std::uint64_t>(value.numbers[1]));
    if (kind == ReferenceKind::None) return "null";
    return (kind == ReferenceKind::Delay   ? "delay "
            : kind == ReferenceKind::Event ? "event "
                                           : "object ") +
           number;
  }
  if (valueSize(value.type) == 1) return numberText(value.numbers[0]);
  std::string out = "[";
  for (std::size_t i = 0; i < valueSize(value.type); ++i)
    out += (i > 0 ? ", " : "") + numberText(value.numbers[i]);
  return out + "]";
}

}  // namespace carom
