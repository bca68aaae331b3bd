#include <gtest/gtest.h>

#include <cmath>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "gltf/affine.hpp"

namespace carom::gltf {
namespace {

std::string file(const std::string& nodes, const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"nodes":)" + nodes + more + "}";
}

void expectNear(const DVec3& actual, const DVec3& expected, double tolerance = 1e-6) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

// Where the global transform, split up, takes a point.
DVec3 place(const Asset& asset, std::int32_t node, const DVec3& p) {
  const auto g = asset.globalTransform(node);
  return rotate(g.rotation, scaled(g.scale, p)) + g.translation;
}

TEST(Node, ReadsTranslationRotationScale) {
  const auto asset =
      loaded(file(R"([{"name":"a","translation":[1,2,3],"rotation":[0,0,0.6,0.8],"scale":[2,-3,0]},{}])"));
  const Node& node = asset->nodes()[0];
  EXPECT_EQ(node.name, "a");
  expectNear(node.translation, {1, 2, 3});
  EXPECT_NEAR(node.rotation.z, 0.6, 1e-12);
  expectNear(node.scale, {2, -3, 0});
  EXPECT_FALSE(node.has_matrix);
  EXPECT_EQ(node.parent, -1);
  EXPECT_EQ(node.json.pointer(), "/nodes/0");
  expectNear(asset->nodes()[1].scale, {1, 1, 1});
}

TEST(Node, MatrixIsDecomposed) {
  const auto asset = loaded(file(R"([{"matrix":[0,2,0,0,-3,0,0,0,0,0,4,0,5,6,7,1]}])"));
  const Node& node = asset->nodes()[0];
  EXPECT_TRUE(node.has_matrix);
  expectNear(node.translation, {5, 6, 7});
  expectNear(node.scale, {2, 3, 4});
  expectNear(rotate(node.rotation, DVec3{1, 0, 0}), {0, 1, 0});
  expectNear(rotate(node.rotation, DVec3{0, 1, 0}), {-1, 0, 0});
}

TEST(Node, DecompositionGivesTheMatrixBack) {
  const DQuat rotations[] = {{0, 0, 0, 1}, normalized(DQuat{1, -2, 3, 4}), normalized(DQuat{1, 1, 0, 0})};
  const DVec3 scales[] = {{1, 1, 1}, {2, 3, 4}, {-2, 3, 4}, {2, -3, -4},   {-1, -1, -1},
                          {1, 0, 2}, {0, 0, 3}, {0, 0, 0},  {1e-20, 1, 1}, {1e20, 1, 1e-3}};
  for (const DQuat& q : rotations) {
    for (const DVec3& s : scales) {
      const Affine a = compose({1, 2, 3}, q, s);
      const Decomposed d = decompose(a);
      EXPECT_FALSE(d.sheared);
      EXPECT_NEAR(dot(d.rotation, d.rotation), 1, 1e-9);
      const Affine b = compose(d.translation, d.rotation, d.scale);
      const double size = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z), 1.0});
      expectNear(b.linear.cx, a.linear.cx, 1e-9 * size);
      expectNear(b.linear.cy, a.linear.cy, 1e-9 * size);
      expectNear(b.linear.cz, a.linear.cz, 1e-9 * size);
    }
  }
}

TEST(Node, ShearAndBadMatricesAreReported) {
  Diagnostics warnings;
  ASSERT_TRUE(loaded(file(R"([{"matrix":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]}])"), &warnings));
  ASSERT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(warnings.items()[0].code, codes::kNodeShear);
  EXPECT_EQ(warnings.items()[0].pointer, "/nodes/0/matrix");
  EXPECT_EQ(loadError(file(R"([{"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}])")).code, codes::kNodeTransform);
  EXPECT_EQ(loadError(file(R"([{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,Infinity,1]}])")).code,
            codes::kGltfValue);
}

