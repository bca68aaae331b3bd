// A gravity source: the form, strength and region of gravity that acts on bodies inside the region.
//
// For all forms except the uniform one the acceleration at a point p is directed to the nearest point q of a
// set of points. With d = |q − p| and the strength g it is
//
//   a = g (q − p)/d · (u/d)²,   or without the last factor if the unit distance u is 0.
//
// Where a circle or a sphere of points is equally near (at the centre of a torus), (q − p)/d is the mean over
// them: the components that they share remain. At d = 0 there is no direction and no acceleration. Near it,
// 1/d² has no bound, and even a constant strength would throw a body back and forth across q. So |a| is at
// most d/h², which takes a body at rest to q within a substep h, and at most kMaxAcceleration.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

enum class GravityForm : std::uint8_t { Uniform, Point, Disc, Circle, Line, Surface };

/// A collider (a sensor) inside which a source acts. A shape without an inside has no effect.
struct GravityRegion {
  std::int32_t collider = -1;
  IndexedVector<std::uint8_t> blind;  ///< By body: 1 if it does not act on the body; empty: it acts on all.
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
