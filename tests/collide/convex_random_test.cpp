// Random poses of every pair of convex kinds against the brute-force oracle.
#include <gtest/gtest.h>

#include "collide/convex_shapes.hpp"

namespace carom::collide::testing {
namespace {

/// A pose at which the shapes are apart by about `gap` (negative: overlap) in a random direction.
Transform poseAt(const Shape& a, const Shape& b, double gap, Random& random) {
  const DVec3 direction = random.direction();
  Transform pose{{}, random.rotation()};
  const double now = gapAlong(a, b, pose, direction);
  pose.translation = Vec3(direction * (gap - now));
  return pose;
}

void sweepPairs(double gap, double tolerance, int poses, float max_separation = 0.02f) {
  // Through a signed number: a deep gap gives a negative one.
  Random random(static_cast<std::uint64_t>(static_cast<std::int64_t>(1000 + gap * 1e4)));
  const std::vector<NamedShape> shapes = convexShapes();
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      for (int i = 0; i < poses; ++i) {
        const Transform pose = poseAt(a.shape, b.shape, gap, random);
        SCOPED_TRACE(std::string(a.name) + " / " + b.name + " pose " + std::to_string(i));
        expectValid(a.shape, b.shape, pose, max_separation, tolerance);
      }
    }
  }
}

// The tolerance: float positions of shapes of 1 m carry 1e-7; curved penetration promises 1e-4 of the size.
TEST(ConvexRandom, Apart) {
  sweepPairs(0.01, 5e-5, 15);
}
TEST(ConvexRandom, ApartAndReachingFar) {
  sweepPairs(0.02, 1e-4, 15, 0.3f);
}
TEST(ConvexRandom, TouchingAndReachingFar) {
  sweepPairs(0, 1e-4, 15, 0.3f);
}
TEST(ConvexRandom, Touching) {
  sweepPairs(0, 1e-4, 15);
}
TEST(ConvexRandom, Shallow) {
  sweepPairs(-0.005, 1e-4, 15);
}
TEST(ConvexRandom, Overlapping) {
  sweepPairs(-0.1, 1e-4, 15);
}
TEST(ConvexRandom, Deep) {
  sweepPairs(-0.4, 1e-4, 15);
}

}  // namespace
}  // namespace carom::collide::testing
