// Joints that hold nothing.
#include <gtest/gtest.h>

#include "carom/base/diagnostic_codes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

TEST(JointsOfTheWorld, EachThatHoldsNothingGetsOneWarning) {
  SceneBuilder b;
  const int anchor = b.node(), other = b.node();
  const int falling = b.node().at(1, 0, 0).dynamic(1).collider(sphere(0.2));
  b.scene().joint_descriptions.emplace_back();
  for (const int connected : {other, falling}) {
    Joint joint;
    joint.node = anchor, joint.connected_node = connected, joint.description = 0;
    joint.origin.pointer = "/nodes/0/joint" + std::to_string(connected);
    b.scene().joints.push_back(joint);
  }
  Simulation sim(b);
  std::vector<std::string> pointers;
  for (const Diagnostic& item : sim.world.diagnostics().items()) {
    if (item.code != codes::kJointHoldsNothing) continue;
    EXPECT_EQ(item.severity, Severity::Warning);
    pointers.push_back(item.pointer);
  }
  EXPECT_EQ(pointers, std::vector<std::string>{"/nodes/0/joint1"});
  sim.run(1);
  EXPECT_LT(sim.velocity(falling).y, -9);
}

}  // namespace
}  // namespace carom::test
