// World::set: changes values by pointer, from the next step on.
#include <algorithm>
#include <cmath>

#include "base/compact_sort.hpp"
#include "base/trigonometry.hpp"
#include "world/limits.hpp"
#include "world/pointers/scalable.hpp"
#include "world/world_implementation.hpp"

namespace carom {

namespace {

using world::Property;

/// Whether a world can have the value where it is to go: infinite bounds and stiffnesses only.
bool isUsable(const world::PropertyPlace& place, const Value& value) {
  const bool may_be_infinite =
      place.row->holder == world::Holder::Limit || place.row->property == Property::DriveMaxForce ||
      place.row->property == Property::MaxSpeed || place.row->property == Property::PlaneSizeX ||
      place.row->property == Property::PlaneSizeZ;
  for (std::size_t i = 0; i < valueSize(value.type); ++i) {
    const double number = value.numbers[i];
    if (std::isnan(number) || (std::isinf(number) && !may_be_infinite)) return false;
    if (value.type == ValueType::Boolean && number != 0 && number != 1) return false;
    if (value.type == ValueType::Integer && number != std::floor(number)) return false;
  }
  return true;
}

/// Whether what was set has to be kept for snapshots: what is not state that they have anyway.
bool isParameter(const world::PropertyPlace& place, bool is_body) {
  switch (place.row->property) {
    case Property::Translation:
    case Property::Rotation:
      return !is_body;
    case Property::LinearVelocity:
    case Property::AngularVelocity:
    case Property::PropulsionRatio:
    case Property::SteeringRatio:
    case Property::ThrustRatio:
    case Property::GimbalRatio:
    case Property::LinearActivation:
    case Property::AngularActivation:
      return false;
    default:
      return true;
  }
}

/// A rate below 0 is at once, as in the file.
std::optional<double> rateOf(double number) {
  return number < 0 ? std::nullopt : std::optional(number);
}

void setWheel(WheelDescription& wheel, Property property, double number) {
  if (property == Property::PropulsionRatio)
    wheel.target_propulsion_force_ratio = std::clamp(number, -1.0, 1.0);
  if (property == Property::SteeringRatio) wheel.target_steering_ratio = std::clamp(number, -1.0, 1.0);
  if (property == Property::MaxPropulsionForce) wheel.max_propulsion_force = std::max(0.0, number);
  if (property == Property::BrakingForce) wheel.braking_force = std::max(0.0, number);
  if (property == Property::MaxSteeringAngle) wheel.max_steering_angle = std::clamp(number, 0.0, 3.14159);
  if (property == Property::PropulsionRate) wheel.propulsion_force_change_rate = rateOf(number);
  if (property == Property::SteeringRate) wheel.steering_change_rate = rateOf(number);
}

/// Whether a value of the size or the suspension of a wheel can be, and was set.
bool setSuspension(world::CompiledWheel& wheel, Property property, double number) {
  if (!(number >= 0) || (property == Property::WheelRadius && number == 0)) return false;
  if (property == Property::WheelRadius) wheel.radius = number;
  if (property == Property::WheelWidth) wheel.width = number;
  if (property == Property::SuspensionTravel) wheel.travel = number;
  if (property == Property::SuspensionStiffness) wheel.settings.suspension_stiffness = number;
  if (property == Property::SuspensionCompression) wheel.settings.suspension_damping_compression = number;
  if (property == Property::SuspensionRebound) wheel.settings.suspension_damping_rebound = number;
  wheel.settings = world::resized(wheel);
  return true;
}

bool isOfSuspension(Property property) {
  return property >= Property::WheelRadius && property <= Property::SuspensionTravel;
}

void setThruster(ThrusterDescription& thruster, Property property, const Value& value) {
  const double number = value.numbers[0];
  if (property == Property::ThrustRatio) thruster.target_ratio = std::clamp(number, 0.0, 1.0);
  if (property == Property::MaxThrust) thruster.maximum = std::max(0.0, number);
  if (property == Property::ThrustRate) thruster.change_rate = rateOf(number);
  if (property == Property::MaxGimbal) thruster.max_gimbal = std::clamp(number, 0.0, kPi);
  if (property == Property::GimbalRate) thruster.gimbal_change_rate = rateOf(number);
  if (property == Property::GimbalAdjustRatio)
    thruster.linear_gimbal_adjust_ratio = std::clamp(number, 0.0, 1.0);
  if (property == Property::GimbalRatio)
    thruster.target_gimbal_ratio =
        world::limitedLength({std::clamp(number, -1.0, 1.0), std::clamp(value.numbers[1], -1.0, 1.0)}, 1);
}

/// Whether it was an input of the driver's.
bool setVehicle(Vehicle& vehicle, Property property, const Value& value) {
  const DVec3 v = value.vector();
  const DVec3 held{std::clamp(v.x, -1.0, 1.0), std::clamp(v.y, -1.0, 1.0), std::clamp(v.z, -1.0, 1.0)};
  if (property == Property::MaxSpeed) vehicle.max_speed = std::max(0.0, v.x);
  if (property == Property::GyroTorque)
    vehicle.gyro_torque = {std::max(0.0, v.x), std::max(0.0, v.y), std::max(0.0, v.z)};
  if (property == Property::LinearDampeners) vehicle.linear_dampeners = v.x != 0;
  if (property == Property::AngularDampeners) vehicle.angular_dampeners = v.x != 0;
  if (property == Property::UseThrottle) vehicle.use_throttle = v.x != 0;
  if (property == Property::LinearActivation) vehicle.linear_activation = held;
  if (property == Property::AngularActivation) vehicle.angular_activation = held;
  return property == Property::LinearActivation || property == Property::AngularActivation;
}

void setSeat(Seat& seat, Property property, const Value& value) {
  if (property == Property::SeatBack) seat.back = value.vector();
  if (property == Property::SeatFoot) seat.foot = value.vector();
  if (property == Property::SeatKnee) seat.knee = value.vector();
  if (property == Property::SeatAngle) seat.angle = value.numbers[0];
}

/// Zero is infinite, as in the file.
double infiniteFromZero(double value) {
  return value == 0 ? kInfinity : value;
}

}  // namespace

bool World::Implementation::setMotion(const world::PropertyPlace& place, const Value& value) {
  const std::int32_t index =
      static_cast<std::size_t>(place.item) < body_of_motion.size() ? body_of_motion[place.item] : -1;
  if (index < 0) return false;
  world::CompiledBody& body = compiled.bodies[index];
  BodyProperties& p = body.properties;
  solve::Simulation& simulation = *compiled.simulation;
  const solve::Body& b = simulation.body(body.body);
  const auto global = [&] { return Vec3(rotate(nodePose(body).rotation, value.vector())); };
  switch (place.row->property) {
    case Property::IsKinematic: {
      // What follows an animation is kinematic whatever the file says.
      const bool kinematic = value.numbers[0] != 0;
      if (p.animated || kinematic == (p.type == MotionType::Kinematic)) return !p.animated;
      p.type = kinematic ? MotionType::Kinematic : MotionType::Dynamic;
      if (kinematic) simulation.setMass(body.body, 0, {});
      simulation.setBodyType(body.body, kinematic ? solve::BodyType::Kinematic : solve::BodyType::Dynamic);
      findKinematicBodies();
      if (kinematic) return true;
      renewBody(body);
      simulation.setGravityFactor(
          body.body, static_cast<float>(world::limited(gravity_factors[index], world::kMaxGravity)));
      return true;
    }
    case Property::Mass:
      if (!(value.numbers[0] >= 0)) return false;
      p.mass = infiniteFromZero(value.numbers[0]);
      renewBody(body);
      return true;
    case Property::CenterOfMass: {
      const DVec3 center = scaled(value.vector(), body.center_scale);
      if (!world::isWithin(center, world::kMaxCoordinate)) return false;
      p.center_of_mass = center;
      renewBody(body);
      return true;
    }
    case Property::InertiaDiagonal: {
      const DVec3 v = value.vector();
      if (!(v.x >= 0 && v.y >= 0 && v.z >= 0)) return false;
      p.inertia_diagonal = {infiniteFromZero(v.x), infiniteFromZero(v.y), infiniteFromZero(v.z)};
      body.has_moments = true;
      renewBody(body);
      return true;
    }
    case Property::InertiaOrientation:
      if (!world::isRotation(value.quaternion())) return false;
      p.inertia_orientation = normalized(value.quaternion());
      body.has_axes = true;
      renewBody(body);
      return true;
    case Property::LinearVelocity:
      if (!world::isWithin(value.vector(), world::kMaxSpeed)) return false;
      simulation.setVelocity(body.body, global(), b.angular_velocity);
      return true;
    case Property::AngularVelocity:
      if (!world::isWithin(value.vector(), world::kMaxSpeed)) return false;
      simulation.setVelocity(body.body, b.linear_velocity, global());
      return true;
    default:
      if (!(std::abs(value.numbers[0]) <= world::kMaxGravity)) return false;
      gravity_factors[index] = value.numbers[0];
      simulation.setGravityFactor(body.body, static_cast<float>(value.numbers[0]));
      return true;
  }
}

bool World::Implementation::setMaterial(const world::PropertyPlace& place, double number) {
  if (!(number >= 0)) return false;
  Material& material = compiled.rules->material(place.item);
  if (place.row->property == Property::StaticFriction) material.static_friction = number;
  if (place.row->property == Property::DynamicFriction) material.dynamic_friction = number;
  if (place.row->property == Property::Restitution) material.restitution = number;
  ask_surfaces = true;
  return true;
}

/// Every limit that the file says in one object: linear and angular axes of one make two.
bool World::Implementation::setLimit(const world::PropertyPlace& place, double number) {
  JointDescription& description = joint_descriptions[place.item];
  const std::string pointer = description.limits[place.part].origin.pointer;
  const bool stiff = place.row->property == Property::LimitStiffness;
  if ((stiff || place.row->property == Property::LimitDamping) && !(number >= 0)) return false;
  for (JointLimit& limit : description.limits) {
    if (limit.origin.pointer != pointer) continue;
    if (stiff) limit.stiffness = std::isinf(number) ? std::nullopt : std::optional(number);
    if (place.row->property == Property::LimitDamping) limit.damping = number;
    if (place.row->property == Property::LimitMin)
      limit.min = std::isinf(number) ? std::nullopt : std::optional(number);
    if (place.row->property == Property::LimitMax)
      limit.max = std::isinf(number) ? std::nullopt : std::optional(number);
  }
  renewJoints(place.item);
  return true;
}

bool World::Implementation::setDrive(const world::PropertyPlace& place, double number) {
  JointDrive& drive = joint_descriptions[place.item].drives[place.part];
  const bool target = place.row->property == Property::DrivePositionTarget ||
                      place.row->property == Property::DriveVelocityTarget;
  if (!target && !(number >= 0)) return false;
  if (place.row->property == Property::DrivePositionTarget) drive.position_target = number;
  if (place.row->property == Property::DriveVelocityTarget) drive.velocity_target = number;
  if (place.row->property == Property::DriveMaxForce) drive.max_force = number;
  if (place.row->property == Property::DriveStiffness) drive.stiffness = number;
  if (place.row->property == Property::DriveDamping) drive.damping = number;
  renewJoints(place.item);
  return true;
}

/// The pairs of the bodies that a joint connects begin, or cease, to collide.
void World::Implementation::setEnableCollision(std::int32_t joint, bool enable) {
  std::uint8_t& enabled = enable_collision[joint];
  if ((enabled != 0) == enable) return;
  enabled = enable ? 1 : 0;
  compiled.rules->setEnableCollision(joint, enable);
  for (const std::int32_t node : compiled.rules->sidesOf(joint)) {
    const std::int32_t body = node >= 0 ? body_of_node[node] : -1;
    if (body >= 0) compiled.simulation->findPairsAgain(compiled.bodies[body].body);
  }
}

void World::Implementation::renewJoints(std::int32_t description) {
  const solve::JointDefinition definition = world::jointDefinition(joint_descriptions[description]);
  for (std::size_t i = 0; i < compiled.joints.size(); ++i) {
    const auto joint = static_cast<std::size_t>(compiled.joints[i].joint);
    if (description_of_joint[joint] == description)
      compiled.simulation->setJoint(static_cast<std::int32_t>(i), definition);
  }
}

bool World::Implementation::setTyreMaterial(std::int32_t description, std::int32_t material) {
  if (material >= compiled.rules->tyreMaterialCount()) return false;
  for (std::size_t i = 0; i < compiled.wheels.size(); ++i) {
    const world::CompiledWheel& wheel = compiled.wheels[i];
    if (description_of_wheel[wheel.wheel] != description) continue;
    compiled.rules->setTyreMaterial(static_cast<std::int32_t>(i), std::max(-1, material));
    compiled.simulation->wake(compiled.bodies[wheel.body].body);
  }
  return true;
}

bool World::Implementation::setVehiclePart(const world::PropertyPlace& place, const Value& value) {
  if (place.row->property == Property::TyreMaterial)
    return setTyreMaterial(place.item, static_cast<std::int32_t>(value.numbers[0]));
  bool any = false;
  for (world::CompiledWheel& wheel : compiled.wheels) {
    if (place.row->holder != world::Holder::Wheel || description_of_wheel[wheel.wheel] != place.item)
      continue;
    if (!isOfSuspension(place.row->property)) {
      any = true;
      setWheel(wheel.settings, place.row->property, value.numbers[0]);
    } else if (setSuspension(wheel, place.row->property, value.numbers[0])) {
      any = true;
      compiled.simulation->setWheel(static_cast<std::int32_t>(&wheel - compiled.wheels.data()),
                                    world::wheelDefinition(wheel.settings));
    }
  }
  const bool thruster =
      place.row->holder == world::Holder::Thruster || place.row->holder == world::Holder::HoverThruster;
  for (world::CompiledThruster& t : compiled.thrusters) {
    if (!thruster || description_of_thruster[t.thruster] != place.item) continue;
    any = true;
    setThruster(t.settings, place.row->property, value);
    t.amount = std::min(t.amount, t.settings.maximum);
    if (t.settings.max_gimbal > 0) showGimbal(t);
    if (place.row->property == Property::MaxGimbal)
      t.gimbal = world::limitedLength(t.gimbal, t.settings.max_gimbal);
  }
  for (world::CompiledVehicle& vehicle : compiled.vehicles) {
    if (place.row->holder != world::Holder::Vehicle || vehicle.scene_vehicle != place.item) continue;
    any = true;
    if (setVehicle(vehicle.settings, place.row->property, value)) vehicle.commanded = true;
  }
  return any;
}

bool World::Implementation::setVolume(const world::PropertyPlace& place, const Value& value) {
  const auto source = std::find_if(compiled.gravity.begin(), compiled.gravity.end(),
                                   [&](const world::CompiledGravity& g) { return g.volume == place.item; });
  if (source == compiled.gravity.end()) return false;
  GravityVolume volume = gravity_volumes[place.item];
  const Property property = place.row->property;
  const double number = value.numbers[0];
  if ((property == Property::VolumeRadius || property == Property::VolumeUnitDistance) && !(number >= 0))
    return false;
  if (property == Property::GravityStrength) volume.gravity = number;
  if (property == Property::VolumeRadius) volume.radius = number;
  if (property == Property::VolumeUnitDistance) volume.unit_distance = number;
  if (property == Property::VolumeReplaces) volume.replace = number != 0;
  if (property == Property::VolumeStops) volume.stop = number != 0;
  if (property == Property::GravityDirection) volume.direction = normalized(value.vector());
  if (property == Property::VolumePriority) volume.priority = static_cast<std::int64_t>(number);
  if (property == Property::PointCoordinate) volume.points[place.part / 3][place.part % 3] = number;
  solve::GravitySource force;
  if (!(std::abs(volume.gravity) <= world::kMaxGravity) ||
      !world::describeForce(volume, source->scale, force))
    return false;
  if (property == Property::PointCoordinate && force.points.size() != volume.points.size()) return false;
  gravity_volumes[place.item] = volume;
  compiled.simulation->gravity().setForce(static_cast<std::int32_t>(source - compiled.gravity.begin()),
                                          force);
  if (property == Property::VolumePriority) orderVolumes();
  return true;
}

/// As they are compiled: highest priority first, then in the order of their nodes.
void World::Implementation::orderVolumes() {
  std::vector<std::int32_t> order(compiled.gravity.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  const auto volume = [&](std::int32_t source) -> const GravityVolume& {
    const auto i = static_cast<std::size_t>(compiled.gravity[source].volume);
    return gravity_volumes[i];
  };
  compactSort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    const GravityVolume &first = volume(a), &second = volume(b);
    return first.priority != second.priority ? first.priority > second.priority : first.node < second.node;
  });
  compiled.simulation->gravity().setOrder(std::move(order));
}

