#include "solve/integration/struck_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/continuous/suspects.hpp"
#include "solve/integration/integration_settings.hpp"

namespace carom::solve {

float leastDepth(float tolerance, float inscribed_radius) {
  return std::min(IntegrationSettings::kDepth * tolerance,
                  IntegrationSettings::kDepthShare * inscribed_radius);
}

float curvedWay(const Body& body) {
  return std::sqrt(2 * leastDepth(body.extents.tolerance, inscribedSize(body)) *
                   body.extents.bounding_radius);
}

bool wasStruck(const SimulationState& state, const StepContext& context, std::int32_t index) {
  const Body& body = state.bodies[index];
  if (!body.movable()) return false;
  const float limit = leastDepth(body.extents.tolerance, inscribedSize(body));
  const float dt = context.settings.time_step;
  const auto n = static_cast<float>(context.settings.substeps);
  const BodySweep& sweep = state.bodies.sweeps[index];
  const BodyMotion& motion = state.bodies.motions[index];
  const Vec3 fall = body.gravity * (body.gravity_factor * dt * dt * (n + 1) / (2 * n));
  const float beside = length(sweep.displacement - motion.linear_velocity * dt - fall);
  if (!(beside <= limit)) return true;
  // A ball may turn as it likes. A cheap bound of the rotation first.
  const float radius = body.extents.core_radius;
  const Vec3 turn = motion.angular_velocity * dt;
  if (beside + radius * (length(turn) + 2 * sweep.sine) <= limit) return false;
  const Quat expected = quaternionFromRotationVector(turn);
  const Vec3 half_turn = expected.w < 0 ? -expected.vector() : expected.vector();
  return beside + 2 * radius * length(sweep.half_turn - half_turn) > limit;
}

}  // namespace carom::solve
