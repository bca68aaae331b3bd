// Bodies that strike each other deep within a step are moved apart at its end.
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// The deepest penetration of any contact of a run, m.
double deepest(Simulation& sim, double seconds) {
  double depth = 0;
  sim.run(seconds, [&] {
    for (const ContactPoint& contact : sim.world.contacts()) depth = std::max(depth, contact.penetration);
  });
  return depth;
}

// One pass in a substep stops a part of what comes through a chain: the lowest balls were 30 mm deep in each
// other.
TEST(Projection, AColumnThatIsStruckStaysApart) {
  for (const double rate : {30.0, 60.0, 120.0}) {
    for (const double speed : {3.0, 10.0, 30.0}) {
      SceneBuilder b;
      b.floor();
      for (int i = 0; i < 4; ++i) b.node().at(0, 0.2 + 0.4 * i, 0).dynamic(1).collider(sphere(0.2));
      b.node().at(0.01, 2.2, 0).dynamic(2).collider(sphere(0.2)).velocity({0, -speed, 0});
      WorldSettings settings;
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      EXPECT_LT(deepest(sim, 1), 0.006) << rate << " Hz " << speed << " m/s";
    }
  }
}

// Positions alone: momentum and energy are those of the blow, and nothing is thrown by its depth.
TEST(Projection, LeavesVelocitiesAlone) {
  SceneBuilder b;
  std::vector<int> balls;
  for (int i = 0; i < 4; ++i) balls.push_back(b.node().at(0.4 * i, 0, 0).dynamic(1).collider(sphere(0.2)));
  balls.push_back(b.node().at(-2, 0.01, 0).dynamic(3).collider(sphere(0.2)).velocity({30, 0, 0}));
  Simulation sim(b, weightless());
  sim.run(1, [&] {
    double along = 0, energy = 0;
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const double mass = i == 4 ? 3 : 1;
      const DVec3 v = sim.state(balls[i]).linear_velocity;
      along += mass * v.x;
      energy += mass * dot(v, v) / 2;
    }
    ASSERT_NEAR(along, 90, 1e-3);
    ASSERT_LT(energy, 1350.1);
  });
}

// What overlaps from the start is the solver's: it separates without haste.
TEST(Projection, WhatStartsOverlappingIsNotMovedAtOnce) {
  SceneBuilder b;
  const int left = b.node().at(-0.1, 0, 0).dynamic(1).collider(sphere(0.2));
  const int right = b.node().at(0.1, 0, 0).dynamic(1).collider(sphere(0.2));
  Simulation sim(b, weightless());
  sim.run(1.0 / 60);
  EXPECT_LT(sim.position(right).x - sim.position(left).x, 0.22);
  sim.run(2);
  EXPECT_GT(sim.position(right).x - sim.position(left).x, 0.39);
}

// A ball at rest beside a wall is no pair with it until it moves. It is not carried through it when others
// strike it from behind.
TEST(Projection, NothingIsMovedThroughAWallThatWasFar) {
  for (const int balls : {1, 2, 3}) {
    for (const double speed : {5.0, 15.0, 40.0}) {
      for (const double gap : {0.02, 0.06, 0.15, 0.28}) {
        SceneBuilder b;
        std::vector<int> row;
        for (int i = 0; i < balls; ++i)
          row.push_back(b.node().at(-0.4 * i, 0, 0).dynamic(1).collider(sphere(0.2)));
        b.node().at(-0.4 * balls - 0.05, 0, 0).dynamic(100).collider(sphere(0.2)).velocity({speed, 0, 0});
        b.node().at(0.2 + gap + 0.01, 0, 0).collider(box(0.02, 4, 4));
        Simulation sim(b, weightless());
        sim.run(0.5, [&] {
          for (const int ball : row)
            ASSERT_LT(sim.position(ball).x, 0.2 + gap)
                << balls << " balls, " << speed << " m/s, " << gap << " m";
        });
      }
    }
  }
}

