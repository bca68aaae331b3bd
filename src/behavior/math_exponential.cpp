// KHR_interactivity, "Exponential Operations".
#include <cmath>

#include "base/logarithm.hpp"
#include "base/power.hpp"
#include "behavior/components.hpp"

namespace carom::behavior {

namespace {

double squareRoot(double a) {
  return std::sqrt(a);
}

template <double (*kFunction)(double)>
constexpr Operation of(std::string_view name) {
  return {.name = name, .signatures = {{{"N>N", each<kFunction>}}}};
}

constexpr Operation kOperations[] = {
    of<wideExponential>("math/exp"),
    of<logarithm>("math/log"),
    of<logarithm2>("math/log2"),
    of<logarithm10>("math/log10"),
    of<squareRoot>("math/sqrt"),
    of<cubeRoot>("math/cbrt"),
    {.name = "math/pow", .signatures = {{{"NN>N", eachOfTwo<power>}}}},
};

}  // namespace

std::span<const Operation> exponentialOperations() {
  return kOperations;
}

}  // namespace carom::behavior
