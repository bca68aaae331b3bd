// Values by pointer: World::get and set, and animations that drive them (KHR_animation_pointer).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/world/recording.hpp"
#include "world/pointers/property.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

std::string quoted(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

const std::string kBody = "/nodes/1/extensions/KHR_physics_rigid_bodies/motion/";
const std::string kRoot = "/extensions/KHR_physics_rigid_bodies/";

/// A slider along X between the world (node 0) and a body of 2 kg (node 1), which a drive moves; a floor; a
/// ball.
std::string machine(const std::string& rest = "") {
  return quoted(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
      "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'sphere','sphere':{'radius':0.5}},"
      "{'type':'box','box':{'size':[20,1,20]}}]},"
      "'KHR_physics_rigid_bodies':{'physicsMaterials':[{'staticFriction':0.5}],'physicsJoints':[{'limits':["
      "{'linearAxes':[1,2],'min':0,'max':0},{'angularAxes':[0,1,2],'min':0,'max':0}],"
      "'drives':[{'type':'linear','mode':'force','axis':0,'damping':1000,'velocityTarget':0}]}]}},"
      "'nodes':[{'translation':[0,5,0],'extensions':{'KHR_physics_rigid_bodies':"
      "{'joint':{'connectedNode':1,'joint':0}}}},"
      "{'translation':[0,5,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':2,'gravityFactor':0}"
      ","
      "'collider':{'geometry':{'shape':0},'physicsMaterial':0}}}},"
      "{'translation':[0,-0.5,0],'extensions':{'KHR_physics_rigid_bodies':"
      "{'collider':{'geometry':{'shape':1}}}}},"
      "{'translation':[4,0.5,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1},"
      "'collider':{'geometry':{'shape':0}}}}}]" +
      rest + "}");
}

Scene loaded(const std::string& text) {
  auto scene = loadFromMemory(text);
  EXPECT_TRUE(scene.ok());
  for (const Diagnostic& item : scene.diagnostics().items()) ADD_FAILURE() << item.pointer << item.message;
  return std::move(scene.value());
}

TEST(Pointers, EveryKindOfValueIsRead) {
  const World world(loaded(machine()));
  EXPECT_EQ(world.get(kBody + "mass"), Value::of(2.0));
  EXPECT_EQ(world.get(kBody + "isKinematic"), Value::of(false));
  EXPECT_EQ(world.get(kBody + "gravityFactor"), Value::of(0.0));
  EXPECT_EQ(world.get(kRoot + "physicsMaterials/0/staticFriction"), Value::of(0.5));
  EXPECT_EQ(world.get(kRoot + "physicsJoints/0/drives/0/damping"), Value::of(1000.0));
  EXPECT_EQ(world.get(kRoot + "physicsJoints/0/limits/1/max"), Value::of(0.0));
  EXPECT_EQ(world.get("/nodes/1/translation"), Value::of(DVec3{0, 5, 0}));
  EXPECT_EQ(world.get("/nodes.length"), Value::of(std::int32_t(4)));
  EXPECT_EQ(world.get(kRoot + "physicsMaterials.length"), Value::of(std::int32_t(1)));
  EXPECT_EQ(world.get("/nodes/1/globalMatrix")->numbers[13], 5);
}

// The object models of OMI_vehicle_wheel, OMI_vehicle_thruster and OMI_vehicle_body.
TEST(Pointers, VehiclePartsAreReadAndWritten) {
  World world(loaded(quoted(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_vehicle_body','OMI_vehicle_wheel'"
      ","
      "'OMI_vehicle_thruster'],'extensions':{'OMI_vehicle_wheel':{'wheels':[{'radius':0.3}]},"
      "'OMI_vehicle_thruster':{'thrusters':[{'maxForce':10,'maxGimbal':0.5}]}},'nodes':[{'children':[1,2],"
      "'extensions':{'OMI_physics_body':{'motion':{'type':'dynamic'}},'OMI_vehicle_body':{}}},"
      "{'extensions':{'OMI_vehicle_wheel':{'wheel':0}}},{'extensions':{'OMI_vehicle_thruster':{'thruster':0}}"
      "}]}")));
  const std::string wheel = "/extensions/OMI_vehicle_wheel/wheels/0/";
  const std::string thruster = "/extensions/OMI_vehicle_thruster/thrusters/0/";
  const std::string vehicle = "/nodes/0/extensions/OMI_vehicle_body/";
  const struct {
    std::string pointer;
    Value first, now;
  } cases[] = {{wheel + "propulsionForceChangeRate", Value::of(-1.0), Value::of(50.0)},
               {wheel + "steeringChangeRate", Value::of(1.0), Value::of(-1.0)},
               {thruster + "forceChangeRate", Value::of(-1.0), Value::of(3.0)},
               {thruster + "gimbalChangeRate", Value::of(1.0), Value::of(0.0)},
               {thruster + "linearGimbalAdjustRatio", Value::of(0.0), Value::of(0.25)},
               {vehicle + "gyroTorque", Value::of(DVec3{0, 0, 0}), Value::of(DVec3{1, 2, 3})},
               {vehicle + "linearDampeners", Value::of(true), Value::of(false)},
               {vehicle + "angularDampeners", Value::of(true), Value::of(false)},
               {vehicle + "useThrottle", Value::of(false), Value::of(true)}};
  for (const auto& c : cases) {
    EXPECT_EQ(world.get(c.pointer), c.first) << c.pointer;
    EXPECT_TRUE(world.set(c.pointer, c.now)) << c.pointer;
    EXPECT_EQ(world.get(c.pointer), c.now) << c.pointer;
  }
  EXPECT_EQ(world.get(wheel + "radius"), Value::of(0.3));
  EXPECT_EQ(world.get(thruster + "maxGimbal"), Value::of(0.5));
  EXPECT_EQ(world.get("/extensions/OMI_vehicle_wheel/wheels.length"), Value::of(std::int32_t(1)));
}

// What hangs on a node goes where the node is put: a thruster in its body, gravity and the fixed side of a
// joint in the world. A wheel cannot be moved in its body.
TEST(Pointers, ThrustersGravityAndFixedFramesFollowTheirNodes) {
  World world(loaded(quoted(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
      "'OMI_physics_gravity','OMI_vehicle_thruster','OMI_vehicle_wheel'],'extensions':{"
      "'KHR_implicit_shapes':{'shapes':[{'type':'box','box':{'size':[40,40,40]}}]},"
      "'OMI_vehicle_wheel':{'wheels':[{'radius':0.3}]},"
      "'OMI_vehicle_thruster':{'thrusters':[{'maxForce':2,'targetForceRatio':1}]},"
      "'KHR_physics_rigid_bodies':{'physicsJoints':[{'limits':[{'linearAxes':[0,1,2],'min':0,'max':0},"
      "{'angularAxes':[0,1,2],'min':0,'max':0}]}]}},'nodes':["
      "{'children':[1],'translation':[100,0,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1,"
      "'inertiaDiagonal':[1,1,1],'gravityFactor':0}}}},"
      "{'children':[2,3]},{'extensions':{'OMI_vehicle_thruster':{'thruster':0}}},"
      "{'extensions':{'OMI_vehicle_wheel':{'wheel':0}}},"
      "{'extensions':{'KHR_physics_rigid_bodies':{'trigger':{'geometry':{'shape':0}}},'OMI_physics_gravity':"
      "{'type':'directional','gravity':1,'stop':true,'replace':true,'directional':{'direction':[0,-1,0]}}}},"
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1,'inertiaDiagonal':[1,1,1]}}}},"
      "{'translation':[200,0,0]},{'translation':[200,0,0],'extensions':{'KHR_physics_rigid_bodies':{'motion':"
      "{'mass':1,'inertiaDiagonal':[1,1,1],'gravityFactor':0},'joint':{'joint':0,'connectedNode':6}}}}],"
      "'scenes':[{'nodes':[0,4,5,6,7]}],'scene':0}")));
  EXPECT_FALSE(world.set("/nodes/3/translation", Value::of(DVec3{0, 1, 0})));
  EXPECT_FALSE(world.set("/nodes/1/translation", Value::of(DVec3{0, 1, 0})));
  const double h = std::sqrt(0.5);
  EXPECT_TRUE(world.set("/nodes/2/rotation", Value::of(DQuat{0, h, 0, h})));
  EXPECT_TRUE(world.set("/nodes/4/rotation", Value::of(DQuat{0, 0, h, h})));
  EXPECT_TRUE(world.set("/nodes/6/translation", Value::of(DVec3{200, 3, 0})));
  for (int i = 0; i < 60; ++i) world.step();
  // 2 N on 1 kg along X, not Z; 1 m/s² along X, not down; the frame's new place.
  EXPECT_LT(length(world.state(world.bodyOfNode(0)).linear_velocity - DVec3{2, 0, 0}), 1e-4);
  EXPECT_LT(length(world.state(world.bodyOfNode(5)).linear_velocity - DVec3{1, 0, 0}), 1e-4);
  EXPECT_NEAR(world.state(world.bodyOfNode(7)).transform.translation.y, 3, 1e-3);
}

