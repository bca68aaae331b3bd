#include "world/vehicles/flight_control.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"
#include "world/vehicles/wheel_control.hpp"

namespace carom::world {
namespace {

constexpr double kHoverRatio = 0.95;      // Of the energy, without input
constexpr double kSinkShare = 0.5;        // Of it, that full input down takes away
constexpr double kIdle = 1e-4;            // Of the largest force
constexpr double kHoverTurnShare = 0.25;  // Of what hover thrusters could turn by, that full input asks
// Weights of torque against force, as accelerations at the radius of gyration.
constexpr double kLevelWeight = 0.03, kHoverLevelWeight = 0.3, kCoupleWeight = 0.1, kTurnWeight = 3;

DVec3 axisOf(std::size_t i) {
  DVec3 e;
  e[i] = 1;
  return e;
}

/// Length of the part along a unit direction of the farthest point of a cone of unit vectors.
double reach(const DVec3& direction, double cone, const DVec3& along) {
  const double angle = arcCosine(dot(direction, along)) - cone;
  return angle > 0 ? cosine(angle) : 1;
}

class Flight {
 public:
  Flight(const Vehicle& vehicle, const FlightState& state, std::span<Engine> engines, FlightPlan& plan)
      : vehicle_(vehicle),
        state_(state),
        engines_(engines),
        plan_(plan),
        thrusts_(plan.thrusts),
        rest_(plan.rest),
        gimbal_(plan.gimbal),
        lift_(plan.lift),
        mass_(state.mass > 0 ? state.mass : 1) {}
  DVec3 run();

 private:
  void prepare();
  double lag(bool turning) const;
  bool isDriven(const DVec3& input, std::size_t axis) const { return input[axis] != 0; }
  double mostForce(const DVec3& along) const;
  double mostTorque(const DVec3& about) const;
  DVec3 driveForce() const;
  DVec3 limitedBySpeed(const DVec3& force, double tau) const;
  DVec3 stopForce(double tau) const;
  DVec3 liftForce() const;
  DVec3 wantedForce() const;
  DVec3 dampedSpin() const;
  DVec3 stopTorque(const DVec3& spin, double tau, const DVec3& most) const;
  DVec3 gyroTorque() const;
  DVec3 wantedTorque(const DVec3& gyro) const;
  ThrustGoal goal(const DVec3& force, const DVec3& torque, double torque_weight) const;
  void allocate(const ThrustGoal& goal, std::span<const std::size_t> which);
  DVec3 sumOfForces() const;
  DVec3 sumOfTorques() const;
  void push(const DVec3& wanted);
  void turn(const DVec3& wanted);
  void finish();

  const Vehicle& vehicle_;
  const FlightState& state_;
  std::span<Engine> engines_;
  FlightPlan& plan_;
  std::vector<Thrust>& thrusts_;
  std::vector<DVec3>& rest_;
  std::vector<double>& gimbal_;
  std::vector<DVec3>& lift_;
  DVec3 up_;  ///< Against gravity; Y where there is none.
  bool hovers_ = false;
  double mass_, radius_ = 1;
};

void Flight::prepare() {
  thrusts_.clear(), rest_.clear(), gimbal_.clear(), lift_.clear();
  const DMat3& inertia = state_.inertia;
  const double trace = inertia.cx.x + inertia.cy.y + inertia.cz.z;
  if (trace > 0) radius_ = std::max(1e-3, std::sqrt(0.5 * trace / mass_));
  const double weight = length(state_.gravity);
  up_ = weight > 0 ? state_.gravity * (-1 / weight) : DVec3{0, 1, 0};
  const double input = dot(vehicle_.linear_activation, up_);
  const double share = input > 0 ? kHoverRatio + (1 - kHoverRatio) * std::min(input, 1.0)
                                 : kHoverRatio * (1 + kSinkShare * std::max(input, -1.0));
  for (const Engine& engine : engines_) {
    const ThrusterDescription& d = *engine.description;
    const bool locked = d.gimbal_change_rate && *d.gimbal_change_rate == 0;
    rest_.push_back(locked ? engine.direction() : rotate(engine.rotation, DVec3{0, 0, 1}));
    gimbal_.push_back(locked ? 0 : d.max_gimbal);
    Thrust t;
    t.arm = engine.arm;
    t.direction = rest_.back();
    t.most = d.maximum * engine.force_per_amount;
    thrusts_.push_back(t);
    const bool lifts = d.hover && t.most > 0;
    hovers_ = hovers_ || lifts;
    lift_.push_back(lifts ? t.direction * (t.most * share) : DVec3{});
  }
}

/// Seconds that the slowest change takes which force, or torque, may need.
double Flight::lag(bool turning) const {
  double most = 0;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    const ThrusterDescription& d = *engines_[i].description;
    if (!(thrusts_[i].most > 0)) continue;
    if (d.change_rate && *d.change_rate > 0) most = std::max(most, d.maximum / *d.change_rate);
    const double angle = turning ? gimbal_[i] : gimbal_[i] * d.linear_gimbal_adjust_ratio;
    if (d.gimbal_change_rate && *d.gimbal_change_rate > 0)
      most = std::max(most, angle / *d.gimbal_change_rate);
  }
  return most;
}

/// Thrust of all thrusters along a unit direction, beyond that without input, N.
double Flight::mostForce(const DVec3& along) const {
  double sum = 0;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    const double cone = gimbal_[i] * engines_[i].description->linear_gimbal_adjust_ratio;
    const double most = thrusts_[i].most * std::max(0.0, reach(rest_[i], cone, along));
    sum += std::max(0.0, most - dot(lift_[i], along));
  }
  return sum;
}

