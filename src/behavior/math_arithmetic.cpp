// KHR_interactivity, "Constants", "Arithmetic Operations" and "Integer Arithmetic Operations".
#include <cmath>
#include <limits>

#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

template <int kWhich>
void constant(const Value*, Value* outputs) {
  constexpr double kValues[] = {2.718281828459045, 3.141592653589793, 6.283185307179586,
                                std::numeric_limits<double>::infinity(), kNan};
  outputs->numbers[0] = kValues[kWhich];
}

double absoluteValue(double a) {
  return std::abs(a);
}
double sign(double a) {
  return a < 0 ? -1 : (a > 0 ? 1 : a);
}
double truncated(double a) {
  return std::trunc(a);
}
double floorOf(double a) {
  return std::floor(a);
}
double ceilingOf(double a) {
  return std::ceil(a);
}
/// Half-way cases away from zero; exact, unlike floor(a + 0.5).
double rounded(double a) {
  return std::round(a);
}
double fraction(double a) {
  return a - std::floor(a);
}
double negated(double a) {
  return -a;
}
double difference(double a, double b) {
  return a - b;
}
double product(double a, double b) {
  return a * b;
}
double quotient(double a, double b) {
  return a / b;
}
double remainder(double a, double b) {
  return std::fmod(a, b);
}
double clamped(double a, double b, double c) {
  return least(greatest(a, least(b, c)), greatest(b, c));
}
double mixed(double a, double b, double c) {
  return (1 - c) * a + c * b;
}
double smoothStep(double a, double b, double c) {
  const double t = saturated((c - least(a, b)) / std::abs(b - a));
  return t * t * (3 - 2 * t);
}

std::int32_t absoluteInteger(std::int32_t a) {
  return a < 0 ? wrapped(-static_cast<std::int64_t>(a)) : a;
}
std::int32_t signInteger(std::int32_t a) {
  return (a > 0) - (a < 0);
}
std::int32_t negatedInteger(std::int32_t a) {
  return wrapped(-static_cast<std::int64_t>(a));
}
std::int32_t sumInteger(std::int32_t a, std::int32_t b) {
  return wrapped(static_cast<std::int64_t>(a) + b);
}
std::int32_t differenceInteger(std::int32_t a, std::int32_t b) {
  return wrapped(static_cast<std::int64_t>(a) - b);
}
std::int32_t productInteger(std::int32_t a, std::int32_t b) {
  return wrapped(static_cast<std::int64_t>(a) * b);
}
std::int32_t quotientInteger(std::int32_t a, std::int32_t b) {
  return b == 0 ? 0 : wrapped(static_cast<std::int64_t>(a) / b);
}
std::int32_t remainderInteger(std::int32_t a, std::int32_t b) {
  return b == 0 ? 0 : wrapped(static_cast<std::int64_t>(a) % b);
}
std::int32_t leastInteger(std::int32_t a, std::int32_t b) {
  return a < b ? a : b;
}
std::int32_t greatestInteger(std::int32_t a, std::int32_t b) {
  return a > b ? a : b;
}
void clampedInteger(const Value* in, Value* out) {
  const std::int32_t a = integerOf(in[0]), b = integerOf(in[1]), c = integerOf(in[2]);
  out->numbers[0] = leastInteger(greatestInteger(a, leastInteger(b, c)), greatestInteger(b, c));
}

template <double (*kFunction)(double)>
constexpr Operation ofFloats(std::string_view name) {
  return {.name = name, .signatures = {{{"N>N", each<kFunction>}, {"M>M", each<kFunction>}}}};
}
template <double (*kFunction)(double, double)>
constexpr Operation ofTwoFloats(std::string_view name) {
  return {.name = name, .signatures = {{{"NN>N", eachOfTwo<kFunction>}, {"MM>M", eachOfTwo<kFunction>}}}};
}
template <double (*kFloats)(double), std::int32_t (*kIntegers)(std::int32_t)>
constexpr Operation ofNumbers(std::string_view name) {
  return {.name = name,
          .signatures = {{{"N>N", each<kFloats>}, {"M>M", each<kFloats>}, {"i>i", ofInteger<kIntegers>}}}};
}
template <double (*kFloats)(double, double), std::int32_t (*kIntegers)(std::int32_t, std::int32_t)>
constexpr Operation ofTwoNumbers(std::string_view name) {
  return {.name = name,
          .signatures = {
              {{"NN>N", eachOfTwo<kFloats>}, {"MM>M", eachOfTwo<kFloats>}, {"ii>i", ofIntegers<kIntegers>}}}};
}

constexpr Operation kOperations[] = {
    {.name = "math/E", .signatures = {{{">f", constant<0>}}}},
    {.name = "math/Pi", .signatures = {{{">f", constant<1>}}}},
    {.name = "math/Tau", .signatures = {{{">f", constant<2>}}}},
    {.name = "math/Inf", .signatures = {{{">f", constant<3>}}}},
    {.name = "math/NaN", .signatures = {{{">f", constant<4>}}}},
    ofNumbers<absoluteValue, absoluteInteger>("math/abs"),
    ofNumbers<sign, signInteger>("math/sign"),
    ofFloats<truncated>("math/trunc"),
    ofFloats<floorOf>("math/floor"),
    ofFloats<ceilingOf>("math/ceil"),
    ofFloats<rounded>("math/round"),
    ofFloats<fraction>("math/fract"),
    ofNumbers<negated, negatedInteger>("math/neg"),
    ofTwoNumbers<sumOf, sumInteger>("math/add"),
    ofTwoNumbers<difference, differenceInteger>("math/sub"),
    ofTwoNumbers<product, productInteger>("math/mul"),
    ofTwoNumbers<quotient, quotientInteger>("math/div"),
    ofTwoNumbers<remainder, remainderInteger>("math/rem"),
    ofTwoNumbers<least, leastInteger>("math/min"),
    ofTwoNumbers<greatest, greatestInteger>("math/max"),
    {.name = "math/clamp",
     .signatures = {{{"NNN>N", eachOfThree<clamped>},
                     {"MMM>M", eachOfThree<clamped>},
                     {"iii>i", clampedInteger}}}},
    {.name = "math/saturate", .signatures = {{{"N>N", each<saturated>}, {"M>M", each<saturated>}}}},
    {.name = "math/mix", .signatures = {{{"NNN>N", eachOfThree<mixed>}, {"MMM>M", eachOfThree<mixed>}}}},
    {.name = "math/smoothStep", .signatures = {{{"NNN>N", eachOfThree<smoothStep>}}}},
};

}  // namespace

std::span<const Operation> arithmeticOperations() {
  return kOperations;
}

}  // namespace carom::behavior
