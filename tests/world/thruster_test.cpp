// Thrusters by themselves: thrust, gimbal, rates, hover; what is shown, saved and recorded.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "carom/world/recording.hpp"
#include "world/joint_builder.hpp"
#include "world/thruster_builder.hpp"
#include "world/vehicles/thruster_control.hpp"

namespace carom::test {
namespace {

void expectNear(const DVec3& found, const DVec3& expected, double tolerance, const std::string& what = {}) {
  EXPECT_LE(length(found - expected), tolerance)
      << what << ": " << found.x << " " << found.y << " " << found.z << " instead of " << expected.x << " "
      << expected.y << " " << expected.z;
}

TEST(ThrusterControl, GimbalIsTheTextsQuaternion) {
  for (const world::GimbalAngles g :
       {world::GimbalAngles{0.2, 0}, {0, -0.3}, {0.4, 0.5}, {1e-9, 0}, {0, 0}}) {
    const double size = std::hypot(g[0], g[1]);
    const double s = size > 0 ? std::sin(size / 2) / size : 0;
    const DQuat q = world::gimbalRotation(g);
    EXPECT_NEAR(q.x, g[0] * s, 1e-15);
    EXPECT_NEAR(q.y, g[1] * s, 1e-15);
    EXPECT_EQ(q.z, 0);
    EXPECT_NEAR(q.w, std::cos(size / 2), 1e-15);
  }
  // Positive X turns the nozzle up and the push down, positive Y the push to the left.
  EXPECT_LT(rotate(world::gimbalRotation({0.1, 0}), DVec3{0, 0, 1}).y, -0.09);
  EXPECT_GT(rotate(world::gimbalRotation({0, 0.1}), DVec3{0, 0, 1}).x, 0.09);
}

TEST(ThrusterControl, GimbalTowardsADirectionPointsThereOrAsNearAsItCan) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const DVec3 to = random.direction();
    const double most = random(0.05, 3.1);
    const world::GimbalAngles g = world::gimbalTowards(to, most);
    const DVec3 push = rotate(world::gimbalRotation(g), DVec3{0, 0, 1});
    const double away = std::acos(std::clamp(to.z, -1.0, 1.0));
    EXPECT_LE(std::hypot(g[0], g[1]), most + 1e-12);
    EXPECT_NEAR(std::acos(std::clamp(dot(push, to), -1.0, 1.0)), std::max(0.0, away - most), 1e-6);
  }
  EXPECT_EQ(world::gimbalTowards({0, 0, 1}, 0.3), (world::GimbalAngles{0, 0}));
}

TEST(ThrusterControl, AnglesMoveStraightAtTheirRate) {
  const world::GimbalAngles step = world::approachedGimbal({0.1, 0}, {0.1 + 0.3, 0.4}, 1.0, 0.1);
  EXPECT_NEAR(step[0], 0.1 + 0.06, 1e-15);
  EXPECT_NEAR(step[1], 0.08, 1e-15);
  EXPECT_EQ(world::approachedGimbal({0.1, 0}, {0.2, 0.3}, std::nullopt, 0.1),
            (world::GimbalAngles{0.2, 0.3}));
  EXPECT_EQ(world::approachedGimbal({0.1, 0}, {0.2, 0.3}, 0.0, 0.1), (world::GimbalAngles{0.1, 0}));
}

TEST(ThrusterControl, HoverForceIsEnergyOverTheDistanceAtTheStepsEnd) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const double energy = random(1, 1e5), h = random(1e-4, 0.1);
    const world::HoverState s{random(0, 10), random(-50, 50), random(0, 0.1)};
    const double force = world::hoverForce(energy, s, h);
    ASSERT_TRUE(std::isfinite(force) && force > 0);
    const double then = s.distance + s.rate * h + s.response * h * h * force;
    EXPECT_NEAR(force * then, energy, 1e-6 * energy);
  }
  EXPECT_NEAR(world::hoverForce(30000, {5, 0, 0}, 1.0 / 60), 6000, 1e-9);
  EXPECT_TRUE(std::isfinite(world::hoverForce(30000, {0, 0, 0}, 1.0 / 60)));
  EXPECT_EQ(world::hoverForce(0, {0, 0, 0}, 1.0 / 60), 0);
}

