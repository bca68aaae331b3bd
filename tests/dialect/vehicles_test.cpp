// Vehicles, wheels of both revisions, thrusters, seats.
#include <gtest/gtest.h>

#include <filesystem>

#include "physics_file.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

const std::string kWheels = "/extensions/OMI_vehicle_wheel/wheels/";

/// A file with the companions listed: members of the root's `extensions`, and the nodes.
std::string companionFile(const std::string& root, const std::string& nodes) {
  return "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_implicit_shapes',"
         "'OMI_physics_body','OMI_vehicle_body','OMI_vehicle_wheel','OMI_vehicle_thruster',"
         "'OMI_vehicle_hover_thruster','OMI_seat'],'extensions':{" +
         root + "},'nodes':[" + nodes + "]}";
}
std::string wheels(const std::string& list) {
  return "'OMI_vehicle_wheel':{'wheels':[" + list + "]}";
}
/// A dynamic body that is a vehicle, with members of it, and nodes below it with the given extensions.
std::string vehicle(const std::string& members, const std::vector<std::string>& parts) {
  std::string text =
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'mass':1}},'OMI_vehicle_body':{" + members + "}}";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i > 0 ? "," : ",'children':[") + std::to_string(i + 1);
  text += parts.empty() ? "}" : "]}";
  for (const std::string& part : parts) text += ",{'extensions':{" + part + "}}";
  return text;
}
const std::string kWheelNode = "'OMI_vehicle_wheel':{'wheel':0}";
const std::string kWheelPointer = "/nodes/1/extensions/OMI_vehicle_wheel";

WheelDescription onlyWheel(const Loaded& file) {
  EXPECT_TRUE(file.ok()) << file.all();
  return file.ok() ? file.scene().wheel_descriptions.at(0) : WheelDescription();
}
/// A file whose only wheel has these members.
Loaded wheelFile(const std::string& members) {
  return Loaded(companionFile(wheels("{" + members + "}"), vehicle("", {kWheelNode})));
}

const std::string kSuspension =
    "'suspensionStiffness':30000,'suspensionDampingCompression':1000,'suspensionDampingRebound':1500,"
    "'suspensionTravel':0.5";

TEST(Wheels, EveryField) {
  const Loaded file(companionFile(
      "'KHR_physics_rigid_bodies':{'physicsMaterials':[{},{'staticFriction':2}]}," +
          wheels("{'radius':0.4,'width':0.2,'maxPropulsionForce':900,'brakingForce':4000,"
                 "'propulsionForceChangeRate':500,'targetPropulsionForceRatio':-0.5,'maxSteeringAngle':0.5,"
                 "'steeringChangeRate':2,'targetSteeringRatio':0.25,'physicsMaterial':1," +
                 kSuspension + "}"),
      vehicle("", {kWheelNode})));
  const WheelDescription wheel = onlyWheel(file);
  EXPECT_EQ(wheel.radius, 0.4);
  EXPECT_EQ(wheel.width, 0.2);
  EXPECT_EQ(wheel.max_propulsion_force, 900);
  EXPECT_EQ(wheel.braking_force, 4000);
  EXPECT_EQ(wheel.propulsion_force_change_rate, 500);
  EXPECT_EQ(wheel.target_propulsion_force_ratio, -0.5);
  EXPECT_EQ(wheel.max_steering_angle, 0.5);
  EXPECT_EQ(wheel.steering_change_rate, 2);
  EXPECT_EQ(wheel.target_steering_ratio, 0.25);
  EXPECT_EQ(wheel.suspension_stiffness, 30000);
  EXPECT_EQ(wheel.suspension_damping_compression, 1000);
  EXPECT_EQ(wheel.suspension_damping_rebound, 1500);
  EXPECT_EQ(wheel.suspension_travel, 0.5);
  EXPECT_EQ(wheel.material, 1);
  EXPECT_EQ(wheel.origin.pointer, kWheels + "0");
  ASSERT_EQ(file.scene().wheels.size(), 1u);
  EXPECT_EQ(file.scene().wheels[0].node, 1);
  EXPECT_EQ(file.scene().wheels[0].motion, 0);
  EXPECT_EQ(file.scene().wheels[0].vehicle, 0);
  EXPECT_EQ(file.scene().wheels[0].origin.pointer, kWheelPointer);
  EXPECT_EQ(file.scene().dialects, (std::vector<std::string>{"khr", "vehicle-v2"}));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Wheels, Defaults) {
  const Loaded file = wheelFile("");
  const WheelDescription wheel = onlyWheel(file), plain;
  EXPECT_EQ(wheel.radius, 0.25);
  EXPECT_EQ(wheel.width, 0.125);
  EXPECT_EQ(wheel.suspension_stiffness, 20000);
  EXPECT_EQ(wheel.suspension_damping_compression, 2000);
  EXPECT_EQ(wheel.suspension_damping_rebound, 2000);
  EXPECT_EQ(wheel.suspension_travel, 0.25);
  EXPECT_EQ(wheel.max_propulsion_force, 0);
  EXPECT_EQ(wheel.max_steering_angle, 0);
  EXPECT_EQ(wheel.material, -1);
  EXPECT_FALSE(wheel.braking_force);
  EXPECT_FALSE(wheel.propulsion_force_change_rate);
  EXPECT_EQ(wheel.steering_change_rate, 1.0);
  EXPECT_EQ(file.scene().dialects, (std::vector<std::string>{"khr", "vehicle-v2"}));
}

