// Drive scripts: what they tell a world and when, and how a wrong one is refused.
#include "carom/output/drive_script.hpp"

#include <gtest/gtest.h>

#include <array>

#include "carom/dialect/load.hpp"
#include "world/vehicle_builder.hpp"

namespace carom {
namespace {

using test::addCar;
using test::SceneBuilder;

/// A car, and a cart with one wheel and two thrusters that no vehicle commands.
struct Yard {
  Yard() {
    car = addCar(b, {0, 1, 0}).body;
    cart = b.node("cart").at(10, 5, 0).dynamic(100);
    b.node("box", cart).collider(test::box(1, 1, 1));
    Scene& scene = b.scene();
    const auto motion = static_cast<std::int32_t>(scene.motions.size()) - 1;
    wheel = b.node("caster", cart).at(0, -1, 0);
    WheelDescription w;
    w.max_propulsion_force = 100, w.max_steering_angle = 0.5, w.steering_change_rate = std::nullopt;
    w.target_propulsion_force_ratio = 0.25, w.target_steering_ratio = -0.5;
    scene.wheel_descriptions.push_back(w);
    scene.wheels.push_back({wheel, last(scene.wheel_descriptions), motion, -1, {}});
    for (const bool hover : {false, true}) {
      const int node = b.node(hover ? "fan" : "jet", cart).at(hover ? 1 : -1, 0, 0);
      (hover ? fan : jet) = node;
      ThrusterDescription t;
      t.hover = hover, t.maximum = 80, t.target_ratio = 0.5, t.max_gimbal = 0.4;
      t.gimbal_change_rate = std::nullopt, t.target_gimbal_ratio = {0.25, 0};
      scene.thruster_descriptions.push_back(t);
      scene.thrusters.push_back({node, last(scene.thruster_descriptions), motion, -1, {}});
    }
    // One of each kind on one node.
    both = b.node("both", cart);
    for (const std::int32_t of : {0, 1}) scene.thrusters.push_back({both, of, motion, -1, {}});
    b.node("twin"), b.node("twin");
  }
  template <class T>
  static std::int32_t last(const std::vector<T>& items) {
    return static_cast<std::int32_t>(items.size()) - 1;
  }
  SceneBuilder b;
  int car = -1, cart = -1, wheel = -1, jet = -1, fan = -1, both = -1;
};

/// With ' for ".
std::string quoted(std::string text) {
  for (char& c : text) c = c == '\'' ? '"' : c;
  return text;
}

struct Drive {
  explicit Drive(const std::string& text) : sim(yard.b) {
    Result<DriveScript> read = DriveScript::read(quoted(text), yard.b.scene());
    EXPECT_TRUE(read.ok()) << text;
    if (read.ok()) script = std::move(read.value());
  }
  /// Until this time has been stepped over.
  void until(double time) {
    while (sim.world.time() < time - 1e-9) script.apply(sim.world), sim.world.step();
  }
  VehicleState car() const { return sim.world.vehicles().front(); }
  WheelState wheel() const { return sim.world.wheels().back(); }
  ThrusterState thruster(int node) const {
    for (const ThrusterState& t : sim.world.thrusters())
      if (t.node == node) return t;
    ADD_FAILURE() << node;
    return {};
  }
  Yard yard;
  test::Simulation sim;
  DriveScript script;
};

TEST(DriveScript, StepsTakeEffectAtTheirTimeInAnyOrder) {
  Drive drive(
      "[{'time':0.5,'name':'car','linearActivation':[0,0,-1]},"
      "{'time':0.25,'name':'car','linearActivation':[0,0,1],'angularActivation':[0,0.5,0]}]");
  drive.until(0.25);
  EXPECT_EQ(drive.car().linear_activation, (DVec3{0, 0, 0}));
  drive.until(0.3);
  EXPECT_EQ(drive.car().linear_activation, (DVec3{0, 0, 1}));
  EXPECT_EQ(drive.car().angular_activation, (DVec3{0, 0.5, 0}));
  drive.until(0.6);
  EXPECT_EQ(drive.car().linear_activation, (DVec3{0, 0, -1}));
  EXPECT_EQ(drive.car().angular_activation, (DVec3{0, 0.5, 0}));  // What is left out stays.
}

TEST(DriveScript, RampsAreStraightLines) {
  Drive drive(
      "[{'time':1,'name':'car','linearActivation':[0,0,0.5],'ramp':true},"
      "{'time':2,'name':'car','linearActivation':[0,0,-0.5],'ramp':true}]");
  drive.until(0.5 + 1.0 / 60);
  EXPECT_NEAR(drive.car().linear_activation.z, 0.25, 1e-9);
  drive.until(1.5 + 1.0 / 60);
  EXPECT_NEAR(drive.car().linear_activation.z, 0, 1e-9);
  drive.until(3);
  EXPECT_EQ(drive.car().linear_activation.z, -0.5);
}

TEST(DriveScript, LeavesAloneWhatItDoesNotName) {
  Drive drive("[{'time':0,'name':'car','angularActivation':[0,1,0]}]");
  drive.sim.world.setVehicleActivation(drive.yard.car, {0, 0, 0.75}, {});
  drive.until(0.1);
  EXPECT_EQ(drive.car().linear_activation, (DVec3{0, 0, 0.75}));
  EXPECT_EQ(drive.car().angular_activation, (DVec3{0, 1, 0}));
  EXPECT_NEAR(drive.wheel().steering, -0.25, 1e-9);
  EXPECT_NEAR(drive.thruster(drive.yard.jet).amount, 40, 1e-9);
}

TEST(DriveScript, TellsWheelsWithoutAVehicle) {
  Drive drive(
      "[{'time':0.2,'name':'caster','targetSteeringRatio':1},"
      "{'time':0.4,'name':'caster','targetPropulsionForceRatio':-1}]");
  drive.until(0.2);
  EXPECT_NEAR(drive.wheel().steering, -0.25, 1e-9);
  drive.until(0.3);
  EXPECT_NEAR(drive.wheel().steering, 0.5, 1e-9);
  EXPECT_NEAR(drive.wheel().propulsion, 25, 1e-9);  // As its file says until it is told something else.
  drive.until(0.5);
  EXPECT_NEAR(drive.wheel().steering, 0.5, 1e-9);
  EXPECT_NEAR(drive.wheel().propulsion, -100, 1e-9);
}

TEST(DriveScript, TellsThrustersWithoutAVehicle) {
  Drive drive(
      "[{'time':0.2,'name':'jet','targetGimbalRatio':[0,-0.5]},"
      "{'time':0.4,'name':'jet','targetForceRatio':1},"
      "{'time':1,'name':'fan','targetHoverRatio':1,'ramp':true}]");
  drive.until(0.3);
  ThrusterState jet = drive.thruster(drive.yard.jet);
  EXPECT_NEAR(jet.amount, 40, 1e-9);
  EXPECT_NEAR(jet.gimbal[0], 0, 1e-9);
  EXPECT_NEAR(jet.gimbal[1], -0.2, 1e-9);
  drive.until(0.5 + 1.0 / 60);
  jet = drive.thruster(drive.yard.jet);
  EXPECT_NEAR(jet.amount, 80, 1e-9);
  EXPECT_NEAR(jet.gimbal[1], -0.2, 1e-9);
  const ThrusterState fan = drive.thruster(drive.yard.fan);
  EXPECT_NEAR(fan.amount, 80 * 0.75, 1e-6);  // From the file's half.
  EXPECT_NEAR(fan.gimbal[0], 0.1, 1e-9);
}

TEST(DriveScript, TellsEachOfTwoThrustersOnOneNode) {
  Drive drive(
      "[{'time':0.2,'name':'both','targetHoverRatio':1},{'time':0.4,'name':'both','targetForceRatio':0},"
      "{'time':0.6,'name':'both','targetGimbalRatio':[0,1]}]");
  const auto amounts = [&] {
    std::array<double, 2> out{};
    for (const ThrusterState& t : drive.sim.world.thrusters())
      if (t.node == drive.yard.both) out[t.hover ? 1 : 0] = t.amount;
    return out;
  };
  drive.until(0.3);
  EXPECT_EQ(amounts(), (std::array<double, 2>{40, 80}));
  drive.until(0.5);
  EXPECT_EQ(amounts(), (std::array<double, 2>{0, 80}));
  drive.until(0.7);
  EXPECT_EQ(amounts(), (std::array<double, 2>{0, 80}));
  for (const ThrusterState& t : drive.sim.world.thrusters()) {
    if (t.node == drive.yard.both) {
      EXPECT_NEAR(t.gimbal[1], 0.4, 1e-9);
    }
  }
}

TEST(DriveScript, TellsWheelsOfAnotherBodyBelowAVehicle) {
  Yard yard;
  Scene scene = yard.b.build();
  scene.wheels.back().vehicle = 0;  // Of the cart, as if that hung below the car.
  EXPECT_TRUE(DriveScript::read(quoted("[{'time':1,'name':'caster','targetSteeringRatio':1}]"), scene).ok());
}

/// Pointer and message of the errors of a script.
std::string errorsOf(const std::string& text) {
  Yard yard;
  const auto read = DriveScript::read(quoted(text), yard.b.scene());
  std::string all;
  if (read.ok()) return all;
  for (const Diagnostic& d : read.diagnostics().items()) all += d.pointer + ": " + d.message + "\n";
  return all;
}

struct Refused {
  const char *script, *pointer, *words;
};

TEST(DriveScript, RefusesWhatIsWrongWithItsPlace) {
  for (const Refused& refused : {
           Refused{"{'time':0}", ": ", "must be an array"},
           Refused{"[4]", "/0: ", "must be an object"},
           Refused{"[{'time':-0.5,'name':'car','linearActivation':[0,0,1]}]", "/0/time: ", "0 or more"},
           Refused{"[{'time':1e999,'name':'car','linearActivation':[0,0,1]}]", "", ""},
           Refused{"[{'name':'car','linearActivation':[0,0,1]}]", "/0: ", "time"},
           Refused{"[{'time':'1','name':'car','linearActivation':[0,0,1]}]", "/0/time: ", "number"},
           Refused{"[{'time':1,'name':'car','throttle':1,'linearActivation':[0,0,1]}]",
                   "/0/throttle: ", "unknown member"},
           Refused{"[{'time':1,'name':'car'}]", "/0: ", "has no command"},
           Refused{"[{'time':1,'linearActivation':[0,0,1]}]", "/0: ", "exactly one"},
           Refused{"[{'time':1,'name':'car','node':0,'linearActivation':[0,0,1]}]", "/0: ", "exactly one"},
           Refused{"[{'time':1,'node':999,'linearActivation':[0,0,1]}]", "/0/node: ", "index"},
           Refused{"[{'time':1,'node':-1,'linearActivation':[0,0,1]}]", "/0/node: ", "index"},
           Refused{"[{'time':1,'node':0.5,'linearActivation':[0,0,1]}]", "/0/node: ", "index"},
           Refused{"[{'time':1,'name':'lorry','linearActivation':[0,0,1]}]", "/0/name: ", "name"},
           Refused{"[{'time':1,'name':'','linearActivation':[0,0,1]}]", "/0/name: ", "name"},
           Refused{"[{'time':1,'name':3,'linearActivation':[0,0,1]}]", "/0/name: ", "name"},
           Refused{"[{'time':1,'name':'twin','linearActivation':[0,0,1]}]", "/0/name: ", "2 nodes"},
           Refused{"[{'time':1,'name':'car','linearActivation':[0,0,1.5]}]",
                   "/0/linearActivation: ", "-1 to 1"},
           Refused{"[{'time':1,'name':'car','linearActivation':[0,1]}]", "/0/linearActivation: ", "three"},
           Refused{"[{'time':1,'name':'car','linearActivation':1}]", "/0/linearActivation: ", "three"},
           Refused{"[{'time':1,'name':'car','angularActivation':[0,'1',0]}]",
                   "/0/angularActivation: ", "three"},
           Refused{"[{'time':1,'name':'car','ramp':1,'linearActivation':[0,0,1]}]", "/0/ramp: ", "true"},
           Refused{"[{'time':1,'name':'cart','linearActivation':[0,0,1]}]",
                   "/0/linearActivation: ", "not a vehicle body"},
           Refused{"[{'time':1,'name':'car','targetSteeringRatio':1}]",
                   "/0/targetSteeringRatio: ", "not a wheel"},
           Refused{"[{'time':1,'name':'caster','targetSteeringRatio':-2}]",
                   "/0/targetSteeringRatio: ", "-1 to 1"},
           Refused{"[{'time':1,'name':'jet','targetForceRatio':-0.1}]", "/0/targetForceRatio: ", "0 to 1"},
           Refused{"[{'time':1,'name':'jet','targetHoverRatio':1}]",
                   "/0/targetHoverRatio: ", "not a hover thruster"},
           Refused{"[{'time':1,'name':'fan','targetForceRatio':1}]",
                   "/0/targetForceRatio: ", "not a thruster"},
           Refused{"[{'time':1,'name':'car','targetGimbalRatio':[0,0]}]",
                   "/0/targetGimbalRatio: ", "not a thruster or hover thruster"},
           Refused{"[{'time':1,'name':'jet','targetGimbalRatio':[0,0,0]}]",
                   "/0/targetGimbalRatio: ", "two numbers"},
           Refused{"[{'time':1,", "", ""},
           Refused{"", "", ""},
       }) {
    const std::string errors = errorsOf(refused.script);
    EXPECT_FALSE(errors.empty()) << refused.script;
    EXPECT_EQ(errors.rfind(refused.pointer, 0), 0u) << refused.script << "\n" << errors;
    EXPECT_NE(errors.find(refused.words), std::string::npos) << refused.script << "\n" << errors;
  }
}

TEST(DriveScript, NamesEveryError) {
  const std::string errors = errorsOf(
      "[{'time':1,'name':'lorry','linearActivation':[0,0,1]},{'time':0,'name':'car','linearActivation':[0,0,"
      "1]},"
      "{'time':-1,'name':'car','linearActivation':[0,0,1]}]");
  EXPECT_NE(errors.find("/0/name: "), std::string::npos) << errors;
  EXPECT_NE(errors.find("/2/time: "), std::string::npos) << errors;
  EXPECT_EQ(errors.find("/1"), std::string::npos) << errors;
}

TEST(DriveScript, NamesEveryErrorOfAnEntry) {
  const std::string errors = errorsOf(
      "[{'time':'soon','name':'car','speed':3,'ramp':1,'linearActivation':[0,0,2],'targetSteeringRatio':5},"
      "{'time':-1,'name':'lorry','angularActivation':3}]");
  for (const char* pointer : {"/0/time: ", "/0/speed: ", "/0/ramp: ", "/0/linearActivation: ",
                              "/0/targetSteeringRatio: ", "/1/time: ", "/1/name: ", "/1/angularActivation: "})
    EXPECT_NE(errors.find(pointer), std::string::npos) << pointer << "\n" << errors;
}

TEST(DriveScript, WheelsOfAVehicleAreForTheVehicleToCommand) {
  Yard yard;
  const std::string node = std::to_string(yard.b.scene().wheels.front().node);
  const auto read =
      DriveScript::read(quoted("[{'time':1,'node':" + node + ",'targetSteeringRatio':1}]"), yard.b.scene());
  EXPECT_FALSE(read.ok());
}

/// A ball by itself, as a file has it.
const std::string kBallFile =
    "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_implicit_shapes','KHR_physics_rigid_bodies'],"
    "'extensions':{'KHR_implicit_shapes':{'shapes':[{'type':'sphere'}]},'KHR_physics_rigid_bodies':{}},"
    "'nodes':[{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1},'collider':{'geometry':{'shape':"
    "0}}}}}]}";

TEST(DriveScript, AnyValueIsToldByItsPointer) {
  const auto scene = loadFromMemory(quoted(kBallFile));
  ASSERT_TRUE(scene.ok());
  const std::string factor = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor";
  auto script = DriveScript::read(
      quoted("[{'time':0,'pointer':'" + factor + "','value':0},{'time':1,'pointer':'" + factor +
             "','value':1},{'time':2,'pointer':'" + factor + "','value':3,'ramp':true}]"),
      scene.value());
  ASSERT_TRUE(script.ok());
  World world(scene.value());
  for (int i = 0; i <= 120; ++i) {
    script->apply(world);
    const double time = world.time();
    const double wanted = time < 1 - 1e-9 ? 0 : 1 + 2 * (time - 1);
    EXPECT_NEAR(world.get(factor)->numbers[0], wanted, 1e-9) << time;
    world.step();
  }
}

TEST(DriveScript, WrongPointersAndValuesAreErrors) {
  const auto scene = loadFromMemory(quoted(kBallFile));
  ASSERT_TRUE(scene.ok());
  const std::string mass = "'pointer':'/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass'";
  for (const std::string& entry :
       {std::string("'pointer':'/nodes/7/translation','value':[0,0,0]"), std::string("'pointer':3,'value':1"),
        mass, mass + ",'value':'heavy'", mass + ",'value':[1]", mass + ",'value':1,'node':0",
        std::string("'pointer':'/nodes/0/globalMatrix','value':1"),
        std::string("'pointer':'/nodes/0/translation','value':[0,0]")})
    EXPECT_FALSE(DriveScript::read(quoted("[{'time':1," + entry + "}]"), scene.value()).ok()) << entry;
}

TEST(DriveScript, NamesOfDocument000AreRead) {
  Yard yard;
  const int node = yard.b.scene().wheels.front().node;
  yard.b.scene().vehicles.clear();
  for (Wheel& wheel : yard.b.scene().wheels) wheel.vehicle = -1;
  for (const std::string member : {"currentForceRatio", "currentSteeringRatio"})
    EXPECT_TRUE(
        DriveScript::read(quoted("[{'time':1,'node':" + std::to_string(node) + ",'" + member + "':0.5}]"),
                          yard.b.build())
            .ok())
        << member;
}

TEST(DriveScript, DeepNestingIsAnError) {
  EXPECT_FALSE(errorsOf(std::string(100000, '[')).empty());
  EXPECT_FALSE(errorsOf(std::string(100000, '[') + std::string(100000, ']')).empty());
}

TEST(DriveScript, HelpNamesEveryMember) {
  for (const char* member :
       {"time", "node", "name", "ramp", "linearActivation", "angularActivation", "targetPropulsionForceRatio",
        "targetSteeringRatio", "targetForceRatio", "targetHoverRatio", "targetGimbalRatio"})
    EXPECT_NE(DriveScript::help().find(member), std::string_view::npos) << member;
}

}  // namespace
}  // namespace carom
