// Conversions from every dialect to every one that is written: read back, converted again, compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "carom/base/diagnostic_codes.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/convert.hpp"
#include "carom/world/world.hpp"
#include "conversion.hpp"
#include "conversion_fixtures.hpp"
#include "dialect/compare/scene_difference.hpp"
#include "gltf/asset.hpp"
#include "json/splice.hpp"
#include "temporary_folder.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

/// Converting again to the same target changes no byte; to the source's family and back changes no meaning.
void expectFixedPoint(const Scene& scene, const std::string& target, const TemporaryFolder& folder,
                      const std::string& name) {
  SCOPED_TRACE(name + " to " + target);
  const Converted first(scene, target, folder / "first.gltf");
  if (!first.ok()) return;
  const Converted again(first.loaded, target, folder / "again.gltf");
  if (!again.ok()) return;
  EXPECT_EQ(dialect::differences(first.loaded, again.loaded), std::vector<std::string>());
  EXPECT_FALSE(again.changesMotion());
  EXPECT_EQ(readAll(first.path), readAll(again.path));
  const Converted back(first.loaded, "same" == target ? "khr" : std::string(sameDialect(scene.dialects)),
                       folder / "back.gltf");
  if (!back.ok()) return;
  const Converted forth(back.loaded, target, folder / "forth.gltf");
  if (!forth.ok()) return;
  const Converted back_again(forth.loaded, back.summary.target, folder / "back_again.gltf");
  if (!back_again.ok()) return;
  EXPECT_EQ(dialect::differences(back.loaded, back_again.loaded), std::vector<std::string>());
}

std::vector<fs::path> scenesBelow(const fs::path& folder) {
  std::vector<fs::path> paths;
  if (!fs::is_directory(folder)) return paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".gltf" || ending == ".glb") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}
fs::path ownScenes() {
  return fs::path(CAROM_SOURCE_DIR) / "scenes";
}

TEST(Conversion, FixturesToEveryTargetAreFixedPoints) {
  const TemporaryFolder folder;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    const Scene scene = loaded(fixture.text, folder);
    for (const std::string_view target : writableDialects())
      expectFixedPoint(scene, std::string(target), folder, fixture.name);
  }
}

TEST(Conversion, OwnScenesToEveryTargetAreFixedPoints) {
  const TemporaryFolder folder;
  for (const fs::path& path : scenesBelow(ownScenes())) {
    const Result<Scene> scene = load(path);
    ASSERT_TRUE(scene.ok());
    for (const std::string_view target : writableDialects())
      expectFixedPoint(*scene, std::string(target), folder, path.filename().string());
  }
}

// An animation moves the static body, and with it the frame that document 001 has on it.
TEST(Conversion, AnAnimatedStaticBodyTakesItsJointAlong) {
  const TemporaryFolder folder;
  const auto wayOf = [](const Scene& scene) {
    World world(scene);
    for (int i = 0; i < 90; ++i) world.step();
    return world.state(world.bodyOfNode(1)).transform.translation.x;
  };
  const std::vector<ConversionFixture> fixtures = conversionFixtures();
  const auto fixture = std::find_if(fixtures.begin(), fixtures.end(), [](const ConversionFixture& f) {
    return f.name == "a joint to an animated static body of document 001";
  });
  ASSERT_NE(fixture, fixtures.end());
  const Scene scene = loaded(fixture->text, folder);
  EXPECT_NEAR(wayOf(scene), 2.5, 1e-3);
  for (const std::string_view target : writableDialects()) {
    const Converted converted(scene, std::string(target), folder / "out.gltf");
    EXPECT_NEAR(wayOf(converted.loaded), 2.5, 1e-3) << target;
  }
}

class SharedEra : public testing::TestWithParam<const char*> {};

