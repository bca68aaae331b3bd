// What joints hold of the motion that a contact gives to a body.
//
// Contacts and joints are solved in turns. A contact that moves a foot alone knows nothing of the mass that
// stands on it: its passes carry the load only in proportion to the foot, as springs that are too soft, and
// what joints hold together shakes on them. Where that matters the contacts are solved together with the hard
// rows of the joints (cluster_solver.hpp). Those follow from the poses at hand. What they exert there is
// added to what JointSolver has found before, which goes on from it.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/base/vector.hpp"
#include "solve/constraints/joint/joint_state.hpp"

namespace carom::solve {

/// A row J = [−n, −(r_a + d) × n, n, r_b × n] or [0, −n, 0, n]: J v = 0, or of a bound J v >= −room/h.
struct JointHold {
  DVec3 linear, angular_a, angular_b;
  double* given = nullptr;     ///< Where an impulse along it is to be added, with this sign.
  double sign = 1;             ///< −1 at an upper bound, from which the row points away.
  double room = 0;             ///< To the bound, m or rad.
  double least = -kUnbounded;  ///< Of its impulse, N·s or N·m·s: a bound may let go what it has held.
};

/// Two bodies at the poses of their centres of mass and principal axes, and the frames of a joint there.
struct JointPlace {
  FramePair pair;
  DVec3 arm_a, arm_b;  ///< From the centres of mass to the second frame's origin.

  JointPlace(const Joint& joint, const DTransform& a, const DTransform& b) {
    const DTransform first = a * joint.frame[0], second = b * joint.frame[1];
    pair = {second.translation - first.translation, toMatrix(first.rotation),
            normalized(conjugate(first.rotation) * second.rotation)};
    arm_a = second.translation - a.translation, arm_b = second.translation - b.translation;
  }
  /// `upper`: it points away from an upper bound.
  JointHold hold(JointElement& e, int row, const DVec3& direction, bool upper) const {
    const DVec3 n = upper ? -direction : direction;
    JointHold out =
        isAngular(e.metric) ? JointHold{{}, n, n} : JointHold{n, cross(arm_a, n), cross(arm_b, n)};
    out.given = &e.given[static_cast<std::size_t>(row)];
    if (upper) out.sign = -1;
    return out;
  }
};

/// Calls visit(hold) for the hard rows of a joint, and for those of bounds that held at the end of the last
/// step. Springs and drives are left out: JointSolver, which comes next, answers with them.
template <class Visit>
void eachHold(Joint& joint, const JointPlace& place, Visit&& visit) {
  for (JointElement& e : joint.elements) {
    if (e.soft || (e.role != JointElement::Role::Fixed && e.impulse[0] == 0)) continue;
    for (int row = 0; row < e.rows; ++row) {
      const MetricRow metric = e.rows == 1 ? metricRow(e.metric, e.axis, place.pair, joint.turn[e.axis])
                                           : zeroRow(e.metric, e.axis, row, place.pair, joint.turn[e.axis]);
      const bool bound = e.role != JointElement::Role::Fixed, upper = bound && e.impulse[0] < 0;
      JointHold hold = place.hold(e, row, metric.direction, upper);
      if (bound) {
        hold.room = std::max(0.0, upper ? e.max - metric.value : metric.value - e.min);
        hold.least = -std::abs(e.impulse[0]);
      }
      visit(hold);
    }
  }
}

/// The same for a blow, which comes at once: of bounds those that are met, `within` m or rad.
template <class Visit>
void eachHoldOfBlow(Joint& joint, const JointPlace& place, double within, double within_angle,
                    Visit&& visit) {
  for (JointElement& e : joint.elements) {
    if (e.soft) continue;
    for (int row = 0; row < e.rows; ++row) {
      const MetricRow metric = e.rows == 1 ? metricRow(e.metric, e.axis, place.pair, joint.turn[e.axis])
                                           : zeroRow(e.metric, e.axis, row, place.pair, joint.turn[e.axis]);
      if (e.role == JointElement::Role::Fixed) {
        visit(place.hold(e, row, metric.direction, false));
        continue;
      }
      for (const bool upper : {false, true}) {
        const double room = upper ? e.max - metric.value : metric.value - e.min;
        if (room > (isAngular(e.metric) ? within_angle : within)) continue;
        JointHold hold = place.hold(e, row, metric.direction, upper);
        hold.least = 0;
        visit(hold);
      }
    }
  }
}

}  // namespace carom::solve
