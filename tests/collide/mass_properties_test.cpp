#include "collide/mass/mass_properties.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"
#include "hull_checks.hpp"

namespace carom::collide {
namespace {

constexpr double kPi = 3.14159265358979323846;

void expectTensor(const DMat3& found, const DMat3& expected, double tolerance) {
  EXPECT_LT(length(found.cx - expected.cx), tolerance);
  EXPECT_LT(length(found.cy - expected.cy), tolerance);
  EXPECT_LT(length(found.cz - expected.cz), tolerance);
}

void expectSame(const MassProperties& found, const MassProperties& expected, double relative) {
  EXPECT_NEAR(found.volume, expected.volume, relative * expected.volume);
  const double moment = std::max({expected.inertia.cx.x, expected.inertia.cy.y, expected.inertia.cz.z});
  const double size = std::sqrt(moment / expected.volume);
  EXPECT_LT(length(found.center - expected.center), relative * size);
  expectTensor(found.inertia, expected.inertia, relative * moment);
}

/// Midpoint rule over thin discs of the given radius: an independent check of every solid of revolution. Its
/// error is about (1/slices)², more where the profile has a vertical tangent.
MassProperties bySlices(double from, double to, const std::function<double(double)>& radius) {
  constexpr int kSlices = 200000;
  const double step = (to - from) / kSlices;
  double volume = 0, first = 0, axial = 0, diametral = 0;
  for (int i = 0; i < kSlices; ++i) {
    const double y = from + (i + 0.5) * step, r2 = radius(y) * radius(y), v = kPi * r2 * step;
    volume += v, first += v * y, axial += v * r2 / 2, diametral += v * (r2 / 4 + y * y);
  }
  MassProperties result;
  result.volume = volume;
  result.center = {0, first / volume, 0};
  const double about_center = diametral - volume * result.center.y * result.center.y;
  result.inertia = {{about_center, 0, 0}, {0, axial, 0}, {0, 0, about_center}};
  return result;
}

TEST(MassProperties, BallAndBox) {
  const MassProperties ball = massProperties(Sphere{2});
  EXPECT_NEAR(ball.volume, 4.0 / 3 * kPi * 8, 1e-12);
  EXPECT_NEAR(ball.inertia.cy.y, 0.4 * ball.volume * 4, 1e-12);
  const MassProperties box = massProperties(Box{{1, 2, 3}});
  EXPECT_DOUBLE_EQ(box.volume, 48);
  EXPECT_DOUBLE_EQ(box.inertia.cx.x, 48.0 / 12 * (16 + 36));
  EXPECT_DOUBLE_EQ(box.inertia.cy.y, 48.0 / 12 * (4 + 36));
  EXPECT_DOUBLE_EQ(box.inertia.cz.z, 48.0 / 12 * (4 + 16));
}

TEST(MassProperties, CylinderAndCone) {
  const MassProperties cylinder = massProperties(Cylinder{1.5f, 0.5f, 0.5f});
  EXPECT_NEAR(cylinder.volume, kPi * 0.25 * 3, 1e-12);
  EXPECT_NEAR(cylinder.inertia.cy.y, cylinder.volume * 0.25 / 2, 1e-12);
  EXPECT_NEAR(cylinder.inertia.cx.x, cylinder.volume * (3 * 0.25 + 9) / 12, 1e-12);

  // Cone of height h, radius r: centre h/4 above the base, 3/10 m r², 3/80 m (4 r² + h²).
  const double h = 2, r = 0.75;
  const MassProperties cone = massProperties(Cylinder{1, 0, 0.75f});
  EXPECT_NEAR(cone.volume, kPi * r * r * h / 3, 1e-12);
  EXPECT_NEAR(cone.center.y, -1 + h / 4, 1e-12);
  EXPECT_NEAR(cone.inertia.cy.y, 0.3 * cone.volume * r * r, 1e-12);
  EXPECT_NEAR(cone.inertia.cx.x, 3.0 / 80 * cone.volume * (4 * r * r + h * h), 1e-12);
}

TEST(MassProperties, FrustumAgainstSlices) {
  for (const auto& [top, bottom] : {std::pair{0.2f, 1.0f}, {1.0f, 0.9f}, {0.7f, 0.7f}, {0.0f, 0.3f}}) {
    const double half = 0.8f;
    const MassProperties expected = bySlices(-half, half, [&, t = double(top), b = double(bottom)](double y) {
      return b + (t - b) * (y + half) / (2 * half);
    });
    expectSame(massProperties(Cylinder{0.8f, top, bottom}), expected, 1e-9);
  }
}

TEST(MassProperties, CapsuleAgainstSlices) {
  const struct {
    float half, top, bottom;
  } cases[] = {
      {0.5f, 0.25f, 0.25f}, {0.5f, 0.1f, 0.9f}, {0.5f, 0.6f, 0.0f}, {1, 0.3f, 0.31f}, {0.2f, 0.9f, 0.55f}};
  for (const auto& c : cases) {
    const double h = c.half, top = c.top, bottom = c.bottom;
    // The radius at y: the largest of the balls between the two ends there.
    const auto radius = [&](double y) {
      const double s = (bottom - top) / (2 * h);
      if (y > h + top * s) return std::sqrt(std::max(0.0, top * top - (y - h) * (y - h)));
      if (y < -h + bottom * s) return std::sqrt(std::max(0.0, bottom * bottom - (y + h) * (y + h)));
      // On the touching cone: at distance (y + h) along the axis from the bottom centre its normal distance
      // is linear.
      const double cosine = std::sqrt(1 - s * s);
      return (bottom - (y + h) * s) / cosine;
    };
    expectSame(massProperties(Capsule{c.half, c.top, c.bottom}), bySlices(-h - bottom, h + top, radius),
               1e-8);
  }
}

TEST(MassProperties, CapsuleWithinItsOwnSphere) {
  const MassProperties found = massProperties(Capsule{0.25f, 1, 0.25f});
  MassProperties expected = massProperties(Sphere{1});
  expected.center = {0, 0.25, 0};
  expectSame(found, expected, 1e-12);
  // And just outside it the two forms meet.
  expectSame(massProperties(Capsule{0.2500001f, 0.75f, 0.25f}),
             massProperties(Capsule{0.2499999f, 0.75f, 0.25f}), 1e-5);
}

TEST(MassProperties, HullOfABoxFarAwayIsTheBox) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? 101.f : 99.f, i & 2 ? -48.f : -52.f, i & 4 ? 1003.f : 997.f});
  const MassProperties hull = massProperties(buildHull(corners).hull);
  MassProperties box = massProperties(Box{{1, 2, 3}});
  box.center = {100, -50, 1000};
  expectSame(hull, box, 1e-9);
}