TEST(Wheels, OfDocument000) {
  const Loaded file = wheelFile(
      "'maxForce':900,'currentForceRatio':0.5,'currentSteeringRatio':-1,'physicsMaterial':-1," + kSuspension);
  const WheelDescription wheel = onlyWheel(file);
  EXPECT_EQ(wheel.max_propulsion_force, 900);
  EXPECT_EQ(wheel.target_propulsion_force_ratio, 0.5);
  EXPECT_EQ(wheel.target_steering_ratio, -1);
  EXPECT_EQ(wheel.suspension_travel, 0.5);
  // What the newer revision says by leaving them out.
  EXPECT_FALSE(wheel.braking_force);
  EXPECT_FALSE(wheel.propulsion_force_change_rate);
  EXPECT_EQ(wheel.steering_change_rate, 1.0);
  EXPECT_EQ(file.scene().dialects, (std::vector<std::string>{"khr", "vehicle-v1"}));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Wheels, OfBothRevisionsInOneFile) {
  const Loaded file(companionFile(wheels("{'maxForce':1},{'brakingForce':2}"), vehicle("", {kWheelNode})));
  EXPECT_LOADED(file);
  EXPECT_EQ(file.scene().wheel_descriptions.at(0).max_propulsion_force, 1);
  EXPECT_EQ(file.scene().wheel_descriptions.at(1).braking_force, 2);
  EXPECT_EQ(file.scene().dialects, (std::vector<std::string>{"khr", "vehicle-v1", "vehicle-v2"}));
  EXPECT_TRUE(file.said().items().empty()) << file.all();
}

TEST(Wheels, WithNamesOfBothRevisionsAreCurrent) {
  const Loaded file =
      wheelFile("'maxForce':900,'maxPropulsionForce':700,'brakingForce':5,'currentSteeringRatio':0.5");
  const WheelDescription wheel = onlyWheel(file);
  EXPECT_EQ(wheel.max_propulsion_force, 700);
  EXPECT_EQ(wheel.target_steering_ratio, 0.5);
  EXPECT_EQ(wheel.braking_force, 5);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsMisspelling, kWheels + "0/maxForce");
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsMisspelling, kWheels + "0/currentSteeringRatio");
  EXPECT_EQ(file.said().items().size(), 2u) << file.all();
  EXPECT_EQ(file.scene().dialects, (std::vector<std::string>{"khr", "vehicle-v2"}));
}

TEST(Wheels, NegativeNumbersThatSayNone) {
  const WheelDescription wheel =
      onlyWheel(wheelFile("'brakingForce':-1.0,'propulsionForceChangeRate':-5,'steeringChangeRate':-0.1"));
  EXPECT_FALSE(wheel.braking_force);
  EXPECT_FALSE(wheel.propulsion_force_change_rate);
  EXPECT_FALSE(wheel.steering_change_rate);
  const WheelDescription zero = onlyWheel(wheelFile("'brakingForce':0,'steeringChangeRate':0"));
  EXPECT_EQ(zero.braking_force, 0);
  EXPECT_EQ(zero.steering_change_rate, 0);
}

