// Constants of wheels. Lengths are in wheel radii unless stated otherwise, so that vehicles of any size
// behave alike.
#pragma once

#include <cstdint>

namespace carom::solve {

struct WheelSettings {
  /// Density of a wheel that spins while it slides, kg/m³: the documents give a wheel no mass.
  static constexpr float kDensity = 400;
  /// Largest inertia of a wheel, as a fraction of its body's inertia about the axle.
  static constexpr float kMaxInertiaShare = 0.125f;
  /// Passes over the wheels of a group, in each half of a substep.
  static constexpr int kPasses = 2;
  /// Speed at which a wheel leaves an obstacle that it penetrates, radii per second.
  static constexpr float kMaxPushRate = 9;

  // Ground (wheel_drop.hpp, wheel_ground.cpp).
  /// Least cosine between the normal of the ground and the direction up: steeper surfaces do not carry.
  static constexpr float kLeastCarryingSlope = 0.2f;
  /// √(1 − kLeastCarryingSlope²)
  static constexpr float kCarryingReach = 0.97979590f;
  /// Rise over run of the normal below which a triangle is steep: it is also examined as a wall.
  static constexpr float kSteep = 0.2f;
  /// Least |n·up| of an infinite plane that a wheel is dropped on.
  static constexpr float kVerticalPlane = 1e-3f;
  /// Points lower than the highest one by up to this carry the wheel too.
  static constexpr float kLevel = 3e-3f;
  /// The normal of a face counts if the face carries within this of the highest point.
  static constexpr float kFaceLevel = 3e-4f;
  /// Distance from the ground at which a sweep stops.
  static constexpr float kStandDistance = 3e-4f;
  /// After a sweep, points farther from the ground than the nearest one by this do not carry.
  static constexpr float kPatchDepth = 3e-3f;
  /// Cosine between the normals of such points and of the ground.
  static constexpr float kSamePatch = 0.95f;
  /// Margin beyond the motion within the step in which things are examined.
  static constexpr float kRoom = 0.015f;
  /// Largest distance that a wheel falls in a step.
  static constexpr float kMaxReach = 300;
  /// n·up below which a contact of a lowered wheel is a stop beside it.
  static constexpr float kWallSlope = 0.3f;
  /// Size of the smaller wheel that is swept past things beside the wheel.
  static constexpr float kCoreShare = 0.9f;
  /// Number of stops that are kept, the deepest ones.
  static constexpr int kMaxStops = 6;

  // Tyre (wheel_rows.hpp).
  /// Speed below which a gripping wheel stands and is drawn back, radii per second.
  static constexpr float kStandingRate = 0.15f;
  /// Fraction of its creep by which it is drawn back in a substep.
  static constexpr float kAnchorRate = 0.1f;
  /// Largest creep that it remembers.
  static constexpr float kMaxCreep = 0.015f;
  /// Fraction of the tyre's impulses, and of the creep, that is kept from substep to substep. Without the
  /// loss wheels would stay pressed against each other.
  static constexpr float kImpulseKept = 0.999f;
  static constexpr float kCreepKept = 0.999f;
  /// Cosine between the normals of a stop and of the ground from which the stop adds to the tyre's load.
  static constexpr float kSameDirection = 0.7f;

  /// Groups of wheels per job.
  static constexpr std::int32_t kGroupsPerJob = 4;
};

}  // namespace carom::solve
