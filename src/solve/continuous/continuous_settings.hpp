// Constants of continuous collision.
#pragma once

#include <cstdint>

namespace carom::solve {

struct ContinuousSettings {
  /// A body is fast if it moves farther in a step than this fraction of its inscribed radius. At one half,
  /// the inscribed balls of two bodies cannot pass each other unnoticed.
  static constexpr float kFastShare = 0.5f;
  /// The same for a cheap bound of the motion, with a margin for its rounding.
  static constexpr float kFastShareBound = 0.499f;
  /// The same margin, as a factor.
  static constexpr float kHarmlessBound = kFastShareBound / kFastShare;
  /// Rounding of rotations and displacements in the bound of a relative way, as a fraction of the lengths in
  /// it.
  static constexpr float kWayRounding = 2e-7f;
  /// A body without an inscribed ball, as a sheet, is fast if its centre moves farther than this fraction of
  /// its bounding radius.
  static constexpr float kThinShare = 1e-3f;
  /// Least size of a body for these comparisons, as a fraction of its bounding radius: meshes have no
  /// inscribed ball.
  static constexpr float kMinInscribedShare = 0.1f;
  /// An angle is at most π times the sine of its half; rounded up.
  static constexpr float kAnglePerSine = 3.15f;

  /// A penetration at the end of a step up to this fraction of the inscribed radius is left to the solver.
  static constexpr float kShallow = 0.1f;
  /// The same for a body in joints against a far heavier one that can be pushed.
  static constexpr float kShallowJoined = 1;
  /// Factor for a bound of the motion in float, of which the depth of a penetration is a part: more than the
  /// rounding of both.
  static constexpr float kMotionRounding = 1.0001f;
  /// Distance from the obstacle at which a body stops: m, times the tolerance, but at most kStopShare of the
  /// inscribed radius.
  static constexpr float kStopDistance = 5e-4f;
  static constexpr float kStopShare = 0.05f;
  /// Depth up to which a core of a surface (an open mesh) may penetrate, m, times the tolerance. Resting
  /// contacts of surfaces sink in by less.
  static constexpr float kSheetMargin = 2e-3f;
  /// Mass ratio from which the heavier body acts as a wall and carries the other one along.
  static constexpr float kMuchHeavier = 10;

  /// Rounds of stops in a step.
  static constexpr int kRounds = 6;
  /// The first of them after which joints are closed: what that moves has to find its place.
  static constexpr int kClosingRounds = 4;
  /// Number of undone steps, minus steps that were not undone, after which two movable bodies are released.
  static constexpr std::uint8_t kStuckSteps = 15;

  // Jobs of parallel loops: active contacts, escaped sweeps and suspects per job.
  static constexpr std::int32_t kContactsPerJob = 256;
  static constexpr std::int32_t kEscapedPerJob = 16;
  static constexpr std::int32_t kSuspectsPerJob = 8;
};

}  // namespace carom::solve
