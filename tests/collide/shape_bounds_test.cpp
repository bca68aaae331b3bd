#include <gtest/gtest.h>

#include <cmath>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/shapes/shape.hpp"
#include "hull_checks.hpp"

namespace carom::collide {
namespace {

using hull_test::Cloud;
using hull_test::CloudMaker;

/// Points of the surface, dense where a shape is round: 20,000 leave caps of about 0.5 % of the size
/// unsampled.
std::vector<Vec3> surface(const Shape& shape, CloudMaker& maker) {
  std::vector<Vec3> points;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 d = maker.direction();
    const float angle = 3.1415927f * maker.signedUnit(), side = maker.signedUnit() < 0 ? -1.f : 1.f;
    const Vec3 ring{std::cos(angle), 0, std::sin(angle)};
    if (const auto* sphere = std::get_if<Sphere>(&shape)) points.push_back(d * sphere->radius);
    if (const auto* box = std::get_if<Box>(&shape)) {
      points.push_back(
          scaled(box->half_extents, Vec3{d.x < 0 ? -1.f : 1.f, d.y < 0 ? -1.f : 1.f, d.z < 0 ? -1.f : 1.f}));
    }
    if (const auto* c = std::get_if<Capsule>(&shape)) {
      points.push_back(Vec3{0, side * c->half_height, 0} + d * (side > 0 ? c->radius_top : c->radius_bottom));
    }
    if (const auto* c = std::get_if<Cylinder>(&shape)) {
      points.push_back(Vec3{0, side * c->half_height, 0} +
                       ring * (side > 0 ? c->radius_top : c->radius_bottom));
    }
  }
  if (const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&shape)) points = (*hull)->vertices;
  if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape)) points = (*mesh)->vertices;
  return points;
}

std::vector<Shape> allBoundedShapes(CloudMaker& maker) {
  std::vector<Shape> shapes{Sphere{0.7f},
                            Box{{0.2f, 1, 0.5f}},
                            Capsule{0.5f, 0.3f, 0.3f},
                            Capsule{0.5f, 0.0f, 0.6f},
                            Capsule{0.2f, 0.9f, 0.1f},
                            Cylinder{0.5f, 0.4f, 0.4f},
                            Cylinder{0.5f, 0, 0.8f},
                            Cylinder{0.05f, 1, 0.5f}};
  const std::vector<Vec3> cloud = maker.make(Cloud::Ball, 60);
  shapes.push_back(buildHull(cloud).hull);
  // A soup of triangles is as good as any mesh here.
  const std::vector<Vec3> soup = maker.make(Cloud::Ball, 300);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 300; ++i) indices.push_back(i);
  shapes.push_back(buildMesh(soup, indices).mesh);
  return shapes;
}

TEST(ShapeBounds, TightAroundEveryBoundedKind) {
  CloudMaker maker(1);
  for (const Shape& shape : allBoundedShapes(maker)) {
    const std::vector<Vec3> points = surface(shape, maker);
    const bool sampled = shape.index() < 4;
    for (int i = 0; i < 20; ++i) {
      const Transform at{maker.inBox() * 5.0f, i == 0 ? Quat{} : maker.rotation()};
      Aabb expected;
      for (const Vec3& p : points) expected.include(transformPoint(at, p));
      const Aabb found = bounds(shape, at);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        // Never smaller; larger by what the sampling of curved shapes misses only. 3e-6: float rounding at 5
        // m.
        EXPECT_LE(found.lower[axis], expected.lower[axis] + 3e-6f) << shape.index();
        EXPECT_GE(found.upper[axis], expected.upper[axis] - 3e-6f) << shape.index();
        const float slack = sampled ? 0.006f : 3e-6f;
        EXPECT_GE(found.lower[axis], expected.lower[axis] - slack) << shape.index();
        EXPECT_LE(found.upper[axis], expected.upper[axis] + slack) << shape.index();
      }
    }
  }
}

