#include <gtest/gtest.h>

#include <cmath>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

/// One channel over two keys at 0 s and 1 s.
struct Clip {
  std::vector<float> times = {0, 1};
  std::vector<float> values = {0, 0, 0, 1, 2, 3};
  std::string type = "VEC3";
  std::string path = "translation";
  std::string interpolation;
  std::string target = R"("node":0,)";
  std::string more_channels;
};

AssetBuilder builderOf(const Clip& clip) {
  AssetBuilder builder;
  builder.addFloats(clip.times, "SCALAR");
  builder.addFloats(clip.values, clip.type);
  builder.addFloats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  builder.addMesh("\"POSITION\":2", R"(,"targets":[{"POSITION":2},{"POSITION":2}])");
  builder.add("nodes", R"({"mesh":0})");
  builder.add("nodes", "{}");
  const std::string interpolation =
      clip.interpolation.empty() ? "" : R"(,"interpolation":")" + clip.interpolation + "\"";
  builder.add("animations", R"({"name":"clip","samplers":[{"input":0,"output":1)" + interpolation +
                                R"(}],"channels":[{"sampler":0,"target":{)" + clip.target + R"("path":")" +
                                clip.path + "\"}}" + clip.more_channels + "]}");
  return builder;
}

std::string file(const Clip& clip) {
  return builderOf(clip).glb();
}

TEST(Animation, LinearTranslation) {
  const auto asset = loaded(file({}));
  ASSERT_EQ(asset->animations().size(), 1u);
  EXPECT_EQ(asset->animations()[0].name, "clip");
  ASSERT_EQ(asset->animations()[0].channels.size(), 1u);
  const AnimationChannel& channel = asset->animations()[0].channels[0];
  EXPECT_EQ(channel.node, 0);
  EXPECT_EQ(channel.path, AnimationPath::Translation);
  EXPECT_EQ(channel.interpolation, Interpolation::Linear);
  EXPECT_EQ(channel.components, 3u);
  EXPECT_EQ(channel.times, (std::vector<float>{0, 1}));
  EXPECT_EQ(channel.values, (std::vector<float>{0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(channel.pointer, "/animations/0/channels/0");
}

TEST(Animation, EveryPathAndInterpolation) {
  Clip rotation;
  rotation.values = {0, 0, 0, 1, 0, 0, 1, 0};
  rotation.type = "VEC4";
  rotation.path = "rotation";
  rotation.interpolation = "STEP";
  auto channel = loaded(file(rotation))->animations()[0].channels[0];
  EXPECT_EQ(channel.path, AnimationPath::Rotation);
  EXPECT_EQ(channel.interpolation, Interpolation::Step);
  EXPECT_EQ(channel.components, 4u);
  Clip scale;
  scale.values = std::vector<float>(18, 1);
  scale.path = "scale";
  scale.interpolation = "CUBICSPLINE";
  channel = loaded(file(scale))->animations()[0].channels[0];
  EXPECT_EQ(channel.path, AnimationPath::Scale);
  EXPECT_EQ(channel.interpolation, Interpolation::CubicSpline);
  Clip weights;
  weights.values = {0, 1, 0.5f, 0.25f};
  weights.type = "SCALAR";
  weights.path = "weights";
  channel = loaded(file(weights))->animations()[0].channels[0];
  EXPECT_EQ(channel.path, AnimationPath::Weights);
  EXPECT_EQ(channel.components, 2u);
  EXPECT_EQ(channel.values, weights.values);
}

TEST(Animation, NormalizedIntegers) {
  AssetBuilder builder;
  builder.addFloats({0, 1}, "SCALAR");
  builder.addAccessor(builder.addView(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 32767, 0, -32768}), 5122,
                      2, "VEC4", ",\"normalized\":true");
  builder.add("nodes", "{}");
  builder.add(
      "animations",
      R"({"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]})");
  const auto channel = loaded(builder.glb())->animations()[0].channels[0];
  EXPECT_EQ(channel.values, (std::vector<float>{0, 0, 0, 1, 0, 1, 0, -1}));
}

