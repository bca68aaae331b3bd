#include "carom/output/bake.hpp"

#include <gtest/gtest.h>

#include "baking_scene.hpp"
#include "carom/dialect/load.hpp"
#include "hand_made_motion.hpp"

namespace carom {
namespace {

using namespace test;
using Names = std::vector<std::string>;
namespace fs = std::filesystem;

/// A scene on disk: scene.gltf with scene.bin and a picture, or scene.glb with the picture outside.
class Bake : public testing::Test {
 protected:
  void write(bool binary) {
    input_ = binary ? in_.write("scene.glb", glb(sceneText(""), sceneBytes()))
                    : in_.write("scene.gltf", sceneText(R"(,"uri":"scene.bin")"));
    if (!binary) in_.write("scene.bin", sceneBytes());
    in_.write("sub folder/pic.png", kPicture);
  }

  BakeSummary bakeTo(const fs::path& output) {
    auto scene = load(input_);
    EXPECT_TRUE(scene);
    for (const Diagnostic& item : scene.diagnostics().items())
      ADD_FAILURE() << item.pointer << ' ' << item.message;
    scene_ = std::move(scene.value());
    const MotionKeys keys = fallingKeys(scene_, {0, 1, 2});
    OutputFiles files;
    auto summary = bake(scene_, keys, output, files);
    EXPECT_TRUE(summary);
    EXPECT_FALSE(fs::exists(output) && fs::last_write_time(output) > started_);
    EXPECT_FALSE(files.commit().hasErrors());
    Diagnostics diagnostics;
    auto asset = gltf::Asset::load(output, {}, diagnostics);
    EXPECT_TRUE(asset);
    for (const Diagnostic& item : asset.diagnostics().items())
      ADD_FAILURE() << item.pointer << ' ' << item.message;
    baked_ = *asset;
    return *summary;
  }

  /// Everything of the input that baking has no business with is there with the same bytes.
  void expectRestUntouched(const std::vector<std::string>& changed = {"/nodes/2"}) {
    const json::Value before = scene_.asset->root(), after = baked_->root();
    const auto is_changed = [&](const std::string& pointer) {
      return std::find(changed.begin(), changed.end(), pointer) != changed.end();
    };
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::string_view name = before.key(i);
      EXPECT_EQ(after.key(i), name);
      if (!before[i].isArray()) {
        EXPECT_EQ(after[i].text(), before[i].text());
        continue;
      }
      if (name == "buffers") continue;
      ASSERT_GE(after[i].size(), before[i].size()) << name;
      for (std::size_t j = 0; j < before[i].size(); ++j) {
        const std::string pointer = before[i][j].pointer();
        if (!is_changed(pointer)) {
          EXPECT_EQ(after[i][j].text(), before[i][j].text()) << pointer;
        }
      }
    }
    EXPECT_EQ(baked_->root().find("asset").find("generator").string(), "by hand");
    // The accessors of the input have the same values.
    ASSERT_GE(baked_->animations().size(), 2u);
    EXPECT_EQ(baked_->animations()[0].channels[0].values, scene_.asset->animations()[0].channels[0].values);
    const auto mesh = baked_->meshGeometry(0, {}, gltf::GeometryUse::Points, "");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->positions[1], (Vec3{1, 0, 0}));
  }

