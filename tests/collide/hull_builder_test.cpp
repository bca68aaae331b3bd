#include <gtest/gtest.h>

#include <limits>

#include "hull_checks.hpp"

namespace carom::collide {
namespace {

using namespace hull_test;

/// Checks that hold for any result of buildHull.
void expectSound(const HullResult& result, std::span<const Vec3> points, const HullSettings& settings = {}) {
  ASSERT_TRUE(result.hull);
  const double extent = extentOf(points);
  // Float coordinates and normals round by 6e-8 each.
  const double tolerance = (settings.relative_tolerance + 3e-7) * extent;
  EXPECT_EQ(structureDefect(*result.hull), "");
  EXPECT_EQ(convexityDefect(*result.hull, tolerance), "");
  EXPECT_LE(farthestOutside(*result.hull, points), result.max_deviation + 1.5 * tolerance);
  if (!result.simplified) {
    EXPECT_LE(result.max_deviation, 4 * tolerance);
  }
  EXPECT_LE(result.hull->vertices.size(), settings.max_vertices);
}

std::vector<Vec3> boxCorners(const Vec3& half, const Vec3& at = {}) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(at +
                      Vec3{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  return corners;
}

TEST(Hull, BoxHasSixFacesOfFour) {
  const Vec3 halves[] = {{0.5f, 0.5f, 0.5f}, {1, 0.01f, 3}, {1e-4f, 1e-4f, 1e-4f}, {5000, 1, 5000}};
  for (const Vec3& half : halves) {
    for (const Vec3& at : {Vec3{}, Vec3{3, -2, 7}}) {
      if (half.x < 1e-3f && at.x != 0) continue;
      const std::vector<Vec3> corners = boxCorners(half, at);
      const HullResult result = buildHull(corners);
      ASSERT_EQ(result.status, HullStatus::Ok);
      expectSound(result, corners);
      EXPECT_EQ(result.hull->vertices.size(), 8u);
      ASSERT_EQ(result.hull->faces.size(), 6u);
      for (const ConvexHull::Face& face : result.hull->faces) EXPECT_EQ(face.edge_count, 4);
      EXPECT_LT(length(result.hull->centroid - at), 1e-6f * (1 + half.x + half.z));
      EXPECT_NEAR(result.hull->inner_radius, std::min({half.x, half.y, half.z}), 2e-6f * (half.x + half.z));
    }
  }
}

TEST(Hull, TurnedBoxHasSixFacesOfFour) {
  CloudMaker maker(11);
  for (int i = 0; i < 200; ++i) {
    const Quat q = maker.rotation();
    std::vector<Vec3> corners = boxCorners({0.2f + static_cast<float>(maker.below(20)), 0.7f, 1.5f});
    for (Vec3& p : corners) p = rotate(q, p) + 10.0f * maker.inBox();
    const Vec3 shift = corners[0];
    corners = boxCorners({0.3f, 0.7f, 1.5f});
    for (Vec3& p : corners) p = rotate(q, p) + shift;
    const HullResult result = buildHull(corners);
    expectSound(result, corners);
    EXPECT_EQ(result.hull->faces.size(), 6u);
  }
}

TEST(Hull, FarFromTheOriginAndOfAnySize) {
  CloudMaker maker(3);
  const std::vector<Vec3> base = maker.make(Cloud::Ball, 100);
  // 1 mm near the origin, 1 m and 10 m at 10 km, 10 km across, and beyond what squares in float can hold.
  const struct {
    float size, at;
  } cases[] = {{5e-4f, 0.1f}, {5e-5f, 0}, {0.5f, 1e4f}, {5, 1e4f}, {5000, 0}, {5000, 1e6f}, {1e14f, 0}};
  for (const auto& c : cases) {
    std::vector<Vec3> points;
    for (const Vec3& p : base) points.push_back(p * c.size + Vec3{c.at, -c.at, 0.5f * c.at});
    const HullResult result = buildHull(points);
    ASSERT_EQ(result.status, HullStatus::Ok);
    EXPECT_EQ(structureDefect(*result.hull), "");
    const double coordinate_rounding = 6e-8 * c.at * 3;
    EXPECT_EQ(convexityDefect(*result.hull, 1.1e-5 * 2 * c.size + coordinate_rounding), "");
    EXPECT_NEAR(measure(*result.hull).volume / std::pow(c.size, 3.0), 5.5, 1.5);
  }
}

TEST(Hull, GridOfPointsIsABox) {
  for (const int side : {2, 3, 5, 20}) {
    std::vector<Vec3> points;
    for (int x = 0; x < side; ++x) {
      for (int y = 0; y < side; ++y) {
        for (int z = 0; z < side; ++z) points.push_back(Vec3{float(x), float(y), float(z)} * 0.1f);
      }
    }
    const HullResult result = buildHull(points);
    expectSound(result, points);
    EXPECT_EQ(result.hull->vertices.size(), 8u) << side;
    EXPECT_EQ(result.hull->faces.size(), 6u) << side;
    const double edge = 0.1 * (side - 1);
    EXPECT_NEAR(measure(*result.hull).volume, edge * edge * edge, 1e-6 * edge * edge * edge);
  }
}

TEST(Hull, CylinderCapsAreWhole) {
  CloudMaker maker(5);
  for (const int segments : {3, 8, 32, 64, 100}) {
    const std::vector<Vec3> points = maker.make(Cloud::Cylinder, 2 * segments);
    const HullResult result = buildHull(points);
    expectSound(result, points);
    EXPECT_EQ(result.hull->vertices.size(), static_cast<std::size_t>(2 * segments));
    EXPECT_EQ(result.hull->faces.size(), static_cast<std::size_t>(segments + 2));
  }
}

TEST(Hull, FlatInputIsATwoSidedPolygon) {
  CloudMaker maker(7);
  for (int i = 0; i < 300; ++i) {
    const Quat q = maker.rotation();
    const Vec3 at = 3.0f * maker.inBox();
    std::vector<Vec3> points;
    const bool square = i % 2 == 0;
    const int count = 3 + maker.below(60);
    for (int k = 0; k < count; ++k) {
      Vec3 p{maker.signedUnit(), 0, maker.signedUnit()};
      if (square && k < 4) p = {k & 1 ? 1.f : -1.f, 0, k & 2 ? 1.f : -1.f};
      points.push_back(rotate(q, p) + at);
    }
    const HullResult result = buildHull(points);
    ASSERT_EQ(result.status, HullStatus::Flat);
    ASSERT_TRUE(result.hull->flat);
    expectSound(result, points);
    ASSERT_EQ(result.hull->faces.size(), 2u);
    EXPECT_LT(dot(result.hull->faces[0].normal, result.hull->faces[1].normal), -0.999999f);
    EXPECT_EQ(result.hull->inner_radius, 0);
    if (square && count >= 4) {
      EXPECT_EQ(result.hull->vertices.size(), 4u);
    }
    // All points are inside the polygon as well, not only in its plane.
    const ConvexHull& hull = *result.hull;
    const DVec3 n(hull.faces[0].normal);
    std::uint16_t e = hull.faces[0].first_edge;
    do {
      const DVec3 a(hull.vertices[hull.edges[e].origin]),
          b(hull.vertices[hull.edges[hull.edges[e].next].origin]);
      const DVec3 outward = normalized(cross(b - a, n));
      for (const Vec3& p : points) EXPECT_LE(dot(outward, DVec3(p) - a), 4e-5);
      e = hull.edges[e].next;
    } while (e != hull.faces[0].first_edge);
  }
}

TEST(Hull, LinesAndPointsGetABody) {
  const std::vector<Vec3> line{{0, 0, 0}, {1, 1, 1}, {0.5f, 0.5f, 0.5f}, {2, 2, 2}, {2, 2, 2}};
  const HullResult rod = buildHull(line);
  EXPECT_EQ(rod.status, HullStatus::Flat);
  ASSERT_TRUE(rod.hull);
  EXPECT_TRUE(rod.hull->flat);
  EXPECT_EQ(structureDefect(*rod.hull), "");
  EXPECT_EQ(rod.hull->faces.size(), 6u);
  EXPECT_LT(length(rod.hull->aabb.upper - Vec3{2, 2, 2}), 1e-3f);
  EXPECT_LT(length(rod.hull->aabb.lower), 1e-3f);

  for (const float at : {0.0f, 1.0f, 1e6f}) {
    const std::vector<Vec3> point(5, Vec3{at, -at, at});
    const HullResult cube = buildHull(point);
    EXPECT_EQ(cube.status, HullStatus::Flat);
    ASSERT_TRUE(cube.hull);
    EXPECT_TRUE(cube.hull->flat);
    EXPECT_EQ(structureDefect(*cube.hull), "");
    EXPECT_EQ(cube.hull->faces.size(), 6u);
    EXPECT_LT(length(cube.hull->centroid - point[0]), 1e-4f + 1e-6f * at);
  }
}

TEST(Hull, RefusesWhatIsNotAPoint) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(buildHull({}).status, HullStatus::Empty);
  const std::vector<Vec3> none{{kNan, 0, 0}, {0, kInf, 0}, {0, 0, -kInf}, {3e38f, 0, 0}};
  EXPECT_EQ(buildHull(none).status, HullStatus::Empty);
  EXPECT_FALSE(buildHull(none).hull);
  std::vector<Vec3> some = boxCorners({1, 1, 1});
  some.insert(some.begin() + 3, none.begin(), none.end());
  const HullResult result = buildHull(some);
  ASSERT_EQ(result.status, HullStatus::Ok);
  EXPECT_EQ(result.hull->vertices.size(), 8u);
  EXPECT_EQ(result.hull->faces.size(), 6u);
}

TEST(Hull, EveryCloudIsSound) {
  CloudMaker maker(2024);
  for (int i = 0; i < 600; ++i) {
    for (const Cloud kind : kClouds) {
      const std::vector<Vec3> points = maker.make(kind, 4 + maker.below(120));
      SCOPED_TRACE(testing::Message() << "cloud " << i << " of kind " << static_cast<int>(kind));
      const HullResult result = buildHull(points);
      expectSound(result, points);
      if (HasFailure()) return;
    }
  }
}

TEST(Hull, SimplifiesToTheExtremePoints) {
  CloudMaker maker(17);
  const std::vector<Vec3> points = maker.make(Cloud::SphereSurface, 20000);
  double previous = 0;
  for (const std::uint32_t limit : {4u, 8u, 32u, 256u, 4096u}) {
    HullSettings settings;
    settings.max_vertices = limit;
    const HullResult result = buildHull(points, settings);
    expectSound(result, points, settings);
    EXPECT_TRUE(result.simplified);
    EXPECT_LE(result.hull->vertices.size(), limit);
    const double volume = measure(*result.hull).volume;
    EXPECT_GT(volume, previous);
    previous = volume;
  }
  // 4096 points spread over the unit sphere lose about 0.3 % of its volume.
  EXPECT_GT(previous, 0.995 * 4.18879);

  // A spike must survive however few vertices there may be.
  std::vector<Vec3> spiked = points;
  spiked.push_back({5, 0, 0});
  HullSettings settings;
  settings.max_vertices = 16;
  EXPECT_EQ(buildHull(spiked, settings).hull->aabb.upper.x, 5);
}

TEST(Hull, PolygonOfManyPointsIsSimplified) {
  std::vector<Vec3> points;
  for (int i = 0; i < 5000; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / 5000;
    points.push_back({std::cos(angle), 0, std::sin(angle)});
  }
  HullSettings settings;
  settings.max_vertices = 64;
  const HullResult result = buildHull(points, settings);
  EXPECT_EQ(result.status, HullStatus::Flat);
  EXPECT_TRUE(result.simplified);
  EXPECT_EQ(structureDefect(*result.hull), "");
  EXPECT_LE(result.hull->vertices.size(), 64u);
  // Farthest-first splitting halves arcs, so that none is longer than 2π/32: a sagitta of 1 - cos(π/32) = 0.5
  // %.
  EXPECT_LT(result.max_deviation, 0.01f);
}

TEST(Hull, AMillionPointsTakeBoundedTime) {
  CloudMaker maker(23);
  std::vector<Vec3> points;
  points.reserve(1000000);
  for (int i = 0; i < 1000000; ++i) points.push_back(i % 2 ? maker.direction() : maker.inBox() * 0.5f);
  const HullResult result = buildHull(points);
  ASSERT_EQ(result.status, HullStatus::Ok);
  EXPECT_TRUE(result.simplified);
  EXPECT_EQ(structureDefect(*result.hull), "");
  EXPECT_LT(result.max_deviation, 0.03f);
}

TEST(Hull, SameInputSameBits) {
  CloudMaker maker(29);
  const std::vector<Vec3> points = maker.make(Cloud::Ball, 500);
  const HullResult a = buildHull(points), b = buildHull(points);
  ASSERT_EQ(a.hull->vertices.size(), b.hull->vertices.size());
  for (std::size_t i = 0; i < a.hull->vertices.size(); ++i)
    EXPECT_EQ(a.hull->vertices[i], b.hull->vertices[i]);
  for (std::size_t i = 0; i < a.hull->faces.size(); ++i)
    EXPECT_EQ(a.hull->faces[i].normal, b.hull->faces[i].normal);
}

}  // namespace
}  // namespace carom::collide
