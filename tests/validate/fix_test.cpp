// What `carom fix` mends, and that it leaves everything else alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "carom/validate/fix.hpp"
#include "carom/validate/validate.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool says(const std::string& bytes, std::string_view code) {
  const ValidationReport report = validateBytes(bytes, "", {});
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

/// Each kind over the scene that breaks its rule: the code is gone afterwards, and a second time changes
/// nothing.
TEST(Fix, WhatIsMendedValidatesWithoutItsCode) {
  for (const MendKind& kind : mendKinds()) {
    // Its scene has a radius out of range; SwapsBounds has one with bounds.
    if (kind.code == "VALUE_NOT_IN_RANGE") continue;
    SCOPED_TRACE(kind.code);
    const fs::path folder = fs::path(CAROM_SOURCE_DIR) / "tests/validate/scenes" / std::string(kind.code);
    const std::string text = readAll(folder / "scene.gltf");
    ASSERT_TRUE(says(text, kind.code));
    FixOptions options;
    options.only = {std::string(kind.code)};
    const auto fixed = fixBytes(text, {}, options);
    ASSERT_TRUE(fixed.ok());
    EXPECT_FALSE(fixed->mends.empty());
    EXPECT_FALSE(says(fixed->bytes, kind.code)) << fixed->bytes;
    const auto again = fixBytes(fixed->bytes, {}, options);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again->bytes, fixed->bytes);
    if (kind.by_name) {
      EXPECT_EQ(fixBytes(text, {})->bytes, text);
    }
  }
}

const std::string kSwapped =
    "{ \"asset\":{\"version\":\"2.0\"},\n\n\t\"extensionsUsed\" : [\"KHR_physics_rigid_bodies\"],"
    "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"physicsJoints\":[{\"limits\":[{\"linearAxes\":[0],"
    "\"min\" : 1.50, \"max\":-2}]}]}}}";

TEST(Fix, SwapsBoundsAndKeepsEveryOtherByte) {
  // Its joint is used by nothing, and would go.
  FixOptions options;
  options.only = {"VALUE_NOT_IN_RANGE"};
  const auto fixed = fixBytes(kSwapped, {}, options);
  ASSERT_TRUE(fixed.ok());
  std::string expected = kSwapped;
  expected.replace(expected.find("1.50"), 4, "-2");
  expected.replace(expected.find("\"max\":-2"), 8, "\"max\":1.50");
  EXPECT_EQ(fixed->bytes, expected);
  ASSERT_EQ(fixed->mends.size(), 2u);
  EXPECT_EQ(fixed->mends[0].before, "1.50");
  EXPECT_EQ(fixed->mends[0].after, "-2");
  EXPECT_TRUE(fixed->mends[0].pointer.ends_with("/limits/0/min"));
}

TEST(Fix, BinaryFilesKeepTheirOtherChunks) {
  const auto word = [](std::uint32_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
    return bytes;
  };
  std::string json = kSwapped;
  json.append((4 - json.size() % 4) % 4, ' ');
  const std::string rest = word(4) + std::string("BIN\0", 4) + "\x01\x02\x03\x04";
  const std::string body = word(static_cast<std::uint32_t>(json.size())) + "JSON" + json + rest;
  const std::string file = "glTF" + word(2) + word(static_cast<std::uint32_t>(12 + body.size())) + body;
  FixOptions options;
  options.only = {"VALUE_NOT_IN_RANGE"};
  const auto fixed = fixBytes(file, {}, options);
  ASSERT_TRUE(fixed.ok());
  EXPECT_EQ(fixed->mends.size(), 2u);
  EXPECT_TRUE(fixed->bytes.ends_with(rest));
  EXPECT_EQ(fixed->bytes.substr(8, 4), word(static_cast<std::uint32_t>(fixed->bytes.size())));
  EXPECT_FALSE(says(fixed->bytes, "VALUE_NOT_IN_RANGE"));
}

/// Shapes: 0 unused, 1 and 3 alike, 2 another.
const std::string kShapes =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\",\"KHR_implicit_"
    "shapes\"],\n"
    "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[\n"
    "\t{\"type\":\"sphere\",\"sphere\":{\"radius\":9}},\n"
    "\t{\"type\":\"sphere\",\"sphere\":{\"radius\":1}},\n"
    "\t{\"type\":\"sphere\", \"sphere\":{\"radius\":2}},\n"
    "\t{\"type\":\"sphere\",\"sphere\":{\"radius\":1}}\n]}},\n"
    "\"nodes\":[{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{ \"shape\" : 3 "
    "}}}}},\n"
    "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{\"shape\":2}}}}},\n"
    "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"trigger\":{\"geometry\":{\"shape\":1}}}}}]}";

