// Gravity volumes for scenes of tests.
#pragma once

#include "world/scene_builder.hpp"

namespace carom::test {

inline GravityVolume gravity(GravityKind kind, double strength, double unit_distance = 0) {
  GravityVolume v;
  v.kind = kind, v.gravity = strength, v.unit_distance = unit_distance;
  return v;
}
inline GravityVolume directional(double strength, const DVec3& direction, std::int64_t priority = 0) {
  GravityVolume v = gravity(GravityKind::Directional, strength);
  v.direction = direction, v.priority = priority;
  return v;
}
inline GravityVolume shaped(SceneBuilder& b, double strength, double unit_distance, const Shape& shape) {
  GravityVolume v = gravity(GravityKind::Shaped, strength, unit_distance);
  v.shape = b.addShape(shape);
  return v;
}

/// Puts a volume on a node that has a trigger.
inline void act(SceneBuilder& b, int node, GravityVolume volume) {
  volume.node = node;
  for (std::size_t i = 0; i < b.scene().triggers.size(); ++i) {
    if (b.scene().triggers[i].node == node) volume.trigger = static_cast<std::int32_t>(i);
  }
  b.scene().gravity_volumes.push_back(volume);
}

/// The acceleration of a small ball at rest at a place, from one short step: the mean of it.
inline constexpr double kShortStep = 1e-5;  ///< s
inline DVec3 felt(SceneBuilder b, const DVec3& place, WorldSettings settings = weightless()) {
  settings.time_step = kShortStep;
  settings.substeps = 1;
  const int ball = b.node().at(place).dynamic(1).inertia({1, 1, 1});
  Simulation sim(b, settings);
  sim.world.step();
  return sim.velocity(ball) * (1 / settings.time_step);
}

}  // namespace carom::test
