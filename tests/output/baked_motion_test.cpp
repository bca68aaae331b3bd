// The whole way: what a viewer plays from the baked file is the motion that was simulated.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "carom/behavior/behavior.hpp"
#include "carom/dialect/load.hpp"
#include "carom/output/bake.hpp"
#include "carom/output/drive_script.hpp"
#include "carom/output/recorder.hpp"
#include "gltf/asset.hpp"
#include "hand_made_motion.hpp"
#include "temporary_folder.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

/// The baked animation, played as the glTF document says: each channel replaces a property of its node, and
/// global transforms are products of matrices, scales included.
class Player {
 public:
  explicit Player(const gltf::Asset& asset) : asset_(asset), animation_(asset.animations().back()) {}

  struct Global {
    DMat3 matrix;
    DVec3 translation;
  };
  Global at(std::int32_t node, double time) const {
    std::vector<std::int32_t> path;
    for (; node >= 0; node = asset_.nodes()[static_cast<std::size_t>(node)].parent) path.push_back(node);
    Global global;
    for (; !path.empty(); path.pop_back()) {
      const gltf::Node& item = asset_.nodes()[static_cast<std::size_t>(path.back())];
      DVec3 translation = item.translation;
      DQuat rotation = item.rotation;
      DVec3 scale = item.scale;
      for (const gltf::AnimationChannel& channel : animation_.channels) {
        if (channel.node != path.back()) continue;
        const std::vector<double> value = valueAt(channel, time);
        if (channel.path == gltf::AnimationPath::Translation) translation = {value[0], value[1], value[2]};
        if (channel.path == gltf::AnimationPath::Scale) scale = {value[0], value[1], value[2]};
        if (channel.path == gltf::AnimationPath::Rotation)
          rotation = normalized(DQuat{value[0], value[1], value[2], value[3]});
      }
      global.translation += global.matrix * translation;
      const DMat3 turned = toMatrix(rotation);
      global.matrix = global.matrix * DMat3{turned.cx * scale.x, turned.cy * scale.y, turned.cz * scale.z};
    }
    return global;
  }

 private:
  static std::vector<double> valueAt(const gltf::AnimationChannel& channel, double time) {
    time = std::clamp<double>(time, channel.times.front(), channel.times.back());
    if (channel.interpolation == gltf::Interpolation::CubicSpline) return splineAt(channel, time);
    KeyTrack track;
    for (std::uint32_t i = 0; i < channel.times.size(); ++i) track.times.push_back(i);
    track.values = channel.values;
    return test::played(track, channel.times, time);
  }

  /// glTF 2.0, appendix C.5: a Hermite spline whose tangents are per second.
  static std::vector<double> splineAt(const gltf::AnimationChannel& channel, double time) {
    std::size_t key = 0;
    while (key + 2 < channel.times.size() && channel.times[key + 1] <= time) ++key;
    const double span = double(channel.times[key + 1]) - channel.times[key];
    const double t = (time - channel.times[key]) / span, t2 = t * t, t3 = t2 * t;
    std::vector<double> value;
    for (std::size_t i = 0; i < channel.components; ++i) {
      const auto at = [&](std::size_t k, std::size_t part) {
        return double(channel.values[(3 * k + part) * channel.components + i]);
      };
      value.push_back((2 * t3 - 3 * t2 + 1) * at(key, 1) + span * (t3 - 2 * t2 + t) * at(key, 2) +
                      (-2 * t3 + 3 * t2) * at(key + 1, 1) + span * (t3 - t2) * at(key + 1, 0));
    }
    return value;
  }

  const gltf::Asset& asset_;
  const gltf::Animation& animation_;
};

class BakedMotion : public testing::TestWithParam<const char*> {};

struct Error {
  double translation = 0, rotation = 0;
};