TEST(Animation, BadDataIsRefused) {
  const auto error = [](const Clip& clip) {
    const Diagnostic d = loadError(file(clip));
    EXPECT_EQ(d.code, codes::kAnimationInvalid) << d.message;
    return d.pointer;
  };
  Clip clip;
  clip.times = {0, 0};
  EXPECT_EQ(error(clip), "/animations/0/samplers/0/input");
  clip.times = {1, 0};
  error(clip);
  clip.times = {-1, 0};
  error(clip);
  clip.times = {0, NAN};
  error(clip);
  clip.times = {0, INFINITY};
  error(clip);
  clip.times = {0, 1, 2};
  EXPECT_EQ(error(clip), "/animations/0/samplers/0/output");
  clip.times = {0, 1};
  clip.interpolation = "CUBICSPLINE";
  error(clip);
  clip.interpolation = "";
  clip.values = {0, 0, 0, 1, 2, NAN};
  error(clip);
  clip.values = {0, 0, 0, 1, 2, 3};
  clip.path = "rotation";
  error(clip);
  clip.path = "weights";
  clip.type = "SCALAR";
  error(clip);
}

TEST(Animation, BadStructureIsAnError) {
  const auto error = [](const std::string& animation) {
    AssetBuilder builder;
    builder.addFloats({0, 1}, "SCALAR");
    builder.addFloats({0, 0, 0, 1, 2, 3}, "VEC3");
    builder.add("nodes", "{}");
    builder.add("animations", animation);
    return loadError(builder.glb());
  };
  const std::string target = R"("target":{"node":0,"path":"translation"}}])";
  EXPECT_EQ(error(R"({"samplers":[],"channels":[{"sampler":0,)" + target + "}").code, codes::kGltfIndex);
  EXPECT_EQ(error(R"({"samplers":[{"input":0}],"channels":[{"sampler":0,)" + target + "}").code,
            codes::kGltfMissing);
  EXPECT_EQ(error(R"({"samplers":[{"input":0,"output":9}],"channels":[{"sampler":0,)" + target + "}").code,
            codes::kGltfIndex);
  EXPECT_EQ(error(R"({"samplers":[{"input":1,"output":1}],"channels":[{"sampler":0,)" + target + "}").code,
            codes::kAnimationInvalid);
  EXPECT_EQ(error(R"({"samplers":[7],"channels":[{"sampler":0,)" + target + "}").code, codes::kGltfType);
  const std::string samplers =
      R"({"samplers":[{"input":0,"output":1,"interpolation":"CUBIC"}],"channels":[{"sampler":0,)";
  EXPECT_EQ(error(samplers + target + "}").code, codes::kGltfValue);
  const std::string fine = R"({"samplers":[{"input":0,"output":1}],"channels":[)";
  EXPECT_EQ(error(fine + R"({"sampler":0,"target":{"node":5,"path":"scale"}}]})").code, codes::kGltfIndex);
  EXPECT_EQ(error(fine + R"({"sampler":0,"target":{"node":0}}]})").code, codes::kGltfMissing);
  EXPECT_EQ(error(fine + R"({"sampler":0}]})").code, codes::kGltfMissing);
  EXPECT_EQ(error(fine + R"({"sampler":0,"target":{"path":"pointer"}}]})").code, codes::kGltfMissing);
  EXPECT_EQ(error(fine + R"({"sampler":0,"target":{"node":0,"path":7}}]})").code, codes::kGltfType);
}

TEST(Animation, WhatIsNotSupportedIsLeftOutWithAWarning) {
  const auto warning = [](const Clip& clip) {
    Diagnostics warnings;
    const auto asset = loaded(file(clip), &warnings);
    EXPECT_EQ(warnings.items().size(), 1u);
    return warnings.items().empty() ? Diagnostic() : warnings.items()[0];
  };
  Clip nothing;
  nothing.target = "";
  EXPECT_EQ(warning(nothing).code, codes::kAnimationUnsupported);
  Clip twice;
  twice.more_channels = R"(,{"sampler":0,"target":{"node":0,"path":"translation"}})";
  EXPECT_EQ(warning(twice).pointer, "/animations/0/channels/1");
  Clip weights;
  weights.path = "weights";
  weights.target = R"("node":1,)";
  EXPECT_EQ(warning(weights).pointer, "/animations/0/channels/0/target/node");
}

}  // namespace
}  // namespace carom::gltf
