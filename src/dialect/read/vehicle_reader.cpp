// Vehicles (the OMI_vehicle_* family) and seats. They go with bodies of any family: a wheel or thruster acts
// on the nearest motion at or above its node, and is commanded by the nearest vehicle there.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/families/omi_seat/tables.hpp"
#include "dialect/families/omi_vehicle_body/tables.hpp"
#include "dialect/families/omi_vehicle_hover_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_wheel/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

namespace wheel_names = omi_vehicle_wheel;

/// A negative number or an absent field means no value.
std::optional<double> unlessNegative(const Record& record, Key key) {
  const std::optional<double> value = record.optionalNumber(key);
  return value && *value >= 0 ? value : std::nullopt;
}

class VehicleReader {
 public:
  explicit VehicleReader(Reading& reading) : reading_(reading), scene_(reading.scene) {}

  void read() {
    readWheelDescriptions();
    readThrusterDescriptions(omi_vehicle_thruster::kRoot, omi_vehicle_thruster::kThruster, Target::Thruster);
    hover_base_ = static_cast<std::int32_t>(scene_.thruster_descriptions.size());
    readThrusterDescriptions(omi_vehicle_hover_thruster::kRoot, omi_vehicle_hover_thruster::kThruster,
                             Target::HoverThruster);
    forEachNode(omi_seat::kExtension,
                [this](std::int32_t node, json::Value object) { readSeat(node, object); });
    forEachNode(omi_vehicle_body::kExtension,
                [this](std::int32_t node, json::Value object) { readVehicle(node, object); });
    noteVehicles();
    forEachNode(wheel_names::kExtension,
                [this](std::int32_t node, json::Value object) { readWheel(node, object); });
    hintCollidersBelowWheels();
    forEachNode(omi_vehicle_thruster::kExtension, [this](std::int32_t node, json::Value object) {
      readThruster(omi_vehicle_thruster::kNode, 0, node, object);
    });
    forEachNode(omi_vehicle_hover_thruster::kExtension, [this](std::int32_t node, json::Value object) {
      readThruster(omi_vehicle_hover_thruster::kNode, hover_base_, node, object);
    });
  }

 private:
  template <class Visit>
  void forEachNode(std::string_view extension, Visit visit) {
    if (!reading_.node_extensions.contains(extension)) return;
    for (std::size_t i = 0; i < reading_.nodeCount(); ++i) {
      const json::Value object = reading_.asset.nodes()[i].extensions.find(extension);
      if (object) visit(static_cast<std::int32_t>(i), object);
    }
  }
  json::Value listOf(const Table& root, Key key, Target target);
  void readWheelDescriptions();
  WheelDescription readWheelDescription(json::Value object);
  void readThrusterDescriptions(const Table& root, const Table& table, Target target);
  ThrusterDescription readThrusterDescription(const Table& table, bool hover, json::Value object);
  void readSeat(std::int32_t node, json::Value object);
  void readVehicle(std::int32_t node, json::Value object);
  void noteVehicles();
  void readWheel(std::int32_t node, json::Value object);
  void readThruster(const Table& table, std::int32_t base, std::int32_t node, json::Value object);
  /// Fills in the motion and vehicle of a wheel or thruster, and warns if it has no effect.
  template <class Part>
  void attach(Part& part, std::string_view what);
  void hintCollidersBelowWheels();
  void hintRatio(const Record& record, Key key, double lower, double upper);
  void hintActivation(const Record& record, Key key);

  Reading& reading_;
  Scene& scene_;
  std::int32_t hover_base_ = 0;
  std::vector<std::int32_t> vehicle_of_node_;  ///< The vehicle at or above each.
};

json::Value VehicleReader::listOf(const Table& root, Key key, Target target) {
  const json::Value object = gltf::Asset::extension(reading_.asset.root(), root.extension);
  json::Value list;
  if (object) {
    const Record record = readRecord(root, object, reading_.context);
    if (record.isObject()) list = record.value(key);
  }
  reading_.context.setCount(target, list.size());
  return list;
}

/// The texts leave the effect of a ratio beyond its range open.
void VehicleReader::hintRatio(const Record& record, Key key, double lower, double upper) {
  if (!record.has(key)) return;
  const double value = record.number(key);
  if (value >= lower && value <= upper) return;
  reading_.diagnostics.hint(
      codes::kPhysicsUnusual, record.pointer(key),
      joined("'", record.name(key), "' is ", json::number(value), "; it is clamped to the range ",
             json::number(lower), " to ", json::number(upper)));
}

