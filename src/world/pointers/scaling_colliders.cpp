// Colliders and triggers whose nodes' scale is animated: their shapes are made anew at each step's scale.
//
// A body keeps its mass. Moments that were computed from the colliders grow with the mean square of the
// scale, as those of a body do that is scaled alike in all directions; centres of mass stay.
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {

void World::Implementation::findScalingColliders(const Scene& scene) {
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    const world::CompiledCollider& c = compiled.colliders[i];
    if (!nodes.scalesByAnimation(c.node)) continue;
    const std::int32_t shape = c.collider >= 0 ? scene.colliders[static_cast<std::size_t>(c.collider)].shape
                                               : scene.triggers[static_cast<std::size_t>(c.trigger)].shape;
    const DVec3 scale = nodes.scale(c.node);
    const Origin& origin = c.collider >= 0 ? scene.colliders[static_cast<std::size_t>(c.collider)].origin
                                           : scene.triggers[static_cast<std::size_t>(c.trigger)].origin;
    scaling_colliders.push_back({static_cast<std::int32_t>(i), scene.shapes[static_cast<std::size_t>(shape)],
                                 scale, scale, origin.pointer});
  }
}

bool World::Implementation::rescaleColliders() {
  bool any = false;
  for (ScalingCollider& scaling : scaling_colliders) {
    world::CompiledCollider& c = compiled.colliders[static_cast<std::size_t>(scaling.collider)];
    const DVec3 scale = nodes.scale(c.node);
    if (scale == scaling.now) continue;
    const world::CompiledShape made = world::compileShape(scaling.shape, query_geometry, scale);
    if (!made.shape) {
      if (!std::exchange(scaling.reported, true))
        diagnostics.warning(codes::kScaleAnimationIgnored, scaling.pointer,
                            "an animation leaves nothing of this shape; it stays as small as it was before");
      continue;
    }
    scaling.now = scale;
    c.offset = made.offset;
    Transform local = made.offset;
    if (c.motion_node >= 0) {
      const std::int32_t index = body_of_node[static_cast<std::size_t>(c.motion_node)];
      world::CompiledBody& body = compiled.bodies[static_cast<std::size_t>(index)];
      const DTransform placed_shape = inverse(body.body_to_node) * inverse(nodes.pose(c.motion_node)) *
                                      nodes.pose(c.node) *
                                      DTransform{DVec3(made.offset.translation), DQuat(made.offset.rotation)};
      if (!world::isPose(placed_shape)) continue;
      local = {Vec3(placed_shape.translation), Quat(placed_shape.rotation)};
      if (c.collider >= 0 && lengthSquared(scaling.first) > 0) {
        body.inertia_factor = lengthSquared(scale) / lengthSquared(scaling.first);
        renewBody(body);
      }
    }
    compiled.simulation->setColliderShape(scaling.collider, made.shape, local);
    any = true;
  }
  return any;
}

}  // namespace carom