/// Torque of the thrusters about a unit direction at their current thrust, N·m.
double Flight::mostTorque(const DVec3& about) const {
  double sum = 0;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    // (r × f)·e = f·(e × r)
    const DVec3 lever = cross(about, thrusts_[i].arm);
    const double size = length(lever);
    if (!(size > 0)) continue;
    const DVec3 best = lever * (1 / size);
    const bool hovers = engines_[i].description->hover;
    if (gimbal_[i] == 0 && !hovers) {
      sum += thrusts_[i].most * size * std::max(0.0, dot(rest_[i], best));
      continue;
    }
    const double thrust = hovers ? thrusts_[i].most : length(thrusts_[i].force);
    const double now = hovers ? dot(lift_[i], best) : thrust * dot(rest_[i], best);
    sum += (hovers ? kHoverTurnShare : 1) * size *
           std::max(0.0, thrust * std::max(0.0, reach(rest_[i], gimbal_[i], best)) - now);
  }
  return sum;
}

DVec3 Flight::driveForce() const {
  DVec3 force;
  for (std::size_t i = 0; i < 3; ++i) {
    const double input = vehicle_.linear_activation[i];
    if (input == 0) continue;
    const DVec3 along = axisOf(i) * (input > 0 ? 1.0 : -1.0);
    force += along * (std::abs(input) * mostForce(along));
  }
  return force;
}

/// No more than takes the vehicle to its largest speed in that direction.
DVec3 Flight::limitedBySpeed(const DVec3& force, double tau) const {
  if (!vehicle_.max_speed) return force;
  const double size = length(force);
  if (!(size > 0)) return force;
  const double speed = dot(state_.velocity, force) / size;
  const double falls = hovers_ ? 0 : dot(state_.gravity, force) / size;
  const double most = std::max(0.0, mass_ * ((*vehicle_.max_speed - speed) / tau - falls));
  return force * std::min(1.0, most / size);
}

/// Of the axes that are damped.
DVec3 Flight::stopForce(double tau) const {
  DVec3 force;
  if (!vehicle_.linear_dampeners) return force;
  const double weight = mass_ * length(state_.gravity);
  const bool carries = !hovers_ && weight > 0 && mostForce(up_) >= weight;
  for (std::size_t i = 0; i < 3; ++i) {
    if (isDriven(vehicle_.linear_activation, i)) continue;
    force[i] = -mass_ * state_.velocity[i] / tau;
    if (carries) force[i] -= mass_ * state_.gravity[i];
  }
  return force;
}

/// Along the lift, of hover thrusters.
DVec3 Flight::liftForce() const {
  DVec3 sum;
  double stiffness = 0;
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    sum += lift_[i];
    if (engines_[i].distance > 0) stiffness += length(lift_[i]) / engines_[i].distance;
  }
  // Across the lift the dampeners bring the vehicle to a stop; without them it goes where it leans.
  if (!vehicle_.linear_dampeners) return sum;
  // Input up and down asks for a height, not for a speed: it is damped as well.
  const double damping = std::min(2 * std::sqrt(stiffness * mass_), mass_ / state_.time_step);
  return up_ * (dot(sum, up_) - damping * dot(state_.velocity, up_));
}