  /// The new animation plays what was recorded, and the file's own channel with it.
  void expectAnimation() {
    ASSERT_EQ(baked_->animations().size(), 2u);
    const gltf::Animation& animation = baked_->animations()[1];
    EXPECT_EQ(animation.name, "Carom simulation");
    std::vector<std::pair<int, int>> targets;
    for (const gltf::AnimationChannel& channel : animation.channels) {
      targets.emplace_back(channel.node, static_cast<int>(channel.path));
      if (channel.node == 1 && channel.path == gltf::AnimationPath::Translation) {
        EXPECT_EQ(channel.interpolation, gltf::Interpolation::Linear);
        EXPECT_EQ(channel.times.front(), 0.0f);
        EXPECT_EQ(channel.times.back(), 2.0f);
        EXPECT_EQ(channel.values[1], 5.0f);
        EXPECT_EQ(channel.values[channel.values.size() - 2], -15.0f);
      }
      if (channel.node == 0 && channel.path == gltf::AnimationPath::Translation) {
        EXPECT_EQ(channel.values, (std::vector<float>{0, 0, 0, 0, 2, 0}));
      }
    }
    std::sort(targets.begin(), targets.end());
    EXPECT_EQ(targets, (std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
    // Times have their bounds, which glTF requires of animation inputs.
    const json::Value root = baked_->root();
    const json::Value samplers = root.find("animations")[1].find("samplers");
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      const auto input = static_cast<std::size_t>(samplers[i].find("input").number());
      const json::Value accessor = root.find("accessors")[input];
      EXPECT_TRUE(accessor.find("min").isArray() && accessor.find("max").isArray());
    }
  }

  void expectMatrixReplaced() {
    const json::Value node = baked_->root().find("nodes")[2];
    EXPECT_FALSE(node.find("matrix"));
    EXPECT_EQ(node.find("extras").text().find("\"a\"") == std::string_view::npos, false);
    const gltf::Node &before = scene_.asset->nodes()[2], &after = baked_->nodes()[2];
    EXPECT_LT(length(after.translation - before.translation), 1e-9);
    EXPECT_LT(length(after.scale - before.scale), 1e-9);
    EXPECT_LT(angle(after.rotation, before.rotation), 1e-7);
  }

  TemporaryFolder in_, out_;
  fs::path input_;
  fs::file_time_type started_ = fs::file_time_type::clock::now();
  Scene scene_;
  std::shared_ptr<const gltf::Asset> baked_;
};

TEST_F(Bake, TextBesideItsSource) {
  write(false);
  const BakeSummary summary = bakeTo(in_ / "baked.gltf");
  EXPECT_EQ(in_.names(), (Names{"baked.bin", "baked.gltf", "scene.bin", "scene.gltf", "sub folder"}));
  expectRestUntouched();
  expectAnimation();
  expectMatrixReplaced();
  EXPECT_EQ(baked_->root().find("buffers")[0].text(), scene_.asset->root().find("buffers")[0].text());
  EXPECT_EQ(baked_->root().find("buffers")[1].find("uri").string(), "baked.bin");
  EXPECT_EQ(readAll(in_ / "scene.bin"), sceneBytes());
  EXPECT_EQ(summary.nodes, 3u);
  ASSERT_EQ(summary.diagnostics.items().size(), 1u);
  EXPECT_EQ(summary.diagnostics.items()[0].code, "OUTPUT_ANIMATION_KEPT");
  EXPECT_EQ(summary.diagnostics.items()[0].pointer, "/nodes/0");
}

TEST_F(Bake, DataFileAvoidsTheSourcesOwn) {
  write(false);
  in_.write("other.gltf", sceneText(R"(,"uri":"scene.bin")"));
  input_ = in_ / "other.gltf";
  fs::remove(in_ / "scene.gltf");
  bakeTo(in_ / "scene.gltf");
  EXPECT_EQ(readAll(in_ / "scene.bin"), sceneBytes());
  EXPECT_EQ(baked_->root().find("buffers")[1].find("uri").string(), "scene_animation.bin");
}

TEST_F(Bake, TextToAnotherFolderTakesItsFilesAlong) {
  write(false);
  bakeTo(out_ / "baked.gltf");
  EXPECT_EQ(out_.names(), (Names{"baked.bin", "baked.gltf", "scene.bin", "sub folder"}));
  EXPECT_EQ(readAll(out_ / "scene.bin"), sceneBytes());
  EXPECT_EQ(readAll(out_ / "sub folder/pic.png"), kPicture);
  expectRestUntouched();
  expectAnimation();
  // Once more: the same files are there already.
  bakeTo(out_ / "again.gltf");
  EXPECT_EQ(out_.names(),
            (Names{"again.bin", "again.gltf", "baked.bin", "baked.gltf", "scene.bin", "sub folder"}));
}

TEST_F(Bake, FilesOfOthersAreNotOverwritten) {
  write(false);
  out_.write("scene.bin", "belongs to somebody");
  bakeTo(out_ / "scene.gltf");
  EXPECT_EQ(readAll(out_ / "scene.bin"), "belongs to somebody");
  EXPECT_EQ(readAll(out_ / "scene_1.bin"), sceneBytes());
  const json::Value buffers = baked_->root().find("buffers");
  EXPECT_EQ(buffers[0].find("uri").string(), "scene_1.bin");
  EXPECT_EQ(buffers[1].find("uri").string(), "scene_animation.bin");
  expectAnimation();
}

TEST_F(Bake, TextToBinaryIsSelfContained) {
  write(false);
  bakeTo(out_ / "baked.GLB");
  EXPECT_EQ(out_.names(), Names{"baked.GLB"});
  EXPECT_TRUE(baked_->isBinary());
  expectRestUntouched({"/nodes/2", "/images/0"});
  expectAnimation();
  expectMatrixReplaced();
  const json::Value image = baked_->root().find("images")[0];
  EXPECT_EQ(image.find("mimeType").string(), "image/png");
  EXPECT_EQ(image.find("name").string(), "picture");
  EXPECT_FALSE(image.find("uri"));
  const json::Value view =
      baked_->root().find("bufferViews")[static_cast<std::size_t>(image.find("bufferView").number())];
  const auto offset = static_cast<std::size_t>(view.find("byteOffset").number());
  EXPECT_EQ(std::memcmp(baked_->binaryChunk().data() + offset, kPicture.data(), kPicture.size()), 0);
  EXPECT_EQ(view.find("byteLength").number(), static_cast<double>(kPicture.size()));
  EXPECT_EQ(baked_->bufferCount(), 1u);
  EXPECT_EQ(baked_->root().find("buffers")[0].find("name").string(), "data");
}

TEST_F(Bake, BinaryToBinaryKeepsTheChunk) {
  write(true);
  bakeTo(out_ / "baked.glb");
  EXPECT_EQ(out_.names(), (Names{"baked.glb", "sub folder"}));
  expectRestUntouched();
  expectAnimation();
  EXPECT_EQ(std::memcmp(baked_->binaryChunk().data(), sceneBytes().data(), 68), 0);
  const std::string bytes = readAll(out_ / "baked.glb");
  EXPECT_EQ(bytes.size() % 4, 0u);
  EXPECT_EQ(bytes.substr(8, 4), littleEndian(static_cast<std::uint32_t>(bytes.size())));
}

TEST_F(Bake, BinaryToTextPutsTheChunkBeside) {
  write(true);
  bakeTo(out_ / "my baked.gltf");
  EXPECT_EQ(out_.names(), (Names{"my baked.bin", "my baked.gltf", "sub folder"}));
  expectRestUntouched();
  expectAnimation();
  EXPECT_EQ(baked_->root().find("buffers")[0].find("uri").string(), "my%20baked.bin");
  EXPECT_EQ(readAll(out_ / "my baked.bin").substr(0, 68), sceneBytes());
}

/// Standard base64, for data URIs.
std::string base64(const std::string& bytes) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j > bytes.size() ? '=' : kLetters[(bits >> (18 - 6 * j)) & 63];
  }
  return text;
}