TEST(Pointers, WhatIsNotThereIsNeitherReadNorWritten) {
  World world(loaded(machine()));
  for (const std::string& pointer :
       {std::string(), std::string("/"), std::string("nodes/1/translation"),
        std::string("/nodes/9/translation"), std::string("/nodes/01/translation"),
        std::string("/nodes/-1/translation"), std::string("/nodes/1/colour"), kBody + "masses",
        kRoot + "physicsJoints/0/drives/1/damping", kRoot + "physicsMaterials/1/restitution",
        std::string("/nodes/99999999999999999999/translation"),
        std::string("/animations/0/extensions/x/maxTime")}) {
    EXPECT_FALSE(world.get(pointer)) << pointer;
    EXPECT_FALSE(world.set(pointer, Value::of(1.0))) << pointer;
  }
}

TEST(Pointers, WrongTypesAndNumbersChangeNothing) {
  World world(loaded(machine()));
  const double nan = std::nan(""), infinity = kInfinity;
  EXPECT_FALSE(world.set(kBody + "mass", Value::of(DVec3{1, 2, 3})));
  EXPECT_FALSE(world.set(kBody + "mass", Value::of(-1.0)));
  EXPECT_FALSE(world.set(kBody + "mass", Value::of(nan)));
  EXPECT_FALSE(world.set(kBody + "isKinematic", Value{ValueType::Boolean, {2}}));
  EXPECT_FALSE(world.set(kBody + "linearVelocity", Value::of(DVec3{1e12, 0, 0})));
  EXPECT_FALSE(world.set(kRoot + "physicsMaterials/0/restitution", Value::of(-0.1)));
  EXPECT_FALSE(world.set(kRoot + "physicsJoints/0/drives/0/stiffness", Value::of(infinity)));
  EXPECT_FALSE(world.set("/nodes/1/rotation", Value::of(DQuat{0, 0, 0, 0})));
  EXPECT_FALSE(world.set("/nodes/1/globalMatrix", *world.get("/nodes/1/globalMatrix")));
  EXPECT_FALSE(world.set("/nodes.length", Value::of(std::int32_t(3))));
  EXPECT_EQ(world.get(kBody + "mass"), Value::of(2.0));
}

