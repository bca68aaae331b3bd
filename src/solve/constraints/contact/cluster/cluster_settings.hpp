// Constants of contact clusters.
#pragma once

#include <cstdint>

namespace carom::solve {

struct ClusterSettings {
  /// Mass ratio from which a contact may begin a cluster, and the load, in weights of the lighter body, from
  /// which it does.
  static constexpr float kUnequal = 8;
  static constexpr float kCarriedWeights = 8;
  /// Bodies of a cluster; as many as bits of a word.
  static constexpr std::int32_t kMostBodies = 64;

  /// Stiffness of relaxation and of friction relative to m/h of the heaviest body of the cluster: what that
  /// body weighs gives way by this fraction of the speed that gravity adds in a substep.
  static constexpr double kRigid = 10;
  /// Newton steps of a solve.
  static constexpr int kSteps = 100;
  /// Evaluations of a line search, and the fraction of the slope at which it ends.
  static constexpr int kSearches = 30;
  static constexpr double kFlat = 0.01;
  /// Decrement of the function at which the steps end, relative to the energy of a substep's weight.
  static constexpr double kConverged = 1e-9;
  /// A body of infinite moment has the inverse of this fraction of the others'.
  static constexpr double kNothing = 1e-12;
};

}  // namespace carom::solve
