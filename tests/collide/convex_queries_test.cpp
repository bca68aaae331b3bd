// Rays, distances, sweeps and overlaps of convex shapes and planes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rotation_vector.hpp"
#include "collide/convex_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide::testing {
namespace {

// A few units in the last place of floats of about 1 m.
constexpr float kClose = 3e-6f;

void expectVector(const Vec3& actual, const Vec3& expected, float tolerance) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

TEST(ConvexRay, MeetsTheFirstSurface) {
  const Ray down{{0.1f, 5, 0.2f}, {0, -10, 0}, 1};
  const RayHit box = castRay(Box{}, down);
  EXPECT_TRUE(box.hit);
  EXPECT_NEAR(box.t, 0.45f, kClose);
  expectVector(box.normal, {0, 1, 0}, kClose);
  EXPECT_NEAR(castRay(Cylinder{}, down).t, 0.45f, kClose);
  EXPECT_NEAR(castRay(Plane{}, down).t, 0.5f, kClose);
  EXPECT_NEAR(castRay(hullBox({0.5f, 0.5f, 0.5f}), down).t, 0.45f, kClose);
  const RayHit sphere = castRay(Sphere{0.5f}, {{0, 5, 0}, {0, -10, 0}, 1});
  EXPECT_NEAR(sphere.t, 0.45f, kClose);
  EXPECT_FALSE(castRay(Sphere{0.5f}, {{0, 5, 0}, {0, -10, 0}, 0.449f}).hit);
  EXPECT_FALSE(castRay(Sphere{0.5f}, {{0, 5, 0}, {0, 10, 0}, 1}).hit);
  EXPECT_FALSE(castRay(Box{}, {{0, 5, 0}, {0, 0, 0}, 1}).hit);
}

TEST(ConvexRay, ConeSideHasTheSlantedNormal) {
  // Tip up: radius 0 at 0.5, 0.5 at -0.5.
  const RayHit hit = castRay(Cylinder{0.5f, 0, 0.5f}, {{5, 0, 0}, {-1, 0, 0}, 10});
  EXPECT_TRUE(hit.hit);
  EXPECT_NEAR(hit.t, 4.75f, kClose);
  expectVector(hit.normal, {2 / std::sqrt(5.0f), 1 / std::sqrt(5.0f), 0}, kClose);
}

TEST(ConvexRay, StartingInside) {
  for (const NamedShape& s : convexShapes()) {
    const RayHit hit = castRay(s.shape, {{0.01f, 0.02f, -0.01f}, {1, 0.3f, 0.2f}, 5});
    EXPECT_TRUE(hit.hit) << s.name;
    EXPECT_EQ(hit.t, 0) << s.name;
    EXPECT_EQ(hit.normal, Vec3{}) << s.name;
  }
}

TEST(ConvexRay, SheetIsMetFromBothSides) {
  EXPECT_EQ(castRay(Plane{true}, {{0, 2, 0}, {0, -1, 0}, 5}).normal, (Vec3{0, 1, 0}));
  EXPECT_EQ(castRay(Plane{true}, {{0, -2, 0}, {0, 1, 0}, 5}).normal, (Vec3{0, -1, 0}));
  const RayHit inside = castRay(Plane{}, {{0, -2, 0}, {0, 1, 0}, 5});
  EXPECT_TRUE(inside.hit);
  EXPECT_EQ(inside.t, 0);
}

TEST(ConvexRay, RandomRaysStopOnTheSurface) {
  Random random(21);
  for (const NamedShape& s : convexShapes()) {
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
      SCOPED_TRACE(std::string(s.name) + " ray " + std::to_string(i));
      const DVec3 from = random.direction() * 3.0, to = random.direction() * random.between(0, 0.7);
      const Ray ray{Vec3(from), Vec3(to - from), 2};
      const RayHit hit = castRay(s.shape, ray);
      if (!hit.hit) {
        for (int k = 0; k <= 40; ++k)
          EXPECT_GT(outside(s.shape, ray.origin + ray.direction * (0.05f * k)), 0);
        continue;
      }
      ++hits;
      // On the surface, outside just before, and further out along the normal.
      const Vec3 p = ray.origin + ray.direction * hit.t;
      EXPECT_LT(outside(s.shape, p), 1e-5);
      EXPECT_GT(outside(s.shape, ray.origin + ray.direction * (hit.t - 1e-3f)), 0);
      EXPECT_NEAR(outside(s.shape, p + hit.normal * 0.01f), 0.01, 1e-5);
      EXPECT_LT(dot(hit.normal, ray.direction), 0);
    }
    EXPECT_GT(hits, 50) << s.name;
  }
}