TEST(Thrusters, OneWithoutAVehiclePushesAsItIsTold) {
  SceneBuilder b;
  const int body = addCraft(b, {0, 10, 0}, axisAngle({1, 2, 3}, 40));
  const DVec3 arm{0.5, -0.2, -1}, push = normalized(DVec3{0.1, 0.3, 1});
  const int node = addThruster(b, body, arm, push, engine(600));
  Simulation sim(b, weightless());
  const DQuat q = axisAngle({1, 2, 3}, 40);
  sim.run(0.5);
  EXPECT_EQ(sim.velocity(body), (DVec3{}));
  ASSERT_TRUE(sim.world.setThrusterTarget(node, 0.5, {0, 0}));
  sim.world.step();
  const double dt = 1.0 / 60;
  const DVec3 force = rotate(q, push) * 300;
  expectNear(sim.velocity(body), force * (dt / 1000), 1e-7, "F/m");
  const DVec3 torque = cross(arm, push * 300);
  const DVec3 spin{torque.x / 2000, torque.y / 3000, torque.z / 1500};
  expectNear(sim.spin(body), rotate(q, spin) * dt, 2e-7, "r × F / I");
  ASSERT_EQ(sim.world.thrusters().size(), 1u);
  const ThrusterState state = sim.world.thrusters()[0];
  expectNear(state.force, force, 1e-4);
  EXPECT_NEAR(state.amount, 300, 1e-9);
  EXPECT_EQ(state.node, node);
  EXPECT_EQ(state.motion, body);
}

TEST(Thrusters, FileTargetsActFromTheStart) {
  SceneBuilder b;
  const int body = addCraft(b, {});
  ThrusterDescription d = engine(1000, 0.5);
  d.target_ratio = 0.8;
  d.target_gimbal_ratio = {0.6, -0.8};
  addThruster(b, body, {}, {0, 0, 1}, d);
  Simulation sim(b, weightless());
  sim.world.step();
  const DVec3 push = rotate(pointing({0, 0, 1}) * world::gimbalRotation({0.3, -0.4}), DVec3{0, 0, 1});
  expectNear(sim.velocity(body), push * (0.8 / 60), 1e-8);
}

TEST(Thrusters, ForceAndGimbalChangeAtTheirRates) {
  SceneBuilder b;
  const int body = addCraft(b, {});
  ThrusterDescription d = engine(1000, 0.5);
  d.change_rate = 500;
  d.gimbal_change_rate = 0.25;
  const int node = addThruster(b, body, {}, {0, 0, 1}, d);
  Simulation sim(b, weightless());
  sim.world.setThrusterTarget(node, 1, {1, 0});
  sim.run(1);
  EXPECT_NEAR(sim.world.thrusters()[0].amount, 500, 1e-6);
  EXPECT_NEAR(sim.world.thrusters()[0].gimbal[0], 0.25, 1e-9);
  sim.run(2);
  EXPECT_NEAR(sim.world.thrusters()[0].amount, 1000, 1e-6);
  EXPECT_NEAR(sim.world.thrusters()[0].gimbal[0], 0.5, 1e-9);
  // ∫ of the ramp over the first 2 s, of the whole force after; steps act with the force at their end.
  const double impulse = 1000 + 1000 + 0.5 * 1000 / 60;
  const DVec3 v = sim.velocity(body);
  EXPECT_LT(length(v), impulse / 1000 + 1e-3);
  EXPECT_GT(length(v), 0.95 * impulse / 1000);
}

