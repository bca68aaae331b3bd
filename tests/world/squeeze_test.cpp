// What a moving kinematic body squeezes against something fixed: the two contradict each other, and neither
// gives way. The fixed one has the last word about places, and what is between them is not thrown: it leaves
// no faster than the press is, and gravity lets it fall through its own size, times a few for what slips out
// sideways.
#include <array>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

struct Worst {
  double speed = 0;     ///< m/s, by places, which is what a user sees.
  double lowest = 1e9;  ///< m
};

/// Steps for so long and watches the bodies.
Worst watch(Simulation& sim, const std::vector<int>& bodies, double seconds) {
  Worst out;
  std::vector<DVec3> before;
  for (const int body : bodies) before.push_back(sim.position(body));
  sim.run(seconds, [&] {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const DVec3 now = sim.position(bodies[i]);
      out.speed = std::max(out.speed, length(now - before[i]) / sim.world.settings().time_step);
      out.lowest = std::min(out.lowest, now.y);
      before[i] = now;
    }
  });
  return out;
}

WorldSettings atRate(double rate) {
  WorldSettings s;
  s.time_step = 1 / rate;
  return s;
}

/// What something of this radius may leave with, m/s.
double bound(double radius, double press) {
  return 4 * (press + std::sqrt(2 * kGravity * radius));
}

// A ball that bounces off the floor meets the plate within a step. Projected out of both, which are all but
// parallel, it jumped aside by its own size times ten.
TEST(Squeeze, WhatBouncesIntoAPressStaysWhereItIs) {
  constexpr double kRadius = 0.325, kPress = 6.26;
  Material rub;
  rub.static_friction = rub.dynamic_friction = 0.55;
  rub.restitution = 0.3;
  for (int start = 0; start < 40; ++start) {
    SceneBuilder b;
    b.floor(rub);
    const int ball =
        b.node().at(0.58, 0.5 + 0.004 * start, -0.09).dynamic(100).collider(sphere(kRadius), rub);
    const int plate = b.node().at(0, 1.46, 0).rotated({0.83, 0, 0.55}, 1.5);
    NodeBuilder(b, plate).kinematic().collider(box(2.6, 0.325, 2.6), rub).velocity({0, -kPress, 0});
    Simulation sim(b, atRate(60));
    EXPECT_LT(watch(sim, {ball}, 0.3).speed, bound(kRadius, kPress)) << start;
  }
}

// A plate comes down on a ball on the floor, and goes on: through the ball, which stays above the floor.
TEST(Squeeze, APlatePassesABallAndTheFloorHoldsIt) {
  struct Case {
    double radius, speed;
  };
  for (const Case c : {Case{0.0088, 0.27}, Case{0.5, 2}}) {
    for (const double rate : {30.0, 60.0, 240.0, 960.0}) {
      SceneBuilder b;
      b.floor();
      const int ball = b.node().at(0, c.radius, 0).dynamic(0.1).collider(sphere(c.radius));
      b.node()
          .at(0, 4 * c.radius, 0)
          .kinematic()
          .collider(box(12 * c.radius, c.radius, 12 * c.radius))
          .velocity({0, -c.speed, 0});
      Simulation sim(b, atRate(rate));
      const Worst worst = watch(sim, {ball}, 12 * c.radius / c.speed + 1);
      EXPECT_GT(worst.lowest, 0) << c.radius << " " << rate;
      EXPECT_LT(worst.speed, bound(c.radius, c.speed)) << c.radius << " " << rate;
      EXPECT_NEAR(sim.position(ball).y, c.radius, 0.1 * c.radius) << c.radius << " " << rate;
    }
  }
}

