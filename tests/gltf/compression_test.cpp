// Meshes compressed with meshopt and Draco, made here with the encoders of the same libraries.
#include <gtest/gtest.h>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "compressed_meshes.hpp"

namespace carom::gltf {
namespace {

using Indices = std::vector<std::uint32_t>;

#ifdef CAROM_MESH_COMPRESSION

void expectPositions(const Result<Geometry>& geometry, const std::vector<float>& expected,
                     float tolerance = 1e-6f) {
  ASSERT_TRUE(geometry.ok()) << firstError(geometry).message;
  ASSERT_EQ(geometry->positions.size() * 3, expected.size());
  for (std::size_t i = 0; i < geometry->positions.size(); ++i) {
    expectNear(geometry->positions[i], {expected[3 * i], expected[3 * i + 1], expected[3 * i + 2]},
               tolerance);
  }
}

TEST(Meshopt, AttributesAndTriangles) {
  const Sheet s = sheet(20);
  for (const char* extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    for (const std::size_t index_size : {2, 4}) {
      MeshoptFile file;
      file.extension = extension;
      const std::size_t count = s.positions.size() / 3;
      const int vertices =
          file.addView(encodedVertices(s.positions.data(), count, 12), count, 12, "ATTRIBUTES");
      const int triangles =
          file.addView(encodedTriangles(s.indices), s.indices.size(), index_size, "TRIANGLES");
      file.builder.addAccessor(vertices, 5126, count, "VEC3");
      file.builder.addAccessor(triangles, index_size == 2 ? 5123 : 5125, s.indices.size(), "SCALAR");
      file.builder.addMesh("\"POSITION\":0", ",\"indices\":1");
      const auto geometry = meshTriangles(file.glb());
      expectPositions(geometry, s.positions);
      EXPECT_EQ(geometry->indices, s.indices);
    }
  }
}

TEST(Meshopt, IndexSequences) {
  const Sheet s = sheet(3);
  MeshoptFile file;
  const Indices strip = {0, 3, 1, 4, 2, 5};
  const int vertices =
      file.addView(encodedVertices(s.positions.data(), 9, 12), 9, 12, "ATTRIBUTES", R"(,"filter":"NONE")");
  const int sequence = file.addView(encodedSequence(strip), strip.size(), 2, "INDICES");
  file.builder.addAccessor(vertices, 5126, 9, "VEC3");
  file.builder.addAccessor(sequence, 5123, strip.size(), "SCALAR");
  file.builder.addMesh("\"POSITION\":0", ",\"indices\":1,\"mode\":5");
  EXPECT_EQ(meshTriangles(file.glb())->indices, (Indices{0, 3, 1, 3, 4, 1, 1, 4, 2, 4, 5, 2}));
}

TEST(Meshopt, ExponentialFilter) {
  const Sheet s = sheet(5);
  std::vector<float> filtered(s.positions.size());
  meshopt_encodeFilterExp(filtered.data(), 25, 12, 23, s.positions.data());
  MeshoptFile file;
  const int view = file.addView(encodedVertices(filtered.data(), 25, 12), 25, 12, "ATTRIBUTES",
                                R"(,"filter":"EXPONENTIAL")");
  file.builder.addAccessor(view, 5126, 25, "VEC3");
  file.builder.addMesh("\"POSITION\":0", ",\"mode\":0");
  expectPositions(loaded(file.glb())->meshGeometry(0, {}, GeometryUse::Points, ""), s.positions, 1e-5f);
}

TEST(Meshopt, OctahedralFilter) {
  const std::vector<float> normals = {1, 0, 0, 1, 0, 0.6f, 0.8f, 1, 0, 0, -1, 1, -0.48f, 0.6f, 0.64f, 1};
  std::vector<std::int8_t> filtered(16);
  meshopt_encodeFilterOct(filtered.data(), 4, 4, 8, normals.data());
  MeshoptFile file;
  const int view =
      file.addView(encodedVertices(filtered.data(), 4, 4), 4, 4, "ATTRIBUTES", R"(,"filter":"OCTAHEDRAL")");
  // Read as positions, which shows what the decoder made of them.
  file.builder.add("accessors", R"({"bufferView":)" + std::to_string(view) +
                                    R"(,"componentType":5120,"normalized":true,"count":5,"type":"VEC3"})");
  file.builder.addMesh("\"POSITION\":0", ",\"mode\":0");
  const auto geometry = loaded(file.glb())->meshGeometry(0, {}, GeometryUse::Points, "");
  ASSERT_TRUE(geometry.ok());
  expectNear(geometry->positions[0], {1, 0, 0}, 0.02f);
}

TEST(Meshopt, QuaternionFilterOfAnAnimation) {
  const std::vector<float> turns = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f};
  std::vector<std::int16_t> filtered(8);
  meshopt_encodeFilterQuat(filtered.data(), 2, 8, 16, turns.data());
  MeshoptFile file;
  const int view =
      file.addView(encodedVertices(filtered.data(), 2, 8), 2, 8, "ATTRIBUTES", R"(,"filter":"QUATERNION")");
  file.builder.addAccessor(file.builder.addView(std::vector<float>{0, 1}), 5126, 2, "SCALAR");
  file.builder.addAccessor(view, 5122, 2, "VEC4", ",\"normalized\":true");
  file.builder.add("nodes", "{}");
  file.builder.add(
      "animations",
      R"({"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]})");
  const auto asset = loaded(file.glb());
  ASSERT_TRUE(asset);
  const auto& values = asset->animations()[0].channels[0].values;
  ASSERT_EQ(values.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(values[i], turns[i], 1e-3f) << i;
}