// The end of a plank that is struck comes down on a floor that had no contact with it.
TEST(Projection, ALongBodyDoesNotTurnIntoTheFloor) {
  for (const double tilt : {0.6, 1.0, 2.0}) {
    for (const double speed : {5.0, 10.0, 20.0}) {
      SceneBuilder b;
      b.floor();
      const double rise = std::sin(radians(tilt));
      const int plank =
          b.node().at(1, rise + 0.1, 0).rotated({0, 0, 1}, tilt).dynamic(20).collider(box(2, 0.2, 0.6));
      b.node().at(1.9, 2 * rise + 0.41, 0).dynamic(200).collider(sphere(0.2)).velocity({0, -speed, 0});
      Simulation sim(b);
      sim.run(0.1, [&] {
        const DTransform pose = sim.state(plank).transform;
        for (const double x : {-1.0, 1.0}) {
          const DVec3 corner = pose.translation + rotate(pose.rotation, DVec3{x, -0.1, 0.3});
          ASSERT_GT(corner.y, -0.005) << tilt << " degrees, " << speed << " m/s";
        }
      });
    }
  }
}

// Nothing is pushed through a floor or a wall, however hard it is squeezed between what falls.
TEST(Projection, FixedThingsHaveTheLastWord) {
  Random random(5);
  for (int scene = 0; scene < 20; ++scene) {
    SceneBuilder b;
    b.floor();
    for (const double side : {-1.0, 1.0}) {
      b.node().at(side * 0.9, 30, 0).collider(box(0.2, 60, 2));
      b.node().at(0, 30, side * 0.9).collider(box(2, 60, 0.2));
    }
    std::vector<int> bodies;
    for (int i = 0; i < 24; ++i) {
      const DVec3 place{random(-0.4, 0.4), 0.5 + 0.55 * i, random(-0.4, 0.4)};
      bodies.push_back(b.node()
                           .at(place)
                           .rotated(random.rotation())
                           .dynamic(random(0.5, 50))
                           .collider(i % 2 == 0 ? box(0.3, 0.2, 0.4) : cylinder(0.4, 0.12))
                           .velocity({0, -20, 0}));
    }
    Simulation sim(b);
    sim.run(1, [&] {
      for (const int body : bodies) {
        const DVec3 p = sim.state(body).center;
        ASSERT_GT(p.y, 0) << scene;
        ASSERT_LT(std::max(std::abs(p.x), std::abs(p.z)), 0.8) << scene;
      }
    });
  }
}

/// A stack of three boxes into which others fall fast, turned at random.
std::vector<int> struckStack(SceneBuilder& b, int which, double x) {
  Random random(static_cast<std::uint64_t>(which));
  std::vector<int> boxes;
  const auto add = [&](const DVec3& place, const DQuat& turned, double fall) {
    boxes.push_back(b.node()
                        .at(place)
                        .rotated(turned)
                        .dynamic(random(0.5, 50))
                        .collider(box(0.5, 0.3, 0.4))
                        .velocity({0, -fall, 0}));
  };
  for (int i = 0; i < 3; ++i) add({x, 0.15 + 0.3 * i, 0}, {}, 0);
  for (int i = 0; i < 5; ++i)
    add({x + random(-0.4, 0.4), 1.5 + 0.6 * i, random(-0.3, 0.3)}, random.rotation(), random(5, 30));
  return boxes;
}

// Each has as many passes as it needs, whatever is projected elsewhere in the same step.
TEST(Projection, WhatIsProjectedElsewhereChangesNoBit) {
  constexpr int kStacks = 12;
  const auto places_of = [&](int only, std::vector<std::vector<DVec3>>& places) {
    SceneBuilder b;
    b.floor();
    std::vector<std::vector<int>> stacks;
    for (int i = 0; i < kStacks; ++i)
      if (only < 0 || i == only) stacks.push_back(struckStack(b, i, 16.0 * i - 88));
    Simulation sim(b, sleepless());
    sim.run(0.5);
    for (const std::vector<int>& boxes : stacks) {
      places.emplace_back();
      for (const int node : boxes) places.back().push_back(sim.state(node).center);
    }
  };
  std::vector<std::vector<DVec3>> all, alone;
  places_of(-1, all);
  for (int i = 0; i < kStacks; ++i) places_of(i, alone);
  EXPECT_EQ(all, alone);
}

}  // namespace
}  // namespace carom::test
