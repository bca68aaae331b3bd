// The forces of one wheel in a substep.
//
// The suspension. A wheel without mass stands on the first thing that it meets when it is lowered along the
// axis u of the suspension from full compression (wheel_ground.cpp): at a point p with the normal n from the
// ground to the wheel. There the unloaded wheel would penetrate the ground by s (s < 0), so the ground
// requires the compression
//
//   c = -s / (n·u),   and at the end of a substep   c' = c - h vn / (n·u),
//
// where vn = n · (v_body(p) - v_ground(p)). Spring and damper push with F = k c + d ċ along u. The wheel has
// no mass, so the component of the ground's normal force N along u is F: N (n·u) = F. So a kerb that is met
// at an angle is felt as hard as the leverage of the suspension makes it. With b the compression of the wheel
// at the start of the substep (that of the ground, unless the ground fell away faster than the spring could
// follow), the impulse is
//
//   λ = h [k b + (k θ + d / h) (c' - b)] / (n·u) >= 0.
//
// Where this would be negative, the wheel leaves the ground and extends by itself: k c + d ċ = 0. d is the
// damping of compression or of rebound, by the sign of c' - b. θ is the time within the substep at which the
// spring is evaluated. With z = k h² w the square of the substep times the wheel's frequency (w: inverse
// effective mass at p), a substep multiplies the phase area by 1 / (1 + θ z), and is stable for
// θ >= 1/2 - 2/z. θ = z / (1 + z) is used: soft springs swing with hardly any damping but their own, and any
// stiffness is stable. A damper alone leaves 1 / (1 + h d w) of a speed instead of e^(-h d w), so d is
// multiplied by 1 + a/(2 + 2a), a = h d w.
//
// The stops. At full compression the wheel is as hard as its body: points at which the raised wheel touches
// anything are contacts, soft like other contacts (contact_solver.hpp). So are things beside the wheel. They
// have no friction of their own; where they point along n they add to the load of the tyre.
//
// The tyre. In the plane of the ground f = a × n / |a × n| is forward and l = n × f is to the left, with a
// the axle. There are two cases:
//
// - Grip: the tread does not move relative to the ground. Along f the ground transmits the propulsion P, and
// as
//   much of the braking force B as stops p:
//     λf = clamp(-mf vf, h (P - B), h (P + B)),   λl = -ml vl,   |(λf, λl)| <= μs λ.
//   The wheel has no inertia then: it spins with vf / r. If it needs more than friction gives, it slides from
//   the next substep on.
// - Slide: P spins the wheel, B brakes it (and locks it at 0 if it can), the ground turns it:
//     I Δω = h r (P ∓ B) - r λf,
//   with the inertia I of a cylinder of the density kDensity. The force of the ground is μd λ against the
//   slip (vf - ω r, vl), but no more than stops the slip. If less than μd λ stops it, the wheel grips again.
//   The axle transmits I Δω to the body, so angular momentum is conserved.
//
// The wheels of a body share what has to be held: in a pass each takes only its part, otherwise the first one
// would reach its limit while the others idle. From substep to substep each loses a small fraction of its
// impulses, so that wheels do not stay pressed against each other.
//
// The friction coefficients are those of the pair. A tyre at the limit of the friction circle in one
// direction has nothing left for the other one: a wheel that spins or is locked does not steer. A standing
// wheel would creep by what the passes leave, so it is drawn back to where it stopped.
#pragma once

#include <cstdint>

#include "solve/constraints/contact/contact_block.hpp"
#include "solve/constraints/wheel/wheel.hpp"
#include "solve/constraints/wheel/wheel_settings.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// A place where a wheel touches something, found once per step.
struct WheelTouch {
  std::int32_t collider = -1;
  std::int32_t body = -1;
  Vec3 normal;           ///< From the ground to the wheel, unit, global.
  Vec3 arm;              ///< From the centre of mass of the wheel's body to the point, m, global axes.
  Vec3 ground_arm;       ///< The same from the centre of mass of the ground's body.
  float separation = 0;  ///< At the start of the step, m: of the unloaded wheel, for stops of the raised one.
};
/// The surroundings of a wheel in a step.
struct WheelGround {
  static constexpr int kMaxStops = WheelSettings::kMaxStops;
  bool touches = false;
  WheelTouch ground;
  float static_friction = 0, dynamic_friction = 0;
  int stop_count = 0;
  WheelTouch stops[kMaxStops];
  Vec3 up, axle;  ///< Of the steered wheel, global, unit.
};

