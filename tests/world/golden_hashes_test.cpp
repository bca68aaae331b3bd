// The states that ten scenes reach, to the last bit: the same for any number of threads and lanes, any
// compiler, with and without optimisation.
//
// Whatever changes results on purpose changes these values too. Then print the new table with
//
//   CAROM_PRINT_GOLDEN=1 build/release/tests/test_world --gtest_filter='*GoldenHash*'
//
// put it in the place of kGolden below, and build and run the test with the other compiler and in Debug.
//
// The scenes are made without sine, cosine and calls whose order a compiler may choose: they too must be the
// same everywhere. All but one are small.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <ostream>

#include "build_kind.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "world/joint_builder.hpp"
#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"
#include "world/vehicle_builder.hpp"

namespace carom::test {
namespace {

struct Golden {
  const char* scene;
  std::uint64_t at_100, at_1000;  ///< After so many steps.
};
constexpr Golden kGolden[] = {
    {"boxes", 0x94a0cdf052611467, 0xcede2de3d0e1f063},  {"mixed", 0x6a713af467260ba0, 0x015871e01266b128},
    {"hulls", 0xfda7bd7a2de55076, 0x85272d40eaab32a6},  {"terrain", 0xc728d3d02b6477e1, 0x13865a2bcab68846},
    {"pushed", 0x0c86ae4c75df868e, 0xd767dc1190d7b42e}, {"bullets", 0x5a515588bed410c8, 0x0c338394d14329da},
    {"rods", 0xff562699b4c2d413, 0x20aa0239050a22f1},   {"waking", 0x2cc924e70ebf16d1, 0x10ece5deff7a49fb},
    {"heap", 0x756cfcada60c6d86, 0xb12b0ee0c90989c5},   {"islands", 0xc444781deaec37c5, 0xb82684c98d9c414e},
};

constexpr int kSteps = kSanitized ? 100 : 1000;

struct GoldenScene {
  SceneBuilder builder;
  /// What the host does before a step.
  std::function<void(World&, int step)> before_step = [](World&, int) {};
};

/// A rotation from four random numbers: no sine or cosine.
DQuat turned(Random& random) {
  for (;;) {
    const DVec3 v = random.vector(-1, 1);
    const double w = random(-1, 1);
    const double l = dot(v, v) + w * w;
    if (l > 0.1 && l <= 1) return normalized(DQuat{v.x, v.y, v.z, w});
  }
}
DVec3 within(Random& random, const DVec3& low, const DVec3& high) {
  const DVec3 share = random.vector(0, 1);
  return low + scaled(high - low, share);
}
std::vector<DVec3> cloud(Random& random, int count, const DVec3& half) {
  std::vector<DVec3> points;
  for (int i = 0; i < count; ++i) points.push_back(within(random, half * -1.0, half));
  return points;
}
/// Four thin walls around the origin.
void addWalls(SceneBuilder& b, double half, double height, const Material& material = {}) {
  for (const double side : {-1.0, 1.0}) {
    b.node().at(side * half, height / 2, 0).collider(box(0.1, height, 2 * half), material);
    b.node().at(0, height / 2, side * half).collider(box(2 * half, height, 0.1), material);
  }
}

/// Two layers of boxes settle and sleep, then a heavy ball falls into them.
GoldenScene boxes() {
  GoldenScene g;
  Random random(1);
  g.builder.floor();
  for (int layer = 0; layer < 2; ++layer)
    for (int i = 0; i < 72; ++i) {
      const DVec3 offset = random.vector(0, 0.02);
      const DVec3 place{0.55 * (i % 9), 0.25 + 0.53 * layer, 0.55 * (i / 9)};
      g.builder.node().at(place + offset).dynamic().collider(box(0.5, 0.5, 0.5));
    }
  g.builder.node().at(2.1, 30, 2.2).dynamic(500).collider(sphere(0.5));
  return g;
}

GoldenScene mixed() {
  GoldenScene g;
  Random random(2);
  SceneBuilder& b = g.builder;
  b.node().collider(plane());
  addWalls(b, 2.5, 8);
  const Shape shapes[] = {sphere(0.25),          box(0.5, 0.3, 0.4),      capsule(0.4, 0.15),
                          cylinder(0.4, 0.2),    cylinder(0.4, 0.3, 0.0), cylinder(0.4, 0.1, 0.25),
                          capsule(0.3, 0.2, 0.1)};
  for (int i = 0; i < 34; ++i) {
    const DVec3 place = within(random, {-2, 0.5, -2}, {2, 6, 2});
    const DQuat rotation = turned(random);
    b.node().at(place).rotated(rotation).dynamic().collider(shapes[i % 7], surface(0.5, 0.4, 0.1 * (i % 5)));
  }
  return g;
}

GoldenScene hulls() {
  GoldenScene g;
  Random random(3);
  SceneBuilder& b = g.builder;
  b.node().at(0, -0.5, 0).collider(b.hull(boxCorners(20, 1, 20)));
  b.node().at(0, 0, 0).collider(b.hull(cloud(random, 20, {1.5, 0.5, 1.5})));
  std::vector<Shape> shapes;
  for (int i = 0; i < 5; ++i) shapes.push_back(b.hull(cloud(random, 8 + 8 * i, {0.3, 0.2, 0.25})));
  for (int i = 0; i < 34; ++i) {
    const DVec3 place = within(random, {-1.5, 1, -1.5}, {1.5, 5, 1.5});
    const DQuat rotation = turned(random);
    const DVec3 scale = random.vector(0.8, 1.2);
    b.node().at(place).rotated(rotation).scaled(scale).dynamic().collider(
        shapes[static_cast<std::size_t>(i % 5)]);
  }
  return g;
}

GoldenScene terrain() {
  GoldenScene g;
  Random random(4);
  SceneBuilder& b = g.builder;
  b.node().collider(b.mesh(floorMesh(-6, 6, 16, -6, 6, 16, [](double x, double z) {
    return 0.05 * (x * x + z * z) + 0.1 * ((static_cast<int>(x + 20) * 7 + static_cast<int>(z + 20) * 3) % 5);
  })));
  const Shape shapes[] = {sphere(0.3),
                          box(0.5, 0.3, 0.4),
                          capsule(0.4, 0.15),
                          cylinder(0.3, 0.3),
                          b.hull(cloud(random, 12, {0.3, 0.3, 0.3})),
                          b.mesh(boxMesh(0.4, 0.5, 0.3))};
  for (int i = 0; i < 34; ++i) {
    const DVec3 place = within(random, {-3, 2, -3}, {3, 5, 3});
    const DQuat rotation = turned(random);
    const DVec3 velocity = random.vector(-3, 3);
    b.node().at(place).rotated(rotation).dynamic().velocity(velocity).collider(shapes[i % 6]);
  }
  return g;
}

/// A kinematic sweeper, an animated pusher, an accelerated platform; triggers, a compound one among them.
GoldenScene pushed() {
  GoldenScene g;
  Random random(5);
  SceneBuilder& b = g.builder;
  b.floor();
  const int sweeper =
      b.node().at(-4, 0.5, 0).kinematic().velocity({0.5, 0, 0}).spin({0, 1, 0}).collider(box(3, 1, 0.3));
  b.node()
      .collider(box(0.5, 1, 4))
      .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 4, 8},
               {4, .5, 0, -2, .5, 0, 4, .5, 0});
  b.node().at(0, 0.5, 2).trigger(box(3, 1, 3));
  const int root = b.node();
  const int left = b.child(root).at(-2, 0.5, -2).trigger(sphere(1.5));
  const int right = b.child(root).at(-1, 0.5, -2).trigger(capsule(1, 0.5));
  b.node().compoundTrigger({left, right});
  const Shape shapes[] = {box(0.4, 0.4, 0.4), sphere(0.2), cylinder(0.4, 0.2), capsule(0.3, 0.15)};
  for (int i = 0; i < 24; ++i) {
    const DVec3 place = within(random, {-3, 0.4, -3}, {3, 1.5, 3});
    const DQuat rotation = turned(random);
    b.node().at(place).rotated(rotation).dynamic().collider(shapes[i % 4]);
  }
  g.before_step = [sweeper](World& world, int step) {
    if (step % 250 == 200) {
      const double turn = step % 500 < 250 ? 1 : -1;
      world.setLinearVelocity(world.bodyOfNode(sweeper), {turn, 0, 0.3 * turn});
    }
  };
  return g;
}