TEST(Pointers, MassesSetCountForWhatFollows) {
  World world(loaded(machine()));
  ASSERT_TRUE(world.set(kBody + "mass", Value::of(8.0)));
  EXPECT_EQ(world.get(kBody + "mass"), Value::of(8.0));
  const BodyHandle body = world.bodyOfNode(1);
  ASSERT_TRUE(world.set(kRoot + "physicsJoints/0/drives/0/damping", Value::of(0.0)));
  world.applyImpulse(body, {4, 0, 0}, world.state(body).center);
  EXPECT_NEAR(world.state(body).linear_velocity.x, 0.5, 1e-6);  // J / m.
}

TEST(Pointers, KinematicBodiesBecomeDynamicOnes) {
  World world(loaded(machine()));
  const BodyHandle ball = world.bodyOfNode(3);
  const std::string kinematic = "/nodes/3/extensions/KHR_physics_rigid_bodies/motion/isKinematic";
  ASSERT_TRUE(world.set("/nodes/3/translation", Value::of(DVec3{4, 3, 0})));
  ASSERT_TRUE(world.set(kinematic, Value::of(true)));
  for (int i = 0; i < 60; ++i) world.step();
  EXPECT_NEAR(world.state(ball).transform.translation.y, 3, 1e-6);  // Nothing pulls it.
  ASSERT_TRUE(world.set(kinematic, Value::of(false)));
  for (int i = 0; i < 30; ++i) world.step();
  // Half a second of free fall; first order in the substep of 1/240 s.
  EXPECT_NEAR(world.state(ball).transform.translation.y, 3 - 0.5 * 9.81 * 0.25, 0.02);
}

