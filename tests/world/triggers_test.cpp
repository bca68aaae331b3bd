// Triggers: overlaps reported exactly once each way, no forces.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// All trigger events of a run, in order.
struct TriggerLog {
  struct Entry {
    double time;
    EventType type;
    int trigger, collider, motion;
  };
  std::vector<Entry> entries;
  void see(const World& world) {
    for (const Event& e : world.events())
      if (e.type == EventType::TriggerEnter || e.type == EventType::TriggerExit)
        entries.push_back({e.time, e.type, e.trigger, e.collider, e.motion});
  }
  int count(EventType type, int trigger, int collider) const {
    int n = 0;
    for (const Entry& e : entries) n += e.type == type && e.trigger == trigger && e.collider == collider;
    return n;
  }
};
void runLogged(Simulation& sim, double seconds, TriggerLog& log) {
  sim.run(seconds, [&] { log.see(sim.world); });
}

TEST(Triggers, BallFallingThroughEntersAndExitsOnce) {
  SceneBuilder b;
  const int zone = b.node().trigger(box(4, 2, 4));
  const int ball = b.node().at(0.2, 3, 0.1).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 2, log);
  ASSERT_EQ(log.entries.size(), 2u);
  const auto& enter = log.entries[0];
  const auto& exit = log.entries[1];
  EXPECT_EQ(enter.type, EventType::TriggerEnter);
  EXPECT_EQ(exit.type, EventType::TriggerExit);
  for (const auto& e : log.entries) {
    EXPECT_EQ(e.trigger, zone);
    EXPECT_EQ(e.collider, ball);
    EXPECT_EQ(e.motion, ball);
  }
  // Falls 1.5 m to touch and 4.5 m to leave: √(2h/g) = 0.553 and 0.958 s. One step late, one early by the
  // integrator.
  EXPECT_NEAR(enter.time, std::sqrt(2 * 1.5 / kGravity), 0.03);
  EXPECT_NEAR(exit.time, std::sqrt(2 * 4.5 / kGravity), 0.03);
  // No force: free fall.
  EXPECT_NEAR(sim.velocity(ball).y, -kGravity * 2, 0.01);
}

TEST(Triggers, OnStaticKinematicAndDynamicNodes) {
  SceneBuilder b;
  const int fixed = b.node("static").trigger(sphere(1));
  const int moving = b.node("kinematic").at(10, 0, 0).kinematic().trigger(sphere(1)).velocity({-1, 0, 0});
  const int carrier = b.node("dynamic").at(20, 0, 0).dynamic(1).collider(sphere(0.2)).velocity({-1, 0, 0});
  const int carried = b.child(carrier, "sensor").at(-1, 0, 0).trigger(sphere(0.5));
  const int a = b.node().at(3, 0, 0).dynamic(1).collider(sphere(0.5)).velocity({-2, 0, 0});
  const int c = b.node().at(5, 0.2, 0).collider(sphere(0.5));             // Static, met by the kinematic one.
  const int d = b.node().at(16, 0, 0).kinematic().collider(sphere(0.5));  // Met by the carried one.
  Simulation sim(b, weightless());
  TriggerLog log;
  runLogged(sim, 4, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, fixed, a), 1);
  EXPECT_EQ(log.count(EventType::TriggerExit, fixed, a), 1);
  // A moving trigger sees static colliders too: motion −1.
  EXPECT_EQ(log.count(EventType::TriggerEnter, moving, c), 1);
  EXPECT_EQ(log.count(EventType::TriggerExit, moving, c), 0);
  EXPECT_EQ(log.count(EventType::TriggerEnter, carried, d), 1);
  for (const auto& e : log.entries)
    if (e.collider == c) {
      EXPECT_EQ(e.motion, -1);
    }
  // Its own body's collider, 1 m away and in reach at 0.5 + 0.2 never: but none of its own in any case.
  EXPECT_EQ(log.count(EventType::TriggerEnter, carried, carrier), 0);
}

TEST(Triggers, DoNotSeeTheirOwnBody) {
  SceneBuilder b;
  const int body = b.node().dynamic(1).collider(sphere(0.5)).trigger(sphere(2));
  const int part = b.child(body).at(0.5, 0, 0).collider(sphere(0.5));
  const int other = b.node().at(1, 0.5, 0).dynamic(1).collider(sphere(0.2));
  Simulation sim(b, weightless());
  TriggerLog log;
  runLogged(sim, 0.1, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, body, body), 0);
  EXPECT_EQ(log.count(EventType::TriggerEnter, body, part), 0);
  EXPECT_EQ(log.count(EventType::TriggerEnter, body, other), 1);
}