// Balls of 8.8 mm in a pit under a press that is hardly narrower.
TEST(Squeeze, BallsInAPitAreNotShotOut) {
  const double r = 0.0088;
  for (const int count : {2, 3, 6}) {
    for (const double rate : {30.0, 60.0, 120.0, 240.0, 960.0}) {
      SceneBuilder b;
      b.floor();
      for (const double side : {-1.0, 1.0}) {
        b.node().at(side * (0.05 + 1.8 * r), 0.2, 0).collider(box(0.1, 0.4, 1));
        b.node().at(0, 0.2, side * (0.05 + 1.2 * r)).collider(box(1, 0.4, 0.1));
      }
      Random random(static_cast<std::uint64_t>(count));
      std::vector<int> balls;
      for (int i = 0; i < count; ++i)
        balls.push_back(b.node()
                            .at(random(-0.7, 0.7) * r, (1.01 + 2.1 * i) * r, random(-0.1, 0.1) * r)
                            .dynamic(0.1)
                            .collider(sphere(r)));
      b.node()
          .at(0, 0.03 + 2.1 * count * r, 0)
          .kinematic()
          .collider(box(3.4 * r, 0.05, 2.2 * r))
          .velocity({0.005, -0.27, 0});
      Simulation sim(b, atRate(rate));
      const Worst worst = watch(sim, balls, 2);
      EXPECT_GT(worst.lowest, 0) << count << " " << rate;
      EXPECT_LT(worst.speed, bound(r, 0.27)) << count << " " << rate;
    }
  }
}

// The same at any size, when gravity and speeds are as much greater.
TEST(Squeeze, IsTheSameAtAnySize) {
  for (const double size : {1.0 / 64, 1.0, 64.0}) {
    SceneBuilder b;
    b.node().at(0, -0.5 * size, 0).collider(box(4 * size, size, 4 * size));
    const int ball = b.node().at(0, 0.1 * size, 0).dynamic(1).collider(sphere(0.1 * size));
    b.node()
        .at(0, 0.5 * size, 0)
        .kinematic()
        .collider(box(size, 0.1 * size, size))
        .velocity({0, -0.5 * size, 0});
    WorldSettings settings;
    settings.gravity = {0, -kGravity * size, 0};
    Simulation sim(b, settings);
    const Worst worst = watch(sim, {ball}, 3);
    EXPECT_GT(worst.lowest / size, 0) << size;
    EXPECT_LT(worst.speed / size, bound(0.1, 0.5)) << size;
  }
}

// Gravity moves such balls by ten radii within a step.
TEST(Squeeze, BallsOfATenthOfAMillimetreStayInAPit) {
  for (const double radius : {1e-4, 3e-4, 1e-3}) {
    SceneBuilder b;
    const double half = 1.6 * radius, top = 20 * radius;
    b.node().at(0, -2 * radius, 0).collider(box(20 * radius, 4 * radius, 20 * radius));
    for (const double side : {-1.0, 1.0}) {
      b.node().at(side * (half + 2 * radius), top / 2, 0).collider(box(4 * radius, top, 4 * half));
      b.node().at(0, top / 2, side * (half + 2 * radius)).collider(box(4 * half, top, 4 * radius));
    }
    std::vector<int> balls;
    for (int i = 0; i < 3; ++i)
      balls.push_back(b.node()
                          .at(0.3 * i * radius, (1.5 + 2.9 * i) * radius, -0.2 * i * radius)
                          .dynamic()
                          .collider(sphere(radius)));
    Simulation sim(b);
    sim.run(1, [&] {
      for (const int ball : balls) {
        const DVec3 p = sim.position(ball);
        ASSERT_GT(p.y, 0) << radius;
        ASSERT_LT(std::max(std::abs(p.x), std::abs(p.z)), half) << radius;
      }
    });
  }
}

