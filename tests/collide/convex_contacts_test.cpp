// Manifolds with known answers: how many points, where, how deep, along which normal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collide/convex_shapes.hpp"

namespace carom::collide::testing {
namespace {

// Positions are floats of about 1 m: a few units in the last place.
constexpr float kClose = 2e-6f;
// What curved shapes promise where they overlap: 1e-4 of their size.
constexpr float kCurved = 1e-4f;

constexpr double kRight = 1.5707963267948966;

void expectVector(const Vec3& actual, const Vec3& expected, float tolerance) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

Manifold only(const Shape& a, const Shape& b, const Transform& b_to_a, float max_separation = 0.02f) {
  const std::vector<Manifold> found = contacts(a, b, b_to_a, max_separation);
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? Manifold{} : found[0];
}

/// Area of the points' outline seen along the normal.
float spread(const Manifold& m) {
  float largest = 0;
  for (int i = 0; i < m.point_count; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k) {
        const Vec3 p = m.points[i].position;
        largest = std::max(
            largest, std::fabs(dot(cross(m.points[j].position - p, m.points[k].position - p), m.normal)));
      }
    }
  }
  return largest;
}

void expectSeparations(const Manifold& m, float expected, float tolerance) {
  for (int i = 0; i < m.point_count; ++i)
    EXPECT_NEAR(m.points[i].separation, expected, tolerance) << "point " << i;
}

const Shape kFloor = Box{{2, 0.5f, 2}};
Transform above(float height, const Quat& rotation = {}) {
  return {{0, 0.5f + height, 0}, rotation};
}

TEST(ConvexContacts, SphereOnSphere) {
  const Manifold m = only(Sphere{0.5f}, Sphere{0.25f}, {{0.6f, 0, 0}, {}});
  ASSERT_EQ(m.point_count, 1);
  expectVector(m.normal, {1, 0, 0}, kClose);
  EXPECT_NEAR(m.points[0].separation, -0.15f, kClose);
  expectVector(m.points[0].position, {0.425f, 0, 0}, kClose);
  EXPECT_TRUE(contacts(Sphere{0.5f}, Sphere{0.25f}, {{0.771f, 0, 0}, {}}).empty());
}

TEST(ConvexContacts, SphereOnBoxFaceEdgeAndCorner) {
  const Manifold face = only(kFloor, Sphere{0.5f}, above(0.49f));
  expectVector(face.normal, {0, 1, 0}, kClose);
  EXPECT_NEAR(face.points[0].separation, -0.01f, kClose);
  const float d = 0.3f;
  const Manifold edge = only(kFloor, Sphere{0.5f}, {{2 + d, 0.5f + d, 0.7f}, {}});
  const float r = std::sqrt(0.5f);
  expectVector(edge.normal, {r, r, 0}, kClose);
  EXPECT_NEAR(edge.points[0].separation, d * std::sqrt(2.0f) - 0.5f, kClose);
  const Manifold corner = only(kFloor, Sphere{0.6f}, {{2 + d, 0.5f + d, 2 + d}, {}});
  const float s = std::sqrt(1 / 3.0f);
  expectVector(corner.normal, {s, s, s}, kClose);
  EXPECT_NEAR(corner.points[0].separation, d * std::sqrt(3.0f) - 0.6f, kClose);
}

TEST(ConvexContacts, SphereWithItsCentreInsideABoxLeavesByTheNearestFace) {
  const Manifold m = only(Box{{1, 1, 1}}, Sphere{0.5f}, {{0.1f, 0.8f, -0.3f}, {}});
  expectVector(m.normal, {0, 1, 0}, kClose);
  EXPECT_NEAR(m.points[0].separation, -0.7f, kClose);
}

