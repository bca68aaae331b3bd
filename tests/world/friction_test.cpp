// Coulomb friction with two coefficients: rest, slide, stopping distance, combine modes.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

constexpr double kStatic = 0.6;
constexpr double kDynamic = 0.3;

enum class Ground { Slab, Plane, Mesh };

/// A surface through the origin, falling towards +X by `degrees`, and its two directions.
struct Incline {
  Incline(SceneBuilder& b, double degrees, Ground ground, const Material& material)
      : rotation(axisAngle({0, 0, 1}, -degrees)),
        down(rotate(rotation, DVec3{1, 0, 0})),
        up(rotate(rotation, DVec3{0, 1, 0})) {
    if (ground == Ground::Slab) {
      b.node().rotated(rotation).at(up * -1).collider(box(200, 2, 40), material);
    } else if (ground == Ground::Plane) {
      b.node().rotated(rotation).collider(plane(), material);
    } else {
      b.node().rotated(rotation).collider(b.mesh(floorMesh(-20, 60, 83, -6, 6, 13)), material);
    }
  }
  DQuat rotation;
  DVec3 down, up;
};

class OnIncline : public testing::TestWithParam<Ground> {};

TEST_P(OnIncline, RestsBelowTheStaticAngle) {
  // arctan 0.6 = 30.96°; 30° leaves 4 % of the friction unused.
  SceneBuilder b;
  const Incline incline(b, 30, GetParam(), surface(kStatic, kDynamic));
  const int crate = b.node()
                        .at(incline.up * 0.1)
                        .rotated(incline.rotation)
                        .dynamic(1)
                        .collider(box(0.6, 0.2, 0.6), surface(kStatic, kDynamic));
  Simulation sim(b, sleepless());
  sim.run(0.5);
  const DVec3 settled = sim.position(crate);
  sim.run(10);
  // At rest means at rest: 1 mm in 10 s.
  EXPECT_LT(length(sim.position(crate) - settled), 1e-3);
  EXPECT_LT(length(settled - incline.up * 0.1), 0.01);  // And it never started to slide while it settled.
}

TEST_P(OnIncline, SlidesAboveTheStaticAngleWithTheDynamicAcceleration) {
  const double degrees = 33;
  SceneBuilder b;
  const Incline incline(b, degrees, GetParam(), surface(kStatic, kDynamic));
  const int crate = b.node()
                        .at(incline.up * 0.1)
                        .rotated(incline.rotation)
                        .dynamic(1)
                        .collider(box(0.6, 0.2, 0.6), surface(kStatic, kDynamic));
  Simulation sim(b);
  sim.run(1);  // The static coefficient holds it back only until 1 cm/s; measured after that.
  const double before = dot(sim.velocity(crate), incline.down);
  sim.run(1.5);
  const double acceleration = (dot(sim.velocity(crate), incline.down) - before) / 1.5;
  const double expected = kGravity * (std::sin(radians(degrees)) - kDynamic * std::cos(radians(degrees)));
  EXPECT_NEAR(acceleration, expected, 0.02 * expected);  // ± 2 % is the required accuracy.
  EXPECT_NEAR(dot(sim.position(crate), incline.up), 0.1, 0.005);
}

TEST_P(OnIncline, KeepsSlidingBetweenTheTwoAnglesOncePushed) {
  // 25°: above arctan 0.3 = 16.7°, below arctan 0.6. At rest it stays, at 0.5 m/s it speeds up.
  const double degrees = 25;
  SceneBuilder b;
  const Incline incline(b, degrees, GetParam(), surface(kStatic, kDynamic));
  const int crate = b.node()
                        .at(incline.up * 0.1)
                        .rotated(incline.rotation)
                        .dynamic(1)
                        .collider(box(0.6, 0.2, 0.6), surface(kStatic, kDynamic))
                        .velocity({0.5, 0, 0});
  Simulation sim(b);
  sim.run(0.25);
  const double before = dot(sim.velocity(crate), incline.down);
  sim.run(1.5);
  const double expected = kGravity * (std::sin(radians(degrees)) - kDynamic * std::cos(radians(degrees)));
  EXPECT_NEAR((dot(sim.velocity(crate), incline.down) - before) / 1.5, expected, 0.02 * expected);
}

