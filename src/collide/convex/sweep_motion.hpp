// The motion of a sweep in double, and the sweep of one convex shape against another (for example a
// triangle).
#pragma once

#include "base/rotation_vector.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/query.hpp"

namespace carom::collide {

struct SweepMotion {
  explicit SweepMotion(const Sweep& sweep)
      : start_center(sweep.start_center),
        translation(sweep.translation),
        rotation(sweep.rotation),
        local_center(sweep.local_center),
        start_rotation(normalized(DQuat(sweep.start_rotation))) {}

  DVec3 centerAt(double t) const { return start_center + translation * t; }
  /// Pose of B at time t.
  Placement at(double t) const {
    const DQuat q = quaternionFromRotationVector(rotation * t) * start_rotation;
    const DMat3 m = toMatrix(q);
    return {m, centerAt(t) - m * local_center};
  }

  DVec3 start_center, translation, rotation, local_center;
  DQuat start_rotation;
};

/// sweep() of query.hpp for two convex views.
/// Hits from the time `latest` on need not be found.
SweepHit sweepConvex(const ConvexView& a, const ConvexView& b, const Sweep& motion, double target_distance,
                     double latest = 1);

}  // namespace carom::collide
