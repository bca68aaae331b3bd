#include "solve/island_batches.hpp"

#include <algorithm>
#include <numeric>

namespace carom::solve {
namespace {

// As many as fit into the second-level cache; in a smaller scene so many that there is work for all threads,
// but lanes are still filled.
constexpr std::int32_t kLeastContacts = 128, kContactsPerBatch = 400;
constexpr std::int32_t kBatches = 8;
constexpr std::int32_t kBodiesPerBatch = 512;
// An island with more contacts is cut into two slabs or more (block_layout.cpp).
constexpr std::int32_t kMostContacts = 720;

}  // namespace

void IslandBatches::start(std::int32_t bodies) {
  parent_.resize(index(bodies));
  std::iota(parent_.begin(), parent_.end(), 0);
  contacts_.assign(index(bodies), 0);
  together_.assign(index(bodies), 0);
  marked_.clear();
}

std::int32_t IslandBatches::findRoot(std::int32_t body) {
  while (parent_[index(body)] != body) {
    std::int32_t& parent = parent_[index(body)];
    parent = parent_[index(parent)];
    body = parent;
  }
  return body;
}

void IslandBatches::unite(std::int32_t a, std::int32_t b) {
  const std::int32_t ra = findRoot(a), rb = findRoot(b);
  if (ra != rb) parent_[index(std::max(ra, rb))] = std::min(ra, rb);
}

void IslandBatches::solveTogether(std::int32_t body) {
  marked_.push_back(body);
}

void IslandBatches::deal(std::span<const std::uint8_t> movable) {
  for (const std::int32_t body : marked_) together_[index(findRoot(body))] = 1;
  batch_of_.resize(movable.size());
  number_of_.resize(movable.size());
  bodies_of_.clear();
  const std::int32_t all = std::accumulate(contacts_.begin(), contacts_.end(), 0);
  const std::int32_t enough = std::clamp(all / kBatches, kLeastContacts, kContactsPerBatch);
  std::int32_t contacts = 0, together = 0;
  for (std::int32_t body = 0; index(body) < movable.size(); ++body) {
    std::int32_t& batch = batch_of_[index(body)];
    if (movable[index(body)] == 0) {
      batch = kTogether;
      continue;
    }
    const std::int32_t root = findRoot(body);
    if (root != body) {
      batch = batch_of_[index(root)];
    } else if (together_[index(root)] != 0 || contacts_[index(root)] > kMostContacts) {
      batch = kTogether;
    } else {
      if (bodies_of_.empty() || contacts >= enough || bodies_of_.back().end >= kBodiesPerBatch) {
        bodies_of_.emplace_back();
        contacts = 0;
      }
      contacts += contacts_[index(root)];
      batch = count() - 1;
    }
    ++(batch == kTogether ? together : bodies_of_[index(batch)].end);
  }
  // Numbers of bodies into ranges; then each body takes the next of its batch.
  std::int32_t next = 1;
  for (Range& bodies : bodies_of_) {
    const std::int32_t size = bodies.end;
    bodies = {next, next};
    next += size;
  }
  first_together_ = next;
  movable_end_ = next + together;
  std::int32_t next_together = first_together_, next_unmovable = movable_end_;
  for (std::int32_t body = 0; index(body) < movable.size(); ++body) {
    const std::int32_t batch = batch_of_[index(body)];
    number_of_[index(body)] = movable[index(body)] == 0 ? next_unmovable++
                              : batch == kTogether      ? next_together++
                                                        : bodies_of_[index(batch)].end++;
  }
}

}  // namespace carom::solve
