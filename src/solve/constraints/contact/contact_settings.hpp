// Constants of contact constraints and the load estimate. Distances in m are to be
// multiplied by the tolerance of the pair.
#pragma once

#include <cstddef>

namespace carom::solve {

struct ContactSettings {
  /// Depth to which a point at rest may sink under its load, m: its spring becomes stiffer beyond it.
  static constexpr float kMaxRestDepth = 0.005f;
  /// λ₀ counts for at most this many times the impulse that just stops the bodies (contact_solver.hpp).
  static constexpr float kRestRatio = 2;
  /// Depth from which a contact of bodies that joints hold inside each other is softer, m, and the fraction
  /// of its stiffness from there on.
  static constexpr float kJoinedDepth = 5e-3f;
  static constexpr float kJoinedSlope = 0.1f;

  /// Passes over the points of a manifold within a pass over the contacts.
  static constexpr int kPointPasses = 2;
  /// Passes of restitution in a substep, and where no point has restitution.
  static constexpr int kRestitutionPasses = 16;
  static constexpr int kInelasticPasses = 2;
  /// Impacts one after the other in a substep; what is left has to wait for the next one.
  static constexpr int kImpactRounds = 32;
  /// The other points of a patch with an impact rebound too if they are nearer than this, m.
  static constexpr float kPatchDistance = 2e-3f;

  /// Largest number of further passes over overloaded contacts in a substep.
  static constexpr int kOverloadPasses = 48;
  /// Part of its load by which that of a contact may change in the last of them.
  static constexpr float kConvergedLoad = 1.0f / 128;
  /// Lists with fewer blocks are solved by one thread: sooner than several threads could meet.
  static constexpr std::size_t kBlocksForThreads = 64;

  // Load estimate.
  /// New contacts nearer than this take part, m.
  static constexpr float kRestSeparation = 0.002f;
  /// Least n · up of a contact that supports a body.
  static constexpr float kMinSupport = 0.3f;
  /// Rounds in which points that would pull are left out.
  static constexpr int kSupportRounds = 4;
  /// Regularisation of the 3x3 system, as a fraction of its first diagonal element.
  static constexpr float kSupportSoftness = 1e-6f;

  // Depths that nothing satisfies (narrow_phase.cpp, pushSpeed(); right_of_way.hpp).
  /// Speed at which contacts separate overlapping bodies without gravity: inscribed radii per second, 1/s.
  static constexpr float kPushRate = 2;
  /// Depth from which a contact with a mover gives way (right_of_way.hpp), as a fraction of the smaller
  /// inscribed radius.
  static constexpr float kYieldFrom = 0.1f;

  // Limit of mass ratios (mass_ratio.cpp).
  /// Mass ratio from which the lighter body of a pair may get more mass for the step.
  static constexpr float kMaxMassRatio = 20;
  /// Penetration from which it does, even if the heavy body does not approach, m.
  static constexpr float kMassRatioDepth = 0.01f;
  /// Cosine between the normal and that of a support on the other side.
  static constexpr float kOpposite = 0.7f;

  // Limits of numbers.
  /// Impulse of a point without a limit, N·s.
  static constexpr float kUnlimited = 1e30f;
  /// Impulses up to this are flushed to zero, N·s.
  static constexpr float kMinImpulse = 1e-20f;
  /// Squares of impulses below this are not divided by.
  static constexpr float kMinSquare = 1e-37f;
  /// Least determinant of the tangential K, relative to the product of its diagonal.
  static constexpr float kMinDeterminant = 1e-12f;
  /// Off-diagonal terms of the tangential K below this fraction of its trace become zero.
  static constexpr float kNegligibleCoupling = 1e-10f;
};

}  // namespace carom::solve