/// Fast bodies of little loss in a room of thin walls, with slow ones in their way.
GoldenScene bullets() {
  GoldenScene g;
  Random random(6);
  SceneBuilder& b = g.builder;
  const Material lively = surface(0.3, 0.3, 0.95);
  b.floor(lively);
  addWalls(b, 4, 8, lively);
  b.node().at(0, 8, 0).collider(box(8, 0.05, 8), lively);
  b.node().at(1, 2, 1).collider(b.mesh(boxMesh(1, 1, 1)), lively);
  const Shape shapes[] = {sphere(0.05), capsule(0.3, 0.03), box(0.1, 0.1, 0.4),
                          b.hull(cloud(random, 10, {0.1, 0.1, 0.1}))};
  for (int i = 0; i < 20; ++i) {
    const DVec3 place = within(random, {-3, 1, -3}, {3, 7, 3});
    const DQuat rotation = turned(random);
    const DVec3 velocity = random.vector(-1, 1) * 150.0;
    const DVec3 spin = random.vector(-20, 20);
    b.node().at(place).rotated(rotation).dynamic().velocity(velocity).spin(spin).collider(shapes[i % 4],
                                                                                          lively);
  }
  for (int i = 0; i < 8; ++i)
    b.node().at(0.7 * i - 2.5, 0.3, -1).dynamic().collider(box(0.6, 0.6, 0.6), lively);
  return g;
}