TEST(ConvexContacts, CapsuleOnItsSideHasTwoPoints) {
  for (const Shape& floor : {kFloor, hullBox({2, 0.5f, 2})}) {
    for (const float gap : {0.005f, -0.005f, -0.3f}) {
      const Manifold m =
          only(floor, Capsule{0.5f, 0.25f, 0.25f}, above(0.25f + gap, axisAngle({0, 0, 1}, kRight)));
      ASSERT_EQ(m.point_count, 2);
      expectVector(m.normal, {0, 1, 0}, kClose);
      expectSeparations(m, gap, kClose);
      EXPECT_NEAR(std::fabs(m.points[0].position.x - m.points[1].position.x), 1, kClose);
    }
  }
}

TEST(ConvexContacts, ParallelCapsulesHaveTwoPoints) {
  const Capsule capsule{0.5f, 0.25f, 0.25f};
  const Manifold m = only(capsule, capsule, {{0.49f, 0.2f, 0}, {}});
  ASSERT_EQ(m.point_count, 2);
  expectSeparations(m, -0.01f, kClose);
  EXPECT_NEAR(std::fabs(m.points[0].position.y - m.points[1].position.y), 0.8f, kClose);
  const Manifold crossed = only(capsule, capsule, {{0.49f, 0, 0}, axisAngle({1, 0, 0}, 1)});
  ASSERT_EQ(crossed.point_count, 1);
  expectVector(crossed.normal, {1, 0, 0}, kClose);
  EXPECT_NEAR(crossed.points[0].separation, -0.01f, kClose);
}

TEST(ConvexContacts, RoundSidesThatCrossAtASmallAngleHaveALine) {
  // Axes along Y, D apart along X, which cross at an angle φ: at the distance s from the crossing the
  // surfaces are √(D² + (s tan φ)²) − 2 r apart, along a normal that is turned by atan(s tan φ/D). Tapered,
  // the axes slope; the lines of contact cross.
  const float r = 0.05f;
  for (const double angle : {0.02, 0.05, 0.1, 0.2, 0.29}) {
    for (const float gap : {0.001f, -0.001f}) {
      for (const bool tapered : {false, true}) {
        const float half = 0.5f, taper = tapered ? 0.03f : 0;
        const Shape shapes[] = {Capsule{half, r - taper, r + taper}, Cylinder{half, r - taper, r + taper}};
        for (const Shape& a : shapes) {
          for (const Shape& b : shapes) {
            SCOPED_TRACE(::testing::Message() << angle << ' ' << gap << ' ' << tapered);
            // The sides that face each other are upright, touch at the middle, and cross.
            const auto slope = [&](const Shape& shape) {
              return std::holds_alternative<Cylinder>(shape) ? std::atan(taper / half)
                                                             : std::asin(taper / half);
            };
            const auto radius = [&](const Shape& shape) {
              return std::holds_alternative<Cylinder>(shape) ? r * std::cos(slope(shape)) : r;
            };
            const Quat turned_a = axisAngle({0, 0, 1}, -slope(a)),
                       turned_b = axisAngle({1, 0, 0}, angle) * axisAngle({0, 0, 1}, slope(b));
            const Transform at_a{{}, turned_a};
            const Transform at_b{{static_cast<float>(radius(a) + radius(b)) + gap, 0, 0}, turned_b};
            const std::vector<Manifold> found = contacts(a, b, inverse(at_a) * at_b);
            ASSERT_EQ(found.size(), 5u);
            double ends[2];
            for (int i = 0; i < 5; ++i) {
              const ManifoldPoint& p = found[static_cast<std::size_t>(i)].points[0];
              const Vec3 n = rotate(turned_a, found[static_cast<std::size_t>(i)].normal);
              const double s = transformPoint(at_a, p.position).y;
              if (i == 1 || i == 2) ends[i - 1] = s;
              if (i == 0) {
                expectVector(n, {1, 0, 0}, 2e-3f);
                EXPECT_NEAR(p.separation, gap, 3e-5f);
              }
              if (tapered) continue;  // Their D changes along the line.
              const double beside = s * std::tan(angle), apart = 2 * r + gap;
              EXPECT_NEAR(p.separation, std::sqrt(apart * apart + beside * beside) - 2 * r, 2e-5f);
              EXPECT_NEAR(std::abs(n.z / n.x), std::abs(beside) / apart, 2e-3);
            }
            EXPECT_LT(ends[0] * ends[1], 0);
            EXPECT_GT(std::abs(ends[0] - ends[1]), std::min(0.9, 0.02 / std::tan(angle)));
          }
        }
      }
    }
  }
}

