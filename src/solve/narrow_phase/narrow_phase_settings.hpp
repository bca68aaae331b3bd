// Constants of the narrow phase.
#pragma once

#include <cstddef>
#include <cstdint>

namespace carom::solve {

struct NarrowPhaseSettings {
  // Motion up to which a pair keeps its manifolds: the smallest one of a distance (m, times the tolerance)
  // and a fraction of the smaller size. The error is d²/r: 1e-6 m for d = 1 mm and r = 1 m
  // (narrow_phase.cpp).
  static constexpr float kReuseDistance = 1e-3f;
  static constexpr float kReuseShare = 0.01f;
  /// The fraction where one of the shapes is round: its contact points wander over the surface.
  static constexpr float kRoundReuseShare = 1e-4f;

  // Rolling (rolling.hpp).
  /// Part of the normal along the axis by which the side of a capsule, cylinder or cone may seem to slope.
  static constexpr float kOnSide = 0.01f;
  /// Curvature of a rim across, in multiples of that along it.
  static constexpr float kRimSharpness = 1000;
  /// Square of the sine of the angle up to which two straight surfaces touch along a line.
  static constexpr float kParallel = 0.1f;

  /// A pair with a mesh that had no contacts is tested for being this many times farther apart than contacts
  /// reach. While it is, it needs no test.
  static constexpr float kApartFactor = 2;

  /// An extrapolation moves two bodies towards each other by at most this fraction of the smaller inscribed
  /// radius, so that they do not penetrate deeply.
  static constexpr float kExtrapolationShare = 0.25f;
  /// Rotation of a body in the time of the extrapolation, rad: to be small enough for a first-order change of
  /// separations.
  static constexpr float kMaxTurn = 1;
  /// The arms of a contact follow the bodies by at most this fraction of the smaller inscribed radius since
  /// the pose at which the contact was found. Effective masses m hold for that pose, so a pass that stops a
  /// speed with longer arms, of the mass m', leaves 1 − m/m' of it: if m' < m/2 it adds energy, and passes
  /// multiply speeds. For friction on a ball of radius r and arm a, 1/m' = (1 + 2.5 (a/r)²)/mass, twice as
  /// much as for a = r at a = 1.55 r.
  static constexpr float kFollowShare = 0.5f;
  /// Cosine between the axis of a cylinder and a normal on it from which that is one of its ends.
  static constexpr float kOnEnd = 0.999f;
  /// Part of the length of a capsule's or cylinder's side from which a line of contact is all of it.
  static constexpr float kWholeSide = 0.9f;
  /// Effective mass of a body that is pushed at a corner, as a fraction of its mass.
  static constexpr float kMassAtCorner = 0.4f;

  /// Cosine between the normals of an old and a new manifold from which the new one takes impulses.
  static constexpr float kSameDirection = 0.9f;
  /// Points nearer than this fraction of the smaller size may be the same point.
  static constexpr float kNearShare = 0.05f;

  /// Pairs nearer than this at the start of the step touch already: they get no contact at a time of impact.
  /// m, times the tolerance.
  static constexpr float kImpactDistance = 1e-3f;
  /// Number of collision tests to find the time of impact.
  static constexpr int kImpactRefinements = 3;
  /// The time of impact is known if a test changes it by less than this fraction of the step.
  static constexpr float kImpactTimeError = 1e-3f;

  // What lies on something and passes something else (impact.cpp).
  /// It is looked at down to this part of the speed of an impact.
  static constexpr float kSlowPass = 0.1f;
  /// Speed at which its core may turn, as a part of that at which it goes.
  static constexpr float kTurning = 0.1f;
  /// Depth down to which it may be inside, in multiples of g h² with the substep h: what lies on something is
  /// about one inside.
  static constexpr float kGrazed = 4;
  /// The same as a share of the smaller inscribed radius, where that is less.
  static constexpr float kGrazedShare = 0.03f;
  /// Cosine between gravity and its normals where it passes.
  static constexpr float kUpright = 0.5f;
  /// Number of collision tests to find out.
  static constexpr int kPassRefinements = 6;

  /// Pairs (and bodies, where poses are predicted) per job.
  static constexpr std::int32_t kPairsPerJob = 64;
  /// Number of collisions by which loops prefetch ahead.
  static constexpr std::size_t kCollisionsAhead = 3;
};

}  // namespace carom::solve
