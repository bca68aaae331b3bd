// Impacts with restitution in which joints and neighbours take part (constraints/contact/impact/).
#include <array>
#include <vector>

#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

Material smooth(double restitution) {
  return frictionless(restitution);
}

WorldSettings atRate(double rate, bool weightless = false) {
  WorldSettings s = sleepless();
  s.time_step = 1 / rate;
  if (weightless) s.gravity = DVec3{0, 0, 0};
  return s;
}

constexpr double kRates[] = {30, 60, 120, 240};

// However light it is beside the ball, the plate is the wall to which it is fixed.
TEST(Impacts, ABallReboundsFromAPlateAsFromTheWallThatHoldsIt) {
  for (const double rate : kRates) {
    for (const double mass : {0.1, 1.0, 10.0, 1000.0}) {
      for (const double e : {0.5, 1.0}) {
        SceneBuilder b;
        const int ball = b.node().at(0, 1.25, 0).dynamic(mass).collider(sphere(0.2), smooth(e));
        NodeBuilder(b, ball).velocity({0, -3, 0});
        const int plate = b.node().dynamic(1).collider(box(1, 0.1, 1), smooth(e));
        JointBuilder(b, b.node(), b.child(plate)).weld();
        Simulation sim(b, atRate(rate, true));
        DVec3 impulse;
        sim.run(0.8, [&] { impulse = impulse + sim.world.joints()[0].force * (1 / rate); });
        EXPECT_NEAR(sim.velocity(ball).y, 3 * e, 0.003) << rate << " " << mass << " " << e;
        EXPECT_LT(length(sim.position(plate)), 1e-4);
        // What the joint reports has the blow in it.
        EXPECT_NEAR(std::abs(impulse.y), 3 * (1 + e) * mass, 0.003 * mass) << rate << " " << mass << " " << e;
      }
    }
  }
}

TEST(Impacts, WhatIsJoinedReboundsAsOneBody) {
  for (const double rate : kRates) {
    for (const double top : {0.1, 1.0, 100.0}) {
      SceneBuilder b;
      b.floor(smooth(0.8));
      const int ball = b.node().at(0, 1, 0).dynamic(1).collider(sphere(0.2), smooth(0.8));
      const int other = b.node().at(0, 1.6, 0).dynamic(top).collider(sphere(0.2), smooth(0.8));
      for (const int node : {ball, other}) NodeBuilder(b, node).velocity({0, -3, 0});
      JointBuilder(b, b.child(ball).at(0, 0.3, 0), b.child(other).at(0, -0.3, 0)).weld();
      Simulation sim(b, atRate(rate, true));
      sim.run(0.6);
      EXPECT_NEAR(sim.velocity(ball).y, 2.4, 0.003) << rate << " " << top;
      EXPECT_NEAR(sim.velocity(other).y, 2.4, 0.003) << rate << " " << top;
    }
  }
}

// A rod of length l and mass m on a hinge at its end answers at the distance d with the mass m l²/3 d².
TEST(Impacts, ARodOnAHingeAnswersWithItsInertia) {
  constexpr double kLength = 1, kThick = 0.1, kDistance = 0.8, e = 0.8;
  const double inertia = (kLength * kLength + kThick * kThick) / 12 + kLength * kLength / 4;
  for (const double rate : kRates) {
    for (const double mass : {0.1, 1.0, 5.0}) {
      SceneBuilder b;
      const int rod =
          b.node().at(kLength / 2, 0, 0).dynamic(1).collider(box(kLength, kThick, 0.2), smooth(e));
      JointBuilder(b, b.node(), b.child(rod).at(-kLength / 2, 0, 0)).hinge(2);
      const int ball = b.node().at(kDistance, 0.6, 0).dynamic(mass).collider(sphere(0.1), smooth(e));
      NodeBuilder(b, ball).velocity({0, -3, 0});
      Simulation sim(b, atRate(rate, true));
      sim.run(0.2);
      const double met = inertia / (kDistance * kDistance), after = -3 * (mass - e * met) / (mass + met);
      EXPECT_NEAR(sim.velocity(ball).y, after, 0.01) << rate << " " << mass;
      const double turned = mass * (-3 - after) * kDistance / inertia;
      EXPECT_NEAR(sim.spin(rod).z, turned, 0.02) << rate << " " << mass;
    }
  }
}

