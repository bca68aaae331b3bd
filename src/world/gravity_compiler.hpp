// From the gravity of a Scene to that of a Simulation.
#pragma once

#include <cstdint>

#include "carom/base/diagnostic.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"
#include "solve/gravity/gravity_source.hpp"
#include "world/node_tree.hpp"
#include "world/shape_compiler.hpp"

namespace carom::world {

struct CompiledScene;

/// A source of gravity whose node is animated relative to the body that it moves with.
struct MovingGravity {
  std::int32_t source = -1;  ///< In the simulation.
  std::int32_t node = -1;
  std::int32_t motion_node = -1;
};

/// A gravity volume that acts.
struct CompiledGravity {
  std::int32_t volume = -1;  ///< Index into Scene::gravity_volumes.
  DVec3 scale{1, 1, 1};      ///< Of its node.
  std::int32_t node = -1;
  std::int32_t motion_node = -1;  ///< Of the body that moves it, -1: none.
  bool animated = false;          ///< An animation moves it, and no body.
};

/// Sets what a volume does in the space of its node without the scale: strength, distances, direction,
/// points. False if it has no direction.
bool describeForce(const GravityVolume& volume, const DVec3& scale, solve::GravitySource& out);

/// The uniform gravity, m/s²: the settings' if they have one, else the scene's, else the usual.
DVec3 uniformGravity(const Scene& scene, const WorldSettings& settings);

/// Adds the gravity volumes of the displayed scene, highest priority first, then in the order of their
/// nodes; `diagnostics` gets those without effect.
void compileGravity(const Scene& scene, const NodeTree& nodes, ShapeCompiler& shapes, CompiledScene& compiled,
                    Diagnostics& diagnostics);

}  // namespace carom::world
