// What joints report, and how they sleep and wake.
#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

struct Seen {
  std::vector<Event> reached, left;
};
void note(const Simulation& sim, Seen& seen) {
  for (const Event& e : sim.world.events()) {
    if (e.type == EventType::JointLimitReached) seen.reached.push_back(e);
    if (e.type == EventType::JointLimitLeft) seen.left.push_back(e);
  }
}

TEST(JointEvents, ALimitIsReachedOnceAndLeftOnce) {
  // Falls 1 m to the end of its slider, lies there, is thrown up, and comes down again.
  SceneBuilder b;
  const int anchor = b.node("anchor"), body = b.node("body").dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).slider(1).linear({1}, -1, 4);
  Simulation sim(b, sleepless());
  Seen seen;
  sim.run(2, [&] { note(sim, seen); });
  ASSERT_EQ(seen.reached.size(), 1u);
  EXPECT_TRUE(seen.left.empty());
  const Event& first = seen.reached[0];
  EXPECT_NEAR(first.time, std::sqrt(2 / kGravity), 1.5 / 60);
  EXPECT_EQ(first.joint, anchor);
  EXPECT_EQ(first.other, body);
  EXPECT_EQ(first.motion, -1);
  EXPECT_EQ(first.other_motion, body);
  EXPECT_EQ(first.limit, 2);  // The slider's own two come first.
  sim.world.setLinearVelocity(sim.body(body), {0, 5, 0});
  sim.run(2, [&] { note(sim, seen); });
  ASSERT_EQ(seen.reached.size(), 2u);
  ASSERT_EQ(seen.left.size(), 1u);
  EXPECT_NEAR(seen.left[0].time, 2, 2.0 / 60);
  EXPECT_NEAR(seen.reached[1].time, 2 + 10 / kGravity, 2.5 / 60);
}

TEST(JointEvents, OfEveryKindOfLimitWithRoomAndOfNoFixedOne) {
  for (int kind = 0; kind < 6; ++kind) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1});
    JointBuilder joint(b, anchor, body);
    const bool angular = kind >= 3;
    angular ? joint.pin() : joint.angular({0, 1, 2});
    const auto add = [&](std::initializer_list<int> axes) {
      angular ? joint.angular(axes, axes.size() == 1 ? -0.5 : 0, 0.5)
              : joint.linear(axes, axes.size() == 1 ? -0.5 : 0, 0.5);
    };
    if (kind % 3 == 0) add({0});
    if (kind % 3 == 1) add({0, 1});
    if (kind % 3 == 2) add({0, 1, 2});
    angular ? NodeBuilder(b, body).spin({1, 0, 0}) : NodeBuilder(b, body).velocity({1, 0, 0});
    Simulation sim(b, weightless());
    Seen seen;
    sim.run(2, [&] { note(sim, seen); });
    ASSERT_EQ(seen.reached.size(), 1u) << kind;
    EXPECT_EQ(seen.reached[0].limit, 1) << kind;
    EXPECT_NEAR(seen.reached[0].time, 0.5, 2.5 / 60) << kind;
    EXPECT_TRUE(seen.left.empty()) << kind;
  }
}

TEST(JointEvents, SoftLimitsReportTheirSpring) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().dynamic(1).inertia({1, 1, 1}).velocity({1, 0, 0});
  JointBuilder(b, anchor, body).slider(0).linear({0}, -5, 0.5).soft(100);
  Simulation sim(b, weightless());
  Seen seen;
  sim.run(2, [&] { note(sim, seen); });
  ASSERT_EQ(seen.reached.size(), 1u);
  ASSERT_EQ(seen.left.size(), 1u);
  EXPECT_NEAR(seen.left[0].time - seen.reached[0].time, kPi / 10, 2.0 / 60);  // Half a period.
}

TEST(JointSleep, AHangingPendulumFallsAsleepAndWakesWhenPushed) {
  SceneBuilder b;
  const int anchor = b.node();
  const int bob = b.node().at(0, -1, 0).dynamic(1).collider(sphere(0.1));
  JointBuilder(b, anchor, b.child(bob).at(0, 1, 0)).pin();
  Simulation sim(b);
  sim.run(2);
  EXPECT_FALSE(sim.state(bob).awake);
  sim.world.applyImpulse(sim.body(bob), {1, 0, 0}, sim.position(bob));
  sim.run(0.3);
  EXPECT_TRUE(sim.state(bob).awake);
  EXPECT_GT(sim.position(bob).x, 0.1);
}