TEST(Thrusters, TheNodeTurnsWithTheGimbal) {
  SceneBuilder b;
  const int body = addCraft(b, {1, 2, 3}, axisAngle({0, 1, 1}, 30));
  const int node = addThruster(b, body, {0, 0, -1}, {0, 0.2, 1}, engine(1000, 0.4));
  const int nozzle = b.child(node).at(0, 0, -0.3);
  (void)nozzle;
  Simulation sim(b, weightless());
  sim.world.setThrusterTarget(node, 0, {0.6, 0.8});
  sim.world.step();
  const DQuat expected = pointing({0, 0.2, 1}) * world::gimbalRotation({0.24, 0.32});
  bool shown = false;
  for (const MovedNode& m : sim.world.movedNodes()) {
    if (m.node != node) continue;
    shown = true;
    EXPECT_LT(angleBetween(m.local_rotation, expected), 1e-4);
    expectNear(m.local_translation, {0, 0, -1}, 1e-6);
  }
  EXPECT_TRUE(shown);
}

TEST(Thrusters, BadTargetsAreRefusedAndOthersClamped) {
  SceneBuilder b;
  const int body = addCraft(b, {});
  const int node = addThruster(b, body, {}, {0, 0, 1}, engine(1000, 0.4));
  Simulation sim(b, weightless());
  const double nan = std::nan("");
  EXPECT_FALSE(sim.world.setThrusterTarget(node, nan, {0, 0}));
  EXPECT_FALSE(sim.world.setThrusterTarget(node, 0, {nan, 0}));
  EXPECT_FALSE(sim.world.setThrusterTarget(body, 0, {0, 0}));
  EXPECT_FALSE(sim.world.setThrusterTarget(-1, 0, {0, 0}));
  EXPECT_TRUE(sim.world.setThrusterTarget(node, 7, {3, 4}));
  sim.world.step();
  const ThrusterState state = sim.world.thrusters()[0];
  EXPECT_EQ(state.amount, 1000);
  EXPECT_NEAR(std::hypot(state.gimbal[0], state.gimbal[1]), 0.4, 1e-12);
  sim.world.setThrusterTarget(node, -1, {0, 0});
  sim.world.step();
  EXPECT_EQ(sim.world.thrusters()[0].amount, 0);
}

TEST(Thrusters, HoverPushesWithEnergyOverTheDistanceToTheFirstThingBelow) {
  SceneBuilder b;
  b.floor();
  const int body = addCraft(b, {0, 5, 0});
  b.child(body).collider(box(1, 6, 1));  // Its own colliders do not count.
  ThrusterDescription d = hoverEngine(3000, 0);
  d.target_ratio = 1;
  addThruster(b, body, {0, 0, 0}, {0, 1, 0}, d);
  const int other = addCraft(b, {50, 5, 0});
  addThruster(b, other, {0, 0, 0}, {0, 1, 0}, d);
  b.node().at(50, 2, 0).collider(box(1, 2, 1));
  const int aside = addCraft(b, {100, 5, 0});
  addThruster(b, aside, {0, 0, 0}, {0, -1, 0}, d);  // Nothing above.
  Simulation sim(b, weightless());
  sim.world.step();
  const std::vector<ThrusterState> t = sim.world.thrusters();
  // The distance is that at the step's end: a step of 1/60 s moves it by 0.2 mm.
  EXPECT_NEAR(t[0].distance, 5, 1e-5);
  EXPECT_NEAR(t[0].force.y, 600, 0.1);
  EXPECT_NEAR(t[1].distance, 2, 1e-5);
  EXPECT_NEAR(t[1].force.y, 1500, 1);
  EXPECT_EQ(t[2].distance, 0);
  EXPECT_EQ(t[2].force, (DVec3{}));
}

