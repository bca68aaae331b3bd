// KHR_interactivity, "Color Model Conversion Operations": OkLCh (B. Ottosson, "A perceptual color space for
// image processing", 2020).
#include <cmath>

#include "base/power.hpp"
#include "base/trigonometry.hpp"
#include "behavior/components.hpp"
#include "behavior/trigonometry.hpp"

namespace carom::behavior {

namespace {

void toOkLch(const Value* in, Value* out) {
  const DVec3 rgb{in[0].numbers[0], in[1].numbers[0], in[2].numbers[0]};
  const double l = cubeRoot(dot({0.4122214708, 0.5363325363, 0.0514459929}, rgb));
  const double m = cubeRoot(dot({0.2119034982, 0.6806995451, 0.1073969566}, rgb));
  const double s = cubeRoot(dot({0.0883024619, 0.2817188376, 0.6299787005}, rgb));
  const DVec3 lms{l, m, s};
  const double a = dot({1.9779984951, -2.4285922050, 0.4505937099}, lms);
  const double b = dot({0.0259040371, 0.7827717662, -0.8086757660}, lms);
  out[0].numbers[0] = dot({0.2104542553, 0.7936177850, -0.0040720468}, lms);
  out[1].numbers[0] = std::sqrt(a * a + b * b);
  out[2].numbers[0] = arcTangentOf(b, a);
}

void fromOkLch(const Value* in, Value* out) {
  const double l = in[0].numbers[0], c = in[1].numbers[0];
  const SineCosine hue = sineCosine(in[2].numbers[0]);
  const DVec3 lab{l, c * hue.cosine, c * hue.sine};
  const auto cube = [](double x) { return x * x * x; };
  const DVec3 lms{cube(dot({1, 0.3963377774, 0.2158037573}, lab)),
                  cube(dot({1, -0.1055613458, -0.0638541728}, lab)),
                  cube(dot({1, -0.0894841775, -1.2914855480}, lab))};
  out[0].numbers[0] = dot({4.0767416621, -3.3077115913, 0.2309699292}, lms);
  out[1].numbers[0] = dot({-1.2684380046, 2.6097574011, -0.3413193965}, lms);
  out[2].numbers[0] = dot({-0.0041960863, -0.7034186147, 1.7076147010}, lms);
}

constexpr Operation kOperations[] = {
    {.name = "math/rgbToOkLCh",
     .inputs = "r g b",
     .outputs = "l c h",
     .signatures = {{{"fff>fff", toOkLch}}}},
    {.name = "math/rgbFromOkLCh",
     .inputs = "l c h",
     .outputs = "r g b",
     .signatures = {{{"fff>fff", fromOkLch}}}},
};

}  // namespace

std::span<const Operation> colorOperations() {
  return kOperations;
}

}  // namespace carom::behavior