TEST(Meshopt, BrokenDataIsAnError) {
  const Sheet s = sheet(5);
  std::vector<unsigned char> bytes = encodedVertices(s.positions.data(), 25, 12);
  const auto error = [&](const std::vector<unsigned char>& data, std::size_t count) {
    MeshoptFile file;
    file.builder.addAccessor(file.addView(data, count, 12, "ATTRIBUTES"), 5126, 25, "VEC3");
    file.builder.addMesh("\"POSITION\":0");
    return firstError(meshTriangles(file.glb()));
  };
  std::vector<unsigned char> wrong = bytes;
  wrong[0] ^= 0xFF;
  EXPECT_EQ(error(wrong, 25).code, codes::kCompressionInvalid);
  EXPECT_EQ(error(wrong, 25).pointer, "/bufferViews/0");
  bytes.resize(bytes.size() / 2);
  EXPECT_EQ(error(bytes, 25).code, codes::kCompressionInvalid);
  // A count that would allocate gigabytes is not believed.
  EXPECT_EQ(error(bytes, 1000000000).code, codes::kCompressionInvalid);
}

TEST(Meshopt, BadParametersAreErrors) {
  const auto error = [](const std::string& extension) {
    AssetBuilder builder;
    builder.binary = std::string(16, 'x');
    builder.add("bufferViews",
                R"({"buffer":0,"byteLength":12,"extensions":{"EXT_meshopt_compression":)" + extension + "}}");
    return loadError(builder.glb());
  };
  EXPECT_EQ(error("7").code, codes::kGltfType);
  EXPECT_EQ(error("{}").code, codes::kGltfMissing);
  EXPECT_EQ(error(R"({"buffer":3,"byteLength":16,"byteStride":12,"count":1,"mode":"ATTRIBUTES"})").code,
            codes::kGltfIndex);
  EXPECT_EQ(error(R"({"buffer":0,"byteLength":17,"byteStride":12,"count":1,"mode":"ATTRIBUTES"})").code,
            codes::kBufferViewRange);
  const char* const invalid[] = {
      R"({"buffer":0,"byteLength":16,"byteStride":12,"count":1,"mode":"OTHER"})",
      R"({"buffer":0,"byteLength":16,"byteStride":12,"count":1})",
      R"({"buffer":0,"byteLength":16,"byteStride":12,"count":1,"mode":"ATTRIBUTES","filter":"COLOR"})",
      R"({"buffer":0,"byteLength":16,"byteStride":6,"count":2,"mode":"ATTRIBUTES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":260,"count":2,"mode":"ATTRIBUTES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":0,"count":2,"mode":"ATTRIBUTES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":12,"count":3,"mode":"TRIANGLES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":4,"count":4,"mode":"TRIANGLES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":12,"count":1,"mode":"ATTRIBUTES","filter":"OCTAHEDRAL"})",
      R"({"buffer":0,"byteLength":16,"byteStride":4,"count":3,"mode":"ATTRIBUTES","filter":"QUATERNION"})",
      R"({"buffer":0,"byteLength":16,"byteStride":4,"count":6,"mode":"INDICES","filter":"EXPONENTIAL"})",
      R"({"buffer":0,"byteLength":16,"byteStride":4,"count":2,"mode":"ATTRIBUTES"})",
      R"({"buffer":0,"byteLength":16,"byteStride":4,"count":9007199254740991,"mode":"ATTRIBUTES"})"};
  for (const char* extension : invalid)
    EXPECT_EQ(error(extension).code, codes::kCompressionInvalid) << extension;
}

