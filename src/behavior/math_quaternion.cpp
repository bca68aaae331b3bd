// KHR_interactivity, "Quaternion Operations".
#include <cmath>

#include "base/trigonometry.hpp"
#include "behavior/binder.hpp"
#include "behavior/components.hpp"
#include "behavior/interpolation.hpp"
#include "behavior/machine.hpp"
#include "behavior/trigonometry.hpp"

namespace carom::behavior {

namespace {

/// Cosines so near to ±1 count as such.
constexpr double kClose = 1e-12;

double withinOne(double cosine) {
  return std::isnan(cosine) ? cosine : least(greatest(cosine, -1), 1);
}

void conjugateOf(const Value* in, Value* out) {
  *out = Value::of(conjugate(in->quaternion()));
}
void multiply(const Value* in, Value* out) {
  *out = Value::of(in[0].quaternion() * in[1].quaternion());
}
void angleBetween(const Value* in, Value* out) {
  out->numbers[0] = 2 * arcCosineOf(withinOne(dot(in[0].quaternion(), in[1].quaternion())));
}
void fromAxisAngle(const Value* in, Value* out) {
  const DVec3 axis = in[0].vector();
  const SineCosine half = sineCosine(0.5 * in[1].numbers[0]);
  *out = Value::of(DQuat{axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine});
}
void toAxisAngle(const Value* in, Value* out) {
  const DQuat q = in->quaternion();
  if (std::abs(q.w) >= 1 - kClose) {
    out[0] = Value::of(DVec3{1, 0, 0});
    out[1].numbers[0] = 0;
    return;
  }
  out[0] = Value::of(q.vector() * (1 / std::sqrt(1 - q.w * q.w)));
  out[1].numbers[0] = 2 * arcCosineOf(q.w);
}
void fromDirections(const Value* in, Value* out) {
  const DVec3 a = in[0].vector(), b = in[1].vector();
  const double c = dot(a, b);
  DQuat q{0, 0, 0, 1};
  if (c <= -1 + kClose) {
    const DVec3 across = perpendicular(a);
    q = {across.x, across.y, across.z, 0};
  } else if (!(c >= 1 - kClose)) {
    const DVec3 r = normalized(cross(a, b)) * std::sqrt(0.5 - 0.5 * c);
    q = {r.x, r.y, r.z, std::sqrt(0.5 + 0.5 * c)};
  }
  *out = Value::of(q);
}
void fromUpForward(const Value* in, Value* out) {
  const DVec3 up = in[0].vector(), forward = in[1].vector();
  const DVec3 sideways = cross(up, forward);
  const DVec3 s = lengthSquared(sideways) > 1e-18 ? normalized(sideways) : perpendicular(forward);
  *out = Value::of(normalized(toQuaternion(DMat3{s, cross(forward, s), forward})));
}
void slerp(const Value* in, Value* out) {
  *out = Value::of(sphericalBetween(in[0].quaternion(), in[1].quaternion(), in[2].numbers[0]));
}

constexpr std::string_view kOrders[] = {"yxz", "xyz", "xzy", "yzx", "zxy", "zyx"};

bool bindAngles(Binder& binder) {
  const std::optional<std::string> order = binder.textSetting("order");
  std::int32_t chosen = 0;
  for (std::int32_t i = 0; i < 6; ++i) {
    if (order && *order == kOrders[i]) chosen = i;
  }
  binder.out().numbers.push_back(chosen);
  binder.output("value", ValueType::Vector4);
  return binder.input("x", ValueType::Number) && binder.input("y", ValueType::Number) &&
         binder.input("z", ValueType::Number);
}

/// Intrinsic: each turn is about the axes that those before have turned.
void evaluateAngles(Machine& machine, std::int32_t node) {
  DQuat sum{0, 0, 0, 1};
  for (const char axis : kOrders[machine.program(node).numbers[0]]) {
    const std::int32_t i = axis - 'x';
    const SineCosine half = sineCosine(0.5 * machine.input(node, i).numbers[0]);
    sum = sum * DQuat{i == 0 ? half.sine : 0, i == 1 ? half.sine : 0, i == 2 ? half.sine : 0, half.cosine};
  }
  machine.setOutput(node, 0, Value::of(sum));
}

constexpr Operation kOperations[] = {
    {.name = "math/quatConjugate", .signatures = {{{"4>4", conjugateOf}}}},
    {.name = "math/quatMul", .signatures = {{{"44>4", multiply}}}},
    {.name = "math/quatAngleBetween", .signatures = {{{"44>f", angleBetween}}}},
    {.name = "math/quatFromAxisAngle", .inputs = "axis angle", .signatures = {{{"3f>4", fromAxisAngle}}}},
    {.name = "math/quatToAxisAngle", .outputs = "axis angle", .signatures = {{{"4>3f", toAxisAngle}}}},
    {.name = "math/quatFromDirections", .signatures = {{{"33>4", fromDirections}}}},
    {.name = "math/quatFromUpForward", .inputs = "up forward", .signatures = {{{"33>4", fromUpForward}}}},
    {.name = "math/quatFromAngles", .bind = bindAngles, .evaluate = evaluateAngles},
    {.name = "math/quatSlerp", .signatures = {{{"44f>4", slerp}}}},
};

}  // namespace

std::span<const Operation> quaternionOperations() {
  return kOperations;
}

}  // namespace carom::behavior
