// From the scene's thrusters to those that are simulated.
#pragma once

#include <cstdint>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "world/vehicles/thruster_control.hpp"

namespace carom::world {

struct CompiledScene;
class NodeTree;

/// A thruster, its targets and its state.
struct CompiledThruster {
  std::int32_t thruster = -1;  ///< Index into Scene::thrusters.
  std::int32_t node = -1;
  std::int32_t body = -1;          ///< Index into CompiledScene::bodies.
  std::int32_t vehicle = -1;       ///< Index into CompiledScene::vehicles, -1: none.
  std::int32_t driven = -1;        ///< Index into CompiledScene::driven; -1: its node is not moved.
  std::int32_t filter = -1;        ///< Filter for finding the ground, index into Scene::filters.
  bool follows_animation = false;  ///< Its node is animated in its body.
  ThrusterDescription settings;    ///< Its targets: those of now.
  DTransform rest;                 ///< Of its node in its body's node, without gimbal.
  GimbalAngles gimbal{};           ///< rad
  double amount = 0;               ///< N, or N·m of a hover thruster.
  double distance = 0;             ///< m to the ground, of a hover thruster that has one in reach; else 0.
  DVec3 force;                     ///< N, global, in the last step.
};

/// Call after compiling the vehicles; warns of thrusters without effect.
void compileThrusters(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                      Diagnostics& diagnostics);

}  // namespace carom::world
