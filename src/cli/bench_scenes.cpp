// Only +, −, ×, ÷ and √ are used, so that every engine and every platform gets the same scene.

#include "cli/bench_scenes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "cli/bench_mesh_scenes.hpp"
#include "cli/bench_scene_maker.hpp"

namespace carom::cli {
namespace {

Scene makePyramid60(std::int32_t) {
  constexpr int kBase = 60;
  SceneMaker b;
  b.addFloor(200);
  const std::int32_t box = b.addBox({1, 1, 1});
  for (int row = 0; row < kBase; ++row)
    for (int i = 0; i < kBase - row; ++i)
      b.addBody(box, {(i - 0.5 * (kBase - row - 1)) * 1.05, 0.5 + row, 0});
  return b.take();
}

/// Stacks of ten boxes, 3 m apart, in a square; the last ones may be lower or missing.
void addStacks(SceneMaker& b, int side, std::int32_t bodies) {
  const std::int32_t box = b.addBox({1, 1, 1});
  const double middle = 0.5 * (side - 1);
  for (int i = 0; i < bodies; ++i) {
    const int x = i / 10 / side, z = i / 10 % side;
    b.addBody(box, {(x - middle) * 3.0, 0.5 + i % 10, (z - middle) * 3.0});
  }
}

Scene makeStacks(std::int32_t) {
  SceneMaker b;
  b.addFloor(200);
  addStacks(b, 20, 4000);
  return b.take();
}

/// Least whole number whose square is at least n.
int rootAbove(std::int32_t n) {
  int root = 0;
  while (root * root < n) ++root;
  return root;
}

Scene makeSleepers(std::int32_t bodies) {
  const int side = rootAbove((bodies + 9) / 10);
  SceneMaker b;
  b.addFloor(3.0 * side + 20);
  addStacks(b, side, bodies);
  return b.take();
}

/// Sixteen points on an ellipsoid.
SceneGeometry randomHull(Random& random) {
  const DVec3 axes = random.point(0.25, 0.55);
  SceneGeometry geometry;
  for (int i = 0; i < 16; ++i) geometry.positions.push_back(Vec3(scaled(random.direction(), axes)));
  return geometry;
}

Scene makeHulls(std::int32_t) {
  SceneMaker b;
  b.addWalledBox(6, 20);
  Random random(60);
  for (int layer = 0; layer < 10; ++layer)
    for (int x = 0; x < 10; ++x)
      for (int z = 0; z < 10; ++z) {
        const std::int32_t hull = b.addGeometry(ShapeKind::ConvexHull, randomHull(random));
        const DVec3 jitter = random.point(-0.03, 0.03);
        b.addBody(hull, DVec3{(x - 4.5) * 1.18, 0.7 + 1.18 * layer, (z - 4.5) * 1.18} + jitter,
                  random.rotation());
      }
  return b.take();
}

/// Boxes, balls and capsules in layers of side × side, 1.1 m apart.
void addMixed(SceneMaker& b, int side, std::int32_t bodies) {
  Random random(61);
  const double middle = 0.5 * (side - 1);
  for (int i = 0; i < bodies; ++i) {
    const int x = i % side, z = i / side % side, layer = i / (side * side);
    const DVec3 jitter = random.point(-0.05, 0.05);
    const DVec3 position = DVec3{(x - middle) * 1.1, 0.7 + 1.1 * layer, (z - middle) * 1.1} + jitter;
    std::int32_t shape = -1;
    if (i % 3 == 0) shape = b.addBox(random.point(0.4, 0.7));
    if (i % 3 == 1) shape = b.addSphere(random.uniform(0.2, 0.4));
    if (i % 3 == 2) {
      const double radius = random.uniform(0.15, 0.3);  // First: arguments have no order.
      shape = b.addCapsule(random.uniform(0.2, 0.4), radius);
    }
    b.addBody(shape, position, random.rotation());
  }
}

Scene makeMixed(std::int32_t) {
  SceneMaker b;
  b.addWalledBox(8, 20);
  addMixed(b, 14, 2000);
  return b.take();
}

Scene makePiles(std::int32_t bodies) {
  const int side = rootAbove((bodies + 9) / 10);
  SceneMaker b;
  b.addWalledBox(0.55 * side + 0.3, 20);
  addMixed(b, side, bodies);
  return b.take();
}

/// Smooth periodic hills between −1 and 1 with period 1, of parabolas.
double wave(double t) {
  const double u = t - std::floor(t), v = u < 0.5 ? 4 * u - 1 : 3 - 4 * u;
  return v * (1.5 - 0.5 * v * v);
}

constexpr double kTerrainHalf = 150;
double terrainHeight(double x, double z) {
  return 1.6 * wave(x / 31) * wave(z / 27) + 0.5 * wave((x + 2 * z) / 17) +
         0.12 * wave(x / 5.3) * wave(z / 4.7);
}

void addTerrain(SceneMaker& b) {
  constexpr int kCells = 300;  // 300 × 300 × 2 = 180,000 triangles.
  SceneGeometry ground;
  for (int r = 0; r <= kCells; ++r)
    for (int c = 0; c <= kCells; ++c) {
      const double x = c - kTerrainHalf, z = r - kTerrainHalf;
      ground.positions.push_back(Vec3(DVec3{x, terrainHeight(x, z), z}));
    }
  for (std::uint32_t r = 0; r < kCells; ++r)
    for (std::uint32_t c = 0; c < kCells; ++c) {
      const std::uint32_t i = r * (kCells + 1) + c, below = i + kCells + 1;
      ground.indices.insert(ground.indices.end(), {i, below + 1, i + 1, i, below, below + 1});
    }
  b.addStatic(b.addGeometry(ShapeKind::TriangleMesh, std::move(ground)), {});
}

Scene makeTerrain(std::int32_t) {
  SceneMaker b;
  addTerrain(b);
  Random random(62);
  for (int i = 0; i < 1000; ++i) {
    const double x = (i % 32 - 15.5) * 4 + random.uniform(-1, 1),
                 z = (i / 32 - 15.5) * 4 + random.uniform(-1, 1);
    std::int32_t shape = -1;
    switch (i % 4) {
      case 0:
        shape = b.addBox(random.point(0.5, 1.2));
        break;
      case 1:
        shape = b.addSphere(random.uniform(0.3, 0.6));
        break;
      case 2: {
        const double radius = random.uniform(0.2, 0.4);
        shape = b.addCapsule(random.uniform(0.3, 0.8), radius);
        break;
      }
      default:
        shape = b.addGeometry(ShapeKind::ConvexHull, randomHull(random));
        break;
    }
    b.addBody(shape, {x, terrainHeight(x, z) + 1.5, z}, random.rotation());
  }
  return b.take();
}

/// Cars that drive over the terrain in wide curves.
Scene makeCars(std::int32_t) {
  SceneMaker b;
  addTerrain(b);
  const std::int32_t chassis = b.addBox({1.6, 0.5, 3.6});
  Random random(63);
  for (int i = 0; i < 100; ++i) {
    const double x = (i % 10 - 4.5) * 14, z = (i / 10 - 4.5) * 14;
    double ground = -1e30;  // Under the car's corners
    for (const double dx : {-1.0, 0.0, 1.0})
      for (const double dz : {-2.0, 0.0, 2.0}) ground = std::max(ground, terrainHeight(x + dx, z + dz));
    b.addCar(chassis, {x, ground + 1, z}, random.uniform(-1, 1));
  }
  return b.take();
}

/// A net of balls that hangs from seven of them.
Scene makeJointGrid(std::int32_t) {
  constexpr int kSide = 40;
  SceneMaker b;
  const std::int32_t ball = b.addSphere(0.4);
  std::vector<std::int32_t> nodes;
  for (int i = 0; i < kSide; ++i)
    for (int k = 0; k < kSide; ++k) {
      const DVec3 position{static_cast<double>(k - kSide / 2), static_cast<double>(-i), 0};
      if (i == 0 && k >= kSide / 2 - 3 && k <= kSide / 2 + 3) {
        b.addStatic(ball, position);
      } else {
        b.addBody(ball, position);
      }
      nodes.push_back(b.lastNode());
    }
  b.disableCollisions();
  const auto node = [&](int i, int k) { return nodes[i * kSide + k]; };
  for (int i = 0; i < kSide; ++i)
    for (int k = 0; k < kSide; ++k) {
      if (i > 0) b.addPin(node(i - 1, k), {0, -0.5, 0}, node(i, k), {0, 0.5, 0});
      if (k > 0) b.addPin(node(i, k - 1), {0.5, 0, 0}, node(i, k), {-0.5, 0, 0});
    }
  return b.take();
}

constexpr BenchScene kScenes[] = {
    {"pyramid60", "a flat pyramid of 1,830 boxes, 60 in its bottom row", true, 1830, false, makePyramid60},
    {"stacks", "400 stacks of 10 boxes", true, 4000, false, makeStacks},
    {"hulls", "1,000 random hulls poured into a walled box", false, 1000, false, makeHulls},
    {"mixed", "2,000 boxes, balls and capsules poured into a walled box", false, 2000, false, makeMixed},
    {"terrain", "1,000 bodies on a terrain of 180,000 triangles", false, 1000, false, makeTerrain},
    {"jointgrid", "a net of 1,600 balls and 3,120 ball-and-socket joints that hangs from seven fixed balls",
     false, 1593, false, makeJointGrid},
    {"cars", "100 cars that drive over the terrain", false, 100, false, makeCars},
    {"sleepers", "stacks of 10 boxes, 10,000 of them or --bodies", true, 100000, true, makeSleepers},
    {"piles", "boxes, balls and capsules ten deep, 10,000 of them or --bodies", false, 10000, true,
     makePiles},
    {"tori", "rings of 192 triangles, 500 of them or --bodies, poured into a bowl; all are meshes", false,
     500, true, makeTori},
    {"meshes", "rings and knobbly stones of 5,000 triangles, 100 of them or --bodies, poured into a bowl",
     false, 100, true, makeMeshes},
};

}  // namespace

std::span<const BenchScene> benchScenes() {
  return kScenes;
}

const BenchScene* findBenchScene(std::string_view name) {
  for (const BenchScene& scene : kScenes)
    if (scene.name == name) return &scene;
  return nullptr;
}

}  // namespace carom::cli
