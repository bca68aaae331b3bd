#include "output/inspect_vehicles.hpp"

#include <utility>

#include "output/concatenate.hpp"
#include "output/inspect_words.hpp"

namespace carom::output {
namespace {

/// The item an index names, null when it names none.
template <class Item>
const Item* itemOf(const std::vector<Item>& items, std::int32_t index) {
  return isIndex(index, items.size()) ? &items[index] : nullptr;
}

std::string bodyText(const Scene& scene, std::int32_t index) {
  const Motion* motion = itemOf(scene.motions, index);
  return motion ? concatenate("on ", nodeName(scene, motion->node)) : std::string("on no body");
}

std::string rateText(const std::optional<double>& rate, std::string_view unit) {
  return rate ? concatenate(" at ", shortNumber(*rate), " ", unit) : std::string();
}

class VehicleText {
 public:
  explicit VehicleText(const Scene& scene) : scene_(scene) {}

  std::vector<InspectionSection> write() {
    vehicles();
    seats();
    spawnPoints();
    gravity();
    return std::move(sections_);
  }

 private:
  void section(std::string title) { sections_.push_back({std::move(title), {}}); }
  void line(std::size_t indent, std::string text) {
    sections_.back().lines.push_back({indent, std::move(text)});
  }
  void vehicles();
  void vehicle(std::int32_t index);
  /// Wheels and thrusters that a vehicle commands; -1: those that none does.
  bool parts(std::int32_t vehicle, bool list);
  void wheel(const Wheel& wheel);
  void thruster(const Thruster& thruster);
  void seats();
  void spawnPoints();
  void gravity();
  void volume(const GravityVolume& volume);