void VehicleReader::hintActivation(const Record& record, Key key) {
  const DVec3 value = record.vector(key);
  if (std::max({std::abs(value.x), std::abs(value.y), std::abs(value.z)}) <= 1) return;
  reading_.diagnostics.hint(
      codes::kPhysicsUnusual, record.pointer(key),
      joined("each component of '", record.name(key), "' is clamped to the range -1 to 1"));
}

void VehicleReader::readWheelDescriptions() {
  // Materials of other families may have been counted last.
  reading_.context.setCount(Target::Material, reading_.tyre_material_count);
  const json::Value list = listOf(wheel_names::kRoot, Key::Wheels, Target::Wheel);
  for (std::size_t i = 0; i < list.size(); ++i)
    scene_.wheel_descriptions.push_back(readWheelDescription(list[i]));
}

WheelDescription VehicleReader::readWheelDescription(json::Value object) {
  const bool first = wheelForm(object) == WheelForm::First;
  const Record record =
      readRecord(first ? wheel_names::kWheelV1 : wheel_names::kWheel, object, reading_.context);
  WheelDescription wheel;
  if (!record.isObject()) return wheel;
  wheel.radius = record.number(Key::Radius);
  wheel.width = record.number(Key::Width);
  if (record.has(Key::Width) && wheel.width == 0) {
    reading_.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::Width),
                              "a wheel of width 0 is a circle; it is simulated 0.1 mm wide");
  }
  wheel.max_propulsion_force = record.number(Key::MaxPropulsionForce);
  wheel.target_propulsion_force_ratio = record.number(Key::TargetPropulsionForceRatio);
  wheel.max_steering_angle = record.number(Key::MaxSteeringAngle);
  wheel.target_steering_ratio = record.number(Key::TargetSteeringRatio);
  if (!first) {
    wheel.braking_force = unlessNegative(record, Key::BrakingForce);
    wheel.propulsion_force_change_rate = unlessNegative(record, Key::PropulsionForceChangeRate);
    wheel.steering_change_rate = unlessNegative(record, Key::SteeringChangeRate);
  }
  wheel.suspension_stiffness = record.number(Key::SuspensionStiffness);
  wheel.suspension_damping_compression = record.number(Key::SuspensionDampingCompression);
  wheel.suspension_damping_rebound = record.number(Key::SuspensionDampingRebound);
  wheel.suspension_travel = record.number(Key::SuspensionTravel);
  const std::int32_t material = record.index(Key::PhysicsMaterial);
  if (material >= 0) wheel.material = reading_.tyre_material_base + material;
  wheel.origin = record.origin();
  hintRatio(record, Key::TargetPropulsionForceRatio, -1, 1);
  hintRatio(record, Key::TargetSteeringRatio, -1, 1);
  return wheel;
}

void VehicleReader::readThrusterDescriptions(const Table& root, const Table& table, Target target) {
  const json::Value list = listOf(root, Key::Thrusters, target);
  for (std::size_t i = 0; i < list.size(); ++i) {
    scene_.thruster_descriptions.push_back(
        readThrusterDescription(table, target == Target::HoverThruster, list[i]));
  }
}

ThrusterDescription VehicleReader::readThrusterDescription(const Table& table, bool hover,
                                                           json::Value object) {
  const Record record = readRecord(table, object, reading_.context);
  ThrusterDescription thruster;
  thruster.hover = hover;
  if (!record.isObject()) return thruster;
  thruster.maximum = record.number(Key::MaxThrust);
  thruster.change_rate = unlessNegative(record, Key::ThrustChangeRate);
  thruster.target_ratio = record.number(Key::TargetThrustRatio);
  thruster.max_gimbal = record.number(Key::MaxGimbal);
  thruster.gimbal_change_rate = unlessNegative(record, Key::GimbalChangeRate);
  const std::vector<double> gimbal = record.numbers(Key::TargetGimbalRatio);
  if (gimbal.size() == 2) thruster.target_gimbal_ratio = {gimbal[0], gimbal[1]};
  thruster.linear_gimbal_adjust_ratio = record.number(Key::LinearGimbalAdjustRatio);
  thruster.origin = record.origin();
  hintRatio(record, Key::TargetThrustRatio, 0, 1);
  const auto [x, y] = thruster.target_gimbal_ratio;
  // A unit vector in 32-bit numbers is one.
  if (!(x * x + y * y <= 1 + 1e-6)) {
    reading_.diagnostics.hint(codes::kPhysicsUnusual, record.pointer(Key::TargetGimbalRatio),
                              "'targetGimbalRatio' is longer than 1; it is normalised to length 1");
  }
  if (record.has(Key::MaxThrust) && static_cast<float>(thruster.maximum) == 0) {
    reading_.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(Key::MaxThrust),
        joined("a thruster with '", record.name(Key::MaxThrust), "' of 0 exerts no force"));
  }
  return thruster;
}

