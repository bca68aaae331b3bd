// Vehicles for tests: a body with wheels, and what one asks of it.
#pragma once

#include <vector>

#include "scene_builder.hpp"

namespace carom::test {

struct CarShape {
  double mass = 1000;               ///< kg
  double half_track = 0.8;          ///< m
  double front = 1.3, rear = -1.3;  ///< m, of the axles, from the centre of mass
  double height = 0.3;              ///< m, of the centre of mass over the wheels' centres
  WheelDescription wheel;           ///< Of all four
  bool front_steers = true, front_drives = false, rear_drives = true, rear_steers = false;
  double steering = 0.5;   ///< rad
  double force = 2000;     ///< N, of a wheel that drives
  double clearance = 0.3;  ///< m, of the middle of the chassis over the centre of mass
  Material tyre;
  DVec3 inertia{0, 0, 0};  ///< 0: of the box
};

/// A car with its centre of mass at the node's origin; wheels in the order front left, front right, rear
/// left, rear right.
struct Car {
  int body = -1;
  std::vector<int> wheels;
};

inline Car addCar(SceneBuilder& b, const DVec3& at, const CarShape& shape = {}, const DQuat& rotation = {}) {
  Car car;
  auto body = b.node("car").at(at).rotated(rotation).dynamic(shape.mass).centerOfMass({0, 0, 0});
  body.inertia(shape.inertia.x > 0 ? shape.inertia : DVec3{1400, 1600, 400} * (shape.mass / 1000));
  car.body = body;
  b.node("chassis", car.body).at(0, shape.clearance, 0).collider(box(1.4, 0.5, 3.6));
  Scene& scene = b.scene();
  Vehicle vehicle;
  vehicle.node = car.body;
  vehicle.motion = static_cast<std::int32_t>(scene.motions.size()) - 1;
  vehicle.origin.pointer = "/vehicle";
  scene.vehicles.push_back(vehicle);
  scene.materials.push_back(shape.tyre);
  for (const double z : {shape.front, shape.rear}) {
    for (const double side : {1.0, -1.0}) {
      const int node = b.node("wheel", car.body).at(side * shape.half_track, -shape.height, z);
      WheelDescription d = shape.wheel;
      const bool front = z == shape.front;
      d.max_steering_angle = (front ? shape.front_steers : shape.rear_steers) ? shape.steering : 0;
      d.max_propulsion_force = (front ? shape.front_drives : shape.rear_drives) ? shape.force : 0;
      d.material = static_cast<std::int32_t>(scene.materials.size()) - 1;
      scene.wheel_descriptions.push_back(d);
      Wheel wheel;
      wheel.node = node;
      wheel.description = static_cast<std::int32_t>(scene.wheel_descriptions.size()) - 1;
      wheel.motion = vehicle.motion;
      wheel.vehicle = static_cast<std::int32_t>(scene.vehicles.size()) - 1;
      wheel.origin.pointer = "/wheel";
      scene.wheels.push_back(wheel);
      car.wheels.push_back(node);
    }
  }
  return car;
}

}  // namespace carom::test
