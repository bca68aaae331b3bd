// The stages of a step as the caller's hook hears of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// Stages of the last step, in the order in which they began.
struct Listener {
  std::vector<StepStage> heard;
  static void begin(void* user, StepStage stage) { static_cast<Listener*>(user)->heard.push_back(stage); }
  StageHook hook() { return {&Listener::begin, this}; }
  std::ptrdiff_t count(StepStage stage) const { return std::count(heard.begin(), heard.end(), stage); }
};

SceneBuilder boxOnFloor() {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 0.5, 0).dynamic().collider(box(1, 1, 1));
  return b;
}

/// Islands on what moves by itself are solved together.
SceneBuilder boxOnBelt() {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).kinematic().velocity({0.1, 0, 0}).collider(box(40, 1, 40));
  b.node().at(0, 0.5, 0).dynamic().collider(box(1, 1, 1));
  return b;
}

TEST(StepHooks, EveryStepIsHeardFromItsFirstStageToItsEnd) {
  Listener listener;
  WorldSettings settings;
  settings.stage_hook = listener.hook();
  settings.substeps = 3;
  Simulation sim(boxOnBelt(), settings);
  EXPECT_TRUE(listener.heard.empty());
  for (int step = 0; step < 5; ++step) {
    listener.heard.clear();
    sim.world.step();
    ASSERT_FALSE(listener.heard.empty());
    EXPECT_EQ(listener.heard.front(), StepStage::PairSearch);
    EXPECT_EQ(listener.heard.back(), StepStage::Outside);
    for (const StepStage each : {StepStage::IntegrateVelocity, StepStage::WarmStart, StepStage::BiasedSolve,
                                 StepStage::IntegratePosition, StepStage::Relax})
      EXPECT_EQ(listener.count(each), 3) << stageName(each);
    for (const StepStage once :
         {StepStage::NarrowPhase, StepStage::LoadEstimate, StepStage::Gather, StepStage::Coloring,
          StepStage::Prepare, StepStage::Continuous, StepStage::Bounds, StepStage::Summary,
          StepStage::Islands, StepStage::Nodes, StepStage::Events})
      EXPECT_EQ(listener.count(once), 1) << stageName(once);
    for (const StepStage none :
         {StepStage::Animation, StepStage::Sensors, StepStage::Restitution, StepStage::IslandBatches})
      EXPECT_EQ(listener.count(none), 0) << stageName(none);
  }
}

TEST(StepHooks, IslandsThatOneThreadSolvesAreOneStage) {
  for (const std::int32_t threads : {1, 2}) {
    Listener listener;
    WorldSettings settings;
    settings.threads = threads;
    settings.stage_hook = listener.hook();
    Simulation sim(boxOnFloor(), settings);
    sim.run(0.1);
    EXPECT_EQ(listener.count(StepStage::Gather), 6);
    EXPECT_EQ(listener.count(StepStage::IslandBatches), 6);
    // What another thread does is not heard of.
    EXPECT_EQ(listener.count(StepStage::BiasedSolve), threads == 1 ? 6 * settings.substeps : 0);
  }
}

TEST(StepHooks, StagesThatASceneNeedsAreHeard) {
  SceneBuilder b = boxOnBelt();
  b.node().at(0, 1, 0).trigger(box(4, 4, 4));
  b.node().at(5, 2, 0).dynamic().collider(sphere(0.5), surface(0.5, 0.5, 0.8)).velocity({0, -5, 0});
  b.node()
      .at(-9, 0, 0)
      .kinematic()
      .collider(box(1, 1, 1))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1}, {-9, 0, 0, -8, 0, 0});
  Listener listener;
  WorldSettings settings;
  settings.stage_hook = listener.hook();
  Simulation sim(b, settings);
  sim.run(1);
  EXPECT_EQ(listener.count(StepStage::Animation), 60);
  EXPECT_EQ(listener.count(StepStage::Sensors), 60);
  EXPECT_GT(listener.count(StepStage::Restitution), 0);
}

TEST(StepHooks, ListeningChangesNothing) {
  Listener listener;
  WorldSettings settings;
  Simulation alone(boxOnFloor(), settings);
  settings.stage_hook = listener.hook();
  Simulation heard(boxOnFloor(), settings);
  alone.run(1);
  heard.run(1);
  EXPECT_EQ(alone.world.stateHash(), heard.world.stateHash());
}

TEST(StepHooks, EveryStageHasANameOfItsOwn) {
  std::set<std::string> names;
  for (std::size_t i = 0; i <= kStepStages; ++i)
    names.insert(std::string(stageName(static_cast<StepStage>(i))));
  EXPECT_EQ(names.size(), kStepStages + 1);
  EXPECT_EQ(stageName(StepStage::PairSearch), "pair search");
  EXPECT_EQ(stageName(StepStage::Outside), "outside");
}

}  // namespace
}  // namespace carom::test