TEST_P(SharedEra, EveryFileToEveryTargetIsAFixedPoint) {
  const std::vector<fs::path> paths =
      scenesBelow(fs::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets" / GetParam());
  if (paths.empty()) GTEST_SKIP() << "no shared assets";
  const TemporaryFolder folder;
  for (const fs::path& path : paths) {
    const Result<Scene> scene = load(path);
    ASSERT_TRUE(scene.ok());
    if (sameDialect(scene->dialects).empty()) continue;  // Seats and spawn points alone.
    for (const std::string_view target : writableDialects())
      expectFixedPoint(*scene, std::string(target), folder, path.filename().string());
  }
}

INSTANTIATE_TEST_SUITE_P(Assets, SharedEra,
                         testing::Values("khr-rc-2025", "khr-2024-07", "khr-2024-06", "khr-2024-draft",
                                         "khr-2023-09", "msft-2023", "omi-2026", "omi-2025-vehicles",
                                         "omi-2024-joint-v1", "omi-2023-08-body-v1", "omi-2023-06-flat-shape",
                                         "omi-2023-02-collider"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// The list of what each conversion costs, which changes only on purpose.
TEST(Conversion, LossesAreThoseOfTheGoldenList) {
  const TemporaryFolder folder;
  std::string text;
  std::set<std::string> rules;
  const auto list = [&](const std::string& name, const Scene& scene) {
    for (const std::string_view target : writableDialects()) {
      const Converted converted(scene, std::string(target), folder / "out.gltf");
      std::map<std::string, int> counts;
      for (const ConversionLoss& loss : converted.summary.losses) {
        // Whatever may change the motion says by how much, and nothing else does.
        EXPECT_EQ(loss.effect.empty(), loss.kind == LossKind::Implied) << name << " " << loss.rule;
        EXPECT_FALSE(loss.message.empty());
        rules.insert(loss.rule);
        ++counts[std::string(lossKindName(loss.kind)) + " " + loss.rule + " " + loss.pointer];
      }
      text += name + " to " + std::string(target) + "\n";
      for (const auto& [line, count] : counts)
        text += "  " + line + (count > 1 ? " x" + std::to_string(count) : "") + "\n";
    }
  };
  for (const ConversionFixture& fixture : conversionFixtures())
    list(fixture.name, loaded(fixture.text, folder));
  for (const fs::path& path : scenesBelow(ownScenes())) {
    const Result<Scene> scene = load(path);
    ASSERT_TRUE(scene.ok());
    list(path.filename().string(), *scene);
  }
  // Every rule that occurs is explained.
  const std::string document = readAll(fs::path(CAROM_SOURCE_DIR) / "docs" / "dialects.md");
  for (const std::string& rule : rules) EXPECT_NE(document.find("`" + rule + "`"), std::string::npos) << rule;
  const fs::path golden = fs::path(CAROM_SOURCE_DIR) / "tests" / "output" / "conversion_losses.txt";
  if (std::getenv("CAROM_UPDATE_GOLDEN")) std::ofstream(golden, std::ios::binary) << text;
  EXPECT_TRUE(readAll(golden) == text) << "conversion_losses.txt differs; CAROM_UPDATE_GOLDEN=1 writes it";
}

/// Members of an object in order, with the text of their values.
std::vector<std::string> membersOf(json::Value object, const std::set<std::string_view>& without) {
  std::vector<std::string> members;
  for (std::size_t i = 0; i < object.size(); ++i) {
    if (!without.contains(object.key(i)))
      members.push_back(std::string(object.key(i)) + " " + std::string(object[i].text()));
  }
  return members;
}

TEST(Conversion, WhatIsNotPhysicsStaysValueForValue) {
  const TemporaryFolder folder;
  for (const fs::path& path : scenesBelow(ownScenes())) {
    const Result<Scene> scene = load(path);
    ASSERT_TRUE(scene.ok());
    for (const std::string_view target : writableDialects()) {
      SCOPED_TRACE(path.string() + " to " + std::string(target));
      const Converted converted(*scene, std::string(target), folder / "out" / path.filename());
      ASSERT_TRUE(converted.ok());
      const json::Value before = scene->asset->root(), after = converted.loaded.asset->root();
      // No scene here needs a new mesh.
      EXPECT_EQ(converted.summary.added_meshes, 0u);
      std::set<std::string_view> changed = {"extensions", "extensionsUsed", "extensionsRequired", "nodes",
                                            "buffers"};
      // Their pointers follow what they point to.
      if (!scene->pointer_animations.empty()) changed.insert("animations");
      EXPECT_EQ(membersOf(before, changed), membersOf(after, changed));
      for (std::size_t i = 0; i < before.find("nodes").size(); ++i) {
        EXPECT_EQ(membersOf(before.find("nodes")[i], {"extensions", "children"}),
                  membersOf(after.find("nodes")[i], {"extensions", "children"}));
      }
      ASSERT_EQ(scene->asset->bufferCount(), converted.loaded.asset->bufferCount());
      for (std::size_t i = 0; i < scene->asset->bufferCount(); ++i) {
        const auto a = scene->asset->buffer(i).bytes, b = converted.loaded.asset->buffer(i).bytes;
        EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
      }
    }
  }
}

TEST(Conversion, NamesExtrasAndForeignExtensionsComeAlong) {
  const TemporaryFolder folder;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    if (fixture.name != "unknown members and extensions" && fixture.name != "two families on one node")
      continue;
    const Scene scene = loaded(fixture.text, folder);
    for (const std::string_view target : writableDialects()) {
      const Converted converted(scene, std::string(target), folder / "out.gltf");
      const std::string text = packed(readAll(converted.path));
      for (const std::string& kept :
           fixture.name.starts_with("unknown")
               ? std::vector<std::string>{"'EXT_own':{'a':1}", "'extras':'own'", "'foot':[0,-0.50,0.5]",
                                          "'madeby':'hand'", "[1.50,null]"}
               : std::vector<std::string>{"'EXT_own':1", "'EXT_own':{'node':1}"}) {
        EXPECT_NE(text.find(withQuotes(kept)), std::string::npos) << target << " " << kept << "\n" << text;
      }
      EXPECT_EQ(text.find("wieght"), std::string::npos);
    }
  }
}

TEST(Conversion, ExtensionListsNameWhatIsThere) {
  const TemporaryFolder folder;
  const std::map<std::string_view, std::set<std::string>> wanted = {
      {"khr", {"KHR_physics_rigid_bodies", "KHR_implicit_shapes"}},
      {"khr-2025", {"KHR_physics_rigid_bodies", "KHR_implicit_shapes"}},
      {"khr-2024", {"KHR_physics_rigid_bodies", "KHR_collision_shapes"}},
      {"omi", {"OMI_physics_body", "OMI_physics_shape"}},
      {"omi-2023-body", {"OMI_physics_body", "OMI_physics_shape"}},
      {"omi-collider", {"OMI_physics_body", "OMI_collider"}}};
  for (const ConversionFixture& fixture : conversionFixtures()) {
    if (fixture.name != "two families on one node") continue;
    const Scene scene = loaded(fixture.text, folder);
    for (const auto& [target, names] : wanted) {
      const Converted converted(scene, std::string(target), folder / "out.gltf");
      ASSERT_TRUE(converted.ok());
      for (const std::string_view list : {"extensionsUsed", "extensionsRequired"}) {
        std::set<std::string> found;
        const json::Value array = converted.loaded.asset->root().find(list);
        for (std::size_t i = 0; i < array.size(); ++i) {
          if (array[i].string() == "EXT_own") continue;
          EXPECT_TRUE(found.insert(std::string(array[i].string())).second);
        }
        EXPECT_EQ(found, names) << target << " " << list;
      }
      // No warning of an extension that is not listed, and none of the family that was not read.
      EXPECT_TRUE(converted.loaded.diagnostics.items().empty()) << said(converted.loaded.diagnostics);
    }
  }
  const Scene plain = loaded(
      "{'asset':{'version':'2.0'},'extensionsUsed':['OMI_physics_body'],'extensions':{"
      "'OMI_physics_body':{}},'nodes':[{'extensions':{'OMI_physics_body':{}}}]}",
      folder);
  const Converted nothing(plain, "khr", folder / "out.gltf");
  EXPECT_EQ(readAll(nothing.path), withQuotes("{'asset':{'version':'2.0'},'nodes':[{}]}"));
}

TEST(Conversion, WhatTheAuthorLeftOutIsNotWritten) {
  const TemporaryFolder folder;
  const Scene khr = loaded(
      khrFixture("{'type':'box'}", "", khrNode("'motion':{},'collider':{'geometry':{'shape':0}}")), folder);
  const Converted same(khr, "khr", folder / "khr.gltf");
  EXPECT_EQ(readAll(same.path), readAll(folder / "in.gltf"));
  const Scene omi = loaded(omiFixture("'OMI_physics_shape':{'shapes':[{'type':'box'}]}",
                                      omiNode("'motion':{'type':'dynamic'},'collider':{'shape':0}")),
                           folder);
  const Converted to_khr(omi, "khr", folder / "khr.gltf");
  const json::Value motion =
      to_khr.loaded.asset->document().resolve("/nodes/0/extensions/KHR_physics_rigid_bodies/motion");
  // What OMI means by leaving them out, KHR has to be told.
  EXPECT_EQ(membersOf(motion, {}), (std::vector<std::string>{"mass 1", "centerOfMass [0,0,0]"}));
  const Converted back(to_khr.loaded, "omi", folder / "omi.gltf");
  EXPECT_EQ(dialect::differences(omi, back.loaded), std::vector<std::string>());
}

TEST(Conversion, NumbersKeepTheirText) {
  const TemporaryFolder folder;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    if (fixture.name != "motions") continue;
    const Converted converted(loaded(fixture.text, folder), "omi", folder / "out.gltf");
    EXPECT_NE(packed(readAll(converted.path)).find("\"mass\":2.50"), std::string::npos)
        << readAll(converted.path);
  }
}

// Document 003 allows a radius of 0, KHR_implicit_shapes does not.
TEST(Conversion, SizesOfZeroGetASizeWhereTheTargetWantsOne) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies','KHR_collision_shapes'],"
      "'extensions':{'KHR_collision_shapes':{'shapes':[{'type':'sphere','sphere':{'radius':0}},{'type':'box',"
      "'box':"
      "{'size':[1,0,1]}}]}},'nodes':[" +
          khrNode("'collider':{'shape':0}") + "," + khrNode("'collider':{'shape':1}") + "]}",
      folder);
  const Converted current(scene, "khr", folder / "khr.gltf");
  ASSERT_TRUE(current.ok());
  EXPECT_EQ(current.loaded.shapes.at(0).radius, 1e-4);
  EXPECT_EQ(current.loaded.shapes.at(1).size, DVec3(1, 1e-4, 1));
  EXPECT_TRUE(current.hasLoss(LossKind::Approximated, "size-of-zero"));
  const Converted same(scene, "same", folder / "same.gltf");
  EXPECT_EQ(same.loaded.shapes.at(0).radius, 0);
}