// A press that goes slowly into the floor moves what is below it by less than a fast body in each step, but
// step by step. Of 300 such pits two lost balls through the floor when only the way in the step was judged.
TEST(Squeeze, ASlowPressTakesNothingThroughTheFloor) {
  Random random(37);
  constexpr int kScenes = kSlowBuild ? 40 : 400;
  constexpr double kRadius = 0.06, kSide = 1.4 * kRadius;
  for (int scene = 0; scene < kScenes; ++scene) {
    SceneBuilder b;
    b.floor();
    const int count = 2 + scene % 5;
    const double top = (2.9 * count + 2) * kRadius, height = top + 8 * kRadius, thick = 4 * kRadius;
    for (const double side : {-1.0, 1.0}) {
      b.node().at(side * (kSide + thick / 2), height / 2, 0).collider(box(thick, height, 4 * thick));
      b.node().at(0, height / 2, side * (kSide + thick / 2)).collider(box(2 * kSide, height, thick));
    }
    std::vector<int> balls;
    for (int i = 0; i < count; ++i) {
      const double room = kSide - 1.3 * kRadius;
      const DVec3 place{random(-room, room), (1.5 + 2.9 * i) * kRadius, random(-room, room)};
      const double mass = std::array{0.1, 1.0, 5.0}[static_cast<std::size_t>(random(0, 3))];
      balls.push_back(b.node().at(place).dynamic(mass).collider(sphere(kRadius)));
    }
    const double speed = random(2, 40) * kRadius, width = 2 * kSide * random(0.85, 1.05);
    b.node()
        .at(0, top, 0)
        .rotated({0, 0, 1}, random(-3, 3))
        .kinematic()
        .collider(box(width, 2 * kRadius, width))
        .velocity({random(-0.02, 0.02) * speed, -speed, 0});
    Simulation sim(b);
    EXPECT_GT(watch(sim, balls, (top + 6 * kRadius) / speed).lowest, 0) << scene;
  }
}

// A block of ten thousand times their mass lands on small bodies in a pit and turns them by many radians
// within a step. The effective masses of contacts hold near the poses where they were found, so the arms must
// not follow much farther: passes would multiply speeds, to 2e7 m/s in these scenes, and contacts that are
// solved one by one still threw them at 500 m/s. The block arrives at 3 m/s.
TEST(Squeeze, PassesDoNotMultiplyTheSpeedsOfLightBodiesUnderAHeavyOne) {
  Random random(43);
  int thrown = 0, thrown_far = 0;
  constexpr int kScenes = kSlowBuild ? 6 : 800;
  constexpr double kRadius = 0.04, kHalf = 0.14, kTop = 0.6, kMass = 0.064;
  for (int scene = 0; scene < kScenes; ++scene) {
    SceneBuilder b;
    b.floor();
    for (const double side : {-1.0, 1.0}) {
      b.node().at(side * (kHalf + 0.1), kTop, 0).collider(box(0.2, 2 * kTop, 0.6));
      b.node().at(0, kTop, side * (kHalf + 0.1)).collider(box(0.6, 2 * kTop, 0.2));
    }
    const Shape shapes[] = {box(2 * kRadius, 2 * kRadius, 2 * kRadius), capsule(1.2 * kRadius, kRadius),
                            sphere(kRadius), cylinder(2.2 * kRadius, kRadius)};
    std::vector<int> light;
    for (int i = 0; i < 4; ++i) {
      const DVec3 place{random(-kRadius, kRadius), (2 + 2.9 * i) * kRadius, random(-kRadius, kRadius)};
      light.push_back(b.node()
                          .at(place)
                          .rotated(random.rotation())
                          .dynamic(kMass)
                          .collider(shapes[i], surface(0.6, 0.6, 0.3)));
    }
    b.node()
        .at(0, kTop, 0)
        .dynamic(1e4 * kMass)
        .collider(box(1.8 * kHalf, 2 * kRadius, 1.8 * kHalf), surface(0.6, 0.6, 0.3));
    Simulation sim(b);
    double fastest = 0;
    sim.run(1.5, [&] {
      for (const int body : light) fastest = std::max(fastest, length(sim.state(body).linear_velocity));
    });
    EXPECT_LT(fastest, 320) << scene;
    thrown += fastest > 20 ? 1 : 0;
    thrown_far += fastest > 60 ? 1 : 0;
  }
  // Bodies wedged below the block leave sideways (docs/engine.md, "Open"): with six seeds 24 to 29 of 800
  // such scenes throw one faster than 20 m/s, 4 to 8 faster than 60 m/s.
  EXPECT_LE(thrown, 36);
  EXPECT_LE(thrown_far, 9);
}

