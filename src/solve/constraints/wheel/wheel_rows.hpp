// The forces of one wheel in a substep.
//
// The suspension. A wheel of no mass sits on the first thing that it meets when it is let down along the
// suspension's axis u from full compression (simulation_wheels.cpp): at a point p with normal n from the
// ground to the wheel. With the wheel unloaded there it would be s deep in the ground (s < 0), so that the
// ground asks for the compression
//
//   c = -s / (n·u),   and over a substep   c' = c - h vn / (n·u),
//
// where vn = n · (v_body(p) - v_ground(p)). Spring and damper push with F = k c + d (rate of c) along u; the
// wheel, having no mass, hands on whatever the ground's normal force N gives it along u, so N (n·u) = F. That
// is: a kerb met at an angle is felt as hard as the lever of the suspension makes it. With b the compression
// that the wheel really had at the start of the substep (that of the ground, unless the ground fell away
// faster than the spring could follow), the impulse is
//
//   λ = h [k b + (k θ + d / h) (c' - b)] / (n·u) >= 0,
//
// and where that would be negative the wheel leaves the ground and extends by itself: k c + d ċ = 0. d is the
// damping of compression or of rebound by the sign of c' - b. θ says where in the substep the spring is
// looked at. With z = k h² w the square of the substep times the wheel's frequency (w: inverse effective mass
// at p), a substep multiplies the phase area by 1 / (1 + θ z), and is stable for θ >= 1/2 - 2/z. θ = z / (1 +
// z) is: soft springs swing with nearly no damping but their own, and any stiffness is stable. A damper alone
// leaves 1 / (1 + h d w) of a speed and not e^(-h d w), so d is taken times 1 + a/(2 + 2a), a = h d w.
//
// The stop. At full compression the wheel is as hard as its body: points at which the wheel so raised touches
// anything are contacts without give, softened as all contacts are (contact_solver.hpp). So is what stands
// beside the wheel. They carry no friction of their own; where they point along n they add to the tyre's
// load.
//
// The tyre. In the ground's plane f = a × n / |a × n| is forward and l = n × f is to the left, a being the
// axle. Two cases:
//
// - It grips: the tread stands still on the ground. The ground gives forward what the wheel is driven with,
// P, and
//   as much of the braking force B as stops p along f:
//     λf = clamp(-mf vf, h (P - B), h (P + B)),   λl = -ml vl,   |(λf, λl)| <= μs λ.
//   The wheel has no inertia then: it spins with vf / r. If it needs more, it slides from the next substep
//   on.
// - It slides: spun by P, held back by B (which locks it at 0 when it can), turned by the ground:
//     I Δω = h r (P ∓ B) - r λf,
//   with the inertia I of a cylinder of kWheelDensity. The ground's force is μd λ against the slip
//   (vf - ω r, vl), and no more than stops the slip. If less than μd λ stops it, the wheel grips again. The
//   axle hands I Δω to the body, so that no angular momentum comes from nowhere.
//
// The wheels of a body share what has to be held: each takes no more than its part of it in a pass, or the
// first would come to its limit while the others idle. And from substep to substep each forgets a little, so
// that wheels do not stay pressed against each other.
//
// Coefficients are the pair's; a wheel on one side of the circle has nothing left for the other, and one that
// spins or is locked does not steer. A wheel that stands and would creep by what the passes leave over is
// drawn back to where it stood.
#pragma once

#include <cstdint>

#include "solve/constraints/contact/contact_block.hpp"
#include "solve/constraints/wheel/wheel.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// kg/m³, of a wheel as it spins while it slides: the documents give it no mass.
inline constexpr float kWheelDensity = 400;
/// Share of its body's inertia about the axle that a wheel has at most, as which it belongs to that.
inline constexpr float kMostInertia = 0.125f;

/// Where a wheel touches, found once per step.
struct WheelTouch {
  std::int32_t collider = -1;
  std::int32_t body = -1;
  Vec3 normal;           ///< From the ground to the wheel, unit, global.
  Vec3 arm;              ///< From the body's centre of mass to the point, m, global axes.
  Vec3 ground_arm;       ///< From the ground's.
  float separation = 0;  ///< m at the start of the step: of the unloaded wheel, or of the raised one.
};
/// What a wheel has around it in a step.
struct WheelGround {
  static constexpr int kMaxStops = 6;
  bool touches = false;
  WheelTouch ground;
  float static_friction = 0, dynamic_friction = 0;
  int stop_count = 0;
  WheelTouch stops[kMaxStops];
  Vec3 up, axle;  ///< Of the wheel as steered, global, unit.
};

/// A wheel's rows in the substeps of one step.
class WheelRows {
 public:
  /// `body`, `ground` and `stops`: solver indices.
  void begin(Wheel& wheel, const WheelGround& found, std::int32_t body, const std::int32_t* others,
             const SolverBodies& bodies, float h);
  std::int32_t body() const { return body_; }
  /// Of what it stands on, of all that it touches; 0: nothing that can be pushed.
  std::int32_t otherAt(int i) const { return i == 0 ? ground_.other : stops_[i - 1].other; }
  int otherCount() const { return 1 + stop_count_; }
  /// Squared product of the substep and the frequency of the body on this wheel alone.
  float stiffnessRatio() const { return stiffness_ratio_; }
  bool touches() const { return touches_; }
  /// Called once all rows of a body are known: the sum of their ratios, and how many of them touch the
  /// ground.
  void shareBody(float stiffness_ratio, int wheels) {
    theta_ = stiffness_ratio / (1 + stiffness_ratio);
    share_ = 1 / static_cast<float>(wheels > 0 ? wheels : 1);
  }

  void beginSubstep(SolverBodies& bodies);
  /// One pass over all of it; `bias`: stops push out softly.
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
  /// What a unit impulse at the point does to the velocity there.
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
  float share_ = 1;  ///< Of what is left to do along the ground that a wheel that grips takes in a pass.
  float damping_[2] = {0, 0};   ///< N·s/m, compression and rebound.
  float friction_[2] = {0, 0};  ///< Static, dynamic.
  float inertia_ = 0;
  Vec3 axle_;
  Point ground_;
  // Along normal, forward and lateral at the ground's point: directions, what impulses along them do to the
  // speeds, the impulses of the substep, and during a pass the speeds.
  Vec3 direction_[3];
  float inverse_mass_[3][3] = {};
  float impulse_[3] = {0, 0, 0};
  float speed_[3] = {0, 0, 0};
  int stop_count_ = 0;
  Point stops_[WheelGround::kMaxStops];
  float required_ = 0;     ///< Compression that the ground asks for at the start of the substep.
  float start_ = 0;        ///< Compression at the start of the substep.
  bool exceeded_ = false;  ///< The tyre gave all it can, in the last pass.
  float load_sum_ = 0, forward_sum_ = 0, lateral_sum_ = 0;  ///< N·s over the step.
};

}  // namespace carom::solve
