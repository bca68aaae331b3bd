#include "solve/constraints/wheel/wheel_rows.hpp"

#include <algorithm>
#include <cmath>

#include "solve/constraints/wheel/wheel_settings.hpp"

namespace carom::solve {
namespace {

constexpr float kPi = 3.14159265358979f;

/// Moves x towards 0 by at most `most`.
float reduced(float x, float most) {
  return x > 0 ? std::max(0.0f, x - most) : std::min(0.0f, x + most);
}

}  // namespace

void WheelRows::begin(Wheel& wheel, const WheelGround& found, std::int32_t body, const std::int32_t* others,
                      const SolverBodies& bodies, float h) {
  const WheelDefinition& d = wheel.definition;
  wheel_ = &wheel;
  body_ = body;
  h_ = h;
  touches_ = found.touches;
  axle_ = found.axle;
  const float area = kPi * d.radius * d.radius;
  inertia_ = 0.5f * WheelSettings::kDensity * area * d.width * d.radius * d.radius;
  const float gives = dot(axle_, bodies.bodies[body].inverse_inertia * axle_);
  if (inertia_ * gives > WheelSettings::kMaxInertiaShare) inertia_ = WheelSettings::kMaxInertiaShare / gives;
  friction_[0] = found.static_friction, friction_[1] = found.dynamic_friction;
  damping_[0] = d.damping_compression, damping_[1] = d.damping_rebound;
  load_sum_ = forward_sum_ = lateral_sum_ = 0;
  stiffness_ratio_ = theta_ = 0;
  for (float& impulse : impulse_) impulse = 0;
  ground_ = Point{};
  ground_.other = others[0];
  wheel.report = WheelReport{};
  if (touches_) {
    const WheelTouch& touch = found.ground;
    slope_ = dot(touch.normal, found.up);
    ground_.arm = touch.arm, ground_.other_arm = touch.ground_arm;
    ground_.separation = touch.separation;
    ground_.normal = touch.normal;
    direction_[kNormal] = touch.normal;
    direction_[kForward] = normalized(cross(axle_, touch.normal));
    direction_[kLateral] = cross(touch.normal, direction_[kForward]);
    for (int i = 0; i < 3; ++i) {
      const Vec3 given = response(ground_, direction_[i], bodies);
      for (int k = 0; k < 3; ++k) inverse_mass_[k][i] = dot(direction_[k], given);
      // With infinite masses and moments a direction may allow no motion.
      touches_ = touches_ && inverse_mass_[i][i] > 0;
    }
    const float w = inverse_mass_[kNormal][kNormal] / (slope_ * slope_);
    stiffness_ratio_ = h * h * d.stiffness * w;
    for (float& damping : damping_) {
      const float a = h * damping * w;
      damping *= 1 + a / (2 + 2 * a);
    }
    wheel.report.ground = touch.collider;
    wheel.report.point = touch.arm;
    wheel.report.normal = touch.normal;
    wheel.report.forward = direction_[kForward];
  }
  stop_count_ = found.stop_count;
  for (int i = 0; i < stop_count_; ++i) {
    Point& stop = stops_[i];
    stop = Point{};
    stop.other = others[1 + i];
    stop.arm = found.stops[i].arm, stop.other_arm = found.stops[i].ground_arm;
    stop.separation = found.stops[i].separation;
    stop.normal = found.stops[i].normal;
    stop.inverse_mass = dot(stop.normal, response(stop, stop.normal, bodies));
  }
}

Vec3 WheelRows::response(const Point& point, const Vec3& direction, const SolverBodies& bodies) const {
  const SolverBody& body = bodies.bodies[body_];
  const SolverBody& other = bodies.bodies[point.other];
  return direction * (body.inverse_mass + other.inverse_mass) +
         cross(body.inverse_inertia * cross(point.arm, direction), point.arm) +
         cross(other.inverse_inertia * cross(point.other_arm, direction), point.other_arm);
}

/// Velocity of the body relative to what it touches, at the point.
Vec3 WheelRows::velocity(const Point& point, const SolverBodies& bodies) const {
  const SolverVelocity& v = bodies.velocities[body_];
  Vec3 result = v.linear + cross(v.angular, point.arm);
  if (point.other > 0) {
    const SolverVelocity& other = bodies.velocities[point.other];
    result -= other.linear + cross(other.angular, point.other_arm);
  }
  return result;
}

void WheelRows::apply(const Point& point, const Vec3& impulse, SolverBodies& bodies) const {
  const auto push = [&](std::int32_t index, const Vec3& p, const Vec3& arm) {
    if (index <= 0 || index >= bodies.movable_end) return;
    const SolverBody& body = bodies.bodies[index];
    SolverVelocity& v = bodies.velocities[index];
    v.linear += p * body.inverse_mass;
    v.angular += body.inverse_inertia * cross(arm, p);
  };
  push(body_, impulse, point.arm);
  push(point.other, -impulse, point.other_arm);
}

float WheelRows::separation(const Point& point, const SolverBodies& bodies) const {
  const SolverDelta& moved = bodies.deltas[body_];
  const SolverDelta& other = bodies.deltas[point.other];
  return point.separation +
         dot(point.normal, moved.position - other.position + cross(moved.rotation, point.arm) -
                               cross(other.rotation, point.other_arm));
}

/// Sets the impulse along a direction, and updates the speeds.
void WheelRows::give(int row, float impulse) {
  const float change = impulse - impulse_[row];
  impulse_[row] = impulse;
  for (int i = 0; i < 3; ++i) speed_[i] += inverse_mass_[i][row] * change;
}

void WheelRows::beginSubstep(SolverBodies& bodies) {
  const Wheel& wheel = *wheel_;
  start_ = wheel.compression;
  exceeded_ = false;
  for (int i = 0; i < stop_count_; ++i) stops_[i].impulse = 0;
  if (!touches_) return;
  required_ = std::min(-separation(ground_, bodies) / slope_, wheel.definition.travel);
  if (!wheel.placed) start_ = std::max(0.0f, required_);
  impulse_[kNormal] = wheel.normal_impulse;
  impulse_[kForward] = WheelSettings::kImpulseKept * wheel.forward_impulse;
  impulse_[kLateral] = WheelSettings::kImpulseKept * wheel.lateral_impulse;
  Vec3 sum{0, 0, 0};
  for (int i = 0; i < 3; ++i) sum += direction_[i] * impulse_[i];
  apply(ground_, sum, bodies);
}

void WheelRows::solveSuspension() {
  const float w = inverse_mass_[kNormal][kNormal];
  const float free_speed = speed_[kNormal] - w * impulse_[kNormal];
  const float k = wheel_->definition.stiffness;
  // `next`: the compression at the end of the substep if the spring keeps its force.
  const float held = h_ * k * start_ / slope_;
  const float next = required_ - h_ * (free_speed + w * held) / slope_;
  const float gain = k * theta_ + damping_[next > start_ ? 0 : 1] / h_;
  const float ahead = required_ - start_ - h_ * free_speed / slope_;
  const float impulse =
      h_ * (k * start_ + gain * ahead) / slope_ / (1 + h_ * h_ * gain * w / (slope_ * slope_));
  give(kNormal, std::max(0.0f, impulse));
}

void WheelRows::solveStops(SolverBodies& bodies, const ContactStep& step, bool bias) {
  for (int i = 0; i < stop_count_; ++i) {
    Point& stop = stops_[i];
    if (!(stop.inverse_mass > 0)) continue;
    const float s = separation(stop, bodies);
    const float mass = 1 / stop.inverse_mass;
    const float v = dot(stop.normal, velocity(stop, bodies));
    float impulse = stop.impulse;
    if (s > 0) {
      impulse -= mass * (v + s / h_);
    } else if (bias) {
      const float push =
          std::max(step.bias_rate * s, -WheelSettings::kMaxPushRate * wheel_->definition.radius);
      impulse -= mass * step.mass_scale * (v + push) + step.impulse_scale * stop.impulse;
    } else {
      impulse -= mass * v;
    }
    impulse = std::max(0.0f, impulse);
    apply(stop, stop.normal * (impulse - stop.impulse), bodies);
    stop.impulse = impulse;
  }
}

/// Impulse that presses the tyre on the ground, N·s.
float WheelRows::load() const {
  float sum = impulse_[kNormal];
  for (int i = 0; i < stop_count_; ++i) {
    const float along = dot(stops_[i].normal, ground_.normal);
    if (along > WheelSettings::kSameDirection) sum += stops_[i].impulse * along;
  }
  return sum;
}

/// Sets the tyre's impulses, limited by friction.
void WheelRows::giveTyre(float forward, float lateral, float limit) {
  const float needed = std::sqrt(forward * forward + lateral * lateral);
  exceeded_ = needed > limit;
  if (exceeded_) forward *= limit / needed, lateral *= limit / needed;
  give(kForward, forward);
  give(kLateral, lateral);
}

void WheelRows::solveGrip() {
  const WheelControl& control = wheel_->control;
  const bool drives =
      !(control.propulsion * speed_[kForward] > control.top_speed * std::abs(control.propulsion));
  const float propulsion = drives ? control.propulsion : 0;
  const float rate = WheelSettings::kAnchorRate / h_;
  const auto stopped = [&](int row, float anchor) {
    return impulse_[row] - share_ * (speed_[row] + rate * anchor) / inverse_mass_[row][row];
  };
  const float forward = std::clamp(stopped(kForward, wheel_->anchor[0]), h_ * (propulsion - control.braking),
                                   h_ * (propulsion + control.braking));
  giveTyre(forward, stopped(kLateral, wheel_->anchor[1]), friction_[0] * load());
}

float WheelRows::spinAfter(float forward_impulse) const {
  const WheelControl& control = wheel_->control;
  const float per_impulse = wheel_->definition.radius / inertia_;
  const float driven = wheel_->spin + per_impulse * h_ * control.propulsion;
  const float top = control.top_speed / wheel_->definition.radius;
  // Propulsion does not accelerate the wheel beyond the top speed, and does not brake it to it.
  const float most = std::max(top, std::abs(wheel_->spin));
  const float spin = std::clamp(driven, -most, most) - per_impulse * forward_impulse;
  return reduced(spin, per_impulse * h_ * control.braking);
}

void WheelRows::solveSlide() {
  const float r = wheel_->definition.radius;
  const float spin = spinAfter(impulse_[kForward]);
  const float give = inverse_mass_[kForward][kForward] + (spin != 0 ? r * r / inertia_ : 0.0f);
  giveTyre(impulse_[kForward] - (speed_[kForward] - spin * r) / give,
           impulse_[kLateral] - speed_[kLateral] / inverse_mass_[kLateral][kLateral], friction_[1] * load());
}

void WheelRows::solve(SolverBodies& bodies, const ContactStep& step, bool bias) {
  if (stop_count_ > 0) solveStops(bodies, step, bias);
  if (!touches_) return;
  const Vec3 v = velocity(ground_, bodies);
  const Vec3 before{impulse_[0], impulse_[1], impulse_[2]};
  for (int i = 0; i < 3; ++i) speed_[i] = dot(direction_[i], v);
  solveSuspension();
  if (wheel_->sliding) {
    solveSlide();
  } else {
    solveGrip();
  }
  Vec3 change{0, 0, 0};
  for (int i = 0; i < 3; ++i) change += direction_[i] * (impulse_[i] - before[i]);
  apply(ground_, change, bodies);
}

/// Records how far a standing wheel has crept.
void WheelRows::standStill(float forward_speed, float lateral_speed) {
  const float most = h_ * wheel_->control.braking;
  const float held = impulse_[kForward] - h_ * wheel_->control.propulsion;
  const float radius = wheel_->definition.radius, most_speed = WheelSettings::kStandingRate * radius;
  const bool stands = std::abs(forward_speed) < most_speed && std::abs(lateral_speed) < most_speed;
  const bool braked = stands && most > 0 && std::abs(held) < most;
  const float speeds[2] = {forward_speed, lateral_speed};
  const float most_creep = WheelSettings::kMaxCreep * radius;
  for (int i = 0; i < 2; ++i) {
    float& anchor = wheel_->anchor[i];
    const float crept = WheelSettings::kCreepKept * anchor + h_ * speeds[i];
    anchor = (i == 0 ? braked : stands) ? std::clamp(crept, -most_creep, most_creep) : 0;
  }
}

void WheelRows::endSubstep(SolverBodies& bodies) {
  Wheel& wheel = *wheel_;
  const WheelDefinition& d = wheel.definition;
  // Extension of the spring without ground.
  const float extended = start_ - d.stiffness * start_ / (d.stiffness + d.damping_rebound / h_);
  wheel.placed = true;
  wheel.compression = extended;
  wheel.normal_impulse = wheel.forward_impulse = wheel.lateral_impulse = 0;
  const float spin_before = wheel.spin;
  if (touches_) {
    const float next = -separation(ground_, bodies) / slope_;
    wheel.compression = std::clamp(std::max(extended, next), 0.0f, d.travel);
    wheel.normal_impulse = impulse_[kNormal];
    wheel.forward_impulse = impulse_[kForward];
    wheel.lateral_impulse = impulse_[kLateral];
  }
  const Vec3 v = touches_ ? velocity(ground_, bodies) : Vec3{0, 0, 0};
  const float forward_speed = touches_ ? dot(direction_[kForward], v) : 0;
  const float lateral_speed = touches_ ? dot(direction_[kLateral], v) : 0;
  if (wheel.sliding || !touches_) {
    wheel.spin = spinAfter(impulse_[kForward]);
    const float given = inertia_ * (wheel.spin - spin_before);
    if (body_ < bodies.movable_end)
      bodies.velocities[body_].angular -= bodies.bodies[body_].inverse_inertia * (axle_ * given);
    wheel.sliding = !touches_ || exceeded_;
    wheel.anchor[0] = wheel.anchor[1] = 0;
  } else {
    wheel.spin = forward_speed / d.radius;
    standStill(forward_speed, lateral_speed);
    wheel.sliding = exceeded_;
  }
  wheel.roll += wheel.spin * h_;
  const float turns = wheel.roll / (2 * kPi);
  if (std::abs(turns) > 0.5f)
    wheel.roll -= 2 * kPi * static_cast<float>(static_cast<std::int32_t>(turns + (turns > 0 ? 0.5f : -0.5f)));
  wheel.report.forward_slip = touches_ ? wheel.spin * d.radius - forward_speed : 0;
  wheel.report.lateral_slip = lateral_speed;
  load_sum_ += touches_ ? load() : 0;
  forward_sum_ += impulse_[kForward], lateral_sum_ += impulse_[kLateral];
}

void WheelRows::endStep(float inverse_step) {
  WheelReport& report = wheel_->report;
  report.load = load_sum_ * inverse_step;
  report.forward_force = forward_sum_ * inverse_step;
  report.lateral_force = lateral_sum_ * inverse_step;
  // A wheel that carried nothing stands on nothing.
  if (!(report.load > 0)) report.ground = -1;
}

}  // namespace carom::solve
