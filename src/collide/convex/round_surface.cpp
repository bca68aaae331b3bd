// Round shapes are treated in the half plane (ρ, y) through the point and their axis, with ρ >= 0 the
// distance from the axis. There the surface is a curve:
//
//   cylinder, frustum: the segments (0, h) − (r_t, h) − (r_b, −h) − (0, −h);
//   capsule: arcs about (0, ±h) and the segment that touches both. Its normal (cos α, sin α) has
//   sin α = (r_b − r_t)/(2h), it touches at (0, ±h) + r (cos α, sin α), and the arcs end there: the upper one
//   has the directions with y >= sin α, the lower one those with y <= sin α.
//
// If a point on the axis is nearest to a point with ρ > 0, a whole circle of such points is equally near. The
// mean of the vectors to them has the axial component only.
#include "collide/convex/round_surface.hpp"

#include <algorithm>
#include <cmath>

namespace carom::collide {
namespace {

/// A point, or a vector, in the half plane of a round shape.
struct Flat {
  double rho = 0, y = 0;

  friend Flat operator+(const Flat& a, const Flat& b) { return {a.rho + b.rho, a.y + b.y}; }
  friend Flat operator-(const Flat& a, const Flat& b) { return {a.rho - b.rho, a.y - b.y}; }
  friend Flat operator*(const Flat& a, double s) { return {a.rho * s, a.y * s}; }
};
double dot(const Flat& a, const Flat& b) {
  return a.rho * b.rho + a.y * b.y;
}

Flat flattened(const DVec3& p) {
  return {std::sqrt(p.x * p.x + p.z * p.z), p.y};
}

/// The nearest of the points passed to take().
struct Nearest {
  Flat from;
  Flat to;
  double squared = 1e300;

  void take(const Flat& place) {
    const Flat d = place - from;
    if (dot(d, d) < squared) squared = dot(d, d), to = d;
  }
  void takeSegment(const Flat& a, const Flat& b) {
    const Flat along = b - a;
    const double size = dot(along, along);
    const double t = size > 0 ? std::clamp(dot(from - a, along) / size, 0.0, 1.0) : 0;
    take(a + along * t);
  }
};

NearestSurface turnedBack(const Nearest& nearest, const DVec3& p) {
  NearestSurface out;
  out.distance = std::sqrt(nearest.squared);
  const double rho = nearest.from.rho;
  out.to_surface = rho > 0 ? DVec3{p.x / rho * nearest.to.rho, nearest.to.y, p.z / rho * nearest.to.rho}
                           : DVec3{0, nearest.to.y, 0};
  return out;
}

/// The straight side of a capsule in the half plane.
struct Taper {
  Flat normal, top, bottom;
};
Taper taperOf(const Capsule& capsule) {
  const double h = capsule.half_height, top = capsule.radius_top, bottom = capsule.radius_bottom;
  const double axial = std::clamp((bottom - top) / (2 * h), -1.0, 1.0);
  Taper out;
  out.normal = {std::sqrt(1 - axial * axial), axial};
  out.top = Flat{0, h} + out.normal * top;
  out.bottom = Flat{0, -h} + out.normal * bottom;
  return out;
}

}  // namespace

NearestSurface nearestSurface(const Capsule& capsule, const DVec3& p) {
  const Taper taper = taperOf(capsule);
  Nearest nearest{flattened(p), {}};
  nearest.takeSegment(taper.top, taper.bottom);
  for (const bool top : {true, false}) {
    const Flat center{0, top ? capsule.half_height : -static_cast<double>(capsule.half_height)};
    const double radius = top ? capsule.radius_top : capsule.radius_bottom;
    const Flat out = nearest.from - center;
    const double size = std::sqrt(dot(out, out));
    const Flat direction = size > 0 ? out * (1 / size) : Flat{0, top ? 1.0 : -1.0};
    if (top ? direction.y >= taper.normal.y : direction.y <= taper.normal.y)
      nearest.take(center + direction * radius);
  }
  return turnedBack(nearest, p);
}

NearestSurface nearestSurface(const Cylinder& cylinder, const DVec3& p) {
  const double h = cylinder.half_height;
  const Flat top{cylinder.radius_top, h}, bottom{cylinder.radius_bottom, -h};
  Nearest nearest{flattened(p), {}};
  nearest.takeSegment({0, h}, top);
  nearest.takeSegment(top, bottom);
  nearest.takeSegment(bottom, {0, -h});
  return turnedBack(nearest, p);
}

bool contains(const Capsule& capsule, const DVec3& p) {
  const Flat at = flattened(p);
  for (const bool top : {true, false}) {
    const double radius = top ? capsule.radius_top : capsule.radius_bottom;
    const Flat out = at - Flat{0, top ? capsule.half_height : -static_cast<double>(capsule.half_height)};
    if (dot(out, out) <= radius * radius) return true;
  }
  // Between the two ends, up to the side, whose ends are perpendicular above their centres.
  const Taper taper = taperOf(capsule);
  const Flat along = taper.bottom - taper.top;
  const double t = dot(at - taper.top, along);
  return t >= 0 && t <= dot(along, along) && dot(at - taper.top, taper.normal) <= 0;
}

bool contains(const Cylinder& cylinder, const DVec3& p) {
  const double h = cylinder.half_height, top = cylinder.radius_top, bottom = cylinder.radius_bottom;
  if (std::abs(p.y) > h) return false;
  return flattened(p).rho <= bottom + (top - bottom) * ((p.y + h) / (2 * h));
}

}  // namespace carom::collide
