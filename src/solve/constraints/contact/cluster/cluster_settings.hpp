// Constants of contact clusters.
#pragma once

namespace carom::solve {

struct ClusterSettings {
  /// Mass ratio from which a contact may begin a cluster, and the load, in weights of the lighter body, from
  /// which it does.
  static constexpr float kUnequal = 20;
  static constexpr float kCarriedWeights = 8;

  /// Stiffness of rows that are to be rigid, relative to that of one pass (cluster_solver.hpp): a tenth of
  /// the speed that gravity adds in a substep is left.
  static constexpr double kRigid = 10;
  /// Newton steps of a solve. Most take 3 to 25.
  static constexpr int kSteps = 100;
  /// Evaluations of a line search, and the fraction of the slope at which it ends.
  static constexpr int kSearches = 30;
  static constexpr double kFlat = 0.01;
  /// Decrement of the function at which the steps end, relative to the energy that gravity gives the bodies
  /// in a substep.
  static constexpr double kConverged = 1e-9;
  /// An infinite mass or moment counts as the inverse of this fraction of the others'.
  static constexpr double kNothing = 1e-12;
};

}  // namespace carom::solve
