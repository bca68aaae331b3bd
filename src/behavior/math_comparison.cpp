// KHR_interactivity, "Comparison Operations", "Integer Comparison Operations", "Boolean Arithmetic
// Operations" (math/eq), "Reference Operations" and checks of special values.
#include <cmath>

#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

/// As numbers: NaN equals nothing, zeros equal each other.
void equal(const Value* in, Value* out) {
  bool same = true;
  for (std::size_t i = 0; i < valueSize(in->type); ++i) same = same && in[0].numbers[i] == in[1].numbers[i];
  out->numbers[0] = same ? 1 : 0;
}
void equalReferences(const Value* in, Value* out) {
  out->numbers[0] = in[0].numbers == in[1].numbers ? 1 : 0;
}
void less(const Value* in, Value* out) {
  out->numbers[0] = in[0].numbers[0] < in[1].numbers[0] ? 1 : 0;
}
void lessOrEqual(const Value* in, Value* out) {
  out->numbers[0] = in[0].numbers[0] <= in[1].numbers[0] ? 1 : 0;
}
void greater(const Value* in, Value* out) {
  out->numbers[0] = in[0].numbers[0] > in[1].numbers[0] ? 1 : 0;
}
void greaterOrEqual(const Value* in, Value* out) {
  out->numbers[0] = in[0].numbers[0] >= in[1].numbers[0] ? 1 : 0;
}
void isNan(const Value* in, Value* out) {
  out->numbers[0] = std::isnan(in[0].numbers[0]) ? 1 : 0;
}
void isInfinite(const Value* in, Value* out) {
  out->numbers[0] = std::isinf(in[0].numbers[0]) ? 1 : 0;
}

constexpr Operation kOperations[] = {
    {.name = "math/eq", .signatures = {{{"NN>b", equal}, {"MM>b", equal}, {"ii>b", equal}, {"bb>b", equal}}}},
    {.name = "math/lt", .signatures = {{{"ff>b", less}, {"ii>b", less}}}},
    {.name = "math/le", .signatures = {{{"ff>b", lessOrEqual}, {"ii>b", lessOrEqual}}}},
    {.name = "math/gt", .signatures = {{{"ff>b", greater}, {"ii>b", greater}}}},
    {.name = "math/ge", .signatures = {{{"ff>b", greaterOrEqual}, {"ii>b", greaterOrEqual}}}},
    {.name = "math/isNaN", .signatures = {{{"f>b", isNan}}}},
    {.name = "math/isInf", .signatures = {{{"f>b", isInfinite}}}},
    {.name = "ref/eq", .signatures = {{{"rr>b", equalReferences}}}},
};

}  // namespace

std::span<const Operation> comparisonOperations() {
  return kOperations;
}

}  // namespace carom::behavior