TEST_P(OnIncline, SlidesFreelyWithoutFriction) {
  SceneBuilder b;
  const Incline incline(b, 20, GetParam(), frictionless());
  const int crate = b.node()
                        .at(incline.up * 0.1)
                        .rotated(incline.rotation)
                        .dynamic(1)
                        .collider(box(0.6, 0.2, 0.6), frictionless());
  Simulation sim(b);
  sim.run(2);
  const double expected = kGravity * std::sin(radians(20)) * 2;
  EXPECT_NEAR(dot(sim.velocity(crate), incline.down), expected,
              0.005 * expected);  // No friction law to approximate.
}
INSTANTIATE_TEST_SUITE_P(Grounds, OnIncline, testing::Values(Ground::Slab, Ground::Plane, Ground::Mesh));

class Stopping : public testing::TestWithParam<int> {};

TEST_P(Stopping, DistanceIsVSquaredOverTwoMuG) {
  // A cone gives the same distance in every direction, also across the box's own axes; a pyramid up to √2 too
  // short.
  const double angle = radians(GetParam()), v = 3;
  const DVec3 direction{std::cos(angle), 0, std::sin(angle)};
  for (const double turned : {0.0, 20.0}) {
    SceneBuilder b;
    b.floor(surface(kStatic, kDynamic));
    const DQuat rotation = axisAngle({0, 1, 0}, turned);
    const int crate = b.node()
                          .at(0, 0.05, 0)
                          .rotated(rotation)
                          .dynamic(1)
                          .collider(box(0.6, 0.1, 0.6), surface(kStatic, kDynamic))
                          .velocity(inverseRotate(rotation, direction * v));
    Simulation sim(b);
    sim.run(2);
    const double distance = v * v / (2 * kDynamic * kGravity);
    const DVec3 moved = sim.position(crate) - DVec3{0, 0.05, 0};
    EXPECT_NEAR(dot(moved, direction), distance, 0.02 * distance);  // ± 2 % is the required accuracy.
    // Straight on: the friction is opposite to the motion. 1 % of the way.
    EXPECT_NEAR(length(moved - dot(moved, direction) * direction), 0, 0.01 * distance);
    EXPECT_LT(length(sim.velocity(crate)), 1e-3);
    // Symmetric pressure turns nothing; the four points' different loads while braking (more in front) may
    // turn a box sliding across its corner by a degree or two.
    EXPECT_LT(angleBetween(sim.state(crate).transform.rotation, rotation), 3);
  }
}
INSTANTIATE_TEST_SUITE_P(Directions, Stopping, testing::Values(0, 20, 30, 45, 70, 90, 135, 200, 315));

TEST(Friction, BallSlidesThenRollsAtFiveSevenths) {
  // Thrown without spin, friction spins it up until it rolls: v → 5/7·v whatever the coefficient.
  SceneBuilder b;
  b.floor(surface(0.4, 0.4));
  const int ball =
      b.node().at(0, 0.25, 0).dynamic(1).collider(sphere(0.25), surface(0.4, 0.4)).velocity({7, 0, 0});
  Simulation sim(b);
  // Slides for 2v/(7·μ·g) = 0.51 s over 12·v²/(49·μ·g) = 3.06 m.
  sim.run(1.5);
  EXPECT_NEAR(sim.velocity(ball).x, 5,
              0.01 * 5);  // Momentum about the contact point is conserved exactly; 1 % for the last slip.
  EXPECT_NEAR(sim.spin(ball).z, -5 / 0.25, 0.01 * 20);
}

TEST(Friction, AllSixteenCombinePairsShowInTheStoppingDistance) {
  const CombineMode modes[] = {CombineMode::Average, CombineMode::Minimum, CombineMode::Maximum,
                               CombineMode::Multiply};
  // Static and dynamic coefficients are combined separately: the dynamic one decides the distance.
  const double da = 0.8, db = 0.4, v = 2.5;
  const auto expected = [&](CombineMode a, CombineMode c) {
    const auto either = [&](CombineMode m) { return a == m || c == m; };
    if (either(CombineMode::Average)) return (da + db) / 2;
    if (either(CombineMode::Minimum)) return db;
    if (either(CombineMode::Maximum)) return da;
    return da * db;
  };
  SceneBuilder b;
  std::vector<std::tuple<int, double>> crates;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double z = 2.0 * (4 * i + j);
      Material on_crate = surface(1.2, da), on_floor = surface(0.9, db);
      on_crate.friction_combine = modes[i];
      on_floor.friction_combine = modes[j];
      b.node().at(0, -0.5, z).collider(box(20, 1, 1.5), on_floor);
      const int crate =
          b.node().at(0, 0.05, z).dynamic(1).collider(box(0.6, 0.1, 0.6), on_crate).velocity({v, 0, 0});
      crates.emplace_back(crate, expected(modes[i], modes[j]));
    }
  Simulation sim(b);
  sim.run(1.5);  // The longest, μ = 0.32, takes 0.8 s.
  for (std::size_t k = 0; k < crates.size(); ++k) {
    const double distance = v * v / (2 * std::get<1>(crates[k]) * kGravity);
    // ± 2 % as above; the nearest two values, minimum 0.4 and multiply 0.32, are 25 % apart.
    EXPECT_NEAR(sim.position(std::get<0>(crates[k])).x, distance, 0.02 * distance)
        << "modes " << k / 4 << " and " << k % 4;
  }
}

