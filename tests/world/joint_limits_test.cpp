// Hard limits of every metric: driven against both bounds from random poses, nothing felt in between.
#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"

namespace carom::test {
namespace {

/// The axes of a limit of so many about or along axis k, or about the two others.
std::array<bool, 3> axesOf(int count, int k) {
  std::array<bool, 3> axes{};
  for (int i = 0; i < 3; ++i) axes[static_cast<std::size_t>(i)] = count == 3 || (count == 1) == (i == k);
  return axes;
}

/// A limit of one of the six metrics between two random bodies, or a body and the world.
struct RandomLimit {
  RandomLimit(int seed, int metric) : random(static_cast<std::uint64_t>(seed)), angular(metric >= 3) {
    const bool fixed = random(0, 1) < 0.3;
    first = b.node().at(random.vector(-1, 1)).rotated(random.rotation());
    second = b.node().at(random.vector(-1, 1)).rotated(random.rotation());
    if (!fixed) makeBody(first);
    mass = makeBody(second);
    const int frame_a = b.child(first).at(random.vector(-0.5, 0.5)).rotated(random.rotation());
    const int frame_b = b.child(second).at(random.vector(-0.5, 0.5)).rotated(random.rotation());
    JointBuilder joint(b, frame_a, frame_b);
    const int axes = metric % 3 + 1, k = static_cast<int>(random(0, 3));
    JointLimit limit;
    (angular ? limit.angular_axes : limit.linear_axes) = axesOf(axes, k);
    const double width = random(0, 1) < 0.8 ? random(0, angular ? 1.5 : 1) : 0;  // Some hold one value.
    double least = angular ? 2.5 : 1;
    least = axes == 1 ? random(-least, 0.5) : (random(0, 1) < 0.6 ? random(0, least * 0.6) : 0);
    limit.min = least;
    limit.max = least + width;
    if (angular && axes == 1) limit.max = std::min(*limit.max, 2.8);
    b.scene().joint_descriptions.back().limits.push_back(limit);
    // Twist means nothing where the axis points backwards.
    if (angular && axes == 1) {
      JointLimit cone;
      cone.angular_axes = axesOf(2, k);
      cone.max = 1;
      b.scene().joint_descriptions.back().limits.push_back(cone);
    }
  }
  double makeBody(int node) {
    const double m = std::pow(10, random(-1, 1.3));
    NodeBuilder(b, node)
        .dynamic(m)
        .inertia({m * random(0.05, 0.2), m * random(0.1, 0.2), m * random(0.1, 0.2)})
        .velocity(random.vector(-3, 3))
        .spin(random.vector(-5, 5));
    return m;
  }
  SceneBuilder b;
  Random random;
  bool angular;
  int first, second;
  double mass;
};

class HardLimit : public testing::TestWithParam<int> {};

TEST_P(HardLimit, HoldsWhateverPushesAgainstItFromWherever) {
  const int metric = GetParam(), cases = kSlowBuild ? 40 : 350;
  double worst = 0;
  int both = 0;
  for (int i = 0; i < cases; ++i) {
    RandomLimit r(1000 * metric + i, metric);
    WorldSettings settings = sleepless();
    settings.gravity = r.random.vector(-5, 5);
    Simulation sim(r.b, settings);
    const Scene scene = r.b.build();
    const JointOracle oracle(scene, sim.world);
    const JointLimit& limit = scene.joint_descriptions[0].limits[0];
    bool low = false, high = false;
    double late = 0;
    int step = 0;
    sim.run(4, [&] {
      // Blows until the middle of it; what was far off at the start has come back by then.
      if (++step % 40 == 1 && step < 130)
        sim.world.applyImpulse(sim.body(r.second), r.random.vector(-3, 3) * r.mass,
                               sim.position(r.second) + r.random.vector(-0.3, 0.3));
      const DTransform pair = oracle.relative(scene.joints[0]);
      const double value = JointOracle::metric(limit, pair);
      low = low || value < *limit.min + 0.01;
      high = high || value > *limit.max - 0.01;
      // What is free along an axis flies far off: 40 m from a body that turns 30 rad/s is 1200 m/s.
      const bool far_off = metric < 2 && length(pair.translation) > 5;
      if (step > 130 && !far_off) late = std::max(late, oracle.worst());
    });
    ASSERT_TRUE(sim.allFinite()) << metric << ' ' << i;
    // 2 mm or 1° is the limit required of ragdolls; these must stay below it, because no other force acts on
    // them.
    EXPECT_LT(late, 2e-3) << "metric " << metric << " case " << i;
    worst = std::max(worst, late);
    both += low && high ? 1 : 0;
  }
  // Many of them have been at both bounds in that time, or this would show nothing.
  EXPECT_GT(both, cases / 6);
}
INSTANTIATE_TEST_SUITE_P(Joints, HardLimit, testing::Range(0, 6));

/// The same bodies with and without a joint whose range they never leave.
TEST_P(HardLimit, IsNotFeltWithinItsRange) {
  const int metric = GetParam();
  int compared = 0;
  for (int i = 0; i < 20; ++i) {
    RandomLimit r(7000 + 1000 * metric + i, metric);
    JointDescription& d = r.b.scene().joint_descriptions.back();
    d.limits.resize(1);
    // Wide enough for a second of slow turning; lengths have all the room they need.
    for (Motion& m : r.b.scene().motions) m.angular_velocity *= 0.02;
    double start;
    {
      const Scene scene = r.b.build();
      const Simulation still(r.b, sleepless());
      start = JointOracle::metric(d.limits[0], JointOracle(scene, still.world).relative(scene.joints[0]));
    }
    const double room = metric < 3 ? 30 : 0.7;
    d.limits[0].min = start - room, d.limits[0].max = start + room;
    // Near half a turn angles fold back from π; twist has no meaning where it is swung that far.
    if (metric > 3 && start + room > 3.1) continue;
    ++compared;
    Simulation with(r.b, sleepless());
    r.b.scene().joints.clear();
    Simulation without(r.b, sleepless());
    for (int step = 0; step < 60; ++step) {
      with.world.step(), without.world.step();
      for (const int node : {r.first, r.second}) {
        if (!with.body(node)) continue;
        const BodyState a = with.state(node), b = without.state(node);
        ASSERT_EQ(a.transform, b.transform) << metric << ' ' << i << ' ' << step;
        ASSERT_EQ(a.linear_velocity, b.linear_velocity);
        ASSERT_EQ(a.angular_velocity, b.angular_velocity);
      }
      for (const JointState& joint : with.world.joints()) {
        ASSERT_EQ(joint.force, (DVec3{0, 0, 0}));
        ASSERT_EQ(joint.torque, (DVec3{0, 0, 0}));
      }
    }
  }
  EXPECT_GE(compared, 8);
}

TEST(HardLimits, OfOneBoundLetGoOnTheOtherSide) {
  // A rope of 1 m: free fall for 1 m, then held; thrown upwards it is slack.
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({0.1, 0.1, 0.1});
  JointBuilder(b, anchor, body).linear({0, 1, 2}, -kFree, 1);
  Simulation sim(b, sleepless());
  sim.run(0.4, [&] {
    const double t = sim.world.time();
    ASSERT_NEAR(sim.position(body).y, -kGravity / 2 * t * t, 1e-6);  // The parabola itself.
  });
  sim.run(1);
  EXPECT_NEAR(sim.position(body).y, -1, 1e-4);
  EXPECT_LT(length(sim.velocity(body)), 1e-3);
  EXPECT_NEAR(sim.world.joints()[0].force.y, kGravity, 0.01);
  sim.world.setLinearVelocity(sim.body(body), {0, 3, 0});
  sim.run(0.3, [&] { ASSERT_GT(sim.velocity(body).y, 2.9 - kGravity * 0.3 - 0.05); });
  EXPECT_NEAR(sim.velocity(body).y, 3 - kGravity * 0.3, 1e-3);
}

TEST(HardLimits, RingRodAndTubeKeepTheirDistances) {
  // Two axes with both bounds: between two cylinders about y. Three: between two balls. Thrown about in
  // them.
  for (const int axes : {2, 3}) {
    SceneBuilder b;
    const int anchor = b.node().rotated({0.3, 1, 0.2}, 50);
    const int body = b.child(b.node().at(0.7, 0, 0)).at(0, 0, 0);
    NodeBuilder(b, body).dynamic(1).inertia({0.1, 0.1, 0.1}).velocity({4, 1, -3});
    JointBuilder joint(b, anchor, body);
    axes == 2 ? joint.linear({0, 2}, 0.5, 1.5) : joint.linear({0, 1, 2}, 0.5, 1.5);
    Simulation sim(b, sleepless());
    const Scene scene = b.build();
    const JointOracle oracle(scene, sim.world);
    double worst = 0;
    Random random(4);
    int step = 0;
    sim.run(kSlowBuild ? 5 : 30, [&] {
      if (++step % 60 == 0) sim.world.setLinearVelocity(sim.body(body), random.vector(-6, 6));
      worst = std::max(worst, oracle.worst());
    });
    EXPECT_LT(worst, 1e-3) << axes;
  }
}

TEST(HardLimits, ARodAcrossItsMiddleIsStillARod) {
  // min == max > 0: a body on a stick of no mass, swung so fast that it goes over the top.
  SceneBuilder b;
  const int anchor = b.node(),
            body = b.node().at(0, -1, 0).dynamic(1).inertia({0.1, 0.1, 0.1}).velocity({8, 0, 0});
  JointBuilder(b, anchor, body).linear({0, 1, 2}, 1, 1);
  Simulation sim(b, sleepless());
  double worst = 0, highest = -1;
  const double start = sim.totalEnergy();
  double energy = 0;
  sim.run(20, [&] {
    worst = std::max(worst, std::abs(length(sim.position(body)) - 1));
    highest = std::max(highest, sim.position(body).y);
    energy = std::max(energy, std::abs(sim.totalEnergy() - start));
  });
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(highest, 0.999);              // v² = 64 > 4 g l.
  EXPECT_LT(energy, 0.02 * start + 0.5);  // ωh/2 of m g l and what the speed takes part in.
}

TEST(HardLimits, TwistRangesBeyondHalfATurnCountTurns) {
  // A screw that may turn by two and a half turns each way; a motor turns it there and back.
  SceneBuilder b;
  const double most = 5 * kPi;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1}).spin({0, 0, 6});
  JointBuilder(b, anchor, body).hinge(2).angular({2}, -most, most);
  Simulation sim(b, weightless());
  double turned = 0, before = 0, highest = 0, lowest = 0;
  const auto follow = [&] {
    const DQuat q = sim.state(body).transform.rotation;
    const double angle = 2 * std::atan2(q.z, q.w);
    turned += std::remainder(angle - before, 2 * kPi);
    before = angle;
    highest = std::max(highest, turned), lowest = std::min(lowest, turned);
  };
  sim.run(1, follow);
  EXPECT_NEAR(turned, 6, 1e-3);  // Nothing felt at half a turn.
  sim.run(4, follow);
  EXPECT_NEAR(highest, most, 2e-3);
  sim.world.setAngularVelocity(sim.body(body), {0, 0, -6});
  sim.run(8, follow);
  EXPECT_NEAR(lowest, -most, 2e-3);
  EXPECT_LT(std::abs(sim.spin(body).z), 1e-3);
}

