// Edges on edges. The points beside the place of contact (collide/manifold/contact_clipping.cpp) must not
// change what happens at the edge itself.
#include <gtest/gtest.h>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A ridge along X whose sides fall by so many degrees, its edge at the origin; `up` or hanging.
std::vector<DVec3> ridge(double degrees, double half_length, bool up) {
  constexpr double kWide = 0.25, kHigh = 0.3;
  const double fall = kWide * std::tan(radians(degrees)), sign = up ? 1 : -1;
  std::vector<DVec3> points;
  for (const double x : {-half_length, half_length}) {
    for (const double z : {-kWide, 0.0, kWide}) {
      points.push_back({x, z == 0 ? 0 : -sign * fall, z});
      points.push_back({x, -sign * kHigh, z});
    }
  }
  return points;
}

/// A ridge that hangs with its edge across that of a fixed one and turns about the vertical. Its centre of
/// mass is `below` the edge.
int addCrossed(SceneBuilder& b, double degrees, double spin, double below, const Material& material) {
  b.node().collider(b.hull(ridge(degrees, 3, true)), material);
  return b.node()
      .at(0, 2e-4, 0)
      .rotated({0, 1, 0}, 90)
      .dynamic(1)
      .inertia({0.1, 0.1, 0.1})
      .centerOfMass({0, -below, 0})
      .spin({0, spin, 0})
      .collider(b.hull(ridge(degrees, 0.5, false)), material);
}

WorldSettings leaning(double rate) {
  WorldSettings s = sleepless();
  s.time_step = 1 / rate;
  s.gravity = DVec3{2.6, -9.81, 0};
  return s;
}

// A body that pivots on one point does not slip there, however fast it turns.
TEST(EdgeContacts, APivotHoldsByStaticFriction) {
  for (const double degrees : {4.0, 8.0, 25.0}) {
    for (const double rate : {60.0, 120.0}) {
      SceneBuilder b;
      const int top = addCrossed(b, degrees, 4, 0.001, surface(0.9, 0.1, 0));
      Simulation sim(b, leaning(rate));
      sim.run(0.25);
      EXPECT_LT(length(sim.position(top) - DVec3{0, 2e-4, 0}), 1e-3) << degrees << " " << rate;
      EXPECT_NEAR(sim.spin(top).y, 4, 1e-3) << degrees << " " << rate;
    }
  }
}

TEST(EdgeContacts, ContactsReportTheWholeForce) {
  SceneBuilder b;
  addCrossed(b, 8, 0, 0.001, surface(0.9, 0.9, 0));
  Simulation sim(b, leaning(60));
  sim.run(0.2);
  DVec3 force;
  std::size_t points = 0;
  for (const ContactPoint& contact : sim.world.contacts()) force += contact.force, ++points;
  // On the second body, which is the one that hangs.
  EXPECT_NEAR(force.x, -2.6, 0.01);
  EXPECT_NEAR(force.y, 9.81, 0.01);
  EXPECT_GE(points, 1u);
}

// It turns on until the edges are parallel: loads go from point to point, and none must go to a point beside.
TEST(EdgeContacts, AHangingRidgeTurnsInPlace) {
  for (const double friction : {0.0, 0.9}) {
    for (const double rate : {60.0, 120.0}) {
      SceneBuilder b;
      const int top = addCrossed(b, 8, 3, 1, surface(friction, friction, 0));
      WorldSettings settings = sleepless();
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      sim.run(0.7);
      const DVec3 p = sim.position(top), w = sim.spin(top);
      EXPECT_LT(std::hypot(p.x, p.z), 2e-3) << friction << " " << rate;
      EXPECT_LT(std::hypot(w.x, w.z), 0.02) << friction << " " << rate;
      EXPECT_GT(w.y, 2) << friction << " " << rate;
    }
  }
}

// Two boxes, one turned about the vertical and tilted a little: two edges are the pair of features that is
// nearest, but the faces are level.
TEST(EdgeContacts, ATiltedBoxLandsOnTheFaceOfAnother) {
  for (const double yaw : {10.0, 45.0}) {
    for (const double tilt : {1.0, 5.0}) {
      for (const double drop : {0.06, 0.5}) {
        SceneBuilder b;
        b.node().collider(box(1, 0.5, 1));
        const DQuat turned = axisAngle({0, 1, 0}, yaw) * axisAngle(normalized(DVec3{1, 0, 0.3}), tilt);
        b.node().at(0, 0.5 + drop, 0).rotated(turned).dynamic(1).collider(box(1, 0.5, 1));
        Simulation sim(b, sleepless());
        float deepest = 0;
        sim.run(1.5, [&] { deepest = std::max(deepest, sim.world.statistics().max_penetration); });
        EXPECT_LT(deepest, 0.005f) << yaw << " " << tilt << " " << drop;
      }
    }
  }
}

TEST(EdgeContacts, AColumnOfTiltedBoxesStandsAndSleeps) {
  SceneBuilder b;
  Random random(2);
  b.floor();
  for (int i = 0; i < 8; ++i) {
    const DQuat turned =
        axisAngle({0, 1, 0}, random(0, 90)) * axisAngle(normalized(DVec3{1, 0, random(0, 1)}), random(-3, 3));
    b.node().at(0, 0.3 + 0.56 * i, 0).rotated(turned).dynamic(1).collider(box(1, 0.5, 1));
  }
  Simulation sim(b);
  float deepest = 0;
  sim.run(6, [&] { deepest = std::max(deepest, sim.world.statistics().max_penetration); });
  EXPECT_LT(deepest, 0.02f);
  EXPECT_EQ(sim.world.statistics().awake_bodies, 0u);
}

}  // namespace
}  // namespace carom::test
