// Versions, extensions, and core members of the wrong type or out of range.
#include <gtest/gtest.h>

#include "asset_builder.hpp"
#include "carom/base/diagnostic_codes.hpp"

namespace carom::gltf {
namespace {

std::string file(const std::string& members) {
  return R"({"asset":{"version":"2.0"},)" + members + "}";
}

TEST(Version, TwoIsRead) {
  EXPECT_TRUE(loaded(R"({"asset":{"version":"2.0"}})"));
  EXPECT_TRUE(loaded(R"({"asset":{"version":"2.1","minVersion":"2.0"}})"));
  EXPECT_EQ(loadError(R"({"asset":{"version":"1.0"}})").code, codes::kGltfVersion);
  EXPECT_EQ(loadError(R"({"asset":{"version":"3.0"}})").pointer, "/asset/version");
  EXPECT_EQ(loadError(R"({"asset":{"version":"2.9","minVersion":"2.9"}})").pointer, "/asset/minVersion");
  EXPECT_EQ(loadError(R"({"asset":{"version":"two"}})").code, codes::kGltfVersion);
  EXPECT_EQ(loadError(R"({"asset":{"version":2.0}})").code, codes::kGltfType);
  EXPECT_EQ(loadError(R"({"asset":{}})").code, codes::kGltfMissing);
  EXPECT_EQ(loadError(R"({"asset":[]})").code, codes::kGltfType);
}

TEST(Extensions, UnknownRequiredOnesWarn) {
  LoadOptions options;
  options.known_extensions = {"KHR_known"};
  Diagnostics warnings;
  ASSERT_TRUE(loaded(
      file(R"("extensionsRequired":["KHR_known","KHR_mesh_quantization","KHR_materials_unlit","X_other"])"),
      &warnings, options));
  ASSERT_EQ(warnings.items().size(), 1u);
  EXPECT_EQ(warnings.items()[0].code, codes::kGltfExtensionUnknown);
  EXPECT_EQ(warnings.items()[0].pointer, "/extensionsRequired/3");
  EXPECT_EQ(loadError(file(R"("extensionsRequired":[7])")).code, codes::kGltfType);
  EXPECT_EQ(loadError(file(R"("extensionsUsed":["KHR_known",7])")).pointer, "/extensionsUsed/1");
  EXPECT_EQ(loadError(file(R"("extensionsRequired":"KHR_known")")).code, codes::kGltfType);
}

TEST(Extensions, AreFoundByName) {
  const auto asset = loaded(file(R"("extensions":{"A":{"x":1}},"nodes":[{}])"));
  EXPECT_EQ(Asset::extension(asset->root(), "A").find("x").number(), 1);
  EXPECT_FALSE(Asset::extension(asset->root(), "B").present());
  EXPECT_FALSE(Asset::extension(asset->nodes()[0].json, "A").present());
}

struct BadFile {
  const char* members;
  const char* pointer;
  std::string_view code;
};

TEST(WrongTypes, AreErrorsWithTheirPointer) {
  const BadFile files[] = {
      {R"("nodes":{})", "/nodes", codes::kGltfType},
      {R"("nodes":[7])", "/nodes/0", codes::kGltfType},
      {R"("nodes":[{"name":7}])", "/nodes/0/name", codes::kGltfType},
      {R"("extensions":[])", "/extensions", codes::kGltfType},
      {R"("nodes":[{"extensions":null}])", "/nodes/0/extensions", codes::kGltfType},
      {R"("nodes":[{"extensions":[]}])", "/nodes/0/extensions", codes::kGltfType},
      {R"("nodes":[{"extensions":"KHR_physics_rigid_bodies"}])", "/nodes/0/extensions", codes::kGltfType},
      {R"("meshes":[{"primitives":[{"attributes":{},"extensions":7}]}])", "/meshes/0/primitives/0/extensions",
       codes::kGltfType},
      {R"("buffers":[{"byteLength":0}],"bufferViews":[{"buffer":0,"byteLength":0,"extensions":7}])",
       "/bufferViews/0/extensions", codes::kGltfType},
      {R"("nodes":[{"children":0}])", "/nodes/0/children", codes::kGltfType},
      {R"("nodes":[{"children":["0"]}])", "/nodes/0/children/0", codes::kGltfType},
      {R"("nodes":[{"children":[0.5]}])", "/nodes/0/children/0", codes::kGltfType},
      {R"("nodes":[{"children":[9]}])", "/nodes/0/children/0", codes::kGltfIndex},
      {R"("nodes":[{"children":[-1]}])", "/nodes/0/children/0", codes::kGltfIndex},
      {R"("nodes":[{"mesh":0}])", "/nodes/0/mesh", codes::kGltfIndex},
      {R"("nodes":[{"mesh":"0"}])", "/nodes/0/mesh", codes::kGltfType},
      {R"("nodes":[{"skin":3}])", "/nodes/0/skin", codes::kGltfIndex},
      {R"("nodes":[{"translation":[1,2]}])", "/nodes/0/translation", codes::kGltfValue},
      {R"("nodes":[{"translation":[1,2,"3"]}])", "/nodes/0/translation/2", codes::kGltfType},
      {R"("nodes":[{"translation":[1,2,NaN]}])", "/nodes/0/translation/2", codes::kGltfValue},
      {R"("nodes":[{"scale":[1,Infinity,1]}])", "/nodes/0/scale/1", codes::kGltfValue},
      {R"("nodes":[{"rotation":[0,0,0,1e999]}])", "/nodes/0/rotation/3", codes::kJsonNumberRange},
      {R"("nodes":[{"matrix":[1,2,3]}])", "/nodes/0/matrix", codes::kGltfValue},
      {R"("nodes":[{"matrix":7}])", "/nodes/0/matrix", codes::kGltfType},
      {R"("meshes":[{}])", "/meshes/0", codes::kGltfMissing},
      {R"("meshes":[{"primitives":{}}])", "/meshes/0/primitives", codes::kGltfType},
      {R"("meshes":[{"primitives":[[]]}])", "/meshes/0/primitives/0", codes::kGltfType},
      {R"("meshes":[{"primitives":[{}]}])", "/meshes/0/primitives/0", codes::kGltfMissing},
      {R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])",
       "/meshes/0/primitives/0/attributes/POSITION", codes::kGltfIndex},
      {R"("meshes":[{"primitives":[{"attributes":{"TEXCOORD_0":[]}}]}])",
       "/meshes/0/primitives/0/attributes/TEXCOORD_0", codes::kGltfType},
      {R"("meshes":[{"primitives":[{"attributes":{},"indices":4}]}])", "/meshes/0/primitives/0/indices",
       codes::kGltfIndex},
      {R"("meshes":[{"primitives":[{"attributes":{},"mode":7}]}])", "/meshes/0/primitives/0/mode",
       codes::kGltfValue},
      {R"("meshes":[{"primitives":[{"attributes":{}}],"weights":[1]}])", "/meshes/0/weights",
       codes::kMeshTargets},
      {R"("skins":[{}])", "/skins/0", codes::kGltfMissing},
      {R"("skins":[{"joints":[0]}])", "/skins/0/joints/0", codes::kGltfIndex},
      {R"("skins":[{"joints":[],"inverseBindMatrices":0}])", "/skins/0/inverseBindMatrices",
       codes::kGltfIndex},
      {R"("scenes":[{"nodes":[0]}])", "/scenes/0/nodes/0", codes::kGltfIndex},
      {R"("scenes":[{}],"scene":1)", "/scene", codes::kGltfIndex},
      {R"("scene":0)", "/scene", codes::kGltfIndex},
      {R"("scenes":7)", "/scenes", codes::kGltfType},
      {R"("buffers":[7])", "/buffers/0", codes::kGltfType},
      {R"("buffers":[{"byteLength":"7"}])", "/buffers/0/byteLength", codes::kGltfType},
      {R"("buffers":[{"byteLength":7,"uri":7}])", "/buffers/0/uri", codes::kGltfType},
      {R"("bufferViews":[[]])", "/bufferViews/0", codes::kGltfType},
      {R"("accessors":7)", "/accessors", codes::kGltfType},
      {R"("animations":7)", "/animations", codes::kGltfType},
      {R"("animations":[{"channels":7,"samplers":[]}])", "/animations/0/channels", codes::kGltfType},
  };
  for (const BadFile& bad : files) {
    const Diagnostic d = loadError(file(bad.members));
    EXPECT_EQ(d.code, bad.code) << bad.members;
    EXPECT_EQ(d.pointer, bad.pointer) << bad.members;
    EXPECT_FALSE(d.message.empty());
    EXPECT_TRUE(d.message.ends_with('.')) << d.message;
  }
}

TEST(WrongTypes, EveryErrorIsFound) {
  Diagnostics warnings;
  const auto asset =
      Asset::loadFromMemory(file(R"("nodes":[{"mesh":5},{"mesh":6},{"name":1}])"), {}, {}, warnings);
  ASSERT_FALSE(asset.ok());
  EXPECT_EQ(asset.diagnostics().errorCount(), 3u);
}

}  // namespace
}  // namespace carom::gltf
