// Where buffers come from, and where they must not come from.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "gltf/uri.hpp"

namespace carom::gltf {
namespace {

std::string withBuffer(const std::string& uri, std::size_t length = 4) {
  return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" + std::to_string(length) + R"(,"uri":")" +
         uri + "\"}]}";
}

std::string bytesOf(const Asset& asset) {
  const auto bytes = asset.buffer(0).bytes;
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// A folder of its own, removed afterwards.
class BufferFiles : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name =
        std::string("carom_") + testing::UnitTest::GetInstance()->current_test_info()->name();
    outside_ = std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()));
    folder_ = outside_ / "scene";
    std::filesystem::create_directories(folder_ / "sub folder");
    write(outside_ / "secret.bin", "none");
  }
  void TearDown() override { std::filesystem::remove_all(outside_); }
  static void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::filesystem::path outside_, folder_;
};

TEST(DataUri, Base64AndPercentEncoding) {
  EXPECT_EQ(bytesOf(*loaded(withBuffer("data:application/octet-stream;base64,YWJjZA=="))), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("data:;base64,YWJjZA"))), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("data:;base64,YWJjZGVm"))), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("data:;base64,YWJjZA%3D%3D"))), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("DATA:,a%62c%64"))), "abcd");
  const auto asset = loaded(withBuffer("data:,abcd"));
  EXPECT_EQ(asset->buffer(0).uri, "data:,abcd");
}

TEST(DataUri, MalformedIsAnError) {
  for (const char* uri :
       {"data:;base64,YW*j", "data:;base64,YWJjZ", "data:;base64", "data:,%4", "data:,%zz"}) {
    const Diagnostic d = loadError(withBuffer(uri));
    EXPECT_EQ(d.code, codes::kUriInvalid) << uri;
    EXPECT_EQ(d.pointer, "/buffers/0/uri");
  }
  const Diagnostic d = loadError(withBuffer("data:;base64,YWJj"));
  EXPECT_EQ(d.code, codes::kBufferLength);
  EXPECT_EQ(d.pointer, "/buffers/0/byteLength");
}

TEST(DataUri, Base64OfEveryLength) {
  EXPECT_EQ(base64Decoded(""), "");
  EXPECT_EQ(base64Decoded("YQ=="), "a");
  EXPECT_EQ(base64Decoded("YWI="), "ab");
  EXPECT_EQ(base64Decoded("YWJj"), "abc");
  EXPECT_EQ(base64Decoded("/+8="), "\xFF\xEF");
  EXPECT_FALSE(base64Decoded("Y"));
  EXPECT_FALSE(base64Decoded("YW Jj"));
  EXPECT_FALSE(base64Decoded("Y=Jj"));
}

TEST_F(BufferFiles, FilesBesideTheScene) {
  write(folder_ / "a.bin", "abcdef");
  write(folder_ / "sub folder" / "b%c.bin", "wxyz");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("a.bin"), nullptr, {}, folder_)), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("./a.bin"), nullptr, {}, folder_)), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("sub%20folder/b%25c.bin"), nullptr, {}, folder_)), "wxyz");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("sub folder/../a.bin"), nullptr, {}, folder_)), "abcd");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("no such folder/../a.bin"), nullptr, {}, folder_)), "abcd");
  write(folder_ / "scene.gltf", withBuffer("a.bin"));
  Diagnostics warnings;
  const auto asset = Asset::load(folder_ / "scene.gltf", {}, warnings);
  ASSERT_TRUE(asset.ok());
  EXPECT_EQ(bytesOf(**asset), "abcd");
  EXPECT_EQ((*asset)->folder(), folder_);
}

/// What is wrong with a file whose buffer, four bytes long, has two views and an accessor.
std::size_t errorsWithViews(const std::string& buffer, const std::filesystem::path& folder) {
  const std::string text = R"({"asset":{"version":"2.0"},"buffers":[)" + buffer +
                           R"(],"bufferViews":[{"buffer":0,"byteLength":2},{"buffer":0,"byteOffset":2,)"
                           R"("byteLength":2}],"accessors":[{"bufferView":1,"componentType":5121,"count":2,)"
                           R"("type":"SCALAR"}]})";
  Diagnostics warnings;
  const auto asset = Asset::loadFromMemory(text, folder, {}, warnings);
  return asset.diagnostics().errorCount();
}

TEST_F(BufferFiles, OneErrorStandsForAMissingBuffer) {
  write(folder_ / "short.bin", "abc");
  for (const char* buffer :
       {R"({"byteLength":4,"uri":"no.bin"})", R"({"byteLength":4,"uri":"short.bin"})",
        R"({"byteLength":4,"uri":"../outside.bin"})", R"({"byteLength":4,"uri":"data:;base64,*"})",
        R"({"byteLength":4,"uri":7})", R"({"uri":"data:,abcd"})", "3"})
    EXPECT_EQ(errorsWithViews(buffer, folder_), 1u) << buffer;
  // Of a buffer that is there, views and accessors are checked.
  EXPECT_EQ(errorsWithViews(R"({"byteLength":3,"uri":"data:,abc"})", folder_), 2u);
}

TEST_F(BufferFiles, MissingShortAndLargeFilesAreErrors) {
  const Diagnostic missing = loadError(withBuffer("no.bin"), {}, folder_);
  EXPECT_EQ(missing.code, codes::kFileUnreadable);
  EXPECT_EQ(missing.pointer, "/buffers/0/uri");
  EXPECT_NE(missing.message.find("no.bin"), std::string::npos);
  write(folder_ / "short.bin", "abc");
  EXPECT_EQ(loadError(withBuffer("short.bin"), {}, folder_).code, codes::kBufferLength);
  EXPECT_EQ(loadError(withBuffer("sub folder"), {}, folder_).code, codes::kFileUnreadable);
  LoadOptions options;
  options.max_file_bytes = 2;
  EXPECT_EQ(loadError(withBuffer("short.bin"), options, folder_).code, codes::kFileTooLarge);
}

