// What stands on bodies that joints hold together: the contacts of a foot carry all that hangs together with
// it, however light the foot is.
#include <gtest/gtest.h>

#include <algorithm>
#include <carom/carom.hpp>
#include <filesystem>

#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

enum class Legs { Welded, Hinged, OnSprings, WithinLimits };

/// A plate of 40 kg with a box on four legs of 1 m.
struct Table {
  Table(SceneBuilder& b, Legs kind, double leg_mass, double lift = 0, double load = 20) {
    top = b.node().at(0, 1.05 + lift, 0).dynamic(40).collider(box(2, 0.1, 1));
    bodies.push_back(top);
    for (const double x : {-0.9, 0.9}) {
      for (const double z : {-0.4, 0.4}) {
        const int leg = b.node().at(x, 0.5 + lift, z).dynamic(leg_mass).collider(box(0.1, 1, 0.1));
        bodies.push_back(leg);
        JointBuilder joint(b, b.child(top).at(x, -0.05, z), b.child(leg).at(0, 0.5, 0));
        switch (kind) {
          case Legs::Welded:
            joint.weld();
            break;
          case Legs::Hinged:
            joint.hinge(2).spring(true, 2, 20000, 800);
            break;
          case Legs::OnSprings:
            joint.pin().angular({0, 1, 2}).soft(20000, 800);
            break;
          case Legs::WithinLimits:
            joint.pin().angular({0}, -0.02, 0.02).angular({1}).angular({2}, -0.02, 0.02);
            break;
        }
      }
    }
    bodies.push_back(b.node().at(0.3, 1.3 + lift, 0).dynamic(load).collider(box(0.4, 0.4, 0.4)));
    b.floor();
  }
  int top = -1;
  std::vector<int> bodies;
};

// The table used to shake at 0.2 m/s for ever, and walked.
TEST(StandingJoints, ATableStandsStillOnItsLegs) {
  for (const Legs kind : {Legs::Welded, Legs::Hinged, Legs::OnSprings, Legs::WithinLimits}) {
    for (const double leg_mass : {0.1, 1.0, 3.0, 5.0, 15.0}) {
      for (const double rate : {60.0, 240.0}) {
        SceneBuilder b;
        const Table table(b, kind, leg_mass);
        WorldSettings settings = sleepless();
        settings.time_step = 1 / rate;
        Simulation sim(b, settings);
        sim.run(kSlowBuild ? 2 : 4);
        double fastest = 0;
        sim.run(1, [&] {
          for (const int node : table.bodies) fastest = std::max(fastest, length(sim.velocity(node)));
        });
        const auto what = ::testing::Message() << static_cast<int>(kind) << " " << leg_mass << " " << rate;
        EXPECT_LT(fastest, 1e-3) << what;
        EXPECT_NEAR(sim.position(table.top).y, 1.05, 1e-3) << what;
        EXPECT_LT(std::hypot(sim.position(table.top).x, sim.position(table.top).z), 2e-3) << what;
      }
    }
  }
}

// The forces of the joints are those that carry the plate and its load, not only what the legs answer.
TEST(StandingJoints, TheJointsOfATableCarryItsLoad) {
  SceneBuilder b;
  const Table table(b, Legs::Welded, 0.5);
  Simulation sim(b, sleepless());
  sim.run(3);
  double carried = 0;
  for (const JointState& joint : sim.world.joints()) carried += joint.force.y;
  EXPECT_NEAR(std::abs(carried), 60 * kGravity, 0.01 * 60 * kGravity);
}

// From 1 m: it lands on feet of a fortieth of its mass.
TEST(StandingJoints, ATableThatFallsStandsAgain) {
  SceneBuilder b;
  const Table table(b, Legs::Welded, 1, 1);
  Simulation sim(b, sleepless());
  double fastest = 0;
  sim.run(5, [&] {
    for (const int node : table.bodies) fastest = std::max(fastest, length(sim.velocity(node)));
  });
  EXPECT_LT(fastest, 6);
  for (const int node : table.bodies) EXPECT_LT(length(sim.velocity(node)), 1e-3);
  EXPECT_NEAR(sim.position(table.top).y, 1.05, 2e-3);
}

