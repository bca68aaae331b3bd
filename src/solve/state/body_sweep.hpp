// What continuous collision knows of a body: how it moved in the step, and where it is to stop.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"

namespace carom::solve {

/// Of a body's centre of mass, global.
struct Pose {
  DVec3 center;
  Quat rotation;
};

/// How far a body has come in a step.
struct StepMotion {
  float way = 0;   ///< m
  float sine = 0;  ///< Of half its turn.
};

/// How a body moved in the step, as far as it takes to see that nothing can be in its way.
struct BodySweep {
  Vec3 center;                 ///< At the start of the step, m.
  Vec3 way;                    ///< Of the centre of mass, m.
  float turn = 0;              ///< No less than the angle by which it turned, rad.
  float outer = 0;             ///< Of its farthest point from the centre of mass, m.
  float inscribed_radius = 0;  ///< Of the smallest of its colliders' inscribed balls, m.
  float inverse_mass = 0;      ///< 1/kg
  bool stoppable = false;      ///< It is to be stopped where it would have passed something.
  bool deep = false;           ///< Something was far in it, or it in something.
  bool pushable = false;       ///< Awake and movable.
  bool moved = false;          ///< By continuous collision, in this round.
};

/// The first thing in a body's way.
struct BodyStop {
  bool found = false;
  bool undone = false;  ///< Put back to where it was, since its core or the other's got in.
  bool both = false;    ///< The other stops as well, rather than carrying this one along.
  float t = 1;
  std::int32_t struck = -1;
  Vec3 normal;  ///< Global, towards the body.
  DVec3 point;  ///< Global.
  Pose pose;
  bool others_work = false;  ///< Several threads look for stops.
  bool unsure = false;       ///< Then: it takes what only one thread may do.
};

}  // namespace carom::solve
