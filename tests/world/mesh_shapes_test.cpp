// The generated meshes are what the other tests take them for.
#include "world/mesh_shapes.hpp"

#include <gtest/gtest.h>

namespace carom::test {
namespace {

TEST(MeshShapes, ClosedOnesHaveTheirVolume) {
  // Inscribed polyhedra have less than the smooth volume: for n sides the share lost is about 2π²/3n² per
  // round direction, 0.7 % at 32 sides; 3 % covers the two directions of the sphere and the torus.
  EXPECT_NEAR(signedVolume(boxMesh(1, 2, 3)), 6, 1e-12);
  EXPECT_NEAR(signedVolume(cylinderMesh(2, 1, 32)), 2 * kPi, 0.03 * 2 * kPi);
  EXPECT_NEAR(signedVolume(sphereMesh(1, 24, 32)), 4 * kPi / 3, 0.03 * 4 * kPi / 3);
  const double torus = 2 * kPi * kPi * 1 * 0.25 * 0.25;
  EXPECT_NEAR(signedVolume(torusMesh(1, 0.25, 32, 24)), torus, 0.03 * torus);
}

TEST(MeshShapes, FloorFacesUpAndBowlFacesIn) {
  const auto normalOf = [](const MeshData& m, std::size_t t) {
    const DVec3 a = m.positions[m.indices[t]], b = m.positions[m.indices[t + 1]],
                c = m.positions[m.indices[t + 2]];
    return std::pair(cross(b - a, c - a), (a + b + c) * (1.0 / 3));
  };
  const MeshData floor = floorMesh(-1, 1, 4, -2, 2, 3);
  for (std::size_t t = 0; t < floor.indices.size(); t += 3) EXPECT_GT(normalOf(floor, t).first.y, 0);
  const MeshData bowl = bowlMesh(5, 2, 8, 16);
  for (std::size_t t = 0; t < bowl.indices.size(); t += 3) {
    const auto [normal, center] = normalOf(bowl, t);
    EXPECT_GT(dot(normal, DVec3{0, 1, 0} - center), 0);
  }
}

}  // namespace
}  // namespace carom::test