TEST(ConvexDistance, ClosestPointsAreOnTheSurfacesAndProven) {
  Random random(22);
  for (const NamedShape& a : convexShapes()) {
    for (const NamedShape& b : convexShapes()) {
      for (int i = 0; i < 10; ++i) {
        SCOPED_TRACE(std::string(a.name) + " / " + b.name + " pose " + std::to_string(i));
        const Transform pose{Vec3(random.direction() * random.between(0.5, 4)), random.rotation()};
        const Distance d = distance(a.shape, b.shape, pose);
        if (d.distance == 0) {
          EXPECT_LE(sampledDistance(a.shape, b.shape, pose, 200), 1e-6);
          continue;
        }
        EXPECT_NEAR(gapAlong(a.shape, b.shape, pose, normalized(DVec3(d.normal))), d.distance, 1e-5);
        EXPECT_LT(outside(a.shape, d.point_a), 1e-5);
        EXPECT_LT(outside(b.shape, inverseTransformPoint(pose, d.point_b)), 1e-5);
        EXPECT_NEAR(length(d.point_b - d.point_a), d.distance, 1e-5);
        EXPECT_EQ(distance(a.shape, b.shape, pose, 0.5f * d.distance).distance, 0.5f * d.distance);
      }
    }
  }
}

TEST(ConvexDistance, Planes) {
  const Distance d = distance(Plane{}, Sphere{0.5f}, {{1, 2, 3}, {}});
  EXPECT_NEAR(d.distance, 1.5f, kClose);
  expectVector(d.point_a, {1, 0, 3}, kClose);
  expectVector(d.point_b, {1, 1.5f, 3}, kClose);
  const Distance turned = distance(Sphere{0.5f}, Plane{}, {{0, -2, 0}, {}});
  EXPECT_NEAR(turned.distance, 1.5f, kClose);
  expectVector(turned.normal, {0, -1, 0}, kClose);
  EXPECT_EQ(distance(Plane{}, Sphere{0.5f}, {{1, -9, 3}, {}}).distance, 0);
  EXPECT_NEAR(distance(Plane{true}, Sphere{0.5f}, {{1, -9, 3}, {}}).distance, 8.5f, kClose);
}

// Along any direction shapes are no farther apart than their distance; along that of the nearest points
// exactly.
TEST(ConvexDistance, SeparationAlongADirectionIsABound) {
  Random random(21);
  int apart = 0;
  for (const NamedShape& a : convexShapes()) {
    for (const NamedShape& b : convexShapes()) {
      for (int n = 0; n < 20; ++n) {
        const Transform pose{{random.betweenF(-3, 3), random.betweenF(-3, 3), random.betweenF(-3, 3)},
                             random.rotation()};
        const Distance nearest = distance(a.shape, b.shape, pose);
        const Vec3 any(random.direction());
        EXPECT_LE(separationAlong(a.shape, b.shape, pose, any), nearest.distance + 1e-5f)
            << a.name << " and " << b.name;
        EXPECT_NEAR(separationAlong(a.shape, b.shape, pose, any),
                    gapAlong(a.shape, b.shape, pose, DVec3(any)), 1e-5f)
            << a.name << " and " << b.name;
        if (nearest.distance == 0) continue;
        ++apart;
        EXPECT_NEAR(separationAlong(a.shape, b.shape, pose, nearest.normal), nearest.distance, 1e-5f)
            << a.name << " and " << b.name;
      }
    }
  }
  EXPECT_GT(apart, 1000);
  EXPECT_NEAR(separationAlong(Plane{}, Sphere{0.5f}, {{3, 0.4f, 1}, {}}, {0, 1, 0}), -0.1f, 1e-6f);
  EXPECT_NEAR(separationAlong(Sphere{0.5f}, Plane{}, {{3, -0.4f, 1}, {}}, {0, -1, 0}), -0.1f, 1e-6f);
}

