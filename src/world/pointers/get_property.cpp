// World::get: values as they are now, by pointer.
#include <algorithm>
#include <cmath>

#include "world/world_implementation.hpp"

namespace carom {

namespace {

/// 0 where the scale is.
DVec3 unscaled(const DVec3& v, const DVec3& scale) {
  const auto part = [](double x, double s) { return s == 0 ? 0 : x / s; };
  return {part(v.x, scale.x), part(v.y, scale.y), part(v.z, scale.z)};
}

using world::Property;

Value matrixOf(const world::AffineTransform& a) {
  Value out;
  out.type = ValueType::Matrix4;
  const DVec3 columns[] = {a.linear.cx, a.linear.cy, a.linear.cz, a.translation};
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t r = 0; r < 3; ++r) out.numbers[c * 4 + r] = columns[c][r];
  }
  out.numbers[15] = 1;
  return out;
}

world::AffineTransform affineOf(const DTransform& pose, const DVec3& scale) {
  const DMat3 r = toMatrix(pose.rotation);
  return {{r.cx * scale.x, r.cy * scale.y, r.cz * scale.z}, pose.translation};
}

/// As the file says an infinite mass or moment.
double finite(double value) {
  return std::isinf(value) ? 0 : value;
}

Value limitValue(const JointLimit& limit, Property property) {
  switch (property) {
    case Property::LimitMin:
      return Value::of(limit.min.value_or(-kInfinity));
    case Property::LimitMax:
      return Value::of(limit.max.value_or(kInfinity));
    case Property::LimitStiffness:
      return Value::of(limit.stiffness.value_or(kInfinity));
    default:
      return Value::of(limit.damping);
  }
}

Value driveValue(const JointDrive& drive, Property property) {
  switch (property) {
    case Property::DriveMaxForce:
      return Value::of(drive.max_force);
    case Property::DrivePositionTarget:
      return Value::of(drive.position_target.value_or(0));
    case Property::DriveVelocityTarget:
      return Value::of(drive.velocity_target.value_or(0));
    case Property::DriveStiffness:
      return Value::of(drive.stiffness);
    default:
      return Value::of(drive.damping);
  }
}

constexpr double kAtOnce = -1;  // A rate, as in files.

Value volumeValue(const GravityVolume& volume, Property property, std::int32_t part) {
  if (property == Property::GravityStrength) return Value::of(volume.gravity);
  if (property == Property::GravityDirection) return Value::of(volume.direction);
  if (property == Property::VolumeRadius) return Value::of(volume.radius);
  if (property == Property::VolumeReplaces) return Value::of(volume.replace);
  if (property == Property::VolumeStops) return Value::of(volume.stop);
  if (property == Property::VolumeUnitDistance) return Value::of(volume.unit_distance);
  if (property == Property::PointCoordinate) return Value::of(volume.points[part / 3][part % 3]);
  return Value::of(static_cast<std::int32_t>(
      std::clamp(volume.priority, std::int64_t(-2147483648), std::int64_t(2147483647))));
}

std::optional<Value> wheelValue(const world::CompiledWheel& compiled, Property property) {
  const WheelDescription& wheel = compiled.settings;
  switch (property) {
    case Property::PropulsionRatio:
      return Value::of(wheel.target_propulsion_force_ratio);
    case Property::SteeringRatio:
      return Value::of(wheel.target_steering_ratio);
    case Property::MaxPropulsionForce:
      return Value::of(wheel.max_propulsion_force);
    case Property::BrakingForce:
      return Value::of(wheel.braking_force.value_or(wheel.max_propulsion_force));
    case Property::MaxSteeringAngle:
      return Value::of(wheel.max_steering_angle);
    case Property::PropulsionRate:
      return Value::of(wheel.propulsion_force_change_rate.value_or(kAtOnce));
    case Property::SteeringRate:
      return Value::of(wheel.steering_change_rate.value_or(kAtOnce));
    case Property::WheelRadius:
      return Value::of(compiled.radius);
    case Property::WheelWidth:
      return Value::of(compiled.width);
    case Property::SuspensionStiffness:
      return Value::of(wheel.suspension_stiffness);
    case Property::SuspensionCompression:
      return Value::of(wheel.suspension_damping_compression);
    case Property::SuspensionRebound:
      return Value::of(wheel.suspension_damping_rebound);
    case Property::SuspensionTravel:
      return Value::of(compiled.travel);
    default:
      return std::nullopt;
  }
}

