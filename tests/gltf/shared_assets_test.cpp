// Every file the authors of the extensions have published (../shared/assets), where present.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "gltf/asset.hpp"

namespace carom::gltf {
namespace {

std::vector<std::filesystem::path> sharedAssets() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = std::filesystem::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets";
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const auto extension = it->path().extension();
    if (extension == ".gltf" || extension == ".glb") files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(SharedAssets, AllLoadAndTheirMeshesDecode) {
  std::size_t meshes = 0;
  for (const auto& file : sharedAssets()) {
    SCOPED_TRACE(file.string());
    Diagnostics diagnostics;
    const auto asset = Asset::load(file, {}, diagnostics);
    ASSERT_TRUE(asset.ok()) << asset.diagnostics().items()[0].pointer << ": "
                            << asset.diagnostics().items()[0].message;
    for (const Diagnostic& d : diagnostics.items()) {
      EXPECT_NE(d.severity, Severity::Error) << d.pointer << ": " << d.message;
    }
    for (std::size_t mesh = 0; mesh < (*asset)->meshCount(); ++mesh) {
      const auto geometry = (*asset)->meshGeometry(std::int32_t(mesh), {}, GeometryUse::Points, "");
      EXPECT_TRUE(geometry.ok()) << geometry.diagnostics().items()[0].message;
      ++meshes;
    }
    for (std::size_t node = 0; node < (*asset)->nodes().size(); ++node) {
      const Node& n = (*asset)->nodes()[node];
      if (n.mesh < 0) continue;
      const auto geometry = (*asset)->nodeGeometry(std::int32_t(node), GeometryUse::Triangles, "");
      EXPECT_TRUE(geometry.ok()) << geometry.diagnostics().items()[0].message;
      if (geometry.ok()) {
        for (const std::uint32_t index : geometry->indices) ASSERT_LT(index, geometry->positions.size());
      }
    }
  }
  RecordProperty("meshes", int(meshes));
}

}  // namespace
}  // namespace carom::gltf