TEST(Node, RotationsThatAreNotUnit) {
  Diagnostics warnings;
  auto asset =
      loaded(file(R"([{"rotation":[0,0,0,1.0005]},{"rotation":[0,2,0,0]},{"rotation":[1e200,0,0,1e200]}])"),
             &warnings);
  ASSERT_EQ(warnings.items().size(), 2u);
  EXPECT_EQ(warnings.items()[0].code, codes::kNodeRotationLength);
  EXPECT_EQ(warnings.items()[0].pointer, "/nodes/1/rotation");
  EXPECT_EQ(asset->nodes()[0].rotation.w, 1);
  EXPECT_EQ(asset->nodes()[1].rotation.y, 1);
  EXPECT_NEAR(asset->nodes()[2].rotation.x, std::sqrt(0.5), 1e-12);
  const Diagnostic d = loadError(file(R"([{"rotation":[0,0,0,0]}])"));
  EXPECT_EQ(d.code, codes::kNodeTransform);
  EXPECT_EQ(d.pointer, "/nodes/0/rotation");
}

TEST(Hierarchy, ParentsAndScenes) {
  const auto asset = loaded(
      file(R"([{"children":[2]},{},{"children":[3]},{}])", R"(,"scenes":[{},{"nodes":[0]}],"scene":1)"));
  const auto& nodes = asset->nodes();
  EXPECT_EQ(nodes[2].parent, 0);
  EXPECT_EQ(nodes[3].parent, 2);
  EXPECT_TRUE(nodes[0].in_scene && nodes[2].in_scene && nodes[3].in_scene);
  EXPECT_FALSE(nodes[1].in_scene);
  EXPECT_TRUE(loaded(file("[{}]"))->nodes()[0].in_scene);
  EXPECT_FALSE(loaded(file("[{}]", R"(,"scenes":[{}])"))->nodes()[0].in_scene);
  EXPECT_TRUE(loaded(file("[{}]", R"(,"scenes":[{"nodes":[0]},{}])"))->nodes()[0].in_scene);
}

TEST(Hierarchy, RootsListedTwiceAreReportedOnce) {
  Diagnostics said;
  const std::string scenes = R"(,"scenes":[{"nodes":[0,1]},{"nodes":[1,0,1]},{"nodes":[1,0]}])";
  ASSERT_TRUE(Asset::loadFromMemory(file("[{},{}]", scenes), {}, {}, said));
  ASSERT_EQ(said.items().size(), 1u);
  EXPECT_EQ(said.items()[0].severity, Severity::Warning);
  EXPECT_EQ(said.items()[0].code, codes::kGltfValue);
  EXPECT_EQ(said.items()[0].pointer, "/scenes/1/nodes/2");
}

TEST(Hierarchy, CyclesAndDoubleParentsAreRefused) {
  const Diagnostic self = loadError(file(R"([{"children":[0]}])"));
  EXPECT_EQ(self.code, codes::kNodeCycle);
  EXPECT_EQ(self.pointer, "/nodes/0");
  Diagnostics warnings;
  const auto cycle = Asset::loadFromMemory(
      file(R"([{"children":[1]},{"children":[2,4]},{"children":[3]},{"children":[1]},{"children":[5]},{}])"),
      {}, {}, warnings);
  ASSERT_FALSE(cycle.ok());
  EXPECT_EQ(loadError(file(R"([{},{"children":[2]},{"children":[3]},{"children":[1]}])")).code,
            codes::kNodeCycle);
  EXPECT_EQ(loadError(file(R"([{},{"children":[2]},{"children":[3,4]},{"children":[1]},{}])")).pointer,
            "/nodes/1");
  const Diagnostic twice = loadError(file(R"([{"children":[2]},{"children":[2]},{}])"));
  EXPECT_EQ(twice.code, codes::kNodeParents);
  EXPECT_EQ(twice.pointer, "/nodes/1/children");
  EXPECT_EQ(loadError(file(R"([{"children":[1,1]},{}])")).code, codes::kNodeParents);
  EXPECT_EQ(loadError(file(R"([{"children":[1]},{}])", R"(,"scenes":[{"nodes":[1]}])")).code,
            codes::kNodeParents);
}

