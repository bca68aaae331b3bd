// Settings of a simulation, and the policy that says how two colliders respond to each other.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/thread_pool.hpp"
#include "carom/base/step_hooks.hpp"
#include "carom/base/vector.hpp"
#include "solve/scale_settings.hpp"

namespace carom::solve {

struct SimulationSettings {
  float time_step = 1.0f / 60;  ///< s
  std::int32_t substeps = 4;
  std::int32_t threads = 1;
  std::int32_t lanes = 0;      ///< Lanes of the solver: 1, 4 or 8; 0: the most that the processor supports.
  Vec3 gravity{0, -9.81f, 0};  ///< m/s²
  float gravity_scale = 0;     ///< Strongest gravity of volumes, m/s²; for tolerances, if above `gravity`.
  bool sleeping = true;
  bool continuous = true;
  float static_slip_speed = 0.01f;     ///< See SpeedTolerance, m/s.
  float restitution_threshold = 0.1f;  ///< The same.
  float contact_frequency = 0.2f;      ///< Of soft contacts, as a fraction of the substep rate.
  float contact_damping_ratio = 2;
  float sleep_time = 0.5f;  ///< s
  Scheduler scheduler{};    ///< If set, replaces the simulation's own threads.
  StageHook stage_hook{};
};

/// The gravity in proportion to which tolerances are, m/s².
inline float gravityScale(const SimulationSettings& settings) {
  return std::max(length(settings.gravity), settings.gravity_scale);
}

/// A relative speed below which two bodies count as not moving. The given value holds under the gravity of
/// the Earth; under other gravity it is in proportion to that. Without gravity it is in proportion to the
/// radius of the smaller body, and the given value holds for ScaleSettings::kUsualRadius.
struct SpeedTolerance {
  float base = 0;      ///< m/s
  float per_size = 0;  ///< 1/s
  float of(float size) const { return base + per_size * size; }
};
SpeedTolerance speedTolerance(const SimulationSettings& settings, float given);

/// Factor for the solver's distances. They are given in metres for the gravity of the Earth and are in
/// proportion to gravity; without gravity they are in proportion to the size of the shape.
inline float toleranceOfGravity(const SimulationSettings& settings) {
  return gravityScale(settings) / ScaleSettings::kEarthGravity;
}
inline float toleranceOfSize(float radius) {
  return radius / ScaleSettings::kUsualRadius;
}

/// The response of two colliders to each other, asked once when a pair is made.
struct PairResponse {
  bool related = true;  ///< false: the pair is ignored.
  float static_friction = 0.6f;
  float dynamic_friction = 0.6f;
  float restitution = 0;
};
class PairPolicy {
 public:
  virtual ~PairPolicy() = default;
  virtual PairResponse respond(std::int32_t collider_a, std::int32_t collider_b) const = 0;
  /// The response of a wheel and a collider of another body. Asked whenever they are near each other, by
  /// several threads at once.
  virtual PairResponse respondWheel(std::int32_t wheel, std::int32_t collider) const;
};

}  // namespace carom::solve