TEST(ConvexContacts, CapsulesWhoseAxesCrossComeApartSideways) {
  const Capsule capsule{0.5f, 0.25f, 0.25f};
  const Manifold m = only(capsule, capsule, {{}, axisAngle({1, 0, 0}, 1)});
  EXPECT_NEAR(std::fabs(m.normal.x), 1, kClose);
  EXPECT_NEAR(smallestSeparation(m), -0.5f, kClose);
}

TEST(ConvexContacts, TaperedCapsuleLiesOnBothItsSpheres) {
  const Capsule capsule{0.5f, 0.15f, 0.3f};
  // Turned so that the line that touches both spheres is level.
  const double taper = std::asin(0.15);
  const Quat lying = axisAngle({0, 0, 1}, kRight + taper);
  for (const Shape& floor : {kFloor, Shape{Plane{}}}) {
    const bool is_plane = isPlane(floor);
    const float height = 0.5f * (0.15f + 0.3f) - 0.002f + (is_plane ? 0 : 0.5f);
    const Manifold m = only(floor, capsule, {{0, height, 0}, lying});
    ASSERT_EQ(m.point_count, 2);
    expectVector(m.normal, {0, 1, 0}, kCurved);
    expectSeparations(m, -0.002f, 2e-5f);
    // The tangent points are as far apart as the centres along the floor.
    EXPECT_NEAR(std::fabs(m.points[0].position.x - m.points[1].position.x), std::cos(taper), 1e-4f);
  }
}

TEST(ConvexContacts, BoxOnBoxKeepsFourCorners) {
  for (const Shape& floor : {kFloor, hullBox({2, 0.5f, 2})}) {
    for (const Shape& box : {Shape{Box{{0.5f, 0.5f, 0.5f}}}, hullBox({0.5f, 0.5f, 0.5f})}) {
      for (const float gap : {0.01f, 0.0f, -0.01f, -0.2f}) {
        const Manifold m = only(floor, box, above(0.5f + gap, axisAngle({0, 1, 0}, 0.3)));
        ASSERT_EQ(m.point_count, 4);
        expectVector(m.normal, {0, 1, 0}, kClose);
        expectSeparations(m, gap, kClose);
        EXPECT_NEAR(spread(m), 1, 1e-4f);
      }
    }
  }
}

TEST(ConvexContacts, BoxOnSmallerBoxIsClipped) {
  const Manifold m =
      only(Box{{0.2f, 0.5f, 0.3f}}, Box{{1, 0.5f, 1}}, {{0.1f, 0.99f, 0}, axisAngle({0, 1, 0}, 0.5)});
  ASSERT_EQ(m.point_count, 4);
  EXPECT_NEAR(spread(m), 4 * 0.2f * 0.3f, 1e-4f);
  expectSeparations(m, -0.01f, kClose);
}

TEST(ConvexContacts, BoxOverhangingAnEdgeIsHeldWithinIt) {
  const Manifold m = only(kFloor, Box{{0.5f, 0.5f, 0.5f}}, {{2.2f, 0.999f, 0}, {}});
  ASSERT_EQ(m.point_count, 4);
  for (int i = 0; i < 4; ++i) EXPECT_LE(m.points[i].position.x, 2 + kClose);
  EXPECT_NEAR(spread(m), 0.3f, 1e-4f);
}