void VehicleReader::readSeat(std::int32_t node, json::Value object) {
  const Record record = readRecord(omi_seat::kSeat, object, reading_.context);
  if (!record.isObject()) return;
  Seat seat;
  seat.node = node;
  seat.back = record.vector(Key::Back);
  seat.foot = record.vector(Key::Foot);
  seat.knee = record.vector(Key::Knee);
  seat.angle = record.number(Key::Angle);
  seat.origin = record.origin();
  const bool complete = record.has(Key::Back) && record.has(Key::Foot) && record.has(Key::Knee);
  const DVec3 thigh = seat.knee - seat.back, calf = seat.foot - seat.knee;
  const double sine = length(cross(thigh, calf)), size = length(thigh) * length(calf);
  // About a degree: the three points give the seat's directions.
  if (complete && !(sine > 0.02 * size)) {
    reading_.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(),
        "'back', 'knee' and 'foot' lie on one line, so the orientation of the seat is undefined");
  }
  scene_.seats.push_back(std::move(seat));
}

void VehicleReader::readVehicle(std::int32_t node, json::Value object) {
  const Record record = readRecord(omi_vehicle_body::kVehicle, object, reading_.context);
  if (!record.isObject()) return;
  checkPhysicsNode(reading_, node, record.pointer());
  Vehicle vehicle;
  vehicle.node = node;
  vehicle.angular_activation = record.vector(Key::AngularActivation);
  vehicle.linear_activation = record.vector(Key::LinearActivation);
  vehicle.gyro_torque = record.vector(Key::GyroTorque);
  vehicle.max_speed = unlessNegative(record, Key::MaxSpeed);
  vehicle.angular_dampeners = record.boolean(Key::AngularDampeners);
  vehicle.linear_dampeners = record.boolean(Key::LinearDampeners);
  vehicle.use_throttle = record.boolean(Key::UseThrottle);
  vehicle.origin = record.origin();
  hintActivation(record, Key::AngularActivation);
  hintActivation(record, Key::LinearActivation);
  if (const std::int32_t seat = record.index(Key::PilotSeat); seat >= 0) {
    for (std::size_t i = 0; i < scene_.seats.size(); ++i) {
      if (scene_.seats[i].node == seat) vehicle.pilot_seat = static_cast<std::int32_t>(i);
    }
    if (vehicle.pilot_seat < 0) {
      reading_.diagnostics.warning(codes::kPhysicsNoEffect, record.pointer(Key::PilotSeat),
                                   joined("node ", std::to_string(seat), " has no ", omi_seat::kExtension,
                                          "; the vehicle has no pilot seat"));
    }
  }
  const std::int32_t motion = reading_.motion_of_node[node];
  const bool own = motion >= 0 && scene_.motions[motion].node == node;
  if (own) vehicle.motion = motion;
  if (!own || scene_.motions[motion].type != MotionType::Dynamic) {
    reading_.diagnostics.warning(
        codes::kPhysicsNoEffect, record.pointer(),
        own ? "the body of this vehicle is kinematic; a vehicle needs a dynamic body and has no effect here"
            : "this vehicle's node has no body ('motion'); the vehicle has no effect");
  }
  scene_.vehicles.push_back(std::move(vehicle));
}

void VehicleReader::noteVehicles() {
  vehicle_of_node_.assign(scene_.nodes.size(), -1);
  for (std::size_t i = 0; i < scene_.vehicles.size(); ++i)
    vehicle_of_node_[scene_.vehicles[i].node] = static_cast<std::int32_t>(i);
  for (const std::int32_t node : reading_.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene_.nodes[at].parent;
    if (vehicle_of_node_[at] < 0 && parent >= 0) vehicle_of_node_[at] = vehicle_of_node_[parent];
  }
}

