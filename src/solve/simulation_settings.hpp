// What a simulation is set to, and who says how two colliders respond to each other.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/thread_pool.hpp"
#include "carom/base/step_hooks.hpp"
#include "carom/base/vector.hpp"

namespace carom::solve {

struct SimulationSettings {
  float time_step = 1.0f / 60;  ///< s
  std::int32_t substeps = 4;
  std::int32_t threads = 1;
  std::int32_t lanes = 0;      ///< Width of the solver, 1, 4 or 8; 0: the widest that the machine has.
  Vec3 gravity{0, -9.81f, 0};  ///< m/s²
  float gravity_scale = 0;     ///< m/s²: the strongest there is, where `gravity` is not; for tolerances.
  bool sleeping = true;
  bool continuous = true;
  float static_slip_speed = 0.01f;     ///< See SpeedTolerance, m/s.
  float restitution_threshold = 0.1f;  ///< The same.
  float contact_frequency = 0.2f;      ///< Of soft contacts, as a share of the substep rate.
  float contact_damping_ratio = 2;
  float sleep_time = 0.5f;  ///< s
  Scheduler scheduler{};    ///< Instead of `threads` of its own.
  StageHook stage_hook{};
};

/// What tolerances are measured by, m/s².
inline float gravityScale(const SimulationSettings& settings) {
  return std::max(length(settings.gravity), settings.gravity_scale);
}

/// A speed up to which two bodies count as not moving against each other. What falls under the gravity of the
/// Earth has the tolerance that is given; under other gravity it is in proportion to that. Without gravity it
/// is that of bodies with a radius of two thirds of a metre, others' in proportion to theirs.
struct SpeedTolerance {
  float base = 0;      ///< m/s
  float per_size = 0;  ///< 1/s
  float of(float size) const { return base + per_size * size; }
};
SpeedTolerance speedTolerance(const SimulationSettings& settings, float given);

/// What the solver's distances are multiplied by: they are in metres for the gravity of the Earth, or for
/// bodies with a radius of two thirds of a metre.
inline float toleranceOfGravity(const SimulationSettings& settings) {
  constexpr float kEarth = 9.81f;  // m/s²
  return gravityScale(settings) / kEarth;
}
inline float toleranceOfSize(float radius) {
  constexpr float kUsualRadius = 2.0f / 3;  // m
  return radius / kUsualRadius;
}

/// How two colliders respond to each other, asked once when a pair is made.
struct PairResponse {
  bool related = true;  ///< false: the pair does not exist for the simulation.
  float static_friction = 0.6f;
  float dynamic_friction = 0.6f;
  float restitution = 0;
};
class PairPolicy {
 public:
  virtual ~PairPolicy() = default;
  virtual PairResponse respond(std::int32_t collider_a, std::int32_t collider_b) const = 0;
  /// The same for a wheel and a collider of another body, asked whenever they are near each other, by
  /// several threads at once.
  virtual PairResponse respondWheel(std::int32_t wheel, std::int32_t collider) const;
};

}  // namespace carom::solve
