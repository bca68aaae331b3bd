// The meshes of colliders, against closed forms, and the picture that shows them.
#include "carom/output/collider_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "carom/dialect/load.hpp"
#include "collide/shapes/scaled_shape.hpp"
#include "gltf/asset.hpp"
#include "output/joint_text.hpp"
#include "output/shape_mesh.hpp"

namespace carom {
namespace {

constexpr double kPi = std::numbers::pi;

/// By the divergence theorem, of a closed mesh.
double volumeOf(const output::ShapeMesh& mesh) {
  double six = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const DVec3 a(mesh.positions[mesh.indices[i]]), b(mesh.positions[mesh.indices[i + 1]]),
        c(mesh.positions[mesh.indices[i + 2]]);
    six += dot(a, cross(b, c));
  }
  return six / 6;
}

/// 32 sides enclose sin(2π/32)/(2π/32) of a circle, and the arcs as little less again.
constexpr double kSides = 0.03;

TEST(ShapeMesh, VolumesAreThoseOfTheShapes) {
  EXPECT_NEAR(volumeOf(output::meshOf(collide::Box{{1, 2, 3}})), 48, 1e-4);
  EXPECT_NEAR(volumeOf(output::meshOf(collide::Sphere{2})) / (4.0 / 3 * kPi * 8), 1, kSides);
  EXPECT_NEAR(volumeOf(output::meshOf(collide::Cylinder{1, 0.5f, 0.5f})) / (kPi * 0.25 * 2), 1, kSides);
  // A cone.
  EXPECT_NEAR(volumeOf(output::meshOf(collide::Cylinder{1, 0, 0.5f})) / (kPi * 0.25 * 2 / 3), 1, kSides);
  const double capsule = kPi * 0.25 * 2 + 4.0 / 3 * kPi * 0.125;
  EXPECT_NEAR(volumeOf(output::meshOf(collide::Capsule{1, 0.5f, 0.5f})) / capsule, 1, kSides);
}

/// The surface of a tapered capsule touches both spheres and has nothing outside of their hull: the support
/// in each direction is the larger of the two spheres'.
TEST(ShapeMesh, TaperedCapsulesAreTheHullOfTheirSpheres) {
  const collide::Capsule capsule{1, 0.3f, 0.8f};
  const output::ShapeMesh mesh = output::meshOf(capsule);
  for (int i = 0; i < 64; ++i) {
    const double angle = 2 * kPi * i / 64;
    const DVec3 direction{std::cos(angle), std::sin(angle), 0};
    double support = -1e9;
    for (const Vec3& p : mesh.positions) support = std::max(support, dot(DVec3(p), direction));
    const double exact = std::max(direction.y + 0.3, -direction.y + 0.8);
    EXPECT_LE(support, exact + 1e-6);
    EXPECT_NEAR(support, exact, 0.02);
  }
  EXPECT_GT(volumeOf(mesh), 0);
}

TEST(ShapeMesh, HullsAndMeshesKeepTheirVertices) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  collide::ShapeSpec spec;
  spec.kind = collide::ShapeSpec::Kind::Hull;
  spec.vertices = corners;
  const auto hull = collide::makeScaledShape(spec, {1, 1, 1});
  ASSERT_FALSE(hull.disabled);
  EXPECT_NEAR(volumeOf(output::meshOf(hull.shape)), 1.0 / 6, 1e-6);
}

TEST(ColliderPicture, HasEveryColliderWhereItIs) {
  const Result<Scene> scene = load(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes/stack.gltf");
  ASSERT_TRUE(scene.ok());
  const Inspection inspection = inspect(*scene);
  Diagnostics diagnostics;
  const auto picture = gltf::Asset::loadFromMemory(colliderPicture(inspection), {}, {}, diagnostics);
  ASSERT_TRUE(picture.ok());
  EXPECT_TRUE(diagnostics.items().empty());
  std::size_t colliders = 0, centers = 0;
  for (std::size_t i = 0; i < (*picture)->nodes().size(); ++i) {
    const gltf::Node& node = (*picture)->nodes()[i];
    EXPECT_TRUE(node.in_scene);
    if (node.name.ends_with(" centre of mass")) ++centers;
    if (!node.name.ends_with(" collider")) continue;
    ++colliders;
    const auto geometry = (*picture)->meshGeometry(node.mesh, {}, gltf::GeometryUse::Triangles, "");
    ASSERT_TRUE(geometry.ok());
    EXPECT_FALSE(geometry->indices.empty());
  }
  EXPECT_EQ(colliders, scene->colliders.size());
  EXPECT_EQ(centers, inspection.bodies.size());
}

TEST(ColliderPicture, OfNothingIsAFileAllTheSame) {
  const Scene scene;
  Diagnostics diagnostics;
  const auto picture = gltf::Asset::loadFromMemory(colliderPicture(inspect(scene)), {}, {}, diagnostics);
  EXPECT_TRUE(picture.ok());
}

JointLimit limitOf(std::array<bool, 3> linear, std::array<bool, 3> angular, double min, double max) {
  JointLimit limit;
  limit.linear_axes = linear;
  limit.angular_axes = angular;
  limit.min = min;
  limit.max = max;
  return limit;
}

TEST(JointText, NamesKindAxisAndRange) {
  constexpr std::array<bool, 3> kNone{}, kAll{true, true, true};
  JointDescription joint;
  joint.limits = {limitOf(kAll, kNone, 0, 0), limitOf(kNone, {true, true, false}, 0, 0),
                  limitOf(kNone, {false, false, true}, -1.5, 1.5)};
  EXPECT_EQ(output::jointText(joint), "hinge about Z, -85.9\xC2\xB0 to 85.9\xC2\xB0");
  joint.limits.pop_back();
  EXPECT_EQ(output::jointText(joint), "hinge about Z");
  joint.limits = {limitOf({true, false, true}, kNone, 0, 0), limitOf(kNone, kAll, 0, 0),
                  limitOf({false, true, false}, kNone, -2, 2)};
  EXPECT_EQ(output::jointText(joint), "slider along Y, -2 to 2 m");
  joint.limits = {limitOf(kAll, kNone, 0, 0), limitOf(kNone, kAll, 0, 0)};
  EXPECT_EQ(output::jointText(joint), "weld");
  joint.limits.pop_back();
  EXPECT_EQ(output::jointText(joint), "pin");
  EXPECT_EQ(output::jointText({}), "");
}

}  // namespace
}  // namespace carom
