// Gravity of a scene (OMI_physics_gravity).
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/scene/origin.hpp"

namespace carom {

/// Uniform gravity of the whole world.
struct WorldGravity {
  double gravity = 9.81;      ///< m/s², may be 0 or negative.
  DVec3 direction{0, -1, 0};  ///< Unit, global.
  Origin origin;
};

enum class GravityKind : std::uint8_t { Directional, Point, Disc, Torus, Line, Shaped };

/// Gravity inside a trigger. Every kind except Directional attracts to the nearest point of a shape, with
/// the strength `gravity` at `unit_distance` and the inverse square law; uniform strength if that is 0.
struct GravityVolume {
  std::int32_t node = -1;
  std::int32_t trigger = -1;  ///< Index into Scene::triggers, -1: none, then no effect.
  GravityKind kind = GravityKind::Directional;
  double gravity = 0;         ///< m/s², may be 0 or negative.
  std::int64_t priority = 0;  ///< Higher first; world gravity is last.
  bool replace = false;       ///< Discard the sum of earlier volumes.
  bool stop = false;          ///< End the evaluation after this one.
  DVec3 direction{0, -1, 0};  ///< Directional: unit, node space.
  double unit_distance = 0;   ///< m, >= 0; not Directional.
  double radius = 1;          ///< Disc and Torus: circle radius in the node's XZ plane, m, >= 0.
  std::vector<DVec3> points;  ///< Line: at least two, node space, m; a segment between neighbours.
  std::int32_t shape = -1;    ///< Shaped: index into Scene::shapes, in node space.
  Origin origin;
};

}  // namespace carom
