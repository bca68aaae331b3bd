// What continuous collision stops alone does not tear off its joints.
#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"
#include "world/mesh_shapes.hpp"

namespace carom::test {
namespace {

/// A chain of rods of 0.3 m that is thrown, spinning, at a ring of triangles and a wall in it. m
double openingOfAThrownChain(std::uint32_t seed, double speed) {
  Random random(seed);
  SceneBuilder b;
  b.node().at(0, 0, 0).rotated({0, 0, 1}, 90).collider(b.mesh(torusMesh(1.2, 0.4, 24, 12)));
  b.node().at(1, 0, 0).collider(box(0.1, 6, 6));
  std::vector<int> links;
  const DVec3 spin = DVec3{random(-1, 1), random(-1, 1), random(-1, 1)} * 20.0;
  for (int i = 0; i < 5; ++i) {
    const DVec3 arm{0, 0.3 * (i - 2), 0};
    links.push_back(b.node().at(DVec3{-1.5, 0, 0} + arm).dynamic(1).collider(capsule(0.03, 0.24)));
    Motion& motion = b.scene().motions.back();
    motion.linear_velocity = DVec3{speed, 0, 0} + cross(spin, arm);
    motion.angular_velocity = spin;
    if (i > 0)
      JointBuilder(b, b.child(links[links.size() - 2]).at(0, 0.15, 0), b.child(links.back()).at(0, -0.15, 0))
          .pin();
  }
  Simulation sim(b, sleepless());
  const Scene scene = b.build();
  const JointOracle oracle(scene, sim.world);
  double worst = 0;
  sim.run(0.5, [&] { worst = std::max(worst, oracle.worst()); });
  EXPECT_TRUE(sim.allFinite());
  return worst;
}

TEST(JointClosing, AChainThatIsThrownAtARingHoldsTogether) {
  const std::uint32_t cases = kSlowBuild ? 3 : 30;
  double worst = 0;  // 0.6 m where each link was stopped alone.
  for (std::uint32_t seed = 0; seed < cases; ++seed) {
    for (const double speed : {10.0, 20.0, 40.0}) worst = std::max(worst, openingOfAThrownChain(seed, speed));
  }
  EXPECT_LT(worst, 0.01);
}

}  // namespace
}  // namespace carom::test
