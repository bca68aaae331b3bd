// Sentences of document 000 (OMI_vehicle_wheel), each with a file in its own spelling.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/dialect/load.hpp"
#include "carom/world/world.hpp"

namespace carom::test {
namespace {

std::string quoted(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

/// The document's own example: front wheels that steer, rear wheels that drive.
const std::string kExample = "[{'radius':0.35,'maxSteeringAngle':0.5},{'radius':0.35,'maxForce':2000}]";
const std::string kVehicle = ",'OMI_vehicle_body':{}";

/// A car of 800 kg on a floor; node 0 is its body, nodes 1 to 4 its wheels (0: front, 1: rear).
std::string carFile(const std::string& wheels, const std::string& vehicle = kVehicle,
                    const std::string& wheel_rotation = "", const std::string& used = ",'OMI_vehicle_wheel'",
                    const std::string& rest = "") {
  std::string nodes =
      "{'children':[1,2,3,4],'translation':[0,0.65,0],'extensions':{'OMI_physics_body':{'motion':{"
      "'type':'dynamic','mass':800,'inertiaDiagonal':[1400,1600,400]}}" +
      vehicle + "}}";
  for (const bool front : {true, false}) {
    for (const char* side : {"0.8", "-0.8"}) {
      nodes += std::string(",{'translation':[") + side + ",-0.3," + (front ? "1.3" : "-1.3") + "]" +
               wheel_rotation + ",'extensions':{'OMI_vehicle_wheel':{'wheel':" + (front ? "0" : "1") + "}}}";
    }
  }
  return quoted(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body','OMI_physics_shape','OMI_vehicle_"
      "body'" +
      used + "]" + rest +
      ",'extensions':{'OMI_physics_shape':{'shapes':[{'type':'box','box':{'size':[200,1,200]}}]},"
      "'OMI_vehicle_wheel':{'wheels':" +
      wheels + "}},'nodes':[" + nodes +
      ",{'translation':[0,-0.5,0],'extensions':{'OMI_physics_body':{'motion':{'type':'static'},'collider':{"
      "'shape':0}}}}]}");
}

World worldOf(const std::string& file) {
  auto scene = loadFromMemory(file);
  for (const Diagnostic& item : scene.diagnostics().items()) {
    if (item.severity != Severity::Hint) ADD_FAILURE() << item.pointer << ": " << item.message;
  }
  return World(scene.ok() ? *scene : Scene());
}

void run(World& world, double seconds) {
  for (long i = std::lround(seconds * 60); i > 0; --i) world.step();
}

DVec3 velocity(const World& world) {
  return world.state(world.bodyOfNode(0)).linear_velocity;
}

const std::string kWheels = "/extensions/OMI_vehicle_wheel/wheels/";

TEST(Document000, DefaultsAreThoseOfTheTable) {
  const World world = worldOf(carFile("[{},{}]"));
  const std::pair<const char*, double> values[] = {{"currentForceRatio", 0},
                                                   {"currentSteeringRatio", 0},
                                                   {"maxForce", 0},
                                                   {"maxSteeringAngle", 0},
                                                   {"radius", 0.25},
                                                   {"suspensionDampingCompression", 2000},
                                                   {"suspensionDampingRebound", 2000},
                                                   {"suspensionStiffness", 20000},
                                                   {"suspensionTravel", 0.25},
                                                   {"width", 0.125}};
  for (const auto& [name, value] : values)
    EXPECT_EQ(world.get(kWheels + "0/" + name), Value::of(value)) << name;
}

TEST(Document000, TheVehiclesLinearActivationSetsTheForceRatio) {
  World world = worldOf(carFile(kExample));
  run(world, 2);
  ASSERT_TRUE(
      world.set("/nodes/0/extensions/OMI_vehicle_body/linearActivation", Value::of(DVec3{0, 0, 0.4})));
  run(world, 1);
  // Two wheels of 0.4 · 2000 N on 800 kg, along the local +Z; the car pitches a little on its suspension.
  EXPECT_NEAR(velocity(world).z, 2, 0.06);
  EXPECT_NEAR(velocity(world).x, 0, 1e-3);
}

TEST(Document000, AWheelMayBeUsedWithoutAVehicle) {
  World world =
      worldOf(carFile("[{'radius':0.35},{'radius':0.35,'maxForce':2000,'currentForceRatio':0.4}]", ""));
  run(world, 1);
  EXPECT_NEAR(velocity(world).z, 2, 0.1);  // The first moments pass before the wheels carry the car.
}

TEST(Document000, TheForceRatioMayBeSetByOtherMeans) {
  World world = worldOf(carFile(kExample, ""));
  run(world, 2);
  ASSERT_TRUE(world.set(kWheels + "1/currentForceRatio", Value::of(-0.4)));
  run(world, 1);
  EXPECT_NEAR(velocity(world).z, -2, 0.06);
}

TEST(Document000, WithoutAMaxForceAWheelCannotProvideAny) {
  World world = worldOf(carFile("[{'radius':0.35,'currentForceRatio':1},{'currentForceRatio':1}]", ""));
  run(world, 2);
  EXPECT_LT(length(velocity(world)), 0.01);
}

TEST(Document000, WithoutAMaxSteeringAngleAWheelCannotSteer) {
  World world =
      worldOf(carFile("[{'currentSteeringRatio':1},{'maxSteeringAngle':0.5,'currentSteeringRatio':-1}]", ""));
  run(world, 2);
  for (const WheelState& wheel : world.wheels()) EXPECT_NEAR(wheel.steering, wheel.node < 3 ? 0 : -0.5, 1e-9);
}

TEST(Document000, PositiveRatiosTurnToTheLeft) {
  World world = worldOf(carFile(
      "[{'radius':0.35,'maxSteeringAngle':0.5,'currentSteeringRatio':0.5},{'radius':0.35,'maxForce':2000,"
      "'currentForceRatio':0.3}]",
      ""));
  run(world, 2);
  EXPECT_NEAR(world.wheels().at(0).steering, 0.25, 1e-9);
  // Left of +Z is +X: the axle, the first column, has turned from +X towards -Z.
  EXPECT_LT(world.get("/nodes/1/globalMatrix")->numbers[2], -0.2);
  EXPECT_GT(velocity(world).x, 0.1);
}

TEST(Document000, ForwardIsTheWheelsOwnZ) {
  // Turned by a quarter about +Y, wheels push along +X.
  World world =
      worldOf(carFile("[{'radius':0.35,'maxForce':500,'currentForceRatio':1},{'radius':0.35,"
                      "'maxForce':500,'currentForceRatio':1}]",
                      "", ",'rotation':[0,0.7071067811865476,0,0.7071067811865476]"));
  run(world, 1);
  EXPECT_NEAR(velocity(world).x, 2.5, 0.15);
  EXPECT_NEAR(velocity(world).z, 0, 0.01);
}

TEST(Document000, TheRadiusIsAboutTheNodesOrigin) {
  // Radius, 0.3 m to the body's node, less the compression m g/4/k.
  for (const double radius : {0.25, 0.4}) {
    const std::string wheel = "{'radius':" + std::to_string(radius) + "}";
    World world = worldOf(carFile("[" + wheel + "," + wheel + "]"));
    run(world, 4);
    EXPECT_NEAR(world.state(world.bodyOfNode(0)).transform.translation.y,
                radius + 0.3 - 800 * 9.81 / 4 / 20000, 2e-3);
  }
}

TEST(Document000, NoMaterialIsMinusOne) {
  World given = worldOf(
      carFile("[{'physicsMaterial':-1},{'physicsMaterial':-1,'maxForce':900,'currentForceRatio':1}]"));
  World absent = worldOf(carFile("[{},{'maxForce':900,'currentForceRatio':1}]"));
  run(given, 1), run(absent, 1);
  EXPECT_EQ(given.stateHash(), absent.stateHash());
}

TEST(Document000, TheExtensionIsListedAndNeedNotBeRequired) {
  EXPECT_TRUE(loadFromMemory(carFile(kExample)).diagnostics().items().empty());
  EXPECT_TRUE(loadFromMemory(carFile(kExample, kVehicle, "", ",'OMI_vehicle_wheel'",
                                     ",'extensionsRequired':['OMI_vehicle_wheel']"))
                  .ok());
}

}  // namespace
}  // namespace carom::test
