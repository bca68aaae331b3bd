// Scene::globalPose, motionOf and the combine rules.
#include "carom/scene/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace carom;

DQuat aboutZ(double degrees) {
  const double half = degrees * 3.14159265358979323846 / 360;
  return {0, 0, std::sin(half), std::cos(half)};
}

SceneNode node(std::int32_t parent, DVec3 translation = {}, DQuat rotation = {}, DVec3 scale = {1, 1, 1}) {
  SceneNode result;
  result.parent = parent;
  result.translation = translation;
  result.rotation = rotation;
  result.scale = scale;
  return result;
}

void expectNear(const DVec3& a, const DVec3& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

/// A point of the node's space in global space, by the matrices of the path.
DVec3 byMatrices(const Scene& scene, std::int32_t index, DVec3 point) {
  for (; index >= 0; index = scene.nodes[static_cast<std::size_t>(index)].parent) {
    const SceneNode& n = scene.nodes[static_cast<std::size_t>(index)];
    point = rotate(n.rotation, scaled(n.scale, point)) + n.translation;
  }
  return point;
}

DVec3 byPose(const Scene& scene, std::int32_t index, const DVec3& point) {
  const Scene::GlobalPose pose = scene.globalPose(index);
  return transformPoint(pose.transform, scaled(pose.scale, point));
}

TEST(GlobalPose, RootIsItsOwn) {
  Scene scene;
  scene.nodes = {node(-1, {1, 2, 3}, aboutZ(30), {2, 3, 4})};
  const Scene::GlobalPose pose = scene.globalPose(0);
  EXPECT_EQ(pose.transform.translation, DVec3(1, 2, 3));
  EXPECT_EQ(pose.transform.rotation, aboutZ(30));
  expectNear(pose.scale, {2, 3, 4}, 1e-9);
  EXPECT_FALSE(pose.sheared);
}

TEST(GlobalPose, UniformScalesMultiply) {
  Scene scene;
  scene.nodes = {node(-1, {1, 0, 0}, aboutZ(90), {2, 2, 2}), node(0, {0, 1, 0}, aboutZ(45), {3, 3, 3}),
                 node(1, {0, 0, 5}, aboutZ(-20), {1, 2, 3})};
  const Scene::GlobalPose pose = scene.globalPose(2);
  expectNear(pose.scale, {6, 12, 18}, 1e-9);
  EXPECT_FALSE(pose.sheared);
  expectNear(byPose(scene, 2, {0.3, -0.4, 0.5}), byMatrices(scene, 2, {0.3, -0.4, 0.5}), 1e-9);
}

TEST(GlobalPose, NonUniformScaleAboveRotationIsSheared) {
  Scene scene;
  scene.nodes = {node(-1, {}, {}, {2, 1, 1}), node(0, {}, aboutZ(45))};
  const Scene::GlobalPose pose = scene.globalPose(1);
  EXPECT_TRUE(pose.sheared);
  // Column lengths of diag(2, 1, 1) times a turn by 45 degrees.
  expectNear(pose.scale, {std::sqrt(2.5), std::sqrt(2.5), 1}, 1e-9);
}

TEST(GlobalPose, NonUniformScaleAboveQuarterTurnIsExact) {
  Scene scene;
  scene.nodes = {node(-1, {}, {}, {2, 1, 5}), node(0, {1, 1, 1}, aboutZ(90))};
  const Scene::GlobalPose pose = scene.globalPose(1);
  EXPECT_FALSE(pose.sheared);
  expectNear(pose.scale, {1, 2, 5}, 1e-9);
  expectNear(byPose(scene, 1, {1, 2, 3}), byMatrices(scene, 1, {1, 2, 3}), 1e-9);
}

TEST(GlobalPose, MirroredAncestorTurnsTheOtherWay) {
  Scene scene;
  scene.nodes = {node(-1, {}, {}, {-1, 1, 1}), node(0, {}, aboutZ(30), {1, 2, 3})};
  const Scene::GlobalPose pose = scene.globalPose(1);
  EXPECT_FALSE(pose.sheared);
  EXPECT_LT(pose.scale.x * pose.scale.y * pose.scale.z, 0);
  expectNear(byPose(scene, 1, {1, 2, 3}), byMatrices(scene, 1, {1, 2, 3}), 1e-9);
}

TEST(GlobalPose, ZeroScaleKeepsTheRotation) {
  Scene scene;
  scene.nodes = {node(-1, {}, aboutZ(30), {0, 0, 0}), node(0, {1, 1, 1}, aboutZ(15))};
  const Scene::GlobalPose pose = scene.globalPose(1);
  EXPECT_EQ(pose.scale, DVec3(0, 0, 0));
  EXPECT_NEAR(pose.transform.rotation.z, aboutZ(45).z, 1e-12);
}

TEST(GlobalPose, LoopsAndWrongIndicesEnd) {
  Scene scene;
  scene.nodes = {node(1), node(0)};
  scene.globalPose(0);
  EXPECT_EQ(scene.motionOf(0), -1);
  EXPECT_EQ(scene.globalPose(7).scale, DVec3(1, 1, 1));
  EXPECT_EQ(scene.motionOf(-1), -1);
}

TEST(MotionOf, NearestAtOrAbove) {
  Scene scene;
  scene.nodes = {node(-1), node(0), node(1), node(2), node(-1)};
  scene.motions.resize(2);
  scene.motions[0].node = 2;
  scene.motions[1].node = 0;
  EXPECT_EQ(scene.motionOf(0), 1);
  EXPECT_EQ(scene.motionOf(1), 1);
  EXPECT_EQ(scene.motionOf(2), 0);
  EXPECT_EQ(scene.motionOf(3), 0);
  EXPECT_EQ(scene.motionOf(4), -1);
}

TEST(GlobalPose, OfAllNodesAtOnceIsThatOfEach) {
  // A chain, a fan below it, parents after their children, mirrors, shears and zeros.
  Scene scene;
  scene.nodes.resize(40);
  for (int i = 0; i < 40; ++i) {
    SceneNode& node = scene.nodes[static_cast<std::size_t>(i)];
    node.parent = i < 20 ? i + 1 : (i == 20 ? -1 : i % 7 == 0 ? -1 : (i * 5) % 20);
    node.translation = {0.5 * i, 1.0 - i, 0.25};
    node.rotation = normalized(DQuat{0.1 * (i % 3), 0.2, -0.05 * (i % 5), 1});
    node.scale = {i % 4 == 1 ? 2.0 : 1.0, i % 6 == 5 ? -1.0 : 1.0, i == 33 ? 0.0 : 1.0};
  }
  const std::vector<Scene::GlobalPose> all = scene.globalPoses();
  ASSERT_EQ(all.size(), scene.nodes.size());
  for (int i = 0; i < 40; ++i) {
    const Scene::GlobalPose one = scene.globalPose(i), &other = all[static_cast<std::size_t>(i)];
    EXPECT_EQ(one.transform, other.transform) << i;
    EXPECT_EQ(one.scale, other.scale) << i;
    EXPECT_EQ(one.sheared, other.sheared) << i;
  }
  // Parents that form a loop, which only edited scenes can have.
  scene.nodes[20].parent = 0;
  EXPECT_EQ(scene.globalPoses().size(), scene.nodes.size());
}

TEST(Combine, PrecedenceOfAllPairs) {
  const CombineMode order[] = {CombineMode::Average, CombineMode::Minimum, CombineMode::Maximum,
                               CombineMode::Multiply};
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) EXPECT_EQ(combinedMode(order[i], order[k]), order[i < k ? i : k]);
  }
}

TEST(Combine, Values) {
  EXPECT_EQ(combine(0.25, 0.75, CombineMode::Average), 0.5);
  EXPECT_EQ(combine(0.25, 0.75, CombineMode::Minimum), 0.25);
  EXPECT_EQ(combine(0.25, 0.75, CombineMode::Maximum), 0.75);
  EXPECT_EQ(combine(0.25, 0.75, CombineMode::Multiply), 0.1875);
}

}  // namespace