TEST_F(Bake, DataUrisStayInTextAndMoveIntoBinary) {
  const std::string uri = "data:application/octet-stream;base64," + base64(sceneBytes());
  input_ = in_.write("scene.gltf",
                     sceneText(",\"uri\":\"" + uri + "\"", "data:image/png;base64," + base64(kPicture)));
  bakeTo(out_ / "baked.gltf");
  EXPECT_EQ(out_.names(), (Names{"baked.bin", "baked.gltf"}));
  EXPECT_EQ(baked_->root().find("buffers")[0].find("uri").string(), uri);
  expectRestUntouched();
  expectAnimation();
  bakeTo(out_ / "baked.glb");
  EXPECT_FALSE(baked_->root().find("buffers")[0].find("uri"));
  expectRestUntouched();  // The image's data URI is as self-contained as it was.
  expectAnimation();
}

TEST_F(Bake, SeveralBuffersArePacked) {
  std::string text =
      sceneText(R"(,"uri":"scene.bin"},{"byteLength":5,"uri":"five.bin"},{"byteLength":24,"uri":"last.bin")");
  const std::string old_view = R"({"buffer":0,"byteOffset":44,"byteLength":24})";
  text.replace(text.find(old_view), old_view.size(), R"({"buffer":2,"byteLength":24})");
  input_ = in_.write("scene.gltf", text);
  in_.write("scene.bin", sceneBytes());
  in_.write("five.bin", "12345");
  in_.write("last.bin", sceneBytes().substr(44));
  in_.write("sub folder/pic.png", kPicture);
  bakeTo(out_ / "baked.glb");
  expectRestUntouched({"/nodes/2", "/images/0", "/bufferViews/2"});
  expectAnimation();
  EXPECT_EQ(baked_->bufferCount(), 1u);
  EXPECT_EQ(static_cast<int>(baked_->root().find("bufferViews")[2].find("byteOffset").number()) % 4, 0);
}

