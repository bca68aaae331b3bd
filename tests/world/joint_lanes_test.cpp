// Groups of joints of one topology share a block of lanes: what is in the other lanes must change nothing.
#include <algorithm>

#include "world/joint_builder.hpp"

namespace carom::test {
namespace {

/// A chain of four links with a motor, limits and springs, thrown about; `kind` 2 is pulled apart by a crank,
/// so that its equations contradict each other.
struct Chain {
  Chain(SceneBuilder& b, int number) {
    Random random(static_cast<std::uint64_t>(number) + 1);
    const DVec3 at{20.0 * number, 5, 0};
    int frame = b.node().at(at);
    for (int i = 0; i < 4; ++i) {
      const int link = b.node().at(at + DVec3{0.25 + 0.5 * i, 0, 0});
      NodeBuilder(b, link).dynamic(1 + random(0, 3)).inertia({0.02, 0.05, 0.06});
      NodeBuilder(b, link).velocity(random.vector(-3, 3)).spin(random.vector(-4, 4));
      JointBuilder joint(b, frame, b.child(link).at(-0.25, 0, 0));
      if (i == 0) joint.hinge(2).motor(true, 2, 4, 5, 6);
      if (i == 1) joint.pin().angular({0, 1, 2}, 0, 0.7);
      if (i == 2) joint.pin().angular({1, 2}, 0, 0.5).spring(true, 0, 20, 1);
      if (i == 3) joint.hinge(1).angular({1}, -0.4, 0.4).motor(true, 1, 0, 10, 0.5);
      links.push_back(link);
      frame = b.child(link).at(0.25, 0, 0);
    }
    if (number % 3 != 2) return;
    const int crank = b.node().at(at + DVec3{2.0, 0, 0}).kinematic().spin({0, 0, 30});
    JointBuilder(b, b.node("", crank).at(0.9, 0, 0), frame).pin();
  }
  std::vector<int> links;
};

std::vector<DVec3> placesOf(const std::vector<int>& numbers, int wanted, std::int32_t lanes) {
  SceneBuilder b;
  std::vector<int> links;
  for (const int number : numbers) {
    const Chain chain(b, number);
    if (number == wanted) links = chain.links;
  }
  WorldSettings settings;
  settings.sleeping = false;
  settings.lanes = lanes;
  Simulation sim(b, settings);
  sim.run(kSlowBuild ? 0.5 : 3);
  std::vector<DVec3> places;
  for (const int link : links) places.push_back(sim.position(link));
  return places;
}

TEST(JointLanes, NeighboursInOtherLanesChangeNothing) {
  const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<int> four{0, 1, 3, 4};  // Where six alike fill eight lanes, these fill four.
  for (const int wanted : all) {
    const std::vector<DVec3> alone = placesOf({wanted}, wanted, 0);
    ASSERT_EQ(alone.size(), 4u);
    for (const std::int32_t lanes : {0, 1, 4}) {
      EXPECT_EQ(placesOf(all, wanted, lanes), alone) << wanted << " in " << lanes << " lanes";
    }
    if (std::find(four.begin(), four.end(), wanted) != four.end()) {
      EXPECT_EQ(placesOf(four, wanted, 0), alone) << wanted;
    }
  }
}

TEST(JointLoads, AThreadCarriesAMillionTimesItsMass) {
  SceneBuilder b;
  int before = b.node().at(0, 2, 0);
  const int count = 5;
  for (int i = 0; i < count; ++i) {
    const int link = b.node().at(0, 1.9 - 0.2 * i, 0).dynamic(0.001).collider(capsule(0.1, 0.05));
    JointBuilder(b, before, b.child(link).at(0, 0.1, 0)).pin();
    before = b.child(link).at(0, -0.1, 0);
  }
  const double y = 2 - 0.2 * count - 0.2;
  const int block = b.node().at(0, y, 0).dynamic(1000).collider(box(0.4, 0.4, 0.4));
  JointBuilder(b, before, b.child(block).at(0, 0.2, 0)).pin();
  WorldSettings settings;
  settings.sleeping = false;
  Simulation sim(b, settings);
  double lowest = 10;
  sim.run(kSlowBuild ? 1 : 6, [&] { lowest = std::min(lowest, sim.position(block).y); });
  // It gave way by 12 mm while a joint was as soft as its own two bodies are light. The compliance of five
  // joints adds up to 0.6 mm.
  EXPECT_GT(lowest, y - 1e-3);
}

/// A platform welded to a hoist that goes up and down carries a load: seen from the hoist nothing moves.
TEST(JointLoads, APlatformCarriesItsLoadWhateverTheSpeedOfTheHoist) {
  for (const double speed : {-5.0, 0.0, 1.0, 5.0, 20.0}) {
    SceneBuilder b;
    const int hoist = b.node().at(0, 10, 0).kinematic().velocity({0, speed, 0});
    const int platform = b.node().at(0, 10, 0).dynamic(2).velocity({0, speed, 0}).collider(box(1, 0.1, 1));
    JointBuilder(b, hoist, platform).weld();
    const int load = b.node().at(0, 10.3, 0).dynamic(50).velocity({0, speed, 0}).collider(box(0.5, 0.5, 0.5));
    WorldSettings settings;
    settings.sleeping = false;
    Simulation sim(b, settings);
    sim.run(kSlowBuild ? 1 : 3);
    const double above = sim.position(load).y - sim.position(platform).y;
    EXPECT_GT(above, 0.3 - 0.01) << speed;  // It was pressed 125 mm into a platform that rises.
    EXPECT_LT(above, 0.3 + 0.001) << speed;
    EXPECT_NEAR(sim.position(platform).y, sim.position(hoist).y, 1e-5) << speed;
  }
}

}  // namespace
}  // namespace carom::test
