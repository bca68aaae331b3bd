#include <gtest/gtest.h>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

const std::string kMinimal = R"({"asset":{"version":"2.0"}})";

std::string withLength(std::string glb, std::uint32_t length) {
  return glb.replace(8, 4, littleEndian(length));
}

std::size_t littleEndianAt(const std::string& bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

TEST(Container, ReadsJsonAndBinary) {
  AssetBuilder builder;
  builder.binary = "abcdefgh";
  const auto asset = loaded(builder.glb());
  EXPECT_TRUE(asset->isBinary());
  EXPECT_EQ(asset->binaryChunk().size(), 8u);
  ASSERT_EQ(asset->bufferCount(), 1u);
  EXPECT_FALSE(asset->buffer(0).uri.has_value());
  EXPECT_EQ(std::to_integer<char>(asset->buffer(0).bytes[7]), 'h');
  EXPECT_FALSE(loaded(kMinimal)->isBinary());
  EXPECT_EQ(loaded(container(chunk("JSON", kMinimal, ' ')))->bufferCount(), 0u);
}

TEST(Container, TruncatedAtEveryByteIsAnError) {
  AssetBuilder builder;
  builder.binary = "abcdefgh";
  const std::string glb = builder.glb();
  for (std::size_t size = 0; size < glb.size(); ++size) {
    EXPECT_FALSE(loadError(glb.substr(0, size)).code.empty()) << size;
    if (size >= 4) {
      EXPECT_EQ(loadError(glb.substr(0, size)).code, codes::kGlbTruncated) << size;
    }
    // The same with a header that knows of the cut. Without its binary chunk the file is whole, though of
    // little use.
    const bool whole = size == 20 + littleEndianAt(glb, 12);
    if (size >= 12 && !whole) loadError(withLength(glb.substr(0, size), static_cast<std::uint32_t>(size)));
  }
}

TEST(Container, ChunkLongerThanTheFileIsAnError) {
  std::string glb = container(chunk("JSON", kMinimal, ' '));
  for (const std::uint32_t length : {1000u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    const Diagnostic d = loadError(std::string(glb).replace(12, 4, littleEndian(length)));
    EXPECT_EQ(d.code, codes::kGlbTruncated);
    EXPECT_NE(d.message.find(std::to_string(length)), std::string::npos) << d.message;
  }
  EXPECT_EQ(loadError(withLength(glb, 0xFFFFFFFFu)).code, codes::kGlbTruncated);
  EXPECT_EQ(loadError(withLength(glb, 11)).code, codes::kGlbHeader);
  EXPECT_EQ(loadError(withLength(glb, 12)).code, codes::kGlbChunk);
  EXPECT_EQ(loadError(withLength(glb, 15)).code, codes::kGlbTruncated);
}

TEST(Container, BytesAfterTheEndAreIgnoredWithAWarning) {
  Diagnostics warnings;
  EXPECT_TRUE(loaded(container(chunk("JSON", kMinimal, ' ')) + "more", &warnings));
  ASSERT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(warnings.items()[0].code, codes::kGlbTrailingBytes);
}

TEST(Container, OtherVersionsAndChunksAreRefused) {
  std::string glb = container(chunk("JSON", kMinimal, ' '));
  EXPECT_EQ(loadError(std::string(glb).replace(4, 4, littleEndian(1))).code, codes::kGlbHeader);
  EXPECT_EQ(loadError(container(chunk("XXXX", kMinimal, ' '))).code, codes::kGlbChunk);
}

TEST(Container, UnknownChunksAreSkipped) {
  AssetBuilder builder;
  builder.binary = "abcd";
  const std::string glb =
      container(chunk("JSON", builder.json(), ' ') + chunk("XTRA", "hello", ' ') +
                chunk(std::string_view("BIN\0", 4), "abcd", '\0') + chunk("MORE", "", ' '));
  const auto asset = loaded(glb);
  EXPECT_EQ(asset->buffer(0).bytes.size(), 4u);
  EXPECT_EQ(std::to_integer<char>(asset->buffer(0).bytes[0]), 'a');
}

TEST(Container, RepeatedBinaryChunkWarns) {
  Diagnostics warnings;
  const std::string_view type("BIN\0", 4);
  loaded(container(chunk("JSON", kMinimal, ' ') + chunk(type, "abcd", ' ') + chunk(type, "efgh", ' ')),
         &warnings);
  ASSERT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(warnings.items()[0].code, codes::kGlbChunk);
}

TEST(Container, JsonPaddedWithZerosIsReadWithAWarning) {
  Diagnostics warnings;
  EXPECT_TRUE(loaded(container(chunk("JSON", kMinimal + " ", '\0')), &warnings));
  EXPECT_EQ(warnings.items().size(), kMinimal.size() % 4 == 3 ? 0u : 1u);
}

TEST(Container, NoGltfAtAll) {
  EXPECT_EQ(loadError("").code, codes::kJsonSyntax);
  EXPECT_EQ(loadError("hello").code, codes::kJsonSyntax);
  EXPECT_EQ(loadError("[]").code, codes::kGltfType);
  EXPECT_EQ(loadError("{}").code, codes::kGltfMissing);
  EXPECT_EQ(loadError(std::string(100000, '[')).code, codes::kJsonDepth);
  EXPECT_EQ(loadError("glTF").code, codes::kGlbTruncated);
}

TEST(Container, MissingFileAndFolderAreErrors) {
  Diagnostics warnings;
  const auto missing = Asset::load("/nonexistent/scene.glb", {}, warnings);
  EXPECT_EQ(firstError(missing).code, codes::kFileUnreadable);
  EXPECT_EQ(firstError(Asset::load("/tmp", {}, warnings)).code, codes::kFileUnreadable);
}

}  // namespace
}  // namespace carom::gltf
