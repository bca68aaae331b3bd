// Clearance: how long a separated pair needs no test of the narrow phase.
//
// In a heap, two of three pairs whose bounds overlap do not touch. A test of such a pair gives a lower bound
// g of its distance: the gap between the bounds, or the separation beyond which the convex test has found
// nothing. After that the pair can only come nearer by the motion of its bodies. Each body has a displacement
// bound s, an upper bound of the distance that any of its points has moved. A step adds to it
//
//   |Δx| + 2 R |v|,
//
// with Δx the displacement of the centre of mass, q = (v, w) the quaternion of the rotation in the step, and
// R the distance of the farthest point from the centre of mass (a point moves by at most 2 R sin(θ/2), and
// |v| = sin(θ/2)). With the bounds s_a, s_b at the time of the test and s_a', s_b' now, the distance is at
// least
//
//   g − (s_a' − s_a) − (s_b' − s_b).
//
// The narrow phase makes contacts up to a margin m plus the motion that velocities and gravity allow within
// the step (narrow_phase.cpp). Rotation of a ball about its centre brings nothing nearer, so in that motion
// the radius of the core stands for R. Let e_a = s_a' plus that motion (MotionBound::bound_after_step). The
// pair needs no test while
//
//   e_a + e_b < c,   c = g + s_a + s_b − m  (PairClearance::until),
//
// and the check reads only c and one number per body. The narrow phase makes contacts slightly farther apart
// than this distance, so that it can keep them; skipping the test only leaves out those.

#include "solve/broad_phase/clearance.hpp"

#include "base/rotation_vector.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
double displacementBoundNow(const Body& body) {
  if (body.center == body.displacement.center && body.rotation == body.displacement.rotation)
    return body.displacement.bound;
  const Quat turn = turnBetween(body.displacement.rotation, body.rotation);
  return body.displacement.bound + length(body.center - body.displacement.center) +
         2.0 * static_cast<double>(body.extents.bounding_radius) * static_cast<double>(length(turn.vector()));
}

void updateDisplacementBound(Body& body) {
  body.displacement.bound = displacementBoundNow(body);
  body.displacement.center = body.center;
  body.displacement.rotation = body.rotation;
}

void updateMotionBound(SimulationState& state, const StepContext& context, Body& body, std::int32_t index) {
  updateDisplacementBound(body);
  state.bodies.motion_bounds[index] = motionBound(state, context, body);
}

MotionBound motionBound(const SimulationState& state, const StepContext& context, const Body& body) {
  const float dt = context.settings.time_step;
  // The pair's bound of 1.5 g dt² (narrow_phase.cpp). Uniform gravity acts on both bodies alike, each takes
  // half of it. Where gravity varies, each takes all of its own, so that the larger one is covered.
  const float gravity = state.gravity.empty() ? 0.75f * context.uniform_gravity : 1.5f * length(body.gravity);
  const float turning = length(body.angular_velocity), spin = turning * body.extents.core_radius;
  const float in_step = (length(body.linear_velocity) + spin) * dt;
  const bool parts = body.first_collider >= 0 && state.colliders[body.first_collider].next_in_body >= 0;
  return {body.displacement.bound + static_cast<double>(in_step + gravity * dt * dt),
          body.displacement.bound,
          spin,
          turning,
          in_step,
          parts,
          std::abs(body.gravity_factor) > 1};
}

double displacementInStep(const StepContext& context, const Body& body) {
  const float speed =
      length(body.linear_velocity) + length(body.angular_velocity) * body.extents.bounding_radius;
  return static_cast<double>(speed * context.settings.time_step);
}

void noteClearance(SimulationState& state, std::int32_t contact, float gap) {
  PairClearance& pair = state.contacts.clearances[contact];
  const float margin = speculativeMargin(state.contacts[contact]);
  pair.until = static_cast<double>(gap - margin) +
               state.bodies.motion_bounds[pair.body[0]].displacement_bound +
               state.bodies.motion_bounds[pair.body[1]].displacement_bound;
}

bool isClear(const SimulationState& state, std::int32_t contact) {
  const PairClearance& pair = state.contacts.clearances[contact];
  return state.bodies.motion_bounds[pair.body[0]].bound_after_step +
             state.bodies.motion_bounds[pair.body[1]].bound_after_step <
         pair.until;
}

void forgetClearances(SimulationState& state, std::int32_t index) {
  for (const ContactEnd end : state.contacts.of(state.bodies[index]))
    state.contacts.clearances[end.contact].until = 0;
}

}  // namespace carom::solve
