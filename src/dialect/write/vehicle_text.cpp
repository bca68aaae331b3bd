#include "dialect/write/vehicle_text.hpp"

#include "dialect/families/omi_physics_gravity/tables.hpp"
#include "dialect/families/omi_seat/tables.hpp"
#include "dialect/families/omi_vehicle_body/tables.hpp"
#include "dialect/families/omi_vehicle_hover_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_wheel/tables.hpp"
#include "dialect/write/object_text.hpp"

namespace carom::dialect {

namespace {

std::string wheelText(const WheelDescription& wheel, WheelForm form, json::Value source) {
  const bool current = form != WheelForm::First;
  ObjectText object(current ? omi_vehicle_wheel::kWheel : omi_vehicle_wheel::kWheelV1, source);
  object.number(Key::Radius, wheel.radius);
  object.number(Key::Width, wheel.width);
  object.number(Key::MaxPropulsionForce, wheel.max_propulsion_force);
  object.number(Key::TargetPropulsionForceRatio, wheel.target_propulsion_force_ratio);
  object.number(Key::MaxSteeringAngle, wheel.max_steering_angle);
  object.number(Key::TargetSteeringRatio, wheel.target_steering_ratio);
  if (current) {
    object.numberOrNegative(Key::BrakingForce, wheel.braking_force);
    object.numberOrNegative(Key::PropulsionForceChangeRate, wheel.propulsion_force_change_rate);
    object.numberOrNegative(Key::SteeringChangeRate, wheel.steering_change_rate);
  }
  object.number(Key::SuspensionStiffness, wheel.suspension_stiffness);
  object.number(Key::SuspensionDampingCompression, wheel.suspension_damping_compression);
  object.number(Key::SuspensionDampingRebound, wheel.suspension_damping_rebound);
  object.number(Key::SuspensionTravel, wheel.suspension_travel);
  object.index(Key::PhysicsMaterial, wheel.material);
  return object.take();
}

std::string thrusterText(const ThrusterDescription& thruster, json::Value source) {
  ObjectText object(thruster.hover ? omi_vehicle_hover_thruster::kThruster : omi_vehicle_thruster::kThruster,
                    source);
  object.number(Key::MaxThrust, thruster.maximum);
  object.numberOrNegative(Key::ThrustChangeRate, thruster.change_rate);
  object.number(Key::TargetThrustRatio, thruster.target_ratio);
  object.number(Key::MaxGimbal, thruster.max_gimbal);
  object.numberOrNegative(Key::GimbalChangeRate, thruster.gimbal_change_rate);
  object.numbers(Key::TargetGimbalRatio, thruster.target_gimbal_ratio);
  object.number(Key::LinearGimbalAdjustRatio, thruster.linear_gimbal_adjust_ratio);
  return object.take();
}

std::string seatText(const Seat& seat, json::Value source) {
  ObjectText object(omi_seat::kSeat, source);
  object.vector(Key::Back, seat.back);
  object.vector(Key::Foot, seat.foot);
  object.vector(Key::Knee, seat.knee);
  object.number(Key::Angle, seat.angle);
  return object.take();
}

std::string vehicleText(const Scene& scene, const Vehicle& vehicle, json::Value source) {
  ObjectText object(omi_vehicle_body::kVehicle, source);
  object.vector(Key::AngularActivation, vehicle.angular_activation);
  object.vector(Key::LinearActivation, vehicle.linear_activation);
  object.vector(Key::GyroTorque, vehicle.gyro_torque);
  object.numberOrNegative(Key::MaxSpeed, vehicle.max_speed);
  if (vehicle.pilot_seat >= 0) object.index(Key::PilotSeat, scene.seats[vehicle.pilot_seat].node);
  object.boolean(Key::AngularDampeners, vehicle.angular_dampeners);
  object.boolean(Key::LinearDampeners, vehicle.linear_dampeners);
  object.boolean(Key::UseThrottle, vehicle.use_throttle);
  return object.take();
}

std::string worldGravityText(const WorldGravity& gravity, json::Value source) {
  ObjectText object(omi_physics_gravity::kRoot, source);
  object.number(Key::Gravity, gravity.gravity);
  object.direction(Key::Direction, gravity.direction);
  return object.take();
}

/// The members of the object named as the type.
std::string detailsText(const Table& table, const GravityVolume& volume, json::Value source,
                        const CompanionSources& sources) {
  ObjectText object(table, source);
  if (object.knows(Key::Direction)) object.direction(Key::Direction, volume.direction);
  if (object.knows(Key::Radius)) object.number(Key::Radius, volume.radius);
  if (object.knows(Key::Points) && !volume.points.empty()) {
    std::vector<double> numbers;
    for (const DVec3& point : volume.points) numbers.insert(numbers.end(), {point.x, point.y, point.z});
    object.numbers(Key::Points, numbers);
  }
  if (object.knows(Key::Shape) && volume.shape >= 0)
    object.index(Key::Shape, sources.shape_index(volume.shape));
  if (object.knows(Key::UnitDistance)) object.number(Key::UnitDistance, volume.unit_distance);
  return object.take();
}

std::string volumeText(const GravityVolume& volume, json::Value source, const CompanionSources& sources) {
  constexpr Key kDetails[] = {Key::Directional, Key::Point, Key::Disc, Key::Torus, Key::Line, Key::Shaped};
  const Table& table = omi_physics_gravity::kVolume;
  ObjectText object(table, source);
  object.choice(Key::Type, static_cast<std::size_t>(volume.kind));
  object.number(Key::Gravity, volume.gravity);
  object.number(Key::Priority, static_cast<double>(volume.priority));
  object.boolean(Key::Replace, volume.replace);
  object.boolean(Key::Stop, volume.stop);
  const Field& details = table.fields[table.indexOf(kDetails[static_cast<std::size_t>(volume.kind)])];
  const json::Value own = source.isObject() ? source.find(details.name) : json::Value();
  std::string text = detailsText(*details.table, volume, own, sources);
  // Defaults that the author did not spell out either.
  if (text != "{}" || own) object.raw(details.key, std::move(text));
  return object.take();
}

class CompanionWriter {
 public:
  CompanionWriter(const Scene& scene, WheelForm wheels, const CompanionSources& sources)
      : scene_(scene), wheels_(wheels), sources_(sources) {}

