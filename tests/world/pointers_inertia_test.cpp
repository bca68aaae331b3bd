// Centre of mass, inertia, and whether the bodies of a joint collide, changed by pointer while the world runs
// (document 003's object model).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/dialect/load.hpp"
#include "carom/world/world.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

const std::string kKhr = "/extensions/KHR_physics_rigid_bodies/";

Scene loaded(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  auto scene = loadFromMemory(text);
  EXPECT_TRUE(scene.ok());
  return std::move(scene.value());
}

std::string file(const std::string& nodes, const std::string& joints = "") {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
         "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'sphere','sphere':{'radius':0.5}},"
         "{'type':'box','box':{'size':[1,2,3]}},{'type':'box','box':{'size':[20,1,20]}}]}" +
         (joints.empty() ? "" : ",'KHR_physics_rigid_bodies':{'physicsJoints':[" + joints + "]}") +
         "},'nodes':[" + nodes + "]}";
}

std::string body(const std::string& place, const std::string& motion, int shape) {
  return "{'translation':" + place + ",'extensions':{'KHR_physics_rigid_bodies':{'motion':{" + motion +
         "},'collider':{'geometry':{'shape':" + std::to_string(shape) + "}}}}}";
}

const std::string kFloor =
    "{'translation':[0,-0.5,0],'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':2}}}"
    "}"
    "}";

BodyState stateOf(const World& world, std::int32_t node) {
  return world.state(world.bodyOfNode(node));
}

BodyProperties propertiesOf(const World& world, std::int32_t node) {
  return world.properties(world.bodyOfNode(node));
}

