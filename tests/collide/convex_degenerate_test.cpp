// Inputs on which narrow phases divide by zero or never end: every answer must be finite, unit and soon.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "collide/convex_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide::testing {
namespace {

void expectSound(const std::vector<Manifold>& manifolds) {
  for (const Manifold& m : manifolds) {
    EXPECT_NEAR(length(DVec3(m.normal)), 1, 1e-5);
    ASSERT_GE(m.point_count, 1);
    ASSERT_LE(m.point_count, 4);
    for (int i = 0; i < m.point_count; ++i) {
      const ManifoldPoint& p = m.points[i];
      EXPECT_TRUE(std::isfinite(p.position.x + p.position.y + p.position.z + p.separation));
    }
  }
}

std::shared_ptr<ConvexHull> flatHull(const std::vector<Vec3>& loop, const Vec3& normal) {
  auto hull = std::make_shared<ConvexHull>();
  hull->vertices = loop;
  const auto count = static_cast<std::uint16_t>(loop.size());
  hull->faces = {{normal, dot(normal, loop[0]), 0, count}, {-normal, -dot(normal, loop[0]), 1, count}};
  hull->edges.resize(2u * count);
  for (std::uint16_t i = 0; i < count; ++i) {
    const auto next = static_cast<std::uint16_t>((i + 1) % count),
               before = static_cast<std::uint16_t>((i + count - 1) % count);
    hull->edges[2u * i] = {i, static_cast<std::uint16_t>(2 * next), 0};
    hull->edges[2u * i + 1] = {next, static_cast<std::uint16_t>(2 * before + 1), 1};
    hull->centroid += loop[i] * (1.0f / static_cast<float>(count));
    hull->aabb.include(loop[i]);
  }
  hull->flat = true;
  return hull;
}

std::vector<NamedShape> degenerateShapes() {
  std::vector<NamedShape> shapes = convexShapes();
  shapes.push_back({"plane", Plane{}});
  shapes.push_back({"sheet", Plane{true}});
  shapes.push_back({"tiny box", Box{{0.005f, 0.005f, 0.005f}}});
  shapes.push_back({"huge box", Box{{500, 500, 500}}});
  shapes.push_back({"needle", Cylinder{0.5f, 1e-6f, 0}});
  shapes.push_back({"coin", Cylinder{1e-6f, 0.5f, 0.5f}});
  shapes.push_back({"line capsule", Capsule{0.5f, 0, 0}});
  shapes.push_back({"cone capsule", Capsule{0.5f, 0, 0.4999f}});
  shapes.push_back({"sheet box", Box{{1, 1e-6f, 1}}});
  shapes.push_back({"flat hull", std::shared_ptr<const ConvexHull>(flatHull(
                                     {{-0.5f, 0, -0.5f}, {-0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, {0.5f, 0, -0.5f}},
                                     {0, 1, 0}))});
  return shapes;
}

TEST(ConvexDegenerate, SamePlaceTouchingAndNearly) {
  Random random(3);
  for (const NamedShape& a : degenerateShapes()) {
    for (const NamedShape& b : degenerateShapes()) {
      SCOPED_TRACE(std::string(a.name) + " / " + b.name);
      expectSound(contacts(a.shape, b.shape, {}));
      for (int i = 0; i < 6; ++i) {
        Vec3 at;
        at[static_cast<std::size_t>(i % 3)] = i < 3 ? 0.5f : 1;
        expectSound(contacts(a.shape, b.shape, {at, {}}));
        expectSound(contacts(a.shape, b.shape, {at * 1e-7f, {}}));
        expectSound(contacts(a.shape, b.shape, {{}, axisAngle({0, 0, 1}, 1.5707963267948966 * i / 3)}));
        expectSound(contacts(a.shape, b.shape, {Vec3(random.direction() * 0.3), random.rotation()}));
      }
    }
  }
}

TEST(ConvexDegenerate, QueriesStayFinite) {
  Random random(4);
  for (const NamedShape& a : degenerateShapes()) {
    for (const NamedShape& b : degenerateShapes()) {
      SCOPED_TRACE(std::string(a.name) + " / " + b.name);
      for (int i = 0; i < 4; ++i) {
        const Transform pose{Vec3(random.direction() * (0.8 * i)), i == 0 ? Quat{} : random.rotation()};
        const Distance d = distance(a.shape, b.shape, pose);
        EXPECT_TRUE(std::isfinite(d.distance));
        EXPECT_GE(d.distance, 0);
        const Sweep motion{pose.translation,
                           pose.rotation,
                           Vec3(random.direction() * 3.0),
                           Vec3(random.direction() * 2.0),
                           {}};
        const SweepHit hit = sweep(a.shape, b.shape, motion, 0.001f);
        EXPECT_TRUE(std::isfinite(hit.t + hit.point.x + hit.normal.x));
      }
    }
  }
}

TEST(ConvexDegenerate, GrainOnAMountain) {
  const Shape mountain = Box{{500, 500, 500}};
  for (const Shape& grain : {Shape{Box{{0.005f, 0.005f, 0.005f}}}, Shape{Sphere{0.005f}},
                             Shape{Cylinder{0.005f, 0.005f, 0.005f}}, hullBox({0.005f, 0.005f, 0.005f})}) {
    const std::vector<Manifold> found = contacts(mountain, grain, {{321.5f, 500.0049f, -77.25f}, {}}, 0.001f);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].normal.y, 1, 1e-5);
    // A float at 500 m has steps of 3e-5 m.
    EXPECT_NEAR(smallestSeparation(found[0]), -0.0001f, 3e-5f);
    EXPECT_EQ(found[0].point_count, std::holds_alternative<Sphere>(grain) ? 1 : 4);
  }
}

TEST(ConvexDegenerate, FlatHullLiesOnABox) {
  const Shape sheet = std::shared_ptr<const ConvexHull>(
      flatHull({{-0.5f, 0, -0.5f}, {-0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, {0.5f, 0, -0.5f}}, {0, 1, 0}));
  for (const float gap : {0.005f, 0.0f, -0.005f}) {
    const std::vector<Manifold> found = contacts(Box{{2, 0.5f, 2}}, sheet, {{0, 0.5f + gap, 0}, {}});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].point_count, 4);
    EXPECT_NEAR(found[0].normal.y, 1, 1e-5);
    EXPECT_NEAR(smallestSeparation(found[0]), gap, 1e-6);
  }
}

}  // namespace
}  // namespace carom::collide::testing
