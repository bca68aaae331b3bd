// Energy that nothing may add to: slender rods in flight and at walls, rockers, balls that bounce for ever.
// Regressions of a review of the contact solver; those named DISABLED_ are defects still to mend
// (docs/engine.md, "Open").
#include <gtest/gtest.h>

#include <algorithm>

#include "world/joint_builder.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

struct RodCase {
  double aspect;            ///< Length over thickness.
  double energy, momentum;  ///< Allowed relative errors.
};
class FreeRod : public testing::TestWithParam<RodCase> {};

// Ten seconds are 2,400 substeps in float: what is lost is rounding, a few units of the last place each time;
// the energy of the thin axis weighs its share of it by the ratio of the inertias.
TEST_P(FreeRod, KeepsEnergyAndMomentum) {
  const double thickness = 0.5 / GetParam().aspect;
  for (const double spin : {5.0, 20.0, 60.0}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Random random(seed);
      SceneBuilder b;
      const int rod = b.node().rotated(random.rotation()).dynamic(1).collider(box(0.5, thickness, thickness));
      Simulation sim(b, weightless());
      sim.world.setAngularVelocity(sim.body(rod), random.direction() * spin);
      const double energy = sim.kineticEnergy(rod);
      const DVec3 momentum = sim.spinMomentum(rod);
      sim.run(10, [&] {
        ASSERT_NEAR(sim.kineticEnergy(rod) / energy, 1, GetParam().energy) << spin << " " << seed;
        ASSERT_LT(length(sim.spinMomentum(rod) - momentum) / length(momentum), GetParam().momentum)
            << spin << " " << seed;
      });
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Rods, FreeRod,
                         testing::Values(RodCase{10, 0.005, 0.002}, RodCase{100, 0.005, 0.002},
                                         RodCase{1000, 0.04, 0.01}),
                         [](const auto& info) {
                           return "OneTo" + std::to_string(static_cast<int>(info.param.aspect));
                         });

/// The greatest energy of turning rods thrown at a wall, as a share of what they came with.
double greatestEnergyAtAWall(double aspect, double speed, double restitution) {
  double greatest = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    SceneBuilder b;
    const Material material = surface(0.6, 0.6, restitution);
    b.node().at(0.25, 0, 0).collider(box(0.5, 40, 40), material);
    const DQuat rotation = random.rotation();
    const int rod = b.node().at(-2, 0, 0).rotated(rotation).dynamic(0.1).collider(
        box(0.5, 0.5 / aspect, 0.5 / aspect), material);
    Simulation sim(b, weightless());
    const double drift = random(-5, 5);
    const DVec3 axis = random.direction();
    sim.world.setLinearVelocity(sim.body(rod), {speed, drift, 0});
    sim.world.setAngularVelocity(sim.body(rod), axis * random(0, 30));
    const double before = sim.kineticEnergy(rod);
    sim.run(3 / speed + 0.3, [&] { greatest = std::max(greatest, sim.kineticEnergy(rod) / before); });
  }
  return greatest;
}
// 1.001: the rounding of free flight, see FreeRod.
TEST(Energy, ThickRodsThatDoNotReboundGainNoneAtAWall) {
  for (const double speed : {1.0, 5.0, 10.0, 30.0})
    EXPECT_LT(greatestEnergyAtAWall(10, speed, 0), 1.001) << speed;
}
TEST(Energy, ThickRodsThatReboundGainNoneAtAWall) {
  for (const double speed : {1.0, 5.0, 10.0, 30.0, 100.0})
    for (const double restitution : {0.5, 1.0})
      EXPECT_LT(greatestEnergyAtAWall(10, speed, restitution), 1.001) << speed << " " << restitution;
}
// The arms of contacts do not swing with the rod within a step: fast blows that turn it by half a radian in a
// step still gain at 1:100, and slow ones at 1:1000.
TEST(Energy, SlenderRodsGainNoneAtAWall) {
  for (const double speed : {1.0, 3.0, 5.0})
    for (const double restitution : {0.0, 0.5, 1.0})
      EXPECT_LT(greatestEnergyAtAWall(100, speed, restitution), 1.001) << speed << " " << restitution;
}
TEST(Energy, DISABLED_FastSlenderRodsGainNoneAtAWall) {
  for (const double aspect : {100.0, 1000.0})
    for (const double speed : {1.0, 5.0, 10.0, 30.0, 100.0})
      for (const double restitution : {0.0, 0.5, 1.0})
        EXPECT_LT(greatestEnergyAtAWall(aspect, speed, restitution), 1.001)
            << aspect << " " << speed << " " << restitution;
}