void advance(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

std::string motionOf(int node) {
  return "/nodes/" + std::to_string(node) + kKhr + "motion/";
}

// What is set comes to the same world as what the file says: both fall, turn, hit and roll alike.
TEST(PointersInertia, ASetCentreIsAsOneThatTheFileHas) {
  const std::string turned = "'mass':6,'angularVelocity':[1,2,0.5],'gravityFactor':0";
  World set(loaded(file(body("[0,3,0]", turned, 1))));
  const World written(loaded(file(body("[0,3,0]", turned + ",'centerOfMass':[0.2,-0.3,0.4]", 1))));
  ASSERT_TRUE(set.set(motionOf(0) + "centerOfMass", Value::of(DVec3{0.2, -0.3, 0.4})));
  const BodyProperties a = propertiesOf(set, 0);
  const BodyProperties b = propertiesOf(written, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(a.center_of_mass[i], b.center_of_mass[i]);
    EXPECT_NEAR(a.inertia_diagonal[i], b.inertia_diagonal[i], 1e-12);
  }
}

// Free flight about another centre: the motion of the matter at that moment goes on, and its momentum about
// the new centre is what it was.
TEST(PointersInertia, TheMatterMovesOnAsItDid) {
  World world(loaded(
      file(body("[1,2,3]",
                "'mass':2,'linearVelocity':[0.5,0,0],'angularVelocity':[0,0,2],'inertiaDiagonal':[1,1,1]"
                ",'gravityFactor':0",
                0))));
  advance(world, 30);
  const BodyHandle handle = world.bodyOfNode(0);
  const BodyState before = world.state(handle);
  const DVec3 offset{0.3, 0, 0};
  ASSERT_TRUE(world.set(motionOf(0) + "centerOfMass", Value::of(offset)));
  EXPECT_EQ(world.get(motionOf(0) + "centerOfMass"), Value::of(offset));
  const BodyState after = world.state(handle);
  EXPECT_NEAR(length(after.transform.translation - before.transform.translation), 0, 1e-7);
  const DVec3 arm = rotate(before.transform.rotation, offset);
  const DVec3 expected = before.linear_velocity + cross(before.angular_velocity, arm);
  EXPECT_NEAR(length(after.linear_velocity - expected), 0, 1e-6);
  EXPECT_NEAR(length(after.angular_velocity - before.angular_velocity), 0, 1e-6);
  // From here on the new centre flies straight: x = x0 + v t, and the node turns about it at 2 rad/s.
  const DVec3 center = before.transform.translation + arm;
  advance(world, 60);
  const BodyState end = world.state(handle);
  const DVec3 center_now = end.transform.translation + rotate(end.transform.rotation, offset);
  EXPECT_NEAR(length(center_now - (center + expected)), 0, 2e-4);
}

// A physical pendulum: a rod's centre of mass is moved to the middle and back again.
TEST(PointersInertia, AWeightThatShiftsTipsAScale) {
  const std::string free_turn =
      "{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0},"
      "{'angularAxes':[0,1],'min':0,'max':0}]}";
  World world(
      loaded(file("{'translation':[0,5,0],'extensions':{'KHR_physics_rigid_bodies':{'joint':{'connectedNode':"
                  "1,'joint':0}}}"
                  "}," +
                      body("[0,5,0]", "'mass':2,'centerOfMass':[0,0,0],'inertiaDiagonal':[1,1,1]", 0),
                  free_turn)));
  advance(world, 60);
  EXPECT_NEAR(stateOf(world, 1).angular_velocity.z, 0, 1e-6);
  ASSERT_TRUE(world.set(motionOf(1) + "centerOfMass", Value::of(DVec3{0.25, 0, 0})));
  advance(world, 1);
  // Torque m g x over the inertia about the pivot, I + m x².
  const double rate = 2 * 9.81 * 0.25 / (1 + 2 * 0.25 * 0.25) / 60;
  EXPECT_NEAR(stateOf(world, 1).angular_velocity.z, -rate, 2e-3 * rate);
  advance(world, 6000);
  // The joint holds the pivot all the while.
  EXPECT_NEAR(length(stateOf(world, 1).transform.translation - DVec3{0, 5, 0}), 0, 1e-4);
}

// A body that stands stays put when its centre moves within its foot, and falls when it moves beyond it.
TEST(PointersInertia, AStandingBodyStaysWhereItStands) {
  World world(loaded(file(kFloor + "," + body("[0,1,0]", "'mass':2,'centerOfMass':[0,0,0]", 1))));
  advance(world, 300);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(world.set(motionOf(1) + "centerOfMass", Value::of(DVec3{0.3 * std::sin(i * 0.1), 0, 0.5})));
    world.step();
    const BodyState state = stateOf(world, 1);
    EXPECT_NEAR(state.transform.translation.y, 1, 2e-3);
    EXPECT_LT(length(state.angular_velocity), 0.05);
  }
  ASSERT_TRUE(world.set(motionOf(1) + "centerOfMass", Value::of(DVec3{0.7, 0, 0})));
  advance(world, 120);
  EXPECT_GT(std::abs(stateOf(world, 1).transform.rotation.z), 0.3);
}

// A torque-free body turns steadily about a principal axis: where the axes turn, so does what is steady.
TEST(PointersInertia, AxesOfInertiaTurnTheMomentsWithThem) {
  World world(loaded(file(body("[0,0,0]",
                               "'mass':1,'inertiaDiagonal':[1,2,3],'inertiaOrientation':[0,0,0,1],"
                               "'angularVelocity':[0,3,0],'gravityFactor':0",
                               0))));
  const double half = std::sqrt(0.5);
  // The axis of the moment 3 comes to lie along Y.
  ASSERT_TRUE(world.set(motionOf(0) + "inertiaOrientation", Value::of(DQuat{-half, 0, 0, half})));
  world.set(motionOf(0) + "angularVelocity", Value::of(DVec3{0.01, 3, 0.01}));
  advance(world, 1200);
  const auto upright = [&] { return rotate(stateOf(world, 0).transform.rotation, DVec3{0, 1, 0}).y; };
  EXPECT_GT(upright(), 0.99);
  // About the middle moment the same disturbance grows until the body turns over.
  ASSERT_TRUE(world.set(motionOf(0) + "inertiaOrientation", Value::of(DQuat{0, 0, 0, 1})));
  double least = 1;
  for (int i = 0; i < 1200; ++i) {
    world.step();
    least = std::min(least, upright());
  }
  EXPECT_LT(least, -0.9);
}