ConvertOptions strictly(const std::string& target) {
  ConvertOptions options;
  options.target = target;
  options.strict = true;
  return options;
}

/// A strict conversion to OMI is refused for one reason and writes nothing.
void expectRefused(const Scene& scene, const TemporaryFolder& folder, const std::string& pointer) {
  {
    OutputFiles files;
    const Result<ConvertSummary> refused = convert(scene, folder / "out.gltf", files, strictly("omi"));
    ASSERT_FALSE(refused.ok());
    ASSERT_EQ(refused.diagnostics().items().size(), 1u);
    EXPECT_EQ(refused.diagnostics().items()[0].code, codes::kConvertRefused);
    EXPECT_EQ(refused.diagnostics().items()[0].pointer, pointer);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"in.gltf"});
}

// A loss that is known only when the file is written.
TEST(Conversion, StrictRefusesPointersWithoutAPlace) {
  const TemporaryFolder folder;
  const Scene scene = loaded(
      massFixture(
          "", "'extensions':{'EXT_own':'/nodes/0/extensions/KHR_physics_rigid_bodies/motion/isKinematic'}"),
      folder);
  expectRefused(scene, folder, "/extensions/EXT_own");
}

TEST(Conversion, StrictRefusesWhatWouldChangeTheMotion) {
  const TemporaryFolder folder;
  const Scene plane =
      loaded(khrFixture("{'type':'plane'}", "", khrNode("'collider':{'geometry':{'shape':0}}")), folder);
  expectRefused(plane, folder, "/extensions/KHR_implicit_shapes/shapes/0");
  // What changes nothing is no reason.
  const Scene fixed = loaded(omiFixture("", omiNode("'motion':{'type':'static'}")), folder);
  OutputFiles files;
  EXPECT_TRUE(convert(fixed, folder / "out.gltf", files, strictly("khr")).ok());
}

