// Bodies that roll, wobble or tremble on a floor, pose by pose: the contact must not jump about while the
// motion is smooth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "collide/convex_shapes.hpp"

namespace carom::collide::testing {
namespace {

constexpr double kRight = 1.5707963267948966;

/// A body on a level floor: its turn about its own axis is added to `rest`, its middle is at `height` over
/// the floor.
struct Rolling {
  const char* name;
  Shape shape;
  Quat rest;
  double height;
  int points;
};

std::vector<Rolling> rollers() {
  const double half_angle = std::atan2(0.3, 1.0), taper = std::asin(0.15), slant = std::atan2(0.25, 0.8);
  return {
      {"cylinder", Cylinder{0.5f, 0.3f, 0.3f}, axisAngle({1, 0, 0}, kRight), 0.3, 2},
      {"cone", Cylinder{0.5f, 0, 0.3f}, axisAngle({0, 0, 1}, kRight + half_angle), 0.5 * std::sin(half_angle),
       2},
      {"frustum", Cylinder{0.4f, 0.2f, 0.45f}, axisAngle({0, 0, 1}, kRight + slant), 0.325 * std::cos(slant),
       2},
      {"capsule", Capsule{0.5f, 0.25f, 0.25f}, axisAngle({1, 0, 0}, kRight), 0.25, 2},
      {"tapered capsule", Capsule{0.5f, 0.15f, 0.3f}, axisAngle({0, 0, 1}, kRight + taper), 0.225, 2},
      {"pointed capsule", Capsule{0.5f, 0, 0.15f}, axisAngle({0, 0, 1}, kRight + std::asin(0.15)), 0.075, 2},
      {"standing cylinder", Cylinder{0.5f, 0.3f, 0.3f}, {}, 0.5, 4},
  };
}

TEST(ConvexRolling, SameFeaturesTrueNormalTrueDepth) {
  Random random(31);
  const auto scratch = makeCollideScratch();
  const CollideSettings settings;
  for (const Rolling& body : rollers()) {
    for (const Shape& floor :
         {Shape{Box{{3, 0.5f, 3}}}, hullBox({3, 0.5f, 3}), Shape{Cylinder{0.5f, 3, 3}}, Shape{Plane{}}}) {
      SCOPED_TRACE(std::string(body.name) + " on shape kind " + std::to_string(floor.index()));
      const double top = isPlane(floor) ? 0 : 0.5;
      PairCache cache;
      std::vector<std::uint32_t> first;
      for (int step = 0; step < 60; ++step) {
        // The tremble of a settled body, through touching.
        const double gap = 2e-4 * std::sin(0.7 * step);
        Transform pose{{0.3f * std::sin(0.1f * static_cast<float>(step)),
                        static_cast<float>(top + body.height + gap), 0.2f},
                       axisAngle({0, 1, 0}, 0.05 * step) * body.rest * axisAngle({0, 1, 0}, 0.13 * step)};
        std::vector<Manifold> found;
        collide::collide(floor, body.shape, pose, settings, cache, *scratch, found);
        ASSERT_EQ(found.size(), 1u);
        const Manifold& m = found[0];
        ASSERT_EQ(m.point_count, body.points) << "step " << step;
        // 1e-4 of the size for overlapping curved shapes, in direction and depth.
        EXPECT_GT(m.normal.y, 1 - 1e-7f) << "step " << step;
        std::vector<std::uint32_t> features;
        for (int k = 0; k < m.point_count; ++k) {
          EXPECT_NEAR(m.points[k].separation, gap, 3e-5) << "step " << step;
          features.push_back(m.points[k].feature);
        }
        std::sort(features.begin(), features.end());
        if (step == 0) first = features;
        EXPECT_EQ(features, first) << "step " << step;
      }
    }
  }
}

TEST(ConvexRolling, CoinOnItsRimFollowsTheLowestPoint) {
  const Shape coin = Cylinder{0.05f, 0.5f, 0.5f};
  for (const Shape& floor : {Shape{Box{{3, 0.5f, 3}}}, Shape{Plane{}}}) {
    const double top = isPlane(floor) ? 0 : 0.5;
    for (int step = 0; step < 80; ++step) {
      // Leaning by 30 degrees while it spins and precesses.
      const double lean = kRight / 3, precession = 0.1 * step;
      const Vec3 axis{static_cast<float>(std::cos(precession)), 0, static_cast<float>(std::sin(precession))};
      const double lowest = 0.5 * std::sin(lean) + 0.05 * std::cos(lean);
      const Transform pose{{0, static_cast<float>(top + lowest - 1e-4), 0},
                           axisAngle(axis, lean) * axisAngle({0, 1, 0}, 0.37 * step)};
      const std::vector<Manifold> found = contacts(floor, coin, pose);
      ASSERT_EQ(found.size(), 1u);
      ASSERT_EQ(found[0].point_count, 1);
      EXPECT_GT(found[0].normal.y, 1 - 1e-7f);
      EXPECT_NEAR(found[0].points[0].separation, -1e-4, 1e-5);
      // Rotating about `axis` sinks the side at axis × y: there is the contact.
      const Vec3 side = cross(axis, Vec3{0, 1, 0});
      const double out = 0.5 * std::cos(lean) - 0.05 * std::sin(lean);
      EXPECT_NEAR(std::fabs(dot(found[0].points[0].position, side)), out, 1e-4);
      EXPECT_NEAR(dot(found[0].points[0].position, axis), 0, 1e-4);
    }
  }
}

TEST(ConvexRolling, BallOverASeamOfBoxes) {
  // Two boxes side by side: next to the seam the ball's contact with the farther box must not lean.
  const Shape box = Box{{1, 0.5f, 1}};
  for (int step = -40; step <= 40; ++step) {
    const float x = 0.01f * static_cast<float>(step);
    for (const float gap : {0.0005f, -0.0005f}) {
      const std::vector<Manifold> left = contacts(box, Sphere{0.5f}, {{1 + x, 1 + gap, 0}, {}});
      if (x > 0) {
        // Beyond the edge: the closest point is on it.
        const float expected = std::sqrt(x * x + (0.5f + gap) * (0.5f + gap)) - 0.5f;
        if (expected > 0.02f) {
          EXPECT_TRUE(left.empty());
          continue;
        }
        ASSERT_EQ(left.size(), 1u);
        EXPECT_NEAR(left[0].points[0].separation, expected, 2e-6f);
      } else {
        ASSERT_EQ(left.size(), 1u);
        EXPECT_NEAR(left[0].normal.y, 1, 1e-6f);
        EXPECT_NEAR(left[0].points[0].separation, gap, 2e-6f);
      }
    }
  }
}

TEST(ConvexRolling, TumblingBoxChangesItsContactWithoutGaps) {
  // Turned about one edge from one face to the next, the lowest edge always on the floor.
  const Shape box = Box{{0.5f, 0.5f, 0.5f}};
  for (const Shape& floor : {Shape{Box{{3, 0.5f, 3}}}, hullBox({3, 0.5f, 3}), Shape{Plane{}}}) {
    const double top = isPlane(floor) ? 0 : 0.5;
    for (int step = 0; step <= 90; ++step) {
      const double angle = kRight * step / 90;
      const double lowest = 0.5 * (std::cos(angle) + std::sin(angle));
      const Transform pose{{0, static_cast<float>(top + lowest - 1e-3), 0}, axisAngle({0, 0, 1}, angle)};
      const std::vector<Manifold> found = contacts(floor, box, pose);
      ASSERT_EQ(found.size(), 1u);
      const Manifold& m = found[0];
      EXPECT_GT(m.normal.y, 1 - 1e-6f);
      EXPECT_NEAR(smallestSeparation(m), -1e-3, 1e-5);
      // The far edge of the lower face is within the 2 cm up to sin(angle) = 0.021.
      ASSERT_GE(m.point_count, 2) << "step " << step;
      EXPECT_EQ(m.point_count, step <= 1 || step >= 89 ? 4 : 2) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace carom::collide::testing