/// Rods of 1:100 and 1:30 that turn about all their axes, in free flight and against each other.
GoldenScene rods() {
  GoldenScene g;
  Random random(7);
  SceneBuilder& b = g.builder;
  addWalls(b, 4, 8, surface(0.4, 0.4, 0.5));
  b.floor();
  const Shape shapes[] = {box(0.02, 2, 0.02), capsule(1, 0.02), cylinder(0.9, 0.015)};
  for (int i = 0; i < 18; ++i) {
    const DVec3 place = within(random, {-2.5, 2, -2.5}, {2.5, 7, 2.5});
    const DQuat rotation = turned(random);
    const DVec3 velocity = random.vector(-3, 3);
    const DVec3 spin = random.vector(-30, 30);
    b.node().at(place).rotated(rotation).dynamic().velocity(velocity).spin(spin).gravityFactor(0.2).collider(
        shapes[i % 3]);
  }
  return g;
}

/// Stacks and balls that fall asleep and are woken by a blow, by their support going away, by the host.
GoldenScene waking() {
  GoldenScene g;
  SceneBuilder& b = g.builder;
  b.floor();
  std::vector<int> stack;
  for (int s = 0; s < 4; ++s)
    for (int i = 0; i < 8; ++i)
      stack.push_back(
          b.node().at(2.5 * s, 0.25 + 0.501 * i, 0.001 * i * s).dynamic().collider(box(0.5, 0.5, 0.5)));
  const int ball = b.node().at(-6, 0.3, 0).dynamic().collider(sphere(0.3));
  const int stage = b.node().at(0, 0.5, 5).kinematic().collider(box(2, 1, 2));
  for (int i = 0; i < 6; ++i)
    b.node().at(0.4 * (i % 3) - 0.4, 1.2 + 0.4 * (i / 3), 5).dynamic().collider(cylinder(0.4, 0.19));
  g.before_step = [=](World& world, int step) {
    const auto body = [&](int node) { return world.bodyOfNode(node); };
    if (step == 150) world.setLinearVelocity(body(ball), {12, 1, 0});
    if (step == 250) world.setTransform(body(stage), {{0, 0.5, 9}, {}});
    if (step == 400) world.applyImpulse(body(stack[20]), {30, 0, 5}, world.state(body(stack[20])).center);
    if (step == 550) world.setTransform(body(stack[24]), {{-3, 1, 3}, {}});
    if (step == 700) world.wake(body(stack[31]));
  };
  return g;
}

/// So many contacts that the heap is cut into slabs (solve/block_layout.hpp), the more the farther it has
/// come down; then a blow from one side.
GoldenScene heap() {
  GoldenScene g;
  Random random(9);
  SceneBuilder& b = g.builder;
  b.floor();
  addWalls(b, 3, 6);
  const Shape shapes[] = {box(0.5, 0.5, 0.5), sphere(0.25), capsule(0.25, 0.2), box(0.6, 0.4, 0.5)};
  for (int i = 0; i < 600; ++i) {
    const DVec3 place{0.56 * (i % 10) - 2.52, 0.35 + 0.6 * (i / 100), 0.56 * (i / 10 % 10) - 2.52};
    b.node().at(place + random.vector(-0.02, 0.02)).dynamic().collider(shapes[i % 4]);
  }
  const int ball = b.node().at(-2, 6, 0).dynamic(300).collider(sphere(0.4));
  g.before_step = [=](World& world, int step) {
    if (step == 60) world.setLinearVelocity(world.bodyOfNode(ball), {9, -4, 1});
  };
  return g;
}