  std::vector<CompanionObject> write() {
    writeRoots();
    for (const Vehicle& vehicle : scene_.vehicles) {
      put(vehicle.node, omi_vehicle_body::kExtension,
          vehicleText(scene_, vehicle, sources_.object(vehicle.origin)));
    }
    for (const Wheel& wheel : scene_.wheels)
      put(wheel.node, omi_vehicle_wheel::kExtension,
          reference(omi_vehicle_wheel::kNode, Key::Wheel, wheel.description, wheel.origin));
    for (const Thruster& thruster : scene_.thrusters) writeThruster(thruster);
    for (const Seat& seat : scene_.seats)
      put(seat.node, omi_seat::kExtension, seatText(seat, sources_.object(seat.origin)));
    for (const GravityVolume& volume : scene_.gravity_volumes) {
      put(volume.node, omi_physics_gravity::kExtension,
          volumeText(volume, sources_.object(volume.origin), sources_));
    }
    return std::move(objects_);
  }

 private:
  void put(std::int32_t node, std::string_view extension, std::string text) {
    objects_.push_back({node, extension, std::move(text)});
  }
  std::string reference(const Table& table, Key key, std::int64_t index, const Origin& origin) {
    ObjectText object(table, sources_.object(origin));
    object.index(key, index);
    return object.take();
  }
  void writeRoots();
  void writeRoot(const Table& root, Key key, const std::vector<std::string>& list);
  void writeThruster(const Thruster& thruster);

  const Scene& scene_;
  WheelForm wheels_;
  const CompanionSources& sources_;
  std::vector<CompanionObject> objects_;
};

void CompanionWriter::writeRoot(const Table& root, Key key, const std::vector<std::string>& list) {
  if (list.empty()) return;
  ObjectText object(root, sources_.root(root.extension));
  object.raw(key, arrayText(list));
  put(-1, root.extension, object.take());
}

void CompanionWriter::writeRoots() {
  std::vector<std::string> wheels, thrusters, hover_thrusters;
  for (const WheelDescription& wheel : scene_.wheel_descriptions)
    wheels.push_back(wheelText(wheel, wheels_, sources_.object(wheel.origin)));
  for (const ThrusterDescription& thruster : scene_.thruster_descriptions) {
    (thruster.hover ? hover_thrusters : thrusters)
        .push_back(thrusterText(thruster, sources_.object(thruster.origin)));
  }
  writeRoot(omi_vehicle_wheel::kRoot, Key::Wheels, wheels);
  writeRoot(omi_vehicle_thruster::kRoot, Key::Thrusters, thrusters);
  writeRoot(omi_vehicle_hover_thruster::kRoot, Key::Thrusters, hover_thrusters);
  if (scene_.gravity) {
    const std::string_view extension = omi_physics_gravity::kExtension;
    put(-1, extension, worldGravityText(*scene_.gravity, sources_.root(extension)));
  }
}

/// Each kind has a list of its own.
void CompanionWriter::writeThruster(const Thruster& thruster) {
  const auto description = static_cast<std::size_t>(thruster.description);
  const bool hover = scene_.thruster_descriptions[description].hover;
  std::int64_t index = 0;
  for (std::size_t i = 0; i < description; ++i) index += scene_.thruster_descriptions[i].hover == hover;
  const Table& table = hover ? omi_vehicle_hover_thruster::kNode : omi_vehicle_thruster::kNode;
  put(thruster.node, table.extension, reference(table, Key::Thruster, index, thruster.origin));
}

}  // namespace

std::vector<CompanionObject> companionObjects(const Scene& scene, WheelForm wheels,
                                              const CompanionSources& sources) {
  return CompanionWriter(scene, wheels, sources).write();
}

}  // namespace carom::dialect
