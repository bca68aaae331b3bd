// Constants of the distribution of islands to batches.
#pragma once

#include <cstdint>

namespace carom::solve {

struct IslandSettings {
  // Approximate work of a step, in quarters of the work for a contact.
  static constexpr std::int32_t kContactWork = 4;
  static constexpr std::int32_t kJointWork = 6;
  static constexpr std::int32_t kWheelWork = 12;
  static constexpr std::int32_t kBodyWork = 1;
  /// Most work in a batch: its data then fits into the second-level cache.
  static constexpr std::int32_t kMaxWork = 2000;
  /// Least work in a batch of a small scene: it still fills the lanes.
  static constexpr std::int32_t kMinWork = 640;
  /// Number of batches that a small scene is divided into, so that several threads have work.
  static constexpr std::int32_t kBatches = 8;
  /// An island with more contacts is split: it fills two slabs or more (block_layout.cpp).
  static constexpr std::int32_t kMaxContacts = 720;
};

}  // namespace carom::solve
