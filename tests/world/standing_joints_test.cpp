// What stands on bodies that joints hold together: the contacts of a foot carry all that hangs together with
// it, however light the foot is.
#include <gtest/gtest.h>

#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

enum class Legs { Welded, Hinged, OnSprings, WithinLimits };

/// A plate of 40 kg with a box of 20 kg on four legs of 1 m.
struct Table {
  Table(SceneBuilder& b, Legs kind, double leg_mass, double lift = 0) {
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
    bodies.push_back(b.node().at(0.3, 1.3 + lift, 0).dynamic(20).collider(box(0.4, 0.4, 0.4)));
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

}  // namespace
}  // namespace carom::test