TEST(Pointers, MotorsTakeNewTargets) {
  World world(loaded(machine()));
  const BodyHandle body = world.bodyOfNode(1);
  for (int i = 0; i < 60; ++i) world.step();
  EXPECT_NEAR(world.state(body).linear_velocity.x, 0, 1e-6);
  ASSERT_TRUE(world.set(kRoot + "physicsJoints/0/drives/0/velocityTarget", Value::of(0.5)));
  for (int i = 0; i < 60; ++i) world.step();
  // m / d = 2 ms: there within a step.
  EXPECT_NEAR(world.state(body).linear_velocity.x, 0.5, 0.001);
}

TEST(Pointers, StaticNodesAreMovedWithWhatHangsOnThem) {
  World world(loaded(machine()));
  const BodyHandle ball = world.bodyOfNode(3);
  for (int i = 0; i < 60; ++i) world.step();
  EXPECT_NEAR(world.state(ball).transform.translation.y, 0.5, 0.005);
  ASSERT_TRUE(world.set("/nodes/2/translation", Value::of(DVec3{0, -1.5, 0})));
  for (int i = 0; i < 120; ++i) world.step();
  EXPECT_NEAR(world.state(ball).transform.translation.y, -0.5, 0.005);
}

/// Floats as a data URI.
std::string base64(const std::vector<float>& values) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  const std::size_t size = values.size() * sizeof(float);
  static const char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = size - i;
    const unsigned n = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    for (std::size_t k = 0; k < 4; ++k) out += k <= left ? kLetters[n >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

/// An animation of one pointer with numbers as values.
std::string driven(const std::string& pointer, const std::string& interpolation,
                   const std::vector<float>& times, const std::vector<float>& values,
                   const std::string& type = "SCALAR") {
  std::vector<float> all = times;
  all.insert(all.end(), values.begin(), values.end());
  const auto number = [](std::size_t n) { return std::to_string(n); };
  const std::size_t per = type == "VEC3" ? 3 : 1;
  return ",'buffers':[{'byteLength':" + number(4 * all.size()) +
         ",'uri':'data:application/octet-stream;base64," + base64(all) +
         "'}],'bufferViews':[{'buffer':0,'byteLength':" + number(4 * times.size()) +
         "},{'buffer':0,'byteOffset':" + number(4 * times.size()) +
         ",'byteLength':" + number(4 * values.size()) +
         "}],'accessors':[{'bufferView':0,'componentType':5126,'count':" + number(times.size()) +
         ",'type':'SCALAR','min':[0],'max':[9]},{'bufferView':1,'componentType':5126,'count':" +
         number(values.size() / per) + ",'type':'" + type +
         "'}],'animations':[{'samplers':[{'input':0,'output':1,'interpolation':'" + interpolation +
         "'}],'channels':[{'sampler':0,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'"
         "pointer':'" +
         pointer + "'}}}}]}]";
}

// A box that is turned has no other scale because of that: its contacts stay.
TEST(Pointers, ANodeThatIsMovedElsewhereChangesNoBit) {
  std::vector<DVec3> places[2];
  for (const bool moved : {false, true}) {
    SceneBuilder b;
    b.floor();
    std::vector<int> boxes;
    for (int i = 0; i < 8; ++i)
      boxes.push_back(
          b.node().at(2 * i, 0.2, 0).rotated({0, 1, 0}, 11 * i).dynamic(1).collider(box(0.4, 0.4, 0.4)));
    const int lone = b.node().at(-20, 0, 0);
    Simulation sim(b, sleepless());
    sim.run(0.05);
    const std::string pointer = "/nodes/" + std::to_string(lone) + "/translation";
    EXPECT_TRUE(!moved || sim.world.set(pointer, Value::of(DVec3{-20, 1, 0})));
    sim.run(0.1);
    for (const int node : boxes) places[moved ? 1 : 0].push_back(sim.state(node).center);
  }
  EXPECT_EQ(places[0], places[1]);
}

TEST(PointerAnimations, RampAMotor) {
  World world(
      loaded(machine(driven(kRoot + "physicsJoints/0/drives/0/velocityTarget", "LINEAR", {0, 2}, {0, 1}))));
  const BodyHandle body = world.bodyOfNode(1);
  for (int i = 0; i < 60; ++i) world.step();
  // v = t / 2, so x = t² / 4: after 1 s. The drive lags by m / d = 2 ms; a step is 17 ms.
  EXPECT_NEAR(world.state(body).linear_velocity.x, 0.5, 0.005);
  EXPECT_NEAR(world.state(body).transform.translation.x, 0.25, 0.01);
  for (int i = 0; i < 120; ++i) world.step();
  EXPECT_NEAR(world.state(body).linear_velocity.x, 1, 0.001);
}

TEST(PointerAnimations, StepAndCubicSplineAreAsGltfSays) {
  const std::string pointer = kRoot + "physicsMaterials/0/staticFriction";
  World stepped(loaded(machine(driven(pointer, "STEP", {0, 0.5, 1}, {1, 2, 3}))));
  // In-tangent, value, out-tangent: from 0 to 1 with level tangents is 3t² − 2t³.
  World cubic(loaded(machine(driven(pointer, "CUBICSPLINE", {0, 1}, {0, 0, 0, 0, 1, 0}))));
  for (int i = 1; i <= 60; ++i) {
    stepped.step();
    cubic.step();
    const double t = i / 60.0;
    if (i % 30 != 0) {
      EXPECT_EQ(stepped.get(pointer)->numbers[0], t < 0.5 ? 1 : 2) << i;
    }
    EXPECT_NEAR(cubic.get(pointer)->numbers[0], 3 * t * t - 2 * t * t * t, 1e-6) << i;
  }
}

TEST(PointerAnimations, NodesOfTheCoreAreAnimatedAsByTheirChannels) {
  World world(
      loaded(machine(driven("/nodes/2/translation", "LINEAR", {0, 1}, {0, -0.5F, 0, 0, 0.5F, 0}, "VEC3"))));
  for (int i = 0; i < 90; ++i) world.step();
  EXPECT_NEAR(world.state(world.bodyOfNode(3)).transform.translation.y, 1.5, 0.01);
}

TEST(PointerAnimations, BooleansChangeAtTheirKeys) {
  const std::string pointer = kBody + "isKinematic";
  World world(loaded(machine(driven(pointer, "STEP", {0, 0.5}, {0, 1}))));
  for (int i = 1; i <= 60; ++i) {
    world.step();
    EXPECT_EQ(world.get(pointer), Value::of(i >= 30)) << i;
  }
}

TEST(PointerAnimations, WhatCannotBeDrivenIsSaid) {
  for (const std::string& pointer :
       {std::string("/nodes/7/translation"), std::string("/materials/0/alphaCutoff"), kBody + "centerOfMass",
        kBody + "linearVelocity"}) {
    const World world(loaded(machine(driven(pointer, "LINEAR", {0, 1}, {0, 1}))));
    ASSERT_EQ(world.diagnostics().items().size(), 1u) << pointer;
    EXPECT_EQ(world.diagnostics().items()[0].code, codes::kPointerNotDriven);
    EXPECT_EQ(world.diagnostics().items()[0].pointer, "/animations/0/channels/0");
  }
}

TEST(PointerAnimations, AreStartedStoppedAndRepeated) {
  const std::string pointer = kRoot + "physicsMaterials/0/staticFriction";
  World world(loaded(machine(driven(pointer, "LINEAR", {0, 1}, {0, 1}))));
  EXPECT_TRUE(world.isAnimationPlaying(0));
  ASSERT_TRUE(world.stopAnimation(0));
  for (int i = 0; i < 30; ++i) world.step();
  EXPECT_NEAR(world.get(pointer)->numbers[0], 0, 1e-9);
  ASSERT_TRUE(world.startAnimation(0, 0, kInfinity, 2));
  for (int i = 0; i < 15; ++i) world.step();
  EXPECT_NEAR(world.get(pointer)->numbers[0], 0.5, 1e-6);
  for (int i = 0; i < 30; ++i) world.step();  // 1.5: in its second repetition.
  EXPECT_NEAR(world.get(pointer)->numbers[0], 0.5, 1e-6);
  EXPECT_NEAR(world.animationTime(0), 1.5, 1e-9);
  ASSERT_TRUE(world.stopAnimation(0, 1.75));
  for (int i = 0; i < 60; ++i) world.step();
  EXPECT_FALSE(world.isAnimationPlaying(0));
  EXPECT_NEAR(world.get(pointer)->numbers[0], 0.75, 1e-6);
  EXPECT_FALSE(world.startAnimation(1, 0, 1, 1));
  EXPECT_FALSE(world.startAnimation(0, 0, 1, 0));
}

TEST(Pointers, SnapshotsAndRecordingsKeepWhatWasSet) {
  const Scene scene = loaded(machine());
  World world(scene);
  world.startRecording();
  for (int i = 0; i < 10; ++i) world.step();
  ASSERT_TRUE(world.set(kRoot + "physicsJoints/0/drives/0/velocityTarget", Value::of(0.5)));
  ASSERT_TRUE(world.set(kBody + "mass", Value::of(5.0)));
  for (int i = 0; i < 10; ++i) world.step();
  const std::vector<std::byte> saved = world.save();
  for (int i = 0; i < 20; ++i) world.step();
  World other(scene);
  EXPECT_FALSE(other.restore(saved).hasErrors());
  EXPECT_EQ(other.get(kBody + "mass"), Value::of(5.0));
  for (int i = 0; i < 20; ++i) other.step();
  EXPECT_EQ(other.stateHash(), world.stateHash());
  const auto recording = Recording::read(world.stopRecording());
  ASSERT_TRUE(recording.ok());
  const auto replay = recording->replay(scene, 1);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at.has_value());
  // Back to before anything was set.
  World fresh(scene);
  EXPECT_FALSE(other.restore(fresh.save()).hasErrors());
  EXPECT_EQ(other.get(kBody + "mass"), Value::of(2.0));
  EXPECT_EQ(other.get(kRoot + "physicsJoints/0/drives/0/velocityTarget"), Value::of(0.0));
}

