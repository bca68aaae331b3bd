// Convex shapes beside and in the edges of rings and other solids: their nearest contacts, far ahead too.
#include <gtest/gtest.h>

#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

struct Mesh {
  const char* name;
  Shape shape;
};
std::vector<Mesh> solids() {
  return {{"ring", meshShape(torusSoup(0.264, 0.086, 20, 10))},
          {"box", meshShape(boxSoup({0.3f, 0.2f, 0.4f}, 2))},
          {"ball", meshShape(sphereSoup(0.35, 12, 8))},
          {"cylinder", meshShape(cylinderSoup(0.3, 0.25, 12))}};
}

/// Calls visit(mesh, shape, pose, distance) for random poses with a gap of up to 6 cm.
template <class Visit>
void eachNear(std::uint64_t seed, int poses, Visit&& visit) {
  Random random(seed);
  for (const Mesh& mesh : solids()) {
    for (const NamedShape& shape : convexShapes()) {
      for (int i = 0; i < poses; ++i) {
        const Transform pose{
            {random.betweenF(-0.7f, 0.7f), random.betweenF(-0.7f, 0.7f), random.betweenF(-0.7f, 0.7f)},
            random.rotation()};
        const Distance apart = distance(mesh.shape, shape.shape, pose, 0.3f);
        if (apart.distance > 1e-4f && apart.distance < 0.06f) visit(mesh, shape, pose, apart);
      }
    }
  }
}

// A contact of a face hid nearer ones of the edges beside it: of 3,800 pairs with the ring 15 had none within
// 2 mm of the distance.
TEST(MeshRings, NearestContactAheadIsTheDistance) {
  int pairs = 0;
  eachNear(
      7, 400, [&](const Mesh& mesh, const NamedShape& shape, const Transform& pose, const Distance& apart) {
        ++pairs;
        EXPECT_NEAR(lowestSeparation(contacts(mesh.shape, shape.shape, pose, 0.07f)), apart.distance, 1e-3f)
            << shape.name << " at a " << mesh.name;
      });
  EXPECT_GT(pairs, 1000);
}

// 10 mm deep along the direction in which they were nearest. Rims of cylinders and cones had no contact in
// one of a hundred pairs, because the shortest way out of a triangle alone led past its border. A point of no
// radius that has gone past an edge may have a shorter way out.
TEST(MeshRings, WhatReachesIntoAnEdgeHasContacts) {
  constexpr float kDepth = 0.01f;
  int pairs = 0, lost = 0;
  eachNear(11, 400, [&](const Mesh& mesh, const NamedShape& shape, Transform pose, const Distance& apart) {
    pose.translation -= apart.normal * (apart.distance + kDepth);
    ++pairs;
    for (const float margin : {0.004f, 0.07f}) {
      const float lowest = lowestSeparation(contacts(mesh.shape, shape.shape, pose, margin));
      EXPECT_GT(lowest, -2 * kDepth) << shape.name << " in a " << mesh.name;
      lost += lowest > -0.1f * kDepth ? 1 : 0;
    }
  });
  EXPECT_GT(pairs, 1000);
  EXPECT_LE(lost, pairs / 500);
}

}  // namespace
}  // namespace carom::collide