TEST_F(BufferFiles, UrisThatLeadElsewhereAreRefused) {
  const std::string absolute = (outside_ / "secret.bin").string();
  for (const std::string uri : {"../secret.bin", "sub folder/../../secret.bin", "%2e%2e/secret.bin",
                                "..%2Fsecret.bin", "a/b/../../../secret.bin", "./../scene/../secret.bin",
                                "http://example.org/a.bin", "file:///etc/passwd", "FILE:a", "c:a.bin",
                                "C%3A/a.bin", "//host/a.bin", "..%5Csecret.bin", "%2Fetc/passwd"}) {
    const Diagnostic d = loadError(withBuffer(uri), {}, folder_);
    EXPECT_EQ(d.code, codes::kUriRefused) << uri;
    EXPECT_EQ(d.pointer, "/buffers/0/uri") << uri;
  }
  EXPECT_EQ(loadError(withBuffer(absolute), {}, folder_).code, codes::kUriRefused);
  EXPECT_EQ(loadError(withBuffer("..\\\\secret.bin"), {}, folder_).code, codes::kUriRefused);
  EXPECT_EQ(loadError(withBuffer("a%00.bin"), {}, folder_).code, codes::kUriInvalid);
  EXPECT_EQ(loadError(withBuffer("a%0.bin"), {}, folder_).code, codes::kUriInvalid);
  EXPECT_EQ(loadError(withBuffer(""), {}, folder_).code, codes::kUriInvalid);
  EXPECT_EQ(loadError(withBuffer("a.bin")).code, codes::kUriRefused);
}

TEST_F(BufferFiles, SymbolicLinksMustStayInside) {
  write(folder_ / "a.bin", "abcd");
  std::filesystem::create_symlink(outside_ / "secret.bin", folder_ / "out.bin");
  std::filesystem::create_directory_symlink(outside_, folder_ / "up");
  std::filesystem::create_symlink("a.bin", folder_ / "in.bin");
  EXPECT_EQ(loadError(withBuffer("out.bin"), {}, folder_).code, codes::kUriRefused);
  EXPECT_EQ(loadError(withBuffer("up/secret.bin"), {}, folder_).code, codes::kUriRefused);
  EXPECT_EQ(bytesOf(*loaded(withBuffer("in.bin"), nullptr, {}, folder_)), "abcd");
  // The scene's own folder may be reached through a link.
  std::filesystem::create_directory_symlink(folder_, outside_ / "link");
  EXPECT_EQ(bytesOf(*loaded(withBuffer("a.bin"), nullptr, {}, outside_ / "link")), "abcd");
}

TEST(Buffers, BinaryChunkMustBeLongEnough) {
  AssetBuilder builder;
  builder.binary = "abcd";
  builder.add("buffers", R"({"byteLength":9})");
  EXPECT_EQ(loadError(builder.glb()).code, codes::kBufferLength);
}

TEST(Buffers, WithoutUriOnlyMatterWhenNeeded) {
  AssetBuilder builder;
  builder.add("buffers", R"({"byteLength":100})");
  builder.add("bufferViews", R"({"buffer":0,"byteLength":36})");
  const int positions = builder.addAccessor(0, 5126, 3, "VEC3");
  builder.addMesh("\"POSITION\":" + std::to_string(positions));
  const Diagnostic d = firstError(meshTriangles(builder.json()));
  EXPECT_EQ(d.code, codes::kBufferLength);
  EXPECT_EQ(d.pointer, "/bufferViews/0");
}

TEST(Buffers, ImagesAndTexturesAreNotTouched) {
  AssetBuilder builder;
  builder.add("images", R"({"uri":"../../missing.png"})");
  builder.add("textures", R"({"source":99})");
  builder.add("materials", "7");
  EXPECT_TRUE(loaded(builder.json()));
}

TEST(BufferViews, RangesAreChecked) {
  const auto withView = [](const std::string& view) {
    AssetBuilder builder;
    builder.binary = "abcdefgh";
    builder.add("bufferViews", view);
    return builder.glb();
  };
  EXPECT_TRUE(loaded(withView(R"({"buffer":0,"byteOffset":4,"byteLength":4})")));
  const Diagnostic d = loadError(withView(R"({"buffer":0,"byteOffset":4,"byteLength":5})"));
  EXPECT_EQ(d.code, codes::kBufferViewRange);
  EXPECT_EQ(d.pointer, "/bufferViews/0");
  EXPECT_EQ(loadError(withView(R"({"buffer":0,"byteOffset":9007199254740991,"byteLength":4})")).code,
            codes::kBufferViewRange);
  EXPECT_EQ(loadError(withView(R"({"buffer":1,"byteLength":4})")).code, codes::kGltfIndex);
  EXPECT_EQ(loadError(withView(R"({"buffer":0,"byteLength":-4})")).code, codes::kGltfValue);
  EXPECT_EQ(loadError(withView(R"({"buffer":0,"byteLength":1e300})")).code, codes::kGltfType);
  EXPECT_EQ(loadError(withView(R"({"buffer":0})")).code, codes::kGltfMissing);
  EXPECT_EQ(loadError(withView(R"({"byteLength":4})")).code, codes::kGltfMissing);
  EXPECT_EQ(loadError(withView(R"({"buffer":0,"byteLength":4,"byteStride":0})")).code, codes::kGltfValue);
  EXPECT_EQ(loadError(withView(R"({"buffer":0,"byteLength":4,"byteStride":256})")).code, codes::kGltfValue);
}

}  // namespace
}  // namespace carom::gltf
