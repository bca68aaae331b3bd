// Contact begin and end.
#include <gtest/gtest.h>

#include <set>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(Events, NamesAreThoseOfTheCommandLineContract) {
  EXPECT_EQ(eventName(EventType::TriggerEnter), "trigger_enter");
  EXPECT_EQ(eventName(EventType::TriggerExit), "trigger_exit");
  EXPECT_EQ(eventName(EventType::ContactBegin), "contact_begin");
  EXPECT_EQ(eventName(EventType::ContactEnd), "contact_end");
}

TEST(Events, LandingBeginsOneContactAndTakingOffEndsIt) {
  SceneBuilder b;
  const int floor = b.floor();
  const int crate = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  std::vector<Event> seen;
  const auto collect = [&] { seen.insert(seen.end(), sim.world.events().begin(), sim.world.events().end()); };
  sim.run(3, collect);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].type, EventType::ContactBegin);
  EXPECT_EQ((std::set<int>{seen[0].collider, seen[0].other}), (std::set<int>{floor, crate}));
  EXPECT_EQ((std::set<int>{seen[0].motion, seen[0].other_motion}), (std::set<int>{-1, crate}));
  EXPECT_EQ(seen[0].trigger, -1);
  // Falls 1 m: √(2/g) = 0.4515 s; contacts are made up to a step before the touch.
  EXPECT_NEAR(seen[0].time, std::sqrt(2 / kGravity), 0.034);
  EXPECT_NEAR(seen[0].time, static_cast<double>(seen[0].step) / 60, 1e-9);
  sim.world.setLinearVelocity(sim.body(crate), {0, 5, 0});
  sim.run(0.5, collect);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[1].type, EventType::ContactEnd);
  EXPECT_EQ((std::set<int>{seen[1].collider, seen[1].other}), (std::set<int>{floor, crate}));
}

TEST(Events, ABouncingBallBeginsAndEndsAlternately) {
  SceneBuilder b;
  b.floor(frictionless(0.9));
  const int ball = b.node().at(0, 1.5, 0).dynamic(1).collider(sphere(0.5), frictionless(0.9));
  Simulation sim(b);
  int begins = 0, ends = 0;
  sim.run(3, [&] {
    begins += sim.count(EventType::ContactBegin), ends += sim.count(EventType::ContactEnd);
    ASSERT_GE(begins, ends);
    ASSERT_LE(begins - ends, 1);
  });
  // Bounces at 0.45 + 0.81·(1 − 0.9^k)/(1 − 0.9)…: 0.45, 1.26, 1.99, 2.65 s: four by 3 s.
  EXPECT_EQ(begins, 4);
  EXPECT_EQ(ends, 4);
  (void)ball;
}

TEST(Events, RestingAndSleepingAreSilent) {
  SceneBuilder b;
  b.floor();
  for (int i = 0; i < 5; ++i) b.node().at(0, 0.5 + i, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(2);
  int events = 0;
  sim.run(20, [&] { events += static_cast<int>(sim.world.events().size()); });
  EXPECT_EQ(events, 0);
  EXPECT_EQ(sim.world.statistics().awake_bodies, 0u);
}

TEST(Events, MissesAreSilent) {
  // Passing 5 mm above the floor, within what the engine looks at, touches nothing.
  SceneBuilder b;
  b.floor();
  b.node().at(-3, 0.505, 0).dynamic(1).collider(sphere(0.5)).velocity({3, 0, 0});
  Simulation sim(b, weightless());
  int events = 0;
  sim.run(2, [&] { events += static_cast<int>(sim.world.events().size()); });
  EXPECT_EQ(events, 0);
}

TEST(Events, FilteredPairsHaveNone) {
  SceneBuilder b;
  b.node().collider(sphere(1)).filter(member({"a"}));
  b.node().at(0, 2.5, 0).dynamic(1).collider(sphere(1)).filter(rejects({"b"}, {"a"}));
  Simulation sim(b);
  int events = 0;
  sim.run(2, [&] { events += static_cast<int>(sim.world.events().size()); });
  EXPECT_EQ(events, 0);
}

TEST(Events, FastImpactWithinOneStepIsReported) {
  SceneBuilder b;
  const int wall = b.node().collider(box(0.01, 4, 4), frictionless(1));
  const int ball =
      b.node().at(-7.1, 0, 0).dynamic(1).collider(sphere(0.01), frictionless(1)).velocity({300, 0, 0});
  Simulation sim(b, weightless());
  int begins = 0, ends = 0;
  sim.run(0.2,
          [&] { begins += sim.count(EventType::ContactBegin), ends += sim.count(EventType::ContactEnd); });
  EXPECT_EQ(begins, 1);
  EXPECT_EQ(ends, 1);
  (void)wall, (void)ball;
}

TEST(Events, OrderIsFixed) {
  const auto record = [](std::int32_t threads) {
    SceneBuilder b;
    b.floor();
    for (int i = 0; i < 40; ++i)
      b.node().at(0.7 * (i % 8), 1 + 0.7 * (i / 8), 0.01 * i).dynamic(1).collider(sphere(0.3));
    b.node().at(2, 0.5, 0).trigger(box(3, 1, 3));
    WorldSettings settings;
    settings.threads = threads;
    Simulation sim(b, settings);
    std::vector<std::tuple<std::uint64_t, int, int, int, int>> all;
    sim.run(3, [&] {
      for (const Event& e : sim.world.events())
        all.emplace_back(e.step, static_cast<int>(e.type), e.trigger, e.collider, e.other);
    });
    return all;
  };
  const auto once = record(1);
  EXPECT_GT(once.size(), 40u);
  EXPECT_EQ(once, record(1));
  EXPECT_EQ(once, record(3));
}

}  // namespace
}  // namespace carom::test
