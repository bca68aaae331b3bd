#include "collide/shapes/scaled_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "collide/hull/hull.hpp"
#include "collide/mass/mass_properties.hpp"
#include "collide/mesh/mesh.hpp"
#include "hull_checks.hpp"

namespace carom::collide {
namespace {

using hull_test::CloudMaker;
using Kind = ShapeSpec::Kind;
using HullPointer = std::shared_ptr<const ConvexHull>;
using MeshPointer = std::shared_ptr<const TriangleMesh>;

ShapeSpec spec(Kind kind) {
  ShapeSpec result;
  result.kind = kind;
  return result;
}
ShapeSpec tapered(Kind kind, double half_height, double top, double bottom) {
  ShapeSpec result = spec(kind);
  result.half_height = half_height, result.radius_top = top, result.radius_bottom = bottom;
  return result;
}

/// Support of the exact shape, unscaled: a linear map S turns h(n) into h(Sᵀn).
double support(const ShapeSpec& s, const DVec3& n) {
  const double radial = s.kind == Kind::Cylinder ? std::sqrt(n.x * n.x + n.z * n.z) : length(n);
  if (s.kind == Kind::Sphere) return s.radius * radial;
  return std::max(s.half_height * n.y + s.radius_top * radial,
                  -s.half_height * n.y + s.radius_bottom * radial);
}

/// Two convex bodies are as far apart as their support functions differ. Largest difference over many
/// directions, among them all face normals.
double deviation(const ShapeSpec& s, const DVec3& scale, const ConvexHull& hull) {
  CloudMaker maker(8);
  double worst = 0;
  const auto compare = [&](const DVec3& n) {
    double found = -1e300;
    for (const Vec3& v : hull.vertices) found = std::max(found, dot(n, DVec3(v)));
    worst = std::max(worst, std::abs(found - support(s, scaled(scale, n))));
  };
  for (int i = 0; i < 5000; ++i) compare(normalized(DVec3(maker.direction())));
  for (const ConvexHull::Face& face : hull.faces) compare(normalized(DVec3(face.normal)));
  return worst;
}

TEST(ScaledShape, UniformScaleIsExact) {
  for (const Vec3& scale : {Vec3{2, 2, 2}, Vec3{-2, 2, -2}, Vec3{-2, -2, -2}}) {
    ScaledShape made = makeScaledShape(spec(Kind::Sphere), scale);
    EXPECT_FALSE(made.approximated || made.disabled);
    EXPECT_EQ(made.explanation, "");
    EXPECT_EQ(std::get<Sphere>(made.shape).radius, 1);

    made = makeScaledShape(tapered(Kind::Capsule, 0.5, 0.25, 0.125), scale);
    EXPECT_FALSE(made.approximated || made.disabled);
    EXPECT_EQ(std::get<Capsule>(made.shape).half_height, 1);
    EXPECT_EQ(std::get<Capsule>(made.shape).radius_top, 0.5f);
    EXPECT_EQ(std::get<Capsule>(made.shape).radius_bottom, 0.25f);

    made = makeScaledShape(tapered(Kind::Cylinder, 0.5, 0, 0.125), scale);
    EXPECT_FALSE(made.approximated || made.disabled);
    EXPECT_EQ(std::get<Cylinder>(made.shape).radius_top, 0);
    EXPECT_EQ(std::get<Cylinder>(made.shape).radius_bottom, 0.25f);
  }
}

TEST(ScaledShape, BoxesAndUprightCylindersTakeAnyScale) {
  ScaledShape made = makeScaledShape(spec(Kind::Box), {1, -2, 3});
  EXPECT_FALSE(made.approximated);
  EXPECT_EQ(std::get<Box>(made.shape).half_extents, (Vec3{0.5f, 1, 1.5f}));
  made = makeScaledShape(tapered(Kind::Cylinder, 0.5, 0.25, 0.5), {2, 3, -2});
  EXPECT_FALSE(made.approximated);
  EXPECT_EQ(std::get<Cylinder>(made.shape).half_height, 1.5f);
  EXPECT_EQ(std::get<Cylinder>(made.shape).radius_bottom, 1);
}

TEST(ScaledShape, UnevenRoundShapesBecomeHullsWithinTheStatedDeviation) {
  const ShapeSpec specs[] = {spec(Kind::Sphere),
                             tapered(Kind::Capsule, 0.5, 0.25, 0.25),
                             tapered(Kind::Capsule, 0.5, 0.1, 0.6),
                             tapered(Kind::Capsule, 0.5, 0.5, 0),
                             tapered(Kind::Cylinder, 0.5, 0.3, 0.3),
                             tapered(Kind::Cylinder, 0.5, 0, 0.7)};
  for (const ShapeSpec& s : specs) {
    for (const Vec3& scale :
         {Vec3{1, 1, 2}, Vec3{1, -3, 0.5f}, Vec3{0.05f, 1, 1}, Vec3{10, 20, 30}, Vec3{1, 1, 1.01f}}) {
      const ScaledShape made = makeScaledShape(s, scale);
      ASSERT_FALSE(made.disabled);
      EXPECT_TRUE(made.approximated);
      EXPECT_NE(made.explanation, "");
      const ConvexHull& hull = *std::get<HullPointer>(made.shape);
      EXPECT_LE(hull.vertices.size(), 256u);
      EXPECT_EQ(hull_test::structureDefect(hull), "");
      const double largest = std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
      // The hull builder adds its own tolerance, 1e-5 of the extent.
      EXPECT_LE(deviation(s, DVec3(absolute(scale)), hull), made.max_deviation + 3e-5 * largest);
      // 1.1 % of the radius for capsules, 0.6 % for spheres, 0.07 % for cylinders.
      EXPECT_LE(made.max_deviation, 0.012 * largest);
    }
  }
}

TEST(ScaledShape, DeviationIsBalanced) {
  // As much outside as inside: the hull of an ellipsoid has nearly its volume, neither inscribed nor
  // circumscribed.
  const ScaledShape made = makeScaledShape(spec(Kind::Sphere), {1, 2, 3});
  const double exact = 4.0 / 3 * 3.14159265 * 0.125 * 6;
  const double found = massProperties(made.shape).volume;
  EXPECT_NEAR(found, exact, 0.005 * exact);
}

TEST(ScaledShape, NearlyUniformScaleStaysRound) {
  const ScaledShape exact = makeScaledShape(spec(Kind::Sphere), {1, 1.000001f, 0.999999f});
  EXPECT_FALSE(exact.approximated);
  const ScaledShape near = makeScaledShape(spec(Kind::Sphere), {1, 1.002f, 1});
  EXPECT_TRUE(near.approximated);
  EXPECT_NEAR(std::get<Sphere>(near.shape).radius, 0.5005f, 1e-6f);
  EXPECT_NEAR(near.max_deviation, 0.0005, 1e-6);
  EXPECT_TRUE(makeScaledShape(tapered(Kind::Capsule, 1, 0.5, 0.5), {1, 1.002f, 1}).approximated);
  EXPECT_TRUE(makeScaledShape(tapered(Kind::Cylinder, 1, 0.5, 0.5), {1, 5, 1.002f}).approximated);
}

TEST(ScaledShape, CapsuleWithinOneOfItsSpheresIsThatSphere) {
  ScaledShape made = makeScaledShape(tapered(Kind::Capsule, 0.25, 1, 0.25), {2, 2, 2});
  EXPECT_FALSE(made.approximated);
  EXPECT_EQ(std::get<Sphere>(made.shape).radius, 2);
  EXPECT_EQ(made.local_offset.translation, (Vec3{0, 0.5f, 0}));
  made = makeScaledShape(tapered(Kind::Capsule, 0, 0.5, 0.5), {1, 1, 1});
  EXPECT_EQ(std::get<Sphere>(made.shape).radius, 0.5f);
  // Unevenly scaled it is an ellipsoid about that sphere's centre.
  made = makeScaledShape(tapered(Kind::Capsule, 0.25, 0.25, 1), {1, 2, 1});
  EXPECT_TRUE(made.approximated);
  EXPECT_NEAR(std::get<HullPointer>(made.shape)->centroid.y, -0.5f, 1e-3f);
}

TEST(ScaledShape, ZeroComponents) {
  const std::vector<Vec3> corners{{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
  const std::vector<std::uint32_t> indices{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  for (const Kind kind : {Kind::Sphere, Kind::Box, Kind::Capsule, Kind::Cylinder, Kind::Hull, Kind::Mesh}) {
    ShapeSpec s = spec(kind);
    s.vertices = corners, s.indices = indices;
    EXPECT_TRUE(makeScaledShape(s, {0, 0, 0}).disabled);
    EXPECT_NE(makeScaledShape(s, {0, 0, 0}).explanation, "");
    for (int zeros = 1; zeros < 7; ++zeros) {
      const Vec3 scale{zeros & 1 ? 0.f : 1.f, zeros & 2 ? 0.f : 1.f, zeros & 4 ? 0.f : 1.f};
      const ScaledShape made = makeScaledShape(s, scale);
      const bool is_line = (zeros & (zeros - 1)) != 0;
      if (kind == Kind::Mesh && is_line) {
        EXPECT_TRUE(made.disabled);
        continue;
      }
      ASSERT_FALSE(made.disabled);
      EXPECT_TRUE(made.approximated);
      EXPECT_NE(made.explanation, "");
      if (kind == Kind::Mesh) {
        EXPECT_EQ(std::get<MeshPointer>(made.shape)->sides, MeshSides::Each);
        continue;
      }
      const ConvexHull& hull = *std::get<HullPointer>(made.shape);
      EXPECT_TRUE(hull.flat);
      EXPECT_EQ(hull_test::structureDefect(hull), "");
      EXPECT_EQ(hull.faces.size(), is_line ? 6u : 2u);
    }
  }
}

TEST(ScaledShape, NegativeScaleMirrorsHullsAndMeshes) {
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  const std::vector<std::uint32_t> indices{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  ShapeSpec s = spec(Kind::Hull);
  s.vertices = corners, s.indices = indices;
  EXPECT_EQ(std::get<HullPointer>(makeScaledShape(s, {-1, 1, 1}).shape)->aabb.lower.x, -1);
  s.kind = Kind::Mesh;
  for (const Vec3& scale : {Vec3{-1, 1, 1}, Vec3{-1, -1, 1}, Vec3{-2, -1, -0.5f}, Vec3{1, 3, 1}}) {
    const ScaledShape made = makeScaledShape(s, scale);
    EXPECT_FALSE(made.approximated);
    EXPECT_FALSE(made.inverted);
    const MeshPointer& mesh = std::get<MeshPointer>(made.shape);
    EXPECT_TRUE(mesh->closed);
    EXPECT_NEAR(massProperties(made.shape).volume, std::abs(scale.x * scale.y * scale.z), 1e-6);
    EXPECT_EQ(mesh->nodes[0].aabb.lower.x < 0, scale.x < 0);
  }
}

TEST(ScaledShape, Planes) {
  ShapeSpec s = spec(Kind::Plane);
  s.double_sided = true;
  ScaledShape made = makeScaledShape(s, {1, -5, 0.1f});
  EXPECT_TRUE(std::get<Plane>(made.shape).double_sided);
  EXPECT_FALSE(made.approximated);

  s.size_x = 4, s.size_z = 2;
  made = makeScaledShape(s, {-1, 1, 3});
  EXPECT_FALSE(made.approximated);
  MeshPointer mesh = std::get<MeshPointer>(made.shape);
  EXPECT_EQ(mesh->nodes[0].aabb.upper, (Vec3{2, 0, 3}));
  EXPECT_EQ(mesh->sides, MeshSides::Each);
  const TriangleMesh::Triangle& t = mesh->triangles[0];
  EXPECT_GT(cross(mesh->vertices[t.vertex[1]] - mesh->vertices[t.vertex[0]],
                  mesh->vertices[t.vertex[2]] - mesh->vertices[t.vertex[0]])
                .y,
            0);
  s.double_sided = false;
  EXPECT_EQ(std::get<MeshPointer>(makeScaledShape(s, {1, 1, 1}).shape)->sides, MeshSides::Front);
  EXPECT_TRUE(makeScaledShape(s, {0, 1, 1}).disabled);
  EXPECT_FALSE(makeScaledShape(s, {1, 0, 1}).disabled);

  s.size_z = ShapeSpec::kUnbounded;
  made = makeScaledShape(s, {1, 1, 1});
  EXPECT_TRUE(made.approximated);
  EXPECT_EQ(std::get<MeshPointer>(made.shape)->nodes[0].aabb.upper, (Vec3{2, 0, 1e4f}));
}

TEST(ScaledShape, SmallOnesWorkAndTheSmallestSaySo) {
  for (const Kind kind : {Kind::Sphere, Kind::Box, Kind::Capsule, Kind::Cylinder}) {
    const float fits = 2.01e-4f;  // The smallest of them is 0.5 m before scaling.
    const ScaledShape small = makeScaledShape(spec(kind), {fits, fits, fits});
    EXPECT_FALSE(small.approximated || small.disabled);
    const ScaledShape smaller = makeScaledShape(spec(kind), {1e-5f, 1e-5f, 1e-5f});
    EXPECT_TRUE(smaller.approximated);
    EXPECT_NE(smaller.explanation, "");
    const ScaledShape dust = makeScaledShape(spec(kind), {1e-8f, 1e-8f, 1e-8f});
    EXPECT_TRUE(dust.disabled);
    EXPECT_NE(dust.explanation, "");
  }
  const std::vector<Vec3> crumbs{{0, 0, 0}, {1e-8f, 0, 0}, {0, 1e-8f, 0}, {0, 0, 1e-8f}};
  ShapeSpec hull = spec(Kind::Hull);
  hull.vertices = crumbs;
  EXPECT_TRUE(makeScaledShape(hull, {1, 1, 1}).disabled);
}

TEST(ScaledShape, NonsenseIsDisabled) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::vector<Vec3> points{{nan, 0, 0}, {inf, 0, 0}, {0, -inf, 0}, {0, nan, nan}};
  const std::vector<std::uint32_t> good{0, 1, 2}, outside{0, 1, 7}, ragged{0, 1};
  for (const Kind kind :
       {Kind::Sphere, Kind::Box, Kind::Capsule, Kind::Cylinder, Kind::Plane, Kind::Hull, Kind::Mesh}) {
    ShapeSpec s = spec(kind);
    s.vertices = points, s.indices = good;
    for (const Vec3& scale : {Vec3{nan, 1, 1}, Vec3{1, inf, 1}, Vec3{1, 1, -inf}}) {
      EXPECT_TRUE(makeScaledShape(s, scale).disabled);
    }
    if (kind == Kind::Plane) continue;
    for (const double bad : {double(nan), double(inf), 1e300}) {
      for (const Vec3& scale : {Vec3{1, 1, 1}, Vec3{1, 2, 3}}) {
        s.radius = bad, s.half_extents = {1, bad, 1}, s.half_height = bad;
        EXPECT_TRUE(makeScaledShape(s, scale).disabled) << static_cast<int>(kind) << ' ' << bad;
      }
    }
  }
  ShapeSpec mesh = spec(Kind::Mesh);
  const std::vector<Vec3> triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.vertices = triangle;
  EXPECT_TRUE(makeScaledShape(mesh, {1, 1, 1}).disabled);
  mesh.indices = outside;
  EXPECT_TRUE(makeScaledShape(mesh, {1, 1, 1}).disabled);
  mesh.indices = ragged;
  EXPECT_TRUE(makeScaledShape(mesh, {1, 1, 1}).disabled);
  EXPECT_TRUE(makeScaledShape(tapered(Kind::Capsule, 1, 0, 0), {1, 1, 1}).disabled);
  EXPECT_TRUE(makeScaledShape(tapered(Kind::Cylinder, 1, -1, 2), {1, 1, 1}).disabled);
}

}  // namespace
}  // namespace carom::collide