TEST(Wheels, BadNumbersAreErrors) {
  const std::string at = kWheels + "0/";
  for (const std::string name : {"radius", "width", "suspensionStiffness"}) {
    for (const std::string value : {"0", "-1", "1e300", "1e-60"})
      if (name != "width" || value == "-1" || value == "1e300")
        EXPECT_ERROR(wheelFile("'" + name + "':" + value), codes::kPhysicsRange, at + name);
  }
  for (const std::string name : {"suspensionDampingCompression", "suspensionDampingRebound",
                                 "suspensionTravel", "maxPropulsionForce", "maxForce", "maxSteeringAngle"}) {
    EXPECT_ERROR(wheelFile("'" + name + "':-1"), codes::kPhysicsRange, at + name);
    EXPECT_LOADED(wheelFile("'" + name + "':0"));
  }
  EXPECT_ERROR(wheelFile("'maxSteeringAngle':3.2"), codes::kPhysicsRange, at + "maxSteeringAngle");
  EXPECT_LOADED(wheelFile("'maxSteeringAngle':3.1415927410125732"));  // π in 32 bits.
  EXPECT_ERROR(wheelFile("'brakingForce':Infinity"), codes::kPhysicsRange, at + "brakingForce");
  EXPECT_ERROR(wheelFile("'physicsMaterial':0"), codes::kPhysicsReference, at + "physicsMaterial");
}

TEST(Wheels, RatiosBeyondTheirRangeAreHints) {
  for (const std::string name :
       {"targetPropulsionForceRatio", "targetSteeringRatio", "currentForceRatio", "currentSteeringRatio"}) {
    const Loaded file = wheelFile("'" + name + "':-1.5");
    EXPECT_LOADED(file);
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, kWheels + "0/" + name);
    EXPECT_TRUE(wheelFile("'" + name + "':-1").said().items().empty());
  }
}

TEST(Wheels, NameMaterialsOfTheNewestFamilyThatHasAny) {
  const auto materialOf = [](const std::string& root) {
    const Loaded file(companionFile(root + "," + wheels("{'physicsMaterial':0}"), vehicle("", {kWheelNode})));
    EXPECT_TRUE(file.ok()) << file.all();
    const Scene& scene = file.scene();
    return scene.materials.at(static_cast<std::size_t>(scene.wheel_descriptions.at(0).material))
        .static_friction;
  };
  const std::string omi = "'OMI_physics_body':{'physicsMaterials':[{'staticFriction':2}]}";
  EXPECT_EQ(materialOf(omi), 2);
  EXPECT_EQ(materialOf("'KHR_physics_rigid_bodies':{}," + omi), 2);
  EXPECT_EQ(materialOf("'KHR_physics_rigid_bodies':{'physicsMaterials':[{'staticFriction':3}]}," + omi), 3);
}

TEST(Wheels, WithoutADynamicBodyDoNothing) {
  const auto tried = [](const std::string& body, std::int32_t motion) {
    const Loaded file(
        companionFile(wheels("{}"), "{'children':[1]" + body + "},{'extensions':{" + kWheelNode + "}}"));
    EXPECT_TRUE(file.ok()) << file.all();
    EXPECT_SAID(file, Severity::Warning, codes::kPhysicsNoEffect, kWheelPointer);
    EXPECT_EQ(file.scene().wheels.at(0).motion, motion);
  };
  tried("", -1);
  tried(",'extensions':{'KHR_physics_rigid_bodies':{'motion':{'isKinematic':true}}}", 0);
  tried(",'extensions':{'OMI_physics_body':{'motion':{'type':'static'}}}", -1);
}

TEST(Wheels, ActOnTheNearestBodyAndObeyTheNearestVehicle) {
  // A trailer on its own body below the car, and carried by it: the car does not command it, which is said.
  const Loaded file(companionFile(
      wheels("{}"),
      "{'children':[1],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_vehicle_body':{}}},"
      "{'children':[2],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}}}},"
      "{'children':[3],'extensions':{" +
          kWheelNode + "}},{'extensions':{" + kWheelNode + "}}"));
  EXPECT_LOADED(file);
  for (const Wheel& wheel : file.scene().wheels) {
    EXPECT_EQ(wheel.motion, 1);
    EXPECT_EQ(wheel.vehicle, 0);
  }
  EXPECT_EQ(file.scene().wheels.size(), 2u);
  for (const char* node : {"2", "3"}) {
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual,
                "/nodes/" + std::string(node) + "/extensions/OMI_vehicle_wheel");
  }
}

