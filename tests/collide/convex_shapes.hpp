// Shapes, poses and a brute-force oracle for the tests of convex contacts.
#pragma once

#include <cstdint>
#include <vector>

#include "collide/collide.hpp"
#include "collide/convex/convex_view.hpp"

namespace carom::collide::testing {

/// Small generator with the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2654435761u + 88172645463325252ull) {}
  double unit() {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * (1.0 / 9007199254740992.0);
  }
  double between(double lower, double upper) { return lower + (upper - lower) * unit(); }
  float betweenF(double lower, double upper) { return static_cast<float>(between(lower, upper)); }
  DVec3 direction() {
    for (;;) {
      const DVec3 p{between(-1, 1), between(-1, 1), between(-1, 1)};
      if (lengthSquared(p) < 1 && lengthSquared(p) > 1e-3) return normalized(p);
    }
  }
  Quat rotation() {
    for (;;) {
      const DQuat q{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
      if (dot(q, q) < 1 && dot(q, q) > 1e-3) return Quat(normalized(q));
    }
  }

 private:
  std::uint64_t state_;
};

/// Rotation by `angle` radians about a unit axis, by library functions: tests may.
inline Quat axisAngle(const Vec3& axis, double angle) {
  const double s = std::sin(angle / 2);
  return Quat(normalized(DQuat{axis.x * s, axis.y * s, axis.z * s, std::cos(angle / 2)}));
}

/// Hull of a few points in general position, by trying every triple: independent of the product's builder.
Shape hullOf(const std::vector<Vec3>& points);
Shape hullBox(const Vec3& half_extents);
Shape randomHull(Random& random, int count, double size);

/// One shape of each convex kind, with its name, about one metre in size.
struct NamedShape {
  const char* name;
  Shape shape;
};
std::vector<NamedShape> convexShapes();

/// Gap along a unit direction from A to B: negative when they overlap along it. The signed distance of two
/// convex shapes is its maximum over all directions.
double gapAlong(const Shape& a, const Shape& b, const Transform& b_to_a, const DVec3& direction);

/// A lower bound of the signed distance from many directions, sharpened around the best of them.
double sampledDistance(const Shape& a, const Shape& b, const Transform& b_to_a, int samples);

/// Distance of a point from a shape, 0 inside.
double outside(const Shape& shape, const Vec3& point);

/// collide() with fresh scratch and cache.
std::vector<Manifold> contacts(const Shape& a, const Shape& b, const Transform& b_to_a,
                               float max_separation = 0.02f);

/// Checks every promise a manifold makes for any pair of convex shapes (EXPECTs inside).
void expectValid(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation,
                 double tolerance);

float smallestSeparation(const Manifold& manifold);

}  // namespace carom::collide::testing