/// Simulates and bakes a file, plays the result, and compares at every step.
void measure(const fs::path& path, Error& error) {
  const TemporaryFolder folder;
  const auto scene = load(path);
  ASSERT_TRUE(scene);
  World world(*scene);
  RecorderOptions options;
  options.keys = true;
  Recorder recorder(*scene, options);
  recorder.capture(world);
  std::vector<std::vector<MovedNode>> recorded = {world.motionNodes()};
  for (int step = 0; step < 150; ++step) {
    world.step();
    recorder.capture(world);
    recorded.push_back(world.motionNodes());
  }
  recorder.finish();
  OutputFiles files;
  ASSERT_TRUE(bake(*scene, *recorder.keys(), folder / "baked.glb", files));
  ASSERT_FALSE(files.commit().hasErrors());

  Diagnostics diagnostics;
  const auto baked = gltf::Asset::load(folder / "baked.glb", {}, diagnostics);
  ASSERT_TRUE(baked);
  const Player player(**baked);
  for (std::size_t step = 0; step < recorded.size(); ++step)
    for (const MovedNode& node : recorded[step]) {
      const Player::Global global = player.at(node.node, static_cast<float>(static_cast<double>(step) / 60));
      error.translation = std::max(error.translation, length(global.translation - node.global.translation));
      const DMat3 axes = toMatrix(node.global.rotation);
      for (std::size_t i = 0; i < 3; ++i) {
        const DVec3 column = i == 0 ? global.matrix.cx : i == 1 ? global.matrix.cy : global.matrix.cz;
        const DVec3 wanted = i == 0 ? axes.cx : i == 1 ? axes.cy : axes.cz;
        // A mirrored axis (negative scale) still lies along the line of the rotation's axis.
        error.rotation = std::max(error.rotation, length(cross(normalized(column), wanted)));
      }
    }
}

/// The same of all nodes of a file, with their scale; `advance` goes before each step.
void measureAll(const Scene& scene, World& world, const std::vector<std::int32_t>& other_nodes,
                const BakeOptions& bake_options, const std::function<void()>& advance, double& error) {
  const TemporaryFolder folder;
  RecorderOptions options;
  options.keys = true;
  options.other_nodes = other_nodes;
  Recorder recorder(scene, options);
  std::vector<std::vector<Value>> recorded;
  const auto capture = [&] {
    recorder.capture(world);
    std::vector<Value>& step = recorded.emplace_back();
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      step.push_back(*world.get("/nodes/" + std::to_string(i) + "/globalMatrix"));
  };
  capture();
  for (int step = 0; step < 300; ++step) {
    advance();
    world.step();
    capture();
  }
  recorder.finish();
  OutputFiles files;
  ASSERT_TRUE(bake(scene, *recorder.keys(), folder / "baked.glb", files, bake_options));
  ASSERT_FALSE(files.commit().hasErrors());
  Diagnostics diagnostics;
  const auto baked = gltf::Asset::load(folder / "baked.glb", {}, diagnostics);
  ASSERT_TRUE(baked);
  const Player player(**baked);
  for (std::size_t step = 0; step < recorded.size(); ++step) {
    for (std::size_t i = 0; i < recorded[step].size(); ++i) {
      const Player::Global global =
          player.at(static_cast<std::int32_t>(i), static_cast<float>(static_cast<double>(step) / 60));
      const DVec3 columns[] = {global.matrix.cx, global.matrix.cy, global.matrix.cz, global.translation};
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t r = 0; r < 3; ++r)
          error = std::max(error, std::abs(columns[c][r] - recorded[step][i].numbers[4 * c + r]));
      }
    }
  }
}

// 0.1 mm and 0.01 degrees; a thousandth more for the floats of the scene's own transforms.
constexpr double kTranslationBound = 1.001e-4, kRotationBound = 1.001 * 1.7453e-4;

TEST_P(BakedMotion, IsTheSimulatedOne) {
  const fs::path path = fs::path(CAROM_SOURCE_DIR) / GetParam();
  if (!fs::exists(path)) GTEST_SKIP() << path << " is not here";
  Error error;
  measure(path, error);
  EXPECT_LE(error.translation, kTranslationBound);
  EXPECT_LE(error.rotation, kRotationBound);
}

TEST(BakedMotion, OfAGraphIsThatOfTheRun) {
  for (const std::string name : {"door", "kick", "motor", "growing"}) {
    const auto scene = load(fs::path(CAROM_SOURCE_DIR) / "scenes" / (name + ".gltf"));
    ASSERT_TRUE(scene);
    World world(*scene);
    BehaviorMachine behavior(*scene, world);
    ASSERT_TRUE(behavior.isRunning());
    double error = 0;
    measureAll(
        *scene, world, behavior.nodes(), {.own_animations = false}, [&] { behavior.advance(); }, error);
    // The axes of a rotation that is off by the bound are off by as much.
    EXPECT_LE(error, std::max(kTranslationBound, kRotationBound)) << name;
    EXPECT_GT(error, 0) << name;
  }
}