TEST(MassProperties, HullAgainstTetrahedra) {
  // A tetrahedron's inertia tensor about its centroid is V/20 Σ over vertices of (|v|²·1 - v vᵀ).
  hull_test::CloudMaker maker(4);
  for (int i = 0; i < 50; ++i) {
    const std::vector<Vec3> points = maker.make(hull_test::Cloud::Ball, 4);
    const HullResult result = buildHull(points);
    if (result.status != HullStatus::Ok) continue;
    MassProperties expected;
    DVec3 p[4];
    for (std::size_t k = 0; k < 4; ++k) p[k] = DVec3(points[k]), expected.center += p[k] * 0.25;
    expected.volume = std::abs(dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]))) / 6;
    DMat3& inertia = expected.inertia;
    for (DVec3 v : p) {
      v -= expected.center;
      const double w = expected.volume / 20, s = lengthSquared(v);
      inertia.cx += (DVec3{s, 0, 0} - v * v.x) * w;
      inertia.cy += (DVec3{0, s, 0} - v * v.y) * w;
      inertia.cz += (DVec3{0, 0, s} - v * v.z) * w;
    }
    expectSame(massProperties(result.hull), expected, 1e-6);
  }
}

TEST(MassProperties, FlatThingsHaveNoVolume) {
  EXPECT_EQ(massProperties(Plane{}).volume, 0);
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}};
  EXPECT_EQ(massProperties(buildHull(square).hull).volume, 0);
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(massProperties(buildHull(line).hull).volume, 0);
  EXPECT_EQ(massProperties(std::shared_ptr<const ConvexHull>{}).volume, 0);
}

