// What draws bodies within a region, and how strongly.
//
// For everything but a uniform direction the acceleration at a place p is towards the nearest point q of
// something, with d = |q − p| and the strength g:
//
//   a = g (q − p)/d · (u/d)²,   or without the last factor where the unit distance u is 0.
//
// Where a circle or a sphere of points is equally near (the middle of a torus), (q − p)/d is the mean over
// it: what is left is the part that they have in common. At d = 0 there is no direction and no acceleration.
// Near it 1/d² has no bound, and even a constant pull would throw a body back and forth over q: |a| is at
// most d/h², what takes a body that is at rest to q within a substep h, and at most kMostAcceleration anyway.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::solve {

enum class GravityForm : std::uint8_t { Uniform, Point, Disc, Circle, Line, Surface };

inline constexpr double kMostAcceleration = 1e9;  ///< m/s²

/// A collider (a sensor) in which a source acts. Shapes without an inside have none here either.
struct GravityRegion {
  std::int32_t collider = -1;
  std::vector<std::uint8_t> blind;  ///< By body, those that it does not see; empty: it sees all.
};

/// Lengths in metres, in the source's own frame.
struct GravitySource {
  GravityForm form = GravityForm::Uniform;
  double strength = 0;        ///< m/s², negative: away from the source.
  double unit_distance = 0;   ///< Distance at which the strength holds; 0: it holds everywhere. Not Uniform.
  DVec3 direction{0, -1, 0};  ///< Unit. Uniform.
  double radius = 1;          ///< Disc, Circle: in the plane y = 0 about the origin, >= 0.
  std::vector<DVec3> points;  ///< Line: segments between neighbours; one point: that point.
  std::shared_ptr<const collide::Shape> shape;  ///< Surface.
  DTransform shape_pose;                        ///< Of the shape.
  bool replace = false;                         ///< The sources before it do not count.
  bool stop = false;                   ///< The sources after it and the world's gravity do not count.
  std::vector<GravityRegion> regions;  ///< It acts on bodies with their centre of mass in any of these.
  std::int32_t body = -1;              ///< The body with which it moves; -1: none.
  DTransform frame;                    ///< Of the source, in the body's frame; global without one.
};

/// Acceleration at a point, both in the frame of the source; `substep` is h above, s.
DVec3 accelerationAt(const GravitySource& source, const DVec3& place, double substep);

}  // namespace carom::solve
