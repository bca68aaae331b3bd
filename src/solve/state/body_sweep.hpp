// What continuous collision and the projection of positions know of a body: its motion in the step and its
// first stop.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::solve {

/// Pose of a body's centre of mass, global.
struct Pose {
  DVec3 center;
  Quat rotation;
};

/// How far a body has moved in a step.
struct StepMotion {
  float distance = 0;  ///< Of the centre of mass, m.
  float sine = 0;      ///< Of half the angle of rotation.
  Vec3 half_turn;      ///< The axis of rotation times that.
};

/// A body's motion in the step, reduced to what shows that nothing can be in its path.
struct BodySweep {
  Vec3 center;                 ///< Centre of mass at the start of the step, m.
  Vec3 displacement;           ///< Of the centre of mass, m.
  Vec3 half_turn;              ///< Axis of rotation times the sine of half its angle.
  float sine = 0;              ///< Of half the angle.
  float outer = 0;             ///< Distance of its farthest point from the centre of mass, m.
  float inscribed_radius = 0;  ///< Radius of the smallest of its colliders' inscribed balls, m.
  float harmless = 0;          ///< A way that carries it through nothing, m.
  float inverse_mass = 0;      ///< 1/kg
  float curved_way = 1e30f;    ///< curvedWay() of struck_bodies.hpp, m.
  bool stoppable = false;      ///< It may have passed through something and has to be stopped there.
  bool deep = false;           ///< It penetrated something deeply (ContinuousMemory::deep).
  bool pushable = false;       ///< It is awake and movable.
  bool moved = false;          ///< Continuous collision has moved it in this round.
};

/// The first stop of a body on its path.
struct BodyStop {
  bool found = false;
  bool undone = false;  ///< A core entered a shape: the step is undone.
  bool both = false;    ///< Both bodies stop; otherwise the other one carries this body along.
  float t = 1;
  std::int32_t struck = -1;
  Vec3 normal;  ///< Global, towards the body.
  DVec3 point;  ///< Global.
  Pose pose;
  bool others_work = false;  ///< Several threads search for stops.
  bool unsure = false;       ///< The search needs something that only one thread may do, and is repeated.
};

}  // namespace carom::solve
