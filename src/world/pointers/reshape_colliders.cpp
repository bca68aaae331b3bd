// Shapes that change while the world runs: their sizes are set, or the scale of their nodes is animated or
// set. They are made anew at each step's sizes.
//
// A body keeps its mass and its centre of mass. Moments that were computed from the colliders are computed
// again from the solids that they are now, at that mass.
#include <utility>

#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {

namespace {

using world::Property;

DTransform toDouble(const Transform& t) {
  return {DVec3(t.translation), DQuat(t.rotation)};
}

/// A shape with another value; false where the value cannot be.
bool setSize(Shape& shape, Property property, const Value& value) {
  const DVec3 v = value.vector();
  if (!(v.x >= 0 && v.y >= 0 && v.z >= 0)) return false;
  if (property == Property::BoxSize) shape.size = v;
  if (property == Property::SphereRadius) shape.radius = v.x;
  if (property == Property::ShapeHeight) shape.height = v.x;
  if (property == Property::RadiusBottom || property == Property::ShapeRadius) shape.radius_bottom = v.x;
  if (property == Property::RadiusTop || property == Property::ShapeRadius) shape.radius_top = v.x;
  if (property == Property::PlaneDoubleSided) shape.double_sided = v.x != 0;
  if (property != Property::PlaneSizeX && property != Property::PlaneSizeZ) return true;
  (property == Property::PlaneSizeX ? shape.size_x : shape.size_z) = v.x;
  return v.x > 0;
}

}  // namespace

Value World::Implementation::valueOfShape(const world::PropertyPlace& place) const {
  const Shape& shape = shapes[place.item];
  switch (place.row->property) {
    case Property::BoxSize:
      return Value::of(shape.size);
    case Property::SphereRadius:
      return Value::of(shape.radius);
    case Property::ShapeHeight:
      return Value::of(shape.height);
    case Property::RadiusTop:
      return Value::of(shape.radius_top);
    case Property::PlaneSizeX:
      return Value::of(shape.size_x);
    case Property::PlaneSizeZ:
      return Value::of(shape.size_z);
    case Property::PlaneDoubleSided:
      return Value::of(shape.double_sided);
    default:
      return Value::of(shape.radius_bottom);
  }
}

void World::Implementation::findScalingColliders(const Scene& scene) {
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    const world::CompiledCollider& c = compiled.colliders[i];
    if (!nodes.scalesByAnimation(c.node)) continue;
    const Origin& origin =
        c.collider >= 0 ? scene.colliders[c.collider].origin : scene.triggers[c.trigger].origin;
    scaling_colliders.push_back({static_cast<std::int32_t>(i), origin.pointer});
  }
}

/// Pose of a collider's node in its motion's node.
DTransform World::Implementation::placeInMotion(const world::CompiledCollider& c) const {
  if (!c.follows_animation) return c.rest_local;
  return inverse(nodes.pose(c.motion_node)) * nodes.pose(c.node);
}

/// Mass properties of the colliders as they are now.
void World::Implementation::renewGeometry(world::CompiledBody& body) {
  if (!body.had_moments) {
    std::vector<collide::MassProperties> parts;
    for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
      const world::CompiledCollider& c = compiled.colliders[i];
      if (c.simulation_body != body.body || c.collider < 0) continue;
      const solve::Collider& solid = compiled.simulation->collider(static_cast<std::int32_t>(i));
      parts.push_back(
          collide::transformed(collide::massProperties(*solid.shape), placeInMotion(c) * toDouble(c.offset)));
    }
    body.geometry = collide::sum(parts);
  }
  renewBody(body);
}

/// Makes a collider's shape from its sizes and its node's scale as they are now; false, with nothing changed,
/// where they leave no shape.
bool World::Implementation::reshape(std::int32_t index) {
  world::CompiledCollider& c = compiled.colliders[index];
  const DVec3 scale = nodes.scale(c.node);
  const world::CompiledShape made = world::compileShape(shapes[c.shape], query_geometry, scale);
  if (!made.shape) return false;
  Transform local = made.offset;
  world::CompiledBody* body = nullptr;
  if (c.motion_node >= 0) {
    body = &compiled.bodies[body_of_node[c.motion_node]];
    const DTransform place = inverse(body->body_to_node) * placeInMotion(c) * toDouble(made.offset);
    if (!world::isPose(place)) return false;
    local = {Vec3(place.translation), Quat(place.rotation)};
  }
  c.scale = scale;
  c.offset = made.offset;
  compiled.simulation->setColliderShape(index, made.shape, local);
  if (body && c.collider >= 0) renewGeometry(*body);
  return true;
}

bool World::Implementation::rescaleColliders() {
  bool any = false;
  for (ScalingCollider& scaling : scaling_colliders) {
    const world::CompiledCollider& c = compiled.colliders[scaling.collider];
    if (nodes.scale(c.node) == c.scale) continue;
    if (reshape(scaling.collider)) {
      any = true;
    } else if (!std::exchange(scaling.reported, true)) {
      diagnostics.warning(codes::kScaleAnimationIgnored, scaling.pointer,
                          "an animation leaves nothing of this shape; it stays as small as it was before");
    }
  }
  return any;
}

bool World::Implementation::setShape(const world::PropertyPlace& place, const Value& value) {
  Shape& shape = shapes[place.item];
  const Shape before = shape;
  Shape next = before;
  if (!setSize(next, place.row->property, value)) return false;
  shape = next;
  bool fits = true;
  for (std::size_t i = 0; fits && i < compiled.colliders.size(); ++i) {
    if (compiled.colliders[i].shape == place.item) fits = reshape(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; fits && i < compiled.gravity.size(); ++i) {
    const world::CompiledGravity& source = compiled.gravity[i];
    const GravityVolume& volume = gravity_volumes[source.volume];
    if (volume.kind != GravityKind::Shaped || volume.shape != place.item) continue;
    const world::CompiledShape made = world::compileShape(shape, query_geometry, source.scale);
    fits = made.shape != nullptr;
    if (fits)
      compiled.simulation->gravity().setShape(static_cast<std::int32_t>(i), made.shape,
                                              toDouble(made.offset));
  }
  if (fits) return true;
  shape = before;
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    if (compiled.colliders[i].shape == place.item) reshape(static_cast<std::int32_t>(i));
  }
  return false;
}

}  // namespace carom