  const Scene& scene_;
  std::vector<InspectionSection> sections_;
};

void VehicleText::wheel(const Wheel& wheel) {
  std::string text =
      concatenate("wheel     ", nodeName(scene_, wheel.node), " ", bodyText(scene_, wheel.motion));
  const WheelDescription* description = itemOf(scene_.wheel_descriptions, wheel.description);
  if (description == nullptr) return line(2, std::move(text));
  const WheelDescription& d = *description;
  text += concatenate(": radius ", shortNumber(d.radius), " m, width ", shortNumber(d.width), " m");
  if (d.material >= 0) text += concatenate(", material ", d.material);
  line(2, std::move(text));
  line(3, concatenate("pushes with ", shortNumber(d.max_propulsion_force), " N",
                      rateText(d.propulsion_force_change_rate, "N/s"), ", brakes with ",
                      shortNumber(d.braking_force.value_or(d.max_propulsion_force)), " N, steers to ",
                      shortNumber(d.max_steering_angle), " rad", rateText(d.steering_change_rate, "rad/s")));
  line(3, concatenate("suspension ", shortNumber(d.suspension_stiffness), " N/m, damping ",
                      shortNumber(d.suspension_damping_compression), " and ",
                      shortNumber(d.suspension_damping_rebound), " N s/m, travel ",
                      shortNumber(d.suspension_travel), " m"));
  if (d.target_propulsion_force_ratio != 0 || d.target_steering_ratio != 0)
    line(3, concatenate("starts with ", shortNumber(d.target_propulsion_force_ratio), " of its force, ",
                        shortNumber(d.target_steering_ratio), " of its steering"));
}

void VehicleText::thruster(const Thruster& thruster) {
  const ThrusterDescription* description = itemOf(scene_.thruster_descriptions, thruster.description);
  const bool hover = description != nullptr && description->hover;
  std::string text = concatenate(hover ? "hover thruster  " : "thruster  ", nodeName(scene_, thruster.node),
                                 " ", bodyText(scene_, thruster.motion));
  if (description == nullptr) return line(2, std::move(text));
  const ThrusterDescription& d = *description;
  line(2, concatenate(text, ": ", shortNumber(d.maximum), hover ? " N m" : " N",
                      rateText(d.change_rate, hover ? "N m/s" : "N/s"), ", gimbal to ",
                      shortNumber(d.max_gimbal), " rad", rateText(d.gimbal_change_rate, "rad/s"), ", ",
                      shortNumber(d.linear_gimbal_adjust_ratio), " for linear activation"));
  const auto [x, y] = d.target_gimbal_ratio;
  if (d.target_ratio != 0 || x != 0 || y != 0)
    line(3, concatenate("starts with ", shortNumber(d.target_ratio), " of it, gimbal (", shortNumber(x), ", ",
                        shortNumber(y), ")"));
}

bool VehicleText::parts(std::int32_t vehicle, bool list) {
  bool any = false;
  for (const Wheel& one : scene_.wheels) {
    if (one.vehicle != vehicle || isOutside(scene_, one.node)) continue;
    any = true;
    if (list) wheel(one);
  }
  for (const Thruster& one : scene_.thrusters) {
    if (one.vehicle != vehicle || isOutside(scene_, one.node)) continue;
    any = true;
    if (list) thruster(one);
  }
  return any;
}

void VehicleText::vehicle(std::int32_t index) {
  const Vehicle& vehicle = scene_.vehicles[index];
  std::string text = concatenate(nodeName(scene_, vehicle.node), vehicle.motion < 0 ? ", no body" : "");
  if (lengthSquared(vehicle.gyro_torque) > 0)
    text += concatenate(", gyroscopes ", shortVector(vehicle.gyro_torque), " N m");
  if (vehicle.max_speed) text += concatenate(", drives up to ", shortNumber(*vehicle.max_speed), " m/s");
  if (const Seat* seat = itemOf(scene_.seats, vehicle.pilot_seat))
    text += concatenate(", pilot on ", nodeName(scene_, seat->node));
  if (!vehicle.angular_dampeners) text += ", no angular dampeners";
  if (!vehicle.linear_dampeners) text += ", no linear dampeners";
  if (vehicle.use_throttle) text += ", throttle";
  line(1, std::move(text));
  if (lengthSquared(vehicle.linear_activation) > 0 || lengthSquared(vehicle.angular_activation) > 0)
    line(2, concatenate("starts with linear activation ", shortVector(vehicle.linear_activation),
                        ", angular ", shortVector(vehicle.angular_activation)));
  parts(index, true);
}

void VehicleText::vehicles() {
  bool any = false;
  for (std::size_t i = 0; i < scene_.vehicles.size(); ++i) {
    if (isOutside(scene_, scene_.vehicles[i].node)) continue;
    if (!std::exchange(any, true)) section("Vehicles");
    vehicle(static_cast<std::int32_t>(i));
  }
  if (!parts(-1, false)) return;
  section("Wheels and thrusters without a vehicle");
  parts(-1, true);
}

void VehicleText::seats() {
  bool any = false;
  for (std::size_t i = 0; i < scene_.seats.size(); ++i) {
    const Seat& seat = scene_.seats[i];
    if (isOutside(scene_, seat.node)) continue;
    if (!std::exchange(any, true)) section("Seats");
    std::string text = concatenate(nodeName(scene_, seat.node), "  back ", shortVector(seat.back), ", knee ",
                                   shortVector(seat.knee), ", foot ", shortVector(seat.foot), ", angle ",
                                   shortNumber(seat.angle), " rad");
    for (const Vehicle& vehicle : scene_.vehicles)
      if (vehicle.pilot_seat == static_cast<std::int32_t>(i))
        text += concatenate(", the pilot's of ", nodeName(scene_, vehicle.node));
    line(1, std::move(text));
  }
}

void VehicleText::spawnPoints() {
  bool any = false;
  for (const SpawnPoint& point : scene_.spawn_points) {
    if (isOutside(scene_, point.node)) continue;
    if (!std::exchange(any, true)) section("Spawn points");
    std::string text = nodeName(scene_, point.node);
    if (!point.title.empty()) text += concatenate("  ", point.title);
    if (!point.team.empty()) text += concatenate(", team ", point.team);
    if (!point.group.empty()) text += concatenate(", group ", point.group);
    line(1, std::move(text));
  }
}

void VehicleText::volume(const GravityVolume& volume) {
  const bool parallel = volume.kind == GravityKind::Directional;
  std::string text = concatenate(nodeName(scene_, volume.node), "  ", gravityKindName(volume.kind), ", ",
                                 shortNumber(volume.gravity), " m/s\xC2\xB2");
  if (parallel) text += concatenate(" along ", shortVector(volume.direction));
  if (!parallel && volume.unit_distance > 0)
    text += concatenate(" at ", shortNumber(volume.unit_distance), " m");
  if (volume.kind == GravityKind::Disc || volume.kind == GravityKind::Torus)
    text += concatenate(", radius ", shortNumber(volume.radius), " m");
  if (volume.kind == GravityKind::Line) text += concatenate(", ", volume.points.size(), " points");
  if (const Shape* shape = itemOf(scene_.shapes, volume.shape))
    text += concatenate(", towards a ", shapeName(shape->kind));
  if (volume.trigger < 0) text += ", without a trigger";
  text += concatenate(", priority ", volume.priority);
  if (volume.replace) text += ", replaces gravity evaluated before it";
  if (volume.stop) text += ", ends the evaluation";
  line(1, std::move(text));
}

void VehicleText::gravity() {
  bool any = false;
  if (scene_.gravity) {
    any = true;
    section("Gravity");
    line(1, concatenate("world  ", shortNumber(scene_.gravity->gravity), " m/s\xC2\xB2 along ",
                        shortVector(scene_.gravity->direction)));
  }
  for (const GravityVolume& one : scene_.gravity_volumes) {
    if (isOutside(scene_, one.node)) continue;
    if (!std::exchange(any, true)) section("Gravity");
    volume(one);
  }
}

}  // namespace

std::vector<InspectionSection> vehicleSections(const Scene& scene) {
  return VehicleText(scene).write();
}

}  // namespace carom::output