TEST(ConvexOverlap, TouchingCounts) {
  EXPECT_TRUE(overlaps(Sphere{0.5f}, Sphere{0.5f}, {{1, 0, 0}, {}}));
  EXPECT_FALSE(overlaps(Sphere{0.5f}, Sphere{0.5f}, {{1.001f, 0, 0}, {}}));
  EXPECT_TRUE(overlaps(Box{}, Box{}, {{0, 1, 0}, {}}));
  EXPECT_FALSE(overlaps(Box{}, Box{}, {{0, 1.001f, 0}, {}}));
  EXPECT_TRUE(overlaps(Box{}, Plane{}, {{0, 7, 0}, {}}));
  EXPECT_FALSE(overlaps(Box{}, Plane{true}, {{0, 7, 0}, {}}));
  EXPECT_TRUE(overlaps(Box{}, Plane{true}, {{0, 0.4f, 0}, {}}));
  EXPECT_FALSE(overlaps(Plane{}, Box{}, {{0, 0.6f, 0}, {}}));
}

Transform poseAt(const Sweep& sweep, double t) {
  const DQuat q = quaternionFromRotationVector(DVec3(sweep.rotation) * t) * DQuat(sweep.start_rotation);
  const DVec3 center = DVec3(sweep.start_center) + DVec3(sweep.translation) * t;
  return {Vec3(center - rotate(q, DVec3(sweep.local_center))), Quat(q)};
}

TEST(ConvexSweep, StraightFallHasTheClosedFormTime) {
  const SweepHit hit = sweep(Box{{2, 0.5f, 2}}, Sphere{0.25f}, {{0, 3, 0}, {}, {0, -4, 0}, {}, {}}, 0.01f);
  ASSERT_TRUE(hit.hit);
  EXPECT_FALSE(hit.initially_touching);
  EXPECT_NEAR(hit.t, (3 - 0.5f - 0.25f - 0.01f) / 4, 1e-5f);
  expectVector(hit.normal, {0, 1, 0}, 1e-5f);
  EXPECT_FALSE(sweep(Box{{2, 0.5f, 2}}, Sphere{0.25f}, {{0, 3, 0}, {}, {0, -2.2f, 0}, {}, {}}, 0.01f).hit);
}

TEST(ConvexSweep, NothingThinIsPassedThrough) {
  // 2 cm ball at 300 m/s for a 60th of a second: 5 m in one sweep.
  const Sweep bullet{{-2.5f, 0, 0}, {}, {5, 0, 0}, {}, {}};
  for (const Shape& wall :
       {Shape{Box{{0.005f, 1, 1}}}, hullBox({0.005f, 1, 1}), Shape{Cylinder{1, 0.005f, 0.005f}}}) {
    const SweepHit hit = sweep(wall, Sphere{0.01f}, bullet, 0.001f);
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, (2.5f - 0.005f - 0.01f - 0.001f) / 5, 1e-4f);
    expectVector(hit.normal, {-1, 0, 0}, 1e-3f);
  }
  for (const bool double_sided : {false, true}) {
    Sweep against = bullet;
    against.start_center = {0, 2.5f, 0}, against.translation = {0, -5, 0};
    const SweepHit hit = sweep(Plane{double_sided}, Sphere{0.01f}, against, 0.001f);
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, (2.5f - 0.011f) / 5, 1e-5f);
    // The plane moves and the ball rests.
    const SweepHit other =
        sweep(Sphere{0.01f}, Plane{double_sided}, {{0, -2.5f, 0}, {}, {0, 5, 0}, {}, {}}, 0.001f);
    ASSERT_TRUE(other.hit);
    EXPECT_NEAR(other.t, (2.5f - 0.011f) / 5, 1e-5f);
    expectVector(other.normal, {0, -1, 0}, 1e-5f);
  }
}

