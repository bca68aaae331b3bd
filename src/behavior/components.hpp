// Calculations that work on each number of their values alone.
#pragma once

#include <cmath>

#include "behavior/operation.hpp"

namespace carom::behavior {

template <double (*kFunction)(double)>
void each(const Value* inputs, Value* outputs) {
  for (std::size_t i = 0; i < valueSize(inputs->type); ++i)
    outputs->numbers[i] = kFunction(inputs->numbers[i]);
}

/// An operation on the numbers of a float or vector.
template <double (*kFunction)(double)>
constexpr Operation ofEach(std::string_view name) {
  return {.name = name, .signatures = {{{"N>N", each<kFunction>}}}};
}

template <double (*kFunction)(double, double)>
void eachOfTwo(const Value* inputs, Value* outputs) {
  for (std::size_t i = 0; i < valueSize(inputs->type); ++i)
    outputs->numbers[i] = kFunction(inputs[0].numbers[i], inputs[1].numbers[i]);
}

template <double (*kFunction)(double, double, double)>
void eachOfThree(const Value* inputs, Value* outputs) {
  for (std::size_t i = 0; i < valueSize(inputs->type); ++i)
    outputs->numbers[i] = kFunction(inputs[0].numbers[i], inputs[1].numbers[i], inputs[2].numbers[i]);
}

/// Integers: all are whole numbers of 32 bits, which double holds exactly.
inline std::int32_t integerOf(const Value& value) {
  return static_cast<std::int32_t>(value.numbers[0]);
}

template <std::int32_t (*kFunction)(std::int32_t)>
void ofInteger(const Value* inputs, Value* outputs) {
  outputs->numbers[0] = kFunction(integerOf(inputs[0]));
}

template <std::int32_t (*kFunction)(std::int32_t, std::int32_t)>
void ofIntegers(const Value* inputs, Value* outputs) {
  outputs->numbers[0] = kFunction(integerOf(inputs[0]), integerOf(inputs[1]));
}

/// As two's complement: the lowest 32 bits.
inline std::int32_t wrapped(std::int64_t number) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
}

/// IEEE 754's minimum: NaN where any is, and -0 below +0.
inline double least(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
inline double greatest(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
inline double saturated(double a) {
  return least(greatest(a, 0), 1);
}

inline double sumOf(double a, double b) {
  return a + b;
}

}  // namespace carom::behavior