TEST(Thrusters, HoverDoesNotPushOffWhatIsJoinedToItsBody) {
  for (const bool collides : {false, true}) {
    SceneBuilder b;
    b.floor();
    const int body = addCraft(b, {0, 5, 0});
    b.child(body).collider(box(1, 0.2, 1));
    const int skirt = b.node("skirt").at(0, 4, 0).dynamic(1).collider(box(2, 0.2, 2));
    JointBuilder joint(b, b.child(body).at(0, -1, 0), b.child(skirt));
    joint.weld();
    if (collides) joint.collide();
    ThrusterDescription d = hoverEngine(3000, 0);
    d.target_ratio = 1;
    addThruster(b, body, {0, 0, 0}, {0, 1, 0}, d);
    Simulation sim(b, weightless());
    sim.world.step();
    EXPECT_NEAR(sim.world.thrusters()[0].distance, collides ? 0.9 : 5, 1e-5);
  }
}

TEST(Thrusters, EachOfTwoOnANodeCanBeTold) {
  SceneBuilder b;
  const int body = addCraft(b, {0, 5, 0});
  const int node = addThruster(b, body, {}, {0, 1, 0}, engine(100, 0.2));
  Scene& s = b.scene();
  s.thruster_descriptions.push_back(hoverEngine(50));
  s.thruster_descriptions.back().gimbal_change_rate = std::nullopt;
  s.thrusters.push_back(s.thrusters.back());
  s.thrusters.back().description = 1;
  const Scene scene = b.build();
  World world(scene);
  world.startRecording();
  const auto amounts = [&] {
    world.step();
    const std::vector<ThrusterState> t = world.thrusters();
    EXPECT_FALSE(t[0].hover);
    EXPECT_TRUE(t[1].hover);
    return std::array<double, 2>{t[0].amount, t[1].amount};
  };
  EXPECT_TRUE(world.setThrusterTarget(node, 0.5, {0, 1}));
  EXPECT_EQ(amounts(), (std::array<double, 2>{50, 25}));
  EXPECT_TRUE(world.setThrusterTarget(node, 1, {0, 1}, ThrusterKind::Hover));
  EXPECT_EQ(amounts(), (std::array<double, 2>{50, 50}));
  EXPECT_TRUE(world.setThrusterTarget(node, 0, {0, 0}, ThrusterKind::Thruster));
  EXPECT_EQ(amounts(), (std::array<double, 2>{0, 50}));
  EXPECT_EQ(world.thrusters()[0].gimbal[1], 0);
  EXPECT_EQ(world.thrusters()[1].gimbal[1], 0.25);
  for (int i = 0; i < 20; ++i) world.step();
  const Result<Recording> recording = Recording::read(world.stopRecording());
  ASSERT_TRUE(recording.ok());
  EXPECT_EQ(recording->inputCount(), 3u);
  const Result<Replay> replay = recording->replay(scene);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at);
}

TEST(Thrusters, SayThatWhatMovesTheirBodyIsNoForce) {
  SceneBuilder b;
  const int heavy = addCraft(b, {}, {}, kInfinity);
  b.scene().motions[0].inertia_diagonal = DVec3{kInfinity, kInfinity, kInfinity};
  const int shown = addCraft(b, {9, 0, 0});
  NodeBuilder(b, shown).animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1},
                                {9, 0, 0, 9, 1, 0});
  for (const int body : {heavy, shown}) {
    const std::string at = "/nodes/" + std::to_string(body);
    addVehicle(b, body).origin.pointer = at + "/vehicle";
    addThruster(b, body, {}, {0, 0, 1}, engine(100));
    b.scene().thrusters.back().origin.pointer = at + "/thruster";
    Wheel wheel;
    wheel.node = b.child(body), wheel.motion = b.scene().vehicles.back().motion, wheel.description = 0;
    wheel.origin.pointer = at + "/wheel";
    b.scene().wheels.push_back(wheel);
  }
  b.scene().wheel_descriptions.emplace_back();
  const World world(b.build());
  for (const int body : {heavy, shown}) {
    for (const char* part : {"/vehicle", "/thruster", "/wheel"}) {
      const std::string pointer = "/nodes/" + std::to_string(body) + part;
      const auto& said = world.diagnostics().items();
      EXPECT_EQ(
          std::count_if(said.begin(), said.end(), [&](const Diagnostic& d) { return d.pointer == pointer; }),
          1)
          << pointer;
    }
  }
}

