// What engines do otherwise: the tables, the page, and the authors' models in Babylon.js.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "carom/validate/profile.hpp"
#include "carom/validate/report_formats.hpp"
#include "json/document.hpp"
#include "validate/profiles/profile.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;
using validate::profiles::Profile;

std::string readAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Codes of the rules about profiles that a report has.
std::set<std::string_view> profileCodes(const ValidationReport& report) {
  std::set<std::string_view> codes;
  for (const Finding& finding : report.findings) {
    if (finding.code.starts_with("PHYSICS_PROFILE_")) codes.insert(finding.code);
  }
  return codes;
}

ValidateOptions inEngine(const std::string& name) {
  ValidateOptions options;
  options.profiles = {name};
  return options;
}

TEST(Profiles, TablesAreComplete) {
  std::set<std::string_view> names;
  for (const Profile* profile : validate::profiles::all()) {
    SCOPED_TRACE(std::string(profile->name));
    EXPECT_TRUE(names.insert(profile->name).second);
    EXPECT_TRUE(isEngineProfile(profile->name));
    std::set<const validate::profiles::Feature*> features;
    for (const validate::profiles::Fact& fact : profile->facts) {
      EXPECT_TRUE(features.insert(&fact.feature).second) << fact.feature.title;
      EXPECT_EQ(fact.text.empty(), fact.treatment == validate::profiles::Treatment::Done)
          << fact.feature.title;
      // Each fact is dated.
      EXPECT_NE(fact.source.find("20"), std::string_view::npos) << fact.source;
    }
  }
  EXPECT_EQ(engineProfiles().size(), names.size());
  EXPECT_GE(names.size(), 8u);
  EXPECT_FALSE(isEngineProfile("nothing"));
}

TEST(Profiles, EveryFeatureConcernsSomeEngine) {
  for (const validate::profiles::Feature* feature : validate::profiles::allFeatures()) {
    bool concerns = false;
    for (const Profile* profile : validate::profiles::all()) {
      for (const validate::profiles::Fact& fact : profile->facts)
        concerns = concerns || &fact.feature == feature;
    }
    EXPECT_TRUE(concerns) << feature->title;
  }
}

TEST(Profiles, PageIsCurrent) {
  const fs::path path = fs::path(CAROM_SOURCE_DIR) / "docs/profiles.md";
  if (std::getenv("CAROM_UPDATE_DOCS")) std::ofstream(path, std::ios::binary) << profilesPage();
  EXPECT_EQ(readAll(path), profilesPage());
}

TEST(Profiles, NothingIsSaidUnasked) {
  const fs::path scene = fs::path(CAROM_SOURCE_DIR) / "scenes/stack.gltf";
  EXPECT_TRUE(profileCodes(validateFile(scene)).empty());
}

/// The authors' models. Babylon.js loads no file without top-level extensions and no collider whose geometry
/// a node names, and turns limits of several axes and fast drives into others (ENGINES.md). The oracle here
/// is the text of the file.
TEST(Profiles, BabylonFailsWhereItWasMeasuredToFail) {
  const fs::path folder = fs::path(CAROM_SOURCE_DIR) / "../shared/assets/khr-rc-2025/tests";
  if (!fs::exists(folder)) GTEST_SKIP() << "no shared assets";
  std::size_t models = 0, lost = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".gltf") continue;
    SCOPED_TRACE(entry.path().string());
    const std::string text = readAll(entry.path());
    const auto codes = profileCodes(validateFile(entry.path(), inEngine("babylon")));
    Diagnostics diagnostics;
    const auto document = json::Document::parse(text, {}, diagnostics);
    ASSERT_TRUE(document.ok());
    const bool refused = !(*document)->root().find("extensions").present();
    bool dropped = false;
    for (std::size_t at = text.find("\"geometry\""); at != std::string::npos;
         at = text.find("\"geometry\"", at + 1))
      dropped = dropped || text.substr(at, text.find('}', at) - at).find("\"node\"") != std::string::npos;
    EXPECT_EQ(codes.contains("PHYSICS_PROFILE_REFUSED"), refused);
    EXPECT_EQ(codes.contains("PHYSICS_PROFILE_DROPPED"), dropped);
    const std::string name = entry.path().stem().string();
    if (name == "RigidBodies_Joint_07" || name == "RigidBodies_Joint_09") {
      EXPECT_TRUE(codes.contains("PHYSICS_PROFILE_DIFFERENT"));
    }
    ++models;
    lost += refused || dropped;
  }
  EXPECT_GE(models, 32u);
  EXPECT_GE(lost, 10u);
  EXPECT_LT(lost, models);
}

TEST(Profiles, BoundsOfSystemsCount) {
  const auto scene = [](int systems) {
    std::string names;
    for (int i = 0; i < systems; ++i) names += (i > 0 ? ",\"s" : "\"s") + std::to_string(i) + "\"";
    return R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies","KHR_implicit_shapes"],)"
           R"("extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":1}}]},)"
           R"("KHR_physics_rigid_bodies":{"collisionFilters":[{"collisionSystems":[)" +
           names +
           R"(]}]}},"nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":0},)"
           R"("collisionFilter":0}}}}]})";
  };
  const auto different = [&scene](int systems, const std::string& engine) {
    const auto codes = profileCodes(validateBytes(scene(systems), "", "", inEngine(engine)));
    return codes.contains("PHYSICS_PROFILE_DIFFERENT");
  };
  EXPECT_FALSE(different(32, "babylon"));
  EXPECT_TRUE(different(33, "babylon"));
  EXPECT_FALSE(different(16, "web"));
  EXPECT_TRUE(different(17, "web"));
  EXPECT_FALSE(different(64, "erhe"));
  EXPECT_TRUE(different(65, "erhe"));
}

TEST(Profiles, TextSaysWhatAnEngineWillDo) {
  const Result<Scene> scene = load(fs::path(CAROM_SOURCE_DIR) / "scenes/stack.gltf");
  ASSERT_TRUE(scene.ok());
  for (const EngineProfile& engine : engineProfiles())
    EXPECT_TRUE(
        engineText(*scene, engine.name).starts_with("In " + std::string(engine.title) + " this scene will"));
  EXPECT_EQ(engineText(*scene, "nothing"), "");
}

}  // namespace
}  // namespace carom::test
