// The examples of OMI's authors move alike in every revision, where the shared folder is at hand. Equal
// scenes: tests/dialect/omi_eras_test.cpp.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "carom/dialect/load.hpp"
#include "carom/world/world.hpp"

namespace carom::test {
namespace {

namespace fs = std::filesystem;

fs::path assets() {
  return fs::path(CAROM_SOURCE_DIR) / ".." / "shared" / "assets";
}

/// Where the bodies are after a time, by the names of their nodes.
std::map<std::string, DTransform> posesAfter(const fs::path& path, double seconds) {
  const Result<Scene> scene = load(path);
  EXPECT_TRUE(scene.ok()) << path;
  std::map<std::string, DTransform> poses;
  if (!scene) return poses;
  World world(*scene);
  while (world.time() < seconds) world.step();
  for (const MovedNode& node : world.motionNodes())
    poses[scene->nodes[static_cast<std::size_t>(node.node)].name] = node.global;
  return poses;
}

class EraMotion : public testing::TestWithParam<const char*> {};

TEST_P(EraMotion, IsTheSame) {
  const std::string example = GetParam();
  std::vector<fs::path> files;
  for (const std::string era : {"omi-2023-02-collider", "omi-2023-06-flat-shape", "omi-2023-08-body-v1",
                                "omi-2024-joint-v1", "omi-2026"}) {
    // The pin of this example became a spring in 2026.
    if (era == "omi-2026" && example.ends_with("simple_joint.gltf")) continue;
    if (fs::exists(assets() / era / example)) files.push_back(assets() / era / example);
  }
  if (files.size() < 2) GTEST_SKIP() << "no shared assets";
  // Balls that meet balls soon multiply what rounding the exporters did: one second of them is compared.
  const auto first = posesAfter(files[0], 1);
  EXPECT_FALSE(first.empty());
  for (std::size_t i = 1; i < files.size(); ++i) {
    const auto other = posesAfter(files[i], 1);
    ASSERT_EQ(first.size(), other.size()) << files[i];
    for (const auto& [name, pose] : first) {
      ASSERT_TRUE(other.contains(name)) << files[i] << " " << name;
      EXPECT_LT(length(pose.translation - other.at(name).translation), 1e-3) << files[i] << " " << name;
      const DQuat turn = conjugate(pose.rotation) * other.at(name).rotation;
      EXPECT_LT(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z, 1e-6) << files[i] << " " << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Assets, EraMotion,
                         testing::Values("OMI_physics_body/examples/complex/ball_pit.gltf",
                                         "OMI_physics_body/examples/complex/rigid_with_velocity.gltf",
                                         "OMI_physics_body/examples/complex/dynamic_with_velocity.gltf",
                                         "OMI_physics_joint/examples/simple_joint.gltf",
                                         "OMI_physics_joint/examples/weld_joint.gltf",
                                         "OMI_physics_joint/examples/swing_and_slide.gltf",
                                         "OMI_physics_joint/examples/hanging_rope.gltf"),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

}  // namespace
}  // namespace carom::test
