// What a step reports: contacts and overlaps that began or ended, and statistics.
#pragma once

#include <cstdint>
#include <vector>

namespace carom::solve {

/// A contact or overlap that began or ended.
struct PairEvent {
  std::int32_t collider_a = -1;
  std::int32_t collider_b = -1;
  bool sensor = false;
  bool begin = true;
};

struct EventSet {
  std::vector<PairEvent> pairs;
  std::vector<PairEvent> pending_ends;  ///< Ends of pairs that were destroyed and are not yet reported.
};

struct SimulationStatistics {
  std::uint32_t awake_bodies = 0;
  std::uint32_t sleeping_bodies = 0;
  std::uint32_t contact_pairs = 0;
  std::uint32_t touching_pairs = 0;
  std::uint32_t contact_points = 0;
  std::uint32_t islands = 0;
  float max_penetration = 0;
  float mean_penetration = 0;
};

}  // namespace carom::solve
