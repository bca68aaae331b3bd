// Shapes on triangulated floors: inner edges must not be felt.
#include <gtest/gtest.h>

#include "collide/mesh_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

/// Lowest point of a placed convex shape.
double lowest(const Shape& shape, const Transform& pose) {
  const ConvexView view = convexView(shape);
  const Placement p = placement(pose);
  const SupportPoint s = supportPoint(view, p.inverseDirection({0, -1, 0}));
  return p.point(s.point).y - static_cast<double>(view.radius);
}

/// All contacts as on a plane: normal up, separations those of points of the shape over y = 0, the smallest
/// exact.
void expectLikePlane(const std::vector<Manifold>& manifolds, double true_separation, double size,
                     const char* what) {
  // At most one manifold for a flat floor, and there is one when the shape is near.
  ASSERT_EQ(manifolds.size(), 1u) << what;
  const Manifold& m = manifolds[0];
  EXPECT_LE(length(m.normal - Vec3{0, 1, 0}), 1e-5f) << what;
  // The choice of four points takes depths within 1e-5 of the manifold's size as equal.
  EXPECT_NEAR(lowestSeparation(manifolds), true_separation, 1e-5 * (1 + size)) << what;
  for (int i = 0; i < m.point_count; ++i) {
    EXPECT_NEAR(m.points[i].position.y, 0.5f * m.points[i].separation, 1e-5f) << what;
  }
}

std::vector<NamedShape> slidingShapes() {
  Random random(5);
  std::vector<NamedShape> shapes = convexShapes();
  shapes.push_back({"small box", Box{{0.05f, 0.03f, 0.04f}}});
  shapes.push_back({"hull", randomHull(random, 14, 0.5)});
  shapes.push_back({"wide disc", Cylinder{0.05f, 1.2f, 1.2f}});
  return shapes;
}

/// Orientations in which the shape rests on a plane, and some in which it does not.
std::vector<Quat> orientations() {
  Random random(9);
  std::vector<Quat> result{Quat{},
                           axisAngle({1, 0, 0}, M_PI / 2),
                           axisAngle({0, 0, 1}, M_PI / 2),
                           axisAngle({0, 1, 0}, 0.3),
                           axisAngle({1, 0, 0}, 0.01),
                           axisAngle({0, 0, 1}, -0.003)};
  for (int i = 0; i < 3; ++i) result.push_back(random.rotation());
  return result;
}

TEST(MeshFloor, SlidingShapesFeelNoInnerEdge) {
  const Shape floor = meshShape(flatGrid(12, 6, 0.35, 3));
  for (const NamedShape& shape : slidingShapes()) {
    for (const Quat& q : orientations()) {
      for (const double depth : {0.004, 0.0, -0.0005, -0.003, -0.02}) {
        Random random(11);
        Transform pose{{0, 0, 0}, q};
        pose.translation.y = static_cast<float>(depth - lowest(shape.shape, pose));
        DVec3 at{random.between(-1, 1), 0, random.between(-1, 1)};
        const DVec3 step = DVec3{random.between(-1, 1), 0, random.between(-1, 1)} * 0.02;
        for (int i = 0; i < 25; ++i) {
          at += step;
          pose.translation.x = static_cast<float>(at.x), pose.translation.z = static_cast<float>(at.z);
          expectLikePlane(contacts(floor, shape.shape, pose), lowest(shape.shape, pose),
                          2 * static_cast<double>(outerRadius(shape.shape, {})), shape.name);
          if (::testing::Test::HasFailure()) {
            std::printf("%s depth %g q %g %g %g %g at %.9g %.9g %.9g\n", shape.name, depth, q.x, q.y, q.z,
                        q.w, pose.translation.x, pose.translation.y, pose.translation.z);
            return;
          }
        }
      }
    }
  }
}

