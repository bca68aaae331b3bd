// A wheel let down onto shapes: against the highest of many points under it, found by rays.
#include "solve/constraints/wheel/wheel_drop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collide/convex_shapes.hpp"
#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"
#include "solve/constraints/wheel/wheel_settings.hpp"

namespace carom::collide::testing {

using solve::canDropWheelOn;
using solve::dropWheel;
using solve::WheelDrop;
using solve::WheelLanding;
using solve::WheelSettings;

namespace {

constexpr float kRadius = 0.3f, kWidth = 0.2f;

WheelDrop wheel() {
  WheelDrop drop;
  drop.radius = kRadius, drop.width = kWidth, drop.distance = 0.6f, drop.lowered = 0.1f;
  return drop;
}

/// Height at which the wheel's centre comes to rest, by rays straight down; -1e30: on nothing. Flat rows of
/// rays are denser than the tolerance needs: H changes by less than 5 times a row's distance.
double heightByRays(const Shape& shape, const Transform& pose) {
  double highest = -1e30;
  constexpr int kAcross = 40, kAlong = 400;
  constexpr float kSlope = WheelSettings::kLeastCarryingSlope;
  const double reach = kRadius * std::sqrt(1 - kSlope * kSlope);
  for (int i = 0; i <= kAcross; ++i) {
    for (int k = 0; k <= kAlong; ++k) {
      const double x = kWidth * (static_cast<double>(i) / kAcross - 0.5) * 0.9999;
      const double z = reach * (2.0 * k / kAlong - 1);
      const DVec3 top{x, 2, z};
      Ray ray;
      ray.origin = inverseTransformPoint(pose, Vec3(top));
      ray.direction = inverseRotate(pose.rotation, Vec3{0, -6, 0});
      const RayHit hit = castRay(shape, ray);
      if (!hit.hit) continue;
      const double y = 2 - 6.0 * static_cast<double>(hit.t);
      highest = std::max(highest, y + std::sqrt(kRadius * kRadius - z * z));
    }
  }
  return highest;
}

void expectLanding(const Shape& shape, const Transform& pose, const char* what) {
  const WheelLanding landing = dropWheel(shape, pose, wheel());
  const double height = heightByRays(shape, pose);
  if (height < -0.595) {
    if (height < -0.605) {
      EXPECT_FALSE(landing.hit) << what;
    }
    return;
  }
  ASSERT_TRUE(landing.hit) << what << " " << height;
  // Rays miss an edge that runs along the wheel by up to half a row.
  EXPECT_NEAR(-static_cast<double>(landing.distance), height, 0.004) << what;
  EXPECT_NEAR(length(landing.normal), 1, 1e-4) << what;
  EXPECT_GE(landing.normal.y, 0.19f) << what;
  // The wheel as it stands is nowhere in it.
  const double z = landing.point.z;
  EXPECT_LE(std::abs(landing.point.x), 0.5f * kWidth + 1e-5f);
  EXPECT_NEAR(static_cast<double>(landing.point.y) + std::sqrt(std::max(0.0, kRadius * kRadius - z * z)),
              -static_cast<double>(landing.distance), 0.006)
      << what;
}

/// All its upper faces can carry, or are upright: turned about the level and then about the way up.
Transform under(Random& random, double depth) {
  const Quat tilt = axisAngle({1, 0, 0}, random.between(0.3, 1.25));
  const Quat yaw = axisAngle({0, 1, 0}, random.between(0, 6.28));
  return {{random.betweenF(-0.3, 0.3), random.betweenF(-depth - 0.2, -depth), random.betweenF(-0.4, 0.4)},
          normalized(yaw * tilt)};
}

TEST(WheelDrop, OntoBoxesHullsAndBallsAsFarAsRaysSay) {
  Random random(5);
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec3 half{random.betweenF(0.05, 0.6), random.betweenF(0.05, 0.3), random.betweenF(0.05, 0.6)};
    // Nowhere above the axle.
    const Transform pose = under(random, 0.15 + length(half));
    hits += dropWheel(Box{half}, pose, wheel()).hit ? 1 : 0;
    expectLanding(Box{half}, pose, "box");
    expectLanding(hullBox(half), pose, "hull");
    const float radius = random.betweenF(0.05, 0.8);
    const Transform ball{{random.betweenF(-0.05, 0.05), -0.2f - radius, random.betweenF(-0.2, 0.2)}, {}};
    expectLanding(Sphere{radius}, ball, "ball");
  }
  EXPECT_GT(hits, 25);
}

TEST(WheelDrop, OntoMeshesAndPlanesAsFarAsRaysSay) {
  Random random(6);
  for (int i = 0; i < 25; ++i) {
    const Soup soup = gridSoup(12, 3, 0.3, static_cast<std::uint64_t>(i) + 1,
                               [&](double, double) { return random.between(-0.08, 0.08); });
    const Quat tilt = axisAngle(normalized(Vec3{random.betweenF(-1, 1), 0, random.betweenF(-1, 1)}),
                                random.between(0, 0.3));
    const Transform pose{{0, random.betweenF(-0.8, -0.6), 0}, tilt};
    expectLanding(meshShape(soup), pose, "mesh");
    expectLanding(Plane{}, pose, "plane");
  }
}

TEST(WheelDrop, WallsDoNotCarry) {
  // Level ground 0.5 m below the raised wheel, of which each wall stands a little inside the wheel.
  const WheelDrop drop = wheel();
  for (const double lean : {-0.05, 0.0, 0.05, 0.15}) {
    const Quat tilt = axisAngle({1, 0, 0}, lean), roll = axisAngle({0, 0, 1}, lean);
    const Shape box = Box{{2, 1, 2}};
    EXPECT_FALSE(dropWheel(box, {rotate(tilt, Vec3{0, 0, 2}) + Vec3{0, 0, 0.296f}, tilt}, drop).hit) << lean;
    EXPECT_FALSE(dropWheel(box, {rotate(roll, Vec3{2, 0, 0}) + Vec3{0.098f, 0, 0}, roll}, drop).hit) << lean;
    const Soup grid = gridSoup(20, 4, 0.2, 3, [](double, double) { return 0.0; });
    const Quat facing = axisAngle({1, 0, 0}, -1.5707963 + lean),
               side = axisAngle({0, 0, 1}, 1.5707963 + lean);
    EXPECT_FALSE(dropWheel(meshShape(grid), {{0, 0, 0.296f}, facing}, drop).hit) << lean;
    EXPECT_FALSE(dropWheel(meshShape(grid), {{0.098f, 0, 0}, side}, drop).hit) << lean;
  }
}

TEST(WheelDrop, TheEdgeOfAnUprightSheetCarries) {
  Soup soup;
  const auto vertex = [&](double x, double y) { return soup.vertex(x, y, 0); };
  vertex(-1, -1), vertex(1, -1), vertex(1, 0), vertex(-1, 0);
  soup.triangle(0, 1, 2), soup.triangle(0, 2, 3);
  const WheelLanding landing = dropWheel(meshShape(soup), {{0, -0.5f, 0}, {}}, wheel());
  ASSERT_TRUE(landing.hit);
  EXPECT_NEAR(landing.distance, 0.5 - kRadius, 1e-6);
  EXPECT_NEAR(landing.normal.y, 1, 1e-6);
}

}  // namespace
}  // namespace carom::collide::testing
