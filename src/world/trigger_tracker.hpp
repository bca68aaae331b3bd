// Turns overlaps of single trigger shapes into events, counting for compounds: a compound enters with the
// first of its parts that overlaps a collider and exits with the last (document 003, "Triggers").
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/byte_stream.hpp"
#include "carom/scene/scene.hpp"

namespace carom::world {

class TriggerTracker {
 public:
  explicit TriggerTracker(const Scene& scene);

  /// Compounds a trigger is part of, directly or through other compounds, each once.
  const std::vector<std::int32_t>& compoundsOf(std::int32_t trigger) const {
    return compounds_[static_cast<std::size_t>(trigger)];
  }
  std::int32_t nodeOf(std::int32_t trigger) const { return nodes_[static_cast<std::size_t>(trigger)]; }
  std::int32_t filterOf(std::int32_t trigger) const { return filters_[static_cast<std::size_t>(trigger)]; }
  /// Counts one part's overlap with a collider beginning or ending; whether the compound as a whole entered
  /// or left.
  bool count(std::int32_t compound, std::int32_t collider, bool begin);
  /// Overlap state (snapshot.cpp); a failed restore changes nothing.
  void save(ByteWriter& out) const;
  bool restore(ByteReader& in, std::size_t colliders);

 private:
  std::vector<std::vector<std::int32_t>> compounds_;
  std::vector<std::int32_t> nodes_, filters_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> counts_;
};

}  // namespace carom::world
