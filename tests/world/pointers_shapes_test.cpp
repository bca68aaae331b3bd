// Sizes of shapes, scales of nodes and other values of the object models, changed by pointer while the world
// runs (KHR_implicit_shapes, OMI_physics_shape, OMI_vehicle_*, OMI_seat).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/world/world.hpp"

namespace carom::test {
namespace {

Scene loaded(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  auto scene = loadFromMemory(text);
  EXPECT_TRUE(scene.ok());
  return scene.ok() ? std::move(scene.value()) : Scene();
}

const std::string kShape = "/extensions/KHR_implicit_shapes/shapes/";

/// Shapes of every kind; node 0 is a static box, node 1 a ball on it, node 2 a far capsule with its own mass.
std::string everyShape(const std::string& ball = "'mass':2") {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
         "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'box','box':{'size':[4,1,4]}},{'type':'"
         "sphere'"
         ",'sphere':{'radius':0.5}},{'type':'capsule','capsule':{'height':1,'radiusBottom':0.25,'radiusTop':"
         "0.25}},{'type':'cylinder','cylinder':{'height':1,'radiusBottom':0.5,'radiusTop':0.5}},{'type':'"
         "plane'"
         ",'plane':{'sizeX':3,'sizeZ':4}}]}},'nodes':["
         "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}}},"
         "{'translation':[0,1,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{" +
         ball +
         "},'collider':{'geometry':{'shape':1}}}}},"
         "{'translation':[50,0,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':3,'"
         "gravityFactor'"
         ":0},'collider':{'geometry':{'shape':2}}}}}]}";
}

void advance(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

double heightOf(const World& world, std::int32_t node) {
  return world.state(world.bodyOfNode(node)).transform.translation.y;
}

TEST(PointersOfShapes, EverySizeIsReadAndWritten) {
  World world(loaded(everyShape()));
  const auto change = [&](const std::string& what, const Value& now, const Value& then) {
    EXPECT_EQ(world.get(kShape + what), now) << what;
    EXPECT_TRUE(world.canSet(kShape + what)) << what;
    EXPECT_TRUE(world.set(kShape + what, then)) << what;
    EXPECT_EQ(world.get(kShape + what), then) << what;
  };
  change("0/box/size", Value::of(DVec3{4, 1, 4}), Value::of(DVec3{5, 1, 5}));
  change("1/sphere/radius", Value::of(0.5), Value::of(0.4));
  change("2/capsule/height", Value::of(1.0), Value::of(2.0));
  change("2/capsule/radiusBottom", Value::of(0.25), Value::of(0.5));
  change("2/capsule/radiusTop", Value::of(0.25), Value::of(0.0));
  change("3/cylinder/height", Value::of(1.0), Value::of(0.1));
  change("3/cylinder/radiusBottom", Value::of(0.5), Value::of(0.1));
  change("3/cylinder/radiusTop", Value::of(0.5), Value::of(0.2));
  change("4/plane/sizeX", Value::of(3.0), Value::of(kInfinity));
  change("4/plane/sizeZ", Value::of(4.0), Value::of(1.0));
  change("4/plane/doubleSided", Value::of(false), Value::of(true));
  EXPECT_FALSE(world.get(kShape + "0/sphere/radius"));
  EXPECT_FALSE(world.get(kShape + "0/size"));
}

TEST(PointersOfShapes, WhatIsNoShapeIsRefused) {
  World world(loaded(everyShape()));
  const std::uint64_t before = world.stateHash();
  EXPECT_FALSE(world.set(kShape + "0/box/size", Value::of(DVec3{-1, 1, 1})));
  EXPECT_FALSE(world.set(kShape + "1/sphere/radius", Value::of(-0.5)));
  EXPECT_FALSE(world.set(kShape + "1/sphere/radius", Value::of(kInfinity)));
  EXPECT_FALSE(world.set(kShape + "1/sphere/radius", Value::of(std::nan(""))));
  EXPECT_FALSE(world.set(kShape + "4/plane/sizeX", Value::of(0.0)));
  ASSERT_TRUE(world.set(kShape + "2/capsule/radiusTop", Value::of(0.0)));
  EXPECT_FALSE(world.set(kShape + "2/capsule/radiusBottom", Value::of(0.0)));
  EXPECT_EQ(world.get(kShape + "2/capsule/radiusBottom"), Value::of(0.25));
  EXPECT_EQ(world.stateHash(), before);
}

// A platform that grows lifts what sleeps on it; a ball that grows stands higher.
TEST(PointersOfShapes, WhatStandsOnAShapeFollowsIt) {
  World world(loaded(everyShape()));
  advance(world, 200);
  EXPECT_NEAR(heightOf(world, 1), 1, 2e-3);
  for (int i = 1; i <= 60; ++i) {
    ASSERT_TRUE(world.set(kShape + "0/box/size", Value::of(DVec3{4, 1 + i / 60.0, 4})));
    world.step();
  }
  advance(world, 60);
  EXPECT_NEAR(heightOf(world, 1), 1.5, 2e-3);
  for (int i = 1; i <= 60; ++i) {
    ASSERT_TRUE(world.set(kShape + "1/sphere/radius", Value::of(0.5 - 0.3 * i / 60.0)));
    world.step();
  }
  advance(world, 120);
  EXPECT_NEAR(heightOf(world, 1), 1.2, 2e-3);
  // Nothing is under it any more.
  ASSERT_TRUE(world.set(kShape + "0/box/size", Value::of(DVec3{4, 0.5, 4})));
  advance(world, 120);
  EXPECT_NEAR(heightOf(world, 1), 0.45, 2e-3);
}

// The mass stays; moments that the file leaves out are those of the new solid: a ball's is 2/5 m r².
TEST(PointersOfShapes, MassStaysAndMomentsFollow) {
  World world(loaded(everyShape()));
  ASSERT_TRUE(world.set(kShape + "1/sphere/radius", Value::of(0.8)));
  const BodyProperties p = world.properties(world.bodyOfNode(1));
  EXPECT_EQ(p.mass, 2);
  EXPECT_NEAR(p.inertia_diagonal.x, 0.4 * 2 * 0.8 * 0.8, 1e-6);
  World own(loaded(everyShape("'mass':2,'inertiaDiagonal':[1,2,2.5]")));
  ASSERT_TRUE(own.set(kShape + "1/sphere/radius", Value::of(0.8)));
  EXPECT_EQ(own.properties(own.bodyOfNode(1)).inertia_diagonal, (DVec3{1, 2, 2.5}));
}

// Shapes, centres and scales that pointers and animations change are in saved states, whenever they are
// saved.
TEST(PointersOfShapes, SavedStatesGoOnAlike) {
  Scene scene = loaded(everyShape("'mass':2,'angularVelocity':[0,0,1]"));
  const auto animate = [&](const std::string& target, std::uint32_t components, std::vector<float> values) {
    PointerAnimation track;
    track.target = target;
    track.components = components;
    track.type = components == 3 ? ValueType::Vector3 : ValueType::Number;
    track.times = {0.2f, 2};
    track.values = std::move(values);
    scene.pointer_animations.push_back(track);
  };
  animate(kShape + "1/sphere/radius", 1, {0.5f, 0.7f});
  animate("/nodes/1/extensions/KHR_physics_rigid_bodies/motion/centerOfMass", 3, {0, 0, 0, 0.2f, 0.1f, 0.3f});
  World world(scene);
  EXPECT_EQ(world.diagnostics().items().size(), 0u);
  const std::vector<std::byte> start = world.save();
  ASSERT_TRUE(world.set(kShape + "0/box/size", Value::of(DVec3{3, 1.2, 3})));
  advance(world, 50);
  const std::vector<std::byte> middle = world.save();
  World other(scene);
  ASSERT_FALSE(other.restore(middle).hasErrors());
  EXPECT_EQ(other.stateHash(), world.stateHash());
  EXPECT_EQ(other.get(kShape + "1/sphere/radius"), world.get(kShape + "1/sphere/radius"));
  EXPECT_EQ(other.motionNodes()[0].global, world.motionNodes()[0].global);
  advance(world, 100), advance(other, 100);
  EXPECT_EQ(other.stateHash(), world.stateHash());
  ASSERT_FALSE(world.restore(start).hasErrors());
  advance(world, 150);
  World again(scene);
  advance(again, 150);
  EXPECT_EQ(world.stateHash(), again.stateHash());
}

// Scales of nodes with physics: the collider of a body, a body, and a platform that a graph or a program
// grows.
TEST(PointersOfShapes, ScalesOfNodesAreFollowed) {
  const std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
      "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'box','box':{'size':[4,1,4]}},{'type':'sphere',"
      "'sphere':{'radius':0.5}}]}},'nodes':["
      "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}}},"
      "{'translation':[0,1,0],'children':[2],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2}}}}"
      ","
      "{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':1}}}}},"
      "{'translation':[30,0,0],'children':[4,5]},"
      "{'translation':[0,2,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2},'collider':{"
      "'geometry':{'shape':1}}}}},{'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':"
      "0}}}}}]}";
  World world(loaded(text));
  advance(world, 100);
  EXPECT_TRUE(world.canSet("/nodes/0/scale"));
  ASSERT_TRUE(world.set("/nodes/0/scale", Value::of(DVec3{1, 2, 1})));
  advance(world, 100);
  EXPECT_NEAR(heightOf(world, 1), 1.5, 3e-3);
  EXPECT_EQ(world.get("/nodes/0/scale"), Value::of(DVec3{1, 2, 1}));
  ASSERT_TRUE(world.set("/nodes/2/scale", Value::of(DVec3{0.5, 0.5, 0.5})));
  advance(world, 100);
  EXPECT_NEAR(heightOf(world, 1), 1.25, 3e-3);
  EXPECT_NEAR(world.properties(world.bodyOfNode(1)).inertia_diagonal.x, 0.4 * 2 * 0.25 * 0.25, 1e-6);
  // The body's own node, then one above a body and what it stands on: a body stays where it is.
  ASSERT_TRUE(world.set("/nodes/1/scale", Value::of(DVec3{2, 2, 2})));
  advance(world, 100);
  EXPECT_NEAR(heightOf(world, 1), 1.5, 3e-3);
  EXPECT_EQ(world.get("/nodes/1/scale"), Value::of(DVec3{2, 2, 2}));
  const std::vector<std::byte> saved = world.save();
  World restored(loaded(text));
  ASSERT_FALSE(restored.restore(saved).hasErrors());
  ASSERT_TRUE(world.set("/nodes/4/scale", Value::of(DVec3{0.5, 0.5, 0.5})));
  advance(world, 100);
  EXPECT_NEAR(heightOf(world, 4), 0.75, 3e-3);
  ASSERT_TRUE(restored.set("/nodes/4/scale", Value::of(DVec3{0.5, 0.5, 0.5})));
  advance(restored, 100);
  EXPECT_EQ(world.stateHash(), restored.stateHash());
  // Nothing would be left of the colliders.
  EXPECT_FALSE(world.set("/nodes/3/scale", Value::of(DVec3{1, 0, 1})));
  EXPECT_EQ(world.diagnostics().items().size(), 0u);
}

TEST(PointersOfShapes, SeatsAndWheelsAreRead) {
  World world(loaded(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_vehicle_body','OMI_vehicle_wheel'"
      ","
      "'OMI_vehicle_thruster','OMI_vehicle_hover_thruster','OMI_seat'],'extensions':{'OMI_physics_body':{"
      "'physicsMaterials':[{'dynamicFriction':0.5},{'dynamicFriction':0}]},'OMI_vehicle_wheel':{'wheels':[{},"
      "{"
      "'radius':0.3,'physicsMaterial':0}]},'OMI_vehicle_thruster':{'thrusters':[{'maxForce':1},{'maxForce':2}"
      "]},'OMI_vehicle_hover_thruster':{'hoverThrusters':[{'maxHoverEnergy':1},{'maxHoverEnergy':2}]}},"
      "'nodes':[{'children':[1,2,3,4],'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic','mass':1}}"
      ","
      "'OMI_vehicle_body':{}}},{'extensions':{'OMI_vehicle_wheel':{'wheel':1}}},{'extensions':{"
      "'OMI_vehicle_thruster':{'thruster':1}}},{'extensions':{'OMI_vehicle_hover_thruster':{'hoverThruster':1"
      "}}},{'extensions':{'OMI_seat':{'back':[0,0.5,0],'knee':[0,0.5,0.5],'foot':[0,0,0.5],'angle':1.5}}}]"
      "}"));
  const auto index = [&](std::string node, const std::string& pointer) {
    return world.get("/nodes/" + node + "/extensions/OMI_vehicle_" + pointer);
  };
  EXPECT_EQ(index("1", "wheel/wheel"), Value::of(std::int32_t(1)));
  EXPECT_EQ(index("2", "thruster/thruster"), Value::of(std::int32_t(1)));
  EXPECT_EQ(index("3", "hover_thruster/hoverThruster"), Value::of(std::int32_t(1)));
  EXPECT_FALSE(world.set("/nodes/1/extensions/OMI_vehicle_wheel/wheel", Value::of(std::int32_t(0))));
  const std::string tyre = "/extensions/OMI_vehicle_wheel/wheels/1/physicsMaterial";
  EXPECT_EQ(world.get(tyre), Value::of(std::int32_t(0)));
  EXPECT_TRUE(world.set(tyre, Value::of(std::int32_t(1))));
  EXPECT_TRUE(world.set(tyre, Value::of(std::int32_t(-1))));
  EXPECT_EQ(world.get(tyre), Value::of(std::int32_t(-1)));
  EXPECT_FALSE(world.set(tyre, Value::of(std::int32_t(2))));
  const std::string seat = "/nodes/4/extensions/OMI_seat/";
  EXPECT_EQ(world.get(seat + "back"), Value::of(DVec3{0, 0.5, 0}));
  EXPECT_EQ(world.get(seat + "angle"), Value::of(1.5));
  EXPECT_TRUE(world.set(seat + "foot", Value::of(DVec3{0, 0.1, 0.5})));
  EXPECT_EQ(world.get(seat + "foot"), Value::of(DVec3{0, 0.1, 0.5}));
  EXPECT_EQ(world.get("/extensions/OMI_physics_body/physicsMaterials.length"), Value::of(std::int32_t(2)));
}

// Tyres that lose their grip: a body that slides sideways goes on.
TEST(PointersOfShapes, ATyreTakesAnotherMaterial) {
  const std::string text =
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape','OMI_vehicle_"
      "wheel'],"
      "'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':[200,1,200]}}]},"
      "'OMI_physics_body':{'physicsMaterials':[{'staticFriction':1,'dynamicFriction':1,'frictionCombine':"
      "'minimum'},{'staticFriction':0,'dynamicFriction':0,'frictionCombine':'minimum'}]},'OMI_vehicle_wheel':"
      "{"
      "'wheels':[{'radius':0.3,'brakingForce':9000,'physicsMaterial':0}]}},'nodes':["
      "{'translation':[0,-0.5,0],'extensions':{'OMI_physics_body':{'collider':{'shape':0}}}},"
      "{'translation':[0,0.5,0],'children':[2,3,4,5],'extensions':{'OMI_physics_body':{'motion':{'type':"
      "'dynamic','mass':100,'centerOfMass':[0,0,0],'inertiaDiagonal':[50,50,50],'linearVelocity':[3,0,0]}}}},"
      "{'translation':[1,0,1],'extensions':{'OMI_vehicle_wheel':{'wheel':0}}},"
      "{'translation':[-1,0,1],'extensions':{'OMI_vehicle_wheel':{'wheel':0}}},"
      "{'translation':[1,0,-1],'extensions':{'OMI_vehicle_wheel':{'wheel':0}}},"
      "{'translation':[-1,0,-1],'extensions':{'OMI_vehicle_wheel':{'wheel':0}}}]}";
  World grips(loaded(text)), slides(loaded(text));
  ASSERT_TRUE(
      slides.set("/extensions/OMI_vehicle_wheel/wheels/0/physicsMaterial", Value::of(std::int32_t(1))));
  advance(grips, 120), advance(slides, 120);
  EXPECT_NEAR(slides.state(slides.bodyOfNode(1)).linear_velocity.x, 3, 0.03);
  EXPECT_NEAR(grips.state(grips.bodyOfNode(1)).linear_velocity.x, 0, 0.03);
}

// A thruster that the file gives no gimbal is seen to turn once it has one.
TEST(PointersOfShapes, AThrusterIsSeenToTurn) {
  World world(loaded(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_vehicle_thruster'],'extensions':{"
      "'OMI_vehicle_thruster':{'thrusters':[{'maxForce':1,'targetGimbalRatio':[0,1]}]}},'nodes':[{'children':"
      "[1],'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic','mass':1,'gravityFactor':0}}}},"
      "{'translation':[0,0,1],'extensions':{'OMI_vehicle_thruster':{'thruster':0}}}]}"));
  const std::string thruster = "/extensions/OMI_vehicle_thruster/thrusters/0/";
  advance(world, 3);
  EXPECT_EQ(world.placeOfNode(1)->pose.local_rotation, DQuat{});
  ASSERT_TRUE(world.set(thruster + "maxGimbal", Value::of(0.5)));
  advance(world, 60);
  const DQuat turned = world.placeOfNode(1)->pose.local_rotation;
  EXPECT_NEAR(2 * std::acos(turned.w), 0.5, 1e-6);
  bool moved = false;
  for (const MovedNode& node : world.motionNodes()) moved = moved || node.node == 1;
  EXPECT_TRUE(moved);
}

}  // namespace
}  // namespace carom::test