TEST(MeshFloor, TiltedFloorFarFromTheOrigin) {
  // A floor turned out of the axes and 80 m away: coordinates are rounded to 8e-6 m, normals to about 4e-5.
  const Transform place{{80, -30, 55}, axisAngle(normalized(Vec3{1, 2, 3}), 0.8)};
  const Shape floor = meshShape(flatGrid(10, 6, 0.35, 4).moved(place));
  const Vec3 up = rotate(place.rotation, Vec3{0, 1, 0});
  for (const NamedShape& shape : slidingShapes()) {
    Random random(21);
    for (int i = 0; i < 100; ++i) {
      Transform local{{0, 0, 0}, i % 2 == 0 ? Quat{} : axisAngle({1, 0, 0}, M_PI / 2)};
      local.translation.y = static_cast<float>(random.between(-0.002, 0.002) - lowest(shape.shape, local));
      local.translation.x = random.betweenF(-1.3, 1.3), local.translation.z = random.betweenF(-1.3, 1.3);
      const auto manifolds = contacts(floor, shape.shape, place * local);
      ASSERT_FALSE(manifolds.empty()) << shape.name;
      for (const Manifold& m : manifolds) EXPECT_LE(length(m.normal - up), 1.5e-4f) << shape.name;
      EXPECT_NEAR(lowestSeparation(manifolds), lowest(shape.shape, local), 5e-5) << shape.name;
    }
  }
}

TEST(MeshFloor, BoxKeepsItsFourCornersWhileItSlides) {
  const Shape floor = meshShape(flatGrid(20, 6, 0.35, 8));
  const Shape box = Box{{0.5f, 0.2f, 0.4f}};
  std::vector<std::uint32_t> features;
  for (int i = 0; i < 300; ++i) {
    const Transform pose{{-1.5f + 0.01f * static_cast<float>(i), 0.1995f, 0.1f}, axisAngle({0, 1, 0}, 0.2)};
    const auto manifolds = contacts(floor, box, pose);
    ASSERT_EQ(manifolds.size(), 1u);
    ASSERT_EQ(manifolds[0].point_count, 4);
    std::vector<std::uint32_t> now;
    for (int k = 0; k < 4; ++k) now.push_back(manifolds[0].points[k].feature);
    std::sort(now.begin(), now.end());
    if (i > 0) {
      EXPECT_EQ(now, features) << i;
    }
    features = now;
  }
}

TEST(MeshFloor, BallOverARidgeTurnsSmoothly) {
  // Two slopes of 30 degrees meet in a ridge along z.
  Soup soup = gridSoup(8, 8, 0, 2, [](double x, double) { return -std::fabs(x) * std::tan(M_PI / 6); });
  const Shape ridge = meshShape(soup);
  const double r = 0.4;
  Vec3 last;
  for (int i = 0; i <= 400; ++i) {
    // The path of the centre at 1 mm of overlap: along the slopes, and on an arc about the ridge.
    const double angle = (i - 200) / 200.0 * (M_PI / 3), slope = M_PI / 6, reach = r - 0.001;
    DVec3 centre{reach * std::sin(angle), reach * std::cos(angle), 0.123};
    if (std::fabs(angle) > slope) {
      const double side = angle > 0 ? 1 : -1, along = (std::fabs(angle) - slope);
      centre = {side * (reach * std::sin(slope) + along * std::cos(slope)),
                reach * std::cos(slope) - along * std::sin(slope), 0.123};
    }
    const auto manifolds = contacts(ridge, Sphere{0.4f}, {Vec3(centre), {}});
    ASSERT_EQ(manifolds.size(), 1u) << i;
    EXPECT_NEAR(manifolds[0].points[0].separation, -0.001, 1e-5) << i;
    if (i > 0) {
      EXPECT_LT(length(manifolds[0].normal - last), 0.0075f) << i;  // 1.4 of the 0.0052 rad a step turns.
    }
    last = manifolds[0].normal;
  }
}

TEST(MeshFloor, ValleyHoldsABallOnBothSides) {
  const Shape valley = meshShape(gridSoup(8, 8, 0, 2, [](double x, double) { return std::fabs(x); }));
  const float r = 0.5f, rest = r * std::sqrt(2.0f);
  for (const Shape& shape : {Shape{Sphere{r}}, Shape{Capsule{0.4f, r, r}}, Shape{Cylinder{0.6f, r, r}}}) {
    const Transform pose{{0, rest - 0.001f, 0.3f}, axisAngle({1, 0, 0}, M_PI / 2)};
    const auto manifolds = contacts(valley, shape, pose);
    ASSERT_EQ(manifolds.size(), 2u);
    const float c = std::sqrt(0.5f);
    for (const Manifold& m : manifolds) {
      EXPECT_NEAR(std::fabs(m.normal.x), c, 1e-5f);
      EXPECT_NEAR(m.normal.y, c, 1e-5f);
      EXPECT_EQ(m.point_count, shape.index() == 0 ? 1 : 2);
      for (int i = 0; i < m.point_count; ++i) EXPECT_NEAR(m.points[i].separation, -0.001f * c, 1e-5f);
    }
    EXPECT_LT(manifolds[0].normal.x * manifolds[1].normal.x, 0);
  }
}

