// The broad phase against a look at every pair.
#include "solve/broad_phase/broad_phase.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>

#include "solve/broad_phase/bounds.hpp"
#include "solve/stage_fixture.hpp"

namespace carom::solve::test {
namespace {

using Pairs = std::set<std::pair<std::int32_t, std::int32_t>>;

/// Pairs whose boxes overlap, of different bodies that do not both stand still for ever.
Pairs allPairs(const SimulationState& state) {
  Pairs pairs;
  for (std::int32_t a = 0; a < state.colliders.count(); ++a) {
    for (std::int32_t b = a + 1; b < state.colliders.count(); ++b) {
      const Collider &first = state.colliders[a], &second = state.colliders[b];
      if (first.body == second.body || (state.isStatic(a) && state.isStatic(b))) continue;
      if (overlap(first.fat, second.fat)) pairs.insert({a, b});
    }
  }
  return pairs;
}

Pairs foundPairs(const SimulationState& state) {
  Pairs pairs;
  for (const Contact& contact : state.contacts.all) {
    if (contact.alive)
      pairs.insert({std::min(contact.collider[0], contact.collider[1]),
                    std::max(contact.collider[0], contact.collider[1])});
  }
  return pairs;
}

class Crowd : public StageFixture {
 public:
  explicit Crowd(unsigned seed) : random_(seed) {
    for (int i = 0; i < 30; ++i) addStatic(place(), collide::Box{{0.5f, 0.3f, 0.4f}});
    for (int i = 0; i < 150; ++i) addBall(place(), size());
    for (int i = 0; i < 50; ++i) addCube(place(), size());
  }
  /// Puts some bodies elsewhere.
  void shuffle() {
    for (std::int32_t i = 0; i < state.bodies.count(); i += 3) {
      if (state.bodies[i].type == BodyType::Static) continue;
      state.bodies[i].center = place();
      for (const std::int32_t c : collidersOf(state.colliders, state.bodies[i])) updateBox(state, context, c);
    }
  }
  void search() {
    phase.findPairs(state, context);
    phase.findSeparated(state, context);
    phase.dropSeparatedPairs(state);
  }
  BroadPhase phase;

 private:
  DVec3 place() {
    std::uniform_real_distribution<double> in(-4, 4);
    return {in(random_), in(random_), in(random_)};
  }
  float size() { return std::uniform_real_distribution<float>(0.1f, 0.9f)(random_); }
  std::mt19937 random_;
};

TEST(BroadPhase, FindsThePairsThatALookAtAllFinds) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Crowd crowd(seed);
    crowd.search();
    EXPECT_GT(allPairs(crowd.state).size(), 50u);
    EXPECT_EQ(foundPairs(crowd.state), allPairs(crowd.state)) << seed;
  }
}

TEST(BroadPhase, FollowsBodiesThatArePutElsewhere) {
  Crowd crowd(7);
  for (int i = 0; i < 10; ++i) {
    crowd.search();
    ASSERT_EQ(foundPairs(crowd.state), allPairs(crowd.state)) << i;
    crowd.shuffle();
  }
}

TEST(BroadPhase, DoesNotMakePairsThatThePolicyRefuses) {
  StageFixture stage;
  stage.policy.response.related = false;
  stage.addBall({0, 0, 0}, 0.5f);
  stage.addBall({0.2, 0, 0}, 0.5f);
  BroadPhase().findPairs(stage.state, stage.context);
  EXPECT_TRUE(foundPairs(stage.state).empty());
}

}  // namespace
}  // namespace carom::solve::test
