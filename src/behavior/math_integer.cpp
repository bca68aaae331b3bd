// KHR_interactivity, "Integer Bitwise Operations" and "Boolean Arithmetic Operations".
#include <bit>

#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

std::uint32_t bitsOf(std::int32_t a) {
  return static_cast<std::uint32_t>(a);
}
std::int32_t fromBits(std::uint32_t bits) {
  return static_cast<std::int32_t>(bits);
}

std::int32_t notBits(std::int32_t a) {
  return ~a;
}
std::int32_t andBits(std::int32_t a, std::int32_t b) {
  return a & b;
}
std::int32_t orBits(std::int32_t a, std::int32_t b) {
  return a | b;
}
std::int32_t xorBits(std::int32_t a, std::int32_t b) {
  return a ^ b;
}
std::int32_t shiftRight(std::int32_t a, std::int32_t b) {
  return a >> (b & 31);
}
std::int32_t shiftLeft(std::int32_t a, std::int32_t b) {
  return fromBits(bitsOf(a) << (b & 31));
}
std::int32_t leadingZeros(std::int32_t a) {
  return std::countl_zero(bitsOf(a));
}
std::int32_t trailingZeros(std::int32_t a) {
  return std::countr_zero(bitsOf(a));
}
std::int32_t oneBits(std::int32_t a) {
  return std::popcount(bitsOf(a));
}

void notBoolean(const Value* in, Value* out) {
  out->numbers[0] = in->numbers[0] == 0 ? 1 : 0;
}

constexpr Operation kOperations[] = {
    {.name = "math/not", .signatures = {{{"b>b", notBoolean}, {"i>i", ofInteger<notBits>}}}},
    {.name = "math/and", .signatures = {{{"bb>b", ofIntegers<andBits>}, {"ii>i", ofIntegers<andBits>}}}},
    {.name = "math/or", .signatures = {{{"bb>b", ofIntegers<orBits>}, {"ii>i", ofIntegers<orBits>}}}},
    {.name = "math/xor", .signatures = {{{"bb>b", ofIntegers<xorBits>}, {"ii>i", ofIntegers<xorBits>}}}},
    {.name = "math/asr", .signatures = {{{"ii>i", ofIntegers<shiftRight>}}}},
    {.name = "math/lsl", .signatures = {{{"ii>i", ofIntegers<shiftLeft>}}}},
    {.name = "math/clz", .signatures = {{{"i>i", ofInteger<leadingZeros>}}}},
    {.name = "math/ctz", .signatures = {{{"i>i", ofInteger<trailingZeros>}}}},
    {.name = "math/popcnt", .signatures = {{{"i>i", ofInteger<oneBits>}}}},
};

}  // namespace

std::span<const Operation> integerOperations() {
  return kOperations;
}

}  // namespace carom::behavior
