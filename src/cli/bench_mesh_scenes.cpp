#include "cli/bench_mesh_scenes.hpp"

#include <cmath>

#include "base/trigonometry.hpp"
#include "cli/bench_scene_maker.hpp"

namespace carom::cli {
namespace {

constexpr double kTurn = 6.283185307179586;

/// A grid of points as quadrilaterals of two triangles. The last column is joined to the first, and the last
/// row if `ring`. `point` takes turns from 0 to 1 along the rows and the columns.
template <class Point>
SceneGeometry gridGeometry(int rows, int columns, bool ring, Point&& point) {
  SceneGeometry geometry;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      geometry.positions.push_back(
          Vec3(point(static_cast<double>(r) / (ring ? rows : rows - 1), static_cast<double>(c) / columns)));
  const auto at = [&](int r, int c) { return static_cast<std::uint32_t>(r % rows * columns + c % columns); };
  for (int r = 0; r < (ring ? rows : rows - 1); ++r)
    for (int c = 0; c < columns; ++c)
      geometry.indices.insert(geometry.indices.end(), {at(r, c), at(r + 1, c), at(r + 1, c + 1), at(r, c),
                                                       at(r + 1, c + 1), at(r, c + 1)});
  return geometry;
}

SceneGeometry torusGeometry(double ring_radius, double tube_radius, int segments, int sides) {
  return gridGeometry(segments, sides, true, [=](double u, double v) {
    const double d = ring_radius + tube_radius * cosine(kTurn * v);
    return DVec3{d * cosine(kTurn * u), tube_radius * sine(kTurn * v), -d * sine(kTurn * u)};
  });
}

/// A sphere with a cap of triangles at both poles whose radius varies by `knobs`.
SceneGeometry stoneGeometry(double radius, double knobs, int segments, int rings) {
  SceneGeometry geometry = gridGeometry(rings - 1, segments, false, [=](double u, double v) {
    const double polar = 0.5 * kTurn * (1 + u * (rings - 2)) / rings;
    const double across = sine(polar);
    const double out = radius * (1 + knobs * across * sine(5 * polar) * cosine(4 * kTurn * v));
    return DVec3{across * cosine(kTurn * v), cosine(polar), -across * sine(kTurn * v)} * out;
  });
  const auto top = static_cast<std::uint32_t>(geometry.positions.size()), bottom = top + 1;
  geometry.positions.push_back(Vec3(DVec3{0, radius, 0}));
  geometry.positions.push_back(Vec3(DVec3{0, -radius, 0}));
  const auto last = static_cast<std::uint32_t>((rings - 2) * segments);
  for (int c = 0; c < segments; ++c) {
    const auto here = static_cast<std::uint32_t>(c), next = static_cast<std::uint32_t>((c + 1) % segments);
    geometry.indices.insert(geometry.indices.end(), {top, here, next, bottom, last + next, last + here});
  }
  return geometry;
}

/// A paraboloid of revolution, as deep as its radius; an open surface.
double bowlHeight(double radius, double x, double z) {
  return (x * x + z * z) / radius;
}
SceneGeometry bowlGeometry(double radius) {
  return gridGeometry(17, 48, false, [=](double u, double v) {
    const double r = radius * (0.01 + 0.99 * u);
    const double x = r * cosine(kTurn * v), z = r * sine(kTurn * v);
    return DVec3{x, bowlHeight(radius, x, z), z};
  });
}

/// Bodies over a bowl, in layers of squares with sides of `spacing` metres that its rim surrounds.
void pourIntoBowl(SceneMaker& maker, const std::int32_t (&shapes)[2], double spacing, std::int32_t bodies) {
  int side = 1;
  while (side * side * side * 1.5 < bodies) ++side;
  const double radius = 0.75 * spacing * side;
  maker.addStatic(maker.addGeometry(ShapeKind::TriangleMesh, bowlGeometry(radius)), {});
  Random random(64);
  for (int i = 0; i < bodies; ++i) {
    const double x = (i % side - 0.5 * (side - 1)) * spacing,
                 z = (i / side % side - 0.5 * (side - 1)) * spacing;
    const double y = bowlHeight(radius, x, z) + spacing * (1 + i / (side * side));
    maker.addBody(shapes[i % 2], {x, y, z}, random.rotation());
  }
}

}  // namespace

Scene makeTori(std::int32_t bodies) {
  SceneMaker maker;
  const std::int32_t ring = maker.addGeometry(ShapeKind::TriangleMesh, torusGeometry(0.5, 0.15, 16, 6));
  pourIntoBowl(maker, {ring, ring}, 1.35, bodies);
  return maker.take();
}

Scene makeMeshes(std::int32_t bodies) {
  SceneMaker maker;
  const std::int32_t ring = maker.addGeometry(ShapeKind::TriangleMesh, torusGeometry(0.5, 0.15, 50, 50));
  const std::int32_t stone = maker.addGeometry(ShapeKind::TriangleMesh, stoneGeometry(0.5, 0.2, 50, 51));
  pourIntoBowl(maker, {ring, stone}, 1.35, bodies);
  return maker.take();
}

}  // namespace carom::cli
