// Scenes whose lengths, velocities and gravity are multiplied by one factor move the same, that many times as
// large: no length and no speed is built in (docs/engine.md, "Tolerances"). Powers of four lose nothing to
// rounding, not even in square roots. What is left are traces of motion that the engine flushes to zero.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

using Build = std::function<std::vector<int>(SceneBuilder&, double)>;

void fixFloor(SceneBuilder& b, double s, double restitution) {
  b.node().at(0, -s, 0).collider(box(40 * s, 2 * s, 40 * s), surface(0.6, 0.6, restitution));
}

std::vector<int> tower(SceneBuilder& b, double s) {
  fixFloor(b, s, 0);
  std::vector<int> nodes;
  for (int i = 0; i < 6; ++i)
    nodes.push_back(b.node()
                        .at(0.03125 * (i % 2) * s, (0.25 + 0.5 * i) * s, 0)
                        .dynamic(1)
                        .collider(box(0.5 * s, 0.5 * s, 0.5 * s)));
  return nodes;
}

std::vector<int> falling(SceneBuilder& b, double s) {
  fixFloor(b, s, 0.5);
  std::vector<int> nodes;
  for (int i = 0; i < 8; ++i) {
    NodeBuilder n =
        b.node().at((0.75 * (i % 3) - 0.5) * s, (1 + 0.625 * i) * s, 0.125 * (i % 2) * s).dynamic(2);
    n.rotated({1, 2, 3}, 20.0 * i);
    if (i % 2 == 0) n.collider(sphere(0.25 * s));
    if (i % 2 == 1) n.collider(box(0.5 * s, 0.25 * s, 0.375 * s));
    nodes.push_back(n);
  }
  return nodes;
}

std::vector<int> rolling(SceneBuilder& b, double s) {
  fixFloor(b, s, 0);
  return {b.node().at(0, 0.25 * s, 0).dynamic(1).collider(sphere(0.25 * s)).velocity({s, 0, 0})};
}

/// Through a wall, if continuous collision did not stop it.
std::vector<int> bullet(SceneBuilder& b, double s) {
  fixFloor(b, s, 0);
  b.node().at(4 * s, s, 0).collider(box(0.015625 * s, 2 * s, 2 * s));
  return {b.node().at(0, s, 0).dynamic(1).collider(sphere(0.125 * s)).velocity({256 * s, 0, 0})};
}

/// The first is pushed onto the second, and so on.
std::vector<int> dominoes(SceneBuilder& b, double s) {
  fixFloor(b, s, 0);
  std::vector<int> nodes;
  for (int i = 0; i < 6; ++i) {
    NodeBuilder n =
        b.node().at(0.375 * i * s, 0.375 * s, 0).dynamic(1).collider(box(0.125 * s, 0.75 * s, 0.5 * s));
    if (i == 0) n.velocity({s, 0, 0}).spin({0, 0, -2.5});
    nodes.push_back(n);
  }
  return nodes;
}

/// A slab lands on stones of a thousandth of its mass (contact_clusters.hpp).
std::vector<int> slab(SceneBuilder& b, double s) {
  fixFloor(b, s, 0);
  std::vector<int> nodes;
  for (int i = 0; i < 4; ++i)
    nodes.push_back(b.node()
                        .at(0.75 * (i % 2) * s, 0.25 * s, 0.75 * (i / 2) * s)
                        .dynamic(1)
                        .collider(i % 2 == 0 ? box(0.25 * s, 0.25 * s, 0.25 * s) : sphere(0.125 * s)));
  nodes.push_back(
      b.node().at(0.375 * s, s, 0.375 * s).dynamic(1000).collider(box(1.5 * s, 0.25 * s, 1.5 * s)));
  return nodes;
}

/// The poses after each step, in units of the scene.
std::vector<DTransform> motion(const Build& build, double s, double seconds, double gravity) {
  SceneBuilder b;
  const std::vector<int> nodes = build(b, s);
  WorldSettings settings;
  settings.gravity = DVec3{0, -gravity * s, 0};
  Simulation sim(b, settings);
  std::vector<DTransform> poses;
  sim.run(seconds, [&] {
    for (const int node : nodes) {
      DTransform pose = sim.state(node).transform;
      pose.translation = pose.translation * (1 / s);
      poses.push_back(pose);
    }
  });
  return poses;
}

class Scale : public testing::TestWithParam<double> {
 protected:
  static void expectSame(const Build& build, double seconds, double gravity = 9.81) {
    const std::vector<DTransform> usual = motion(build, 1, seconds, gravity),
                                  scaled = motion(build, GetParam(), seconds, gravity);
    ASSERT_EQ(usual.size(), scaled.size());
    // Square roots of other powers round otherwise.
    const double allowed = std::ilogb(GetParam()) % 2 == 0 ? 1e-13 : 1e-6;
    for (std::size_t i = 0; i < usual.size(); ++i) {
      ASSERT_LT(length(usual[i].translation - scaled[i].translation), allowed) << i;
      ASSERT_LT(length((usual[i].rotation * conjugate(scaled[i].rotation)).vector()), allowed) << i;
    }
  }
};

TEST_P(Scale, ATowerStandsTheSame) {
  expectSame(tower, 3);
}
TEST_P(Scale, BodiesFallBounceAndRestTheSame) {
  expectSame(falling, 5);
}
TEST_P(Scale, ABallRollsTheSame) {
  expectSame(rolling, 3);
}
TEST_P(Scale, ABulletIsStoppedTheSame) {
  expectSame(bullet, 0.5);
}
TEST_P(Scale, WithoutGravityBodiesMeetTheSame) {
  expectSame(falling, 2, 0);
}
TEST_P(Scale, DominoesFallTheSame) {
  expectSame(dominoes, 1);
}
TEST_P(Scale, ASlabLandsOnStonesTheSame) {
  expectSame(slab, 1);
}

INSTANTIATE_TEST_SUITE_P(Factors, Scale, testing::Values(1.0 / 1024, 1.0 / 32, 0.25, 32.0, 1024.0));

}  // namespace
}  // namespace carom::test