TEST(ConvexContacts, BoxEdgesThatCrossMeetInOnePoint) {
  const Quat edge_down = axisAngle({0, 0, 1}, kRight / 2);
  const Quat edge_up = axisAngle({1, 0, 0}, kRight / 2);
  const float reach = std::sqrt(0.5f);
  // A stands on its edge along x, B on its edge along z.
  const Transform a_pose{{}, edge_up};
  const Transform b_pose{{0, 2 * reach - 0.01f, 0}, edge_down};
  const Manifold m = only(Box{{0.5f, 0.5f, 0.5f}}, Box{{0.5f, 0.5f, 0.5f}}, inverse(a_pose) * b_pose);
  ASSERT_EQ(m.point_count, 1);
  expectVector(rotate(edge_up, m.normal), {0, 1, 0}, 1e-5f);
  EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5f);
}

TEST(ConvexContacts, SeparatedCornersHaveTheNormalOfTheClosestPoints) {
  const float d = 0.01f;
  const Manifold m = only(Box{{0.5f, 0.5f, 0.5f}}, Box{{0.5f, 0.5f, 0.5f}}, {{1 + d, 1 + d, 1 + d}, {}});
  const float s = std::sqrt(1 / 3.0f);
  ASSERT_EQ(m.point_count, 1);
  expectVector(m.normal, {s, s, s}, 1e-4f);
  EXPECT_NEAR(m.points[0].separation, d * std::sqrt(3.0f), 1e-6f);
}

TEST(ConvexContacts, SeparatedParallelEdgesHaveTwoPoints) {
  const Manifold m = only(Box{{0.5f, 0.5f, 0.5f}}, Box{{0.5f, 0.5f, 0.5f}}, {{1.01f, 1.01f, 0.2f}, {}});
  ASSERT_EQ(m.point_count, 2);
  const float r = std::sqrt(0.5f);
  expectVector(m.normal, {r, r, 0}, 1e-4f);
  EXPECT_NEAR(std::fabs(m.points[0].position.z - m.points[1].position.z), 0.8f, 1e-5f);
}

TEST(ConvexContacts, StandingCylinderHasFourPointsOnItsRim) {
  const Cylinder cylinder{0.5f, 0.3f, 0.3f};
  for (const Shape& floor : {kFloor, hullBox({2, 0.5f, 2}), Shape{Cylinder{0.5f, 2, 2}}}) {
    for (const float gap : {0.01f, 0.0f, -0.001f, -0.1f}) {
      const Manifold m = only(floor, cylinder, above(0.5f + gap));
      ASSERT_EQ(m.point_count, 4);
      expectVector(m.normal, {0, 1, 0}, 1e-5f);
      expectSeparations(m, gap, 1e-5f);
      EXPECT_NEAR(spread(m), 2 * 0.3f * 0.3f, 1e-3f);
    }
  }
}

TEST(ConvexContacts, TiltedCylinderIncludesItsLowestRimPoint) {
  const Cylinder cylinder{0.5f, 0.3f, 0.3f};
  for (const double tilt : {0.0005, 0.005, 0.02}) {
    for (const double heading : {0.0, 0.4, 1.3, 2.9}) {
      const Vec3 axis{static_cast<float>(std::cos(heading)), 0, static_cast<float>(std::sin(heading))};
      const float lowest = static_cast<float>(0.5 * std::cos(tilt) + 0.3 * std::sin(tilt));
      const Manifold m = only(kFloor, cylinder, above(lowest - 0.001f, axisAngle(axis, tilt)), 0.05f);
      ASSERT_EQ(m.point_count, 4);
      EXPECT_NEAR(smallestSeparation(m), -0.001f, 1e-5f);
      EXPECT_GT(spread(m), 0.17f);
      float highest = -1;
      for (int i = 0; i < 4; ++i) highest = std::max(highest, m.points[i].separation);
      EXPECT_NEAR(highest, -0.001 + 0.6 * std::sin(tilt), 2e-5);
    }
  }
}

