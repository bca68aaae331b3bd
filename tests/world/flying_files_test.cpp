// Files with thrusters and gravity: the authors' examples (skipped where they are not present) and the
// project's own scenes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "carom/dialect/load.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

using Change = std::function<void(Scene&)>;

/// A world made of a file, perhaps with something added; `world` is null when the file is not there.
struct Flown {
  Flown(const std::filesystem::path& path, const WorldSettings& settings = {}, const Change& change = {}) {
    if (!std::filesystem::exists(path)) return;
    Result<Scene> result = load(path);
    EXPECT_TRUE(result.ok()) << path;
    if (!result.ok()) return;
    scene = std::move(result.value());
    if (change) change(scene);
    world = std::make_unique<World>(scene, settings);
  }
  int node(const std::string& name) const {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      if (scene.nodes[i].name == name) return static_cast<int>(i);
    ADD_FAILURE() << "no node " << name;
    return -1;
  }
  BodyState state(const std::string& name) const { return world->state(world->bodyOfNode(node(name))); }
  DVec3 position(const std::string& name) const { return state(name).transform.translation; }
  DVec3 velocity(const std::string& name) const { return state(name).linear_velocity; }
  DVec3 turned(const std::string& name, const DVec3& axis) const {
    return rotate(state(name).transform.rotation, axis);
  }
  void run(double seconds, const std::function<void()>& each = {}) {
    for (long i = std::lround(seconds / world->settings().time_step); i > 0; --i) {
      world->step();
      if (each) each();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  Scene scene;
  std::unique_ptr<World> world;
};

const std::filesystem::path kOmi =
    std::filesystem::path(CAROM_SOURCE_DIR).parent_path() / "shared" / "assets" / "omi-2026";
const std::filesystem::path kScenes = std::filesystem::path(CAROM_SOURCE_DIR) / "scenes";

int addNode(Scene& scene, const DVec3& at) {
  SceneNode node;
  node.translation = at;
  scene.nodes.push_back(node);
  return static_cast<int>(scene.nodes.size()) - 1;
}
void addCollider(Scene& scene, int node, const Shape& shape, int motion) {
  scene.shapes.push_back(shape);
  Collider c;
  c.node = node, c.shape = static_cast<std::int32_t>(scene.shapes.size()) - 1, c.motion = motion;
  scene.colliders.push_back(c);
}
Change floorBelow(double depth) {
  return [depth](Scene& scene) {
    addCollider(scene, addNode(scene, {0, -depth - 1, 0}), box(2000, 2, 2000), -1);
  };
}
void addBall(Scene& scene, const DVec3& at, double radius) {
  const int node = addNode(scene, at);
  Motion motion;
  motion.node = node;
  motion.mass = 1;
  scene.motions.push_back(motion);
  addCollider(scene, node, sphere(radius), static_cast<int>(scene.motions.size()) - 1);
}

const std::filesystem::path kHovercraft = kOmi / "OMI_vehicle_hover_thruster/examples/hovercraft.gltf";
const std::filesystem::path kSpaceship = kOmi / "OMI_vehicle_thruster/examples/simple_spaceship.gltf";

TEST(SharedVehicles, TheHovercraftHoversBetweenFourAndFiveMetres) {
  for (const double start : {2.0, 4.0, 6.0}) {
    Flown flown(kHovercraft, {}, floorBelow(start));
    if (!flown.world) GTEST_SKIP() << "not present";
    flown.run(20);
    const double height = flown.position("HovercraftBody").y + start;
    EXPECT_GT(height, 4);
    EXPECT_LT(height, 5);
    const double cosine = 0.81949;  // Of the thrusters' lean: 0.819² · 4 · 30000 · 0.95 / (m g) + 0.25.
    EXPECT_NEAR(height, cosine * cosine * 4 * 30000 * 0.95 / (2000 * 9.81) + 0.25, 0.02);
    EXPECT_LT(length(flown.velocity("HovercraftBody")), 1e-3);
    EXPECT_GT(flown.turned("HovercraftBody", {0, 1, 0}).y, 0.9999);
  }
}

TEST(SharedVehicles, TheHovercraftGoesTurnsAndStops) {
  Flown flown(kHovercraft, {}, floorBelow(4));
  if (!flown.world) GTEST_SKIP() << "not present";
  const int craft = flown.node("HovercraftBody");
  flown.run(5);
  double lean = 1;
  const auto watch = [&] { lean = std::min(lean, flown.turned("HovercraftBody", {0, 1, 0}).y); };
  flown.world->setVehicleActivation(craft, {0, 0, 1}, {});
  flown.run(5, watch);
  EXPECT_GT(flown.velocity("HovercraftBody").z, 5);
  flown.world->setVehicleActivation(craft, {0, 0, 0.5}, {0, 0.5, 0});
  flown.run(4, watch);
  EXPECT_GT(flown.state("HovercraftBody").angular_velocity.y, 0.4);
  flown.world->setVehicleActivation(craft, {}, {});
  flown.run(15, watch);
  EXPECT_LT(length(flown.velocity("HovercraftBody")), 0.02);
  EXPECT_LT(length(flown.state("HovercraftBody").angular_velocity), 0.02);
  EXPECT_GT(lean, 0.95);
}

TEST(SharedVehicles, TheSpaceshipFliesByThrustOverMassAndStops) {
  WorldSettings space;
  space.gravity = {0, 0, 0};
  Flown flown(kSpaceship, space);
  if (!flown.world) GTEST_SKIP() << "not present";
  const int ship = flown.node("SimpleSpaceshipBody");
  flown.world->setVehicleActivation(ship, {0, 0, 1}, {});
  flown.run(2);
  EXPECT_NEAR(flown.velocity("SimpleSpaceshipBody").z, 2 * 10000.0 / 2000, 1e-3);
  flown.world->setVehicleActivation(ship, {}, {0, 1, 0});
  flown.run(1);
  const BodyProperties p = flown.world->properties(flown.world->bodyOfNode(ship));
  // The gyroscopes' 3000 N·m about Y, whose moment is the largest.
  const double moment = std::max({p.inertia_diagonal.x, p.inertia_diagonal.y, p.inertia_diagonal.z});
  EXPECT_GT(flown.state("SimpleSpaceshipBody").angular_velocity.y, 3000 / moment * 0.9);
  flown.world->setVehicleActivation(ship, {}, {});
  flown.run(20);
  EXPECT_LT(length(flown.velocity("SimpleSpaceshipBody")), 1e-3);
  EXPECT_LT(length(flown.state("SimpleSpaceshipBody").angular_velocity), 1e-3);
}

TEST(SharedGravity, TheSmallEarthPullsByTheInverseSquare) {
  const double radius = 6.37814, strength = 9.80665;
  for (const double away : {8.0, 20.0, 45.0}) {
    Flown flown(kOmi / "OMI_physics_gravity/examples/earth_millionth_scale/earth_millionth_scale.gltf", {},
                [&](Scene& scene) {
                  addBall(scene, {0, 0, away}, 0.1);
                });
    if (!flown.world) GTEST_SKIP() << "not present";
    flown.world->step();
    const DVec3 v = flown.world->state(flown.world->bodies().back()).linear_velocity;
    const double expected = away < 40 ? strength * radius * radius / (away * away) / 60 : 0;
    EXPECT_NEAR(v.z, -expected, 2e-3 * expected + 1e-9) << away;
    flown.run(20);
    const DVec3 p = flown.world->state(flown.world->bodies().back()).center;
    // It lands on the facets of the globe.
    EXPECT_NEAR(length(p), away < 40 ? radius + 0.1 : away, 0.15) << away;
  }
}

TEST(SharedGravity, OnTheRampDownIsTowardsItsSurface) {
  // The ramp turns from level to upright about the edge of the box that it is pushed away from.
  Flown flown(kOmi / "OMI_physics_gravity/examples/ramp/ramp_gravity.gltf", {}, [](Scene& scene) {
    addBall(scene, {0, -4, 0.2}, 0.2);     // Over the level part.
    addBall(scene, {0, -2.9, -3.0}, 0.2);  // Over the bend: away from the edge at (−2, −1.5).
    addBall(scene, {0, 1, -3.5}, 0.2);     // Beside the upright part.
  });
  if (!flown.world) GTEST_SKIP() << "not present";
  flown.world->step();
  const std::vector<BodyHandle> bodies = flown.world->bodies();
  const auto direction = [&](std::size_t from_end) {
    return normalized(flown.world->state(bodies[bodies.size() - from_end]).linear_velocity);
  };
  EXPECT_GT(dot(direction(3), DVec3{0, -1, 0}), 0.9999);
  EXPECT_GT(dot(direction(2), normalized(DVec3{0, -0.9, -1.5})), 0.9999);
  EXPECT_GT(dot(direction(1), DVec3{0, 0, -1}), 0.9999);
}

TEST(OwnScenes, ThePlanetDoesWhatItsReadmeSays) {
  Flown flown(kScenes / "planet.gltf");
  ASSERT_TRUE(flown.world);
  EXPECT_TRUE(flown.world->diagnostics().items().empty());
  EXPECT_EQ(flown.world->gravity(), (DVec3{}));
  std::vector<std::pair<std::string, DVec3>> towers;
  for (int i = 1; i <= 4; ++i) {
    for (int k = 1; k <= 4; ++k) {
      const std::string name = "Tower " + std::to_string(i) + ", " + std::to_string(k);
      towers.push_back({name, flown.position(name)});
    }
  }
  const DVec3 start = flown.position("Moon");
  double quarter = 0, back = 1e9, top = -1e9;
  bool cube[4] = {}, ring[2] = {};
  flown.run(24, [&] {
    const DVec3 moon = flown.position("Moon");
    EXPECT_NEAR(length(moon), 6, 0.02);
    if (flown.world->time() > 9) back = std::min(back, length(moon - start));
    quarter = std::max(quarter, length(moon - start));
    const DVec3 on_cube = flown.position("Walker on the cube") - DVec3{16, 0, 0};
    cube[0] = cube[0] || on_cube.y > 2.2, cube[1] = cube[1] || on_cube.x > 2.2;
    cube[2] = cube[2] || on_cube.y < -2.2, cube[3] = cube[3] || on_cube.x < -2.2;
    const DVec3 on_ring = flown.position("Walker on the ring") - DVec3{-14, 0, 0};
    ring[0] = ring[0] || on_ring.y > 1, ring[1] = ring[1] || length(on_ring) < 2.2;
    top = std::max(top, flown.position("Passenger").y);
  });
  EXPECT_GT(quarter, 11.9);
  EXPECT_LT(back, 0.2);
  for (const bool seen : cube) EXPECT_TRUE(seen);
  for (const bool seen : ring) EXPECT_TRUE(seen);
  EXPECT_GT(top, 3.5);
  EXPECT_NEAR(flown.position("Bystander").y, 0.25, 0.01);
  for (const auto& [name, place] : towers) {
    EXPECT_FALSE(flown.state(name).awake) << name;
    EXPECT_LT(length(flown.position(name) - place), 0.5) << name;
  }
}

TEST(OwnScenes, TheRocketLiftsOffAndTheDroneHoldsItsPlace) {
  Flown flown(kScenes / "vehicles/rocket.gltf");
  ASSERT_TRUE(flown.world);
  EXPECT_TRUE(flown.world->diagnostics().items().empty());
  const DVec3 place = flown.position("Drone");
  double farthest = 0;
  flown.run(12, [&] {
    farthest = std::max(farthest, length(flown.position("Drone") - place));
    EXPECT_GT(flown.turned("Rocket", {0, 0, 1}).y, 0.999);
  });
  EXPECT_NEAR(flown.velocity("Rocket").y, 12, 0.05);
  EXPECT_GT(flown.position("Rocket").y, 80);
  EXPECT_GT(farthest, 0.05);  // The ball has hit it.
  EXPECT_LT(length(flown.velocity("Drone")), 0.02);
  EXPECT_GT(flown.turned("Drone", {0, 1, 0}).y, 0.7);
}

TEST(OwnScenes, TheHovercraftDoWhatTheReadmeSays) {
  Flown flown(kScenes / "vehicles/hovercraft.gltf");
  ASSERT_TRUE(flown.world);
  EXPECT_TRUE(flown.world->diagnostics().items().empty());
  double lean = 1, before = -20;
  flown.run(20, [&] {
    for (const char* name : {"Traveller", "Waiting", "Loaded"})
      lean = std::min(lean, flown.turned(name, {0, 1, 0}).y);
    EXPECT_GT(flown.position("Traveller").z, before - 0.01);
    before = flown.position("Traveller").z;
  });
  EXPECT_GT(lean, 0.9);
  EXPECT_GT(before, 40);  // Over the steps and the ramp.
  EXPECT_NEAR(flown.velocity("Traveller").z, 4, 0.05);
  // Thrusters that lean by cos² = 2/3, over a deck whose top is at 1.2 m.
  const double height = 4 * 12000 * 0.95 * 2 / 3 / (1200 * 9.81) + 0.25;
  EXPECT_NEAR(flown.position("Waiting").y, 1.2 + height, 0.05);
  EXPECT_LT(flown.position("Loaded").y, height - 0.1);
  EXPECT_GT(flown.position("Loaded").y, height - 1);
}

}  // namespace
}  // namespace carom::test