TEST(Triggers, StaticTriggerSeesStaticColliderOrNotButNeverTwice) {
  // Whether a static pair that overlaps from the start is reported is the engine's choice; repeating it is
  // not.
  SceneBuilder b;
  const int zone = b.node().trigger(sphere(1));
  const int rock = b.node().at(0.5, 0, 0).collider(sphere(1));
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 1, log);
  EXPECT_LE(log.count(EventType::TriggerEnter, zone, rock), 1);
  EXPECT_EQ(log.count(EventType::TriggerExit, zone, rock), 0);
}

TEST(Triggers, DoNotSeeTriggers) {
  SceneBuilder b;
  b.node().trigger(sphere(1));
  b.node().at(3, 0, 0).kinematic().trigger(sphere(1)).velocity({-1, 0, 0});
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 4, log);
  EXPECT_TRUE(log.entries.empty());
}

TEST(Triggers, CompoundEntersWithItsFirstChildAndExitsWithItsLast) {
  // Two overlapping boxes along x as one trigger: crossing both is one visit; leaving and coming back is two.
  SceneBuilder b;
  const int compound = b.node("zone");
  const int left = b.child(compound, "left").at(-1, 0, 0).trigger(box(2.2, 2, 2));
  const int right = b.child(compound, "right").at(1, 0, 0).trigger(box(2.2, 2, 2));
  const int far = b.child(compound, "far").at(6, 0, 0).trigger(box(2, 2, 2));
  NodeBuilder(b, compound).compoundTrigger({left, right, far});
  const int ball = b.node().at(-4, 0, 0).dynamic(1).collider(sphere(0.25)).velocity({2, 0, 0});
  Simulation sim(b, weightless());
  TriggerLog log;
  runLogged(sim, 8, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, compound, ball), 2);
  EXPECT_EQ(log.count(EventType::TriggerExit, compound, ball), 2);
  std::vector<TriggerLog::Entry> own;
  for (const auto& e : log.entries)
    if (e.trigger == compound) own.push_back(e);
  ASSERT_EQ(own.size(), 4u);
  // Boundaries at −2.1, 2.1, 5 and 7, the ball's radius 0.25 before or after, at 2 m/s from −4. Two steps.
  EXPECT_NEAR(own[0].time, (4 - 2.1 - 0.25) / 2, 0.034);
  EXPECT_NEAR(own[1].time, (4 + 2.1 + 0.25) / 2, 0.034);
  EXPECT_NEAR(own[2].time, (4 + 5 - 0.25) / 2, 0.034);
  EXPECT_NEAR(own[3].time, (4 + 7 + 0.25) / 2, 0.034);
}

TEST(Triggers, FiltersApply) {
  SceneBuilder b;
  const int zone = b.node().trigger(box(4, 4, 4)).filter(accepts({"zone"}, {"player"}));
  const int player = b.node().at(0, 0, 0).dynamic(1).collider(sphere(0.2)).filter(member({"player"}));
  const int crate = b.node().at(1, 0, 0).dynamic(1).collider(sphere(0.2)).filter(member({"prop"}));
  const int bare = b.node().at(-1, 0, 0).dynamic(1).collider(sphere(0.2));
  const int shy = b.node().at(0, 1, 0).dynamic(1).collider(sphere(0.2)).filter(rejects({"player"}, {"zone"}));
  Simulation sim(b, weightless());
  TriggerLog log;
  runLogged(sim, 0.2, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, player), 1);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, crate), 0);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, bare), 0);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, shy), 0);
}

TEST(Triggers, EachColliderOfABodyIsNamed) {
  SceneBuilder b;
  const int zone = b.node().trigger(box(10, 10, 10));
  const int body = b.node().dynamic(1);
  const int first = b.child(body).at(1, 0, 0).collider(sphere(0.2));
  const int second = b.child(body).at(-1, 0, 0).collider(sphere(0.2));
  Simulation sim(b, weightless());
  TriggerLog log;
  runLogged(sim, 0.2, log);
  ASSERT_EQ(log.entries.size(), 2u);
  for (const auto& e : log.entries) EXPECT_EQ(e.motion, body);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, first), 1);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, second), 1);
}