TEST(ConvexContacts, LyingCylinderHasTheEndsOfItsLine) {
  const Cylinder cylinder{0.5f, 0.3f, 0.3f};
  for (const Shape& floor : {kFloor, hullBox({2, 0.5f, 2})}) {
    for (const float gap : {0.01f, -0.001f, -0.05f}) {
      for (const double rolled : {0.0, 0.3, 2.0, 5.0}) {
        const Quat lying = axisAngle({1, 0, 0}, kRight) * axisAngle({0, 1, 0}, rolled);
        const Manifold m = only(floor, cylinder, above(0.3f + gap, lying));
        ASSERT_EQ(m.point_count, 2);
        expectVector(m.normal, {0, 1, 0}, 1e-5f);
        expectSeparations(m, gap, 1e-5f);
        EXPECT_NEAR(std::fabs(m.points[0].position.z - m.points[1].position.z), 1, 1e-4f);
        EXPECT_NEAR(m.points[0].position.x, 0, 1e-5f);
      }
    }
  }
}

TEST(ConvexContacts, RollingKeepsTheSameFeatures) {
  const Cylinder cylinder{0.5f, 0.3f, 0.3f};
  std::vector<std::uint32_t> first;
  for (int step = 0; step < 50; ++step) {
    const Quat lying = axisAngle({1, 0, 0}, kRight) * axisAngle({0, 1, 0}, 0.13 * step);
    const Manifold m = only(kFloor, cylinder, {{0.01f * static_cast<float>(step), 0.7999f, 0}, lying});
    ASSERT_EQ(m.point_count, 2);
    std::vector<std::uint32_t> features{m.points[0].feature, m.points[1].feature};
    if (first.empty()) first = features;
    EXPECT_EQ(features, first);
  }
}

TEST(ConvexContacts, ConeOnItsSideTouchesFromTipToRim) {
  const Cylinder cone{0.5f, 0, 0.3f};
  // Half angle of the tip: the side is level when the axis is tilted by it.
  const double half_angle = std::atan2(0.3, 1.0);
  const Quat lying = axisAngle({0, 0, 1}, kRight + half_angle);
  const double slant = std::sqrt(1 + 0.09);
  // Height of the middle of the axis over the side: its distance from the generator.
  const float middle_height = static_cast<float>(0.5 * std::sin(half_angle));
  for (const Shape& floor : {kFloor, Shape{Plane{}}}) {
    const float base = isPlane(floor) ? 0 : 0.5f;
    for (const float gap : {0.005f, -0.001f}) {
      const Manifold m = only(floor, cone, {{0, base + middle_height + gap, 0}, lying});
      ASSERT_EQ(m.point_count, 2);
      expectVector(m.normal, {0, 1, 0}, 1e-5f);
      expectSeparations(m, gap, 2e-5f);
      EXPECT_NEAR(std::fabs(m.points[0].position.x - m.points[1].position.x), slant, 1e-4);
    }
  }
}

TEST(ConvexContacts, CylinderOnCylinder) {
  const Cylinder cylinder{0.5f, 0.3f, 0.3f};
  // Stacked, then moved aside: the overlap of two discs.
  const Manifold stacked = only(cylinder, cylinder, {{0, 0.999f, 0}, {}});
  EXPECT_EQ(stacked.point_count, 4);
  EXPECT_NEAR(spread(stacked), 0.18f, 1e-3f);
  const Manifold aside = only(cylinder, cylinder, {{0.2f, 0.999f, 0}, {}});
  EXPECT_EQ(aside.point_count, 4);
  expectSeparations(aside, -0.001f, 1e-5f);
  for (int i = 0; i < 4; ++i) {
    const Vec3 p = aside.points[i].position;
    EXPECT_LE(p.x * p.x + p.z * p.z, 0.09f + 1e-5f);
    EXPECT_LE((p.x - 0.2f) * (p.x - 0.2f) + p.z * p.z, 0.09f + 1e-5f);
  }
  // Side by side: a line. Crossed: a point.
  const Manifold side = only(cylinder, cylinder, {{0.599f, 0.1f, 0}, {}});
  ASSERT_EQ(side.point_count, 2);
  expectVector(side.normal, {1, 0, 0}, 1e-5f);
  expectSeparations(side, -0.001f, 1e-5f);
  EXPECT_NEAR(std::fabs(side.points[0].position.y - side.points[1].position.y), 0.9f, 1e-4f);
  const Manifold crossed = only(cylinder, cylinder, {{0.599f, 0, 0}, axisAngle({1, 0, 0}, 1)});
  ASSERT_EQ(crossed.point_count, 1);
  expectVector(crossed.normal, {1, 0, 0}, kCurved);
  EXPECT_NEAR(crossed.points[0].separation, -0.001f, 1e-5f);
}

