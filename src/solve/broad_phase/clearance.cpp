// Pairs that are known to be apart.
//
// In a heap two of three pairs whose bounds overlap do not touch. How far they are apart is known when they
// are looked at (the gap between bounds, or what the collision of convex shapes has left out), and from then
// on they can come nearer only by their bodies' motion. Every body has a displacement bound, the sum over the
// steps of
//
//   |Δx| + 2 R |v|,   q = (v, w) the turn, R the distance of its farthest point from its centre of mass,
//
// a bound of the way of any of its points. With the displacement bounds s_a, s_b when the pair was looked at
// and its gap g, nothing of a is nearer to b than g + s_a + s_b − s_a' − s_b'. Contacts are made up to a
// distance (narrow_phase.cpp) that is at most a margin m of the pair and what velocities and gravity allow
// within the step (where a ball goes round its own middle nothing comes nearer: R of cores); `way` is the
// displacement bound with the latter. So a pair without contacts needs no look while way_a + way_b <= c,
// c = g + s_a + s_b − m, for which no more than c and two numbers are read. (A look makes contacts a bit
// farther apart than needed, so as to keep them; those are what is saved.)

#include "solve/broad_phase/clearance.hpp"

#include "base/rotation_vector.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
/// A body's displacement bound as it is now.
double displacementBoundNow(const Body& body) {
  if (body.center == body.displacement.center && body.rotation == body.displacement.rotation)
    return body.displacement.bound;
  const Quat turn = turnBetween(body.displacement.rotation, body.rotation);
  return body.displacement.bound + length(body.center - body.displacement.center) +
         2.0 * static_cast<double>(body.extents.bounding_radius) * static_cast<double>(length(turn.vector()));
}

/// Updates a body's displacement bound.
void updateDisplacementBound(Body& body) {
  body.displacement.bound = displacementBoundNow(body);
  body.displacement.center = body.center;
  body.displacement.rotation = body.rotation;
}

/// The same, and how far the body may come in a step.
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
  return {body.displacement.bound + static_cast<double>(in_step + gravity * dt * dt), body.displacement.bound,
          spin, turning, in_step};
}

double displacementInStep(const StepContext& context, const Body& body) {
  const float speed =
      length(body.linear_velocity) + length(body.angular_velocity) * body.extents.bounding_radius;
  return static_cast<double>(speed * context.settings.time_step);
}

/// The two, which have no contact points, have been found so far apart where they are now.
void noteClearance(SimulationState& state, std::int32_t contact, float gap) {
  PairClearance& pair = state.contacts.clearances[contact];
  const float margin = speculativeMargin(state.contacts[contact]);
  pair.until = static_cast<double>(gap - margin) +
               state.bodies.motion_bounds[pair.body[0]].displacement_bound +
               state.bodies.motion_bounds[pair.body[1]].displacement_bound;
}

bool isClear(const SimulationState& state, std::int32_t contact) {
  const PairClearance& pair = state.contacts.clearances[contact];
  return state.bodies.motion_bounds[pair.body[0]].way + state.bodies.motion_bounds[pair.body[1]].way <
         pair.until;
}

void forgetClearances(SimulationState& state, std::int32_t index) {
  for (const ContactEnd end : state.contacts.of(state.bodies[index]))
    state.contacts.clearances[end.contact].until = 0;
}

}  // namespace carom::solve