/// The rows of a wheel in the substeps of a step.
class WheelRows {
 public:
  /// `body`, `others`: solver numbers, those of the ground and the stops in `others`.
  void begin(Wheel& wheel, const WheelGround& found, std::int32_t body, const std::int32_t* others,
             const SolverBodies& bodies, float h);
  std::int32_t body() const { return body_; }
  /// Solver number of the ground (i = 0) or of a stop; 0: nothing that can be pushed.
  std::int32_t otherAt(int i) const { return i == 0 ? ground_.other : stops_[i - 1].other; }
  int otherCount() const { return 1 + stop_count_; }
  /// Square of the substep times the frequency of the body on this wheel alone.
  float stiffnessRatio() const { return stiffness_ratio_; }
  bool touches() const { return touches_; }
  /// To be called when the rows of all wheels of the body are known: the sum of their ratios, and the number
  /// of them that touch the ground.
  void shareBody(float stiffness_ratio, int wheels) {
    theta_ = stiffness_ratio / (1 + stiffness_ratio);
    share_ = 1 / static_cast<float>(wheels > 0 ? wheels : 1);
  }

  void beginSubstep(SolverBodies& bodies);
  /// One pass over all rows; `bias`: stops remove penetration softly.
  void solve(SolverBodies& bodies, const ContactStep& step, bool bias);
  void endSubstep(SolverBodies& bodies);
  void endStep(float inverse_step);

 private:
  static constexpr int kNormal = 0, kForward = 1, kLateral = 2;
  /// A place where the wheel touches something.
  struct Point {
    std::int32_t other = 0;
    Vec3 arm, other_arm;
    float separation = 0;  ///< At the start of the step.
    Vec3 normal;
    float inverse_mass = 0;  ///< Along the normal.
    float impulse = 0;       ///< Of a stop.
  };
  Vec3 velocity(const Point& point, const SolverBodies& bodies) const;
  void apply(const Point& point, const Vec3& impulse, SolverBodies& bodies) const;
  /// Change of the velocity at a point by a unit impulse there.
  Vec3 response(const Point& point, const Vec3& direction, const SolverBodies& bodies) const;
  float separation(const Point& point, const SolverBodies& bodies) const;
  void give(int row, float impulse);
  void solveSuspension();
  void solveStops(SolverBodies& bodies, const ContactStep& step, bool bias);
  void solveGrip();
  void solveSlide();
  void giveTyre(float forward, float lateral, float limit);
  float load() const;
  float spinAfter(float forward_impulse) const;
  void standStill(float forward_speed, float lateral_speed);

  Wheel* wheel_ = nullptr;
  std::int32_t body_ = 0;
  bool touches_ = false;
  float h_ = 0;
  float slope_ = 1;  ///< n·u
  float stiffness_ratio_ = 0, theta_ = 0;
  float share_ = 1;             ///< Fraction of the remaining slip that a gripping wheel removes in a pass.
  float damping_[2] = {0, 0};   ///< N·s/m, compression and rebound.
  float friction_[2] = {0, 0};  ///< Static, dynamic.
  float inertia_ = 0;
  Vec3 axle_;
  Point ground_;
  // Rows normal, forward and lateral at the point on the ground: directions, inverse masses between them, the
  // impulses of the substep, and the speeds during a pass.
  Vec3 direction_[3];
  float inverse_mass_[3][3] = {};
  float impulse_[3] = {0, 0, 0};
  float speed_[3] = {0, 0, 0};
  int stop_count_ = 0;
  Point stops_[WheelGround::kMaxStops];
  float required_ = 0;     ///< Compression that the ground requires at the start of the substep.
  float start_ = 0;        ///< Compression at the start of the substep.
  bool exceeded_ = false;  ///< In the last pass the tyre needed more than friction gives.
  float load_sum_ = 0, forward_sum_ = 0, lateral_sum_ = 0;  ///< N·s over the step.
};

}  // namespace carom::solve
