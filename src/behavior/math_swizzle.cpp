// KHR_interactivity, "Swizzle Operations".
#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

template <std::size_t kCount>
void combine(const Value* in, Value* out) {
  for (std::size_t i = 0; i < kCount; ++i) out->numbers[i] = in[i].numbers[0];
}

template <std::size_t kCount>
void extract(const Value* in, Value* out) {
  for (std::size_t i = 0; i < kCount; ++i) out[i].numbers[0] = in->numbers[i];
}

constexpr std::string_view kIndices = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

constexpr Operation kOperations[] = {
    {.name = "math/combine2", .signatures = {{{"ff>2", combine<2>}}}},
    {.name = "math/combine3", .signatures = {{{"fff>3", combine<3>}}}},
    {.name = "math/combine4", .signatures = {{{"ffff>4", combine<4>}}}},
    {.name = "math/combine2x2", .signatures = {{{"ffff>A", combine<4>}}}},
    {.name = "math/combine3x3", .signatures = {{{"fffffffff>B", combine<9>}}}},
    {.name = "math/combine4x4", .signatures = {{{"ffffffffffffffff>C", combine<16>}}}},
    {.name = "math/extract2", .outputs = kIndices, .signatures = {{{"2>ff", extract<2>}}}},
    {.name = "math/extract3", .outputs = kIndices, .signatures = {{{"3>fff", extract<3>}}}},
    {.name = "math/extract4", .outputs = kIndices, .signatures = {{{"4>ffff", extract<4>}}}},
    {.name = "math/extract2x2", .outputs = kIndices, .signatures = {{{"A>ffff", extract<4>}}}},
    {.name = "math/extract3x3", .outputs = kIndices, .signatures = {{{"B>fffffffff", extract<9>}}}},
    {.name = "math/extract4x4", .outputs = kIndices, .signatures = {{{"C>ffffffffffffffff", extract<16>}}}},
};

}  // namespace

std::span<const Operation> swizzleOperations() {
  return kOperations;
}

}  // namespace carom::behavior