TEST(Conversion, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  const Scene scene = loaded(omiFixture("", omiNode("'motion':{'type':'static'}")), folder);
  OutputFiles files;
  ConvertOptions options;
  options.target = "khr-2023";
  EXPECT_EQ(convert(scene, folder / "out.gltf", files, options).diagnostics().items()[0].code,
            codes::kConvertTarget);
  options.target = "khr";
  EXPECT_EQ(convert(scene, folder / "out.obj", files, options).diagnostics().items()[0].code,
            codes::kFileUnwritable);
  EXPECT_EQ(convert(Scene(), folder / "out.gltf", files, options).diagnostics().items()[0].code,
            codes::kOutputNoDocument);
  options.target = "same";
  const Scene empty = loaded("{'asset':{'version':'2.0'}}", folder);
  EXPECT_EQ(convert(empty, folder / "out.gltf", files, options).diagnostics().items()[0].code,
            codes::kConvertTarget);
}

TEST(Conversion, BetweenTextAndBinary) {
  const TemporaryFolder folder;
  const Result<Scene> scene = load(ownScenes() / "shapes.gltf");
  ASSERT_TRUE(scene.ok());
  const Converted binary(*scene, "omi", folder / "out.glb");
  ASSERT_TRUE(binary.ok());
  EXPECT_TRUE(binary.loaded.asset->isBinary());
  const Converted text(binary.loaded, "omi", folder / "text.gltf");
  ASSERT_TRUE(text.ok());
  EXPECT_FALSE(text.loaded.asset->isBinary());
  EXPECT_EQ(dialect::differences(binary.loaded, text.loaded), std::vector<std::string>());
}

