// KHR_interactivity, "Type Conversion Operations".
#include <cmath>

#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

void same(const Value* in, Value* out) {
  out->numbers[0] = in->numbers[0];
}
void isNotZero(const Value* in, Value* out) {
  out->numbers[0] = in->numbers[0] != 0 && !std::isnan(in->numbers[0]) ? 1 : 0;
}
/// As ECMAScript's ToInt32.
void toInteger(const Value* in, Value* out) {
  const double a = in->numbers[0];
  if (!std::isfinite(a)) {
    out->numbers[0] = 0;
    return;
  }
  const double rest = std::fmod(std::trunc(a), 4294967296.0);
  out->numbers[0] = wrapped(static_cast<std::int64_t>(rest));
}

constexpr Operation kOperations[] = {
    {.name = "type/boolToInt", .signatures = {{{"b>i", same}}}},
    {.name = "type/boolToFloat", .signatures = {{{"b>f", same}}}},
    {.name = "type/intToBool", .signatures = {{{"i>b", isNotZero}}}},
    {.name = "type/intToFloat", .signatures = {{{"i>f", same}}}},
    {.name = "type/floatToBool", .signatures = {{{"f>b", isNotZero}}}},
    {.name = "type/floatToInt", .signatures = {{{"f>i", toInteger}}}},
};

}  // namespace

std::span<const Operation> typeOperations() {
  return kOperations;
}

}  // namespace carom::behavior