TEST_F(Bake, MissingImageIsWarnedAbout) {
  write(false);
  fs::remove(in_ / "sub folder/pic.png");
  for (const char* name : {"baked.glb", "baked.gltf"}) {
    const BakeSummary summary = bakeTo(out_ / name);
    ASSERT_EQ(summary.diagnostics.items().size(), 2u);
    EXPECT_EQ(summary.diagnostics.items()[1].code, "OUTPUT_FILE_MISSING");
    EXPECT_EQ(summary.diagnostics.items()[1].pointer, "/images/0/uri");
    EXPECT_EQ(baked_->root().find("images")[0].text(), scene_.asset->root().find("images")[0].text());
  }
}

TEST_F(Bake, FailsWithoutLeavingFiles) {
  write(false);
  auto scene = load(input_);
  ASSERT_TRUE(scene);
  const MotionKeys keys = fallingKeys(*scene, {1});
  {
    OutputFiles files;
    EXPECT_FALSE(bake(*scene, keys, out_ / "missing folder/baked.glb", files));
    EXPECT_FALSE(bake(*scene, keys, out_ / "baked.txt", files));
    Scene made_in_code;
    const auto result = bake(made_in_code, keys, out_ / "baked.glb", files);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.diagnostics().items()[0].code, "OUTPUT_NO_DOCUMENT");
    ASSERT_TRUE(bake(*scene, keys, out_ / "baked.gltf", files));  // Not committed.
  }
  EXPECT_EQ(out_.names(), (Names{"sub folder"}));
  EXPECT_TRUE(fs::is_empty(out_ / "sub folder"));
}

TEST_F(Bake, SourceFilesAreTheDocumentAndWhatItNames) {
  write(false);
  const auto scene = load(input_);
  ASSERT_TRUE(scene);
  EXPECT_EQ(sourceFiles(*scene),
            (std::vector<fs::path>{input_, in_ / "scene.bin", in_ / "sub folder/pic.png"}));
}

TEST_F(Bake, SceneWithoutBuffers) {
  for (const char* ending : {".glb", ".gltf"}) {
    input_ =
        in_.write("plain.gltf", R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],
      "scenes":[{"nodes":[0]}],"nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1}}}}]})");
    auto scene = load(input_);
    ASSERT_TRUE(scene);
    const MotionKeys keys = fallingKeys(*scene, {0});
    OutputFiles files;
    ASSERT_TRUE(bake(*scene, keys, out_ / ("plain" + std::string(ending)), files));
    ASSERT_FALSE(files.commit().hasErrors());
    Diagnostics diagnostics;
    const auto baked = gltf::Asset::load(out_ / ("plain" + std::string(ending)), {}, diagnostics);
    ASSERT_TRUE(baked);
    EXPECT_EQ((*baked)->animations()[0].channels.size(), 2u);
    EXPECT_EQ((*baked)->bufferCount(), 1u);
  }
}

}  // namespace
}  // namespace carom
