// Triangles and vertices out of meshes: modes, indices, morph targets, quantized positions, whole node trees.
#include <gtest/gtest.h>

#include <limits>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

using Indices = std::vector<std::uint32_t>;

Result<Geometry> withMode(int mode, const std::vector<std::uint16_t>& indices, GeometryUse use) {
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  std::string more = ",\"mode\":" + std::to_string(mode);
  if (!indices.empty()) more += ",\"indices\":" + std::to_string(builder.addIndices(indices));
  builder.addMesh("\"POSITION\":0", more);
  return loaded(builder.glb())->meshGeometry(0, {}, use, "/referrer");
}

TEST(MeshGeometry, ListsStripsAndFans) {
  EXPECT_EQ(withMode(4, {}, GeometryUse::Triangles)->indices, (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(withMode(4, {5, 4, 3, 0}, GeometryUse::Triangles)->indices, (Indices{5, 4, 3}));
  EXPECT_EQ(withMode(5, {}, GeometryUse::Triangles)->indices, (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}));
  EXPECT_EQ(withMode(5, {0, 1, 2, 2, 3, 3, 4, 5}, GeometryUse::Triangles)->indices,
            (Indices{0, 1, 2, 3, 5, 4}));
  EXPECT_EQ(withMode(6, {}, GeometryUse::Triangles)->indices, (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0}));
  EXPECT_EQ(withMode(4, {0, 1, 2}, GeometryUse::Triangles)->positions.size(), 6u);
}

TEST(MeshGeometry, PointsAreTheVerticesInUse) {
  for (int mode = 0; mode <= 6; ++mode) {
    const auto used = withMode(mode, {4, 1, 4}, GeometryUse::Points);
    ASSERT_TRUE(used.ok());
    ASSERT_EQ(used->positions.size(), 2u) << mode;
    expectNear(used->positions[0], {1, 0, 0});
    expectNear(used->positions[1], {1, 0, 1});
    EXPECT_TRUE(used->indices.empty());
    EXPECT_EQ(withMode(mode, {}, GeometryUse::Points)->positions.size(), 6u);
  }
}

TEST(MeshGeometry, OtherModesHaveNoTriangles) {
  for (const int mode : {0, 1, 2, 3}) {
    const Diagnostic d = firstError(withMode(mode, {}, GeometryUse::Triangles));
    EXPECT_EQ(d.code, codes::kMeshEmpty);
    EXPECT_EQ(d.pointer, "/referrer");
  }
}

