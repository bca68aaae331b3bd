#include "output/key_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::output {
namespace {

/// Segments turn by less than this, far from the half turn where the shorter arc becomes ambiguous.
constexpr double kMaxSegmentCosine = 0.7071;  // Of half the angle: a quarter turn.

DVec3 rotationVector(const DQuat& a, const DQuat& b) {
  const DQuat d = conjugate(a) * b;
  const DVec3 v = d.vector();
  const double sine = length(v);
  if (sine < 1e-12) return 2.0 * v;
  return v * (2 * std::atan2(sine, d.w) / sine);
}

}  // namespace

DQuat slerp(const DQuat& a, const DQuat& b, double u) {
  const double cosine = dot(a, b);
  double weight_a = 1 - u, weight_b = u;
  if (cosine < 1 - 1e-9) {
    const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
    const double sine = std::sin(angle);
    weight_a = std::sin((1 - u) * angle) / sine;
    weight_b = std::sin(u * angle) / sine;
  }
  return normalized(DQuat{weight_a * a.x + weight_b * b.x, weight_a * a.y + weight_b * b.y,
                          weight_a * a.z + weight_b * b.z, weight_a * a.w + weight_b * b.w});
}

double angleBetween(const DQuat& a, const DQuat& b) {
  const DQuat d = conjugate(a) * b;
  return 2 * std::atan2(length(d.vector()), std::abs(d.w));
}

double TranslationCurve::error(const DVec3& a, const DVec3& b, double u, const DVec3& sample) {
  return length(a + (b - a) * u - sample);
}

bool RotationCurve::displacement(const DQuat& a, const DQuat& b, DVec3& result) {
  if (dot(a, b) < kMaxSegmentCosine) return false;
  result = rotationVector(a, b);
  return true;
}

double RotationCurve::error(const DQuat& a, const DQuat& b, double u, const DQuat& sample) {
  return angleBetween(slerp(a, b, u), sample);
}

DQuat RotationCurve::aligned(const DQuat& sample, const DQuat& previous) {
  if (dot(sample, previous) >= 0) return sample;
  return {-sample.x, -sample.y, -sample.z, -sample.w};
}

void TranslationCurve::toFloats(const DVec3& sample, float* value) {
  for (std::size_t i = 0; i < 3; ++i) value[i] = static_cast<float>(sample[i]);
}

void RotationCurve::toFloats(const DQuat& sample, float* value) {
  value[0] = static_cast<float>(sample.x), value[1] = static_cast<float>(sample.y);
  value[2] = static_cast<float>(sample.z), value[3] = static_cast<float>(sample.w);
}

template <class Curve>
void KeyReducer<Curve>::emit(std::uint32_t step, const float* value, KeyTrack& track) {
  track.times.push_back(step);
  track.values.insert(track.values.end(), value, value + kComponents);
  std::copy_n(value, kComponents, key_);
  key_step_ = step;
  has_key_ = true;
  still_ = true;
  runs_.clear();
  for (std::size_t i = 0; i < 3; ++i) {
    slope_lower_[i] = -std::numeric_limits<float>::infinity();
    slope_upper_[i] = std::numeric_limits<float>::infinity();
  }
}

/// Whether the segment from the key to `end` at `step` passes every sample between within its tolerance.
template <class Curve>
bool KeyReducer<Curve>::reaches(const Sample& end, std::uint32_t step,
                                const std::vector<float>& times) const {
  const double start_time = times[key_step_];
  const double span = times[step] - start_time;
  const Sample start = Curve::fromFloats(key_);
  DVec3 way;
  if (!Curve::displacement(start, end, way)) return false;
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const double slope = way[i] / span;
    inside = inside && slope >= slope_lower_[i] && slope <= slope_upper_[i];
  }
  if (inside) return true;
  for (const Run& run : runs_) {
    const Sample sample = Curve::fromFloats(run.value);
    for (const std::uint32_t at : {run.first, run.last}) {
      const double u = (times[at] - start_time) / span;
      if (!(Curve::error(start, end, u, sample) <= run.tolerance)) return false;
      if (run.first == run.last) break;
    }
  }
  return true;
}

/// Intersects the box of slopes with those that pass `sample`. A cube of half side tolerance/sqrt(3) lies
/// inside the ball of the tolerance; for rotations the ball of rotation vectors does, as the exponential map
/// of the rotation group does not increase distances.
template <class Curve>
void KeyReducer<Curve>::narrow(const Sample& sample, double span, double tolerance) {
  DVec3 way;
  if (!Curve::displacement(Curve::fromFloats(key_), sample, way)) {
    slope_lower_[0] = std::numeric_limits<float>::infinity();  // No slope is known to be good.
    return;
  }
  const double half_side = tolerance * 0.57735;
  for (std::size_t i = 0; i < 3; ++i) {
    // Rounded inwards by more than the rounding of a float.
    const double lower = (way[i] - half_side) / span, upper = (way[i] + half_side) / span;
    slope_lower_[i] = std::max(slope_lower_[i], static_cast<float>(lower + std::abs(lower) * 1.2e-7));
    slope_upper_[i] = std::min(slope_upper_[i], static_cast<float>(upper - std::abs(upper) * 1.2e-7));
  }
}

template <class Curve>
void KeyReducer<Curve>::add(std::uint32_t step, Sample sample, double tolerance, bool keep_all,
                            const std::vector<float>& times, KeyTrack& track) {
  const float* previous = runs_.empty() ? key_ : runs_.back().value;
  if (has_key_) sample = Curve::aligned(sample, Curve::fromFloats(previous));
  float value[kComponents];
  Curve::toFloats(sample, value);
  if (!has_key_ || keep_all) return emit(step, value, track);

  const Sample rounded = Curve::fromFloats(value);
  const double rounding = Curve::error(rounded, rounded, 0, sample);
  const double left = std::max(0.0, tolerance - rounding);
  const bool same = std::equal(value, value + kComponents, previous);
  const bool full = !same && runs_.size() >= kMaxRuns;
  if (!runs_.empty() && !(same && still_) && (full || !reaches(rounded, step, times))) {
    const Run last = runs_.back();
    emit(last.last, last.value, track);
  }
  still_ = still_ && std::equal(value, value + kComponents, key_);
  if (same && !runs_.empty()) {
    runs_.back().last = step;
    runs_.back().tolerance = std::min(runs_.back().tolerance, static_cast<float>(left));
  } else {
    Run run{step, step, static_cast<float>(left), {}};
    std::copy_n(value, kComponents, run.value);
    runs_.push_back(run);
  }
  narrow(rounded, static_cast<double>(times[step]) - times[key_step_], left);
}

template <class Curve>
void KeyReducer<Curve>::finish(KeyTrack& track) {
  if (runs_.empty()) return;
  const Run last = runs_.back();
  emit(last.last, last.value, track);
}

template class KeyReducer<TranslationCurve>;
template class KeyReducer<RotationCurve>;

}  // namespace carom::output