/// Where each node is after five seconds.
std::vector<DTransform> posesAfter(const Scene& scene, double seconds) {
  World world(scene);
  while (world.time() < seconds) world.step();
  std::vector<DTransform> poses;
  for (const MovedNode& node : world.motionNodes()) poses.push_back(node.global);
  return poses;
}

TEST(Conversion, MotionIsTheSameWhereNothingIsLost) {
  const TemporaryFolder folder;
  int compared = 0;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    const Scene scene = loaded(fixture.text, folder);
    const std::vector<DTransform> before = posesAfter(scene, 5);
    for (const std::string_view target : writableDialects()) {
      SCOPED_TRACE(fixture.name + " to " + std::string(target));
      const Converted converted(scene, std::string(target), folder / "out.gltf");
      if (converted.changesMotion()) continue;
      ++compared;
      const std::vector<DTransform> after = posesAfter(converted.loaded, 5);
      ASSERT_EQ(before.size(), after.size());
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_LT(length(before[i].translation - after[i].translation), 1e-3);
        const DQuat turn = conjugate(before[i].rotation) * after[i].rotation;
        EXPECT_LT(2 * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), 0.1 * 3.14159 / 180);
      }
    }
  }
  EXPECT_GT(compared, 80);
}

/// Pointers of everything in the objects of extensions.
std::vector<std::string> physicsPlaces(json::Value root) {
  std::vector<std::string> places;
  std::vector<json::Value> open{root.find("extensions")};
  for (std::size_t i = 0; i < root.find("nodes").size(); ++i)
    open.push_back(root.find("nodes")[i].find("extensions"));
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < value.size(); ++i) {
      places.push_back(value[i].pointer());
      open.push_back(value[i]);
    }
  }
  return places;
}