TEST(MeshGeometry, LeavesOutWhatIsNotTriangles) {
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  builder.add("meshes",
              R"({"primitives":[{"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":0}},)"
              R"({"attributes":{"NORMAL":0}},{"attributes":{"POSITION":0}}]})");
  const auto geometry = meshTriangles(builder.glb());
  ASSERT_TRUE(geometry.ok());
  EXPECT_TRUE(geometry->has_unusable_primitives);
  EXPECT_EQ(geometry->positions.size(), 12u);
  EXPECT_EQ(geometry->indices, (Indices{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(MeshGeometry, IndexTypes) {
  for (int bytes : {1, 2, 4}) {
    AssetBuilder builder;
    builder.addFloats(sixCorners(), "VEC3");
    const int indices = bytes == 1   ? builder.addIndices(std::vector<std::uint8_t>{3, 4, 5})
                        : bytes == 2 ? builder.addIndices(std::vector<std::uint16_t>{3, 4, 5})
                                     : builder.addIndices(std::vector<std::uint32_t>{3, 4, 5});
    builder.addMesh("\"POSITION\":0", ",\"indices\":" + std::to_string(indices));
    EXPECT_EQ(meshTriangles(builder.glb())->indices, (Indices{3, 4, 5}));
  }
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  builder.addFloats({0, 1, 2}, "SCALAR");
  builder.addMesh("\"POSITION\":0", ",\"indices\":1");
  const Diagnostic floats = firstError(meshTriangles(builder.glb()));
  EXPECT_EQ(floats.code, codes::kAccessorFormat);
  EXPECT_EQ(floats.pointer, "/accessors/1");
  AssetBuilder vectors;
  vectors.addFloats(sixCorners(), "VEC3");
  vectors.addMesh("\"POSITION\":0", ",\"indices\":0");
  EXPECT_EQ(firstError(meshTriangles(vectors.glb())).code, codes::kAccessorFormat);
}

TEST(MeshGeometry, IndexOutOfRangeIsAnError) {
  for (const auto use : {GeometryUse::Triangles, GeometryUse::Points}) {
    const Diagnostic d = firstError(withMode(4, {0, 1, 6}, use));
    EXPECT_EQ(d.code, codes::kMeshIndexRange);
    EXPECT_EQ(d.pointer, "/meshes/0/primitives/0/indices");
    EXPECT_NE(d.message.find("vertex 6"), std::string::npos);
    EXPECT_EQ(firstError(withMode(5, {0, 1, 2, 0xFFFF, 3, 4, 5}, use)).code, codes::kMeshIndexRange);
  }
}

TEST(MeshGeometry, EmptyMeshesAreErrorsWhenUsed) {
  AssetBuilder builder;
  builder.addAccessor(-1, 5126, 0, "VEC3");
  builder.add("meshes", R"({"primitives":[]})");
  builder.add("meshes", R"({"primitives":[{"attributes":{}}]})");
  builder.add("meshes", R"({"primitives":[{"attributes":{"POSITION":0}}]})");
  builder.add("nodes", R"({"children":[1]})");
  builder.add("nodes", "{}");
  const auto asset = loaded(builder.json());
  for (std::int32_t mesh = 0; mesh < 3; ++mesh) {
    for (const auto use : {GeometryUse::Triangles, GeometryUse::Points}) {
      const Diagnostic d = firstError(asset->meshGeometry(mesh, {}, use, "/referrer"));
      EXPECT_EQ(d.code, codes::kMeshEmpty);
      EXPECT_EQ(d.pointer, "/referrer");
    }
  }
  EXPECT_EQ(firstError(asset->nodeGeometry(0, GeometryUse::Points, "/referrer")).code, codes::kMeshEmpty);
  for (const std::int32_t index : {-1, 3, 1000}) {
    EXPECT_EQ(firstError(asset->meshGeometry(index, {}, GeometryUse::Points, "/referrer")).code,
              codes::kGltfIndex);
    EXPECT_EQ(firstError(asset->nodeGeometry(index, GeometryUse::Points, "/referrer")).code,
              codes::kGltfIndex);
  }
}

TEST(MeshGeometry, PositionsThatAreNotFiniteAreErrors) {
  for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    AssetBuilder builder;
    std::vector<float> corners = sixCorners();
    corners[7] = bad;
    builder.addFloats(corners, "VEC3");
    builder.addMesh("\"POSITION\":0");
    const Diagnostic d = firstError(meshTriangles(builder.glb()));
    EXPECT_EQ(d.code, codes::kMeshNonFinite);
    EXPECT_EQ(d.pointer, "/meshes/0/primitives/0");
    EXPECT_NE(d.message.find("Vertex 2"), std::string::npos);
  }
}

TEST(MeshGeometry, UnknownCompressionIsNotReadAsZeros) {
  AssetBuilder builder;
  builder.addAccessor(-1, 5126, 3, "VEC3");
  builder.addMesh("\"POSITION\":0", R"(,"extensions":{"X_new_compression":{}})");
  const Diagnostic d = firstError(meshTriangles(builder.json()));
  EXPECT_EQ(d.code, codes::kGltfExtensionUnsupported);
  EXPECT_EQ(d.pointer, "/meshes/0/primitives/0/extensions/X_new_compression");
}

TEST(MeshGeometry, WrongPositionTypesAreErrors) {
  AssetBuilder builder;
  builder.addFloats({1, 2, 3, 4}, "VEC4");
  builder.addMesh("\"POSITION\":0");
  EXPECT_EQ(firstError(meshTriangles(builder.glb())).code, codes::kAccessorFormat);
}

AssetBuilder morphed(const std::string& mesh_weights) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addFloats({0, 0, 1, 0, 0, 2, 0, 0, 4}, "VEC3");
  const int quantized = builder.addView(std::vector<std::int8_t>{127, 0, 0, 0, -127, 0, 0, 0, 0, 0, 0, 0});
  builder.add("accessors", R"({"bufferView":)" + std::to_string(quantized) +
                               R"(,"componentType":5120,"normalized":true,"count":3,"type":"VEC3"})");
  builder.add(
      "meshes",
      R"({"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":1},{"NORMAL":1},{"POSITION":2}]}])" +
          mesh_weights + "}");
  return builder;
}

TEST(Morph, MeshWeightsNodeWeightsAndGivenWeights) {
  AssetBuilder builder = morphed(R"(,"weights":[0.5,1,1])");
  builder.add("nodes", R"({"mesh":0})");
  builder.add("nodes", R"({"mesh":0,"weights":[-1,0,0]})");
  const auto asset = loaded(builder.glb());
  const auto expectShape = [&](const Result<Geometry>& g, const Vec3& a, const Vec3& b, const Vec3& c) {
    ASSERT_TRUE(g.ok());
    expectNear(g->positions[0], a);
    expectNear(g->positions[1], b);
    expectNear(g->positions[2], c);
  };
  const auto use = GeometryUse::Triangles;
  // The third target's bytes are tightly packed: (1,0,0), (0,-1,0), (0,0,0).
  expectShape(asset->meshGeometry(0, {}, use, ""), {1, 0, 0.5f}, {1, -1, 1}, {0, 1, 2});
  const std::vector<double> given = {2, 0, 0};
  expectShape(asset->meshGeometry(0, given, use, ""), {0, 0, 2}, {1, 0, 4}, {0, 1, 8});
  expectShape(asset->nodeGeometry(0, use, ""), {1, 0, 0.5f}, {1, -1, 1}, {0, 1, 2});
  expectShape(asset->nodeGeometry(1, use, ""), {0, 0, -1}, {1, 0, -2}, {0, 1, -4});
  expectShape(loaded(morphed("").glb())->meshGeometry(0, {}, use, ""), {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
}

TEST(Morph, CountsThatDoNotFitAreErrors) {
  EXPECT_EQ(loadError(morphed(R"(,"weights":[1])").glb()).code, codes::kMeshTargets);
  AssetBuilder node = morphed("");
  node.add("nodes", R"({"mesh":0,"weights":[1,2]})");
  EXPECT_EQ(loadError(node.glb()).pointer, "/nodes/0/weights");
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addFloats({0, 0, 1}, "VEC3");
  builder.addMesh("\"POSITION\":0", R"(,"targets":[{"POSITION":1}])");
  EXPECT_EQ(loadError(builder.glb()).code, codes::kMeshTargets);
  AssetBuilder uneven;
  uneven.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  uneven.add(
      "meshes",
      R"({"primitives":[{"attributes":{"POSITION":0},"targets":[{}]},{"attributes":{"POSITION":0}}]})");
  EXPECT_EQ(loadError(uneven.glb()).code, codes::kMeshTargets);
  AssetBuilder missing;
  missing.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  missing.addMesh("\"POSITION\":0", R"(,"targets":[{"POSITION":9}])");
  EXPECT_EQ(loadError(missing.glb()).pointer, "/meshes/0/primitives/0/targets/0/POSITION");
}

TEST(NodeGeometry, DescendantsInTheNodesSpaceItsOwnTransformLeftOut) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addMesh("\"POSITION\":0");
  builder.add("nodes", R"({"translation":[100,0,0],"scale":[7,7,7],"children":[1,2],"mesh":0})");
  builder.add("nodes", R"({"translation":[0,0,5],"scale":[2,2,2],"children":[3]})");
  builder.add("nodes", "{}");
  builder.add("nodes", R"({"translation":[1,0,0],"rotation":[0,0,0.70710678,0.70710678],"mesh":0})");
  builder.add("scenes", "{}");
  const auto asset = loaded(builder.glb());
  EXPECT_FALSE(asset->nodes()[0].in_scene);
  const auto geometry = asset->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  ASSERT_EQ(geometry->positions.size(), 6u);
  expectNear(geometry->positions[1], {1, 0, 0});
  expectNear(geometry->positions[3], {2, 0, 5});
  expectNear(geometry->positions[4], {2, 2, 5});
  expectNear(geometry->positions[5], {0, 0, 5});
  EXPECT_EQ(geometry->indices, (Indices{0, 1, 2, 3, 4, 5}));
}

TEST(NodeGeometry, MirrorsTurnTheWindingRound) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addMesh("\"POSITION\":0");
  builder.add("nodes", R"({"scale":[-1,1,1],"children":[1,2]})");
  builder.add("nodes", R"({"scale":[1,-1,1],"mesh":0})");
  builder.add("nodes", R"({"scale":[-1,-1,1],"mesh":0})");
  const auto geometry = loaded(builder.glb())->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  EXPECT_EQ(geometry->indices, (Indices{0, 2, 1, 3, 4, 5}));
}

TEST(NodeGeometry, TransformsThatOverflowAreErrors) {
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  builder.addMesh("\"POSITION\":0");
  builder.add("nodes", R"({"children":[1]})");
  builder.add("nodes", R"({"scale":[1e100,1e100,1e100],"mesh":0})");
  const Diagnostic d =
      firstError(loaded(builder.glb())->nodeGeometry(0, GeometryUse::Triangles, "/referrer"));
  EXPECT_EQ(d.code, codes::kMeshNonFinite);
  EXPECT_EQ(d.pointer, "/referrer");
}

TEST(NodeGeometry, ADeepTreeIsNoProblem) {
  AssetBuilder builder;
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addMesh("\"POSITION\":0");
  constexpr int kLevels = 20000;
  for (int i = 0; i < kLevels; ++i) {
    builder.add("nodes", R"({"translation":[0,0,1],"children":[)" + std::to_string(i + 1) + "]}");
  }
  builder.add("nodes", R"({"mesh":0})");
  const auto geometry = loaded(builder.glb())->nodeGeometry(0, GeometryUse::Triangles, "");
  ASSERT_TRUE(geometry.ok());
  EXPECT_EQ(geometry->positions[0].z, kLevels - 1);
}

}  // namespace
}  // namespace carom::gltf