TEST(MeshFloor, BoxOverTheEdgeOfAStepIsHeldFromBelow) {
  // The top of a closed step; the box reaches over its side wall, which must not push it away.
  const Shape step = meshShape(boxSoup({1, 1, 1}, 3));
  for (const float overhang : {0.1f, 0.3f, 0.45f}) {
    for (const float depth : {-0.002f, 0.001f, 0.01f}) {
      const Transform pose{{0.5f + overhang, 1.25f - depth, 0.13f}, axisAngle({0, 1, 0}, 0.1)};
      const auto manifolds = contacts(step, Box{{0.5f, 0.25f, 0.3f}}, pose);
      ASSERT_EQ(manifolds.size(), 1u) << overhang << ' ' << depth;
      EXPECT_NEAR(manifolds[0].normal.y, 1, 1e-5f);
      EXPECT_EQ(manifolds[0].point_count, 4);
      EXPECT_NEAR(lowestSeparation(manifolds), -depth, 1e-5f);
    }
  }
}

// A closed mesh was a solid, and everything in it was pushed out. It is a surface, which pushes back to the
// side where the middle came from.
TEST(MeshFloor, ClosedSurfacePushesBackWhatHasSunkIn) {
  const Shape block = meshShape(boxSoup({3, 1, 3}, 6));
  const auto scratch = makeCollideScratch();
  for (const NamedShape& shape : slidingShapes()) {
    PairCache cache;
    std::vector<Manifold> manifolds;
    // First its middle is a centimetre above the surface.
    const double middle_height = middle(convexView(shape.shape)).y;
    collide(block, shape.shape, {{0.2f, static_cast<float>(1.01 - middle_height), -0.1f}, {}}, {}, cache,
            *scratch, manifolds);
    Transform pose{{0.2f, 0, -0.1f}, {}};
    const double low = lowest(shape.shape, pose);
    // The middle is up to 10 cm below the surface.
    for (const double deep : {0.02, 0.1}) {
      if (deep > -low) continue;  // All of it is below the surface.
      const DVec3 mid = placement(pose).point(middle(convexView(shape.shape)));
      pose.translation.y = static_cast<float>(1 - deep - mid.y + pose.translation.y);
      manifolds.clear();
      collide(block, shape.shape, pose, {}, cache, *scratch, manifolds);
      ASSERT_FALSE(manifolds.empty()) << shape.name;
      for (const Manifold& m : manifolds) EXPECT_GT(m.normal.y, 0.99f) << shape.name;
      EXPECT_NEAR(lowestSeparation(manifolds), low + static_cast<double>(pose.translation.y) - 1, 2e-3)
          << shape.name;
      // What starts so is inside, and stays there.
      const auto inside = contacts(block, shape.shape, pose);
      ASSERT_FALSE(inside.empty()) << shape.name;
      for (const Manifold& m : inside) EXPECT_LT(m.normal.y, -0.99f) << shape.name;
    }
  }
}

TEST(MeshFloor, ThinWallKeepsToItsOwnSide) {
  const Shape wall = meshShape(boxSoup({2, 2, 0.02f}, 4));
  for (const NamedShape& shape : slidingShapes()) {
    for (const float side : {-1.0f, 1.0f}) {
      Transform pose{{0.1f, 0.2f, 0}, {}};
      const DVec3 mid = placement(pose).point(middle(convexView(shape.shape)));
      pose.translation.z = side * 0.05f - static_cast<float>(mid.z);
      const auto manifolds = contacts(wall, shape.shape, pose);
      ASSERT_FALSE(manifolds.empty()) << shape.name;
      for (const Manifold& m : manifolds) EXPECT_GT(m.normal.z * side, 0.9f) << shape.name;
    }
  }
}

