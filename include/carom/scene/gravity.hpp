// What a file says of gravity (OMI_physics_gravity).
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/scene/origin.hpp"

namespace carom {

/// The whole world's.
struct WorldGravity {
  double gravity = 9.81;      ///< m/s², may be 0 or negative.
  DVec3 direction{0, -1, 0};  ///< Unit, global.
  Origin origin;
};

enum class GravityKind : std::uint8_t { Directional, Point, Disc, Torus, Line, Shaped };

/// Gravity inside a trigger. Every kind but Directional draws towards the nearest point of something, with
/// the strength `gravity` at `unit_distance` and the inverse square law, or everywhere where that is 0.
struct GravityVolume {
  std::int32_t node = -1;
  std::int32_t trigger = -1;  ///< Index into Scene::triggers, -1: none, then it does nothing.
  GravityKind kind = GravityKind::Directional;
  double gravity = 0;         ///< m/s², may be 0 or negative.
  std::int64_t priority = 0;  ///< Higher ones come first; the world's comes last.
  bool replace = false;       ///< Forget what came before it.
  bool stop = false;          ///< Nothing comes after it.
  DVec3 direction{0, -1, 0};  ///< Directional: unit, node space.
  double unit_distance = 0;   ///< m, >= 0; not Directional.
  double radius = 1;          ///< Disc and Torus: of the circle in the node's XZ plane, m, >= 0.
  std::vector<DVec3> points;  ///< Line: at least two, node space, m; a segment between neighbours.
  std::int32_t shape = -1;    ///< Shaped: index into Scene::shapes, in node space.
  Origin origin;
};

}  // namespace carom