// A door at its stop is a wall, away from it a door.
TEST(Impacts, ABoundThatIsMetHolds) {
  for (const bool at_stop : {true, false}) {
    SceneBuilder b;
    const int door = b.node().at(0.5, 0, 0).dynamic(1).collider(box(1, 0.1, 1), smooth(1));
    JointBuilder(b, b.node(), b.child(door).at(-0.5, 0, 0))
        .pin()
        .angular({0, 1})
        .angular({2}, at_stop ? 0 : -1, 1);
    const int ball = b.node().at(0.8, 1, 0).dynamic(1).collider(sphere(0.1), smooth(1));
    NodeBuilder(b, ball).velocity({0, -3, 0});
    Simulation sim(b, atRate(60, true));
    sim.run(0.4);
    if (at_stop) {
      EXPECT_NEAR(sim.velocity(ball).y, 3, 0.003);
    } else {
      EXPECT_LT(sim.velocity(ball).y, 0.5);
    }
  }
}

TEST(Impacts, NewtonsCradle) {
  for (const double rate : {30.0, 60.0, 120.0, 240.0, 960.0}) {
    SceneBuilder b;
    constexpr double kAngle = 0.6;
    std::array<int, 5> balls{};
    for (int i = 0; i < 5; ++i) {
      const double angle = i == 0 ? -kAngle : 0, x = 0.2 * i;
      balls[static_cast<std::size_t>(i)] =
          b.node().at(x + std::sin(angle), -std::cos(angle), 0).dynamic(1).collider(sphere(0.1), smooth(1));
      JointBuilder(b, b.node().at(x, 0, 0),
                   b.child(balls[static_cast<std::size_t>(i)]).at(-std::sin(angle), std::cos(angle), 0))
          .pin();
    }
    Simulation sim(b, atRate(rate));
    // The period of a pendulum of 1 m at 0.6 rad is 2.053 s: down in a quarter, up in another one.
    std::array<double, 5> farthest{};
    double time = 0;
    sim.run(1.3, [&] {
      time += 1 / rate;
      for (std::size_t i = 0; i < 5; ++i) {
        if (time > 0.6)
          farthest[i] = std::max(farthest[i], std::abs(sim.position(balls[i]).x - 0.2 * double(i)));
      }
    });
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(farthest[i], 0.03 * std::sin(kAngle)) << rate << " " << i;
    EXPECT_NEAR(farthest[4], std::sin(kAngle), 0.01 * std::sin(kAngle)) << rate;
  }
}

// Balls that hang beside each other press by a trace: that does not make one wall of them.
TEST(Impacts, NewtonsCradleGoesOn) {
  SceneBuilder b;
  constexpr double kAngle = 0.6;
  std::vector<int> balls;
  for (int i = 0; i < 5; ++i) {
    const double angle = i == 0 ? -kAngle : 0, x = 0.2 * i;
    balls.push_back(
        b.node().at(x + std::sin(angle), -std::cos(angle), 0).dynamic(1).collider(sphere(0.1), smooth(1)));
    JointBuilder(b, b.node().at(x, 0, 0), b.child(balls.back()).at(-std::sin(angle), std::cos(angle), 0))
        .pin();
  }
  Simulation sim(b, atRate(60));
  double inner = 0, outer = 0, time = 0;
  sim.run(8, [&] {
    time += 1.0 / 60;
    for (int i = 0; i < 5; ++i) {
      const double away = std::abs(sim.position(balls[static_cast<std::size_t>(i)]).x - 0.2 * i);
      double& most = i % 4 == 0 ? outer : inner;
      if (time > 6) most = std::max(most, away);
    }
  });
  EXPECT_LT(inner, 0.05 * std::sin(kAngle));
  EXPECT_NEAR(outer, std::sin(kAngle), 0.03 * std::sin(kAngle));
}

// Whatever the gaps: each hands all that it has to the next one.
TEST(Impacts, ARowOfBallsHandsABlowOn) {
  for (const double rate : kRates) {
    for (const double gap : {0.0, 1e-5, 1e-3, 1e-2, 5e-2}) {
      SceneBuilder b;
      std::vector<int> balls;
      for (int i = 0; i < 8; ++i) {
        balls.push_back(b.node()
                            .at(i * (0.2 + gap) - (i == 0 ? 0.5 : 0), 0, 0)
                            .dynamic(1)
                            .collider(sphere(0.1), smooth(1)));
      }
      NodeBuilder(b, balls[0]).velocity({3, 0, 0});
      Simulation sim(b, atRate(rate, true));
      sim.run(0.6);
      for (int i = 0; i < 7; ++i)
        EXPECT_LT(length(sim.velocity(balls[static_cast<std::size_t>(i)])), 0.08)
            << rate << " " << gap << " " << i;
      EXPECT_NEAR(sim.velocity(balls[7]).x, 3, 0.03) << rate << " " << gap;
    }
  }
}

