#include "solve/narrow_phase/rolling.hpp"

namespace carom::solve {
namespace {

bool isBall(const Collider& collider) {
  return collide::kindOf(*collider.shape) == collide::ShapeKind::Sphere;
}

TurnedSurface surfaceOf(const Collider& collider, const Transform& place) {
  if (!collider.round) return {};
  const Vec3 axis = isBall(collider) ? Vec3{} : rotate(place.rotation, Vec3{0, 1, 0});
  return {true, place.translation, axis, collider.bounding_radius};
}

}  // namespace

RollingPair rollingPair(const Contact& contact, const Collider& a, const Collider& b) {
  if (a.round && b.round && !(isBall(a) && isBall(b))) return {};
  return {surfaceOf(a, {}), surfaceOf(b, contact.reference)};
}

}  // namespace carom::solve