/// docs/pointers.md from the table.
std::string pointerReference() {
  std::string text =
      "# Pointers\n\nValues of a running world by JSON pointer into its file: `World::get` and `World::set`, "
      "animations "
      "of path `pointer`\n(`KHR_animation_pointer`). `…` stands for any extension that has the object, `{}` "
      "for an "
      "index. This page is generated from\n`src/world/pointers/property.cpp`; `CAROM_UPDATE_DOCS=1` writes "
      "it.\n\n"
      "| Pointer | Type | Unit | Access | Meaning |\n|---|---|---|---|---|\n";
  for (const world::PropertyRow& row : world::propertyRows()) {
    text += "| `" + std::string(world::placeOf(row.holder)) + "/" + std::string(row.member) + "` | " +
            std::string(valueTypeName(row.type)) + " | " + std::string(row.unit) + " | " +
            (row.writable ? "read, write" : "read") + " | " + std::string(row.about) + " |\n";
  }
  return text +
         "\nLengths of arrays are read with `.length` behind the array's pointer: `/nodes.length`, "
         "`/animations.length`, "
         "`physicsMaterials`,\n`collisionFilters`, `physicsJoints`, `shapes`, `wheels`, `thrusters`, "
         "`hoverThrusters`.\n\nA value that is read only is refused: `World::set` returns false, "
         "`pointer/set` of a graph takes "
         "`err`\n(`BEHAVIOR_POINTER`), and an animation of it is `POINTER_NOT_DRIVEN`.\n";
}

