#include <map>

#include "dialect/compare/same_items.hpp"
#include "dialect/joined.hpp"

namespace carom::dialect {

namespace {

/// The node of the item an index names, -1 if none.
template <class Item>
std::int32_t nodeOf(const std::vector<Item>& items, std::int32_t index) {
  return index < 0 ? -1 : items[index].node;
}

class VehicleComparison {
 public:
  VehicleComparison(const Scene& a, const Scene& b) : a_(a), b_(b) {}

  std::vector<std::string> run() {
    compare("wheel", a_.wheels, b_.wheels,
            [this](const Wheel& a, const Wheel& b) { return sameWheel(a, b); });
    compare("thruster", a_.thrusters, b_.thrusters,
            [this](const Thruster& a, const Thruster& b) { return sameThruster(a, b); });
    compare("vehicle", a_.vehicles, b_.vehicles,
            [this](const Vehicle& a, const Vehicle& b) { return sameVehicle(a, b); });
    compare("seat", a_.seats, b_.seats, [](const Seat& a, const Seat& b) {
      return same(a.back, b.back) && same(a.foot, b.foot) && same(a.knee, b.knee) && same(a.angle, b.angle);
    });
    compare("gravity", a_.gravity_volumes, b_.gravity_volumes,
            [this](const GravityVolume& a, const GravityVolume& b) { return sameVolume(a, b); });
    if (a_.gravity.has_value() != b_.gravity.has_value() ||
        (a_.gravity && !(same(a_.gravity->gravity, b_.gravity->gravity) &&
                         same(a_.gravity->direction, b_.gravity->direction)))) {
      found_.emplace_back("the world's gravity differs");
    }
    return std::move(found_);
  }

 private:
  /// The items on each node, in order: a node may have a thruster of each kind.
  template <class Item, class Same>
  void compare(std::string_view what, const std::vector<Item>& first, const std::vector<Item>& second,
               Same is_same) {
    std::map<std::int32_t, std::vector<const Item*>> others;
    for (const Item& item : second) others[item.node].push_back(&item);
    std::map<std::int32_t, std::size_t> met;
    for (const Item& item : first) {
      const std::vector<const Item*>& there = others[item.node];
      const std::size_t position = met[item.node]++;
      const std::string name = joined("the ", what, " of node ", std::to_string(item.node));
      if (position >= there.size()) {
        found_.push_back(name + " is missing");
      } else if (!is_same(item, *there[position])) {
        found_.push_back(name + " differs");
      }
    }
    if (first.size() != second.size()) found_.push_back(joined("the number of ", what, "s differs"));
  }
  /// Whether both act on the same body and are commanded by the same vehicle.
  template <class Part>
  bool sameOwners(const Part& a, const Part& b) const {
    return nodeOf(a_.motions, a.motion) == nodeOf(b_.motions, b.motion) &&
           nodeOf(a_.vehicles, a.vehicle) == nodeOf(b_.vehicles, b.vehicle);
  }
  bool sameWheel(const Wheel& first, const Wheel& second) const {
    const WheelDescription& a = a_.wheel_descriptions[first.description];
    const WheelDescription& b = b_.wheel_descriptions[second.description];
    return sameOwners(first, second) && same(a.radius, b.radius) && same(a.width, b.width) &&
           same(a.max_propulsion_force, b.max_propulsion_force) && same(a.braking_force, b.braking_force) &&
           same(a.propulsion_force_change_rate, b.propulsion_force_change_rate) &&
           same(a.steering_change_rate, b.steering_change_rate) &&
           same(a.max_steering_angle, b.max_steering_angle) &&
           same(a.suspension_stiffness, b.suspension_stiffness) &&
           same(a.suspension_damping_compression, b.suspension_damping_compression) &&
           same(a.suspension_damping_rebound, b.suspension_damping_rebound) &&
           same(a.suspension_travel, b.suspension_travel) &&
           same(a.target_propulsion_force_ratio, b.target_propulsion_force_ratio) &&
           same(a.target_steering_ratio, b.target_steering_ratio) &&
           sameMaterial(a_, a.material, b_, b.material);
  }
  bool sameThruster(const Thruster& first, const Thruster& second) const {
    const ThrusterDescription& a = a_.thruster_descriptions[first.description];
    const ThrusterDescription& b = b_.thruster_descriptions[second.description];
    return sameOwners(first, second) && a.hover == b.hover && same(a.maximum, b.maximum) &&
           same(a.change_rate, b.change_rate) && same(a.target_ratio, b.target_ratio) &&
           same(a.max_gimbal, b.max_gimbal) && same(a.gimbal_change_rate, b.gimbal_change_rate) &&
           same(a.target_gimbal_ratio[0], b.target_gimbal_ratio[0]) &&
           same(a.target_gimbal_ratio[1], b.target_gimbal_ratio[1]) &&
           same(a.linear_gimbal_adjust_ratio, b.linear_gimbal_adjust_ratio);
  }
  bool sameVehicle(const Vehicle& a, const Vehicle& b) const {
    return nodeOf(a_.motions, a.motion) == nodeOf(b_.motions, b.motion) &&
           nodeOf(a_.seats, a.pilot_seat) == nodeOf(b_.seats, b.pilot_seat) &&
           same(a.angular_activation, b.angular_activation) &&
           same(a.linear_activation, b.linear_activation) && same(a.gyro_torque, b.gyro_torque) &&
           same(a.max_speed, b.max_speed) && a.angular_dampeners == b.angular_dampeners &&
           a.linear_dampeners == b.linear_dampeners && a.use_throttle == b.use_throttle;
  }
  bool sameVolume(const GravityVolume& a, const GravityVolume& b) const {
    if (a.kind != b.kind || a.points.size() != b.points.size() || (a.shape < 0) != (b.shape < 0))
      return false;
    for (std::size_t i = 0; i < a.points.size(); ++i) {
      if (!same(a.points[i], b.points[i])) return false;
    }
    return nodeOf(a_.triggers, a.trigger) == nodeOf(b_.triggers, b.trigger) && same(a.gravity, b.gravity) &&
           a.priority == b.priority && a.replace == b.replace && a.stop == b.stop &&
           same(a.direction, b.direction) && same(a.unit_distance, b.unit_distance) &&
           same(a.radius, b.radius) && (a.shape < 0 || sameShape(a_, a.shape, b_, b.shape));
  }

  const Scene &a_, &b_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> vehicleDifferences(const Scene& a, const Scene& b) {
  return VehicleComparison(a, b).run();
}

}  // namespace carom::dialect