TEST(Hierarchy, AHundredThousandLevels) {
  std::string nodes = "[";
  constexpr int kLevels = 100000;
  for (int i = 0; i + 1 < kLevels; ++i) {
    nodes += R"({"translation":[0,1,0],"children":[)" + std::to_string(i + 1) + "]},";
  }
  const auto asset = loaded(file(nodes + "{}]"));
  EXPECT_EQ(asset->globalTransform(kLevels - 1).translation.y, kLevels - 1);
  EXPECT_TRUE(asset->nodes()[kLevels - 1].in_scene);
}

TEST(GlobalTransform, ComposesDownTheTree) {
  const auto asset = loaded(file(R"([
    {"translation":[1,0,0],"rotation":[0,0,0.70710678,0.70710678],"scale":[2,2,2],"children":[1]},
    {"translation":[1,0,0],"rotation":[0.70710678,0,0,0.70710678],"scale":[1,2,3]}])"));
  const auto g = asset->globalTransform(1);
  expectNear(g.translation, {1, 2, 0});
  expectNear(g.scale, {2, 4, 6});
  EXPECT_FALSE(g.sheared);
  expectNear(rotate(g.rotation, DVec3{1, 0, 0}), {0, 1, 0});
  expectNear(rotate(g.rotation, DVec3{0, 1, 0}), {0, 0, 1});
}

TEST(GlobalTransform, NegativeAndTurnedScalesGiveTheSamePoints) {
  // Parents without shear: signs in any combination over any rotation, non-uniform over quarter turns.
  const char* const parents[] = {"[-1,1,1]", "[-2,-2,2]", "[2,-2,-2]", "[-3,-3,-3]"};
  for (const char* parent : parents) {
    const auto asset = loaded(
        file(R"([{"translation":[1,2,3],"rotation":[0.1,0.2,0.3,0.92736185],"scale":)" + std::string(parent) +
             R"(,"children":[1]},{"translation":[4,5,6],"rotation":[0.5,-0.5,0.1,0.7],"scale":[1,-2,3]}])"));
    const Node& p = asset->nodes()[0];
    const Node& c = asset->nodes()[1];
    const Affine exact =
        compose(p.translation, p.rotation, p.scale) * compose(c.translation, c.rotation, c.scale);
    for (const DVec3& point : {DVec3{1, 0, 0}, DVec3{0, 1, 0}, DVec3{0, 0, 1}}) {
      expectNear(place(*asset, 1, point), transformPoint(exact, point));
    }
    EXPECT_FALSE(asset->globalTransform(1).sheared);
  }
  const auto turned = loaded(file(
      R"([{"scale":[2,-3,4],"children":[1]},{"rotation":[0,0,0.70710678118,0.70710678118],"scale":[5,1,1]}])"));
  expectNear(place(*turned, 1, {1, 0, 0}), {0, -15, 0});
  expectNear(place(*turned, 1, {0, 1, 0}), {-2, 0, 0});
  EXPECT_FALSE(turned->globalTransform(1).sheared);
}

TEST(GlobalTransform, OverflowIsAnError) {
  const std::string huge = R"("scale":[1e100,1e100,1e100])";
  const Diagnostic d = loadError(
      file("[{" + huge + R"(,"children":[1]},{)" + huge + R"(,"children":[2]},{"translation":[1,1,1]}])"));
  EXPECT_EQ(d.code, codes::kNodeTransform);
  EXPECT_EQ(d.pointer, "/nodes/1");
}

TEST(GlobalTransform, ShearIsMarked) {
  const auto asset = loaded(file(
      R"([{"scale":[1,2,1],"children":[1]},{"rotation":[0,0,0.38268343,0.92387953],"children":[2]},{}])"));
  EXPECT_FALSE(asset->globalTransform(0).sheared);
  EXPECT_TRUE(asset->globalTransform(1).sheared);
  EXPECT_TRUE(asset->globalTransform(2).sheared);
  expectNear(asset->globalTransform(1).scale, {std::sqrt(2.5), std::sqrt(2.5), 1});
}

}  // namespace
}  // namespace carom::gltf
