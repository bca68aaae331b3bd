// Shots of every kind of shape at every kind of thin wall: none gets through.
#include <gtest/gtest.h>

#include <algorithm>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

constexpr double kWallSize = 40;         // m, square
constexpr double kWallThickness = 0.01;  // m, where it has one
constexpr int kRepeats = kSlowBuild ? 2 : 8;

enum class Wall {
  Box,
  Mesh,
  ClosedMesh,
  Hull,
  Plane,
  DoubleSidedPlane,
  FinitePlane,
  KinematicBox,
  SpinningBox,
  DynamicBox,
  KinematicMesh
};
constexpr int kWallCount = 11;

enum class Bullet {
  Ball,
  Cube,
  Needle,
  Plate,
  Capsule,
  TaperedCapsule,
  Cylinder,
  Disc,
  Cone,
  TaperedCylinder,
  Hull,
  Mesh,
  Dumbbell
};
constexpr int kBulletCount = 13;

Shape bulletShape(SceneBuilder& b, Bullet bullet) {
  switch (bullet) {
    case Bullet::Ball:
      return sphere(0.02);
    case Bullet::Cube:
      return box(0.03, 0.03, 0.03);
    case Bullet::Needle:
      return box(0.5, 0.005, 0.005);
    case Bullet::Plate:
      return box(0.1, 0.004, 0.08);
    case Bullet::Capsule:
      return capsule(0.05, 0.01);
    case Bullet::TaperedCapsule:
      return capsule(0.05, 0.02, 0.008);
    case Bullet::Cylinder:
      return cylinder(0.05, 0.02);
    case Bullet::Disc:
      return cylinder(0.004, 0.05);
    case Bullet::Cone:
      return cylinder(0.05, 0.02, 0);
    case Bullet::TaperedCylinder:
      return cylinder(0.05, 0.02, 0.01);
    case Bullet::Hull:
      return b.hull(boxCorners(0.04, 0.02, 0.03));
    case Bullet::Mesh:
      return b.mesh(boxMesh(0.03, 0.03, 0.03));
    case Bullet::Dumbbell:
      break;
  }
  return sphere(0.01);
}

/// A wall whose middle plane is the node's plane x = 0.
int addWall(SceneBuilder& b, Wall wall, const Random& at_random) {
  Random random = at_random;
  const DQuat pose = random.rotation(), face = axisAngle({0, 0, 1}, 90);  // +Y ↦ −X
  NodeBuilder node = b.node().rotated(pose);
  const Shape slab = box(kWallThickness, kWallSize, kWallSize);
  const double half = kWallSize / 2;
  switch (wall) {
    case Wall::Box:
      node.collider(slab);
      break;
    case Wall::Mesh:
      node.rotated(pose * face).collider(b.mesh(floorMesh(-half, half, 5, -half, half, 5)));
      break;
    case Wall::ClosedMesh:
      node.collider(b.mesh(boxMesh(kWallThickness, kWallSize, kWallSize)));
      break;
    case Wall::Hull:
      node.collider(b.hull(boxCorners(kWallThickness, kWallSize, kWallSize)));
      break;
    case Wall::Plane:
      node.rotated(pose * face).collider(plane());
      break;
    case Wall::DoubleSidedPlane:
      node.rotated(pose * face).collider(plane(kInfinity, kInfinity, true));
      break;
    case Wall::FinitePlane:
      node.rotated(pose * face).collider(plane(kWallSize, kWallSize, true));
      break;
    case Wall::KinematicBox:
      node.kinematic().collider(slab).velocity({random(-50, 50), random(-5, 5), random(-5, 5)});
      break;
    case Wall::SpinningBox:
      node.kinematic().collider(slab).velocity({random(-5, 5), 0, 0}).spin(random.direction() * random(0, 3));
      break;
    case Wall::DynamicBox:
      node.dynamic(50).collider(slab).velocity({random(-50, 50), random(-5, 5), random(-5, 5)});
      break;
    case Wall::KinematicMesh:
      node.rotated(pose * face)
          .kinematic()
          .collider(b.mesh(floorMesh(-half, half, 5, -half, half, 5)))
          .velocity({0, random(-50, 50), 0});
      break;
  }
  return node;
}

