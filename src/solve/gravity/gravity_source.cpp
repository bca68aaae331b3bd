#include "solve/gravity/gravity_source.hpp"

#include <algorithm>
#include <cmath>

#include "collide/queries/nearest_surface.hpp"

namespace carom::solve {
namespace {

/// The way to the nearest point, and its length; shorter where it is a mean.
struct Way {
  DVec3 to;
  double distance = 0;
};

Way wayTo(const DVec3& from, const DVec3& point) {
  const DVec3 to = point - from;
  return {to, length(to)};
}

/// To the rim of a circle, or to the disc in it.
Way wayToCircle(const GravitySource& source, const DVec3& place, bool filled) {
  const double rho = std::sqrt(place.x * place.x + place.z * place.z);
  if (filled && rho <= source.radius) return {{0, -place.y, 0}, std::abs(place.y)};
  const double outward = source.radius - rho;
  const double distance = std::sqrt(outward * outward + place.y * place.y);
  if (!(rho > 0)) return {{0, -place.y, 0}, distance};
  return {{place.x / rho * outward, -place.y, place.z / rho * outward}, distance};
}

Way wayToLine(const GravitySource& source, const DVec3& place) {
  if (source.points.empty()) return {};
  Way best = wayTo(place, source.points.front());
  for (std::size_t i = 1; i < source.points.size(); ++i) {
    const DVec3& a = source.points[i - 1];
    const DVec3 along = source.points[i] - a;
    const double size = lengthSquared(along);
    const double t = size > 0 ? std::clamp(dot(place - a, along) / size, 0.0, 1.0) : 0;
    const Way way = wayTo(place, a + along * t);
    if (way.distance < best.distance) best = way;
  }
  return best;
}

Way wayToSurface(const GravitySource& source, const DVec3& place) {
  if (!source.shape) return {};
  const collide::NearestSurface nearest =
      collide::nearestSurface(*source.shape, inverseTransformPoint(source.shape_pose, place));
  return {rotate(source.shape_pose.rotation, nearest.way), nearest.distance};
}

Way wayFrom(const GravitySource& source, const DVec3& place) {
  switch (source.form) {
    case GravityForm::Point:
      return wayTo(place, DVec3{});
    case GravityForm::Disc:
    case GravityForm::Circle:
      return wayToCircle(source, place, source.form == GravityForm::Disc);
    case GravityForm::Line:
      return wayToLine(source, place);
    case GravityForm::Surface:
      return wayToSurface(source, place);
    case GravityForm::Uniform:
      break;
  }
  return {};
}

}  // namespace

DVec3 accelerationAt(const GravitySource& source, const DVec3& place, double substep) {
  if (source.form == GravityForm::Uniform)
    return source.direction * std::clamp(source.strength, -kMostAcceleration, kMostAcceleration);
  const Way way = wayFrom(source, place);
  const double d = way.distance;
  constexpr double kNothing = 1e-12;  // m
  if (!(d > kNothing)) return {};
  double size = source.strength;
  if (source.unit_distance > 0) {
    const double ratio = source.unit_distance / d;
    size *= ratio * ratio;
  }
  const double most = std::min(kMostAcceleration, d / (substep * substep));
  return way.to * (std::clamp(size, -most, most) / d);
}

}  // namespace carom::solve