TEST(ConvexSweep, TurningRodMeetsAPost) {
  // A rod of length 2 turns about its middle by a right angle; a thin post stands in its way at 45 degrees.
  const Capsule rod{1, 0.01f, 0.01f};
  const Capsule post{1, 0.01f, 0.01f};
  const double quarter = 1.5707963267948966;
  const Quat along_z = axisAngle({1, 0, 0}, quarter);
  // The post stands along y; the rod lies along z and turns about y.
  const float at = 0.5f;
  Sweep turning{{-at, 0, -at}, along_z, {}, {0, static_cast<float>(quarter), 0}, {}};
  const SweepHit hit = sweep(post, rod, turning, 0.001f);
  ASSERT_TRUE(hit.hit);
  // It comes within 2·0.01 + 0.001 of the post's axis at a distance of at·√2 from the middle.
  const double expected = (0.25 * 3.141592653589793 - std::asin(0.021 / (at * std::sqrt(2.0)))) / quarter;
  EXPECT_NEAR(hit.t, expected, 2e-3);
}

TEST(ConvexSweep, TouchingAndParting) {
  const Shape floor = Box{{2, 0.5f, 2}};
  const SweepHit closing = sweep(floor, Box{}, {{0, 1.0005f, 0}, {}, {0, -1, 0}, {}, {}}, 0.001f);
  EXPECT_TRUE(closing.hit && closing.initially_touching);
  EXPECT_EQ(closing.t, 0);
  EXPECT_FALSE(sweep(floor, Box{}, {{0, 1.0005f, 0}, {}, {0, 1, 0}, {}, {}}, 0.001f).hit);
  EXPECT_FALSE(sweep(floor, Box{}, {{0, 1.0005f, 0}, {}, {1, 0, 0}, {}, {}}, 0.001f).hit);
  // Deep overlap that parts is left alone.
  EXPECT_FALSE(sweep(floor, Box{}, {{0, 0.9f, 0}, {}, {0, 3, 0}, {}, {}}, 0.001f).hit);
}

TEST(ConvexSweep, RandomMotionsStopInTime) {
  Random random(23);
  const std::vector<NamedShape> shapes = convexShapes();
  int hits = 0;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      for (int i = 0; i < 4; ++i) {
        SCOPED_TRACE(std::string(a.name) + " / " + b.name + " motion " + std::to_string(i));
        const DVec3 start = random.direction() * 3.0;
        const DVec3 aim = random.direction() * random.between(0, 1);
        const Sweep motion{Vec3(start), random.rotation(), Vec3((aim - start) * 2.0),
                           Vec3(random.direction() * random.between(0, 3)), Vec3(random.direction() * 0.2)};
        constexpr float kTarget = 0.005f;
        const SweepHit hit = sweep(a.shape, b.shape, motion, kTarget);
        hits += hit.hit;
        // Apart all the way there, and no earlier than needed.
        for (int k = 0; k <= 50; ++k) {
          const double t = hit.t * k / 50.0;
          EXPECT_GT(distance(a.shape, b.shape, poseAt(motion, t)).distance, 0.9f * kTarget);
        }
        if (!hit.hit) continue;
        EXPECT_LT(distance(a.shape, b.shape, poseAt(motion, hit.t)).distance, 1.1f * kTarget);
      }
    }
  }
  EXPECT_GT(hits, 100);
}

}  // namespace
}  // namespace carom::collide::testing
