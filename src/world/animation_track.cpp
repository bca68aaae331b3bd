// glTF 2.0, appendix C "Animation Sampler Interpolation Modes": step, linear (spherical for rotations) and
// cubic Hermite splines with tangents in units per second.

#include "world/animation_track.hpp"

#include <algorithm>

#include "base/rotation_vector.hpp"

namespace carom::world {
namespace {

struct Segment {
  std::size_t key = 0;   ///< Key at or before the time.
  bool between = false;  ///< Whether there is a next key to blend with.
  double fraction = 0;   ///< 0..1 of the way to it.
  double duration = 0;   ///< s
};

Segment findSegment(const NodeAnimation& track, double time) {
  const std::vector<float>& times = track.times;
  Segment s;
  if (time <= static_cast<double>(times.front())) return s;
  if (time >= static_cast<double>(times.back())) {
    s.key = times.size() - 1;
    return s;
  }
  const auto next = std::upper_bound(times.begin(), times.end(), time,
                                     [](double t, float key) { return t < static_cast<double>(key); });
  s.key = static_cast<std::size_t>(next - times.begin()) - 1;
  s.duration = static_cast<double>(times[s.key + 1]) - static_cast<double>(times[s.key]);
  s.between = s.duration > 0;
  s.fraction = s.between ? (time - static_cast<double>(times[s.key])) / s.duration : 0;
  return s;
}

/// `part`: 0 in-tangent, 1 value, 2 out-tangent (1 for tracks without tangents).
template <int kComponents>
void read(const NodeAnimation& track, std::size_t key, std::size_t part, double* out) {
  const bool cubic = track.interpolation == KeyInterpolation::CubicSpline;
  const std::size_t first = (cubic ? key * 3 + part : key) * kComponents;
  for (std::size_t i = 0; i < kComponents; ++i) out[i] = static_cast<double>(track.values[first + i]);
}

template <int kComponents>
void hermite(const NodeAnimation& track, const Segment& s, double* out) {
  double p0[kComponents], m0[kComponents], p1[kComponents], m1[kComponents];
  read<kComponents>(track, s.key, 1, p0);
  read<kComponents>(track, s.key, 2, m0);
  read<kComponents>(track, s.key + 1, 1, p1);
  read<kComponents>(track, s.key + 1, 0, m1);
  const double t = s.fraction, t2 = t * t, t3 = t2 * t;
  for (int i = 0; i < kComponents; ++i) {
    out[i] = (2 * t3 - 3 * t2 + 1) * p0[i] + s.duration * (t3 - 2 * t2 + t) * m0[i] +
             (3 * t2 - 2 * t3) * p1[i] + s.duration * (t3 - t2) * m1[i];
  }
}

}  // namespace

DVec3 sampleVector(const NodeAnimation& track, double time) {
  const Segment s = findSegment(track, time);
  double a[3], b[3];
  if (s.between && track.interpolation == KeyInterpolation::CubicSpline) {
    hermite<3>(track, s, a);
    return {a[0], a[1], a[2]};
  }
  read<3>(track, s.key, 1, a);
  if (!s.between || track.interpolation == KeyInterpolation::Step) return {a[0], a[1], a[2]};
  read<3>(track, s.key + 1, 1, b);
  const DVec3 from{a[0], a[1], a[2]}, to{b[0], b[1], b[2]};
  return from + (to - from) * s.fraction;
}

DQuat sampleRotation(const NodeAnimation& track, double time) {
  const Segment s = findSegment(track, time);
  double a[4], b[4];
  if (s.between && track.interpolation == KeyInterpolation::CubicSpline) {
    hermite<4>(track, s, a);
    return normalized(DQuat{a[0], a[1], a[2], a[3]});
  }
  read<4>(track, s.key, 1, a);
  const DQuat from = normalized(DQuat{a[0], a[1], a[2], a[3]});
  if (!s.between || track.interpolation == KeyInterpolation::Step) return from;
  read<4>(track, s.key + 1, 1, b);
  const DQuat to = normalized(DQuat{b[0], b[1], b[2], b[3]});
  // Constant angular velocity along the shorter way: exp(f log(to from⁻¹)) from.
  return normalized(quaternionFromRotationVector(rotationVector(to * conjugate(from)) * s.fraction) * from);
}

}  // namespace carom::world
