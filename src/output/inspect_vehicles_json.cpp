#include "output/inspect_vehicles.hpp"
#include "output/inspect_words.hpp"

namespace carom::output {
namespace {

using Layout = json::Writer::Layout;

void node(json::Writer& json, const Scene& scene, std::int32_t index) {
  json.member("node", index);
  if (isIndex(index, scene.nodes.size())) json.member("name", scene.nodes[index].name);
}

template <class Item>
void nodeOf(json::Writer& json, std::string_view key, const std::vector<Item>& items, std::int32_t index) {
  json.member(key, isIndex(index, items.size()) ? items[index].node : -1);
}

void optionalMember(json::Writer& json, std::string_view key, const std::optional<double>& value) {
  json.key(key);
  value ? json.value(*value) : json.null();
}

void wheelDescription(json::Writer& json, const WheelDescription& wheel) {
  json.member("radius", wheel.radius);
  json.member("width", wheel.width);
  json.member("material", wheel.material);
  json.member("max_propulsion_force", wheel.max_propulsion_force);
  optionalMember(json, "braking_force", wheel.braking_force);
  optionalMember(json, "propulsion_force_change_rate", wheel.propulsion_force_change_rate);
  json.member("target_propulsion_force_ratio", wheel.target_propulsion_force_ratio);
  json.member("max_steering_angle", wheel.max_steering_angle);
  optionalMember(json, "steering_change_rate", wheel.steering_change_rate);
  json.member("target_steering_ratio", wheel.target_steering_ratio);
  json.member("suspension_stiffness", wheel.suspension_stiffness);
  json.member("suspension_damping_compression", wheel.suspension_damping_compression);
  json.member("suspension_damping_rebound", wheel.suspension_damping_rebound);
  json.member("suspension_travel", wheel.suspension_travel);
}

void thrusterDescription(json::Writer& json, const ThrusterDescription& thruster) {
  json.member("hover", thruster.hover);
  json.member("maximum", thruster.maximum);
  optionalMember(json, "change_rate", thruster.change_rate);
  json.member("target_ratio", thruster.target_ratio);
  json.member("max_gimbal", thruster.max_gimbal);
  optionalMember(json, "gimbal_change_rate", thruster.gimbal_change_rate);
  json.key("target_gimbal_ratio");
  json.beginArray(Layout::OneLine);
  for (const double ratio : thruster.target_gimbal_ratio) json.value(ratio);
  json.end();
  json.member("linear_gimbal_adjust_ratio", thruster.linear_gimbal_adjust_ratio);
}

/// Wheels or thrusters: nodes with a description, a body and a vehicle.
template <class Part, class Description, class Write>
void parts(json::Writer& json, const Scene& scene, const std::vector<Part>& list,
           const std::vector<Description>& descriptions, Write write) {
  json.beginArray();
  for (const Part& part : list) {
    if (isOutside(scene, part.node)) continue;
    json.beginObject();
    node(json, scene, part.node);
    nodeOf(json, "motion_node", scene.motions, part.motion);
    nodeOf(json, "vehicle_node", scene.vehicles, part.vehicle);
    if (isIndex(part.description, descriptions.size())) write(json, descriptions[part.description]);
    json.member("pointer", part.origin.pointer);
    json.end();
  }
  json.end();
}

void vehicles(json::Writer& json, const Scene& scene) {
  json.key("vehicles");
  json.beginArray();
  for (const Vehicle& vehicle : scene.vehicles) {
    if (isOutside(scene, vehicle.node)) continue;
    json.beginObject();
    node(json, scene, vehicle.node);
    nodeOf(json, "motion_node", scene.motions, vehicle.motion);
    json.member("angular_activation", vehicle.angular_activation);
    json.member("linear_activation", vehicle.linear_activation);
    json.member("gyro_torque", vehicle.gyro_torque);
    optionalMember(json, "max_speed", vehicle.max_speed);
    nodeOf(json, "pilot_seat", scene.seats, vehicle.pilot_seat);
    json.member("angular_dampeners", vehicle.angular_dampeners);
    json.member("linear_dampeners", vehicle.linear_dampeners);
    json.member("use_throttle", vehicle.use_throttle);
    json.member("pointer", vehicle.origin.pointer);
    json.end();
  }
  json.end();
}

void seats(json::Writer& json, const Scene& scene) {
  std::vector<bool> is_pilots(scene.seats.size());
  for (const Vehicle& vehicle : scene.vehicles)
    if (isIndex(vehicle.pilot_seat, is_pilots.size())) is_pilots[vehicle.pilot_seat] = true;
  json.key("seats");
  json.beginArray();
  for (std::size_t i = 0; i < scene.seats.size(); ++i) {
    const Seat& seat = scene.seats[i];
    if (isOutside(scene, seat.node)) continue;
    json.beginObject();
    node(json, scene, seat.node);
    json.member("pilot", static_cast<bool>(is_pilots[i]));
    json.member("back", seat.back);
    json.member("knee", seat.knee);
    json.member("foot", seat.foot);
    json.member("angle", seat.angle);
    json.member("pointer", seat.origin.pointer);
    json.end();
  }
  json.end();
}

void spawnPoints(json::Writer& json, const Scene& scene) {
  if (scene.spawn_points.empty()) return;
  json.key("spawn_points");
  json.beginArray();
  for (const SpawnPoint& point : scene.spawn_points) {
    if (isOutside(scene, point.node)) continue;
    json.beginObject();
    node(json, scene, point.node);
    json.member("title", point.title);
    json.member("team", point.team);
    json.member("group", point.group);
    json.member("pointer", point.origin.pointer);
    json.end();
  }
  json.end();
}

void volume(json::Writer& json, const Scene& scene, const GravityVolume& volume) {
  json.beginObject();
  node(json, scene, volume.node);
  nodeOf(json, "trigger_node", scene.triggers, volume.trigger);
  json.member("type", gravityKindName(volume.kind));
  json.member("gravity", volume.gravity);
  json.member("priority", volume.priority);
  json.member("replace", volume.replace);
  json.member("stop", volume.stop);
  if (volume.kind == GravityKind::Directional) {
    json.member("direction", volume.direction);
  } else {
    json.member("unit_distance", volume.unit_distance);
  }
  if (volume.kind == GravityKind::Disc || volume.kind == GravityKind::Torus)
    json.member("radius", volume.radius);
  if (volume.kind == GravityKind::Line) {
    json.key("points");
    json.beginArray();
    for (const DVec3& point : volume.points) json.value(point);
    json.end();
  }
  if (isIndex(volume.shape, scene.shapes.size()))
    json.member("shape", shapeName(scene.shapes[volume.shape].kind));
  json.member("pointer", volume.origin.pointer);
  json.end();
}

}  // namespace

void writeVehicles(json::Writer& json, const Scene& scene) {
  vehicles(json, scene);
  json.key("wheels");
  parts(json, scene, scene.wheels, scene.wheel_descriptions, wheelDescription);
  json.key("thrusters");
  parts(json, scene, scene.thrusters, scene.thruster_descriptions, thrusterDescription);
  seats(json, scene);
  spawnPoints(json, scene);
}

void writeGravity(json::Writer& json, const Scene& scene) {
  json.key("gravity");
  if (scene.gravity) {
    json.beginObject(Layout::OneLine);
    json.member("gravity", scene.gravity->gravity);
    json.member("direction", scene.gravity->direction);
    json.end();
  } else {
    json.null();
  }
  json.key("gravity_volumes");
  json.beginArray();
  for (const GravityVolume& one : scene.gravity_volumes)
    if (!isOutside(scene, one.node)) volume(json, scene, one);
  json.end();
}

}  // namespace carom::output