TEST(Wheels, CollidersBelowThemAreHints) {
  const std::string collider =
      "'extensions':{'KHR_physics_rigid_bodies':{'collider':{'geometry':{'shape':0}}}}";
  const Loaded file(companionFile(
      "'KHR_implicit_shapes':{'shapes':[{'type':'sphere'}]}," + wheels("{}"),
      "{'children':[1,4],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_vehicle_body':{}}},"
      "{'children':[2,5],'extensions':{" +
          kWheelNode + "}},{'children':[3]},{" + collider + "},{" + collider +
          "},{'children':[6],'extensions':{'KHR_physics_rigid_bodies':{'motion':{}}}},{" + collider + "}"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual,
              "/nodes/3/extensions/KHR_physics_rigid_bodies/collider");
  // Neither beside the wheel nor below it on a body of its own.
  for (const Diagnostic& d : file.scene().diagnostics.items()) {
    EXPECT_EQ(d.pointer.rfind("/nodes/4", 0), std::string::npos) << d.message;
    EXPECT_EQ(d.pointer.rfind("/nodes/6", 0), std::string::npos) << d.message;
  }
}

TEST(Wheels, OnTheVehiclesOwnNodeAreReported) {
  const Loaded file(companionFile(
      wheels("{}"),
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{}},'OMI_vehicle_body':{}," + kWheelNode + "}}"));
  EXPECT_LOADED(file);
  EXPECT_SAID(file, Severity::Warning, codes::kPhysicsUnusual, "/nodes/0/extensions/OMI_vehicle_wheel");
  EXPECT_EQ(file.scene().wheels.at(0).vehicle, 0);
}

TEST(Thrusters, EveryFieldOfBothKinds) {
  const Loaded file(companionFile(
      "'OMI_vehicle_thruster':{'thrusters':[{'maxForce':100,'forceChangeRate':50,'targetForceRatio':0.5,"
      "'maxGimbal':0.2,'gimbalChangeRate':-1,'targetGimbalRatio':[0.5,-0.25],'linearGimbalAdjustRatio':0.1},"
      "{'maxForce':1}]},'OMI_vehicle_hover_thruster':{'hoverThrusters':[{'maxHoverEnergy':7},"
      "{'maxHoverEnergy':200,'hoverEnergyChangeRate':9,'targetHoverRatio':0.75,'gimbalChangeRate':2}]}",
      vehicle("", {"'OMI_vehicle_thruster':{'thruster':1}",
                   "'OMI_vehicle_hover_thruster':{'hoverThruster':1}"})));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const std::vector<ThrusterDescription>& list = file.scene().thruster_descriptions;
  ASSERT_EQ(list.size(), 4u);
  EXPECT_FALSE(list[0].hover);
  EXPECT_EQ(list[0].maximum, 100);
  EXPECT_EQ(list[0].change_rate, 50);
  EXPECT_EQ(list[0].target_ratio, 0.5);
  EXPECT_EQ(list[0].max_gimbal, 0.2);
  EXPECT_FALSE(list[0].gimbal_change_rate);
  EXPECT_EQ(list[0].target_gimbal_ratio, (std::array<double, 2>{0.5, -0.25}));
  EXPECT_EQ(list[0].linear_gimbal_adjust_ratio, 0.1);
  EXPECT_FALSE(list[1].change_rate);
  EXPECT_EQ(list[1].gimbal_change_rate, 1.0);
  EXPECT_EQ(list[1].linear_gimbal_adjust_ratio, 0);
  EXPECT_TRUE(list[2].hover);
  EXPECT_EQ(list[2].linear_gimbal_adjust_ratio, 0.5);
  EXPECT_EQ(list[3].maximum, 200);
  EXPECT_EQ(list[3].change_rate, 9);
  EXPECT_EQ(list[3].target_ratio, 0.75);
  EXPECT_EQ(list[3].gimbal_change_rate, 2);
  const std::vector<Thruster>& thrusters = file.scene().thrusters;
  ASSERT_EQ(thrusters.size(), 2u);
  EXPECT_EQ(thrusters[0].description, 1);
  EXPECT_EQ(thrusters[1].description, 3);
  for (const Thruster& thruster : thrusters) {
    EXPECT_EQ(thruster.motion, 0);
    EXPECT_EQ(thruster.vehicle, 0);
  }
}

