// What joints there are, which of them hold nothing, who collides with whom, and document 001's way to say
// it.
#include <gtest/gtest.h>

#include "carom/base/diagnostic_codes.hpp"
#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

std::vector<std::string> warnings(const Simulation& sim) {
  std::vector<std::string> out;
  for (const Diagnostic& item : sim.world.diagnostics().items()) {
    EXPECT_EQ(item.code, codes::kJointHoldsNothing) << item.message;
    EXPECT_EQ(item.severity, Severity::Warning);
    out.push_back(item.pointer);
  }
  return out;
}

TEST(JointsOfTheWorld, BetweenWhatCannotMoveHoldNothingAndSaySoOnce) {
  SceneBuilder b;
  const int fixed = b.node(), other = b.node().at(1, 0, 0);
  const int kinematic = b.node().at(2, 0, 0).kinematic().collider(sphere(0.2)).velocity({1, 0, 0});
  const int falling = b.node().at(3, 0, 0).dynamic(1).collider(sphere(0.2));
  const int hidden = b.node().at(4, 0, 0);
  JointBuilder(b, fixed, other).weld();                          // The world with itself.
  JointBuilder(b, kinematic, fixed).weld();                      // Moved by nobody's force.
  JointBuilder(b, falling, b.child(falling).at(0, 1, 0)).pin();  // A body with itself.
  JointBuilder(b, b.child(falling), hidden).pin();               // Not shown.
  b.scene().nodes[static_cast<std::size_t>(hidden)].in_scene = false;
  Simulation sim(b);
  const auto pointer = [](int node) { return "/nodes/" + std::to_string(node) + "/joint"; };
  const auto first_of = [&](std::size_t i) { return pointer(b.scene().joints[i].node); };
  EXPECT_EQ(warnings(sim), (std::vector<std::string>{first_of(0), first_of(1), first_of(2), first_of(3)}));
  EXPECT_TRUE(sim.world.joints().empty());
  sim.run(1);
  EXPECT_NEAR(sim.position(kinematic).x, 3, 1e-6);
  EXPECT_NEAR(sim.velocity(falling).y, -kGravity, 1e-4);
}

/// Pointers and messages of the joints that are apart at the start.
std::vector<std::pair<std::string, std::string>> apart(SceneBuilder& b) {
  std::vector<std::pair<std::string, std::string>> out;
  const Simulation sim(b);
  for (const Diagnostic& item : sim.world.diagnostics().items()) {
    EXPECT_EQ(item.code, codes::kJointApart) << item.message;
    out.emplace_back(item.pointer, item.message);
  }
  return out;
}

TEST(JointsOfTheWorld, SayThatTheyAreApartAtTheStart) {
  SceneBuilder b;
  const auto ball = [&](double x) { return b.node().at(x, 0, 0).dynamic(1).collider(sphere(0.2)); };
  const int first = ball(0), second = ball(2), third = ball(4), fourth = ball(6);
  JointBuilder(b, b.node().at(0, 1.5, 0), first).pin();
  JointBuilder(b, b.node().at(2, 0, 0).rotated({1, 0, 0}, 30), second).hinge(0).angular({0}, -0.1, 0.1);
  JointBuilder(b, b.node().at(4, 0.01, 0), third).pin();  // As exporters round.
  JointBuilder(b, b.node().at(6, 3, 0), fourth).pin().soft(100, 1);
  const auto found = apart(b);
  ASSERT_EQ(found.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(found[i].first, "/nodes/" + std::to_string(b.scene().joints[i].node) + "/joint");
  EXPECT_NE(found[0].second.find("1.5 m and 0 rad"), std::string::npos) << found[0].second;
  EXPECT_NE(found[1].second.find("0 m and 0.424 rad"), std::string::npos) << found[1].second;
}

// Bounds of 200° to 250° contain −130°, counted the other way.
TEST(JointsOfTheWorld, AreNotApartWhereATwistMayMeanAnAngleWithin) {
  SceneBuilder b;
  const int anchor = b.node(), body = b.node().rotated({0, 1, 0}, -130).dynamic(1).collider(sphere(0.2));
  JointBuilder(b, anchor, body).hinge(1).angular({1}, radians(200), radians(250));
  EXPECT_TRUE(apart(b).empty());
}

TEST(JointsOfTheWorld, OneMovableSideIsEnough) {
  SceneBuilder b;
  const int fixed = b.node(), kinematic = b.node().at(5, 0, 0).kinematic();
  const int first = b.node().dynamic(1).collider(sphere(0.2));
  const int second = b.node().at(5, 0, 0).dynamic(1).collider(sphere(0.2));
  JointBuilder(b, fixed, first).weld();
  JointBuilder(b, second, kinematic).weld();
  Simulation sim(b, sleepless());
  EXPECT_TRUE(warnings(sim).empty());
  sim.run(2);
  EXPECT_LT(length(sim.position(first)), 1e-4);
  EXPECT_LT(length(sim.position(second) - DVec3{5, 0, 0}), 1e-4);
  const std::vector<JointState> joints = sim.world.joints();
  ASSERT_EQ(joints.size(), 2u);
  // The force is what the connected body feels: of the second one it is the kinematic side.
  EXPECT_NEAR(joints[0].force.y, kGravity, 0.01);
  EXPECT_NEAR(joints[1].force.y, -kGravity, 0.01);
  EXPECT_EQ(joints[0].joint, 0);
  EXPECT_EQ(joints[0].node, fixed);
  EXPECT_EQ(joints[0].connected_node, first);
}

TEST(JointsOfTheWorld, TellTheTorqueThatTheyExert) {
  // A beam of 2 m and 3 kg clamped at its end: m g upwards and m g · 1 m about its end.
  SceneBuilder b;
  const int wall = b.node();
  const int beam = b.node().at(1, 0, 0).dynamic(3).collider(box(2, 0.1, 0.1));
  JointBuilder(b, wall, b.child(beam).at(-1, 0, 0)).weld();
  Simulation sim(b, sleepless());
  sim.run(2);
  const JointState joint = sim.world.joints()[0];
  EXPECT_LT(length(joint.force - DVec3{0, 3 * kGravity, 0}), 0.03);
  EXPECT_LT(length(joint.torque - DVec3{0, 0, 3 * kGravity}), 0.03);
}

TEST(JointsOfTheWorld, JoinedBodiesCollideOnlyIfTheJointSaysSo) {
  for (const bool collide : {false, true}) {
    SceneBuilder b;
    b.floor();
    const int lower = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
    const int upper = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 1, 1));
    JointBuilder joint(b, upper, lower);
    joint.linear({0, 1, 2}, 0, 3);
    if (collide) joint.collide();
    Simulation sim(b);
    EXPECT_TRUE(warnings(sim).empty());
    sim.run(2);
    EXPECT_NEAR(sim.position(upper).y, collide ? 1.5 : 0.5, 0.01);
  }
}

