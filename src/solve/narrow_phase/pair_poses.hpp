// The relative poses of pairs at which their contacts are found (narrow_phase.cpp, "Extrapolation"), and how
// far these are from the poses at which they were found last. Four pairs are computed side by side: in a pile
// at rest that is what a pair costs.
#pragma once

#include "carom/base/vector.hpp"
#include "solve/simd/wide.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Time by which contacts are extrapolated where nothing is fast, s.
float fullExtrapolationTime(const SimulationSettings& settings);

/// Whether the manifolds of a pair, if it has any, have all that is nearer than `distance` at a pose: nothing
/// else has come so near since they were sought.
bool knowsUpTo(const SimulationState& state, const Contact& contact, const Transform& b_to_a, float distance);

/// Upper bound of the length of a vector, without squares, which might be denormal.
template <class T>
inline T lengthBound(const Vector3<T>& v) {
  const Vector3<T> a = absolute(v);
  // With the components in falling order a >= b >= c the length is at most a + (b + c) (√2 − 1).
  const T most = maximum(maximum(a.x, a.y), a.z);
  return most + (a.x + a.y + a.z - most) * 0.41421357f;
}

class PairGroup {
 public:
  static constexpr int kMost = 4;

  bool full() const { return count_ == kMost; }
  int count() const { return count_; }
  void clear() { count_ = 0; }
  /// The next pair, of which all but the pose is to be set, and adding it.
  ChangedPair& next() { return pairs_[count_]; }
  void add() { ++count_; }

  void findPoses(const SimulationState& state, const StepContext& context);

  /// After findPoses() with its pose; `since` is the motion of B since the manifolds were made.
  const ChangedPair& operator[](int i) const { return pairs_[i]; }
  /// Upper bound of how far the points of the pair's manifolds have moved since they were made, m.
  float moved(int i) const { return moved_[i]; }

 private:
  int count_ = 0;
  ChangedPair pairs_[kMost];
  float moved_[kMost] = {};
  BodyMotion nearer_[2][kMost];  ///< Of bodies so fast that their contacts are found at nearer poses.
};

}  // namespace carom::solve