TEST(ConvexContacts, CylinderOnTheEdgeOfAFloorIsHeldWithinIt) {
  const Manifold m = only(kFloor, Cylinder{0.5f, 0.3f, 0.3f}, {{2.1f, 0.999f, 0}, {}});
  EXPECT_GE(m.point_count, 3);
  for (int i = 0; i < m.point_count; ++i) EXPECT_LE(m.points[i].position.x, 2 + 1e-5f);
  // The disc's share over the floor reaches from x = 1.8 to the edge, where the chord is 2·sqrt(0.3² - 0.1²).
  EXPECT_GT(spread(m), 0.99f * 0.2f * 2 * std::sqrt(0.08f));
}

TEST(ConvexContacts, PlanePointsAreThoseOfTheFacingFeature) {
  EXPECT_EQ(only(Plane{}, Sphere{0.5f}, {{3, 0.49f, 1}, {}}).point_count, 1);
  EXPECT_EQ(only(Plane{}, Box{}, {{3, 0.49f, 1}, axisAngle({0, 1, 0}, 0.7)}).point_count, 4);
  EXPECT_EQ(only(Plane{}, Capsule{}, {{3, 0.24f, 1}, axisAngle({0, 0, 1}, kRight)}).point_count, 2);
  EXPECT_EQ(only(Plane{}, Cylinder{}, {{3, 0.49f, 1}, {}}).point_count, 4);
  EXPECT_EQ(only(Plane{}, Cylinder{}, {{3, 0.24f, 1}, axisAngle({0, 0, 1}, kRight)}).point_count, 2);
  EXPECT_EQ(only(Plane{}, hullBox({0.5f, 0.5f, 0.5f}), {{3, 0.49f, 1}, {}}).point_count, 4);
  EXPECT_TRUE(contacts(Plane{}, Plane{}, {}).empty());
}

TEST(ConvexContacts, OneSidedPlanePushesOutAtAnyDepth) {
  const Manifold m = only(Plane{}, Sphere{0.5f}, {{0, -7, 0}, {}});
  expectVector(m.normal, {0, 1, 0}, kClose);
  EXPECT_NEAR(m.points[0].separation, -7.5f, kClose);
}

TEST(ConvexContacts, TwoSidedPlaneKeepsABodyOnItsSide) {
  const Plane sheet{true};
  const Manifold below = only(sheet, Sphere{0.5f}, {{0, -0.49f, 0}, {}});
  expectVector(below.normal, {0, -1, 0}, kClose);
  EXPECT_NEAR(below.points[0].separation, -0.01f, kClose);
  EXPECT_TRUE(contacts(sheet, Sphere{0.5f}, {{0, -7, 0}, {}}).empty());
  const Manifold above_it = only(sheet, Box{}, {{0, 0.3f, 0}, {}});
  expectVector(above_it.normal, {0, 1, 0}, kClose);
  expectSeparations(above_it, -0.2f, kClose);
}

TEST(ConvexContacts, PlaneAsSecondShape) {
  const Transform pose{{0, -0.49f, 0}, axisAngle({0, 1, 0}, 0.4)};
  const Manifold m = only(Box{}, Plane{}, pose);
  ASSERT_EQ(m.point_count, 4);
  expectVector(m.normal, {0, -1, 0}, kClose);
  expectSeparations(m, -0.01f, kClose);
}

}  // namespace
}  // namespace carom::collide::testing