/// Islands for several batches (solve/island_batches.hpp): stacks, chains that swing into them, two cars; and
/// some on a belt, which are solved together.
GoldenScene islands() {
  GoldenScene g;
  Random random(10);
  SceneBuilder& b = g.builder;
  b.floor();
  for (int s = 0; s < 49; ++s)
    for (int i = 0; i < 7; ++i)
      b.node().at(1.5 * (s % 7), 0.25 + 0.5 * i, 1.5 * (s / 7)).dynamic().collider(box(0.5, 0.5, 0.5));
  for (int c = 0; c < 7; ++c) {
    int above = b.node().at(-0.75, 5, 1.5 * c);
    for (int i = 1; i <= 4; ++i) {
      const int link = b.node().at(-0.75 - 0.5 * i, 5, 1.5 * c).dynamic().collider(capsule(0.4, 0.05));
      JointBuilder(b, link, above).pin();
      above = link;
    }
  }
  const int belt = b.node().at(4, 0.1, -3).kinematic().velocity({0.5, 0, 0}).collider(box(12, 0.2, 2));
  for (int i = 0; i < 20; ++i) b.node().at(0.5 * i, 0.5, -3).dynamic().collider(box(0.3, 0.6, 0.3));
  for (const double x : {12.0, 14.0}) addCar(b, {x, 1, 4});
  g.before_step = [belt](World& world, int step) {
    if (step == 400) world.setLinearVelocity(world.bodyOfNode(belt), {-1, 0, 0});
  };
  return g;
}

struct NamedScene {
  const char* name;
  GoldenScene (*make)();
};
constexpr NamedScene kScenes[] = {
    {"boxes", boxes},     {"mixed", mixed}, {"hulls", hulls},   {"terrain", terrain}, {"pushed", pushed},
    {"bullets", bullets}, {"rods", rods},   {"waking", waking}, {"heap", heap},       {"islands", islands}};

std::uint64_t mixedIn(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 32);
}

/// The hashes after each step, of the state and of all events so far.
std::vector<std::uint64_t> run(const GoldenScene& scene, std::int32_t threads, std::int32_t lanes) {
  WorldSettings settings;
  settings.threads = threads;
  settings.lanes = lanes;
  World world(scene.builder.build(), settings);
  std::uint64_t events = 0;
  std::vector<std::uint64_t> hashes;
  for (int step = 0; step < kSteps; ++step) {
    scene.before_step(world, step);
    world.step();
    for (const Event& e : world.events()) {
      events = mixedIn(events, e.step);
      events = mixedIn(events, static_cast<std::uint64_t>(e.type));
      for (const std::int32_t node : {e.trigger, e.collider, e.motion, e.other, e.other_motion})
        events = mixedIn(events, static_cast<std::uint32_t>(node));
    }
    hashes.push_back(mixedIn(events, world.stateHash()));
  }
  return hashes;
}

/// The first step after which they differ; none when they never do.
std::optional<std::size_t> firstDifference(const std::vector<std::uint64_t>& a,
                                           const std::vector<std::uint64_t>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return i + 1;
  return std::nullopt;
}

void PrintTo(const NamedScene& scene, std::ostream* out) {
  *out << scene.name;
}

class GoldenHash : public testing::TestWithParam<NamedScene> {};

TEST_P(GoldenHash, HoldsForAnyNumberOfThreadsAndLanes) {
  const GoldenScene scene = GetParam().make();
  const std::vector<std::uint64_t> first = run(scene, 1, 1);
  if (std::getenv("CAROM_PRINT_GOLDEN") != nullptr) {
    std::printf("    {\"%s\", 0x%016llx, 0x%016llx},\n", GetParam().name,
                static_cast<unsigned long long>(first[99]), static_cast<unsigned long long>(first.back()));
    return;
  }
  const Golden* golden = nullptr;
  for (const Golden& g : kGolden)
    if (g.scene == std::string_view(GetParam().name)) golden = &g;
  ASSERT_NE(golden, nullptr);
  EXPECT_EQ(first[99], golden->at_100);
  if (kSteps == 1000) {
    EXPECT_EQ(first.back(), golden->at_1000);
  }
  for (const std::int32_t lanes : {1, 4, 8}) {
    if (solve::contactSolver(lanes) == nullptr) continue;
    for (const std::int32_t threads : {1, 2, 3, 8}) {
      if (lanes == 1 && threads == 1) continue;
      EXPECT_EQ(firstDifference(run(scene, threads, lanes), first), std::nullopt)
          << threads << " threads, " << lanes << " lanes: the first step that differs";
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Scenes, GoldenHash, testing::ValuesIn(kScenes),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace carom::test