/// The same of rods of a metre that fall by one.
double greatestEnergyOnTheFloor(double aspect) {
  double greatest = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    SceneBuilder b;
    b.floor();
    b.node().at(0, 1.5, 0).rotated(random.rotation()).dynamic().collider(box(1, 1 / aspect, 1 / aspect));
    Simulation sim(b, sleepless());
    const double before = sim.totalEnergy();
    sim.run(3, [&] { greatest = std::max(greatest, sim.totalEnergy() / before); });
  }
  return greatest;
}
TEST(Energy, DroppedRodsGainNone) {
  for (const double aspect : {20.0, 100.0}) EXPECT_LT(greatestEnergyOnTheFloor(aspect), 1.001) << aspect;
}
TEST(Energy, DroppedNeedlesGainNone) {
  EXPECT_LT(greatestEnergyOnTheFloor(1000), 1.001);
}

// A bullet that continuous collision stops at a plate: what it turns back must not become energy. 5 per cent:
// the energy that two bodies of the same speeds have where they would be half a step earlier.
TEST(Energy, BulletsAtSpinningPlatesGainNone) {
  for (const double mass : {1.0, 5.0, 50.0})
    for (const double speed : {10.0, 30.0, 120.0})
      for (const double thickness : {0.002, 0.01, 0.03})
        for (const double spin : {0.0, 3.0, 20.0}) {
          SceneBuilder b;
          const Material m = surface(0.4, 0.4, 0);
          const int plate = b.node().dynamic(mass).collider(box(thickness, 1, 1), m).spin({0, spin, spin});
          const int bullet =
              b.node().at(-2, 0.3, 0.05).dynamic(1).collider(sphere(0.05), m).velocity({speed, 0, 0});
          Simulation sim(b, weightless());
          const auto energy = [&] { return sim.kineticEnergy(plate) + sim.kineticEnergy(bullet); };
          const double before = energy();
          sim.run(4, [&] { ASSERT_LT(energy(), 1.05 * before) << mass << " " << speed << " " << thickness; });
        }
}

// The centre of mass is 0.2 r below the middle. The swing is 13 J deep; a thousandth of it is allowed.
TEST(Energy, RodsThatSpinAndRubOnEachOtherKeepTheirAngularMomentum) {
  // A bundle in empty space that springs pull together, with friction. The inertia of a rod that spins about
  // a slender axis while others press on it has to be that of the moment.
  constexpr int kSeeds = kSlowBuild ? 2 : 12;
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Random random(seed);
    SceneBuilder b;
    const int hub = b.node().dynamic(3).gravityFactor(0).collider(sphere(0.1));
    std::vector<int> bodies = {hub};
    for (int i = 0; i < 5; ++i) {
      const Shape shapes[] = {box(0.7, 0.14, 0.14), capsule(0.5, 0.08), cylinder(0.6, 0.08),
                              box(0.5, 0.3, 0.14), cylinder(0.14, 0.25)};
      NodeBuilder rod = b.node()
                            .at(random.direction() * (0.5 + 0.15 * i))
                            .rotated(random.rotation())
                            .dynamic(2)
                            .gravityFactor(0)
                            .spin({random(-15, 15), random(-15, 15), random(-15, 15)})
                            .collider(shapes[i]);
      JointBuilder(b, hub, rod).linear({0, 1, 2}).soft(100).collide();
      bodies.push_back(rod);
    }
    WorldSettings settings;
    settings.time_step = 1.0 / 240;
    settings.sleeping = false;
    Simulation sim(b, settings);
    const auto sum = [&] {
      DVec3 total;
      for (const int n : bodies) total = total + sim.angularMomentum(n);
      return total;
    };
    double size = 0;
    for (const int n : bodies) size += length(sim.angularMomentum(n));
    const DVec3 start = sum();
    double worst = 0;
    sim.run(10, [&] { worst = std::max(worst, length(sum() - start)); });
    // Bodies that pass each other by more than half of their inner radius in a step have arms of their own.
    EXPECT_LT(worst, 0.016 * size) << seed;
    mean += worst / size / kSeeds;
  }
  EXPECT_LT(mean, 0.006);
}