bool World::Implementation::setGravity(const world::PropertyPlace& place, const Value& value) {
  WorldGravity gravity = world_gravity;
  if (place.row->property == Property::GravityStrength) gravity.gravity = value.numbers[0];
  if (place.row->property == Property::GravityDirection) {
    if (!(lengthSquared(value.vector()) > 0)) return false;
    gravity.direction = normalized(value.vector());
  }
  if (!(std::abs(gravity.gravity) <= world::kMaxGravity)) return false;
  world_gravity = gravity;
  uniform_gravity = gravity.direction * gravity.gravity;
  compiled.simulation->setGravity(Vec3(uniform_gravity));
  return true;
}

bool World::Implementation::set(const world::PropertyPlace& place, const Value& value) {
  if (!place.row->writable || place.row->type != value.type || !isUsable(place, value)) return false;
  switch (place.row->holder) {
    case world::Holder::Node:
      return setNode(place.item,
                     place.row->property == Property::Translation ? NodeProperty::Translation
                     : place.row->property == Property::Rotation  ? NodeProperty::Rotation
                                                                  : NodeProperty::Scale,
                     value);
    case world::Holder::Motion:
      return setMotion(place, value);
    case world::Holder::Material:
      return setMaterial(place, value.numbers[0]);
    case world::Holder::Limit:
      return setLimit(place, value.numbers[0]);
    case world::Holder::Drive:
      return setDrive(place, value.numbers[0]);
    case world::Holder::Joint:
      setEnableCollision(place.item, value.numbers[0] != 0);
      return true;
    case world::Holder::Box:
    case world::Holder::Sphere:
    case world::Holder::Capsule:
    case world::Holder::Cylinder:
    case world::Holder::Plane:
      return setShape(place, value);
    case world::Holder::Seat:
      setSeat(seats[place.item], place.row->property, value);
      return true;
    case world::Holder::Wheel:
    case world::Holder::Thruster:
    case world::Holder::HoverThruster:
    case world::Holder::Vehicle:
      return setVehiclePart(place, value);
    case world::Holder::Volume:
    case world::Holder::DirectionalVolume:
    case world::Holder::RoundVolume:
    case world::Holder::DistantVolume:
    case world::Holder::LinePoints:
      return setVolume(place, value);
    case world::Holder::Gravity:
      return setGravity(place, value);
    default:
      return false;
  }
}

