// How a damped spring acts over a substep.
#pragma once

namespace carom::solve {

/// Parts of the impulse of a spring of stiffness k and damping c over a substep of h seconds, see
/// spring_response.cpp:
///
///   λ = −h k x − added (u' − u) − drag (u' + u).
struct SpringResponse {
  double added = 0;  ///< kg or kg·m²
  double drag = 0;   ///< kg or kg·m²
};

struct Spring {
  double stiffness = 0;  ///< N/m or N·m/rad, >= 0
  double damping = 0;    ///< N·s/m or N·m·s/rad, >= 0
};

/// `mass` is what the spring has to move, kg or kg·m². `most_phase`: rad by which it may oscillate in a
/// substep; a stiffer one oscillates that slowly, and deflects as it should.
SpringResponse springResponse(const Spring& spring, double mass, double h, double most_phase);

}  // namespace carom::solve
