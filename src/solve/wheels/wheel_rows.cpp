#include "solve/wheels/wheel_rows.hpp"

#include <algorithm>
#include <cmath>

namespace carom::solve {
namespace {

constexpr float kPi = 3.14159265358979f;
constexpr float kStandingSpeed = 0.05f;  // m/s, below which a wheel that grips is drawn back
constexpr float kAnchorRate = 0.1f;      // Share of its creep by which it is drawn back in a substep
constexpr float kKept =
    0.95f;  // Of the tyres' impulses to start from: wheels do not press against each other
constexpr float kAnchorKept = 0.99f;    // Of its creep, from substep to substep: the same for anchors
constexpr float kMaxCreep = 0.005f;     // m
constexpr float kSameDirection = 0.7f;  // Cosine, of a stop whose load is the tyre's

std::size_t slot(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

/// Towards 0 by at most `most`.
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
  inertia_ = 0.5f * kWheelDensity * area * d.width * d.radius * d.radius;
  friction_[0] = found.static_friction, friction_[1] = found.dynamic_friction;
  damping_[0] = d.damping_compression, damping_[1] = d.damping_rebound;
  load_sum_ = forward_sum_ = lateral_sum_ = 0;
  stiffness_ratio_ = theta_ = 0;
  forward_ = lateral_ = Row{};
  ground_ = Point{};
  ground_.other = others[0];
  wheel.report = WheelReport{};
  if (touches_) {
    const WheelTouch& touch = found.ground;
    slope_ = dot(touch.normal, found.up);
    ground_.arm = touch.arm, ground_.other_arm = touch.ground_arm;
    ground_.separation = touch.separation;
    const Vec3 forward = normalized(cross(axle_, touch.normal));
    place(ground_.row, ground_, touch.normal, bodies);
    place(forward_, ground_, forward, bodies);
    place(lateral_, ground_, cross(touch.normal, forward), bodies);
    const float w = ground_.row.inverse_mass / (slope_ * slope_);
    stiffness_ratio_ = h * h * d.stiffness * w;
    for (float& damping : damping_) {
      const float a = h * damping * w;
      damping *= 1 + a / (2 + 2 * a);
    }
    wheel.report.ground = touch.collider;
    wheel.report.point = touch.arm;
    wheel.report.normal = touch.normal;
    wheel.report.forward = forward;
  }
  stop_count_ = found.stop_count;
  for (int i = 0; i < stop_count_; ++i) {
    Point& stop = stops_[i];
    stop = Point{};
    stop.other = others[1 + i];
    stop.arm = found.stops[i].arm, stop.other_arm = found.stops[i].ground_arm;
    stop.separation = found.stops[i].separation;
    place(stop.row, stop, found.stops[i].normal, bodies);
  }
}

void WheelRows::place(Row& row, const Point& point, const Vec3& direction, const SolverBodies& bodies) const {
  const SolverBody& body = bodies.bodies[slot(body_)];
  const SolverBody& other = bodies.bodies[slot(point.other)];
  row.direction = direction;
  row.turn = cross(point.arm, direction);
  row.other_turn = cross(point.other_arm, direction);
  row.response = body.inverse_inertia * row.turn;
  row.other_response = other.inverse_inertia * row.other_turn;
  row.inverse_mass = body.inverse_mass + other.inverse_mass + dot(row.turn, row.response) +
                     dot(row.other_turn, row.other_response);
}

float WheelRows::speed(const Row& row, const Point& point, const SolverBodies& bodies) const {
  const SolverVelocity& v = bodies.velocities[slot(body_)];
  const SolverVelocity& other = bodies.velocities[slot(point.other)];
  return dot(row.direction, v.linear - other.linear) + dot(row.turn, v.angular) -
         dot(row.other_turn, other.angular);
}

void WheelRows::apply(const Row& row, const Point& point, float impulse, SolverBodies& bodies) const {
  if (body_ < bodies.movable_end) {
    SolverVelocity& v = bodies.velocities[slot(body_)];
    v.linear += row.direction * (impulse * bodies.bodies[slot(body_)].inverse_mass);
    v.angular += row.response * impulse;
  }
  if (point.other > 0 && point.other < bodies.movable_end) {
    SolverVelocity& v = bodies.velocities[slot(point.other)];
    v.linear -= row.direction * (impulse * bodies.bodies[slot(point.other)].inverse_mass);
    v.angular -= row.other_response * impulse;
  }
}

float WheelRows::separation(const Point& point, const SolverBodies& bodies) const {
  const SolverDelta& moved = bodies.deltas[slot(body_)];
  const SolverDelta& other = bodies.deltas[slot(point.other)];
  const Row& row = point.row;
  return point.separation + dot(row.direction, moved.position - other.position) +
         dot(row.turn, moved.rotation) - dot(row.other_turn, other.rotation);
}

void WheelRows::add(Row& row, float impulse, SolverBodies& bodies) {
  apply(row, ground_, impulse - row.impulse, bodies);
  row.impulse = impulse;
}

void WheelRows::beginSubstep(SolverBodies& bodies) {
  const Wheel& wheel = *wheel_;
  start_ = wheel.compression;
  exceeded_ = false;
  for (int i = 0; i < stop_count_; ++i) stops_[i].row.impulse = 0;
  ground_.row.impulse = forward_.impulse = lateral_.impulse = 0;
  if (!touches_) return;
  required_ = std::min(-separation(ground_, bodies) / slope_, wheel.definition.travel);
  if (!wheel.placed) start_ = std::max(0.0f, required_);
  add(ground_.row, wheel.normal_impulse, bodies);
  add(forward_, kKept * wheel.forward_impulse, bodies);
  add(lateral_, kKept * wheel.lateral_impulse, bodies);
}

void WheelRows::solveSuspension(SolverBodies& bodies) {
  Row& row = ground_.row;
  const float free_speed = speed(row, ground_, bodies) - row.inverse_mass * row.impulse;
  const float k = wheel_->definition.stiffness;
  // By what the wheel moves if the spring's force stays as it is.
  const float held = h_ * k * start_ / slope_;
  const float next = required_ - h_ * (free_speed + row.inverse_mass * held) / slope_;
  const float gain = k * theta_ + damping_[next > start_ ? 0 : 1] / h_;
  const float ahead = required_ - start_ - h_ * free_speed / slope_;
  const float impulse =
      h_ * (k * start_ + gain * ahead) / slope_ / (1 + h_ * h_ * gain * row.inverse_mass / (slope_ * slope_));
  add(row, std::max(0.0f, impulse), bodies);
}

void WheelRows::solveStops(SolverBodies& bodies, const ContactStep& step, bool bias) {
  for (int i = 0; i < stop_count_; ++i) {
    Point& stop = stops_[i];
    Row& row = stop.row;
    if (!(row.inverse_mass > 0)) continue;
    const float s = separation(stop, bodies);
    const float mass = 1 / row.inverse_mass;
    const float v = speed(row, stop, bodies);
    float impulse = row.impulse;
    if (s > 0) {
      impulse -= mass * (v + s / h_);
    } else if (bias) {
      const float push = std::max(step.bias_rate * s, -step.max_push_speed);
      impulse -= mass * step.mass_scale * (v + push) + step.impulse_scale * row.impulse;
    } else {
      impulse -= mass * v;
    }
    impulse = std::max(0.0f, impulse);
    apply(row, stop, impulse - row.impulse, bodies);
    row.impulse = impulse;
  }
}

/// N·s that press the tyre on the ground.
float WheelRows::load() const {
  float sum = ground_.row.impulse;
  for (int i = 0; i < stop_count_; ++i) {
    const float along = dot(stops_[i].row.direction, ground_.row.direction);
    if (along > kSameDirection) sum += stops_[i].row.impulse * along;
  }
  return sum;
}

void WheelRows::solveGrip(SolverBodies& bodies) {
  const WheelControl& control = wheel_->control;
  const float limit = friction_[0] * load();
  const float forward_speed = speed(forward_, ground_, bodies);
  const float lateral_speed = speed(lateral_, ground_, bodies);
  const bool drives =
      !(control.propulsion * forward_speed > control.top_speed * std::abs(control.propulsion));
  const float propulsion = drives ? control.propulsion : 0;
  const float rate = kAnchorRate / h_;
  const float stop = forward_.impulse - (forward_speed + rate * wheel_->anchor[0]) / forward_.inverse_mass;
  float forward = std::clamp(stop, h_ * (propulsion - control.braking), h_ * (propulsion + control.braking));
  float lateral = lateral_.impulse - (lateral_speed + rate * wheel_->anchor[1]) / lateral_.inverse_mass;
  const float needed = std::sqrt(forward * forward + lateral * lateral);
  exceeded_ = needed > limit;
  if (exceeded_) forward *= limit / needed, lateral *= limit / needed;
  add(forward_, forward, bodies);
  add(lateral_, lateral, bodies);
}

float WheelRows::spinAfter(float forward_impulse) const {
  const WheelControl& control = wheel_->control;
  const float per_impulse = wheel_->definition.radius / inertia_;
  const float driven = wheel_->spin + per_impulse * h_ * control.propulsion;
  const float top = control.top_speed / wheel_->definition.radius;
  // Propulsion does not take it beyond the top speed, nor back to it.
  const float most = std::max(top, std::abs(wheel_->spin));
  const float spin = std::clamp(driven, -most, most) - per_impulse * forward_impulse;
  return reduced(spin, per_impulse * h_ * control.braking);
}

void WheelRows::solveSlide(SolverBodies& bodies) {
  const float r = wheel_->definition.radius;
  const float limit = friction_[1] * load();
  const float spin = spinAfter(forward_.impulse);
  const float slip = speed(forward_, ground_, bodies) - spin * r;
  const float give = forward_.inverse_mass + (spin != 0 ? r * r / inertia_ : 0.0f);
  float forward = forward_.impulse - slip / give;
  float lateral = lateral_.impulse - speed(lateral_, ground_, bodies) / lateral_.inverse_mass;
  const float needed = std::sqrt(forward * forward + lateral * lateral);
  exceeded_ = needed > limit;
  if (exceeded_) forward *= limit / needed, lateral *= limit / needed;
  add(forward_, forward, bodies);
  add(lateral_, lateral, bodies);
}

void WheelRows::solve(SolverBodies& bodies, const ContactStep& step, bool bias) {
  if (touches_) solveSuspension(bodies);
  solveStops(bodies, step, bias);
  if (!touches_) return;
  if (wheel_->sliding) {
    solveSlide(bodies);
  } else {
    solveGrip(bodies);
  }
}

/// Remembers how far a wheel that ought to stand has crept.
void WheelRows::standStill(float forward_speed, float lateral_speed) {
  const float most = h_ * wheel_->control.braking;
  const float held = forward_.impulse - h_ * wheel_->control.propulsion;
  const bool stands = std::abs(forward_speed) < kStandingSpeed && std::abs(lateral_speed) < kStandingSpeed;
  const bool braked = stands && most > 0 && std::abs(held) < most;
  const float speeds[2] = {forward_speed, lateral_speed};
  for (int i = 0; i < 2; ++i) {
    float& anchor = wheel_->anchor[i];
    anchor = (i == 0 ? braked : stands)
                 ? std::clamp(kAnchorKept * anchor + h_ * speeds[i], -kMaxCreep, kMaxCreep)
                 : 0;
  }
}

void WheelRows::endSubstep(SolverBodies& bodies) {
  Wheel& wheel = *wheel_;
  const WheelDefinition& d = wheel.definition;
  // What the spring does by itself.
  const float extended = start_ - d.stiffness * start_ / (d.stiffness + d.damping_rebound / h_);
  wheel.placed = true;
  wheel.compression = extended;
  wheel.normal_impulse = wheel.forward_impulse = wheel.lateral_impulse = 0;
  const float spin_before = wheel.spin;
  if (touches_) {
    const float next = -separation(ground_, bodies) / slope_;
    wheel.compression = std::clamp(std::max(extended, next), 0.0f, d.travel);
    wheel.normal_impulse = ground_.row.impulse;
    wheel.forward_impulse = forward_.impulse;
    wheel.lateral_impulse = lateral_.impulse;
  }
  const float forward_speed = touches_ ? speed(forward_, ground_, bodies) : 0;
  const float lateral_speed = touches_ ? speed(lateral_, ground_, bodies) : 0;
  if (wheel.sliding || !touches_) {
    wheel.spin = spinAfter(forward_.impulse);
    const float given = inertia_ * (wheel.spin - spin_before);
    if (body_ < bodies.movable_end)
      bodies.velocities[slot(body_)].angular -= bodies.bodies[slot(body_)].inverse_inertia * (axle_ * given);
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
  forward_sum_ += forward_.impulse, lateral_sum_ += lateral_.impulse;
}

void WheelRows::endStep(float inverse_step) {
  WheelReport& report = wheel_->report;
  report.load = load_sum_ * inverse_step;
  report.forward_force = forward_sum_ * inverse_step;
  report.lateral_force = lateral_sum_ * inverse_step;
  // On nothing if there was nothing to carry.
  if (!(report.load > 0)) report.ground = -1;
}

}  // namespace carom::solve