template <class Part>
void VehicleReader::attach(Part& part, std::string_view what) {
  const auto at = static_cast<std::size_t>(part.node);
  checkPhysicsNode(reading_, part.node, part.origin.pointer);
  part.motion = reading_.motion_of_node[at];
  part.vehicle = vehicle_of_node_[at];
  if (part.vehicle >= 0 && scene_.vehicles[part.vehicle].node == part.node) {
    reading_.diagnostics.warning(
        codes::kPhysicsUnusual, part.origin.pointer,
        joined("a ", what,
               " is on the vehicle's own node, where it cannot rotate by itself; move it to a child node"));
  }
  if (part.vehicle >= 0 && part.motion >= 0 && scene_.vehicles[part.vehicle].motion != part.motion) {
    reading_.diagnostics.hint(codes::kPhysicsUnusual, part.origin.pointer,
                              joined("this ", what,
                                     " is below a vehicle but on another body, so the vehicle does not "
                                     "control it; it follows its own targets"));
  }
  const bool pushes = part.motion >= 0 && scene_.motions[part.motion].type == MotionType::Dynamic;
  if (pushes) return;
  reading_.diagnostics.warning(
      codes::kPhysicsNoEffect, part.origin.pointer,
      part.motion < 0
          ? joined("this ", what, " has no body at or above its node; it has no effect")
          : joined("the body of this ", what, " is kinematic, and forces do not move it; it has no effect"));
}

void VehicleReader::readWheel(std::int32_t node, json::Value object) {
  const Record record = readRecord(wheel_names::kNode, object, reading_.context);
  if (!record.has(Key::Wheel)) return;
  Wheel wheel;
  wheel.node = node;
  wheel.description = record.index(Key::Wheel);
  wheel.origin = record.origin();
  attach(wheel, "wheel");
  scene_.wheels.push_back(std::move(wheel));
}

/// A collider for the wheel itself, which other engines' files may have, is in the way of the wheel.
void VehicleReader::hintCollidersBelowWheels() {
  if (scene_.wheels.empty()) return;
  std::vector<std::int32_t> wheel_of_node(scene_.nodes.size(), -1);  // At or above it, within its body.
  for (const Wheel& wheel : scene_.wheels) wheel_of_node[wheel.node] = wheel.node;
  for (const std::int32_t node : reading_.order.order()) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t parent = scene_.nodes[at].parent;
    if (wheel_of_node[at] >= 0 || parent < 0) continue;
    if (reading_.motion_of_node[at] == reading_.motion_of_node[parent])
      wheel_of_node[at] = wheel_of_node[parent];
  }
  for (const Collider& collider : scene_.colliders) {
    const std::int32_t wheel = wheel_of_node[collider.node];
    if (wheel < 0 || collider.motion < 0) continue;
    if (scene_.motions[collider.motion].node == wheel) continue;
    reading_.diagnostics.hint(codes::kPhysicsUnusual, collider.origin.pointer,
                              joined("this collider is on or below wheel node ", std::to_string(wheel),
                                     "; a wheel brings its own collision shape. This collider stays fixed to "
                                     "the vehicle body and may keep the wheel off the ground"));
  }
}

void VehicleReader::readThruster(const Table& table, std::int32_t base, std::int32_t node,
                                 json::Value object) {
  const Record record = readRecord(table, object, reading_.context);
  if (!record.has(Key::Thruster)) return;
  Thruster thruster;
  thruster.node = node;
  thruster.description = base + record.index(Key::Thruster);
  thruster.origin = record.origin();
  attach(thruster, "thruster");
  scene_.thrusters.push_back(std::move(thruster));
}

}  // namespace

WheelForm wheelForm(json::Value wheel) {
  WheelForm form = WheelForm::Either;
  for (std::size_t i = 0; i < wheel.size() && wheel.isObject(); ++i) {
    const bool first = wheel_names::kWheelV1.find(wheel.key(i)) != nullptr;
    const bool current = wheel_names::kWheel.find(wheel.key(i)) != nullptr;
    if (current && !first) return WheelForm::Current;
    if (first && !current) form = WheelForm::First;
  }
  return form;
}

void readVehicles(Reading& reading) {
  VehicleReader(reading).read();
}

}  // namespace carom::dialect
