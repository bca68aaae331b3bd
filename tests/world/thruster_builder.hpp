// Vehicles that fly, for tests.
#pragma once

#include "world/scene_builder.hpp"

namespace carom::test {

/// From the push along +Z to a direction.
inline DQuat pointing(const DVec3& direction) {
  const DVec3 z = normalized(direction), x = perpendicular(z);
  return toQuaternion(DMat3{x, cross(z, x), z});
}

inline ThrusterDescription engine(double force, double max_gimbal = 0) {
  ThrusterDescription d;
  d.maximum = force, d.max_gimbal = max_gimbal, d.gimbal_change_rate = std::nullopt;
  return d;
}
inline ThrusterDescription hoverEngine(double energy, double max_gimbal = 0.25) {
  ThrusterDescription d = engine(energy, max_gimbal);
  d.hover = true, d.gimbal_change_rate = 1, d.linear_gimbal_adjust_ratio = 0.5;
  return d;
}

/// A body of 1000 kg with moments of 2000, 3000 and 1500 kg·m², centred in its node.
inline int addCraft(SceneBuilder& b, const DVec3& at, const DQuat& rotation = {}, double mass = 1000) {
  NodeBuilder body = b.node("craft").at(at).rotated(rotation).dynamic(mass).centerOfMass({0, 0, 0});
  body.inertia(DVec3{2, 3, 1.5} * mass);
  return body;
}
/// Makes a vehicle of it.
inline Vehicle& addVehicle(SceneBuilder& b, int body) {
  Vehicle v;
  v.node = body;
  for (std::size_t i = 0; i < b.scene().motions.size(); ++i) {
    if (b.scene().motions[i].node == body) v.motion = static_cast<std::int32_t>(i);
  }
  b.scene().vehicles.push_back(v);
  return b.scene().vehicles.back();
}
/// Below a body; commanded by the last vehicle if that is the body's.
inline int addThruster(SceneBuilder& b, int body, const DVec3& at, const DVec3& push,
                       const ThrusterDescription& description) {
  const int node = b.child(body, "thruster").at(at).rotated(pointing(push));
  Scene& s = b.scene();
  s.thruster_descriptions.push_back(description);
  Thruster t;
  t.node = node;
  t.description = static_cast<std::int32_t>(s.thruster_descriptions.size()) - 1;
  for (std::size_t i = 0; i < s.motions.size(); ++i) {
    if (s.motions[i].node == body) t.motion = static_cast<std::int32_t>(i);
  }
  for (std::size_t i = 0; i < s.vehicles.size(); ++i) {
    if (s.vehicles[i].node == body) t.vehicle = static_cast<std::int32_t>(i);
  }
  s.thrusters.push_back(t);
  return node;
}

/// Two metres of hovercraft, as the authors' example is built: four thrusters that lean outwards.
inline int addHovercraft(SceneBuilder& b, const DVec3& at, double energy = 30000, double mass = 2000) {
  const int craft = addCraft(b, at, {}, mass);
  b.child(craft, "hull").collider(box(3, 1, 5));
  addVehicle(b, craft);
  for (const double x : {1.2, -1.2}) {
    for (const double z : {2.1, -2.1}) {
      const DVec3 push = normalized(DVec3{x > 0 ? -0.5 : 0.5, 1, z > 0 ? -0.5 : 0.5});
      addThruster(b, craft, {x, -0.25, z}, push, hoverEngine(energy));
    }
  }
  return craft;
}

}  // namespace carom::test