// A joint to the world, which leaves the table two ways to move, does not make it shake.
TEST(StandingJoints, ATableThatIsHeldToTheWorldStandsStill) {
  for (const double rate : {30.0, 60.0, 240.0}) {
    SceneBuilder b;
    const Table table(b, Legs::Welded, 1);
    const int world = b.node().at(-0.9, 1, -0.4);
    JointBuilder(b, world, b.child(table.bodies[1]).at(0, 0.5, 0)).linear({0}, 0, 0);
    WorldSettings settings = sleepless();
    settings.time_step = 1 / rate;
    Simulation sim(b, settings);
    sim.run(kSlowBuild ? 2 : 4);
    for (const int node : table.bodies) EXPECT_LT(length(sim.velocity(node)), 1e-3) << rate;
    EXPECT_NEAR(sim.position(table.top).y, 1.05, 1e-3) << rate;
  }
}

// The end of the arm is 5 cm inside the post to which a hinge holds it: what they press with is no load that
// friction could hold the arm by.
TEST(StandingJoints, AnArmThatOverlapsItsPostSwings) {
  const Result<Scene> scene = load(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes/omi_body.gltf");
  ASSERT_TRUE(scene.ok());
  World world(*scene, sleepless());
  const auto arm = std::find_if(scene->nodes.begin(), scene->nodes.end(),
                                [](const auto& node) { return node.name == "Arm"; });
  const BodyHandle body = world.bodyOfNode(static_cast<std::int32_t>(arm - scene->nodes.begin()));
  double lowest = world.state(body).center.y;
  for (int i = 0; i < 360; ++i) {
    world.step();
    lowest = std::min(lowest, world.state(body).center.y);
  }
  EXPECT_LT(lowest, 2.7);
}

TEST(StandingJoints, ATableStandsOnLegsOfAMillionthOfItsLoad) {
  for (const double leg_mass : {1e-3, 6e-5, 1e-6}) {
    for (const double rate : {30.0, 60.0, 240.0}) {
      SceneBuilder b;
      const Table table(b, Legs::Welded, leg_mass);
      WorldSettings settings = sleepless();
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      sim.run(kSlowBuild ? 3 : 8);
      for (const int node : table.bodies)
        EXPECT_LT(length(sim.velocity(node)), 1e-3) << leg_mass << " " << rate;
      EXPECT_NEAR(sim.position(table.top).y, 1.05, 0.01) << leg_mass << " " << rate;
    }
  }
}

// A weight on a slider falls by 1 m onto the stop of its joint with a plate that slides over the ground. The
// blow makes the ground press for one substep; what friction takes of the speed is what it takes of a single
// body in that time.
TEST(StandingJoints, ABlowThroughAJointBrakesAsItsFrictionSays) {
  for (const double weight : {1.0, 5.0, 20.0}) {
    SceneBuilder b;
    Material ice;
    ice.static_friction = ice.dynamic_friction = 0.2;
    b.node().at(0, -1, 0).collider(box(400, 2, 200), ice);
    const int plate = b.node().at(0, 0.25, 0).dynamic(1).collider(box(4, 0.5, 4), ice).velocity({8, 0, 0});
    const int falling =
        b.node().at(0, 2.5, 0).dynamic(weight).collider(box(0.5, 0.5, 0.5), ice).velocity({8, 0, 0});
    JointBuilder(b, b.child(plate).at(0, 1.25, 0), b.child(falling))
        .linear({0, 2}, 0, 0)
        .angular({0, 1, 2})
        .linear({1}, 0, 3);
    Simulation sim(b, sleepless());
    sim.run(1);
    EXPECT_NEAR(sim.velocity(plate).x, 8 - 0.2 * kGravity, 0.03) << weight;
  }
}

// What is lighter than single precision shows beside its load may give way; it used to be thrown at 10⁶ m/s.
TEST(StandingJoints, WhatIsTooLightForItsLoadIsNotThrown) {
  struct Case {
    double leg_mass, load;
  };
  for (const Case& masses : {Case{1e-9, 20}, Case{1e-7, 20}, Case{1e-5, 20}, Case{0.01, 1e4}, Case{1, 1e5}}) {
    for (const double rate : {30.0, 60.0}) {
      SceneBuilder b;
      const Table table(b, Legs::Welded, masses.leg_mass, 0, masses.load);
      WorldSettings settings = sleepless();
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      double fastest = 0;
      sim.run(kSlowBuild ? 1 : 4, [&] {
        for (const int node : table.bodies) fastest = std::max(fastest, length(sim.velocity(node)));
      });
      EXPECT_LT(fastest, 20) << masses.leg_mass << " kg under " << masses.load << " kg at " << rate << " Hz";
    }
  }
}

}  // namespace
}  // namespace carom::test