std::optional<Value> thrusterValue(const ThrusterDescription& thruster, Property property) {
  if (property == Property::ThrustRatio) return Value::of(thruster.target_ratio);
  if (property == Property::MaxThrust) return Value::of(thruster.maximum);
  if (property == Property::ThrustRate) return Value::of(thruster.change_rate.value_or(kAtOnce));
  if (property == Property::MaxGimbal) return Value::of(thruster.max_gimbal);
  if (property == Property::GimbalRate) return Value::of(thruster.gimbal_change_rate.value_or(kAtOnce));
  if (property == Property::GimbalAdjustRatio) return Value::of(thruster.linear_gimbal_adjust_ratio);
  return Value{ValueType::Vector2, {thruster.target_gimbal_ratio[0], thruster.target_gimbal_ratio[1]}};
}

Value seatValue(const Seat& seat, Property property) {
  if (property == Property::SeatAngle) return Value::of(seat.angle);
  if (property == Property::SeatBack) return Value::of(seat.back);
  return Value::of(property == Property::SeatFoot ? seat.foot : seat.knee);
}

std::optional<Value> vehicleValue(const Vehicle& vehicle, Property property) {
  if (property == Property::LinearActivation) return Value::of(vehicle.linear_activation);
  if (property == Property::AngularActivation) return Value::of(vehicle.angular_activation);
  if (property == Property::GyroTorque) return Value::of(vehicle.gyro_torque);
  if (property == Property::LinearDampeners) return Value::of(vehicle.linear_dampeners);
  if (property == Property::AngularDampeners) return Value::of(vehicle.angular_dampeners);
  if (property == Property::UseThrottle) return Value::of(vehicle.use_throttle);
  return Value::of(vehicle.max_speed.value_or(kInfinity));
}

}  // namespace

/// Where a body's node is, or is being brought to.
DTransform World::Implementation::placeOf(const world::CompiledBody& body) const {
  for (const PlacedBody& p : placed) {
    if (&compiled.bodies[p.body] == &body) return p.pose;
  }
  return nodePose(body);
}

/// Where nodes that were set will be in the next step.
world::AffineTransform World::Implementation::globalOf(std::int32_t node) const {
  world::AffineTransform out{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}};
  for (; node >= 0; node = nodes.parent(node)) {
    if (body_of_node[node] >= 0) return nodes.global(node) * out;
    out = affineOf(nodes.localPose(node), nodes.localScale(node)) * out;
  }
  return out;
}

DTransform World::Implementation::localOf(std::int32_t node) const {
  DTransform local = nodes.localPose(node);
  const std::int32_t index = body_of_node[node];
  if (index < 0) return local;
  const DTransform now = placeOf(compiled.bodies[index]);
  if (now == poses[index]) return local;
  const std::int32_t up = nodes.parent(node);
  if (up < 0) return now;
  const world::AffineTransform down = inverse(nodes.global(up));
  local.translation = down.linear * now.translation + down.translation;
  local.rotation = normalized(conjugate(nodes.pose(up).rotation) * now.rotation);
  return local;
}

Value World::Implementation::valueOfNode(const world::PropertyPlace& place) const {
  const std::int32_t node = place.item;
  const Property property = place.row->property;
  if (property == Property::Scale) return Value::of(nodes.localScale(node));
  if (property == Property::GlobalMatrix) return matrixOf(nodes_set ? globalOf(node) : nodes.global(node));
  const DTransform local = localOf(node);
  if (property == Property::Translation) return Value::of(local.translation);
  if (property == Property::Rotation) return Value::of(local.rotation);
  return matrixOf(affineOf(local, nodes.localScale(node)));
}

std::optional<NodePlace> World::placeOfNode(std::int32_t node) const {
  const Implementation& own = *implementation_;
  if (node < 0 || static_cast<std::size_t>(node) >= own.body_of_node.size()) return std::nullopt;
  const DTransform local = own.localOf(node);
  const world::AffineTransform global = own.nodes_set ? own.globalOf(node) : own.nodes.global(node);
  const DTransform pose{global.translation, world::rotationOf(global.linear)};
  return NodePlace{{node, pose, local.translation, local.rotation}, own.nodes.localScale(node)};
}

Value World::Implementation::valueOfAnimation(const world::PropertyPlace& place) const {
  const world::AnimationPlayer* player = players.find(place.item);
  if (!player) return {place.row->type, {}};
  const double own = players.ownTime(place.item);
  switch (place.row->property) {
    case Property::IsPlaying:
      return Value::of(player->playing);
    case Property::MinTime:
      return Value::of(player->first);
    case Property::MaxTime:
      return Value::of(player->last);
    case Property::Playhead:
      return Value::of(player->inKeys(own));
    default:
      return Value::of(own);
  }
}

