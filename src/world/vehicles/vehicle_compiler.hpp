// From the scene's vehicles and wheels to the simulation's.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "solve/constraints/wheel/wheel.hpp"
#include "world/vehicles/wheel_control.hpp"

namespace carom::world {

struct CompiledBody;
struct CompiledScene;
class NodeTree;

/// A vehicle of the scene and its activation.
struct CompiledVehicle {
  std::int32_t node = -1;
  std::int32_t body = -1;               ///< Index into CompiledScene::bodies.
  std::int32_t scene_vehicle = -1;      ///< Index into Scene::vehicles.
  Vehicle settings;                     ///< Its activations: those of now.
  bool commanded = false;               ///< Has had an input; until then its parts follow their own targets.
  std::vector<std::int32_t> wheels;     ///< Indices into CompiledScene::wheels.
  std::vector<std::int32_t> thrusters;  ///< Indices into CompiledScene::thrusters.
};

/// A simulated wheel and its targets.
struct CompiledWheel {
  std::int32_t wheel = -1;  ///< Index into Scene::wheels.
  std::int32_t node = -1;
  std::int32_t body = -1;     ///< Index into CompiledScene::bodies.
  std::int32_t vehicle = -1;  ///< Index into CompiledScene::vehicles, -1: none.
  std::int32_t driven = -1;   ///< Index into CompiledScene::driven; -1: its node is not moved.
  WheelDescription settings;  ///< Its target ratios: those of now. Sizes include the node's scale.
  double radius = 0, width = 0, travel = 0;  ///< m, without the node's scale.
  DVec3 scale{1, 1, 1};                      ///< Of its node.
  DTransform rest;                           ///< Its node in its body's node.
  WheelPlace place;                          ///< In the vehicle; without one in its body.
  double propulsion = 0;                     ///< N, on the way to its target.
  double steering = 0;                       ///< rad, on the way to its target.
};

/// Says of a part of a vehicle, or of one, that its body is moved by no force: for an animation, or for its
/// mass.
void reportUnmoved(const Scene& scene, const CompiledBody& body, std::string_view what, const Origin& origin,
                   Diagnostics& diagnostics);

/// Settings of a wheel whose sizes have changed, with its node's scale and within the limits of simulation.
WheelDescription resized(const CompiledWheel& wheel);
/// Size and suspension, for the simulation.
solve::WheelDefinition wheelDefinition(const WheelDescription& settings);

/// Adds the wheels to the simulation in scene order; warns of wheels without effect.
void compileVehicles(const Scene& scene, const NodeTree& nodes, CompiledScene& compiled,
                     Diagnostics& diagnostics);

}  // namespace carom::world
