// Turns overlaps of single trigger shapes into events. A compound trigger counts its parts that overlap a
// collider: its enter event comes with the first, its exit event when none is left (document 003,
// "Triggers"). Triggers of documents 002 and 004 count the parts of a body in the same way.
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
  const std::vector<std::int32_t>& compoundsOf(std::int32_t trigger) const { return compounds_[trigger]; }
  std::int32_t nodeOf(std::int32_t trigger) const { return nodes_[trigger]; }
  std::int32_t filterOf(std::int32_t trigger) const { return filters_[trigger]; }
  /// Whether it counts bodies instead of colliders.
  bool countsBodies(std::int32_t trigger) const { return by_body_[trigger] != 0; }
  /// Whether it is mere part of a compound that reports for it.
  bool isSilent(std::int32_t trigger) const { return silent_[trigger] != 0; }
  /// What a trigger counts of a collider: its body where it counts bodies and there is one.
  std::int32_t counted(std::int32_t trigger, std::int32_t collider, std::int32_t motion_node) const {
    return countsBodies(trigger) && motion_node >= 0 ? -1 - motion_node : collider;
  }
  /// Counts one part's overlap with what is `counted` beginning or ending; whether the trigger as a whole
  /// was entered or left.
  bool count(std::int32_t trigger, std::int32_t counted, bool begin);
  /// Overlap state (snapshot.cpp); a failed restore changes nothing.
  void save(ByteWriter& out) const;
  bool restore(ByteReader& in, std::size_t colliders, std::size_t nodes);

 private:
  std::vector<std::vector<std::int32_t>> compounds_;
  std::vector<std::int32_t> nodes_, filters_;
  std::vector<std::uint8_t> by_body_, silent_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> counts_;
};

}  // namespace carom::world