// The tables of mutable and of read-only values in the current texts of KHR_physics_rigid_bodies,
// KHR_implicit_shapes and the OMI extensions, without the name of the extension.
TEST(Pointers, EveryPointerOfTheTextsIsKnown) {
  const std::map<std::string, std::vector<std::string>> mutable_values = {
      {"/extensions/…/physicsMaterials/{}", {"staticFriction", "dynamicFriction", "restitution"}},
      {"/extensions/…/physicsJoints/{}/limits/{}", {"min", "max", "stiffness", "damping"}},
      {"/extensions/…/physicsJoints/{}/drives/{}",
       {"maxForce", "positionTarget", "velocityTarget", "stiffness", "damping"}},
      {"/nodes/{}/extensions/…/motion",
       {"isKinematic", "mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation", "linearVelocity",
        "angularVelocity", "gravityFactor"}},
      {"/nodes/{}/extensions/…/joint", {"enableCollision"}},
      {"/extensions/…/shapes/{}/box", {"size"}},
      {"/extensions/…/shapes/{}/sphere", {"radius"}},
      {"/extensions/…/shapes/{}/capsule", {"height", "radiusBottom", "radiusTop"}},
      {"/extensions/…/shapes/{}/cylinder", {"height", "radiusBottom", "radiusTop"}},
      {"/extensions/…/shapes/{}/plane", {"doubleSided", "sizeX", "sizeZ"}},
      {"/extensions/…", {"gravity"}},
      {"/nodes/{}/extensions/…",
       {"gravity", "priority", "replace", "stop", "angle", "back", "foot", "knee", "angularActivation",
        "linearActivation", "gyroTorque", "maxSpeed", "angularDampeners", "linearDampeners", "useThrottle"}},
      {"/nodes/{}/extensions/…/directional", {"direction"}},
      {"/nodes/{}/extensions/…/disc", {"radius", "unitDistance"}},
      {"/nodes/{}/extensions/…/line/points", {"{}"}},
      {"/nodes/{}/extensions/…/point", {"unitDistance"}},
      {"/extensions/…/hoverThrusters/{}",
       {"gimbalChangeRate", "hoverEnergyChangeRate", "linearGimbalAdjustRatio", "maxGimbal", "maxHoverEnergy",
        "targetHoverRatio", "targetGimbalRatio"}},
      {"/extensions/…/thrusters/{}",
       {"gimbalChangeRate", "forceChangeRate", "linearGimbalAdjustRatio", "maxForce", "maxGimbal",
        "targetForceRatio", "targetGimbalRatio"}},
      {"/extensions/…/wheels/{}",
       {"brakingForce", "maxPropulsionForce", "maxSteeringAngle", "physicsMaterial",
        "propulsionForceChangeRate", "radius", "steeringChangeRate", "suspensionDampingCompression",
        "suspensionDampingRebound", "suspensionStiffness", "suspensionTravel", "width",
        "targetPropulsionForceRatio", "targetSteeringRatio"}}};
  const auto isKnown = [](std::string_view place, std::string_view member, bool writable) {
    for (const world::PropertyRow& row : world::propertyRows()) {
      if (world::placeOf(row.holder) == place && row.member == member && row.writable == writable)
        return true;
    }
    return false;
  };
  for (const auto& [place, members] : mutable_values) {
    for (const std::string& member : members)
      EXPECT_TRUE(isKnown(place, member, true)) << place << "/" << member;
  }
  for (const std::string member : {"wheel", "thruster", "hoverThruster"})
    EXPECT_TRUE(isKnown("/nodes/{}/extensions/…", member, false)) << member;
}

TEST(Pointers, TheReferenceIsUpToDate) {
  const std::string path = std::string(CAROM_SOURCE_DIR) + "/docs/pointers.md";
  if (std::getenv("CAROM_UPDATE_DOCS")) std::ofstream(path) << pointerReference();
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == pointerReference())
      << "docs/pointers.md differs; write it with CAROM_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace carom::test
