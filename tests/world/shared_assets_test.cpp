// The extension authors' own models: what their names and contents promise. Skipped where the files are not
// present.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "carom/dialect/load.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

const std::filesystem::path kAssets =
    std::filesystem::path(CAROM_SOURCE_DIR).parent_path() / "shared" / "assets";

/// A world made of a file; `ok` is false when the file is not there.
struct Loaded {
  explicit Loaded(const std::string& file, const WorldSettings& settings = {}) {
    const std::filesystem::path path = kAssets / file;
    if (!std::filesystem::exists(path)) return;
    Result<Scene> result = load(path);
    EXPECT_TRUE(result.ok()) << file;
    if (!result.ok()) return;
    scene = std::move(result.value());
    world = std::make_unique<World>(scene, settings);
    ok = true;
  }
  int node(const std::string& name) const {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      if (scene.nodes[i].name == name) return static_cast<int>(i);
    ADD_FAILURE() << "no node " << name;
    return -1;
  }
  BodyState state(int n) const { return world->state(world->bodyOfNode(n)); }
  DVec3 position(int n) const { return state(n).transform.translation; }
  void run(double seconds, const std::function<void()>& each = {}) {
    for (long i = std::lround(seconds / world->settings().time_step); i > 0; --i) {
      world->step();
      if (each) each();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  Scene scene;
  std::unique_ptr<World> world;
  bool ok = false;
};
#define LOAD_OR_SKIP(name, file) \
  Loaded name(file);             \
  if (!name.ok) GTEST_SKIP() << "not present: " << (file)

const std::string kTests = "khr-rc-2025/tests/RigidBodies_";

class ColliderTypeMatrix : public testing::TestWithParam<int> {};

TEST_P(ColliderTypeMatrix, TheDynamicShapeRestsOnTheStaticOne) {
  const int number = GetParam(), below = number / 6, above = number % 6;
  const std::string digits = std::to_string(100 + number).substr(1);  // Two of them.
  LOAD_OR_SKIP(file, kTests + "ColliderTypeMatrix/RigidBodies_ColliderTypeMatrix_" + digits + ".gltf");
  ASSERT_EQ(file.scene.motions.size(), 1u);
  const int body = file.scene.motions[0].node;
  file.run(5);
  // The numbers of shared/assets/README.md: sphere, box, capsule, cylinder, "convex hull", "triangle mesh".
  const double tops[] = {1, -0.5, 1, 1, 0, 0}, halves[] = {1, 0.5, 0.75, 0.5, 0, 0};
  const double y = file.position(body).y, standing = tops[below] + halves[above];
  if (above == 2) {
    // A capsule may stand on its point or lie, ± 1 cm. On a ball or a capsule (radius 10) one that has
    // toppled rolls off.
    const bool on_ball = below == 0 || below == 2;
    const double lying = tops[below] + 0.25;
    EXPECT_TRUE(std::abs(y - standing) < 0.01 || std::abs(y - lying) < 0.01 || (on_ball && y < lying)) << y;
  } else if (above == 4 && (below == 0 || below == 2)) {
    // The tetrahedron's middle is 0.125 beside the top of the ball of radius 10: it rocks there for ever, as
    // a rocking stone would, by up to 0.125 / 10 about its balance (its convex hull does the same). ± 1 cm.
    EXPECT_NEAR(y, standing, 0.01);
    EXPECT_LT(length(file.state(body).linear_velocity), 0.15);
  } else {
    EXPECT_NEAR(y, standing, 0.01);
    EXPECT_LT(length(file.state(body).linear_velocity), 0.02);
  }
}
INSTANTIATE_TEST_SUITE_P(Files, ColliderTypeMatrix, testing::Range(0, 36, 2));  // The even ones are there.

TEST(SharedAssets, CollisionFilter00) {
  LOAD_OR_SKIP(file, kTests + "CollisionFilter/RigidBodies_CollisionFilter_00.gltf");
  file.run(4);
  EXPECT_NEAR(file.position(0).y, 1, 0.01);  // Lists StaticGroup: rests on y = 0.
  EXPECT_LT(file.position(1).y, -20);        // Lists only DynamicGroup: falls on.
}

TEST(SharedAssets, CollisionFilter02) {
  LOAD_OR_SKIP(file, kTests + "CollisionFilter/RigidBodies_CollisionFilter_02.gltf");
  file.run(6);
  // The lower box (node 2, 1 m below the body's node) meets the ground; the upper one would pass.
  EXPECT_NEAR(file.position(0).y, 1.5, 0.01);
  // Turned over: the lower box passes the ground, the upper one, 1 m above the node, is stopped.
  EXPECT_NEAR(file.position(3).y, -0.5, 0.01);
}

TEST(SharedAssets, Materials00RestitutionLowAndHigh) {
  LOAD_OR_SKIP(file, kTests + "Materials/RigidBodies_Materials_00.gltf");
  // The ground names no mode, so the balls' maximum decides: max(0, 0.5) and max(1, 0.5). They fall 4 m.
  std::map<int, double> expected{{0, 0.5 * 0.5 * 4}, {1, 4}};
  std::map<int, double> peak;
  std::map<int, int> phase;
  file.run(0.95 + 1.0, [&] {
    for (const int n : {0, 1}) {
      const BodyState s = file.state(n);
      if (phase[n] == 0 && s.linear_velocity.y > 0) phase[n] = 1;
      if (phase[n] == 1) peak[n] = std::max(peak[n], s.transform.translation.y - 1);
      if (phase[n] == 1 && s.linear_velocity.y <= 0) phase[n] = 2;
    }
  });
  for (const int n : {0, 1})
    EXPECT_NEAR(peak[n], expected[n], 0.02 * expected[n]) << n;  // ± 2 %, as every rebound.
}

TEST(SharedAssets, Materials02FrictionZeroAndTen) {
  LOAD_OR_SKIP(file, kTests + "Materials/RigidBodies_Materials_02.gltf");
  // 45°. The ground has no material: 0.6, averaged with 0 and 10: 0.3 slides with g(sin − 0.3·cos), 5.3
  // holds.
  const DVec3 held = file.position(1), down = normalized(DVec3{0, -1, 1});
  file.run(0.5);
  const double v0 = dot(file.state(0).linear_velocity, down);
  file.run(0.75);
  const double acceleration = (dot(file.state(0).linear_velocity, down) - v0) / 0.75;
  const double expected = kGravity * std::sqrt(0.5) * (1 - 0.3);
  EXPECT_NEAR(acceleration, expected, 0.02 * expected);
  EXPECT_LT(length(file.position(1) - held), 0.01);
}

TEST(SharedAssets, MotionProperties00NothingMoves) {
  LOAD_OR_SKIP(file, kTests + "MotionProperties/RigidBodies_MotionProperties_00.gltf");
  file.run(10);
  EXPECT_EQ(file.position(0), (DVec3{0, 0, 0}));
}

TEST(SharedAssets, MotionProperties02SpinsForever) {
  LOAD_OR_SKIP(file, kTests + "MotionProperties/RigidBodies_MotionProperties_02.gltf");
  file.run(10);
  EXPECT_LT(length(file.state(0).angular_velocity - DVec3{1, 0, 0}),
            1e-4);  // No damping exists in the document.
  EXPECT_LT(angleBetween(file.state(0).transform.rotation, axisAngle({1, 0, 0}, 10 * 180 / kPi)), 0.1);
}

TEST(SharedAssets, MotionProperties05KinematicStaysPut) {
  LOAD_OR_SKIP(file, kTests + "MotionProperties/RigidBodies_MotionProperties_05.gltf");
  file.run(5);
  EXPECT_EQ(file.position(1), (DVec3{0, 0.5, 0}));  // Halfway inside a static box, and not pushed out.
}

TEST(SharedAssets, MotionProperties06MassesCollide) {
  LOAD_OR_SKIP(file, kTests + "MotionProperties/RigidBodies_MotionProperties_06.gltf");
  file.run(2);
  // e = 0, face on face: common velocity m1·v/(m1 + m2): 5/2 and 500/101. 1 % (friction has nothing to do).
  EXPECT_NEAR(file.state(0).linear_velocity.x, 2.5, 0.025);
  EXPECT_NEAR(file.state(2).linear_velocity.x, 2.5, 0.025);
  EXPECT_NEAR(file.state(1).linear_velocity.x, 500.0 / 101, 0.05);
  EXPECT_NEAR(file.state(3).linear_velocity.x, 500.0 / 101, 0.05);
}

/// Sample scenes, in each revision they exist in.
class Sample : public testing::TestWithParam<std::string> {};

using FilteringSample = Sample;
TEST_P(FilteringSample, BlueFallsThroughGreenAndRestsOnTheGround) {
  LOAD_OR_SKIP(file, GetParam());
  file.run(5);
  const auto height = [&](const std::string& name) { return file.position(file.node(name)).y; };
  const double on_ground = 0.30352783203125 / 2 + 0.5, on_block = 2.20433 + 1;
  // Blue (System_1) meets only what is in System_1; the ground is in both systems.
  EXPECT_NEAR(height("DynamicBlue"), on_ground, 0.01);       // Through the green block.
  EXPECT_NEAR(height("DynamicGreen"), on_block, 0.01);       // On the green block.
  EXPECT_NEAR(height("DynamicGreen.001"), on_ground, 0.01);  // Through the blue block.
  // The compound's blue part, below, passes the green block; its green part, 1.26111 above the node, is
  // stopped by it.
  EXPECT_NEAR(height("DynamicCompound"), on_block - 1.26111, 0.01);
}
INSTANTIATE_TEST_SUITE_P(Files, FilteringSample,
                         testing::Values("khr-rc-2025/samples/Filtering/Filtering.gltf",
                                         "khr-rc-2025/samples/Filtering/Filtering.glb",
                                         "khr-2024-draft/Filtering/Filtering.gltf"));

using TriggersSample = Sample;
TEST_P(TriggersSample, TheCubeFallsThroughEachTriggerOnce) {
  LOAD_OR_SKIP(file, GetParam());
  const int cube = file.node("Cube");
  std::map<std::string, std::vector<double>> enter, exit;
  file.run(3, [&] {
    for (const Event& e : file.world->events()) {
      if (e.type != EventType::TriggerEnter && e.type != EventType::TriggerExit) continue;
      EXPECT_EQ(e.motion, cube);
      const std::string& name = file.scene.nodes[static_cast<std::size_t>(e.trigger)].name;
      (e.type == EventType::TriggerEnter ? enter : exit)[name].push_back(e.time);
    }
  });
  // The cube (half 0.10369) falls from 1.83711 through boxes of half height 0.2778 at 0.60753: touches at a
  // centre of 0.98902, leaves at 0.22604, and comes to rest at the floor's top, 0.1702·0.16844, plus its
  // half.
  const double touch = std::sqrt(2 * (1.83711 - (0.60753 + 0.2778 + 0.10369)) / kGravity);
  const double leave = std::sqrt(2 * (1.83711 - (0.60753 - 0.2778 - 0.10369)) / kGravity);
  for (const char* name : {"ChildA", "ChildB", "Standalone"}) {
    ASSERT_EQ(enter[name].size(), 1u) << name;
    ASSERT_EQ(exit[name].size(), 1u) << name;
    EXPECT_NEAR(enter[name][0], touch, 0.034) << name;  // Two steps.
    EXPECT_NEAR(exit[name][0], leave, 0.034) << name;
  }
  EXPECT_NEAR(file.position(cube).y, 0.34042 / 2 * 0.16844 + 0.10369, 0.01);
}
INSTANTIATE_TEST_SUITE_P(Files, TriggersSample,
                         testing::Values("khr-rc-2025/samples/Triggers/Triggers.gltf",
                                         "khr-rc-2025/samples/Triggers/Triggers.glb",
                                         "khr-2024-07/Triggers/Triggers.gltf"));

using FrictionSample = Sample;
TEST_P(FrictionSample, SoapOutrunsHoney) {
  LOAD_OR_SKIP(file, GetParam());
  const int soap = file.node("Soap2.001"), honey = file.node("HoneyCombWalls");
  const int slope = file.node("SlopedFloor");
  const Scene::GlobalPose pose = file.scene.globalPose(slope);
  const DVec3 down = rotate(pose.transform.rotation, DVec3{0, 0, 1}),
              up = rotate(pose.transform.rotation, DVec3{0, 1, 0});
  const double sine = -down.y, cosine = up.y;
  std::map<int, std::vector<double>> measured;  // Accelerations while lying on the slope and not turning.
  std::map<int, double> last;
  file.run(2, [&] {
    for (const int n : {soap, honey}) {
      const BodyState s = file.state(n);
      const double along = dot(s.transform.translation - pose.transform.translation, down);
      const double v = dot(s.linear_velocity, down);
      const bool flat =
          length(s.angular_velocity) < 0.02 && std::abs(dot(s.linear_velocity, up)) < 0.01 && along < 3.5;
      if (flat && last.count(n)) measured[n].push_back((v - last[n]) * 60);
      last.erase(n);
      if (flat) last[n] = v;
    }
  });
  EXPECT_GT(dot(file.position(soap), down), dot(file.position(honey), down) + 1);
  // Materials average with the floor's 0: 0.0236/2 and 0.547/2. ± 2 %, as the incline.
  const std::pair<int, double> friction[] = {{soap, 0.02364865504205227 / 2},
                                             {honey, 0.5472973585128784 / 2}};
  for (const auto& [n, mu] : friction) {
    const double expected = kGravity * (sine - mu * cosine);
    double sum = 0;
    for (const double a : measured[n]) sum += a;
    ASSERT_GE(measured[n].size(), 5u) << n;
    EXPECT_NEAR(sum / static_cast<double>(measured[n].size()), expected, 0.02 * expected) << n;
  }
}
INSTANTIATE_TEST_SUITE_P(Files, FrictionSample,
                         testing::Values("khr-rc-2025/samples/Materials_Friction/Materials_Friction.gltf",
                                         "khr-2024-draft/Materials_Friction/Materials_Friction.gltf",
                                         "khr-2023-09/Materials_Friction/Materials_Friction.gltf"));

using MotionSample = Sample;
TEST_P(MotionSample, DoesWhatTheNamesSay) {
  LOAD_OR_SKIP(file, GetParam());
  const int box_node = file.node("InfInertiaBox"), wheel = file.node("Wheel_InfiniteMassFiniteInertia");
  const DQuat box_rotation = file.state(box_node).transform.rotation;
  const DVec3 wheel_at = file.state(wheel).center;
  std::vector<int> balloons;
  for (const Motion& m : file.scene.motions)
    if (m.gravity_factor < 0) balloons.push_back(m.node);
  ASSERT_EQ(balloons.size(), 4u);
  file.run(0.25);
  // Balloons are pulled up with half of gravity; some touch each other: 5 % of the highest.
  double highest = 0;
  for (const int n : balloons) highest = std::max(highest, file.state(n).linear_velocity.y);
  EXPECT_NEAR(highest, 0.5 * kGravity * 0.25, 0.05 * 0.5 * kGravity * 0.25);
  file.run(1.75, [&] {
    ASSERT_LT(angleBetween(file.state(box_node).transform.rotation, box_rotation),
              1e-3);                                               // Infinite inertia never turns.
    ASSERT_LT(length(file.state(wheel).center - wheel_at), 1e-5);  // Infinite mass goes nowhere.
    // Its finite component is the node's y, global z; others by rounding only, a millionth of some rad/s.
    const DVec3 w = file.state(wheel).angular_velocity;
    ASSERT_LT(std::abs(w.x) + std::abs(w.y), 1e-4) << w.z << " at " << file.world->time();
  });
  // The box has come down on the cone's tip (0.4753 + 0.38485·2.39644/2) and balances there, half height
  // 0.3345.
  EXPECT_NEAR(file.position(box_node).y, 0.4753 + 0.38485 * 2.39644 / 2 + 0.3345, 0.01);
  file.run(3);
  for (const int n : balloons) {
    EXPECT_LT(file.state(n).center.y, 5.32343 + 0.1) << n;  // Held by the ceiling.
    EXPECT_GT(file.state(n).center.y, 2) << n;
  }
}
INSTANTIATE_TEST_SUITE_P(Files, MotionSample,
                         testing::Values("khr-rc-2025/samples/MotionProperties/MotionProperties.gltf",
                                         "khr-rc-2025/samples/MotionProperties/MotionProperties.glb",
                                         "khr-2024-draft/MotionProperties/MotionProperties.gltf"));

/// Height of the scene's static mesh below a point, by brute force; −infinity beside it.
class Terrain {
 public:
  explicit Terrain(const Scene& scene) {
    for (const Collider& c : scene.colliders) {
      const Shape& shape = scene.shapes[static_cast<std::size_t>(c.shape)];
      if (c.motion >= 0 || shape.kind != ShapeKind::TriangleMesh) continue;
      const SceneGeometry& g = scene.geometries[static_cast<std::size_t>(shape.geometry)];
      const Scene::GlobalPose pose = scene.globalPose(c.node);
      for (const Vec3& p : g.positions)
        points_.push_back(transformPoint(pose.transform, scaled(pose.scale, DVec3(p))));
      indices_ = g.indices;
    }
  }
  double heightAt(double x, double z) const {
    double best = -kInfinity;
    for (std::size_t i = 0; i + 2 < indices_.size(); i += 3) {
      const DVec3 a = points_[indices_[i]], b = points_[indices_[i + 1]], c = points_[indices_[i + 2]];
      const double d = (b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z);
      if (std::abs(d) < 1e-12) continue;
      const double u = ((x - a.x) * (c.z - a.z) - (c.x - a.x) * (z - a.z)) / d;
      const double v = ((b.x - a.x) * (z - a.z) - (x - a.x) * (b.z - a.z)) / d;
      if (u < 0 || v < 0 || u + v > 1) continue;
      best = std::max(best, a.y + u * (b.y - a.y) + v * (c.y - a.y));
    }
    return best;
  }

 private:
  std::vector<DVec3> points_;
  std::vector<std::uint32_t> indices_;
};

/// Whether all of a body's colliders are balls, capsules or cylinders on its own node.
bool rollsFreely(const Scene& scene, int node) {
  for (const Collider& c : scene.colliders) {
    if (c.motion < 0 || scene.motions[static_cast<std::size_t>(c.motion)].node != node) continue;
    const ShapeKind kind = scene.shapes[static_cast<std::size_t>(c.shape)].kind;
    const bool round = kind == ShapeKind::Sphere || kind == ShapeKind::Capsule || kind == ShapeKind::Cylinder;
    if (!round || c.node != node) return false;
  }
  return true;
}

using ShapesSample = Sample;
TEST_P(ShapesSample, EveryShapeStaysOnTheMeshAndComesToRest) {
  LOAD_OR_SKIP(file, GetParam());
  const Terrain terrain(file.scene);
  std::map<int, bool> left;
  int step = 0;
  file.run(30, [&] {
    if (++step % 10 != 0) return;
    for (const Motion& m : file.scene.motions) {
      if (left[m.node]) continue;
      const DVec3 c = file.state(m.node).center;
      const double ground = terrain.heightAt(c.x, c.z);
      if (ground == -kInfinity) {
        left[m.node] = true;  // Over the mesh's edge.
      } else {
        EXPECT_GT(c.y, ground) << file.scene.nodes[static_cast<std::size_t>(m.node)].name << " at "
                               << file.world->time();
      }
    }
  });
  for (const Motion& m : file.scene.motions) {
    // Round ones may roll on: the document has no rolling resistance.
    if (left[m.node] || rollsFreely(file.scene, m.node)) continue;
    EXPECT_LT(length(file.state(m.node).linear_velocity), 0.05)
        << file.scene.nodes[static_cast<std::size_t>(m.node)].name;
  }
}
INSTANTIATE_TEST_SUITE_P(Files, ShapesSample,
                         testing::Values("khr-rc-2025/samples/ShapeTypes/ShapeTypes.gltf",
                                         "khr-2024-draft/ShapeTypes/ShapeTypes.gltf",
                                         "khr-2024-07/ShapeTypes/ShapeTypes.gltf",
                                         "khr-2024-06/ShapeTypes/ShapeTypes.gltf",
                                         "khr-2023-09/ShapeTypes/ShapeTypes.gltf"));

}  // namespace
}  // namespace carom::test
