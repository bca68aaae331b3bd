// The project's scenes with graphs: what scenes/README.md says of them, by their closed forms.
#include <cmath>
#include <filesystem>

#include "behavior/graph_file.hpp"

namespace carom::test {
namespace {

constexpr double kGravity = 9.81;

/// A scene of the project, its world and its graph; `at` steps on to a time.
struct Shipped {
  explicit Shipped(const std::string& name)
      : scene(std::move(load(std::filesystem::path(CAROM_SOURCE_DIR) / "scenes" / name).value())),
        world(scene),
        behavior(scene, world, {.log = [this](const BehaviorMessage& m) { log.push_back(m.text); }}) {
    EXPECT_TRUE(behavior.isRunning());
    EXPECT_TRUE(behavior.diagnostics().items().empty());
  }
  void at(double time) {
    while (world.time() < time - 1e-9) behavior.advance(), world.step();
  }
  std::int32_t node(const std::string& name) const {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (scene.nodes[i].name == name) return static_cast<std::int32_t>(i);
    }
    return -1;
  }
  BodyState state(const std::string& name) const { return world.state(world.bodyOfNode(node(name))); }

  std::vector<std::string> log;
  Scene scene;
  World world;
  BehaviorMachine behavior;
};

TEST(BehaviorScenes, ATriggerOpensADoorAndItCloses) {
  Shipped run("door.gltf");
  // The ball's front reaches the trigger at x = -0.5 after (3 - 0.25 - 0.5)/2 s = 1.125 s, in step 68.
  const double opens = 68.0 / 60;
  const auto height = [&] { return run.state("Door").transform.translation.y; };
  run.at(opens);
  EXPECT_TRUE(run.log.empty());
  EXPECT_EQ(height(), 1);
  run.at(opens + 0.25);
  ASSERT_EQ(run.log.size(), 1u);
  EXPECT_EQ(run.log[0], "node " + std::to_string(run.node("Ball")) + " comes");
  EXPECT_NEAR(height(), 1 + 2.1 / 2, 1e-5);  // The curve is symmetric; floats of the engine's velocities.
  run.at(opens + 0.5);
  EXPECT_NEAR(height(), 3.1, 1e-5);
  run.at(opens + 2.5);
  EXPECT_NEAR(height(), 3.1, 1e-5);
  run.at(opens + 3 + 1.0 / 60);
  EXPECT_NEAR(height(), 1, 1e-5);
  // Rolling at 2 m/s all the way: the door has not touched it. Of the first contact's rounding 1 mm/s.
  EXPECT_NEAR(run.state("Ball").transform.translation.x, -3 + 2 * run.world.time(), 5e-3);
}

TEST(BehaviorScenes, AnImpulseKicksABall) {
  Shipped run("kick.gltf");
  run.at(2);
  EXPECT_NEAR(length(run.state("Ball").linear_velocity), 0, 1e-3);
  const DVec3 from = run.state("Ball").transform.translation;
  for (const double time : {0.1, 0.25, 0.5}) {
    run.at(2 + time);
    const DVec3 p = run.state("Ball").transform.translation;
    EXPECT_NEAR(p.x, from.x + 4 * time, 1e-3);
    // Velocity first, then position, in substeps of 1/240 s: g t/480 behind the parabola.
    EXPECT_NEAR(p.y, from.y + 3 * time - kGravity * time * time / 2, kGravity * time / 480 + 1e-3) << time;
  }
  Shipped again("kick.gltf");
  EXPECT_TRUE(again.behavior.send("kick", {}, 1));
  again.at(1.1);
  EXPECT_NEAR(again.state("Ball").linear_velocity.x, 4, 1e-3);
}

TEST(BehaviorScenes, AnAnimationOfItsTargetSpeedsUpAMotor) {
  Shipped run("motor.gltf");
  const auto speed = [&] { return run.state("Rotor").angular_velocity.z; };
  run.at(1);
  EXPECT_NEAR(speed(), 0, 1e-6);
  // ω' = c (3 t - ω) with c = 20 1/s: ω = 3 (t - (1 - e^(-c t))/c). A step's target is that of its end: up to
  // 3/60 rad/s ahead, and the implicit solver's damping is that much behind.
  for (const double time : {0.5, 1.0, 1.5, 2.0}) {
    run.at(1 + time);
    EXPECT_NEAR(speed(), 3 * (time - (1 - std::exp(-20 * time)) / 20), 0.06) << time;
  }
  run.at(3.9);
  EXPECT_NEAR(speed(), 6, 0.01);
  run.at(5.5);
  EXPECT_NEAR(speed(), 0, 0.01);
  EXPECT_EQ(run.log, std::vector<std::string>{"the motor stands"});
}

TEST(BehaviorScenes, APlatformGrowsUnderABox) {
  Shipped run("growing.gltf");
  const auto height = [&] { return run.state("Box").transform.translation.y; };
  run.at(0.5);
  EXPECT_NEAR(height(), 0.45, 2e-3);
  // Half of 0.5 m times a scale that goes from 1 to 4 in 2 s; contacts give way by a millimetre or two.
  run.at(1.5);
  EXPECT_NEAR(height(), 0.2 + 0.25 * 2.5, 5e-3);
  run.at(3.5);
  EXPECT_NEAR(height(), 0.2 + 0.25 * 4, 3e-3);
  EXPECT_TRUE(run.behavior.send("again", {}, 4));
  run.at(4.5);
  EXPECT_NEAR(run.world.get("/nodes/" + std::to_string(run.node("Platform")) + "/scale")->numbers[1], 1.75,
              1e-6);
}

}  // namespace
}  // namespace carom::test
