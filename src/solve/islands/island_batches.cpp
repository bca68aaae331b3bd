#include "solve/islands/island_batches.hpp"

#include <algorithm>

#include "solve/islands/island_settings.hpp"

namespace carom::solve {
std::int32_t IslandBatches::Island::work() const {
  using Settings = IslandSettings;
  return Settings::kContactWork * contacts + Settings::kJointWork * joints + Settings::kWheelWork * wheels;
}

void IslandBatches::start(std::int32_t bodies) {
  islands_of_.start(bodies);
  islands_.fill(bodies, {});
  split_.fill(bodies, 0);
}

void IslandBatches::assign(std::span<const std::uint8_t> movable) {
  using Settings = IslandSettings;
  const auto bodies = static_cast<std::int32_t>(movable.size());
  const auto isMovable = [&](std::int32_t body) { return movable[body] != 0; };
  for (std::int32_t body = 0; body < bodies; ++body) {
    if (split_[body] != 0) islands_[rootOf(body)].split = true;
  }
  batch_of_.setCount(bodies);
  number_of_.setCount(bodies);
  bodies_of_.clear();
  std::int64_t all = Settings::kBodyWork * static_cast<std::int64_t>(bodies);
  for (const Island& island : islands_) all += island.work();
  const auto enough = static_cast<std::int32_t>(
      std::clamp<std::int64_t>(all / Settings::kBatches, Settings::kMinWork, Settings::kMaxWork));
  std::int32_t work = enough, together = 0;
  for (std::int32_t body = 0; body < bodies; ++body) {
    std::int32_t& batch = batch_of_[body];
    if (!isMovable(body)) {
      batch = kSplit;
      continue;
    }
    const std::int32_t root = rootOf(body);
    const Island& island = islands_[root];
    if (root != body) {
      batch = batch_of_[root];
    } else if (island.split || island.contacts > Settings::kMaxContacts) {
      batch = kSplit;
    } else {
      if (work >= enough) {
        bodies_of_.emplace_back();
        work = 0;
      }
      work += island.work();
      batch = count() - 1;
    }
    if (batch != kSplit) work += Settings::kBodyWork;
    ++(batch == kSplit ? together : bodies_of_[batch].end);
  }
  // Turn the counts into ranges; then each body takes the next number of its batch.
  std::int32_t next = 1;
  for (Range& range : bodies_of_) {
    const std::int32_t size = range.end;
    range = {next, next};
    next += size;
  }
  first_split_ = next;
  movable_end_ = next + together;
  std::int32_t next_split = first_split_, next_unmovable = movable_end_;
  for (std::int32_t body = 0; body < bodies; ++body) {
    const std::int32_t batch = batch_of_[body];
    number_of_[body] = !isMovable(body)  ? next_unmovable++
                       : batch == kSplit ? next_split++
                                         : bodies_of_[batch].end++;
  }
}

}  // namespace carom::solve