bool World::set(std::string_view pointer, const Value& value) {
  Implementation& own = *implementation_;
  const std::optional<world::PropertyPlace> place = own.properties.find(pointer);
  if (!place) return false;
  const std::optional<Value> before = own.get(*place);
  if (!before || !own.set(*place, value)) return false;
  const bool is_body = place->row->holder == world::Holder::Node && own.body_of_node[place->item] >= 0;
  if (isParameter(*place, is_body)) {
    const auto [change, is_new] = own.changed.try_emplace(std::string(pointer), Implementation::Changed{});
    if (is_new) change->second.first = *before;
    change->second.now = value;
  }
  own.touched = true;
  if (own.log) own.log->addValue(pointer, value);
  return true;
}

bool World::canSet(std::string_view pointer) const {
  const Implementation& own = *implementation_;
  const std::optional<world::PropertyPlace> place = own.properties.find(pointer);
  if (!place || !place->row->writable) return false;
  if (place->row->holder != world::Holder::Node) return true;
  const std::int32_t body = own.body_of_node[place->item];
  if (place->row->property == Property::Scale) return world::canScale(own, place->item);
  if (body >= 0) return !own.compiled.bodies[body].properties.animated;
  return !own.nodes.isSimulated(place->item);
}

bool World::startAnimation(std::int32_t animation, double start, double end, double speed) {
  Implementation& own = *implementation_;
  if (!own.players.start(animation, own.time, start, end, speed)) return false;
  own.touched = true;
  if (own.log) own.log->addAnimation(animation, true, start, end, speed);
  return true;
}

bool World::holdAnimations() {
  Implementation& own = *implementation_;
  if (own.steps > 0) return false;
  own.holdAnimations();
  own.touched = true;
  if (own.log) own.log->addHold();
  return true;
}

bool World::stopAnimation(std::int32_t animation, std::optional<double> at) {
  Implementation& own = *implementation_;
  if (!own.players.stop(animation, own.time, at)) return false;
  own.touched = true;
  if (own.log) own.log->addAnimation(animation, false, at.value_or(0), at ? 1 : 0, 0);
  return true;
}

bool World::isAnimationPlaying(std::int32_t animation) const {
  const world::AnimationPlayer* player = implementation_->players.find(animation);
  return player && player->playing;
}

double World::animationTime(std::int32_t animation) const {
  return implementation_->players.find(animation) ? implementation_->players.ownTime(animation) : 0;
}

}  // namespace carom
