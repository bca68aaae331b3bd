// Runs and blocks of constraints: each is dealt out once, and what is solved at the same time shares no body.
#include "solve/constraints/graph/block_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "world/scene_builder.hpp"

namespace carom::solve {
namespace {

struct Graph {
  std::vector<ConstraintEdge> edges;
  std::vector<Vec3> places;
  std::int32_t movable_end = 1;
};

/// Bodies in a box, each with its nearest by number, some with the world, some with what cannot be pushed.
Graph heap(std::int32_t bodies, int edges, double reach, std::uint64_t seed) {
  test::Random random(seed);
  Graph g;
  g.movable_end = bodies + 1;
  for (std::int32_t b = 0; b <= bodies + 3; ++b)
    g.places.push_back({static_cast<float>(random(0, 50)), 0, 0});
  std::vector<std::int32_t> sorted;
  for (std::int32_t b = 1; b <= bodies; ++b) sorted.push_back(b);
  std::sort(sorted.begin(), sorted.end(), [&](std::int32_t a, std::int32_t b) {
    return g.places[static_cast<std::size_t>(a)].x < g.places[static_cast<std::size_t>(b)].x;
  });
  for (int i = 0; i < edges; ++i) {
    const auto at = static_cast<std::int32_t>(random(0, bodies - 0.01));
    const auto next = std::min(bodies - 1, at + 1 + static_cast<std::int32_t>(random(0, reach)));
    const double kind = random(0, 1);
    const std::int32_t other = kind < 0.1    ? 0
                               : kind < 0.15 ? bodies + 1 + i % 3
                                             : sorted[static_cast<std::size_t>(next)];
    const std::int32_t one = sorted[static_cast<std::size_t>(at)];
    if (one == other) continue;
    g.edges.push_back({i % 2 ? one : other, i % 2 ? other : one, i % 4});
  }
  return g;
}

std::set<std::int32_t> movableBodies(const Graph& g, std::span<const std::int32_t> constraints) {
  std::set<std::int32_t> bodies;
  for (const std::int32_t c : constraints) {
    const ConstraintEdge& e = g.edges[static_cast<std::size_t>(c)];
    for (const std::int32_t b : {e.body_a, e.body_b})
      if (b > 0 && b < g.movable_end) bodies.insert(b);
  }
  return bodies;
}

ConstraintSet setOf(const Graph& g, std::vector<std::int32_t>& all) {
  all.resize(g.edges.size());
  std::iota(all.begin(), all.end(), 0);
  return {g.edges, all, 1, g.movable_end};
}

/// Of the movable bodies.
std::span<const Vec3> placesOf(const Graph& g) {
  return std::span(g.places).subspan(1, static_cast<std::size_t>(g.movable_end) - 1);
}

void expectSound(const Graph& g, std::int32_t lanes, bool may_overflow = false) {
  ThreadPool pool(2);
  BlockLayout layout;
  std::vector<std::int32_t> all;
  layout.build(setOf(g, all), placesOf(g), lanes, pool);
  std::vector<int> met(g.edges.size(), 0);
  std::int32_t next = 0;
  for (std::size_t phase = 0; phase < BlockLayout::kPhases; ++phase) {
    std::set<std::int32_t> taken;
    for (const BlockLayout::Run& run : layout.phase(phase)) {
      ASSERT_EQ(run.first, next);
      next = run.end;
      std::set<std::int32_t> of_run;
      for (std::int32_t block = run.first; block < run.end; ++block) {
        const std::span<const std::int32_t> constraints = layout.constraintsOf(block);
        ASSERT_GE(constraints.size(), 1u);
        ASSERT_LE(constraints.size(), static_cast<std::size_t>(lanes));
        for (const std::int32_t c : constraints) ++met[static_cast<std::size_t>(c)];
        const std::set<std::int32_t> bodies = movableBodies(g, constraints);
        std::size_t ends = 0;
        for (const std::int32_t c : constraints) ends += movableBodies(g, {&c, 1}).size();
        ASSERT_EQ(bodies.size(), ends) << "two constraints of a block share a body";
        of_run.insert(bodies.begin(), bodies.end());
      }
      for (const std::int32_t body : of_run)
        ASSERT_TRUE(taken.insert(body).second) << "two runs share a body";
    }
  }
  EXPECT_EQ(next, layout.blockCount());
  for (const int times : met) ASSERT_EQ(times, 1);
  if (may_overflow) return;
  // Blocks are full but for the last of each colour of each run.
  EXPECT_LT(layout.blockCount(), static_cast<std::int32_t>(g.edges.size()) / lanes + 64 * 40);
}

TEST(BlockLayout, WhatIsSolvedAtOnceSharesNoBody) {
  for (const std::int32_t lanes : {1, 4, 8}) {
    for (const int edges : {0, 1, 7, 300, 1500, 6000, 40000}) {
      for (const double reach : {2.0, 30.0, 2000.0}) {
        SCOPED_TRACE(testing::Message() << lanes << " lanes, " << edges << " edges, reach " << reach);
        expectSound(heap(2000, edges, reach, static_cast<std::uint64_t>(edges) + 1), lanes, edges == 40000);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BlockLayout, PlacesMayBeAnything) {
  for (const float place :
       {0.0f, 1e30f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    Graph g = heap(500, 4000, 20, 3);
    for (std::size_t i = 0; i < g.places.size(); ++i)
      if (i % 3 != 0 || place == 0) g.places[i] = {place, 0, -place};
    expectSound(g, 8);
  }
}

TEST(BlockLayout, ABodyThatManyTouch) {
  Graph g = heap(1000, 3000, 10, 5);
  for (std::int32_t i = 2; i < 500; ++i) g.edges.push_back({1, i, i % 4});
  expectSound(g, 8, true);
}

// One after the other, so that their order decides the result: what kind they are of must not.
TEST(BlockLayout, ThoseOfABodyThatManyTouchKeepTheirOrder) {
  Graph g;
  g.movable_end = 202;
  for (std::int32_t i = 2; i < g.movable_end; ++i) g.edges.push_back({1, i, (i * 5) % 8});
  std::vector<std::int32_t> all;
  BlockLayout layout;
  layout.buildRun(setOf(g, all), 8);
  ASSERT_EQ(layout.blockCount(), 200);
  for (std::int32_t block = 0; block < layout.blockCount(); ++block)
    EXPECT_EQ(layout.constraintsOf(block).front(), block);
}

TEST(BlockLayout, RunsDoNotDependOnLanesOrThreads) {
  const Graph g = heap(2000, 6000, 20, 11);
  const auto order = [&](std::int32_t lanes, std::int32_t threads) {
    ThreadPool pool(threads);
    BlockLayout layout;
    std::vector<std::int32_t> constraints;
    layout.build(setOf(g, constraints), placesOf(g), lanes, pool);
    std::vector<std::int32_t> all;
    for (std::int32_t block = 0; block < layout.blockCount(); ++block)
      for (const std::int32_t c : layout.constraintsOf(block)) all.push_back(c);
    return all;
  };
  const std::vector<std::int32_t> first = order(1, 1);
  for (const std::int32_t lanes : {1, 4, 8}) {
    for (const std::int32_t threads : {1, 2, 5})
      EXPECT_EQ(order(lanes, threads), first) << lanes << " " << threads;
  }
}

TEST(BlockLayout, SomeConstraintsInOneRun) {
  const Graph g = heap(600, 2000, 20, 7);
  // Those of bodies 101 to 300 among themselves, with the world, or with what is not theirs to move.
  std::vector<std::int32_t> some;
  for (std::size_t i = 0; i < g.edges.size(); ++i) {
    const ConstraintEdge& e = g.edges[i];
    const auto mine = [](std::int32_t body) { return body > 100 && body <= 300; };
    if (mine(e.body_a) || mine(e.body_b)) some.push_back(static_cast<std::int32_t>(i));
  }
  BlockLayout layout;
  const ConstraintSet set{g.edges, some, 101, 301};
  const std::size_t most = layout.reserveRun(set.bodyCount(), some.size(), 8);
  layout.buildRun(set, 8);
  EXPECT_LE(static_cast<std::size_t>(layout.blockCount()), most);
  ASSERT_EQ(layout.phase(0).size(), 1u);
  EXPECT_EQ(layout.phase(0)[0].end, layout.blockCount());
  for (std::size_t phase = 1; phase < BlockLayout::kPhases; ++phase) EXPECT_TRUE(layout.phase(phase).empty());
  std::vector<std::int32_t> met;
  for (std::int32_t block = 0; block < layout.blockCount(); ++block) {
    std::set<std::int32_t> bodies;
    for (const std::int32_t c : layout.constraintsOf(block)) {
      met.push_back(c);
      for (const std::int32_t body : {set.edge(c).body_a, set.edge(c).body_b})
        EXPECT_TRUE(!set.isMovable(body) || bodies.insert(body).second);
    }
  }
  std::sort(met.begin(), met.end());
  EXPECT_EQ(met, some);
}

}  // namespace
}  // namespace carom::solve
