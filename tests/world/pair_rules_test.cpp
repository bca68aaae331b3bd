// Rules of pairs as the simulation asks for them.
#include "world/pair_rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

// What filters make of each other is remembered, and wheels ask while others do.
TEST(PairRules, WheelsOfManyFiltersAskAtTheSameTime) {
  constexpr int kWheels = 60, kColliders = 60, kThreads = 4;
  Scene scene;
  for (int i = 0; i < kWheels; ++i)
    scene.filters.push_back(i % 2 ? accepts({"w"}, {"c" + std::to_string(i)}) : member({"w"}));
  for (int i = 0; i < kColliders; ++i) scene.filters.push_back(member({"c" + std::to_string(i)}));
  for (int trial = 0; trial < 20; ++trial) {
    world::PairRules rules(scene, FilterRule::Shared);
    for (int i = 0; i < kColliders; ++i) rules.addCollider(kWheels + i, -1, -1, -1);
    for (int i = 0; i < kWheels; ++i) rules.addWheel(i, -1, -1, -1);
    std::vector<int> met(kThreads, 0);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kWheels; ++i) {
          for (int k = 0; k < kColliders; ++k)
            met[static_cast<std::size_t>(t)] += rules.respondWheel((i + 15 * t) % kWheels, k).related;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const int count : met) EXPECT_EQ(count, kWheels / 2 * kColliders + kWheels / 2);
  }
}

}  // namespace
}  // namespace carom::test