TEST(Energy, OffCentreBallRocksWithoutGaining) {
  for (const bool as_capsule : {false, true}) {
    SceneBuilder b;
    b.floor();
    const int ball = b.node()
                         .at(0, 0.5005, 0)
                         .rotated({0, 0, 1}, 30)
                         .centerOfMass({0, -0.1, 0})
                         .dynamic(100)
                         .collider(as_capsule ? capsule(0.001, 0.5) : sphere(0.5));
    Simulation sim(b, sleepless());
    const double before = sim.totalEnergy();
    double late = 0;
    sim.run(30, [&] {
      ASSERT_LT(sim.totalEnergy() - before, 0.013);
      if (sim.world.time() > 28) late = std::max(late, angleBetween(sim.state(ball).transform.rotation, {}));
    });
    EXPECT_GT(late, 10);  // It rolls: little brakes it.
    EXPECT_LT(late, 30.1);
  }
}

// A plank on a cylinder swings back as long as its middle is lower than the cylinder's radius above the line
// of contact, and must calm down. A tenth of a millimetre of its weight's height is allowed.
TEST(Energy, PlankRocksOnACylinderWithoutGaining) {
  for (const double radius : {0.3, 1.0, 5.0}) {
    SceneBuilder b;
    b.node().at(0, -radius, 0).rotated({1, 0, 0}, 90).collider(cylinder(4, radius));
    const DQuat tilt = axisAngle({0, 0, 1}, 3);
    // Rolled without slipping by that angle.
    const DVec3 up = rotate(tilt, DVec3{0, 1, 0}), along = rotate(tilt, DVec3{1, 0, 0});
    const DVec3 center = DVec3{0, -radius, 0} + up * (radius + 0.05) + along * (radius * radians(3));
    const int plank = b.node().at(center).rotated(tilt).dynamic().collider(box(1.2, 0.1, 0.4));
    Simulation sim(b, sleepless());
    const double allowed = sim.properties(plank).mass * kGravity * 1e-4;
    const double before = sim.totalEnergy();
    sim.run(30, [&] { ASSERT_LT(sim.totalEnergy() - before, allowed) << radius; });
    EXPECT_LT(angleBetween(sim.state(plank).transform.rotation, {}), 3) << radius;
  }
}

TEST(Energy, LivelyBallsNeverFallAsleepInTheAir) {
  for (const double e : {0.8, 0.9, 0.95, 1.0}) {
    SceneBuilder b;
    const Material lively = surface(0.5, 0.5, e);
    b.floor(lively);
    std::vector<int> balls;
    for (int i = 0; i < 100; ++i)
      balls.push_back(b.node()
                          .at(0.5 * i - 25, 0.1015 + 0.004 * i, 0.3 * (i % 7))
                          .dynamic()
                          .collider(sphere(0.1), lively));
    Simulation sim(b);
    sim.run(kSlowBuild ? 5 : 20, [&] {
      for (const int n : balls) ASSERT_TRUE(sim.state(n).awake || sim.position(n).y < 0.101) << e;
    });
  }
}

}  // namespace
}  // namespace carom::test
