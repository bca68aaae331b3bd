// Islands into batches: none is torn, each body has a number of its own, and what must be solved together is.
#include "solve/islands/island_batches.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/thread_pool.hpp"
#include "world/scene_builder.hpp"

namespace carom::solve {
namespace {

constexpr std::int32_t kSplit = IslandBatches::kSplit;

TEST(IslandBatches, NoIslandIsTorn) {
  test::Random random(4);
  for (const std::int32_t bodies : {1, 10, 500, 5000}) {
    IslandBatches batches;
    for (int step = 0; step < 3; ++step) {  // What is left of a step does not show in the next.
      std::vector<std::uint8_t> movable(static_cast<std::size_t>(bodies));
      for (std::uint8_t& m : movable) m = random(0, 1) < 0.9 ? 1 : 0;
      const auto can_move = [&](std::int32_t body) { return movable[static_cast<std::size_t>(body)] != 0; };
      batches.start(bodies);
      std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
      for (std::int32_t i = 0; i < bodies / 2; ++i) {
        const auto a = static_cast<std::int32_t>(random(0, bodies - 0.01));
        const auto b = static_cast<std::int32_t>(random(0, bodies - 0.01));
        if (can_move(a) && can_move(b)) pairs.push_back({a, b});
      }
      for (const auto& [a, b] : pairs) batches.unite(a, b);
      std::vector<std::int32_t> marked;
      for (std::int32_t body = 0; body < bodies; body += 97) {
        if (!can_move(body)) continue;
        batches.splitIslandOf(body);
        marked.push_back(body);
      }
      batches.settle();
      batches.countContacts(0, static_cast<std::int32_t>(pairs.size()),
                            [&](std::int32_t i) { return pairs[static_cast<std::size_t>(i)].second; });
      batches.assign(movable);
      for (const auto& [a, b] : pairs) ASSERT_EQ(batches.batchOf(a), batches.batchOf(b));
      for (const std::int32_t body : marked) ASSERT_EQ(batches.batchOf(body), kSplit);
      std::set<std::int32_t> numbers;
      for (std::int32_t body = 0; body < bodies; ++body) {
        const std::int32_t number = batches.numberOf(body);
        ASSERT_TRUE(numbers.insert(number).second);
        if (!can_move(body)) {
          ASSERT_GE(number, batches.movableEnd());
        } else if (batches.batchOf(body) == kSplit) {
          ASSERT_GE(number, batches.firstSplit());
          ASSERT_LT(number, batches.movableEnd());
        } else {
          const IslandBatches::Range range = batches.bodiesOf(batches.batchOf(body));
          ASSERT_GE(number, range.first);
          ASSERT_LT(number, range.end);
        }
      }
      ASSERT_EQ(*numbers.begin(), 1);
      ASSERT_EQ(*numbers.rbegin(), bodies);
    }
  }
}

/// `islands` chains of so many bodies each, with a contact between neighbours.
std::vector<std::int32_t> batchesOfChains(std::int32_t islands, std::int32_t length) {
  IslandBatches batches;
  batches.start(islands * length);
  const auto has_next = [&](std::int32_t body) { return (body + 1) % length != 0; };
  for (std::int32_t i = 0; i < islands * length; ++i)
    if (has_next(i)) batches.unite(i + 1, i);
  batches.settle();
  batches.countContacts(0, islands * length,
                        [&](std::int32_t i) { return has_next(i) ? i : IslandBatches::kNoBody; });
  batches.assign(std::vector<std::uint8_t>(static_cast<std::size_t>(islands * length), 1));
  std::vector<std::int32_t> sizes;
  for (std::int32_t batch = 0; batch < batches.count(); ++batch)
    sizes.push_back(batches.bodiesOf(batch).size());
  return sizes;
}

TEST(IslandBatches, LargeIslandsAreSolvedByAllThreads) {
  EXPECT_EQ(batchesOfChains(1, 500), std::vector<std::int32_t>{500});
  EXPECT_TRUE(batchesOfChains(3, 1000).empty());
}

TEST(IslandBatches, ManyIslandsAreManyBatches) {
  EXPECT_GE(batchesOfChains(400, 10).size(), 8u);
  const std::vector<std::int32_t> sizes = batchesOfChains(20000, 10);
  for (const std::int32_t size : sizes) EXPECT_LE(size, 600);
  EXPECT_LE(sizes.size(), 1000u);
  // Bodies without contacts, too.
  EXPECT_GE(batchesOfChains(100000, 1).size(), 40u);
}

TEST(IslandBatches, JointsAndWheelsAreWork) {
  for (const bool joints : {false, true}) {
    IslandBatches batches;
    batches.start(200);
    batches.settle();
    for (std::int32_t body = 0; body < 200; ++body) {
      if (joints) {
        batches.countJoints(body, 4);
      } else {
        for (int wheel = 0; wheel < 4; ++wheel) batches.countWheel(body);
      }
    }
    batches.assign(std::vector<std::uint8_t>(200, 1));
    EXPECT_GE(batches.count(), 6) << joints;
  }
}

TEST(IslandBatches, ThreadsThatUniteAtOnceFindTheSame) {
  test::Random random(8);
  constexpr std::int32_t kBodies = 20000;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (int i = 0; i < 15000; ++i) {
    pairs.push_back({static_cast<std::int32_t>(random(0, kBodies - 0.01)),
                     static_cast<std::int32_t>(random(0, kBodies - 0.01))});
  }
  const auto numbers = [&](std::int32_t threads) {
    ThreadPool pool(threads);
    IslandBatches batches;
    batches.start(kBodies);
    pool.parallelFor(15000, 16, [&](const ThreadPool::Range& range) {
      for (std::int32_t i = range.begin; i < range.end; ++i)
        batches.unite(pairs[static_cast<std::size_t>(i)].first, pairs[static_cast<std::size_t>(i)].second);
    });
    batches.settle();
    pool.parallelFor(15000, 64, [&](const ThreadPool::Range& range) {
      batches.countContacts(range.begin, range.end,
                            [&](std::int32_t i) { return pairs[static_cast<std::size_t>(i)].first; });
    });
    batches.assign(std::vector<std::uint8_t>(kBodies, 1));
    std::vector<std::int32_t> all;
    for (std::int32_t body = 0; body < kBodies; ++body) all.push_back(batches.numberOf(body));
    return all;
  };
  const std::vector<std::int32_t> first = numbers(1);
  for (const std::int32_t threads : {2, 4, 8}) EXPECT_EQ(numbers(threads), first);
}

TEST(ByBatch, KeepsTheOrder) {
  ByBatch sorted;
  const std::vector<std::int32_t> batch{1, kSplit, 0, 1, kSplit, 1};
  sorted.sort(6, 3, [&](std::int32_t i) { return batch[static_cast<std::size_t>(i)]; });
  const auto of = [&](std::int32_t b) {
    return std::vector<std::int32_t>(sorted.of(b).begin(), sorted.of(b).end());
  };
  EXPECT_EQ(of(0), std::vector<std::int32_t>{2});
  EXPECT_EQ(of(1), (std::vector<std::int32_t>{0, 3, 5}));
  EXPECT_TRUE(of(2).empty());
  EXPECT_EQ(of(kSplit), (std::vector<std::int32_t>{1, 4}));
}

}  // namespace
}  // namespace carom::solve