TEST(JointsOfTheWorld, OneOfSeveralThatForbidsItIsEnough) {
  // What is joined by a joint without enableCollision does not collide, whatever another says.
  SceneBuilder b;
  b.floor();
  const int lower = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int upper = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 1, 1));
  JointBuilder(b, upper, lower).linear({0, 1, 2}, 0, 3).collide();
  JointBuilder(b, upper, lower).linear({0, 1, 2}, 0, 3);
  Simulation sim(b);
  sim.run(2);
  EXPECT_NEAR(sim.position(upper).y, 0.5, 0.01);
}

/// As document 001 says it: a node of its own carries the joint and names the two bodies.
JointBuilder omiJoint(SceneBuilder& b, int joint_node, int first, int second) {
  JointBuilder joint(b, joint_node, joint_node);
  b.scene().joints.back().body_node = first;
  b.scene().joints.back().connected_body_node = second;
  return joint;
}

TEST(JointsOfDocument001, TakeThePivotFromTheJointNodesInitialPose) {
  // A pin at the joint's node, which is neither body's: each keeps the offset that it has at the start.
  SceneBuilder b;
  const int first = b.node().at(0, 3, 0).kinematic();
  const int second = b.node().at(1, 3, 0).rotated({0, 0, 1}, 30).dynamic(1).collider(sphere(0.1));
  const int pivot = b.node().at(0.25, 3, 0);
  omiJoint(b, pivot, first, second).pin();
  Simulation sim(b, sleepless());
  EXPECT_TRUE(warnings(sim).empty());
  const DVec3 arm = inverseRotate(axisAngle({0, 0, 1}, 30), DVec3{-0.75, 0, 0});
  double worst = 0, lowest = 3;
  sim.run(3, [&] {
    const DTransform t = sim.state(second).transform;
    worst = std::max(worst, length(t.translation + rotate(t.rotation, arm) - DVec3{0.25, 3, 0}));
    lowest = std::min(lowest, t.translation.y);
  });
  EXPECT_LT(worst, 1e-4);
  EXPECT_NEAR(lowest, 3 - 0.75, 0.01);
}

TEST(JointsOfDocument001, StayPutWhenTheirNodeIsBelowOneOfTheBodies) {
  // The joint's node may be anywhere, below the second body for instance: the first frame is the first
  // body's.
  SceneBuilder b;
  const int first = b.node().at(0, 3, 0);
  const int second = b.node().at(1, 3, 0).dynamic(1).collider(sphere(0.1));
  const int pivot = b.child(second).at(-1, 0, 0);
  omiJoint(b, pivot, first, second).hinge(2);
  Simulation sim(b, sleepless());
  EXPECT_TRUE(warnings(sim).empty());
  sim.run(2, [&] { ASSERT_NEAR(length(sim.position(second) - DVec3{0, 3, 0}), 1, 1e-4); });
}

TEST(JointsOfDocument001, DampBeyondSoftLimitsOnly) {
  // Its default damping of 1 N·s/m with a stiffness: x'' + x'/m + k x/m = 0 beyond the bound, nothing before
  // it.
  SceneBuilder b;
  const int first = b.node(),
            second = b.node().at(0.5, 0, 0).dynamic(1).inertia({1, 1, 1}).velocity({0.2, 0, 0});
  const int pivot = b.node().at(0.5, 0, 0);
  omiJoint(b, pivot, first, second).linear({0}, -1, 0).soft(100, 1).linear({1, 2}).angular({0, 1, 2});
  Simulation sim(b, weightless());
  // Half a period beyond the bound, and back with e^(−δ T/2) of its speed: δ = 1/2, ω = √(100 − 1/4).
  sim.run(0.6);
  const double half = kPi / std::sqrt(99.75), expected = -0.2 * std::exp(-0.5 * half);
  EXPECT_NEAR(sim.velocity(second).x, expected, 0.02 * 0.2);
  const double back = sim.velocity(second).x;
  sim.run(0.5);
  EXPECT_FLOAT_EQ(static_cast<float>(sim.velocity(second).x), static_cast<float>(back));
}

TEST(JointsOfDocument001, JoinedBodiesNeverCollide) {
  SceneBuilder b;
  b.floor();
  const int lower = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int upper = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 1, 1));
  omiJoint(b, b.node().at(0, 1, 0), lower, upper).linear({0, 2});
  Simulation sim(b);
  sim.run(2);
  EXPECT_NEAR(sim.position(upper).y, 0.5, 0.01);
}

}  // namespace
}  // namespace carom::test