TEST(Thrusters, BadValues) {
  const auto thruster = [](const std::string& members) {
    return Loaded(companionFile("'OMI_vehicle_thruster':{'thrusters':[{" + members + "}]}",
                                vehicle("", {"'OMI_vehicle_thruster':{'thruster':0}"})));
  };
  const std::string at = "/extensions/OMI_vehicle_thruster/thrusters/0/";
  EXPECT_ERROR(thruster(""), codes::kPhysicsMissing, at + "maxForce");
  EXPECT_ERROR(thruster("'maxForce':-1"), codes::kPhysicsRange, at + "maxForce");
  EXPECT_ERROR(thruster("'maxForce':1,'targetForceRatio':-1"), codes::kPhysicsRange, at + "targetForceRatio");
  EXPECT_ERROR(thruster("'maxForce':1,'maxGimbal':4"), codes::kPhysicsRange, at + "maxGimbal");
  EXPECT_ERROR(thruster("'maxForce':1,'linearGimbalAdjustRatio':2"), codes::kPhysicsRange,
               at + "linearGimbalAdjustRatio");
  for (const std::string hinted : {"'targetForceRatio':1.5", "'targetGimbalRatio':[0.8,0.8]"}) {
    const Loaded file = thruster("'maxForce':1," + hinted);
    EXPECT_LOADED(file);
    EXPECT_SAID(file, Severity::Hint, codes::kPhysicsUnusual, at + hinted.substr(1, hinted.find(':') - 2));
  }
  EXPECT_SAID(thruster("'maxForce':0"), Severity::Hint, codes::kPhysicsUnusual, at + "maxForce");
  const Loaded free(companionFile("'OMI_vehicle_thruster':{'thrusters':[{'maxForce':1}]}",
                                  "{'extensions':{'OMI_vehicle_thruster':{'thruster':0}}}"));
  EXPECT_SAID(free, Severity::Warning, codes::kPhysicsNoEffect, "/nodes/0/extensions/OMI_vehicle_thruster");
}

const std::string kSeat = "'OMI_seat':{'back':[0,0,-0.25],'foot':[0,-0.5,0.25],'knee':[0,0,0.25],'angle':2}";

TEST(Vehicles, EveryField) {
  const Loaded file(companionFile(
      "'KHR_physics_rigid_bodies':{}",
      vehicle("'angularActivation':[0,0.5,0],'linearActivation':[0,0,-1],'gyroTorque':[1,2,3],'maxSpeed':30,"
              "'pilotSeat':2,'angularDampeners':false,'linearDampeners':false,'useThrottle':true",
              {kSeat, kSeat})));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Scene& scene = file.scene();
  ASSERT_EQ(scene.vehicles.size(), 1u);
  const Vehicle& v = scene.vehicles[0];
  EXPECT_EQ(v.node, 0);
  EXPECT_EQ(v.motion, 0);
  EXPECT_EQ(v.angular_activation, DVec3(0, 0.5, 0));
  EXPECT_EQ(v.linear_activation, DVec3(0, 0, -1));
  EXPECT_EQ(v.gyro_torque, DVec3(1, 2, 3));
  EXPECT_EQ(v.max_speed, 30);
  EXPECT_EQ(v.pilot_seat, 1);
  EXPECT_FALSE(v.angular_dampeners || v.linear_dampeners);
  EXPECT_TRUE(v.use_throttle);
  ASSERT_EQ(scene.seats.size(), 2u);
  EXPECT_EQ(scene.seats[1].node, 2);
  EXPECT_EQ(scene.seats[1].back, DVec3(0, 0, -0.25));
  EXPECT_EQ(scene.seats[1].foot, DVec3(0, -0.5, 0.25));
  EXPECT_EQ(scene.seats[1].knee, DVec3(0, 0, 0.25));
  EXPECT_EQ(scene.seats[1].angle, 2);
  EXPECT_EQ(scene.dialects, (std::vector<std::string>{"khr", "vehicle-v2", "seat"}));
}

TEST(Vehicles, Defaults) {
  const Loaded file(companionFile("", vehicle("'maxSpeed':-1,'pilotSeat':-1", {})));
  EXPECT_LOADED(file);
  EXPECT_TRUE(file.said().items().empty()) << file.all();
  const Vehicle& v = file.scene().vehicles.at(0);
  EXPECT_FALSE(v.max_speed);
  EXPECT_EQ(v.pilot_seat, -1);
  EXPECT_TRUE(v.angular_dampeners && v.linear_dampeners);
  EXPECT_FALSE(v.use_throttle);
}