// Files that nobody would write: pieces of good ones in the wrong places. Most are refused when they are
// read; what is read must come out as it was read, in every dialect.
TEST(Conversion, WildEditsAreRefusedOrWrittenAsTheyAreRead) {
  const TemporaryFolder folder;
  std::uint32_t state = 1;
  const auto random = [&state](std::size_t below) {  // xorshift32
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return static_cast<std::size_t>(state) % below;
  };
  int written = 0;
  for (const ConversionFixture& fixture : conversionFixtures()) {
    Diagnostics diagnostics;
    const auto document = json::Document::parse(withQuotes(fixture.text), {}, diagnostics);
    ASSERT_TRUE(document.ok());
    const std::vector<std::string> places = physicsPlaces((*document)->root());
    for (int round = 0; round < 100; ++round) {
      json::Patch patch(**document);
      const std::string& place = places[random(places.size())];
      const std::string_view other = (*document)->resolve(places[random(places.size())]).text();
      const char* const values[] = {"0",  "1",  "-1",      "2",       "0.5",       "true",
                                    "[]", "{}", "[0,0,0]", "[1,2,3]", "\"static\""};
      if (random(2) == 0) {
        patch.set(place, std::string(other));
      } else {
        patch.set(place, values[random(std::size(values))]);
      }
      const Result<Scene> scene = loadFromMemory(json::splice(patch));
      if (!scene) continue;
      for (const std::string_view target : writableDialects()) {
        OutputFiles files;
        ConvertOptions options;
        options.target = target;
        const Result<ConvertSummary> result = convert(*scene, folder / "wild.gltf", files, options);
        EXPECT_TRUE(result.ok()) << fixture.name << " to " << target << ": " << place << "\n"
                                 << json::splice(patch) << "\n"
                                 << said(result.diagnostics());
        ++written;
      }
    }
  }
  EXPECT_GT(written, 1000);
}

// Outputs without a folder in their name were not read back, or not found when there was a file of that name.
TEST(Conversion, OutputsInTheCurrentFolderAreReadBack) {
  const TemporaryFolder folder;
  for (const char* name : {"shapes.gltf", "shapes.bin"}) fs::copy_file(ownScenes() / name, folder / name);
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  for (int round = 0; round < 2; ++round) {
    const Result<Scene> scene = load("shapes.gltf");
    ASSERT_TRUE(scene.ok());
    const Converted converted(*scene, "omi", "out.gltf");
    EXPECT_TRUE(converted.ok());
    EXPECT_EQ(dialect::differences(Converted(*scene, "omi", folder / "there.gltf").loaded, converted.loaded),
              std::vector<std::string>());
  }
  fs::current_path(before);
}

TEST(Conversion, ReportsAsJson) {
  const TemporaryFolder folder;
  const Scene plane =
      loaded(khrFixture("{'type':'plane'}", "", khrNode("'collider':{'geometry':{'shape':0}}")), folder);
  const Converted converted(plane, "omi", folder / "out.gltf");
  Diagnostics diagnostics;
  const auto report = json::Document::parse(conversionReport(plane, converted.summary), {}, diagnostics);
  ASSERT_TRUE(report.ok());
  const json::Value root = (*report)->root();
  EXPECT_EQ(root.find("target").string(), "omi");
  EXPECT_EQ(root.find("dialects")[0].string(), "khr");
  EXPECT_EQ(root.find("added_nodes").number(), 1);
  const json::Value loss = root.find("losses")[0];
  EXPECT_EQ(loss.find("kind").string(), "approximated");
  EXPECT_EQ(loss.find("rule").string(), "plane-as-box");
  EXPECT_EQ(loss.find("pointer").string(), "/extensions/KHR_implicit_shapes/shapes/0");
  EXPECT_FALSE(loss.find("effect").string().empty());
}

}  // namespace
}  // namespace carom::test
