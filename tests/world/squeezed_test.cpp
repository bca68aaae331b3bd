// Bodies that have no room between bodies that do not give way are reported (SQUEEZED).
#include <gtest/gtest.h>

#include "carom/base/diagnostic_codes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

std::vector<Diagnostic> squeezedIn(const World& world) {
  std::vector<Diagnostic> out;
  for (const Diagnostic& item : world.diagnostics().items()) {
    if (item.code == codes::kSqueezed) out.push_back(item);
  }
  return out;
}

/// A plate of 0.2 m, 1.5 m above a floor, that an animation brings down to `low` within a second.
int addPress(SceneBuilder& b, double low) {
  return b.node()
      .at(0, 1.5, 0)
      .collider(box(4, 0.2, 4))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1}, {0, 1.5, 0, 0, low, 0});
}

TEST(Squeezed, ABallUnderAPressIsReportedOnce) {
  SceneBuilder b;
  const int floor = b.floor();
  const int press = addPress(b, 0.3);
  const int ball = b.node().at(0, 0.25, 0).dynamic(1).collider(sphere(0.25));
  Simulation sim(b);
  sim.run(3);
  const std::vector<Diagnostic> found = squeezedIn(sim.world);
  ASSERT_EQ(found.size(), 1u);
  const std::string& text = found[0].message;
  EXPECT_NE(text.find("node " + std::to_string(press)), std::string::npos) << text;
  EXPECT_NE(text.find("node " + std::to_string(floor)), std::string::npos) << text;
  EXPECT_GE(sim.position(ball).y, 0);
}

TEST(Squeezed, APressThatLeavesRoomIsNot) {
  SceneBuilder b;
  b.floor();
  addPress(b, 0.61);
  b.node().at(0, 0.25, 0).dynamic(1).collider(sphere(0.25));
  Simulation sim(b);
  sim.run(3);
  EXPECT_TRUE(squeezedIn(sim.world).empty());
}

// A lift, and a heavy body on a light one on it: what gives way is no press.
TEST(Squeezed, WhatIsCarriedIsNot) {
  SceneBuilder b;
  b.node()
      .at(0, 0, 0)
      .collider(box(4, 0.2, 4))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1, 2}, {0, 0, 0, 0, 3, 0, 0, 0, 0});
  b.node().at(0, 0.35, 0).dynamic(1).collider(sphere(0.25));
  b.node().at(0, 0.85, 0).dynamic(1000).collider(box(1, 0.5, 1));
  Simulation sim(b);
  sim.run(4);
  EXPECT_TRUE(squeezedIn(sim.world).empty());
}

}  // namespace
}  // namespace carom::test
