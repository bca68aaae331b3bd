// Skinned collider geometry in the file's initial pose.
#include <gtest/gtest.h>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

std::vector<float> translationMatrix(float x, float y, float z) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
}

struct SkinOptions {
  std::vector<std::uint8_t> joints = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
  std::vector<float> weights = {1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0};
  std::string root_scale = "[1,1,1]";
  std::string attributes = R"("POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2)";
};

// Node 0 holds all: node 1 the skinned mesh (moved, which must not matter), nodes 2 and 3 the joints. Joint 0
// was bound at (0,0,0) and stands at (0,10,0); joint 1 was bound at (1,0,0) and stands at (1,10,0) turned a
// quarter about z.
std::string skinned(const SkinOptions& options) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 2, 0, 0, 1, 1, 0}, "VEC3");
  builder.addAccessor(builder.addView(options.joints), 5121, options.joints.size() / 4, "VEC4");
  builder.addFloats(options.weights, "VEC4");
  std::vector<float> bind = translationMatrix(0, 0, 0), second = translationMatrix(-1, 0, 0);
  bind.insert(bind.end(), second.begin(), second.end());
  const int matrices = builder.addFloats(bind, "MAT4");
  builder.addMesh(options.attributes);
  builder.add("nodes", R"({"translation":[0,0,3],"scale":)" + options.root_scale + R"(,"children":[1,2]})");
  builder.add("nodes", R"({"mesh":0,"skin":0,"translation":[50,60,70]})");
  builder.add("nodes", R"({"translation":[0,10,0],"children":[3]})");
  builder.add("nodes", R"({"translation":[1,0,0],"rotation":[0,0,0.70710678,0.70710678]})");
  builder.add("skins", R"({"joints":[2,3],"inverseBindMatrices":)" + std::to_string(matrices) + "}");
  return builder.glb();
}

TEST(Skin, JointsPlaceTheVerticesInTheAskedNodesSpace) {
  const auto asset = loaded(skinned({}));
  const auto geometry = asset->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  // Bound at (0,0,0) to joint 0; (2,0,0) is one unit along x from joint 1, which points up; the mean of
  // (1,11,0) by joint 0 and of (0,1,0) turned to (-1,0,0) beside (1,10,0) by joint 1.
  expectNear(geometry->positions[0], {0, 10, 0});
  expectNear(geometry->positions[1], {1, 11, 0});
  expectNear(geometry->positions[2], {0.5f, 10.5f, 0});
  // In the space of the mesh's node: less its translation.
  expectNear(asset->nodeGeometry(1, GeometryUse::Triangles, "")->positions[0], {-50, -50, -70});
}

TEST(Skin, ScaleOfTheAskedNodeIsTakenBack) {
  SkinOptions options;
  options.root_scale = "[2,2,2]";
  const auto geometry = loaded(skinned(options))->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  expectNear(geometry->positions[1], {1, 11, 0});
  options.root_scale = "[-2,2,2]";
  EXPECT_EQ(loaded(skinned(options))->nodeGeometry(0, GeometryUse::Triangles, "")->indices,
            (std::vector<std::uint32_t>{0, 2, 1}));
  options.root_scale = "[0,0,0]";
  const Diagnostic d =
      firstError(loaded(skinned(options))->nodeGeometry(0, GeometryUse::Triangles, "/referrer"));
  EXPECT_EQ(d.code, codes::kNodeTransform);
  EXPECT_EQ(d.pointer, "/referrer");
}

TEST(Skin, WeightsAreNormalisedAndMayBeAbsent) {
  SkinOptions options;
  options.weights = {0.25f, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0};
  const auto geometry = loaded(skinned(options))->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  expectNear(geometry->positions[0], {0, 10, 0});
  expectNear(geometry->positions[1], {2, 10, 0});
  expectNear(geometry->positions[2], {0.5f, 10.5f, 0});
}

TEST(Skin, SeveralSetsOfJoints) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3");
  builder.addAccessor(builder.addView(std::vector<std::uint16_t>(12, 0)), 5123, 3, "VEC4");
  // UNSIGNED_BYTE weights: a fifth for set 0 ...
  builder.addAccessor(builder.addView(std::vector<std::uint8_t>{51, 0, 0, 0, 51, 0, 0, 0, 51, 0, 0, 0}), 5121,
                      3, "VEC4", ",\"normalized\":true");
  builder.addAccessor(builder.addView(std::vector<std::uint8_t>{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), 5121, 3,
                      "VEC4");
  // ... and four fifths for set 1.
  builder.addFloats({0.8f, 0, 0, 0, 0.8f, 0, 0, 0, 0.8f, 0, 0, 0}, "VEC4");
  builder.addMesh(R"("POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2,"JOINTS_1":3,"WEIGHTS_1":4)");
  builder.add("nodes", R"({"mesh":0,"skin":0})");
  builder.add("nodes", R"({"translation":[5,0,0]})");
  builder.add("nodes", R"({"translation":[0,5,0]})");
  builder.add("skins", R"({"joints":[1,2]})");
  const auto geometry = loaded(builder.glb())->nodeGeometry(0, GeometryUse::Points, "");
  ASSERT_TRUE(geometry.ok());
  expectNear(geometry->positions[0], {1, 4, 0});
}

TEST(Skin, Errors) {
  const auto error = [](const SkinOptions& options) {
    return firstError(loaded(skinned(options))->nodeGeometry(0, GeometryUse::Triangles, "/referrer"));
  };
  SkinOptions joint;
  joint.joints[4] = 2;
  EXPECT_EQ(error(joint).code, codes::kSkinInvalid);
  EXPECT_NE(error(joint).message.find("joint 2"), std::string::npos);
  joint.weights[4] = 0;  // An index without weight does not matter.
  EXPECT_TRUE(loaded(skinned(joint))->nodeGeometry(0, GeometryUse::Triangles, "").ok());
  SkinOptions none;
  none.attributes = R"("POSITION":0)";
  EXPECT_EQ(error(none).code, codes::kSkinInvalid);
  SkinOptions count;
  count.weights.resize(8);
  EXPECT_EQ(error(count).code, codes::kSkinInvalid);
  SkinOptions floats;
  floats.attributes = R"("POSITION":0,"JOINTS_0":2,"WEIGHTS_0":2)";
  EXPECT_EQ(error(floats).code, codes::kAccessorFormat);
  SkinOptions matrices;
  matrices.attributes = R"("POSITION":0,"JOINTS_0":1,"WEIGHTS_0":3)";
  EXPECT_EQ(error(matrices).code, codes::kAccessorFormat);
}

TEST(Skin, BindMatricesMustFit) {
  const auto file = [](const std::string& type, int count, int component) {
    AssetBuilder builder;
    builder.addView(std::vector<float>(64, 0));
    builder.addAccessor(0, component, std::size_t(count), type);
    builder.add("nodes", "{}");
    builder.add("skins", R"({"joints":[0,0,0],"inverseBindMatrices":0})");
    return builder.glb();
  };
  EXPECT_TRUE(loaded(file("MAT4", 3, 5126)));
  EXPECT_TRUE(loaded(file("MAT4", 4, 5126)));
  EXPECT_EQ(loadError(file("MAT4", 2, 5126)).code, codes::kSkinInvalid);
  EXPECT_EQ(loadError(file("MAT3", 3, 5126)).code, codes::kSkinInvalid);
  EXPECT_EQ(loadError(file("MAT4", 3, 5123)).code, codes::kSkinInvalid);
}

}  // namespace
}  // namespace carom::gltf