TEST(HardLimits, TwistBoundsBeyondHalfATurnMeanTheTurnNearestToTheRange) {
  // [200°, 250°] contains −130°: a body that starts there is within it, one at 170° is brought to 200°.
  for (const double start : {-130.0, 230.0, 170.0}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().rotated({0, 1, 0}, start).dynamic(1).inertia({1, 1, 1});
    JointBuilder(b, anchor, body).hinge(1).angular({1}, radians(200), radians(250));
    Simulation sim(b, weightless());
    sim.run(2);
    const double expected = start == 170 ? 200 : start;
    EXPECT_LT(angleBetween(sim.state(body).transform.rotation, axisAngle({0, 1, 0}, expected)), 0.1) << start;
  }
}

// Substeps that do not relax left what had come to several bounds drifting at 1 mm/s and more.
TEST(HardLimits, WhatUnfoldsToItsBoundsStaysThere) {
  for (const double rate : {60.0, 240.0}) {
    for (const double spin : {0.5, 2.0, 8.0}) {
      SceneBuilder b;
      int before = b.node(), last = -1;
      for (int i = 0; i < 4; ++i) {
        last = b.node()
                   .at(0.5 + i, 0, 0)
                   .dynamic(1)
                   .collider(box(1, 0.1, 0.1))
                   .velocity({0, (0.5 + i) * spin, 0})
                   .spin({0, 0, spin});
        JointBuilder(b, before, b.child(last).at(-0.5, 0, 0)).hinge(2).angular({2}, -0.5, 0.5);
        before = b.child(last).at(0.5, 0, 0);
      }
      WorldSettings settings = weightless();
      settings.time_step = 1 / rate;
      Simulation sim(b, settings);
      sim.run(4);
      EXPECT_LT(length(sim.velocity(last)), 5e-5) << rate << " " << spin;
    }
  }
}