/// +X of the wall in its node's frame.
DVec3 faceNormal(Wall wall) {
  switch (wall) {
    case Wall::Mesh:
    case Wall::Plane:
    case Wall::DoubleSidedPlane:
    case Wall::FinitePlane:
    case Wall::KinematicMesh:
      return {0, -1, 0};
    default:
      return {1, 0, 0};
  }
}

/// One bullet at one wall; true when it stays on its side of the wall's middle plane.
bool isStopped(Wall wall, Bullet bullet, std::uint64_t seed) {
  Random random(seed);
  SceneBuilder b;
  const int wall_node = addWall(b, wall, random);
  for (int i = 0; i < 8; ++i) random(0, 1);
  const DTransform wall_pose{{}, b.scene().nodes[static_cast<std::size_t>(wall_node)].rotation};
  const DVec3 into = rotate(wall_pose.rotation, faceNormal(wall));
  const DVec3 along = normalized(cross(into, random.direction()));
  // Slow and fast ones alike, from straight to 80° off.
  const double speed = 5 * std::exp(random(0, std::log(100.0))), angle = radians(random(0, 80));
  const DVec3 velocity = speed * (std::cos(angle) * into + std::sin(angle) * along);
  const double away = random(0.6, 0.6 + 0.1 * speed);
  NodeBuilder body = b.node()
                         .at(-away * normalized(velocity) + random.vector(-1, 1))
                         .rotated(random.rotation())
                         .dynamic(0.1);
  // The start's distance from the wall, whatever the random offset.
  DVec3& start = b.scene().nodes[static_cast<std::size_t>(static_cast<int>(body))].translation;
  start = start - (dot(start, into) + std::max(0.4, away * std::cos(angle))) * into;
  if (bullet == Bullet::Dumbbell) {
    b.child(body).at(-0.04, 0, 0).collider(sphere(0.01));
    b.child(body).at(0.04, 0, 0).collider(sphere(0.01));
  } else {
    body.collider(bulletShape(b, bullet));
  }
  Simulation sim(b, weightless());
  sim.world.setLinearVelocity(sim.body(body), velocity);
  sim.world.setAngularVelocity(sim.body(body), random.direction() * random(0, 50));
  const bool moves = static_cast<bool>(sim.body(wall_node));
  const int steps = static_cast<int>(60 * (away / (speed * std::cos(angle)) + 0.25));
  for (int i = 0; i < std::min(steps, 60); ++i) {
    sim.world.step();
    const DTransform now = moves ? sim.state(wall_node).transform : wall_pose;
    const DVec3 from_wall = sim.state(body).center - now.translation;
    if (length(from_wall) > kWallSize / 2) return true;  // Past the rim, however it turns.
    if (dot(from_wall, rotate(now.rotation, faceNormal(wall))) > 0) return false;
  }
  return true;
}

class Shots : public testing::TestWithParam<int> {};

TEST_P(Shots, AreStoppedByEveryWall) {
  const auto wall = static_cast<Wall>(GetParam());
  for (int bullet = 0; bullet < kBulletCount; ++bullet) {
    for (int i = 0; i < kRepeats; ++i) {
      const std::uint64_t seed =
          static_cast<std::uint64_t>((GetParam() * kBulletCount + bullet) * 100000 + i);
      EXPECT_TRUE(isStopped(wall, static_cast<Bullet>(bullet), seed))
          << "wall " << GetParam() << " bullet " << bullet << " shot " << i;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(AtWalls, Shots, testing::Range(0, kWallCount));

}  // namespace
}  // namespace carom::test
