// Selects the samples of a curve that become keys: linear interpolation between keys reproduces all other
// samples within a bound.
//
// Greedy, sample by sample: a segment from the last key to the newest sample is kept as long as it passes
// within the tolerance of every sample between; when it fails, the sample before becomes a key. Equal samples
// in a row are held as one run, since the distance of a straight line from a fixed point is convex and so
// largest at the run's ends. The test is usually one comparison: the set of slopes that satisfy all samples
// so far is kept as a box (the "swinging door" of data compression: Bristol 1990, "Swinging door trending").
// A slope inside the box passes; one outside is tested exactly.
//
// Values are stored as float, as the file will have them; the rounding of each sample is taken off its
// tolerance, so that the bound holds for the recorded doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/output/motion_keys.hpp"

namespace carom::output {

/// Straight lines, as LINEAR interpolates translations.
struct TranslationCurve {
  static constexpr std::size_t kComponents = 3;
  using Sample = DVec3;
  /// Displacement from a to b; its share u gives the interpolated value.
  static bool displacement(const DVec3& a, const DVec3& b, DVec3& result) { return result = b - a, true; }
  /// Distance between the interpolated value and a sample, m.
  static double error(const DVec3& a, const DVec3& b, double u, const DVec3& sample);
  static DVec3 aligned(const DVec3& sample, const DVec3&) { return sample; }
  static DVec3 fromFloats(const float* value) { return {value[0], value[1], value[2]}; }
  static void toFloats(const DVec3& sample, float* value);
};

/// Great arcs, as LINEAR interpolates rotations (slerp).
struct RotationCurve {
  static constexpr std::size_t kComponents = 4;
  using Sample = DQuat;
  /// Rotation vector from a to b, rad; false when it is too long for a segment.
  static bool displacement(const DQuat& a, const DQuat& b, DVec3& result);
  /// Angle between the interpolated value and a sample, rad.
  static double error(const DQuat& a, const DQuat& b, double u, const DQuat& sample);
  /// The sample or its negative (the same rotation), whichever is on the hemisphere of `previous`.
  static DQuat aligned(const DQuat& sample, const DQuat& previous);
  static DQuat fromFloats(const float* value) {
    return normalized(DQuat{value[0], value[1], value[2], value[3]});
  }
  static void toFloats(const DQuat& sample, float* value);
};

/// Interpolation between unit quaternions on the same hemisphere.
DQuat slerp(const DQuat& a, const DQuat& b, double u);
/// Angle of the rotation from a to b, rad, 0..pi.
double angleBetween(const DQuat& a, const DQuat& b);

template <class Curve>
class KeyReducer {
 public:
  using Sample = typename Curve::Sample;

  /// Adds the sample at times[step], with the tolerance in the curve's unit. Steps ascend.
  void add(std::uint32_t step, Sample sample, double tolerance, bool keep_all,
           const std::vector<float>& times, KeyTrack& track);
  /// Makes the last sample a key.
  void finish(KeyTrack& track);

 private:
  static constexpr std::size_t kComponents = Curve::kComponents;
  /// Bounds the memory and time a restless curve can take; such a curve needs many keys in any case.
  static constexpr std::size_t kMaxRuns = 32;

  struct Run {
    std::uint32_t first, last;  // Steps.
    float tolerance;            // The smallest of the run.
    float value[kComponents];
  };
  void emit(std::uint32_t step, const float* value, KeyTrack& track);
  bool reaches(const Sample& end, std::uint32_t step, const std::vector<float>& times) const;
  void narrow(const Sample& sample, double span, double tolerance);

  std::vector<Run> runs_;  // Samples since the last key.
  float key_[kComponents]{};
  std::uint32_t key_step_ = 0;
  bool has_key_ = false;
  bool still_ = true;  // All runs equal the key.
  float slope_lower_[3]{}, slope_upper_[3]{};
};

extern template class KeyReducer<TranslationCurve>;
extern template class KeyReducer<RotationCurve>;

}  // namespace carom::output