TEST(Vehicles, BadValues) {
  const std::string at = "/nodes/0/extensions/OMI_vehicle_body";
  const auto loaded = [](const std::string& members) {
    return Loaded(companionFile("", vehicle(members, {kSeat})));
  };
  EXPECT_ERROR(loaded("'pilotSeat':9"), codes::kPhysicsReference, at + "/pilotSeat");
  EXPECT_ERROR(loaded("'gyroTorque':[0,-1,0]"), codes::kPhysicsRange, at + "/gyroTorque/1");
  const Loaded no_seat = loaded("'pilotSeat':0");
  EXPECT_LOADED(no_seat);
  EXPECT_SAID(no_seat, Severity::Warning, codes::kPhysicsNoEffect, at + "/pilotSeat");
  EXPECT_EQ(no_seat.scene().vehicles.at(0).pilot_seat, -1);
  EXPECT_SAID(loaded("'linearActivation':[0,0,2]"), Severity::Hint, codes::kPhysicsUnusual,
              at + "/linearActivation");
  EXPECT_SAID(loaded("'angularActivation':[-3,0,0]"), Severity::Hint, codes::kPhysicsUnusual,
              at + "/angularActivation");
}

TEST(Vehicles, NeedADynamicBodyOnTheirNode) {
  const std::string at = "/nodes/0/extensions/OMI_vehicle_body";
  const Loaded none(companionFile("", "{'extensions':{'OMI_vehicle_body':{}}}"));
  EXPECT_LOADED(none);
  EXPECT_SAID(none, Severity::Warning, codes::kPhysicsNoEffect, at);
  EXPECT_EQ(none.scene().vehicles.at(0).motion, -1);
  // The body above is another one's.
  const Loaded below(companionFile("",
                                   "{'extensions':{'OMI_vehicle_body':{}}},{'children':[0],'extensions':{"
                                   "'KHR_physics_rigid_bodies':{'motion':{}}}}"));
  EXPECT_SAID(below, Severity::Warning, codes::kPhysicsNoEffect, at);
  EXPECT_EQ(below.scene().vehicles.at(0).motion, -1);
  const Loaded kinematic(companionFile(
      "",
      "{'extensions':{'KHR_physics_rigid_bodies':{'motion':{'isKinematic':true}},'OMI_vehicle_body':{}}}"));
  EXPECT_SAID(kinematic, Severity::Warning, codes::kPhysicsNoEffect, at);
}

TEST(Seats, PointsOnOneLineAreAHint) {
  const auto loaded = [](const std::string& points) {
    return Loaded(companionFile("", "{'extensions':{'OMI_seat':{" + points + "}}}"));
  };
  const std::string at = "/nodes/0/extensions/OMI_seat";
  for (const std::string line :
       {"'back':[0,0,0],'knee':[0,0,1],'foot':[0,0,2]", "'back':[0,0,0],'knee':[0,0,1],'foot':[0,0.001,3]",
        "'back':[1,1,1],'knee':[1,1,1],'foot':[0,0,2]"}) {
    EXPECT_SAID(loaded(line), Severity::Hint, codes::kPhysicsUnusual, at);
  }
  EXPECT_TRUE(loaded("'back':[0,0,0],'knee':[0,0,1],'foot':[0,-0.1,2]").said().items().empty());
  EXPECT_ERROR(loaded("'back':[0,0,0],'knee':[0,0,1]"), codes::kPhysicsMissing, at + "/foot");
  EXPECT_EQ(loaded("'back':[0,0,0],'knee':[0,0,1],'foot':[0,-1,1]").scene().seats.at(0).angle,
            1.5707963267948966);
}

TEST(Vehicles, ExtensionDataOfAnyShapeNeverCrashes) {
  const std::string values[] = {"null", "true", "1",    "-1",   "1e300", "'x'",
                                "[]",   "{}",   "[[]]", "[{}]", "[null]"};
  for (const std::string& value : values) {
    for (const std::string& inner : values) {
      const Loaded file(companionFile(
          "'OMI_vehicle_wheel':{'wheels':" + value + "},'OMI_vehicle_thruster':{'thrusters':[{'maxForce':" +
              inner + ",'targetGimbalRatio':" + value + "}]},'OMI_vehicle_hover_thruster':" + inner,
          "{'extensions':{'OMI_vehicle_body':{'pilotSeat':" + value + ",'gyroTorque':" + inner +
              "},'OMI_vehicle_wheel':{'wheel':" + inner + "},'OMI_seat':{'back':" + value +
              ",'knee':" + inner + "}}},{'extensions':{'OMI_vehicle_body':" + value +
              ",'OMI_vehicle_wheel':" + value + ",'OMI_vehicle_thruster':" + inner +
              ",'OMI_vehicle_hover_thruster':{'hoverThruster':" + value + "},'OMI_seat':" + inner + "}}"));
      EXPECT_FALSE(file.ok());
    }
  }
}

