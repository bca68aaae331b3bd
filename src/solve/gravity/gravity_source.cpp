#include "solve/gravity/gravity_source.hpp"

#include <algorithm>
#include <cmath>

#include "collide/queries/nearest_surface.hpp"
#include "solve/gravity/gravity_settings.hpp"

namespace carom::solve {
namespace {

/// Vector to the nearest point, and its distance. Where several points are nearest, the vector is their mean,
/// which is shorter.
struct ToNearest {
  DVec3 vector;
  double distance = 0;
};

ToNearest toPoint(const DVec3& from, const DVec3& point) {
  const DVec3 to = point - from;
  return {to, length(to)};
}

/// To a circle in the plane y = 0, or to the disc inside it if `filled`.
ToNearest toCircle(const GravitySource& source, const DVec3& place, bool filled) {
  const double rho = std::sqrt(place.x * place.x + place.z * place.z);
  if (filled && rho <= source.radius) return {{0, -place.y, 0}, std::abs(place.y)};
  const double outward = source.radius - rho;
  const double distance = std::sqrt(outward * outward + place.y * place.y);
  if (!(rho > 0)) return {{0, -place.y, 0}, distance};
  return {{place.x / rho * outward, -place.y, place.z / rho * outward}, distance};
}

ToNearest toLine(const GravitySource& source, const DVec3& place) {
  if (source.points.empty()) return {};
  ToNearest best = toPoint(place, source.points.front());
  for (std::size_t i = 1; i < source.points.size(); ++i) {
    const DVec3& a = source.points[i - 1];
    const DVec3 along = source.points[i] - a;
    const double size = lengthSquared(along);
    const double t = size > 0 ? std::clamp(dot(place - a, along) / size, 0.0, 1.0) : 0;
    const ToNearest nearest = toPoint(place, a + along * t);
    if (nearest.distance < best.distance) best = nearest;
  }
  return best;
}

ToNearest toSurface(const GravitySource& source, const DVec3& place) {
  if (!source.shape) return {};
  const collide::NearestSurface nearest =
      collide::nearestSurface(*source.shape, inverseTransformPoint(source.shape_pose, place));
  return {rotate(source.shape_pose.rotation, nearest.to_surface), nearest.distance};
}

ToNearest toNearest(const GravitySource& source, const DVec3& place) {
  switch (source.form) {
    case GravityForm::Point:
      return toPoint(place, DVec3{});
    case GravityForm::Disc:
    case GravityForm::Circle:
      return toCircle(source, place, source.form == GravityForm::Disc);
    case GravityForm::Line:
      return toLine(source, place);
    case GravityForm::Surface:
      return toSurface(source, place);
    case GravityForm::Uniform:
      break;
  }
  return {};
}

}  // namespace

DVec3 accelerationAt(const GravitySource& source, const DVec3& place, double substep) {
  constexpr double kMaxAcceleration = GravitySettings::kMaxAcceleration;
  if (source.form == GravityForm::Uniform)
    return source.direction * std::clamp(source.strength, -kMaxAcceleration, kMaxAcceleration);
  const ToNearest nearest = toNearest(source, place);
  const double d = nearest.distance;
  if (!(d > GravitySettings::kMinDistance)) return {};
  double size = source.strength;
  if (source.unit_distance > 0) {
    const double ratio = source.unit_distance / d;
    size *= ratio * ratio;
  }
  const double most = std::min(kMaxAcceleration, d / (substep * substep));
  return nearest.vector * (std::clamp(size, -most, most) / d);
}

}  // namespace carom::solve
