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

constexpr Operation kOperations[] = {
    ofEach<wideExponential>("math/exp"),
    ofEach<logarithm>("math/log"),
    ofEach<logarithm2>("math/log2"),
    ofEach<logarithm10>("math/log10"),
    ofEach<squareRoot>("math/sqrt"),
    ofEach<cubeRoot>("math/cbrt"),
    {.name = "math/pow", .signatures = {{{"NN>N", eachOfTwo<power>}}}},
};

}  // namespace

std::span<const Operation> exponentialOperations() {
  return kOperations;
}

}  // namespace carom::behavior