TEST(JointSleep, ASwingingOneStaysAwake) {
  SceneBuilder b;
  const int anchor = b.node();
  const int bob = b.node().at(0.3, -0.954, 0).dynamic(1).collider(sphere(0.1));
  JointBuilder(b, anchor, b.child(bob).at(-0.3, 0.954, 0)).pin();
  Simulation sim(b);
  sim.run(20, [&] { ASSERT_TRUE(sim.state(bob).awake); });
}

TEST(JointSleep, WhatIsDrivenStaysAwakeWhileItMoves) {
  // With and without a collider, about its own middle.
  for (const bool collider : {false, true}) {
    SceneBuilder b;
    const int anchor = b.node(), wheel = b.node().dynamic(1).inertia({1, 1, 1});
    if (collider) NodeBuilder(b, wheel).collider(sphere(0.5));
    JointBuilder(b, anchor, wheel).hinge(1).motor(true, 1, 100, 2);
    Simulation sim(b);
    sim.run(10, [&] { ASSERT_TRUE(sim.state(wheel).awake) << collider << sim.world.time(); });
    EXPECT_NEAR(sim.spin(wheel).y, 2, 0.01);
  }
}

TEST(JointSleep, TheHandsOfAClockGoOn) {
  // Slower than what else passes for rest: they stopped after half a second.
  for (const double rate : {0.1, 0.01, 2 * kPi / 3600}) {
    SceneBuilder b;
    const int anchor = b.node(), hand = b.node().dynamic(1).collider(box(0.1, 1, 0.02));
    JointBuilder(b, anchor, b.child(hand).at(0, -0.4, 0)).hinge(2).motor(true, 2, 1e5, rate);
    Simulation sim(b);
    sim.run(20);
    const DQuat q = sim.state(hand).transform.rotation;
    // Its weight at 0.4 m turns it back by some 4e-5 rad/s.
    EXPECT_NEAR(2 * std::atan2(q.z, q.w), 20 * rate, 0.01 * 20 * rate + 1e-3);
  }
}

TEST(JointSleep, WhatASpringDrawsSlowlyArrives) {
  // x = 0.2 (1 − e^(−t/τ)).
  for (const double time : {0.5, 2.0, 10.0}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().dynamic(1).collider(box(0.5, 0.5, 0.5));
    JointBuilder(b, anchor, body).slider(0).spring(false, 0, 100, 100 * time, 0.2);
    Simulation sim(b);
    sim.run(5 * time);
    EXPECT_NEAR(sim.position(body).x, 0.2 * (1 - std::exp(-5.0)), 1e-3) << time;
    sim.run(8 * time + 2);
    EXPECT_FALSE(sim.state(body).awake);  // Once it is there.
  }
}

TEST(JointSleep, TouchingOneEndOfAChainWakesAllOfIt) {
  SceneBuilder b;
  int frame = b.node();
  std::vector<int> links;
  for (int i = 0; i < 8; ++i) {
    links.push_back(b.node().at(0, -0.25 - 0.5 * i, 0).dynamic(1).collider(capsule(0.4, 0.05)));
    JointBuilder(b, frame, b.child(links.back()).at(0, 0.25, 0)).pin();
    frame = b.child(links.back()).at(0, -0.25, 0);
  }
  const int ball =
      b.node().at(-8, -3.7, 0).dynamic(1).collider(sphere(0.1)).gravityFactor(0).velocity({2, 0, 0});
  Simulation sim(b);
  sim.run(3);
  for (const int link : links) EXPECT_FALSE(sim.state(link).awake);
  EXPECT_TRUE(sim.state(ball).awake);
  bool all = false;
  sim.run(2, [&] {
    int awake = 0;
    for (const int link : links) awake += sim.state(link).awake ? 1 : 0;
    ASSERT_TRUE(awake == 0 || awake == 8) << awake;
    all = all || awake == 8;
  });
  EXPECT_TRUE(all);
}

TEST(JointSleep, AMovingKinematicEndKeepsTheOtherAwake) {
  SceneBuilder b;
  const int carrier = b.node().kinematic().velocity({0.01, 0, 0});  // So slow that it might pass for rest.
  const int bob = b.node().at(0, -1, 0).dynamic(1).collider(sphere(0.1));
  JointBuilder(b, carrier, b.child(bob).at(0, 1, 0)).pin();
  Simulation sim(b);
  sim.run(10, [&] { ASSERT_TRUE(sim.state(bob).awake); });
  EXPECT_NEAR(sim.position(bob).x, 0.1, 0.01);
}

}  // namespace
}  // namespace carom::test