TEST(Triggers, SleepingBodiesStayInside) {
  // A crate falls asleep inside the zone: no exit, no second enter; when the zone leaves, one exit.
  SceneBuilder b;
  b.floor();
  const int zone = b.node().kinematic().trigger(box(4, 4, 4));
  const int crate = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 5, log);
  ASSERT_FALSE(sim.state(crate).awake);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, crate), 1);
  EXPECT_EQ(log.count(EventType::TriggerExit, zone, crate), 0);
  sim.world.setLinearVelocity(sim.body(zone), {2, 0, 0});
  runLogged(sim, 3, log);
  EXPECT_EQ(log.count(EventType::TriggerExit, zone, crate), 1);
  EXPECT_FALSE(sim.state(crate).awake);  // A trigger exerts nothing and wakes nobody.
  // Coming back over the sleeper, it is entered again.
  sim.world.setLinearVelocity(sim.body(zone), {-2, 0, 0});
  runLogged(sim, 3, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, crate), 2);
}

TEST(Triggers, OverlapFromTheStartIsEnteredInTheFirstStep) {
  SceneBuilder b;
  const int zone = b.node().trigger(sphere(1));
  const int ball = b.node().dynamic(1).collider(sphere(0.1));
  Simulation sim(b, weightless());
  sim.world.step();
  TriggerLog log;
  log.see(sim.world);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, ball), 1);
  EXPECT_EQ(sim.world.events()[0].step, 1u);
}

TEST(Triggers, EveryShapeKindSensesAndIsSensed) {
  SceneBuilder b;
  const Shape shapes[] = {sphere(0.5),
                          box(1, 1, 1),
                          capsule(0.5, 0.25),
                          cylinder(1, 0.5),
                          cylinder(1, 0.5, 0),
                          b.hull(boxCorners(1, 1, 1)),
                          b.mesh(boxMesh(1, 1, 1))};
  std::map<std::pair<int, int>, int> pairs;
  int row = 0;
  for (const Shape& sensor : shapes) {
    int column = 0;
    for (const Shape& body : shapes) {
      const DVec3 place{10.0 * row, 0, 10.0 * column++};
      const int zone = b.node().at(place).trigger(sensor);
      // Crosses it along x, off the axes so that nothing is exactly aligned.
      const int mover =
          b.node().at(place + DVec3{-2, 0.13, 0.07}).rotated({0, 1, 0}, 10).kinematic().collider(body);
      pairs[{zone, mover}] = 0;
    }
    ++row;
  }
  Simulation sim(b, weightless());
  for (const auto& [pair, unused] : pairs) sim.world.setLinearVelocity(sim.body(pair.second), {2, 0, 0});
  TriggerLog log;
  runLogged(sim, 2, log);
  for (const auto& [pair, unused] : pairs) {
    EXPECT_EQ(log.count(EventType::TriggerEnter, pair.first, pair.second), 1)
        << pair.first << " " << pair.second;
    EXPECT_EQ(log.count(EventType::TriggerExit, pair.first, pair.second), 1)
        << pair.first << " " << pair.second;
  }
  EXPECT_EQ(log.entries.size(), 2 * pairs.size());
}

TEST(Triggers, SmallBodyInsideAClosedMeshIsInside) {
  SceneBuilder b;
  const int zone = b.node().trigger(b.mesh(boxMesh(4, 4, 4)));
  const int ball = b.node().at(-4, 0.1, 0.2).kinematic().collider(sphere(0.1)).velocity({2, 0, 0});
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 4, log);
  // In at −2.1 (0.95 s), out at +2.1 (3.05 s); inside, no surface is touched and it still counts.
  ASSERT_EQ(log.entries.size(), 2u);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, ball), 1);
  EXPECT_NEAR(log.entries[0].time, 0.95, 0.034);
  EXPECT_NEAR(log.entries[1].time, 3.05, 0.034);
}

TEST(Triggers, AnimatedTriggerSweepsOverBodies) {
  SceneBuilder b;
  const int zone =
      b.node()
          .trigger(box(1, 1, 1))
          .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4}, {-4, 0, 0, 4, 0, 0});
  const int rock = b.node().collider(sphere(0.5));
  Simulation sim(b);
  TriggerLog log;
  runLogged(sim, 4, log);
  EXPECT_EQ(log.count(EventType::TriggerEnter, zone, rock), 1);
  EXPECT_EQ(log.count(EventType::TriggerExit, zone, rock), 1);
}

}  // namespace
}  // namespace carom::test
