// Bodies of many parts on meshes of many triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

double waves(double x, double z) {
  return 0.4 * std::sin(0.6 * x) * std::sin(0.3 * z);
}

/// A regular prism of six sides about Y.
std::vector<DVec3> prism(double height, double radius, double low) {
  std::vector<DVec3> points;
  for (int i = 0; i < 6; ++i) {
    const double angle = i * kPi / 3;
    for (const double y : {low, low + height})
      points.push_back({radius * std::cos(angle), y, radius * std::sin(angle)});
  }
  return points;
}

TEST(CompoundParts, MakeContactsOnlyAsFarAsTheyCanComeThemselves) {
  // A rod of two boxes turns about its own length at 5 rad/s. Its ends are 4 m from its middle, which would
  // be 20 m/s if it turned in any other direction, but no point of the boxes is faster than 2 m/s: 3 cm in a
  // step.
  for (const double gap : {0.01, 0.15}) {
    SceneBuilder b;
    b.node().collider(b.mesh(floorMesh(-8, 8, 64, -2, 2, 16)));
    const int rod = b.node().at(0, 0.2 * std::sqrt(2.0) + gap, 0).dynamic(1).gravityFactor(0).spin({5, 0, 0});
    for (const double x : {-4.0, 4.0}) b.child(rod).at(x, 0, 0).collider(box(0.4, 0.4, 0.4));
    Simulation sim(b, sleepless());
    std::uint32_t most = 0;
    sim.run(1, [&] { most = std::max(most, sim.world.statistics().contact_points); });
    EXPECT_EQ(most > 0, gap < 0.1) << gap;
  }
}

TEST(CompoundParts, AFlailThatStrikesAMeshWithItsTipStaysAboveIt) {
  // The middle is slow, the tip moves by more than its own width in a step.
  for (const double spin : {10.0, 30.0, 60.0}) {
    SceneBuilder b;
    b.node().collider(b.mesh(floorMesh(-12, 12, 96, -3, 3, 24)));
    const int flail = b.node().at(0, 2.5, 0).dynamic().spin({0, 0, spin});
    for (int i = -5; i <= 5; ++i) b.child(flail).at(0.8 * i, 0, 0).collider(box(0.8, 0.3, 0.3));
    Simulation sim(b, sleepless());
    double lowest = 1;
    sim.run(4, [&] {
      for (int i = -5; i <= 5; ++i) {
        const DVec3 part =
            sim.position(flail) + rotate(sim.state(flail).transform.rotation, DVec3{0.8 * i, 0, 0});
        if (std::abs(part.x) < 11 && std::abs(part.z) < 2.5) lowest = std::min(lowest, part.y);
      }
    });
    // No middle of a part passes the surface, however fast.
    EXPECT_GT(lowest, 0) << spin;
  }
}

TEST(CompoundParts, FallenTreesLieOnFineWaves) {
  SceneBuilder b;
  b.node().collider(b.mesh(floorMesh(-30, 30, 240, -12, 12, 96, waves)));
  std::vector<int> trees;
  std::vector<double> middles;
  for (int i = 0; i < 3; ++i) {
    const int tree = b.node().at(0, 1, 6.0 * (i - 1)).dynamic().spin({0, 0, i % 2 == 0 ? 0.4 : -0.4});
    double low = 1, radius = 0.75;
    middles.clear();
    for (int part = 0; part < 10; ++part) {
      const double height = 1.5 + 2 * radius;
      b.child(tree).collider(b.hull(prism(height, radius, low - radius)));
      middles.push_back(low - radius + height / 2);
      low += height, radius *= 0.9;
    }
    trees.push_back(tree);
  }
  Simulation sim(b, sleepless());
  double deepest = 0, late = 0;
  sim.run(8, [&] {
    const double depth = sim.world.statistics().max_penetration;
    deepest = std::max(deepest, depth);
    if (sim.world.time() > 6) late = std::max(late, depth);
    for (const int tree : trees) {
      const DTransform frame = sim.state(tree).transform;
      for (const double y : middles) {
        const DVec3 p = transformPoint(frame, DVec3{0, y, 0});
        if (std::abs(p.x) < 29 && std::abs(p.z) < 11) {
          ASSERT_GT(p.y, waves(p.x, p.z));
        }
      }
    }
  });
  // A tip lands at 20 m/s, 0.3 m in a step; at rest springs sink by 5 mm (docs/engine.md), rolling adds some.
  EXPECT_LT(deepest, 0.15);
  EXPECT_LT(late, 0.02);
}

}  // namespace
}  // namespace carom::test
