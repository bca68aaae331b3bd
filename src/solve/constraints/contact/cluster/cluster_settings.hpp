// Constants of contact clusters.
#pragma once

namespace carom::solve {

struct ClusterSettings {
  /// Load, in weights of the lighter body of a contact of two unequal ones (ContactSettings::kMaxMassRatio),
  /// from which it begins a cluster.
  static constexpr float kCarriedWeights = 8;
  /// The same of a body that carries others by its joints: from six weights on a table shakes on its legs.
  static constexpr float kJoinedWeights = 5;
  /// If it stands, at most so many times as fast against its ground as gravity makes it in a step. While
  /// things tumble it does not matter how much of a load a pass carries.
  static constexpr float kStanding = 1;
  /// Bodies of a cluster. A larger one is left to the passes.
  static constexpr std::int32_t kMostBodies = 24;

  /// Stiffness of rows that are to be rigid, relative to that of one pass (cluster_solver.hpp): a tenth of
  /// the speed that gravity adds in a substep is left.
  static constexpr double kRigid = 10;
  /// The same of rows that joints hold, relative to the mass that they move by themselves.
  static constexpr double kHard = 1e5;
  /// The same of all rows of an impact, times the root of the ratio of masses that it may have to stop.
  static constexpr double kHardBlow = 1e6;
  /// Rounds in which the limits of friction follow the normal impulses of an impact.
  static constexpr int kFrictionRounds = 4;
  /// Bodies of the system of an impact that contacts connect. Larger heaps are struck contact by contact.
  static constexpr std::int32_t kMostStruck = 8;
  /// Greatest ratio of their masses.
  static constexpr float kMostUneven = 1000;
  /// Contacts push against each other if the cosine between them is less than −kAgainst, and bodies that are
  /// looked at for where that ends.
  static constexpr float kAgainst = 0.3f;
  static constexpr std::size_t kMostReached = 64;
  /// Newton steps of a solve. Most take 1 to 20.
  static constexpr int kSteps = 100;
  /// Evaluations of a line search, and the fraction of the slope at which it ends.
  static constexpr int kSearches = 30;
  static constexpr double kFlat = 0.01;
  /// Decrement of the function at which the steps end, relative to the energy that gravity gives the bodies
  /// in a substep, and a share of that of the first step, for where there is no gravity. It is a small share:
  /// a light foot that starts with the impulse of its load and not with that of its joint has far more energy
  /// than anything that is to be found.
  static constexpr double kConverged = 1e-9;
  static constexpr double kOfStart = 1e-6;
  /// An infinite mass or moment counts as the inverse of this fraction of the others'.
  static constexpr double kNothing = 1e-12;
};

}  // namespace carom::solve
