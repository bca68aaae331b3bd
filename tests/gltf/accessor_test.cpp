#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "gltf/accessor_data.hpp"

namespace carom::gltf {
namespace {

// A point cloud whose positions are read through an accessor of interest.
std::vector<Vec3> points(const AssetBuilder& builder) {
  const auto asset = loaded(builder.glb());
  if (!asset) return {};
  const auto geometry = asset->meshGeometry(0, {}, GeometryUse::Points, "/referrer");
  EXPECT_TRUE(geometry.ok()) << firstError(geometry).message;
  return geometry.ok() ? geometry->positions : std::vector<Vec3>();
}

template <class T>
std::vector<Vec3> integerPoints(const std::vector<T>& values, int component, bool normalized) {
  AssetBuilder builder;
  const int view = builder.addView(values);
  const int positions = builder.addAccessor(view, component, values.size() / 3, "VEC3",
                                            normalized ? ",\"normalized\":true" : "");
  builder.addMesh("\"POSITION\":" + std::to_string(positions), ",\"mode\":0");
  return points(builder);
}

TEST(Accessor, EveryComponentTypeOfPositions) {
  expectNear(integerPoints<std::int8_t>({-128, -127, 127}, 5120, false)[0], {-128, -127, 127});
  expectNear(integerPoints<std::int8_t>({-128, -127, 127}, 5120, true)[0], {-1, -1, 1});
  expectNear(integerPoints<std::uint8_t>({0, 51, 255}, 5121, false)[0], {0, 51, 255});
  expectNear(integerPoints<std::uint8_t>({0, 51, 255}, 5121, true)[0], {0, 0.2f, 1});
  expectNear(integerPoints<std::int16_t>({-32768, 16384, 32767}, 5122, false)[0], {-32768, 16384, 32767});
  expectNear(integerPoints<std::int16_t>({-32768, -32767, 32767}, 5122, true)[0], {-1, -1, 1});
  expectNear(integerPoints<std::uint16_t>({0, 13107, 65535}, 5123, false)[0], {0, 13107, 65535});
  expectNear(integerPoints<std::uint16_t>({0, 13107, 65535}, 5123, true)[0], {0, 0.2f, 1});
  expectNear(integerPoints<float>({0, -1.5f, 1e30f}, 5126, false)[0], {0, -1.5f, 1e30f});
}

TEST(Accessor, UnsignedIntegersAreNoPositions) {
  AssetBuilder builder;
  const int view = builder.addView(std::vector<std::uint32_t>{1, 2, 3});
  builder.addAccessor(view, 5125, 1, "VEC3");
  builder.addMesh("\"POSITION\":0", ",\"mode\":0");
  const Diagnostic d =
      firstError(loaded(builder.glb())->meshGeometry(0, {}, GeometryUse::Points, "/referrer"));
  EXPECT_EQ(d.code, codes::kAccessorFormat);
  EXPECT_EQ(d.pointer, "/accessors/0");
}

TEST(Accessor, InterleavedWithOffset) {
  AssetBuilder builder;
  // Four bytes of something else, the position, four bytes of something else; twice.
  const int view = builder.addView(std::vector<float>{9, 1, 2, 3, 9, 9, 4, 5, 6, 9}, ",\"byteStride\":20");
  builder.addAccessor(view, 5126, 2, "VEC3", ",\"byteOffset\":4");
  builder.addMesh("\"POSITION\":0", ",\"mode\":0");
  const auto p = points(builder);
  ASSERT_EQ(p.size(), 2u);
  expectNear(p[0], {1, 2, 3});
  expectNear(p[1], {4, 5, 6});
}

TEST(Accessor, WithoutBufferViewIsZeros) {
  AssetBuilder builder;
  builder.addAccessor(-1, 5126, 5, "VEC3");
  builder.addMesh("\"POSITION\":0", ",\"mode\":0");
  const auto p = points(builder);
  ASSERT_EQ(p.size(), 5u);
  EXPECT_EQ(p[4], (Vec3{0, 0, 0}));
}

std::string sparse(int count, int indices, int component, int values) {
  return R"(,"sparse":{"count":)" + std::to_string(count) + R"(,"indices":{"bufferView":)" +
         std::to_string(indices) + R"(,"componentType":)" + std::to_string(component) +
         R"(},"values":{"bufferView":)" + std::to_string(values) + "}}";
}

TEST(Accessor, SparseOverridesElements) {
  for (const bool based : {true, false}) {
    AssetBuilder builder;
    const int base = builder.addView(sixCorners());
    const int indices = builder.addView(std::vector<std::uint16_t>{1, 5});
    const int values = builder.addView(std::vector<float>{7, 8, 9, -1, -2, -3});
    builder.addAccessor(based ? base : -1, 5126, 6, "VEC3", sparse(2, indices, 5123, values));
    builder.addMesh("\"POSITION\":0", ",\"mode\":0");
    const auto p = points(builder);
    ASSERT_EQ(p.size(), 6u);
    expectNear(p[1], {7, 8, 9});
    expectNear(p[5], {-1, -2, -3});
    expectNear(p[4], based ? Vec3{1, 0, 1} : Vec3{0, 0, 0});
  }
}

TEST(Accessor, SparseErrors) {
  const auto file = [](int count, int indices, int component, int values, std::uint8_t second) {
    AssetBuilder builder;
    builder.addView(sixCorners());
    builder.addView(std::vector<std::uint8_t>{1, second, 0, 0});
    builder.addView(std::vector<float>{7, 8, 9, -1, -2, -3});
    builder.addAccessor(0, 5126, 6, "VEC3", sparse(count, indices, component, values));
    builder.addMesh("\"POSITION\":0");
    return builder.glb();
  };
  EXPECT_TRUE(meshTriangles(file(2, 1, 5121, 2, 5)).ok());
  const Diagnostic out = firstError(meshTriangles(file(2, 1, 5121, 2, 6)));
  EXPECT_EQ(out.code, codes::kAccessorSparse);
  EXPECT_EQ(out.pointer, "/accessors/0/sparse/indices");
  EXPECT_EQ(firstError(meshTriangles(file(2, 1, 5121, 2, 1))).code, codes::kAccessorSparse);
  EXPECT_EQ(firstError(meshTriangles(file(2, 1, 5121, 2, 0))).code, codes::kAccessorSparse);
  EXPECT_EQ(loadError(file(7, 1, 5121, 2, 5)).code, codes::kAccessorSparse);
  EXPECT_EQ(loadError(file(5, 1, 5121, 2, 5)).code, codes::kAccessorRange);
  EXPECT_EQ(loadError(file(3, 1, 5121, 2, 5)).pointer, "/accessors/0/sparse/values");
  EXPECT_EQ(loadError(file(2, 9, 5121, 2, 5)).code, codes::kGltfIndex);
  EXPECT_EQ(loadError(file(2, 1, 5121, 9, 5)).code, codes::kGltfIndex);
  EXPECT_EQ(loadError(file(2, 1, 5126, 2, 5)).code, codes::kAccessorSparse);
  AssetBuilder builder;
  builder.addAccessor(-1, 5126, 6, "VEC3", R"(,"sparse":{"count":1})");
  EXPECT_EQ(loadError(builder.json()).code, codes::kGltfMissing);
}

TEST(Accessor, RangeIsChecked) {
  const auto file = [](const std::string& count, const std::string& more) {
    AssetBuilder builder;
    builder.addView(sixCorners());
    builder.add("accessors",
                R"({"bufferView":0,"componentType":5126,"type":"VEC3","count":)" + count + more + "}");
    return builder.glb();
  };
  EXPECT_TRUE(loaded(file("6", "")));
  for (const char* count : {"7", "1000000000", "4294967296", "9007199254740991"}) {
    const Diagnostic d = loadError(file(count, ""));
    EXPECT_EQ(d.code, codes::kAccessorRange) << count;
    EXPECT_EQ(d.pointer, "/accessors/0");
  }
  EXPECT_EQ(loadError(file("6", ",\"byteOffset\":4")).code, codes::kAccessorRange);
  EXPECT_EQ(loadError(file("1", ",\"byteOffset\":9007199254740991")).code, codes::kAccessorRange);
  EXPECT_EQ(loadError(file("-1", "")).code, codes::kGltfValue);
  EXPECT_EQ(loadError(file("1.5", "")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file("\"6\"", "")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file("null", "")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file("1e999", "")).code, codes::kJsonNumberRange);
  EXPECT_EQ(loadError(file("Infinity", "")).code, codes::kGltfType);
}

TEST(Accessor, KindsAreChecked) {
  const auto file = [](const std::string& json) {
    AssetBuilder builder;
    builder.add("accessors", json);
    return builder.json();
  };
  EXPECT_EQ(loadError(file(R"({"componentType":5124,"count":1,"type":"VEC3"})")).code, codes::kGltfValue);
  EXPECT_EQ(loadError(file(R"({"componentType":5126,"count":1,"type":"VEC5"})")).code, codes::kGltfValue);
  EXPECT_EQ(loadError(file(R"({"componentType":5126,"count":1})")).code, codes::kGltfMissing);
  EXPECT_EQ(loadError(file(R"({"componentType":5126,"type":"VEC3"})")).code, codes::kGltfMissing);
  EXPECT_EQ(loadError(file(R"({"componentType":5126,"count":1,"type":7})")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file(R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"})")).code,
            codes::kGltfIndex);
  EXPECT_EQ(loadError(file("[]")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file("null")).code, codes::kGltfType);
}

// None of these may allocate what it asks for.
TEST(Accessor, CountsBeyondTheBytesPresentAreRefused) {
  for (const char* count : {"100000000", "4000000000", "9007199254740991"}) {
    AssetBuilder builder;
    builder.add("accessors", R"({"componentType":5126,"type":"VEC3","count":)" + std::string(count) + "}");
    builder.addMesh("\"POSITION\":0");
    const Diagnostic d = firstError(meshTriangles(builder.json()));
    EXPECT_EQ(d.code, codes::kDecodeLimit) << count;
    EXPECT_EQ(d.pointer, "/accessors/0/count");
  }
}

TEST(Accessor, DecodingStopsAtTheLimit) {
  AssetBuilder builder;
  builder.addFloats(sixCorners(), "VEC3");
  builder.addMesh("\"POSITION\":0");
  LoadOptions options;
  options.max_decoded_bytes = 100;
  const auto asset = loaded(builder.glb(), nullptr, options);
  EXPECT_TRUE(asset->meshGeometry(0, {}, GeometryUse::Triangles, "").ok());
  const Diagnostic d = firstError(asset->meshGeometry(0, {}, GeometryUse::Triangles, ""));
  EXPECT_EQ(d.code, codes::kDecodeLimit);
}

// Twelve kilobytes of positions, named 301 times by a mesh that is asked for again and again: a small file
// gets to what a small file is allowed and no further.
TEST(Accessor, DecodingIsBoundedByTheSizeOfTheFile) {
  AssetBuilder builder;
  builder.addFloats(std::vector<float>(3000, 1), "VEC3");
  std::string primitives = R"({"attributes":{"POSITION":0},"mode":0})";
  for (int i = 0; i < 300; ++i) primitives += R"(,{"attributes":{"POSITION":0},"mode":0})";
  builder.add("meshes", "{\"primitives\":[" + primitives + "]}");
  const auto asset = loaded(builder.glb());
  std::size_t decoded = 0;
  while (decoded < 1000 && asset->meshGeometry(0, {}, GeometryUse::Points, "").ok()) ++decoded;
  EXPECT_GT(decoded, 10u);
  EXPECT_LT(decoded, 200u);
}

TEST(Accessor, MisalignmentOnlyWarns) {
  AssetBuilder builder;
  builder.addView(std::vector<std::uint8_t>(40, 0));
  builder.addAccessor(0, 5126, 3, "VEC3", ",\"byteOffset\":1");
  Diagnostics warnings;
  ASSERT_TRUE(loaded(builder.glb(), &warnings));
  ASSERT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(warnings.items()[0].code, codes::kAlignment);
}

TEST(Accessor, MatrixColumnsStartAtMultiplesOfFour) {
  EXPECT_EQ((ElementLayout{ComponentType::UnsignedByte, 2, 2}.bytes()), 8u);
  EXPECT_EQ((ElementLayout{ComponentType::UnsignedByte, 3, 3}.bytes()), 12u);
  EXPECT_EQ((ElementLayout{ComponentType::UnsignedShort, 3, 3}.bytes()), 24u);
  EXPECT_EQ((ElementLayout{ComponentType::Float, 4, 4}.bytes()), 64u);
}

}  // namespace
}  // namespace carom::gltf
