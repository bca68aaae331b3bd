// Points beside the place of contact (contact_clipping.cpp): over faces that shapes meet only if they turn.
#include <gtest/gtest.h>

#include "collide/convex_shapes.hpp"
#include "collide/manifold/contact_clipping.hpp"

namespace carom::collide::testing {
namespace {

/// A ridge along X or Z whose sides fall by `slope` radians: half a metre long, its top at the origin.
Shape ridge(double slope, bool along_x, bool upwards) {
  const double fall = 0.25 * std::tan(slope);
  std::vector<Vec3> points;
  for (const double end : {-0.5, 0.5}) {
    for (const double side : {-0.25, 0.0, 0.25}) {
      const double low = upwards ? -0.3 : 0.3, top = side == 0 ? 0 : (upwards ? -fall : fall);
      for (const double y : {top, low}) {
        points.push_back(along_x ? Vec3(DVec3{end, y, side}) : Vec3(DVec3{side, y, end}));
      }
    }
  }
  return hullOf(points);
}

/// Contacts of a ridge with another one that crosses it above.
Manifold crossing(double slope, float max_separation) {
  const Shape lower = ridge(slope, true, true), upper = ridge(slope, false, false);
  const std::vector<Manifold> found = contacts(lower, upper, {{0.01f, 0.005f, 0.02f}, {}}, max_separation);
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? Manifold{} : found[0];
}

TEST(BesidePoints, FollowThePlaceWhereTwoEdgesCross) {
  const Manifold m = crossing(0.14, 0.2f);
  ASSERT_GE(m.point_count, 2);
  ASSERT_EQ(m.point_count - m.beside_count, 1);
  EXPECT_NEAR(m.points[0].separation, 0.005, 1e-6);
  for (int i = 1; i < m.point_count; ++i) {
    EXPECT_GT(m.points[i].separation, 0.006) << i;
    EXPECT_LT(m.points[i].separation, 0.2) << i;
  }
}

TEST(BesidePoints, AreOnlyWhereTheShapesReachThem) {
  EXPECT_EQ(crossing(0.14, 0.01f).beside_count, 0);  // Too near.
  EXPECT_EQ(crossing(0.5, 0.2f).beside_count, 0);    // Too steep.
  EXPECT_EQ(crossing(0.5, 0.2f).point_count, 1);
}

// Whatever touches is kept, and what lies beside comes after it and is farther.
TEST(BesidePoints, ComeAfterTheOthersInRandomPoses) {
  Random random(31);
  std::vector<Shape> shapes{hullBox({0.5f, 0.4f, 0.3f})};
  for (int n = 0; n < 5; ++n) shapes.push_back(randomHull(random, 40, 0.5));
  int with = 0;
  for (std::size_t n = 0; n < 3000; ++n) {
    SCOPED_TRACE(n);
    const Shape &a = shapes[n % 6], &b = shapes[n / 6 % 6];
    const DVec3 direction = random.direction();
    Transform pose{{}, random.rotation()};
    pose.translation = Vec3(direction * (-0.03 - gapAlong(a, b, pose, direction)));
    const std::vector<Manifold> near = contacts(a, b, pose, 0.02f), far = contacts(a, b, pose, 0.3f);
    if (near.empty() || far.empty()) continue;
    EXPECT_EQ(near[0].beside_count, 0);
    const Manifold& m = far[0];
    ASSERT_GE(m.beside_count, 0);
    ASSERT_LT(m.beside_count, m.point_count);
    if (m.beside_count == 0) continue;
    ++with;
    const int placed = m.point_count - m.beside_count;
    EXPECT_EQ(placed, near[0].point_count);
    for (int i = placed; i < m.point_count; ++i) {
      EXPECT_GE(m.points[i].separation, smallestSeparation(near[0]) - 1e-4f);
      for (int k = 0; k < i; ++k) EXPECT_GT(length(m.points[i].position - m.points[k].position), 1e-4f);
    }
  }
  EXPECT_GT(with, 100);
}

TEST(BesidePoints, AreFarthestFromTheOthers) {
  ContactReducer reducer;
  reducer.add({0, 0, 0}, 0, 1);
  reducer.add({0.01, 0, 0}, 0, 2);
  reducer.beginBeside();
  for (int i = 0; i < 20; ++i) reducer.add({0.1 * i, 0, 0.02 * i}, 0.1, 10u + static_cast<std::uint32_t>(i));
  Manifold m;
  ASSERT_TRUE(reducer.reduce({0, 1, 0}, m));
  ASSERT_EQ(m.point_count, 4);
  EXPECT_EQ(m.beside_count, 2);
  EXPECT_EQ(m.points[0].feature, 1u);
  EXPECT_EQ(m.points[1].feature, 2u);
  EXPECT_EQ(m.points[2].feature, 29u);
  EXPECT_EQ(m.points[3].feature, 20u);
}

}  // namespace
}  // namespace carom::collide::testing