// Two bodies of 1:5 below a press that is a little askew and far faster than gravity makes them: its impulses
// and those of the floor raise each other while it passes, and must not throw the bodies when it has. Lengths
// of tools.conflict huge, seed 44.
TEST(Squeeze, AFastPressThrowsNothingFarFasterThanItself) {
  constexpr double kSpeed = 494.7, kSide = 237.2 + 102.2, kHeight = 403.9, kWall = 204.5;
  for (const double rate : {50.0, 60.0, 75.0}) {
    SceneBuilder b;
    b.node().at(0, -102.25, 0).collider(box(1357.6, 204.5, 1357.6));
    for (const double side : {-1.0, 1.0}) {
      b.node().at(side * (kSide - 102.2), kHeight, 0).collider(box(kWall, 2 * kHeight, 678.8));
      b.node().at(0, kHeight, side * (kSide - 102.2)).collider(box(269.8, 2 * kHeight, kWall));
    }
    const Material rough = surface(0.624, 0.624, 0);
    const std::vector<int> bodies = {b.node()
                                         .at(-46.342, 76.684, 21.167)
                                         .rotated(DQuat{-0.014894, 0.304352, -0.521325, -0.7971})
                                         .dynamic(133.61e6)
                                         .collider(box(102.246, 134.606, 102.246), rough),
                                     b.node()
                                         .at(-12.38, 224.941, 44.661)
                                         .rotated(DQuat{-0.37335, -0.635384, -0.611011, 0.289073})
                                         .dynamic(668.06e6)
                                         .collider(cylinder(123.697, 51.123), rough)};
    b.node()
        .at(0, 398.759, 0)
        .rotated({0, 0, 1}, 1.2765)
        .kinematic()
        .collider(box(263.633, 102.246, 263.633), rough)
        .velocity({-4.805, -kSpeed, 0});
    Simulation sim(b, atRate(rate));
    const Worst worst = watch(sim, bodies, 2);
    EXPECT_LT(worst.speed, 2 * kSpeed) << rate;
    EXPECT_GT(worst.lowest, 0) << rate;
  }
}

// What a mover gives way to is what it squeezes, not what it carries, however heavy or deep that is.
TEST(Squeeze, AnElevatorThatStartsAtOnceCarriesATower) {
  for (const double speed : {0.001, 0.5, 6.0}) {
    SceneBuilder b;
    const int floor = b.node().at(0, -0.2, 0).kinematic().collider(box(4, 0.4, 4)).velocity({0, speed, 0});
    std::vector<int> tower;
    for (int i = 0; i < 20; ++i)
      tower.push_back(b.node().at(0, 0.1 + 0.2 * i, 0).dynamic(1).collider(box(0.4, 0.2, 0.4)));
    Simulation sim(b);
    sim.run(2);
    EXPECT_NEAR(sim.position(tower[0]).y - sim.position(floor).y, 0.3, 0.005) << speed;
  }
}

TEST(Squeeze, AMoverPushesOutWhatStartsInIt) {
  for (const double depth : {0.04, 0.09, 0.11}) {
    for (const double mass : {1.0, 10.0}) {
      SceneBuilder b;
      const int floor = b.node().at(0, -0.2, 0).kinematic().collider(box(8, 0.4, 8)).velocity({0.5, 0, 0});
      const int low = b.node().at(0, 0.1 - depth, 0).dynamic(1).collider(box(0.2, 0.2, 0.2));
      b.node().at(0, 0.3 - depth, 0).dynamic(mass).collider(box(0.2, 0.2, 0.2));
      Simulation sim(b);
      sim.run(3);
      EXPECT_NEAR(sim.position(low).y - sim.position(floor).y, 0.3, 0.005) << depth << " " << mass;
    }
  }
}

