// Collision filters seen in the motion: who falls through what.
#include <gtest/gtest.h>

#include <string>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A ball above its own tile at x; true: it rests on it after 2 s.
struct Lane {
  int ball;
  bool rests;
};
Lane addLane(SceneBuilder& b, double x, const CollisionFilter& tile, const CollisionFilter& ball,
             bool rests) {
  b.node().at(x, -0.5, 0).collider(box(1.5, 1, 1.5)).filter(tile);
  return {b.node().at(x, 0.6, 0).dynamic(1).collider(sphere(0.5)).filter(ball), rests};
}
void expectLanes(Simulation& sim, const std::vector<Lane>& lanes) {
  sim.run(2);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i].rests) {
      EXPECT_NEAR(sim.position(lanes[i].ball).y, 0.5, 0.01) << "lane " << i;
    } else {
      EXPECT_LT(sim.position(lanes[i].ball).y, -5) << "lane " << i;  // Free fall: −19.
    }
  }
}

TEST(Filters, ListsPassAndStop) {
  SceneBuilder b;
  std::vector<Lane> lanes;
  const CollisionFilter none;
  int x = 0;
  const auto lane = [&](const CollisionFilter& tile, const CollisionFilter& ball, bool rests) {
    lanes.push_back(addLane(b, 3.0 * x++, tile, ball, rests));
  };
  lane(none, none, true);
  lane(member({"a"}), none, true);
  lane(member({"a"}), member({"b"}), true);
  lane(member({"a"}), accepts({"b"}, {"a"}), true);
  lane(member({"a"}), accepts({"b"}, {"b"}), false);
  lane(accepts({"a"}, {"c"}), member({"b"}), false);  // Either side may refuse.
  lane(accepts({"a"}, {"b"}), accepts({"b"}, {"a"}), true);
  lane(accepts({"a"}, {"b"}), accepts({"b"}, {"c"}), false);
  lane(member({"a"}), rejects({"b"}, {"a"}), false);
  lane(member({"a"}), rejects({"b"}, {"c"}), true);
  lane(member({"a", "c"}), rejects({"b"}, {"c"}), false);      // A member of any listed system.
  lane(member({"a", "c"}), accepts({"b"}, {"c", "d"}), true);  // A member of at least one.
  lane(none, accepts({"b"}, {"a"}), false);                    // Without a system: in none of the listed.
  lane(none, rejects({"b"}, {"a"}), true);
  lane(member({"a"}), accepts({"b"}, {}), false);     // Accepts nothing.
  lane(member({"a"}), rejects({"b"}, {}), true);      // Rejects nothing.
  lane(member({"A"}), accepts({"b"}, {"a"}), false);  // Names are compared exactly.
  lane(member({"größe\n\"x\""}), accepts({"b"}, {"größe\n\"x\""}), true);
  Simulation sim(b);
  expectLanes(sim, lanes);
}

TEST(Filters, AHundredSystemsAllCount) {
  // No 31-, 32- or 64-bit mask: lane i has its own system; odd balls accept only the next one's.
  SceneBuilder b;
  std::vector<Lane> lanes;
  for (int i = 0; i < 100; ++i) {
    const std::string own = "system " + std::to_string(i), next = "system " + std::to_string((i + 1) % 100);
    lanes.push_back(
        addLane(b, 2.0 * i, member({own}), accepts({"ball"}, {i % 2 == 0 ? own : next}), i % 2 == 0));
  }
  Simulation sim(b);
  expectLanes(sim, lanes);
}

TEST(Filters, TheTwoReadingsDiffer) {
  // The tile is a member of two systems and the ball lists one of them: "at least one" collides, "all of
  // them" (⊆) does not.
  for (const FilterRule rule : {FilterRule::Shared, FilterRule::Literal}) {
    SceneBuilder b;
    const bool shared = rule == FilterRule::Shared;
    std::vector<Lane> lanes;
    lanes.push_back(addLane(b, 0, member({"a", "c"}), accepts({"b"}, {"a"}), shared));
    lanes.push_back(addLane(b, 3, member({"a", "c"}), accepts({"b"}, {"a", "c"}), true));
    // Not colliding: one listed system is enough in the shared reading; all must be listed in the literal one
    // (⊄).
    lanes.push_back(addLane(b, 6, member({"a", "c"}), rejects({"b"}, {"a"}), !shared));
    lanes.push_back(addLane(b, 9, member({"a", "c"}), rejects({"b"}, {"a", "c"}), false));
    WorldSettings settings;
    settings.filter_rule = rule;
    Simulation sim(b, settings);
    expectLanes(sim, lanes);
  }
}

TEST(Filters, CollidersOfOneBodyMayDiffer) {
  // The lower ball of the compound passes the floor, the upper one is stopped by it.
  SceneBuilder b;
  b.node().at(0, -0.1, 0).collider(box(20, 0.2, 20)).filter(member({"ground"}));
  const int body = b.node().at(0, 3, 0).dynamic(1).inertia({kInfinity, kInfinity, kInfinity});
  b.child(body).at(0, -1, 0).collider(sphere(0.5)).filter(accepts({"ghost"}, {"ghost"}));
  b.child(body).at(0, 1, 0).collider(sphere(0.5)).filter(accepts({"solid"}, {"ground"}));
  Simulation sim(b);
  sim.run(3);
  EXPECT_NEAR(sim.position(body).y, -0.5, 0.01);  // The upper ball's centre, 1 m above, is at 0.5.
}

TEST(Filters, PartsOfOneBodyDoNotCollide) {
  SceneBuilder b;
  const int body = b.node().dynamic(1).gravityFactor(0);
  b.child(body).at(0.1, 0, 0).collider(sphere(0.5));
  b.child(body).at(-0.1, 0, 0).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(1);
  EXPECT_EQ(sim.position(body), (DVec3{0, 0, 0}));
  EXPECT_EQ(sim.world.statistics().touching_pairs, 0u);
}

TEST(Filters, DynamicBodiesFilterEachOther) {
  SceneBuilder b;
  const int a = b.node()
                    .at(-2, 0, 0)
                    .dynamic(1)
                    .collider(sphere(0.5))
                    .filter(rejects({"x"}, {"x"}))
                    .velocity({2, 0, 0});
  const int c = b.node()
                    .at(2, 0, 0)
                    .dynamic(1)
                    .collider(sphere(0.5))
                    .filter(rejects({"x"}, {"x"}))
                    .velocity({-2, 0, 0});
  Simulation sim(b, weightless());
  sim.run(2);
  EXPECT_NEAR(sim.position(a).x, 2, 1e-4);
  EXPECT_NEAR(sim.position(c).x, -2, 1e-4);
}

TEST(Filters, SupportThatFallsThroughLeavesWhatItCarried) {
  // The lower box does not collide with the table and falls; the upper one does and stops there.
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(4, 1, 4)).filter(member({"table"}));
  const int lower =
      b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1)).filter(rejects({"box"}, {"table"}));
  const int upper = b.node().at(0, 1.5, 0).dynamic(1).collider(box(0.5, 1, 0.5));
  Simulation sim(b);
  sim.run(2);
  EXPECT_LT(sim.position(lower).y, -5);
  EXPECT_NEAR(sim.position(upper).y, 0.5, 0.01);
}

}  // namespace
}  // namespace carom::test
