// Vehicles, seats and gravity in an inspection.
#include <gtest/gtest.h>

#include "carom/output/inspect.hpp"
#include "json/document.hpp"

namespace carom {
namespace {

/// A vehicle with a wheel and a thruster, a wheel on its own, a seat, and gravity of every type.
Scene vehicleScene() {
  Scene scene;
  scene.nodes.resize(7);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) scene.nodes[i].name = "n" + std::to_string(i);
  scene.nodes[6].in_scene = false;
  scene.motions.resize(1);
  scene.motions[0].node = 0;
  WheelDescription wheel;
  wheel.max_propulsion_force = 900;
  wheel.braking_force = 4000;
  wheel.propulsion_force_change_rate = 50;
  wheel.steering_change_rate.reset();
  wheel.max_steering_angle = 0.5;
  wheel.target_steering_ratio = 0.25;
  wheel.material = 3;
  scene.wheel_descriptions = {wheel, {}};
  scene.wheels = {{1, 0, 0, 0, {}}, {2, 1, -1, -1, {}}, {6, 1, -1, -1, {}}};
  ThrusterDescription hover;
  hover.hover = true;
  hover.maximum = 3000;
  hover.target_ratio = 0.5;
  scene.thruster_descriptions = {hover};
  scene.thrusters = {{3, 0, 0, 0, {}}};
  Vehicle vehicle;
  vehicle.node = vehicle.motion = 0;
  vehicle.gyro_torque = {1, 2, 3};
  vehicle.max_speed = 30;
  vehicle.pilot_seat = 1;
  vehicle.linear_activation = {0, 0, 1};
  vehicle.angular_dampeners = vehicle.linear_dampeners = false;
  vehicle.use_throttle = true;
  scene.vehicles = {vehicle};
  scene.seats.resize(2);
  scene.seats[0].node = 6;
  scene.seats[1].node = 4;
  scene.seats[1].knee = {0, 0, 0.5};
  scene.gravity = WorldGravity{1.62, {0, -1, 0}, {}};
  scene.shapes.resize(1);
  scene.triggers.resize(1);
  scene.triggers[0].node = 5, scene.triggers[0].shape = 0;
  for (const GravityKind kind : {GravityKind::Directional, GravityKind::Point, GravityKind::Disc,
                                 GravityKind::Torus, GravityKind::Line, GravityKind::Shaped}) {
    GravityVolume volume;
    volume.node = 5;
    volume.trigger = kind == GravityKind::Point ? -1 : 0;
    volume.kind = kind;
    volume.gravity = 9.5;
    volume.unit_distance = 2;
    volume.priority = -4;
    volume.replace = volume.stop = kind == GravityKind::Torus;
    if (kind == GravityKind::Line) volume.points = {{0, 0, 0}, {1, 2, 3}};
    if (kind == GravityKind::Shaped) volume.shape = 0;
    scene.gravity_volumes.push_back(std::move(volume));
  }
  return scene;
}

Inspection inspectionOf(const Scene& scene) {
  Inspection inspection;
  inspection.scene = &scene;
  return inspection;
}

TEST(Inspection, TextHasVehiclesSeatsAndGravity) {
  const Scene scene = vehicleScene();
  const std::string text = inspectionText(inspectionOf(scene));
  for (const char* part :
       {", 1 vehicle\n",
        "node 0 \"n0\", gyroscopes (1, 2, 3) N m, drives up to 30 m/s, pilot on node 4 \"n4\", no angular "
        "dampeners, no "
        "linear dampeners, throttle",
        "starts with linear activation (0, 0, 1), angular (0, 0, 0)",
        "wheel     node 1 \"n1\" on node 0 \"n0\": radius 0.25 m, width 0.125 m, material 3",
        "pushes with 900 N at 50 N/s, brakes with 4000 N, steers to 0.5 rad\n",
        "suspension 2e+04 N/m, damping 2000 and 2000 N s/m, travel 0.25 m",
        "starts with 0 of its force, 0.25 of its steering",
        "hover thruster  node 3 \"n3\" on node 0 \"n0\": 3000 N m, gimbal to 0 rad at 1 rad/s",
        "starts with 0.5 of it, gimbal (0, 0)", "Wheels and thrusters without a vehicle",
        "node 2 \"n2\" on no body",
        "node 4 \"n4\"  back (0, 0, 0), knee (0, 0, 0.5), foot (0, 0, 0), angle 1.571 rad, the pilot's of "
        "node 0 \"n0\"",
        "world  1.62 m/s² along (0, -1, 0)",
        "node 5 \"n5\"  directional, 9.5 m/s² along (0, -1, 0), priority -4",
        "point, 9.5 m/s² at 2 m, without a trigger", "disc, 9.5 m/s² at 2 m, radius 1 m",
        "torus, 9.5 m/s² at 2 m, radius 1 m, priority -4, replaces gravity evaluated before it, ends the "
        "evaluation",
        "line, 9.5 m/s² at 2 m, 2 points", "shaped, 9.5 m/s² at 2 m, towards a sphere"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  EXPECT_EQ(text.find("n6"), std::string::npos) << "what is not shown is listed";
  const std::string bare = inspectionText(inspectionOf(Scene()));
  for (const char* heading : {"Vehicles", "Wheels", "Seats", "Gravity", "vehicle"})
    EXPECT_EQ(bare.find(heading), std::string::npos) << bare;
}

TEST(Inspection, JsonHasVehiclesSeatsAndGravity) {
  const Scene scene = vehicleScene();
  Diagnostics diagnostics;
  const auto document = json::Document::parse(inspectionJson(inspectionOf(scene)), {}, diagnostics);
  ASSERT_TRUE(document);
  const json::Document& json = **document;
  const auto text = [&json](const char* pointer) { return std::string(json.resolve(pointer).text()); };
  EXPECT_EQ(text("/counts/vehicles"), "1");
  EXPECT_EQ(text("/vehicles/0/motion_node"), "0");
  EXPECT_EQ(text("/vehicles/0/pilot_seat"), "4");
  EXPECT_EQ(text("/vehicles/0/gyro_torque/2"), "3");
  EXPECT_EQ(text("/vehicles/0/max_speed"), "30");
  EXPECT_EQ(text("/vehicles/0/use_throttle"), "true");
  EXPECT_EQ(json.resolve("/wheels").size(), 2u);
  EXPECT_EQ(text("/wheels/0/vehicle_node"), "0");
  EXPECT_EQ(text("/wheels/0/braking_force"), "4000");
  EXPECT_EQ(text("/wheels/0/steering_change_rate"), "null");
  EXPECT_EQ(text("/wheels/0/material"), "3");
  EXPECT_EQ(text("/wheels/1/motion_node"), "-1");
  EXPECT_EQ(text("/wheels/1/braking_force"), "null");
  EXPECT_EQ(text("/thrusters/0/hover"), "true");
  EXPECT_EQ(text("/thrusters/0/maximum"), "3000");
  EXPECT_EQ(json.resolve("/seats").size(), 1u);
  EXPECT_EQ(text("/seats/0/pilot"), "true");
  EXPECT_EQ(text("/gravity/gravity"), "1.62");
  EXPECT_EQ(json.resolve("/gravity_volumes").size(), 6u);
  EXPECT_EQ(text("/gravity_volumes/0/direction/1"), "-1");
  EXPECT_EQ(text("/gravity_volumes/1/trigger_node"), "-1");
  EXPECT_EQ(text("/gravity_volumes/3/stop"), "true");
  EXPECT_EQ(text("/gravity_volumes/4/points/1/2"), "3");
  EXPECT_EQ(text("/gravity_volumes/5/shape"), "\"sphere\"");
  const auto empty = json::Document::parse(inspectionJson(inspectionOf(Scene())), {}, diagnostics);
  EXPECT_EQ((*empty)->resolve("/gravity").text(), "null");
}

TEST(Inspection, VehicleIndicesOutOfRangeAreSurvived) {
  Scene scene = vehicleScene();
  scene.wheels = {{9, 8, 7, 6, {}}, {-1, -1, -1, -1, {}}};
  scene.thrusters = {{9, 8, 7, 6, {}}, {-1, -1, -1, -1, {}}};
  scene.vehicles[0].pilot_seat = 40;
  scene.vehicles[0].node = 50;
  scene.gravity_volumes[5].shape = 9;
  scene.gravity_volumes[5].trigger = 9;
  EXPECT_NE(inspectionText(inspectionOf(scene)).find("no node"), std::string::npos);
  Diagnostics diagnostics;
  EXPECT_TRUE(json::Document::parse(inspectionJson(inspectionOf(scene)), {}, diagnostics));
}

}  // namespace
}  // namespace carom
