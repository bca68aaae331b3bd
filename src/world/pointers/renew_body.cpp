// A body whose mass, centre of mass or inertia was set.
//
// Moments and axes that the file leaves out follow from the colliders, the mass and the centre of mass as
// they are now, in whatever order these were set. The body's frame has its origin in the centre of mass,
// along the principal axes: another centre or other axes are another frame in the same matter, which stays
// where it is and moves on as it did.
#include <vector>

#include "world/limits.hpp"
#include "world/world_implementation.hpp"

namespace carom {

void World::Implementation::renewBody(world::CompiledBody& body) {
  world::computeInertia(body);
  const BodyProperties& p = body.properties;
  const DTransform frame{p.center_of_mass, p.inertia_orientation};
  if (!(frame == body.body_to_node)) moveFrame(body, frame);
  if (p.type != MotionType::Dynamic) return;
  const DVec3& inertia = p.inertia_diagonal;
  compiled.simulation->setMass(
      body.body, world::inverseOf(p.mass),
      {world::inverseOf(inertia.x), world::inverseOf(inertia.y), world::inverseOf(inertia.z)});
}

/// The places in the body come from those in its node, so that they do not drift.
void World::Implementation::moveFrame(world::CompiledBody& body, const DTransform& frame) {
  const DTransform node = nodePose(body), to_body = inverse(frame);
  body.body_to_node = frame;
  std::vector<solve::PartPlace> colliders, wheels;
  const auto add = [&](std::vector<solve::PartPlace>& to, std::size_t index, const DTransform& in_node) {
    const DTransform local = to_body * in_node;
    to.push_back({static_cast<std::int32_t>(index), {Vec3(local.translation), Quat(local.rotation)}});
  };
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    const world::CompiledCollider& c = compiled.colliders[i];
    if (c.simulation_body != body.body) continue;
    add(colliders, i, placeInMotion(c) * DTransform{DVec3(c.offset.translation), DQuat(c.offset.rotation)});
  }
  for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
    const world::CompiledWheel& wheel = compiled.wheels[i];
    if (compiled.bodies[wheel.body].body == body.body) add(wheels, i, wheel.rest);
  }
  const DTransform place = node * frame;
  compiled.simulation->setBodyFrame(body.body, place.translation, Quat(place.rotation), colliders, wheels);
  for (const PlacedBody& p : placed) {
    if (compiled.bodies[p.body].body != body.body) continue;
    const DTransform target = p.pose * frame;
    compiled.simulation->setTarget(body.body, target.translation, Quat(target.rotation));
  }
}

}  // namespace carom