TEST(BakedMotion, OfADriveScriptAndOfAnimationsByPointerIsThatOfTheRun) {
  // Node 0 is a wall that the script moves, node 1 a ball that it scales, node 2 a wall whose translation the
  // file animates by pointer.
  const TemporaryFolder folder;
  const auto scene = load(folder.write("scene.gltf", R"({"asset":{"version":"2.0"},
    "extensionsUsed":["KHR_physics_rigid_bodies","KHR_implicit_shapes","KHR_animation_pointer"],
    "extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"sphere","sphere":{"radius":0.5}},{"type":"box"}]}},
    "nodes":[{"extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":1}}}}},
      {"translation":[5,0,0],"extensions":{"KHR_physics_rigid_bodies":{"motion":{"mass":1},
        "collider":{"geometry":{"shape":0}}}}},
      {"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1],
       "extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":1}}}}}],
    "scenes":[{"nodes":[0,1,2]}],
    "accessors":[{"componentType":5126,"count":2,"type":"SCALAR","bufferView":0,"min":[0],"max":[1]},
      {"componentType":5126,"count":2,"type":"VEC3","bufferView":0}],
    "bufferViews":[{"buffer":0,"byteLength":24}],
    "buffers":[{"byteLength":24,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAA"}],
    "animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"path":"pointer",
      "extensions":{"KHR_animation_pointer":{"pointer":"/nodes/2/translation"}}}}]}]})"));
  ASSERT_TRUE(scene);
  auto script = DriveScript::read(R"([{"time":0.5,"pointer":"/nodes/0/translation","value":[0,-3,0]},
    {"time":2,"ramp":true,"pointer":"/nodes/0/translation","value":[4,-3,1]},
    {"time":1,"ramp":true,"pointer":"/nodes/1/scale","value":[2,2,2]}])",
                                  *scene);
  ASSERT_TRUE(script);
  EXPECT_EQ(script->nodes(), (std::vector<std::int32_t>{0, 1}));
  World world(*scene);
  double error = 0;
  measureAll(
      *scene, world, script->nodes(), {}, [&] { script->apply(world); }, error);
  EXPECT_LE(error, kTranslationBound);
  EXPECT_GT(error, 0);
  EXPECT_NEAR(world.get("/nodes/1/globalMatrix")->numbers[0], 2, 0.1);
}

/// A falling body inside a turning one, five metres out, with scaled nodes between; `scale` is that of the
/// turning one.
std::string nestedScene(const std::string& scale, const std::string& innermost = "motion") {
  return R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_physics_rigid_bodies"],
    "scenes":[{"nodes":[0]}],
    "nodes":[{"children":[1],"scale":[0.5,0.5,0.5],"translation":[1,2,3],"rotation":[0.6,0,0,0.8]},
      {"children":[2],"scale":)" +
         scale + R"(,"extensions":{"KHR_physics_rigid_bodies":
        {"motion":{"isKinematic":true,"angularVelocity":[0.1,0.7,0.2],"linearVelocity":[0.3,0,0]}}}},
      {"children":[3],"translation":[5,0,0],"scale":[3,3,3],"rotation":[0,0,0.28,0.96]},
      {"children":[4],"extensions":{"KHR_physics_rigid_bodies":
        {"motion":{"mass":1,"inertiaDiagonal":[1,2,3],"angularVelocity":[1,2,3]}}}},
      {"translation":[0,1,0],"extensions":{"KHR_physics_rigid_bodies":
        {")" +
         innermost +
         R"(":{"mass":1,"inertiaDiagonal":[1,1,1],"linearVelocity":[0,1,0],"gravityFactor":0.1}}}}]})";
}

TEST(BakedMotion, OfNestedBodiesIsTheSimulatedOne) {
  const TemporaryFolder folder;
  Error error;
  measure(folder.write("nested.gltf", nestedScene("[2,2,2]")), error);
  EXPECT_LE(error.translation, kTranslationBound);
  EXPECT_LE(error.rotation, kRotationBound);
}

TEST(BakedMotion, UnderUnevenScaleKeepsThePlace) {
  const TemporaryFolder folder;
  Error error;
  measure(folder.write("nested.gltf", nestedScene("[1,2,1]", "extras")), error);
  // No local rotation gives an unsheared frame here, so only the place can be right, and only that of a body
  // whose own frame no other body hangs on.
  EXPECT_LE(error.translation, kTranslationBound);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, BakedMotion,
    testing::Values("scenes/motion.gltf", "scenes/platform.gltf", "scenes/scaled.gltf", "scenes/shapes.gltf",
                    "scenes/bowl.gltf", "scenes/planet.gltf", "scenes/vehicles/rocket.gltf",
                    "scenes/vehicles/hovercraft.gltf", "scenes/vehicles/truck.gltf",
                    "../shared/assets/khr-rc-2025/samples/MotionProperties/MotionProperties.glb",
                    "../shared/assets/khr-rc-2025/samples/ShapeTypes/ShapeTypes.gltf",
                    "../shared/assets/khr-2024-draft/ShapeTypes/ShapeTypes.gltf"));

}  // namespace
}  // namespace carom
