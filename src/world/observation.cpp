// What there is to see in a world beside bodies: contacts, bounds, islands.

#include <tuple>

#include "base/stable_sort.hpp"
#include "carom/world/world.hpp"
#include "solve/state/disjoint_sets.hpp"
#include "world/world_implementation.hpp"

namespace carom {
namespace {

using world::CompiledCollider;

/// Adds the points of one manifold.
void addPoints(const solve::ContactManifold& manifold, const DVec3& center_a, double substep,
               const ContactPoint& between, std::vector<ContactPoint>& out) {
  const DVec3 normal(manifold.normal);
  double load = 0;
  for (std::int32_t i = 0; i < manifold.point_count; ++i)
    load += static_cast<double>(manifold.points[i].normal_impulse);
  const DVec3 friction = DVec3(manifold.friction_impulse) * (load > 0 ? 1 / (load * substep) : 0);
  for (std::int32_t i = 0; i < manifold.point_count; ++i) {
    const solve::ContactPoint& from = manifold.points[i];
    ContactPoint point = between;
    point.point = center_a + DVec3(from.anchor_a);
    point.normal = normal;
    point.penetration = -static_cast<double>(from.separation);
    point.force = normal * (static_cast<double>(from.normal_impulse) / substep);
    point.force += friction * static_cast<double>(from.normal_impulse);
    out.push_back(point);
  }
}

bool isDynamic(const solve::Simulation& simulation, std::int32_t body) {
  return body >= 0 && simulation.body(body).type == solve::BodyType::Dynamic;
}

}  // namespace

std::vector<ContactPoint> World::contacts() const {
  const world::CompiledScene& compiled = implementation_->compiled;
  const solve::Simulation& simulation = *compiled.simulation;
  const double substep = implementation_->settings.time_step / implementation_->settings.substeps;
  std::vector<ContactPoint> out;
  for (const solve::Contact& contact : simulation.contacts()) {
    if (!contact.alive || contact.sensor || !contact.touching) continue;
    const CompiledCollider& a = compiled.colliders[contact.collider[0]];
    const CompiledCollider& b = compiled.colliders[contact.collider[1]];
    ContactPoint between;
    between.collider = a.node, between.motion = a.motion_node;
    between.other = b.node, between.other_motion = b.motion_node;
    const DVec3 center = simulation.body(contact.body[0]).center;
    for (std::int32_t i = 0; i < contact.manifold_count; ++i)
      addPoints(contact.manifolds()[i], center, substep, between, out);
  }
  stableSort(out, [](const ContactPoint& a, const ContactPoint& b) {
    return std::tuple(a.collider, a.other) < std::tuple(b.collider, b.other);
  });
  return out;
}

std::vector<ColliderState> World::colliders() const {
  const world::CompiledScene& compiled = implementation_->compiled;
  std::vector<ColliderState> out;
  for (std::size_t i = 0; i < compiled.colliders.size(); ++i) {
    const CompiledCollider& collider = compiled.colliders[i];
    const Aabb& bounds = compiled.simulation->collider(static_cast<std::int32_t>(i)).tight;
    out.push_back({collider.node, collider.motion_node, collider.trigger >= 0, DVec3(bounds.lower),
                   DVec3(bounds.upper)});
  }
  stableSort(out, [](const ColliderState& a, const ColliderState& b) { return a.node < b.node; });
  return out;
}

std::vector<std::int32_t> World::islands() const {
  const world::CompiledScene& compiled = implementation_->compiled;
  const solve::Simulation& simulation = *compiled.simulation;
  solve::DisjointSets sets;
  sets.start(static_cast<std::int32_t>(simulation.bodies().size()));
  const auto connect = [&](std::int32_t a, std::int32_t b) {
    if (isDynamic(simulation, a) && isDynamic(simulation, b)) sets.unite(a, b);
  };
  for (const solve::Contact& contact : simulation.contacts()) {
    if (contact.alive && !contact.sensor && contact.touching) connect(contact.body[0], contact.body[1]);
  }
  for (const solve::Joint& joint : simulation.joints()) connect(joint.body[0], joint.body[1]);
  sets.settle();
  // Bodies come in the order of their nodes, so the first of a set has the least.
  std::vector<std::int32_t> least(simulation.bodies().size(), -1), out;
  for (const world::CompiledBody& body : compiled.bodies) {
    if (!isDynamic(simulation, body.body)) {
      out.push_back(-1);
      continue;
    }
    std::int32_t& first = least[sets.rootOf(body.body)];
    if (first < 0) first = body.node;
    out.push_back(first);
  }
  return out;
}

}  // namespace carom
