#include "solve/islands/island_batches.hpp"

#include <algorithm>

namespace carom::solve {
namespace {

// About what they take, a contact being 4.
constexpr std::int32_t kContact = 4, kJoint = 24, kWheel = 12, kBody = 1;
// In a batch there is as much as fits into the second-level cache; in a smaller scene so little that there is
// work for all threads, but lanes are still filled.
constexpr std::int32_t kMostWork = 2000, kLeastWork = 640;
constexpr std::int32_t kBatches = 8;
// An island with more contacts is cut into two slabs or more (block_layout.cpp).
constexpr std::int32_t kMostContacts = 720;

}  // namespace

std::int32_t IslandBatches::Island::work() const {
  return kContact * contacts + kJoint * joints + kWheel * wheels;
}

void IslandBatches::start(std::int32_t bodies) {
  islands_of_.start(bodies);
  islands_.assign(index(bodies), {});
  split_.assign(index(bodies), 0);
}

void IslandBatches::assign(std::span<const std::uint8_t> movable) {
  for (std::int32_t body = 0; index(body) < movable.size(); ++body) {
    if (split_[index(body)] != 0) islands_[index(rootOf(body))].split = true;
  }
  batch_of_.resize(movable.size());
  number_of_.resize(movable.size());
  bodies_of_.clear();
  std::int64_t all = kBody * static_cast<std::int64_t>(movable.size());
  for (const Island& island : islands_) all += island.work();
  const auto enough =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(all / kBatches, kLeastWork, kMostWork));
  std::int32_t work = enough, together = 0;
  for (std::int32_t body = 0; index(body) < movable.size(); ++body) {
    std::int32_t& batch = batch_of_[index(body)];
    if (movable[index(body)] == 0) {
      batch = kSplit;
      continue;
    }
    const std::int32_t root = rootOf(body);
    const Island& island = islands_[index(root)];
    if (root != body) {
      batch = batch_of_[index(root)];
    } else if (island.split || island.contacts > kMostContacts) {
      batch = kSplit;
    } else {
      if (work >= enough) {
        bodies_of_.emplace_back();
        work = 0;
      }
      work += island.work();
      batch = count() - 1;
    }
    if (batch != kSplit) work += kBody;
    ++(batch == kSplit ? together : bodies_of_[index(batch)].end);
  }
  // Turn the counts into ranges; then each body takes the next number of its batch.
  std::int32_t next = 1;
  for (Range& bodies : bodies_of_) {
    const std::int32_t size = bodies.end;
    bodies = {next, next};
    next += size;
  }
  first_split_ = next;
  movable_end_ = next + together;
  std::int32_t next_split = first_split_, next_unmovable = movable_end_;
  for (std::int32_t body = 0; index(body) < movable.size(); ++body) {
    const std::int32_t batch = batch_of_[index(body)];
    number_of_[index(body)] = movable[index(body)] == 0 ? next_unmovable++
                              : batch == kSplit         ? next_split++
                                                        : bodies_of_[index(batch)].end++;
  }
}

}  // namespace carom::solve