TEST(MeshFloor, SheetKeepsBothSides) {
  Soup soup;
  soup.vertex(-1, 0, -1), soup.vertex(-1, 0, 1), soup.vertex(1, 0, 1), soup.vertex(1, 0, -1);
  soup.quad(0, 1, 2, 3);
  const Shape sheet = meshShape(soup);
  for (const float side : {-1.0f, 1.0f}) {
    for (const NamedShape& shape : slidingShapes()) {
      Transform pose{{0.1f, side * 0.02f, 0.05f}, {}};
      const DVec3 mid = placement(pose).point(middle(convexView(shape.shape)));
      if (mid.y * side <= 0) continue;
      const auto manifolds = contacts(sheet, shape.shape, pose);
      ASSERT_FALSE(manifolds.empty()) << shape.name;
      bool deep = false;
      for (const Manifold& m : manifolds) deep = deep || m.normal.y * side > 0.999f;
      EXPECT_TRUE(deep) << shape.name;
    }
  }
}

/// Contacts over a path, with the cache kept between the steps as the engine keeps it.
std::vector<Manifold> pressed(const Shape& mesh, const Shape& shape, double from, double to, int steps) {
  auto scratch = makeCollideScratch();
  PairCache cache;
  std::vector<Manifold> manifolds;
  for (int i = 0; i <= steps; ++i) {
    const DVec3 mid = placement({}).point(isMesh(shape) ? DVec3{} : middle(convexView(shape)));
    const double y = from + (to - from) * i / steps;
    manifolds.clear();
    carom::collide::collide(mesh, shape, {Vec3(DVec3{0.1, y - mid.y, 0.07}), {}}, {}, cache, *scratch,
                            manifolds);
  }
  return manifolds;
}

TEST(MeshFloor, WhatIsPressedThroughASheetComesBack) {
  const Shape sheet = meshShape(flatGrid(8, 4, 0.3, 5));
  const Shape plate = meshShape(boxSoup({2, 0.01f, 2}, 8).moved({{0, -0.01f, 0}, {}}));
  std::vector<NamedShape> shapes = slidingShapes();
  shapes.push_back({"mesh box", meshShape(boxSoup({0.3f, 0.3f, 0.3f}, 2))});
  for (const NamedShape& shape : shapes) {
    if (outerRadius(shape.shape, {}) < 0.2f) continue;
    for (const Shape* floor : {&sheet, &plate}) {
      if (floor == &plate && isMesh(shape.shape)) continue;
      for (const double side : {1.0, -1.0}) {
        // Against the plate's far side its thickness is in the way.
        const double base = floor == &plate && side < 0 ? -0.02 : 0;
        const auto manifolds = pressed(*floor, shape.shape, base + side * 0.1, base - side * 0.06, 12);
        ASSERT_FALSE(manifolds.empty()) << shape.name;
        for (const Manifold& m : manifolds) {
          EXPECT_GT(m.normal.y * static_cast<float>(side), 0.5f)
              << shape.name << ' ' << side << (floor == &plate);
        }
      }
    }
  }
}

TEST(MeshFloor, TiltedFaceOfAMeshOnABoxKeepsItsCorners) {
  // A tetrahedron with its base on the box: tilted ever so little it must not stand on one corner.
  Soup soup;
  soup.vertex(0, 0.5, 0), soup.vertex(0, 0, 0.5), soup.vertex(-0.5, 0, -0.5), soup.vertex(0.5, 0, -0.5);
  soup.triangle(2, 1, 0), soup.triangle(3, 2, 0), soup.triangle(1, 3, 0), soup.triangle(1, 2, 3);
  const Shape tetrahedron = meshShape(soup), box = Box{{2.5f, 0.5f, 2.5f}};
  for (const float height : {0.01f, 0.0f, -0.001f, -0.01f, -0.1f}) {
    for (const double tilt : {0.0, 0.003, -0.003, 0.01, -0.01}) {
      const auto found = contacts(box, tetrahedron, {{0, 0.5f + height, 0}, axisAngle({1, 0, 0}, tilt)});
      ASSERT_EQ(found.size(), 1u) << height << ' ' << tilt;
      EXPECT_GT(found[0].normal.y, 0.9999f);
      EXPECT_EQ(found[0].point_count, 3) << height << ' ' << tilt;
      EXPECT_NEAR(lowestSeparation(found), height - 0.5 * std::abs(tilt), 1e-4);
    }
  }
}

}  // namespace
}  // namespace carom::collide
