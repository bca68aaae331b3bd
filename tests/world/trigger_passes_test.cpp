// Bodies so fast that they are in a trigger only between two steps.
#include <gtest/gtest.h>

#include <tuple>

#include "world/mesh_shapes.hpp"

namespace carom::test {
namespace {

using Seen = std::vector<std::tuple<std::uint64_t, EventType, int, int>>;

/// Events of triggers: step, type, trigger, collider.
Seen runSeen(Simulation& sim, double seconds) {
  Seen seen;
  sim.run(seconds, [&] {
    for (const Event& e : sim.world.events()) {
      if (e.type == EventType::TriggerEnter || e.type == EventType::TriggerExit)
        seen.emplace_back(e.step, e.type, e.trigger, e.collider);
    }
  });
  return seen;
}

/// One visit and no more.
void expectOneVisit(const Seen& seen, int trigger, int collider, const std::string& about) {
  Seen own;
  for (const auto& e : seen)
    if (std::get<2>(e) == trigger && std::get<3>(e) == collider) own.push_back(e);
  EXPECT_EQ(own.size(), 2u) << about;
  if (own.size() != 2) return;
  EXPECT_EQ(std::get<1>(own[0]), EventType::TriggerEnter) << about;
  EXPECT_EQ(std::get<1>(own[1]), EventType::TriggerExit) << about;
}

TEST(TriggerPasses, FastBallVisitsAThinTriggerOnce) {
  // 5 m a step through 10 cm: at some of the phases a step ends in the trigger, at most not.
  int within_a_step = 0;
  for (int phase = 0; phase < 60; ++phase) {
    SceneBuilder b;
    const int zone = b.node().trigger(box(0.1, 2, 2));
    const int ball = b.node()
                         .at(-12 + phase * (5.0 / 60), 0.3, 0)
                         .dynamic(1)
                         .collider(sphere(0.02))
                         .velocity({300, 0, 0})
                         .gravityFactor(0);
    Simulation sim(b);
    const Seen seen = runSeen(sim, 0.1);
    expectOneVisit(seen, zone, ball, std::to_string(phase));
    ASSERT_EQ(seen.size(), 2u);
    within_a_step += std::get<0>(seen[0]) == std::get<0>(seen[1]);
    // It has flown on as if there were nothing.
    EXPECT_NEAR(sim.velocity(ball).x, 300, 1e-3);
  }
  EXPECT_GT(within_a_step, 50);
}

TEST(TriggerPasses, NothingIsSeenOfWhatGoesBy) {
  SceneBuilder b;
  b.node().trigger(box(0.1, 2, 2));
  // Above, beside, stopping before it, and along its side.
  const auto ball = [&](const DVec3& at, const DVec3& velocity) {
    b.node().at(at).dynamic(1).collider(sphere(0.02)).velocity(velocity).gravityFactor(0);
  };
  ball({-12, 1.03, 0}, {300, 0, 0});
  ball({-12, 0, -1.03}, {300, 0, 0});
  ball({-0.08, -20, 0.5}, {0, 300, 0});
  b.node().at(-0.55, 0, 0.5).collider(box(0.1, 1, 1));
  ball({-12, 0, 0.5}, {300, 0, 0});
  Simulation sim(b);
  EXPECT_TRUE(runSeen(sim, 0.15).empty());
}

TEST(TriggerPasses, EveryKindOfTriggerAndOfBody) {
  SceneBuilder shapes;
  const std::vector<std::pair<const char*, Shape>> zones = {
      {"sphere", sphere(0.5)},
      {"box", box(0.2, 2, 2)},
      {"capsule", capsule(1, 0.1)},
      {"cylinder", cylinder(0.5, 0.3, 0.2)},
      {"hull", shapes.hull(boxCorners(0.2, 1, 1))},
      {"closed mesh", shapes.mesh(boxMesh(0.2, 1, 1))},
      {"sheet", shapes.mesh(floorMesh(-1, 1, 3, -1, 1, 3))}};
  const std::vector<std::pair<const char*, Shape>> bullets = {
      {"sphere", sphere(0.05)},
      {"box", box(0.1, 0.05, 0.05)},
      {"capsule", capsule(0.1, 0.02)},
      {"cylinder", cylinder(0.1, 0.03)},
      {"hull", shapes.hull(boxCorners(0.1, 0.1, 0.1))},
      {"mesh", shapes.mesh(boxMesh(0.1, 0.1, 0.1))}};
  for (const auto& [zone_name, zone_shape] : zones) {
    for (const auto& [name, shape] : bullets) {
      SceneBuilder b = shapes;
      const DVec3 axis = std::string(zone_name) == "sheet" ? DVec3{0, 1, 0} : DVec3{1, 0, 0};
      const int zone = b.node().trigger(zone_shape);
      const int bullet = b.node()
                             .at(axis * -7.5 + DVec3{0.02, 0.03, 0.04})
                             .dynamic(1)
                             .collider(shape)
                             .velocity(axis * 300)
                             .spin({3, 20, 5})
                             .gravityFactor(0);
      Simulation sim(b);
      expectOneVisit(runSeen(sim, 0.1), zone, bullet, std::string(name) + " through " + zone_name);
    }
  }
}

TEST(TriggerPasses, MovingTriggersSeeWhatTheyPass) {
  SceneBuilder b;
  // A trigger that flies past a body at rest and a static one; one that meets a body flying the other way.
  const int flying = b.node().at(-12.5, 0, 0).kinematic().trigger(box(0.1, 1, 1)).velocity({300, 0, 0});
  const int resting = b.node().at(1, 0, 0).dynamic(1).collider(sphere(0.05)).gravityFactor(0);
  const int fixed = b.node().at(2, 0.3, 0).collider(sphere(0.05));
  const int meeting = b.node().at(-12.5, 10, 0).kinematic().trigger(box(0.1, 1, 1)).velocity({300, 0, 0});
  const int against =
      b.node().at(13, 10, 0).dynamic(1).collider(sphere(0.05)).velocity({-300, 0, 0}).gravityFactor(0);
  // A blade that turns by a quarter within a step: the sphere is in its way only on the way.
  const int blade = b.node().at(0, 20, 0).kinematic().trigger(box(4, 0.05, 0.05)).spin({0, 0, 60 * kPi / 2});
  const int swept = b.node().at(1.2, 21.2, 0).collider(sphere(0.05));
  Simulation sim(b);
  const Seen seen = runSeen(sim, 0.1);
  expectOneVisit(seen, flying, resting, "resting");
  expectOneVisit(seen, flying, fixed, "fixed");
  expectOneVisit(seen, meeting, against, "against");
  int turns = 0;
  for (const auto& e : seen)
    turns += std::get<2>(e) == blade && std::get<3>(e) == swept && std::get<1>(e) == EventType::TriggerEnter;
  EXPECT_EQ(turns, 3);  // Six quarters of a turn, and a blade has two ends.
}

TEST(TriggerPasses, CompoundsAreVisitedOnce) {
  for (int phase = 0; phase < 40; ++phase) {
    SceneBuilder b;
    const int whole = b.node();
    const int first = b.child(whole).at(0, 0, 0).trigger(box(0.3, 2, 2));
    const int second = b.child(whole).at(0.2, 0, 0).trigger(box(0.3, 2, 2));
    const int third = b.child(whole).at(0.4, 0, 0).trigger(box(0.3, 2, 2));
    NodeBuilder(b, whole).compoundTrigger({first, second, third});
    const int ball = b.node()
                         .at(-12 + phase * (5.0 / 40), 0.3, 0)
                         .dynamic(1)
                         .collider(sphere(0.02))
                         .velocity({300, 0, 0})
                         .gravityFactor(0);
    Simulation sim(b);
    const Seen seen = runSeen(sim, 0.1);
    for (const int trigger : {whole, first, second, third})
      expectOneVisit(seen, trigger, ball, std::to_string(phase) + " of " + std::to_string(trigger));
  }
}

TEST(TriggerPasses, FiltersAndTheSwitchApply) {
  SceneBuilder b;
  b.node().trigger(box(0.1, 2, 2)).filter(accepts({"zone"}, {"seen"}));
  const auto ball = [&](double z, const char* system) -> int {
    return b.node()
        .at(-12, 0, z)
        .dynamic(1)
        .collider(sphere(0.02))
        .filter(member({system}))
        .velocity({300, 0, 0})
        .gravityFactor(0);
  };
  const int seen_ball = ball(0.5, "seen");
  ball(-0.5, "unseen");
  Simulation sim(b);
  const Seen seen = runSeen(sim, 0.1);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(std::get<3>(seen[0]), seen_ball);
  WorldSettings off;
  off.continuous = false;
  Simulation without(b, off);
  EXPECT_TRUE(runSeen(without, 0.1).empty());
}

TEST(TriggerPasses, DoNotDependOnThreads) {
  SceneBuilder b;
  for (int i = 0; i < 8; ++i) b.node().at(i * 0.7, 0, 0).trigger(box(0.05, 30, 30));
  for (int i = 0; i < 200; ++i) {
    b.node()
        .at(-3 - i * 0.31, (i % 14) - 7, (i / 14) - 7)
        .dynamic(1)
        .collider(sphere(0.03))
        .velocity({200.0 + i, 0, 0})
        .gravityFactor(0);
  }
  Seen first;
  for (const int threads : {1, 2, 4}) {
    WorldSettings settings;
    settings.threads = threads;
    Simulation sim(b, settings);
    const Seen seen = runSeen(sim, 0.5);
    if (threads == 1) first = seen;
    EXPECT_EQ(seen.size(), 200u * 8 * 2);
    EXPECT_EQ(seen, first) << threads;
  }
}

}  // namespace
}  // namespace carom::test
