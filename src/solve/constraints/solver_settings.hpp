// Constants of gathering the solver's input and of the substeps.
#pragma once

#include <cstdint>

namespace carom::solve {

struct SolverSettings {
  /// A contact may have to carry this many times the weight of its island: a body that comes to rest presses
  /// with more than its weight.
  static constexpr float kCarriedWeights = 2;
  /// Bodies per job of gathering and of integrating positions.
  static constexpr std::int32_t kBodiesPerJob = 128;
  /// Bodies or contacts per job of loops that touch a few bytes of each.
  static constexpr std::int32_t kNumbersPerJob = 1024;
  /// Velocities per job of integrating them.
  static constexpr std::int32_t kVelocitiesPerJob = 4096;
};

}  // namespace carom::solve
