// KHR_interactivity, "Vector Operations".
#include <cmath>

#include "base/trigonometry.hpp"
#include "behavior/components.hpp"
#include "behavior/lengths.hpp"
#include "behavior/trigonometry.hpp"

namespace carom::behavior {

double lengthOf(const double* numbers, std::size_t count) {
  double largest = 0;
  bool nan = false;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isinf(numbers[i])) return std::abs(numbers[i]);
    nan = nan || std::isnan(numbers[i]);
    largest = std::abs(numbers[i]) > largest ? std::abs(numbers[i]) : largest;
  }
  if (nan) return std::nan("");
  if (largest == 0) return 0;
  // A power of two, so that squares neither overflow nor vanish and nothing else changes.
  const double unit = largest > 1e150 || largest < 1e-150 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += (numbers[i] / unit) * (numbers[i] / unit);
  return std::sqrt(sum) * unit;
}

namespace {

/// Lengths and sines below this count as zero.
constexpr double kClose = 1e-9;

double dotOf(const Value& a, const Value& b) {
  double sum = 0;
  for (std::size_t i = 0; i < valueSize(a.type); ++i) sum += a.numbers[i] * b.numbers[i];
  return sum;
}

void length(const Value* in, Value* out) {
  out->numbers[0] = lengthOf(in->numbers.data(), valueSize(in->type));
}
void normalize(const Value* in, Value* out) {
  const std::size_t size = valueSize(in->type);
  const double length = lengthOf(in->numbers.data(), size);
  const bool valid = length > 0 && std::isfinite(length);
  for (std::size_t i = 0; i < size; ++i) out[0].numbers[i] = valid ? in->numbers[i] / length : 0;
  out[1].numbers[0] = valid ? 1 : 0;
}
void dot(const Value* in, Value* out) {
  out->numbers[0] = dotOf(in[0], in[1]);
}
void cross(const Value* in, Value* out) {
  *out = Value::of(carom::cross(in[0].vector(), in[1].vector()));
}
void rotate2(const Value* in, Value* out) {
  const SineCosine angle = sineCosine(in[1].numbers[0]);
  const double x = in[0].numbers[0], y = in[0].numbers[1];
  out->numbers[0] = x * angle.cosine - y * angle.sine;
  out->numbers[1] = x * angle.sine + y * angle.cosine;
}
DVec3 rotated(const DVec3& a, const DQuat& q) {
  const DVec3 r = q.vector(), once = carom::cross(r, a);
  return a + (carom::cross(r, once) + once * q.w) * 2.0;
}
void rotate3(const Value* in, Value* out) {
  *out = Value::of(rotated(in[0].vector(), in[1].quaternion()));
}
void transform(const Value* in, Value* out) {
  const std::size_t size = valueSize(in[0].type);
  for (std::size_t row = 0; row < size; ++row) {
    double sum = 0;
    for (std::size_t column = 0; column < size; ++column)
      sum += in[1].numbers[column * size + row] * in[0].numbers[column];
    out->numbers[row] = sum;
  }
}
void mix(const Value* in, Value* out) {
  const double c = in[2].numbers[0];
  for (std::size_t i = 0; i < valueSize(in->type); ++i)
    out->numbers[i] = (1 - c) * in[0].numbers[i] + c * in[1].numbers[i];
}

void slerp2(const Value* in, Value* out) {
  const double a = lengthOf(in[0].numbers.data(), 2), b = lengthOf(in[1].numbers.data(), 2);
  if (a < kClose || b < kClose) return mix(in, out);
  const double ax = in[0].numbers[0] / a, ay = in[0].numbers[1] / a;
  const double bx = in[1].numbers[0] / b, by = in[1].numbers[1] / b;
  const double c = in[2].numbers[0], d = ax * bx + ay * by;
  double angle = arcCosineOf(std::isnan(d) ? d : least(greatest(d, -1), 1));
  if (ax * by - ay * bx < 0) angle = -angle;
  const SineCosine turn = sineCosine(c * angle);
  const double size = (1 - c) * a + c * b;
  out->numbers[0] = (ax * turn.cosine - ay * turn.sine) * size;
  out->numbers[1] = (ax * turn.sine + ay * turn.cosine) * size;
}

void slerp3(const Value* in, Value* out) {
  const double a = lengthOf(in[0].numbers.data(), 3), b = lengthOf(in[1].numbers.data(), 3);
  if (a < kClose || b < kClose) return mix(in, out);
  const DVec3 from = in[0].vector() * (1 / a), to = in[1].vector() * (1 / b);
  const double d = carom::dot(from, to), c = in[2].numbers[0];
  if (d > 1 - kClose) return mix(in, out);
  const DVec3 axis = d < -1 + kClose ? perpendicular(from) : normalized(carom::cross(from, to));
  const SineCosine half = sineCosine(c * arcCosineOf(std::isnan(d) ? d : least(greatest(d, -1), 1)) / 2);
  const DQuat turn{axis.x * half.sine, axis.y * half.sine, axis.z * half.sine, half.cosine};
  *out = Value::of(rotated(from, turn) * ((1 - c) * a + c * b));
}

constexpr Operation kOperations[] = {
    {.name = "math/length", .signatures = {{{"N>f", length}}}},
    {.name = "math/normalize", .outputs = "value isValid", .signatures = {{{"N>Nb", normalize}}}},
    {.name = "math/dot", .signatures = {{{"NN>f", dot}}}},
    {.name = "math/cross", .signatures = {{{"33>3", cross}}}},
    {.name = "math/rotate2D", .inputs = "a angle", .signatures = {{{"2f>2", rotate2}}}},
    {.name = "math/rotate3D", .inputs = "a rotation", .signatures = {{{"34>3", rotate3}}}},
    {.name = "math/transform",
     .signatures = {{{"2A>2", transform}, {"3B>3", transform}, {"4C>4", transform}}}},
    {.name = "math/slerp", .signatures = {{{"22f>2", slerp2}, {"33f>3", slerp3}}}},
};

}  // namespace

std::span<const Operation> vectorOperations() {
  return kOperations;
}

}  // namespace carom::behavior