// What lies on the floor is as the floor, whatever its mass, and stays where it is.
TEST(Impacts, ABallReboundsFromWhatLiesOnTheFloor) {
  for (const double rate : {60.0, 240.0}) {
    for (const int boxes : {1, 3}) {
      for (const double mass : {0.1, 1.0, 10.0}) {
        SceneBuilder b;
        b.floor(surface(0.5, 0.5, 0.7));
        int top = -1;
        for (int i = 0; i < boxes; ++i)
          top = b.node().at(0, 0.05 + 0.1 * i, 0).dynamic(1).collider(box(1, 0.1, 1), surface(0.5, 0.5, 0.7));
        const int ball =
            b.node().at(0, 1.2 + 0.1 * boxes, 0).dynamic(mass).collider(sphere(0.2), surface(0.5, 0.5, 0.7));
        Simulation sim(b, atRate(rate));
        double peak = 0, time = 0;
        sim.run(1, [&] {
          time += 1 / rate;
          if (time > 0.5) peak = std::max(peak, sim.position(ball).y - 0.2 - 0.1 * boxes);
        });
        EXPECT_NEAR(peak, 0.49, 0.02) << rate << " " << boxes << " " << mass;  // Of 1 m.
        EXPECT_NEAR(sim.position(top).y, 0.1 * boxes - 0.05, 2e-3) << rate << " " << boxes << " " << mass;
      }
    }
  }
}

// Friction and joints take energy, and none of them gives any.
TEST(Impacts, GainNoEnergyInABox) {
  for (const double friction : {0.0, 0.5}) {
    for (int seed = 0; seed < (kSlowBuild ? 2 : 8); ++seed) {
      Random random(100 + seed);
      SceneBuilder b;
      const Material m = surface(friction, friction, 1);
      for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
          DVec3 at{}, size{5, 5, 5};
          (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = 1.5 * side;
          (axis == 0 ? size.x : axis == 1 ? size.y : size.z) = 1;
          b.node().at(at).collider(box(size.x, size.y, size.z), m);
        }
      }
      std::vector<int> bodies;
      for (int i = 0; i < 4; ++i) {
        const DVec3 place{i % 2 == 0 ? -0.4 : 0.4, i / 2 == 0 ? -0.4 : 0.4, random(-0.3, 0.3)};
        const int first = b.node().at(place).dynamic(random(0.5, 3)).collider(sphere(0.1), m);
        const int second =
            b.node().at(place + DVec3{0, 0, 0.3}).dynamic(random(0.5, 3)).collider(box(0.2, 0.2, 0.1), m);
        JointBuilder joint(b, b.child(first).at(0, 0, 0.15), b.child(second).at(0, 0, -0.15));
        i % 2 == 0 ? joint.weld() : joint.pin();
        const DVec3 v = random.vector(-3, 3);
        for (const int node : {first, second}) NodeBuilder(b, node).velocity(v), bodies.push_back(node);
      }
      Simulation sim(b, atRate(120, true));
      const auto energy = [&] {
        double sum = 0;
        for (const int node : bodies) sum += sim.kineticEnergy(node);
        return sum;
      };
      const double start = energy();
      double most = 0;
      sim.run(10, [&] { most = std::max(most, energy()); });
      EXPECT_LT(most, start * 1.002) << friction << " " << seed;
      EXPECT_GT(energy(), friction == 0 ? 0.5 * start : 0) << seed;
    }
  }
}

TEST(Impacts, HaveTheSameBitsForAnyNumberOfThreadsAndLanes) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 3}) {
    for (const int lanes : {1, 4, 8}) {
      SceneBuilder b;
      b.floor(surface(0.5, 0.4, 0.6));
      Random random(7);
      for (int i = 0; i < 60; ++i) {
        const DVec3 place{0.5 * (i % 4) + random(-0.1, 0.1), 0.5 + 0.5 * (i / 8),
                          0.5 * (i / 4 % 2) + random(-0.1, 0.1)};
        const int first = b.node().at(place).dynamic(1).collider(sphere(0.2), surface(0.5, 0.4, 0.6));
        if (i % 3 != 0) continue;
        const int second = b.node()
                               .at(place + DVec3{0, 0.3, 0})
                               .dynamic(0.5)
                               .collider(box(0.2, 0.2, 0.2), surface(0.5, 0.4, 0.6));
        JointBuilder(b, b.child(first).at(0, 0.15, 0), b.child(second).at(0, -0.15, 0)).pin();
      }
      WorldSettings settings = sleepless();
      settings.threads = threads, settings.lanes = lanes;
      Simulation sim(b, settings);
      sim.run(2);
      hashes.push_back(sim.world.stateHash());
    }
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
}

}  // namespace
}  // namespace carom::test