TEST(Squeeze, ABeltIsAsHardAsStillGround) {
  for (const double speed : {0.0, 0.001, 1.0}) {
    SceneBuilder b;
    b.node().at(0, -0.2, 0).kinematic().collider(box(20, 0.4, 20)).velocity({speed, 0, 0});
    const int low = b.node().at(0, 0.1, 0).dynamic(1).collider(box(0.2, 0.2, 0.2));
    b.node().at(0, 1, 0).dynamic(30).collider(box(1, 1, 1));
    Simulation sim(b);
    sim.run(3);
    EXPECT_NEAR(sim.position(low).y, 0.1, 0.005) << speed;
  }
}

TEST(Squeeze, ABladePushesATrain) {
  SceneBuilder b;
  b.floor();
  const int blade = b.node().at(-1, 0.55, 0).kinematic().collider(box(0.2, 1, 2)).velocity({5, 0, 0});
  const int first = b.node().at(0, 0.2, 0).dynamic(1).collider(box(0.4, 0.4, 0.4));
  for (int i = 1; i <= 5; ++i) b.node().at(0.4 * i, 0.2, 0).dynamic(100).collider(box(0.4, 0.4, 0.4));
  Simulation sim(b);
  sim.run(3);
  EXPECT_GT(sim.position(first).x - sim.position(blade).x, 0.28);
}

// The ground that a body is in gives it the way that a club hits it.
TEST(Squeeze, AClubHitsABallThatStartsInTheGround) {
  for (const double depth : {0.0, 0.1, 0.3}) {
    SceneBuilder b;
    b.floor();
    const int ball = b.node().at(0, 0.5 - depth, 0).dynamic(1).collider(sphere(0.5));
    b.node().at(-0.72, 0.7, 0).kinematic().collider(box(0.4, 0.8, 2)).velocity({6, 0, 0});
    Simulation sim(b);
    sim.run(0.25);
    EXPECT_GT(sim.state(ball).linear_velocity.x, 5.5) << depth;
  }
}

// What hangs together with what is squeezed may lose its impulses for a step, not more.
TEST(Squeeze, ATowerBesideASqueezedBoxStands) {
  SceneBuilder b;
  b.floor();
  std::vector<int> tower;
  for (int i = 0; i < 10; ++i)
    tower.push_back(b.node().at(0, 0.25 + 0.5 * i, 0).dynamic(10).collider(box(0.5, 0.5, 0.5)));
  b.node().at(0.5, 0.25, 0).dynamic(10).collider(box(0.5, 0.5, 0.5));
  b.node().at(0.52, 0.6, 0).kinematic().collider(box(0.5, 0.1, 0.5)).velocity({0, -0.2, 0});
  Simulation sim(b);
  double lowest = 1e9;
  sim.run(5, [&] { lowest = std::min(lowest, sim.position(tower.back()).y); });
  EXPECT_GT(lowest, 4.75 - 0.02);
  EXPECT_NEAR(sim.position(tower.back()).x, 0, 0.05);
}

// Nothing falls. Overlapping bodies separate at two radii a second, which takes the place of the fall.
TEST(Squeeze, APressWithoutGravityThrowsNothing) {
  for (const double rate : {30.0, 60.0, 240.0}) {
    for (const double speed : {0.5, 5.0}) {
      SceneBuilder b;
      b.floor();
      const int ball = b.node().at(0, 0.5, 0).dynamic(1).collider(sphere(0.5));
      const int box_body = b.node().at(0.1, 1.4, 0).dynamic(30).collider(box(0.8, 0.8, 0.8));
      b.node().at(0, 3, 0).kinematic().collider(box(6, 0.5, 6)).velocity({0, -speed, 0});
      WorldSettings settings = weightless();
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      const Worst worst = watch(sim, {ball, box_body}, 6 / speed);
      EXPECT_LT(worst.speed, 4 * (speed + 2 * 0.4)) << rate << " " << speed;
      EXPECT_GT(worst.lowest, 0) << rate << " " << speed;
    }
  }
}

}  // namespace
}  // namespace carom::test
