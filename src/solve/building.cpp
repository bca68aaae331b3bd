#include "solve/building.hpp"

#include <algorithm>

#include "collide/queries/sweep_core.hpp"
#include "solve/broad_phase/bounds.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/scale_settings.hpp"
#include "solve/sleep/sleep.hpp"
#include "solve/state/inertia.hpp"

namespace carom::solve {

std::int32_t addBody(SimulationState& state, const StepContext& context, const BodyDefinition& definition) {
  Body body;
  body.type = definition.type;
  body.center = body.start_center = definition.center;
  body.rotation = body.start_rotation = normalized(definition.rotation);
  if (body.type != BodyType::Static) {
    body.linear_velocity = definition.linear_velocity;
    body.angular_velocity = definition.angular_velocity;
  }
  if (body.type == BodyType::Dynamic) {
    body.inverse_mass = definition.inverse_mass;
    body.gravity_factor = definition.gravity_factor;
    body.gravity = context.settings.gravity;
    takeInverseInertia(body, definition.inverse_inertia);
  }
  const std::int32_t index = state.bodies.add(body);
  state.bodies.any_placed = true;
  state.colliders.has_new_box.push_back(0);
  state.solver.bodies.index.push_back(0);
  updateMotionBound(state, context, state.bodies[index], index);
  addAwake(state, context, index);
  return index;
}

void measureShape(SimulationState& state, const StepContext& context, Collider& collider) {
  const Aabb own = collide::bounds(*collider.shape, Transform{});
  constexpr float kMaxRadius = ScaleSettings::kMaxRadius;
  collider.bounding_radius = std::min(kMaxRadius, length(own.extents()));
  collider.origin_radius = std::min(kMaxRadius, length(maximum(absolute(own.lower), absolute(own.upper))));
  collider.middle = own.center();
  collider.core_radius = std::min(kMaxRadius, collide::coreOuterRadius(*collider.shape, collider.middle));
  const float inner = collide::innerRadius(*collider.shape);
  const float least = ScaleSettings::kMinInscribedShare * collider.bounding_radius;
  collider.inscribed_radius =
      collide::isPlane(*collider.shape) ? kMaxRadius : std::clamp(inner, least, kMaxRadius);
  collider.round = collide::isRound(*collider.shape);
  const float of_gravity = toleranceOfGravity(context.settings);
  collider.tolerance = of_gravity > 0 ? of_gravity : toleranceOfSize(collider.bounding_radius);
  if (collider.sensor) return;
  includeInOuterRadius(state, collider);
  ShapeExtents& extents = state.bodies[collider.body].extents;
  extents.inscribed_radius = std::min(extents.inscribed_radius, inner);
  extents.tolerance = std::min(extents.tolerance, collider.tolerance);
}

std::int32_t addCollider(SimulationState& state, const StepContext& context,
                         const ColliderDefinition& definition) {
  const std::int32_t index = state.colliders.count();
  Collider collider;
  collider.body = definition.body;
  collider.shape = definition.shape;
  collider.local = definition.local;
  collider.local.rotation = normalized(collider.local.rotation);
  collider.sensor = definition.sensor;
  collider.moved = false;
  measureShape(state, context, collider);
  Body& body = state.bodies[collider.body];
  collider.next_in_body = body.first_collider;
  body.first_collider = index;
  if (collider.sensor) ++state.colliders.sensor_count;
  state.colliders.all.push_back(collider);
  state.colliders.searched_boxes.emplace_back();
  updateBox(state, context, index);
  return index;
}

}  // namespace carom::solve