// The Khronos extension's centre of mass is a point of the node: it is scaled with it (rule 6).
TEST(PointersInertia, TheCentreIsAPointOfAScaledNode) {
  World world(
      loaded(file("{'scale':[2,2,2],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1,'"
                  "centerOfMass':[0.1,0,0]}"
                  ",'collider':{'geometry':{'shape':0}}}}}")));
  EXPECT_EQ(world.get(motionOf(0) + "centerOfMass"), Value::of(DVec3{0.1, 0, 0}));
  ASSERT_TRUE(world.set(motionOf(0) + "centerOfMass", Value::of(DVec3{0.25, 0, 0})));
  EXPECT_EQ(propertiesOf(world, 0).center_of_mass, (DVec3{0.5, 0, 0}));
  EXPECT_EQ(world.get(motionOf(0) + "centerOfMass"), Value::of(DVec3{0.25, 0, 0}));
}

// In whatever order they are set, and when a saved state is restored, the same properties come of it.
TEST(PointersInertia, OrderAndRestoringMakeNoDifference) {
  const std::string text = file(kFloor + "," + body("[0,2,0]", "'angularVelocity':[1,2,3]", 1));
  const auto setAll = [](World& world, bool reversed) {
    const std::pair<std::string, Value> values[] = {{"mass", Value::of(5.0)},
                                                    {"centerOfMass", Value::of(DVec3{0.1, 0.2, 0.3})},
                                                    {"inertiaOrientation", Value::of(DQuat{0, 0.6, 0, 0.8})}};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& [name, value] = values[reversed ? 2 - i : i];
      ASSERT_TRUE(world.set(motionOf(1) + name, value));
    }
  };
  World first(loaded(text)), second(loaded(text)), third(loaded(text)), untouched(loaded(text));
  const std::vector<std::byte> start = untouched.save();
  setAll(first, false), setAll(second, true);
  const std::vector<std::byte> saved = first.save();
  ASSERT_FALSE(third.restore(saved).hasErrors());
  advance(first, 200), advance(second, 200), advance(third, 200), advance(untouched, 200);
  EXPECT_EQ(first.stateHash(), third.stateHash());
  for (const World* world : {&second, &third}) {
    const BodyProperties a = propertiesOf(first, 1);
    const BodyProperties b = propertiesOf(*world, 1);
    EXPECT_EQ(a.inertia_diagonal, b.inertia_diagonal);
    EXPECT_EQ(a.inertia_orientation, b.inertia_orientation);
  }
  // Back to what the file says.
  ASSERT_FALSE(first.restore(start).hasErrors());
  EXPECT_TRUE(propertiesOf(first, 1).inertia_computed);
  advance(first, 200);
  EXPECT_EQ(first.stateHash(), untouched.stateHash());
  ASSERT_TRUE(first.set(motionOf(1) + "mass", Value::of(7.0)));
  ASSERT_TRUE(untouched.set(motionOf(1) + "mass", Value::of(7.0)));
  EXPECT_EQ(propertiesOf(first, 1).inertia_diagonal, propertiesOf(untouched, 1).inertia_diagonal);
}

TEST(PointersInertia, WhatIsNoCentreIsRefused) {
  World world(loaded(file(body("[0,0,0]", "'mass':1", 1))));
  const Value before = *world.get(motionOf(0) + "centerOfMass");
  EXPECT_FALSE(world.set(motionOf(0) + "centerOfMass", Value::of(DVec3{1e300, 0, 0})));
  EXPECT_FALSE(world.set(motionOf(0) + "centerOfMass", Value::of(DVec3{std::nan(""), 0, 0})));
  EXPECT_FALSE(world.set(motionOf(0) + "inertiaOrientation", Value::of(DQuat{0, 0, 0, 0})));
  EXPECT_EQ(world.get(motionOf(0) + "centerOfMass"), before);
}