TEST(Fix, MergesDuplicatesAndRemovesWhatIsUnused) {
  const auto fixed = fixBytes(kShapes, {});
  ASSERT_TRUE(fixed.ok());
  std::string expected = kShapes;
  const auto replace = [&expected](const std::string& from, const std::string& to) {
    ASSERT_NE(expected.find(from), std::string::npos) << from;
    expected.replace(expected.find(from), from.size(), to);
  };
  replace("{\"type\":\"sphere\",\"sphere\":{\"radius\":9}},\n\t", "");
  replace(",\n\t{\"type\":\"sphere\",\"sphere\":{\"radius\":1}}\n]", "\n]");
  replace("\"shape\" : 3 ", "\"shape\" : 0 ");
  replace("{\"shape\":2}", "{\"shape\":#}");
  replace("{\"shape\":1}", "{\"shape\":0}");
  replace("{\"shape\":#}", "{\"shape\":1}");
  EXPECT_EQ(fixed->bytes, expected);
  EXPECT_FALSE(says(fixed->bytes, "UNUSED_OBJECT") || says(fixed->bytes, "PHYSICS_DUPLICATE"));
  // Three indices and two entries.
  EXPECT_EQ(fixed->mends.size(), 5u);
}

TEST(Fix, MergesOnlyWhenOnlyThatIsAsked) {
  FixOptions options;
  options.only = {"PHYSICS_DUPLICATE"};
  const auto fixed = fixBytes(kShapes, {}, options);
  ASSERT_TRUE(fixed.ok());
  EXPECT_TRUE(says(fixed->bytes, "UNUSED_OBJECT"));
  EXPECT_FALSE(says(fixed->bytes, "PHYSICS_DUPLICATE"));
  EXPECT_NE(fixed->bytes.find("\"shape\" : 1 "), std::string::npos);
}

TEST(Fix, EmptiedArraysGoWithTheirExtension) {
  std::string text = kShapes;
  const std::size_t nodes = text.find("\"nodes\"");
  text = text.substr(0, nodes) + "\"nodes\":[{}]}";
  const auto fixed = fixBytes(text, {});
  ASSERT_TRUE(fixed.ok());
  EXPECT_EQ(fixed->bytes.find("KHR_implicit_shapes"), std::string::npos) << fixed->bytes;
  EXPECT_EQ(fixed->bytes.find("extensionsUsed"), std::string::npos) << fixed->bytes;
}

/// Pointers into the arrays could be anywhere.
TEST(Fix, KeepsEntriesThatPointersMayName) {
  std::string text = kShapes;
  text.replace(text.find("[\"KHR_physics"), 1, "[\"KHR_animation_pointer\",");
  const auto fixed = fixBytes(text, {});
  ASSERT_TRUE(fixed.ok());
  EXPECT_NE(fixed->bytes.find("\"radius\":9"), std::string::npos);
}

const std::string kByNode =
    R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],"meshes":[{"primitives":[]}],"nodes":[)"
    R"({"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":1}}}}},{"mesh":0},)"
    R"({"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"node":3}}}}},{"mesh":0,"children":[4]},)"
    R"({"mesh":0}]})";

TEST(Fix, NamesMeshesInTheFormAskedFor) {
  FixOptions options;
  options.only = {"JSON_NON_FINITE"};
  options.geometry = GeometryForm::Mesh;
  const auto fixed = fixBytes(kByNode, {}, options);
  ASSERT_TRUE(fixed.ok());
  // The second has another mesh below it.
  EXPECT_NE(fixed->bytes.find(R"("geometry":{"mesh":0})"), std::string::npos) << fixed->bytes;
  EXPECT_NE(fixed->bytes.find(R"("geometry":{"node":3})"), std::string::npos) << fixed->bytes;
  EXPECT_EQ(fixed->mends.size(), 2u);
  options.geometry = GeometryForm::Node;
  const auto back = fixBytes(fixed->bytes, {}, options);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->bytes, kByNode);
}

TEST(Fix, NothingToMendChangesNothing) {
  const std::string text = "{\"asset\": {\"version\": \"2.0\"}}";
  const auto fixed = fixBytes(text, {});
  ASSERT_TRUE(fixed.ok());
  EXPECT_EQ(fixed->bytes, text);
  EXPECT_FALSE(fixBytes("no JSON", {}).ok());
}

}  // namespace
}  // namespace carom::test