DVec3 Flight::wantedForce() const {
  const double tau = state_.time_step + lag(false);
  DVec3 drive = driveForce();
  if (vehicle_.use_throttle && vehicle_.max_speed && vehicle_.linear_activation.z != 0) {
    const double target = vehicle_.linear_activation.z * *vehicle_.max_speed;
    const double falls = hovers_ ? 0 : state_.gravity.z;
    const double wanted = mass_ * ((target - state_.velocity.z) / tau - falls);
    drive.z = std::clamp(wanted, -mostForce({0, 0, -1}), mostForce({0, 0, 1}));
  } else {
    drive = limitedBySpeed(drive, tau);
  }
  DVec3 stop = stopForce(tau);
  if (hovers_) {
    drive = drive - up_ * dot(drive, up_);
    stop = stop - up_ * dot(stop, up_);
  }
  for (std::size_t i = 0; i < 3; ++i)
    stop[i] = std::clamp(stop[i], -mostForce(-axisOf(i)), mostForce(axisOf(i)));
  return drive + stop + (hovers_ ? liftForce() : DVec3{});
}

/// The torque that stops a spin within a time; about each axis no faster than the most torque there allows.
DVec3 Flight::stopTorque(const DVec3& spin, double tau, const DVec3& most) const {
  const double moments[3] = {state_.inertia.cx.x, state_.inertia.cy.y, state_.inertia.cz.z};
  DVec3 slower;
  for (std::size_t i = 0; i < 3; ++i) {
    const double fastest = moments[i] > 0 ? most[i] / moments[i] : 0;
    slower[i] = std::clamp(-spin[i] / tau, -fastest, fastest);
  }
  const DVec3& w = state_.angular_velocity;
  const DVec3 torque = state_.inertia * slower + cross(w, state_.inertia * w);
  DVec3 out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = std::clamp(torque[i], -most[i], most[i]);
  return out;
}

DVec3 Flight::gyroTorque() const {
  const DVec3& most = vehicle_.gyro_torque;
  const DVec3 stop = stopTorque(dampedSpin(), state_.time_step, most);
  DVec3 torque;
  for (std::size_t i = 0; i < 3; ++i) {
    if (isDriven(vehicle_.angular_activation, i)) {
      torque[i] = vehicle_.angular_activation[i] * most[i];
    } else if (vehicle_.angular_dampeners) {
      torque[i] = stop[i];
    }
  }
  return torque;
}

/// About the axes without input.
DVec3 Flight::dampedSpin() const {
  DVec3 spin = state_.angular_velocity;
  for (std::size_t i = 0; i < 3; ++i) {
    if (isDriven(vehicle_.angular_activation, i)) spin[i] = 0;
  }
  return spin;
}