TEST(Friction, AllSixteenCombinePairsOfTheStaticCoefficientDecideWhoSlides) {
  const CombineMode modes[] = {CombineMode::Average, CombineMode::Minimum, CombineMode::Maximum,
                               CombineMode::Multiply};
  // Average 0.5, minimum 0.3, maximum 0.7, multiply 0.21; on 24° (tan = 0.445) those above 0.445 rest,
  // on 14.5° (0.259) all but multiply.
  const double sa = 0.7, sb = 0.3;
  for (const double degrees : {24.0, 14.5}) {
    SceneBuilder b;
    const DQuat rotation = axisAngle({0, 0, 1}, -degrees);
    std::vector<std::tuple<int, double>> crates;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        Material on_crate = surface(sa, 0.1), on_floor = surface(sb, 0.1);
        on_crate.friction_combine = modes[i];
        on_floor.friction_combine = modes[j];
        const double z = 2.0 * (4 * i + j);
        const int track = b.node().at(0, 0, z).rotated(rotation);
        b.child(track).at(0, -0.5, 0).collider(box(20, 1, 1.5), on_floor);
        const int crate = b.child(track).at(0, 0.05, 0).dynamic(1).collider(box(0.6, 0.1, 0.6), on_crate);
        crates.emplace_back(crate, combine(sa, sb, combinedMode(modes[i], modes[j])));
      }
    Simulation sim(b, sleepless());
    sim.run(2);
    for (std::size_t k = 0; k < crates.size(); ++k) {
      const BodyState s = sim.state(std::get<0>(crates[k]));
      if (std::get<1>(crates[k]) > std::tan(radians(degrees))) {
        EXPECT_LT(length(s.linear_velocity), 1e-3) << k;
      } else {
        EXPECT_GT(length(s.linear_velocity), 1) << k;  // 2 s at more than 0.5 m/s² (μd = 0.1).
      }
    }
  }
}

TEST(Friction, CrateOnAMovingBeltReachesItsSpeed) {
  // A belt is a kinematic slab that never leaves: v = μd·g·t until 2 m/s, reached after 2/(0.3·9.81) = 0.68
  // s.
  SceneBuilder b;
  b.node().at(0, -0.5, 0).kinematic().collider(box(60, 1, 4), surface(kStatic, kDynamic)).velocity({2, 0, 0});
  const int crate =
      b.node().at(0, 0.05, 0).dynamic(1).collider(box(0.6, 0.1, 0.6), surface(kStatic, kDynamic));
  Simulation sim(b);
  sim.run(0.4);
  const double expected = kDynamic * kGravity * 0.4;
  EXPECT_NEAR(sim.velocity(crate).x, expected, 0.02 * expected);  // ± 2 % as the incline.
  sim.run(1.6);
  EXPECT_NEAR(sim.velocity(crate).x, 2, 1e-3);
  // It lost ½·v·t_slip = v²/(2·μd·g) = 0.68 m to the belt; ± 2 %.
  EXPECT_NEAR(2 * 2.0 - sim.position(crate).x, 4 / (2 * kDynamic * kGravity), 0.02 * 0.68);
}

TEST(Friction, HeldBetweenTwoWallsByPressure) {
  // A crate pressed against a wall by a horizontal gravity: vertical impulse below μs·N·t does not move it.
  SceneBuilder b;
  b.node().at(-1, 0, 0).collider(box(2, 20, 20), surface(kStatic, kDynamic));
  const int crate =
      b.node().at(0.1, 0, 0).dynamic(1).collider(box(0.2, 0.6, 0.6), surface(kStatic, kDynamic));
  WorldSettings settings = sleepless();
  settings.gravity = {-10, -5.5, 0};  // 0.55 of the pressure, below 0.6.
  Simulation sim(b, settings);
  sim.run(5);
  EXPECT_NEAR(sim.position(crate).y, 0, 2e-3);  // 1 mm while it settles, 1 mm in 5 s.
}

}  // namespace
}  // namespace carom::test