fs::path shared(const std::string& path) {
  return fs::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets" / path;
}

/// The scenes of two files say the same of wheels.
void expectSameWheels(const Scene& a, const Scene& b) {
  ASSERT_EQ(a.wheels.size(), b.wheels.size());
  ASSERT_EQ(a.wheel_descriptions.size(), b.wheel_descriptions.size());
  for (std::size_t i = 0; i < a.wheels.size(); ++i) {
    EXPECT_EQ(a.wheels[i].node, b.wheels[i].node);
    EXPECT_EQ(a.wheels[i].description, b.wheels[i].description);
  }
  for (std::size_t i = 0; i < a.wheel_descriptions.size(); ++i) {
    const WheelDescription &p = a.wheel_descriptions[i], &q = b.wheel_descriptions[i];
    EXPECT_EQ(p.radius, q.radius);
    EXPECT_EQ(p.max_propulsion_force, q.max_propulsion_force);
    EXPECT_EQ(p.braking_force, q.braking_force);
    EXPECT_EQ(p.steering_change_rate, q.steering_change_rate);
    EXPECT_EQ(p.propulsion_force_change_rate, q.propulsion_force_change_rate);
    EXPECT_EQ(p.max_steering_angle, q.max_steering_angle);
    EXPECT_EQ(p.suspension_stiffness, q.suspension_stiffness);
    EXPECT_EQ(p.material < 0, q.material < 0);
  }
}

TEST(Vehicles, OwnCarIsTheSameInBothRevisions) {
  const fs::path folder = fs::path(CAROM_SOURCE_DIR) / "scenes" / "vehicles";
  const Result<Scene> current = load(folder / "car.gltf"), first = load(folder / "car_v1.gltf");
  ASSERT_TRUE(current.ok() && first.ok());
  EXPECT_EQ(current->dialects, (std::vector<std::string>{"khr", "vehicle-v2", "seat"}));
  EXPECT_EQ(first->dialects, (std::vector<std::string>{"omi", "vehicle-v1", "seat"}));
  EXPECT_EQ(current->wheels.size(), 4u);
  expectSameWheels(*current, *first);
  for (const Result<Scene>* scene : {&current, &first})
    EXPECT_TRUE((*scene)->diagnostics.items().empty()) << (*scene)->source;
}

TEST(Vehicles, TheAuthorsCarIsTheSameInBothRevisions) {
  const std::string name = "OMI_vehicle_wheel/examples/simple_car.gltf";
  if (!fs::exists(shared("omi-2026"))) GTEST_SKIP() << "no shared assets";
  const Result<Scene> current = load(shared("omi-2026/" + name)),
                      first = load(shared("omi-2025-vehicles/" + name));
  ASSERT_TRUE(current.ok() && first.ok());
  EXPECT_EQ(current->wheels.size(), 4u);
  EXPECT_EQ(current->vehicles.at(0).pilot_seat, 3);
  expectSameWheels(*current, *first);
}

TEST(Vehicles, TheAuthorsFilesHaveNothingToObjectTo) {
  if (!fs::exists(shared("omi-2026"))) GTEST_SKIP() << "no shared assets";
  int files = 0;
  for (const std::string folder :
       {"omi-2026/OMI_vehicle_body", "omi-2026/OMI_vehicle_thruster", "omi-2026/OMI_vehicle_hover_thruster",
        "omi-2026/OMI_vehicle_wheel", "omi-2026/OMI_seat", "omi-2026/OMI_physics_gravity",
        "omi-2025-vehicles"}) {
    for (const auto& entry : fs::recursive_directory_iterator(shared(folder))) {
      if (entry.path().extension() != ".gltf") continue;
      ++files;
      const Result<Scene> scene = load(entry.path());
      ASSERT_TRUE(scene.ok()) << entry.path();
      EXPECT_TRUE(scene->diagnostics.items().empty()) << entry.path();
    }
  }
  EXPECT_EQ(files, 15);
}

}  // namespace
}  // namespace carom::test