TEST(ShapeBounds, ReachIsThatOfTheBoundsAlongAnyDirection) {
  CloudMaker maker(2);
  for (const Shape& shape : allBoundedShapes(maker)) {
    for (int i = 0; i < 20; ++i) {
      const Quat turned = maker.rotation();
      const float expected = bounds(shape, {{}, turned}).upper.x;
      EXPECT_NEAR(reach(shape, inverseRotate(turned, Vec3{1, 0, 0})), expected, 1e-6f) << shape.index();
    }
  }
  EXPECT_EQ(reach(Plane{false}, {0, 1, 0}), 1e30f);
}

TEST(ShapeBounds, UprightCylinderIsExact) {
  const Aabb box = bounds(Cylinder{1, 0.5f, 0.5f}, {{1, 2, 3}, {}});
  EXPECT_EQ(box.lower, (Vec3{0.5f, 1, 2.5f}));
  EXPECT_EQ(box.upper, (Vec3{1.5f, 3, 3.5f}));
}

TEST(ShapeBounds, Planes) {
  const Aabb half_space = bounds(Plane{false}, {{0, 2, 0}, {}});
  EXPECT_EQ(half_space.upper.y, 2);
  EXPECT_EQ(half_space.lower, (Vec3{-1e30f, -1e30f, -1e30f}));
  const Aabb sheet = bounds(Plane{true}, {{0, 2, 0}, {}});
  EXPECT_EQ(sheet.upper.y, 2);
  EXPECT_EQ(sheet.lower.y, 2);
  // Upside down: everything above is inside.
  const Aabb ceiling = bounds(Plane{false}, {{0, 2, 0}, {1, 0, 0, 0}});
  EXPECT_EQ(ceiling.lower.y, 2);
  EXPECT_EQ(ceiling.upper.y, 1e30f);
  const Aabb tilted = bounds(Plane{false}, {{0, 2, 0}, normalized(Quat{0, 0, 0.1f, 1})});
  EXPECT_EQ(tilted.upper.y, 1e30f);
}

TEST(ShapeRadius, CoreIsWithoutTheBall) {
  EXPECT_EQ(coreOuterRadius(Sphere{0.5f}, {}), 0);
  EXPECT_FLOAT_EQ(coreOuterRadius(Sphere{0.5f}, {3, 0, 4}), 5);
  EXPECT_FLOAT_EQ(coreOuterRadius(Capsule{2, 0.5f, 0.5f}, {}), 2);
  EXPECT_FLOAT_EQ(coreOuterRadius(Capsule{2, 0.25f, 0.5f}, {}), 2.25f);  // The core tapers, too.
  EXPECT_EQ(coreOuterRadius(Box{{1, 2, 2}}, {}), outerRadius(Box{{1, 2, 2}}, {}));
  EXPECT_EQ(coreOuterRadius(Plane{}, {}), 1e30f);
}

TEST(ShapeRadius, OuterReachesTheFarthestPoint) {
  CloudMaker maker(2);
  for (const Shape& shape : allBoundedShapes(maker)) {
    const std::vector<Vec3> points = surface(shape, maker);
    for (int i = 0; i < 5; ++i) {
      const Vec3 center = i == 0 ? Vec3{} : maker.inBox();
      float expected = 0;
      for (const Vec3& p : points) expected = std::max(expected, length(p - center));
      const float found = outerRadius(shape, center);
      EXPECT_GE(found, expected - 1e-6f);
      EXPECT_LE(found, expected + (shape.index() < 4 ? 0.006f : 1e-6f));
    }
  }
  EXPECT_EQ(outerRadius(Plane{}, {}), 1e30f);
}

TEST(ShapeRadius, InnerBallFits) {
  EXPECT_EQ(innerRadius(Sphere{2}), 2);
  EXPECT_EQ(innerRadius(Box{{3, 1, 2}}), 1);
  EXPECT_EQ(innerRadius(Capsule{1, 0.5f, 0.25f}), 0.375f);
  EXPECT_EQ(innerRadius(Cylinder{0.1f, 1, 1}), 0.1f);
  // Cone of height 2 and radius 1: the side is 1/√5 from the middle of the axis.
  EXPECT_NEAR(innerRadius(Cylinder{1, 0, 1}), 1 / std::sqrt(5.0f), 1e-6f);
  EXPECT_EQ(innerRadius(Plane{}), 0);
  EXPECT_EQ(innerRadius(std::shared_ptr<const TriangleMesh>{}), 0);
}

}  // namespace
}  // namespace carom::collide