TEST(MassProperties, ClosedMeshIsExactAndAnOpenOneUsesItsHull) {
  const std::vector<Vec3> corners{{-1, -2, -3}, {1, -2, -3}, {-1, 2, -3}, {1, 2, -3},
                                  {-1, -2, 3},  {1, -2, 3},  {-1, 2, 3},  {1, 2, 3}};
  std::vector<std::uint32_t> indices{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  const MassProperties box = massProperties(Box{{1, 2, 3}});
  const MassProperties closed = massProperties(buildMesh(corners, indices).mesh);
  EXPECT_FALSE(closed.used_hull);
  expectSame(closed, box, 1e-12);

  indices.resize(30);
  const MassProperties open = massProperties(buildMesh(corners, indices).mesh);
  EXPECT_TRUE(open.used_hull);
  expectSame(open, box, 1e-9);
}

TEST(MassProperties, TransformedAndSummed) {
  // A box cut in eight, each part turned by a half turn about Z (which maps it onto itself), is the box.
  std::vector<MassProperties> parts;
  for (int i = 0; i < 8; ++i) {
    const DTransform at{{i & 1 ? 0.5 : -0.5, i & 2 ? 1.0 : -1.0, i & 4 ? 1.5 : -1.5}, DQuat{0, 0, 1, 0}};
    parts.push_back(transformed(massProperties(Box{{0.5f, 1, 1.5f}}), at));
  }
  expectSame(sum(parts), massProperties(Box{{1, 2, 3}}), 1e-12);
  EXPECT_EQ(sum({}).volume, 0);

  // A quarter turn about X swaps the y and z moments.
  const double s = std::sqrt(0.5);
  const MassProperties turned = transformed(massProperties(Box{{1, 2, 3}}), {{0, 0, 0}, {s, 0, 0, s}});
  expectSame(turned, massProperties(Box{{1, 3, 2}}), 1e-12);
}

TEST(PrincipalInertia, DiagonalStaysAsItIs) {
  const PrincipalInertia found = principalInertia({{3, 0, 0}, {0, 1, 0}, {0, 0, 2}});
  EXPECT_EQ(found.axes, DQuat{});
  EXPECT_EQ(found.moments, (DVec3{3, 1, 2}));
  // A cube with float noise keeps its axes.
  const PrincipalInertia cube = principalInertia({{1, 3e-8, 0}, {3e-8, 1, -2e-8}, {0, -2e-8, 1}});
  EXPECT_EQ(cube.axes, DQuat{});
}

TEST(PrincipalInertia, RebuildsTheTensorWithRightHandedAxes) {
  hull_test::CloudMaker maker(9);
  for (int i = 0; i < 1000; ++i) {
    const DQuat q = normalized(DQuat(maker.rotation()));
    DVec3 moments{1 + std::abs(maker.signedUnit()), 1 + std::abs(maker.signedUnit()),
                  1 + std::abs(maker.signedUnit())};
    if (i % 3 == 0) moments.y = moments.x;
    if (i % 7 == 0) moments *= 1e-12;
    if (i % 5 == 0) moments.z *= 1e-6;
    const DMat3 r = toMatrix(q);
    const DMat3 tensor = DMat3{r.cx * moments.x, r.cy * moments.y, r.cz * moments.z} * transposed(r);
    const PrincipalInertia found = principalInertia(tensor);
    const DMat3 axes = toMatrix(found.axes);
    EXPECT_NEAR(determinant(axes), 1, 1e-12);
    const DMat3 rebuilt =
        DMat3{axes.cx * found.moments.x, axes.cy * found.moments.y, axes.cz * found.moments.z} *
        transposed(axes);
    expectTensor(rebuilt, tensor, 1e-12 * (moments.x + moments.y + moments.z));
  }
}

TEST(PrincipalInertia, ContinuousNearADiagonal) {
  // Turning a box by a small angle turns its axes by that angle: no jump to a permutation of them.
  for (const double angle : {1e-6, 1e-4, 1e-2, 0.3}) {
    const DQuat q = normalized(DQuat{0, 0, std::sin(angle / 2), std::cos(angle / 2)});
    const DMat3 r = toMatrix(q);
    const DMat3 tensor = DMat3{r.cx * 1.0, r.cy * 2.0, r.cz * 3.0} * transposed(r);
    const PrincipalInertia found = principalInertia(tensor);
    EXPECT_NEAR(std::abs(dot(found.axes, q)), 1, 1e-12);
    EXPECT_NEAR(found.moments.x, 1, 1e-9);
  }
}

}  // namespace
}  // namespace carom::collide