TEST(Thrusters, HoverIsStableDownToTheGround) {
  for (const double start : {0.0, 0.01, 0.2, 3.0}) {
    SceneBuilder b;
    b.floor();
    const int body = b.node().at(0, start, 0).dynamic(100).inertia({0, 0, 0}).gravityFactor(1);
    b.scene().motions.back().inertia_diagonal = DVec3{kInfinity, kInfinity, kInfinity};
    ThrusterDescription d = hoverEngine(100 * 9.81 * 0.5, 0);
    d.target_ratio = 1;
    addThruster(b, body, {}, {0, 1, 0}, d);
    Simulation sim(b);
    double highest = 0;
    sim.run(20, [&] {
      ASSERT_TRUE(sim.allFinite());
      highest = std::max(highest, sim.position(body).y);
      ASSERT_GT(sim.position(body).y, -1e-3) << start;
    });
    // From rest at the ground the energy −E ln s has no bound; a step gives at most √(E/m) m/s.
    EXPECT_LT(highest, 4) << start;
    EXPECT_LT(std::abs(sim.velocity(body).y), 5);
  }
}

/// A lander with everything, commanded while it is recorded.
SceneBuilder lander(int& body, int& own) {
  SceneBuilder b;
  b.floor();
  body = addHovercraft(b, {0, 4, 0});
  const int drone = addCraft(b, {20, 5, 0}, {}, 10);
  ThrusterDescription d = engine(200, 0.5);
  d.change_rate = 90, d.gimbal_change_rate = 0.3;
  own = addThruster(b, drone, {0, -0.5, 0}, {0, 1, 0}, d);
  return b;
}

void command(World& world, int step, int body, int own) {
  if (step == 20) world.setVehicleActivation(body, {0.2, 0, 1}, {0, 0.3, 0});
  if (step == 50) world.setThrusterTarget(own, 0.6, {0.5, -0.2});
  if (step == 120) world.setVehicleActivation(body, {}, {});
}

TEST(Thrusters, ARestoredWorldGoesOnTheSameForAnyThreads) {
  int body = -1, own = -1;
  const Scene scene = lander(body, own).build();
  World first(scene);
  for (int i = 0; i < 70; ++i) command(first, i, body, own), first.step();
  const std::vector<std::byte> saved = first.save();
  WorldSettings settings;
  settings.threads = 3, settings.lanes = 1;
  World second(scene, settings);
  ASSERT_FALSE(second.restore(saved).hasErrors());
  EXPECT_TRUE(second.save() == saved);
  for (int i = 70; i < 200; ++i) {
    command(first, i, body, own), command(second, i, body, own);
    first.step(), second.step();
    ASSERT_EQ(first.stateHash(), second.stateHash()) << i;
    const std::vector<MovedNode> a = first.motionNodes(), c = second.motionNodes();
    ASSERT_EQ(a.size(), c.size());
    for (std::size_t k = 0; k < a.size(); ++k) ASSERT_EQ(a[k].local_rotation, c[k].local_rotation);
  }
}

TEST(Thrusters, RecordingsReplayWhatTheyAreTold) {
  int body = -1, own = -1;
  const Scene scene = lander(body, own).build();
  World world(scene);
  world.startRecording();
  for (int i = 0; i < 180; ++i) command(world, i, body, own), world.step();
  const Result<Recording> recording = Recording::read(world.stopRecording());
  ASSERT_TRUE(recording.ok());
  EXPECT_EQ(recording->inputCount(), 3u);
  const Result<Replay> replay = recording->replay(scene, 2);
  ASSERT_TRUE(replay.ok());
  EXPECT_FALSE(replay->differs_at);
}

}  // namespace
}  // namespace carom::test