/// Of the thrusters.
DVec3 Flight::wantedTorque(const DVec3& gyro) const {
  const double tau = state_.time_step + lag(true);
  DVec3 spin = dampedSpin(), lift, least, most;
  // The lift holds the vehicle level like a spring: it leans with input, and does not swing.
  if (hovers_) spin = state_.angular_velocity - up_ * dot(state_.angular_velocity - spin, up_);
  for (std::size_t i = 0; i < engines_.size(); ++i) lift += cross(thrusts_[i].arm, lift_[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    most[i] = mostTorque(axisOf(i));
    least[i] = mostTorque(-axisOf(i));
  }
  DVec3 stop = stopTorque(spin, tau, maximum(least, most));
  if (!vehicle_.angular_dampeners) stop = {};
  const DVec3 now = sumOfTorques();
  DVec3 torque;
  for (std::size_t i = 0; i < 3; ++i) {
    const double input = vehicle_.angular_activation[i];
    if (input != 0 && hovers_) {
      torque[i] = lift[i] + input * (input > 0 ? most[i] : least[i]) + stop[i];
    } else if (input != 0) {
      torque[i] =
          input > 0 ? input * std::max(0.0, most[i] + now[i]) : input * std::max(0.0, least[i] - now[i]);
    } else if (vehicle_.angular_dampeners) {
      const double left = stop[i] > 0 ? std::max(0.0, stop[i] - gyro[i]) : std::min(0.0, stop[i] - gyro[i]);
      torque[i] = lift[i] + std::clamp(left, -least[i], most[i]);
    } else {
      torque[i] = hovers_ ? lift[i] : now[i];  // Whatever comes.
    }
  }
  return torque;
}

ThrustGoal Flight::goal(const DVec3& force, const DVec3& torque, double torque_weight) const {
  ThrustGoal out;
  out.force = force, out.torque = torque;
  out.mass = mass_, out.radius = radius_;
  out.torque_weight = torque_weight;
  if (!(state_.mass > 0)) out.force_weight = 0;
  const double moments[3] = {state_.inertia.cx.x, state_.inertia.cy.y, state_.inertia.cz.z};
  for (std::size_t i = 0; i < 3; ++i) out.turns[i] = moments[i] > 0 ? 1 : 0;
  return out;
}

/// For some of the thrusters; the others keep their thrust.
void Flight::allocate(const ThrustGoal& all, std::span<const std::size_t> which) {
  if (which.empty()) return;
  plan_.part.clear();
  ThrustGoal rest = all;
  rest.force = all.force - sumOfForces();
  rest.torque = all.torque - sumOfTorques();
  for (const std::size_t i : which) {
    const Thrust& t = thrusts_[i];
    plan_.part.push_back(t);
    rest.force += t.force;
    rest.torque += cross(t.arm, t.force);
  }
  allocateThrust(rest, plan_.part, plan_.search);
  for (std::size_t k = 0; k < which.size(); ++k) thrusts_[which[k]].force = plan_.part[k].force;
}

DVec3 Flight::sumOfForces() const {
  DVec3 sum;
  for (const Thrust& t : thrusts_) sum += t.force;
  return sum;
}

DVec3 Flight::sumOfTorques() const {
  DVec3 sum;
  for (const Thrust& t : thrusts_) sum += cross(t.arm, t.force);
  return sum;
}

void Flight::push(const DVec3& wanted) {
  std::vector<std::size_t>& all = plan_.turning;
  all.clear();
  DVec3 level;
  for (std::size_t i = 0; i < thrusts_.size(); ++i) {
    Thrust& t = thrusts_[i];
    t.cone = gimbal_[i] * engines_[i].description->linear_gimbal_adjust_ratio;
    t.preferred = t.force = lift_[i];
    level += cross(t.arm, lift_[i]);
    all.push_back(i);
  }
  allocate(goal(wanted, level, hovers_ ? kHoverLevelWeight : kLevelWeight), all);
}

void Flight::turn(const DVec3& wanted) {
  std::vector<std::size_t>&fixed = plan_.fixed, &turning = plan_.turning;
  fixed.clear(), turning.clear();
  const DVec3 force = sumOfForces();
  for (std::size_t i = 0; i < thrusts_.size(); ++i) {
    Thrust& t = thrusts_[i];
    const bool hovers = engines_[i].description->hover;
    t.preferred = t.force;
    (gimbal_[i] == 0 && !hovers ? fixed : turning).push_back(i);
  }
  allocate(goal(force, wanted, kCoupleWeight), fixed);
  for (const std::size_t i : turning) {
    Thrust& t = thrusts_[i];
    t.cone = gimbal_[i];
    if (!engines_[i].description->hover) t.most = length(t.force);
  }
  allocate(goal(force, wanted, kTurnWeight), turning);
}

void Flight::finish() {
  const DVec3 force = sumOfForces(), torque = sumOfTorques();
  const double dt = state_.time_step;
  std::vector<std::size_t>& hovering = plan_.turning;
  hovering.clear();
  for (std::size_t i = 0; i < engines_.size(); ++i) {
    Engine& engine = engines_[i];
    Thrust& t = thrusts_[i];
    const ThrusterDescription& d = *engine.description;
    const double size = length(t.force);
    if (gimbal_[i] > 0) {
      // One that idles points straight ahead.
      const DVec3 to = size > kIdle * d.maximum * engine.force_per_amount ? t.force * (1 / size) : rest_[i];
      const GimbalAngles target = gimbalTowards(inverseRotate(engine.rotation, to), gimbal_[i]);
      engine.gimbal = approachedGimbal(engine.gimbal, target, d.gimbal_change_rate, dt);
    }
    const double now = engine.amount;
    const auto within = [&](double wanted) { return approached(now, wanted, d.change_rate, dt); };
    const double per = engine.force_per_amount;
    t.direction = engine.direction();
    t.cone = 0;
    if (d.hover && per > 0) {
      t.least = within(0) * per;
      t.most = within(d.maximum) * per;
      t.force = t.preferred = t.direction * size;
      hovering.push_back(i);
    } else {
      engine.amount = std::min(within(per > 0 ? size / per : 0), d.maximum);
      t.force = t.direction * (engine.amount * per);
    }
  }
  allocate(goal(force, torque, kTurnWeight), hovering);
  for (const std::size_t i : hovering) {
    const double amount = length(thrusts_[i].force) / engines_[i].force_per_amount;
    engines_[i].amount = std::min(amount, engines_[i].description->maximum);
  }
}

DVec3 Flight::run() {
  prepare();
  push(wantedForce());
  const DVec3 gyro = gyroTorque();
  turn(wantedTorque(gyro));
  finish();
  return gyro;
}

}  // namespace

DVec3 fly(const Vehicle& vehicle, const FlightState& state, std::span<Engine> engines, FlightPlan& plan) {
  return Flight(vehicle, state, engines, plan).run();
}

}  // namespace carom::world