Value World::Implementation::valueOfMotion(const world::PropertyPlace& place) const {
  std::int32_t index = -1;
  if (static_cast<std::size_t>(place.item) < body_of_motion.size()) index = body_of_motion[place.item];
  if (index < 0) return {place.row->type, {}};
  const world::CompiledBody& body = compiled.bodies[index];
  const solve::Body& b = compiled.simulation->body(body.body);
  const BodyProperties& p = body.properties;
  const auto local = [&](const Vec3& v) {
    return Value::of(inverseRotate(nodePose(body).rotation, DVec3(v)));
  };
  switch (place.row->property) {
    case Property::IsKinematic:
      return Value::of(p.type == MotionType::Kinematic);
    case Property::Mass:
      return Value::of(finite(p.mass));
    case Property::CenterOfMass:
      return Value::of(unscaled(p.center_of_mass, body.center_scale));
    case Property::InertiaDiagonal:
      return Value::of(
          DVec3{finite(p.inertia_diagonal.x), finite(p.inertia_diagonal.y), finite(p.inertia_diagonal.z)});
    case Property::InertiaOrientation:
      return Value::of(p.inertia_orientation);
    case Property::LinearVelocity:
      return local(b.linear_velocity);
    case Property::AngularVelocity:
      return local(b.angular_velocity);
    default:
      return Value::of(gravity_factors[index]);
  }
}

std::optional<Value> World::Implementation::get(const world::PropertyPlace& place) const {
  const Property property = place.row->property;
  const auto item = static_cast<std::size_t>(place.item), part = static_cast<std::size_t>(place.part);
  switch (place.row->holder) {
    case world::Holder::Node:
      return valueOfNode(place);
    case world::Holder::Animation:
      return valueOfAnimation(place);
    case world::Holder::Motion:
      return valueOfMotion(place);
    case world::Holder::Material: {
      const Material& material = compiled.rules->material(place.item);
      if (property == Property::StaticFriction) return Value::of(material.static_friction);
      return Value::of(property == Property::DynamicFriction ? material.dynamic_friction
                                                             : material.restitution);
    }
    case world::Holder::Limit:
      return limitValue(joint_descriptions[item].limits[part], property);
    case world::Holder::Drive:
      return driveValue(joint_descriptions[item].drives[part], property);
    case world::Holder::Joint:
      return Value::of(enable_collision[item] != 0);
    case world::Holder::Box:
    case world::Holder::Sphere:
    case world::Holder::Capsule:
    case world::Holder::Cylinder:
    case world::Holder::Plane:
      return valueOfShape(place);
    case world::Holder::Seat:
      return seatValue(seats[item], property);
    case world::Holder::WheelNode:
      return Value::of(description_of_wheel[item]);
    case world::Holder::ThrusterNode:
    case world::Holder::HoverNode:
      return Value::of(index_of_thruster[item]);
    case world::Holder::Wheel:
      for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
        const world::CompiledWheel& wheel = compiled.wheels[i];
        if (description_of_wheel[wheel.wheel] != place.item) continue;
        if (property == Property::TyreMaterial)
          return Value::of(compiled.rules->tyreMaterial(static_cast<std::int32_t>(i)));
        return wheelValue(wheel, property);
      }
      return std::nullopt;
    case world::Holder::Thruster:
    case world::Holder::HoverThruster:
      for (const world::CompiledThruster& thruster : compiled.thrusters) {
        if (description_of_thruster[thruster.thruster] == place.item)
          return thrusterValue(thruster.settings, property);
      }
      return std::nullopt;
    case world::Holder::Vehicle:
      for (const world::CompiledVehicle& vehicle : compiled.vehicles) {
        if (vehicle.scene_vehicle == place.item) return vehicleValue(vehicle.settings, property);
      }
      return std::nullopt;
    case world::Holder::Volume:
    case world::Holder::DirectionalVolume:
    case world::Holder::RoundVolume:
    case world::Holder::DistantVolume:
    case world::Holder::LinePoints:
      return volumeValue(gravity_volumes[item], property, place.part);
    case world::Holder::Gravity:
      break;
  }
  if (property == Property::GravityStrength) return Value::of(world_gravity.gravity);
  return Value::of(world_gravity.direction);
}

std::optional<Value> World::get(std::string_view pointer) const {
  const Implementation& own = *implementation_;
  if (const std::int32_t length = own.properties.lengthOf(pointer); length >= 0) return Value::of(length);
  const std::optional<world::PropertyPlace> place = own.properties.find(pointer);
  return place ? own.get(*place) : std::nullopt;
}

}  // namespace carom