TEST(HardLimits, TwistBoundsManyTurnsOffMeanTheNearestTurnToo) {
  // Ranges that a whole turn fits in: whatever the start, it is within.
  for (const double least : {5.0, 12.0, 20.0, 100.0, -22.0, -106.0}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
    JointBuilder(b, anchor, body).hinge(2).angular({2}, least, least + 2 * kPi + 0.1);
    Simulation sim(b, weightless());
    sim.run(1, [&] { ASSERT_EQ(length(sim.spin(body)), 0) << least; });
  }
}

TEST(HardLimits, ConesAndTotalAnglesHaveLowerBounds) {
  // Between 20° and 40° from the axis; gravity pulls it to one bound, then, turned over, to the other.
  for (const bool cone : {false, true}) {
    for (const double up : {-1.0, 1.0}) {
      SceneBuilder b;
      const int anchor = b.node();
      const int body =
          b.node().rotated({0, 0, 1}, 30).dynamic(1).inertia({0.1, 0.1, 0.1}).centerOfMass({0, 1, 0});
      JointBuilder joint(b, anchor, body);
      joint.pin();
      cone ? joint.angular({0, 2}, radians(20), radians(40))
           : joint.angular({0, 1, 2}, radians(20), radians(40));
      WorldSettings settings;
      settings.gravity = {0, 10 * up, 0};
      Simulation sim(b, settings);
      const Scene scene = b.build();
      const JointOracle oracle(scene, sim.world);
      double worst = 0;
      sim.run(10, [&] { worst = std::max(worst, oracle.worst()); });
      EXPECT_LT(worst, radians(0.1)) << cone << up;
      // With its mass above it stands at the lower bound when pulled up, hangs at the upper one otherwise.
      const double angle =
          JointOracle::metric(scene.joint_descriptions[0].limits[1], oracle.relative(scene.joints[0]));
      EXPECT_NEAR(angle, radians(up > 0 ? 20 : 40), radians(cone ? 0.2 : 21)) << cone << up;
    }
  }
}

TEST(HardLimits, ManyOnOneJointActTogether) {
  // Document 003's door: a pin, a zero cone and a range of the twist.
  SceneBuilder b;
  const int frame = b.node();
  const int door = b.node().at(0.5, 0, 0).dynamic(20).collider(box(1, 2, 0.05)).spin({0, 3, 0});
  JointBuilder(b, frame, b.child(door).at(-0.5, 0, 0))
      .pin()
      .angular({1}, radians(-10), radians(100))
      .angular({0, 2});
  Simulation sim(b, sleepless());
  const Scene scene = b.build();
  const JointOracle oracle(scene, sim.world);
  double worst = 0, most = 0;
  sim.run(5, [&] {
    worst = std::max(worst, oracle.worst());
    most = std::max(
        most, JointOracle::metric(scene.joint_descriptions[0].limits[1], oracle.relative(scene.joints[0])));
  });
  EXPECT_LT(worst, 1e-3);
  EXPECT_NEAR(most, radians(100), 1e-3);
}

}  // namespace
}  // namespace carom::test
