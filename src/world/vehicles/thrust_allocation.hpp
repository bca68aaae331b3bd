// Distribution of a desired force and torque to several thrusters: bounded least squares.
//
// The forces f minimise
//
//   w_F² |Σ f − F|²/m² + w_T² |Σ r × f − T|²/(m ρ)² + ε |f − f₀|²/m²
//
// where each f lies in a cone about its thruster's direction (as wide as its gimbal goes) and has a length
// within bounds; ρ is the radius of gyration, which makes torques comparable with forces. If several
// solutions are equally good, the small last term selects the one nearest to the preferred forces f₀.
//
// Projected gradient steps of length 1/L, with L a bound of the second derivative and Nesterov's momentum,
// dropped where it leads uphill (A. Beck and M. Teboulle, "A fast iterative shrinkage-thresholding
// algorithm", 2009; B. O'Donoghue and E. Candès, "Adaptive restart for accelerated gradient schemes", 2015).
// For cones up to a right angle the problem is convex and the limit its minimum. All thrusters step at once,
// so what is symmetric stays so, and without bounds in the way steps change forces no more than they have to.
// The number of steps is bounded, and fewer do where nothing changes any more: the same input gives the same
// bits.
#pragma once

#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::world {

/// In the vehicle's axes, about its centre of mass.
struct Thrust {
  DVec3 arm;                   ///< m
  DVec3 direction{0, 0, 1};    ///< Unit, in the middle of the cone.
  double cone = 0;             ///< rad, 0..π.
  double least = 0, most = 0;  ///< N, >= 0; `least` > 0 only where the cone is 0.
  DVec3 preferred;             ///< N
  DVec3 force;                 ///< N: where to start, and the answer.
};

struct ThrustGoal {
  DVec3 force;                  ///< N
  DVec3 torque;                 ///< N·m
  double mass = 1, radius = 1;  ///< kg, m
  double force_weight = 1, torque_weight = 1;
  DVec3 turns{1, 1, 1};  ///< 0 for an axis about which no torque counts.
};

/// Memory of a search, kept so that the next one needs no more.
struct ThrustSearch {
  std::vector<DVec3> now, before;  ///< Forces of the step at hand and of the one before it.
};

void allocateThrust(const ThrustGoal& goal, std::span<Thrust> thrusts, ThrustSearch& search);
/// The objective without its last term, (m/s²)².
double thrustError(const ThrustGoal& goal, std::span<const Thrust> thrusts);
/// The nearest force that a thruster can give.
DVec3 possibleThrust(const Thrust& thrust, const DVec3& force);

}  // namespace carom::world
