// Wheels as document 000 has them: without a force for braking, and without rates.
#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

std::string rateText(const std::optional<double>& rate, std::string_view unit) {
  return rate ? joined("by ", json::number(*rate), " ", unit) : std::string("instantly");
}

void lowerWheel(Lowering& lowering, WheelDescription& wheel) {
  const WheelDescription plain;
  const std::string& pointer = wheel.origin.pointer;
  if (wheel.braking_force) {
    const bool other = *wheel.braking_force != wheel.max_propulsion_force;
    lowering.loss(other ? LossKind::Dropped : LossKind::Implied, pointer + "/brakingForce", "braking-force",
                  "the braking force is not written; document 000 has one force for propulsion and braking",
                  other ? joined("it brakes with at most ", json::number(wheel.max_propulsion_force),
                                 " N instead of ", json::number(*wheel.braking_force), " N")
                        : "");
    wheel.braking_force.reset();
  }
  if (wheel.propulsion_force_change_rate) {
    lowering.loss(
        LossKind::Dropped, pointer + "/propulsionForceChangeRate", "propulsion-rate",
        "the change rate of the wheel's force is not written",
        joined("it changes instantly instead of ", rateText(wheel.propulsion_force_change_rate, "N/s")));
    wheel.propulsion_force_change_rate.reset();
  }
  if (wheel.steering_change_rate != plain.steering_change_rate) {
    lowering.loss(LossKind::Dropped, pointer + "/steeringChangeRate", "steering-rate",
                  "the steering change rate of the wheel is not written",
                  joined("it steers ", rateText(plain.steering_change_rate, "rad/s"), " instead of ",
                         rateText(wheel.steering_change_rate, "rad/s")));
    wheel.steering_change_rate = plain.steering_change_rate;
  }
}

}  // namespace

void lowerVehicles(Lowering& lowering) {
  if (lowering.target.wheels != WheelForm::First) return;
  for (WheelDescription& wheel : lowering.scene.wheel_descriptions) lowerWheel(lowering, wheel);
}

}  // namespace carom::dialect