TEST(Draco, BothEncodings) {
  const Sheet s = sheet(20);
  for (const bool edgebreaker : {true, false}) {
    const auto geometry = meshTriangles(dracoGltf(encodedSheet(s, edgebreaker, false), s));
    ASSERT_TRUE(geometry.ok()) << firstError(geometry).message;
    ASSERT_EQ(geometry->indices.size(), s.indices.size());
    // Vertices and triangles may come in another order; the area of the projection and the box do not change.
    double area = 0;
    for (std::size_t i = 0; i < geometry->indices.size(); i += 3) {
      const Vec3 a = geometry->positions[geometry->indices[i]],
                 b = geometry->positions[geometry->indices[i + 1]],
                 c = geometry->positions[geometry->indices[i + 2]];
      area += 0.5 * cross(b - a, c - a).y;
    }
    EXPECT_NEAR(area, 19 * 19, 0.1);
    Aabb box;
    for (const Vec3& p : geometry->positions) box.include(p);
    expectNear(box.lower, {0, 0, 0}, 1e-3f);
    expectNear(box.upper, {19, 1.5f, 19}, 1e-3f);
  }
}

TEST(Draco, SkinnedMesh) {
  const Sheet s = sheet(4);
  const auto geometry =
      loaded(dracoGltf(encodedSheet(s, true, true), s))->nodeGeometry(0, GeometryUse::Points, "/referrer");
  ASSERT_TRUE(geometry.ok()) << firstError(geometry).message;
  for (const Vec3& p : geometry->positions) EXPECT_GE(p.y, 99.9f);
}

TEST(Draco, WrongDataIsAnError) {
  const Sheet s = sheet(6);
  DracoFile draco = encodedSheet(s, true, false);
  const auto error = [](const std::string& file) { return firstError(meshTriangles(file)); };
  const Diagnostic count =
      error(dracoGltf(draco, s.indices.size(), draco.points + 1, std::to_string(draco.position)));
  EXPECT_EQ(count.code, codes::kCompressionInvalid);
  EXPECT_EQ(count.pointer, "/meshes/0/primitives/0");
  EXPECT_EQ(error(dracoGltf(draco, s.indices.size(), draco.points, "77")).code, codes::kCompressionInvalid);
  EXPECT_EQ(loadError(dracoGltf(draco, s.indices.size(), draco.points, "[]")).code, codes::kGltfType);
  DracoFile cut = draco;
  cut.bytes.resize(cut.bytes.size() / 2);
  EXPECT_EQ(error(dracoGltf(cut, s)).code, codes::kCompressionInvalid);
  DracoFile magic = draco;
  magic.bytes[0] = 'X';
  EXPECT_EQ(error(dracoGltf(magic, s)).code, codes::kCompressionInvalid);
  // Varints of the numbers of vertices and triangles, right behind the header, made huge.
  for (const bool edgebreaker : {true, false}) {
    DracoFile huge = encodedSheet(s, edgebreaker, false);
    for (std::size_t i = 11; i < 21; ++i) huge.bytes[i] = i == 15 || i == 20 ? '\x05' : '\xFF';
    EXPECT_EQ(error(dracoGltf(huge, s)).code, codes::kCompressionInvalid);
  }
}

TEST(Draco, DecodingStopsAtTheLimit) {
  const Sheet s = sheet(20);
  LoadOptions options;
  options.max_decoded_bytes = 1000;
  const auto geometry = meshTriangles(dracoGltf(encodedSheet(s, true, false), s), options);
  EXPECT_EQ(firstError(geometry).code, codes::kDecodeLimit);
}

#else

TEST(Compression, NeedsTheLibraries) {
  AssetBuilder builder;
  builder.binary = std::string(16, 'x');
  builder.add(
      "bufferViews",
      R"({"buffer":0,"byteLength":12,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":16,)"
      R"("byteStride":12,"count":1,"mode":"ATTRIBUTES"}}})");
  builder.addAccessor(0, 5126, 1, "VEC3");
  builder.addMesh("\"POSITION\":0");
  EXPECT_EQ(firstError(meshTriangles(builder.glb())).code, codes::kCompressionMissing);
}

TEST(Compression, DracoWithUncompressedFallbackIsRead) {
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  builder.addMesh("\"POSITION\":0",
                  R"(,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})");
  EXPECT_EQ(meshTriangles(builder.glb())->indices, (Indices{0, 1, 2, 3, 4, 5}));
}

#endif

}  // namespace
}  // namespace carom::gltf
