// Drives of every stiffness and greatest force, on hinges with hard limits, in a fall that takes the hinges
// to them.
#include <gtest/gtest.h>

#include <tuple>

#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"

namespace carom::test {
namespace {

constexpr double kLength = 0.3;  // m, of a limb

/// Damping, stiffness, greatest torque.
class FrictionDrive : public testing::TestWithParam<std::tuple<double, double, double>> {
 protected:
  /// A figure of a body and four limbs of two links each; every hinge goes from 0 to 100 degrees.
  void addFigure(SceneBuilder& b, const DVec3& at, const DQuat& turn) const {
    const auto [damping, stiffness, most] = GetParam();
    const int trunk = b.node().at(at).rotated(turn).dynamic(20).collider(box(0.3, 0.5, 0.2));
    for (int limb = 0; limb < 4; ++limb) {
      const double x = limb % 2 == 0 ? -0.2 : 0.2, y = limb < 2 ? 0.2 : -0.2;
      int upper = trunk;
      DVec3 pivot{x, y, 0};
      for (int link = 0; link < 2; ++link) {
        const DVec3 centre{x, y, 0.05 + (link + 0.5) * kLength};
        const int lower =
            b.node().at(at + rotate(turn, centre)).rotated(turn).dynamic(2).collider(box(0.1, 0.08, kLength));
        const DVec3 above = link == 0 ? pivot : DVec3{0, 0, kLength / 2};
        JointBuilder joint(b, b.child(upper).at(above), b.child(lower).at(0, 0, pivot.z - centre.z));
        joint.hinge(0).angular({0}, 0, radians(100));
        JointDrive drive;
        drive.angular = true, drive.axis = 0, drive.damping = damping, drive.stiffness = stiffness,
        drive.max_force = most;
        joint.drive(drive);
        upper = lower;
        pivot = {x, y, 0.05 + kLength};
      }
    }
  }
};

// A drive that is stiff until it exerts the most that it can left the joints of its group unsolved in the
// blow: hinges bent by 150 degrees beyond their limits at a damping of 1000 N m s/rad.
TEST_P(FrictionDrive, LeavesLimitsAlone) {
  SceneBuilder b;
  b.floor();
  for (int i = 0; i < 3; ++i) addFigure(b, {3.0 * i, 1.6, 0}, axisAngle({1, 0.3, 0.2 * i}, 70.0 * i - 60));
  const Scene scene = b.build();
  WorldSettings settings = sleepless();
  settings.continuous = false;  // It puts single bodies back (docs/joints.md, "What is approximated").
  World world(scene, settings);
  const JointOracle oracle(scene, world);
  double worst = 0;
  for (int step = 0; step < 120; ++step) {
    world.step();
    worst = std::max(worst, oracle.worst());
  }
  EXPECT_LT(worst, radians(0.5));  // Or 9 mm
}
INSTANTIATE_TEST_SUITE_P(Drives, FrictionDrive,
                         testing::Combine(testing::Values(0.0, 10.0, 1e3, 1e6),
                                          testing::Values(0.0, 1e3, 1e6), testing::Values(0.05, 5.0)));

}  // namespace
}  // namespace carom::test