// Two balls on a slider: without collision they pass through each other, and from when it is enabled they
// meet.
TEST(PointersInertia, JoinedBodiesCollideFromWhenTheyAreToldTo) {
  const std::string slide =
      "{'limits':[{'linearAxes':[1,2],'min':0,'max':0},"
      "{'angularAxes':[0,1,2],'min':0,'max':0}]}";
  const std::string nodes =
      "{'translation':[-2,0,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1,'gravityFactor':"
      "0,"
      "'linearVelocity':[1,0,0]},'collider':{'geometry':{'shape':0}},'joint':{'connectedNode':1,'joint':0}}}}"
      "," +
      body("[0,0,0]", "'mass':1,'gravityFactor':0", 0);
  const std::string pointer = "/nodes/0" + kKhr + "joint/enableCollision";
  World through(loaded(file(nodes, slide))), meet(loaded(file(nodes, slide)));
  EXPECT_EQ(meet.get(pointer), Value::of(false));
  advance(meet, 10);
  ASSERT_TRUE(meet.set(pointer, Value::of(true)));
  EXPECT_EQ(meet.get(pointer), Value::of(true));
  advance(through, 240), advance(meet, 230);
  EXPECT_NEAR(stateOf(through, 1).linear_velocity.x, 0, 1e-5);
  // Equal balls without restitution go on together.
  EXPECT_NEAR(stateOf(meet, 1).linear_velocity.x, 0.5, 1e-3);

  // It is told again not to: the contact ends, also where the two touch.
  ASSERT_TRUE(meet.set(pointer, Value::of(false)));
  meet.step();
  bool ended = false;
  for (const Event& event : meet.events()) ended = ended || event.type == EventType::ContactEnd;
  EXPECT_TRUE(ended);
  World restored(loaded(file(nodes, slide)));
  ASSERT_FALSE(restored.restore(meet.save()).hasErrors());
  EXPECT_EQ(restored.get(pointer), Value::of(false));
  advance(meet, 50), advance(restored, 50);
  EXPECT_EQ(meet.stateHash(), restored.stateHash());
}

// Two that overlap already when they are told to collide come apart, and do so from a saved state too.
TEST(PointersInertia, JoinedBodiesThatOverlapComeApart) {
  const std::string slide = "{'limits':[{'linearAxes':[1,2],'min':0,'max':0}]}";
  const std::string nodes =
      "{'translation':[-0.5,0,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1,'gravityFactor'"
      ":0}"
      ",'collider':{'geometry':{'shape':0}},'joint':{'connectedNode':1,'joint':0}}}}," +
      body("[0,0,0]", "'mass':1,'gravityFactor':0", 0);
  World world(loaded(file(nodes, slide)));
  advance(world, 200);  // Asleep by now.
  EXPECT_NEAR(stateOf(world, 1).transform.translation.x, 0, 1e-6);
  ASSERT_TRUE(world.set("/nodes/0" + kKhr + "joint/enableCollision", Value::of(true)));
  World restored(loaded(file(nodes, slide)));
  ASSERT_FALSE(restored.restore(world.save()).hasErrors());
  advance(world, 300), advance(restored, 300);
  EXPECT_EQ(world.stateHash(), restored.stateHash());
  const double gap = stateOf(world, 1).transform.translation.x - stateOf(world, 0).transform.translation.x;
  EXPECT_NEAR(gap, 1, 5e-3);
}

// A kinematic body that touches the floor, on which nothing acts, becomes dynamic: the floor holds it.
TEST(PointersInertia, WhatBecomesDynamicIsHeldByWhatItTouches) {
  World world(loaded(file(kFloor + "," + body("[0,1,0]", "'mass':2,'isKinematic':true", 1))));
  advance(world, 30);
  ASSERT_TRUE(world.set(motionOf(1) + "isKinematic", Value::of(false)));
  advance(world, 120);
  EXPECT_NEAR(stateOf(world, 1).transform.translation.y, 1, 5e-3);

  // The same with a mass that was infinite.
  World heavy(loaded(file(kFloor + "," + body("[0,1,0]", "'mass':0,'inertiaDiagonal':[0,0,0]", 1))));
  advance(heavy, 30);
  ASSERT_TRUE(heavy.set(motionOf(1) + "mass", Value::of(2.0)));
  advance(heavy, 120);
  EXPECT_NEAR(stateOf(heavy, 1).transform.translation.y, 1, 5e-3);
}

}  // namespace
}  // namespace carom::test
