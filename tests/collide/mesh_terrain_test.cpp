// Convex shapes on bumpy ground, against the distances of all triangles.
#include <gtest/gtest.h>

#include "collide/convex/gjk.hpp"
#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

/// Puts a shape at a given gap over a mesh, coming down along -y.
Transform droppedTo(const Shape& mesh, const Shape& shape, Transform pose, double gap) {
  double low = -3, high = 4;
  // Heights at which the shape is above: from high down to the first touch.
  for (double y = high; y > low; y -= 0.05) {
    pose.translation.y = static_cast<float>(y);
    if (static_cast<double>(distance(mesh, shape, pose, 0.2f).distance) <= gap) {
      low = y, high = y + 0.05;
      break;
    }
  }
  for (int i = 0; i < 30; ++i) {
    const double middle = 0.5 * (low + high);
    pose.translation.y = static_cast<float>(middle);
    static_cast<double>(distance(mesh, shape, pose, 0.2f).distance) <= gap ? low = middle : high = middle;
  }
  pose.translation.y = static_cast<float>(high);
  return pose;
}

TEST(MeshTerrain, NearestContactIsTheDistance) {
  Random random(31);
  const auto bumps = [](double x, double z) { return 0.4 * std::sin(2.3 * x) * std::cos(1.9 * z); };
  const Shape ground = meshShape(gridSoup(24, 6, 0.3, 12, bumps));
  for (const NamedShape& shape : convexShapes()) {
    for (int i = 0; i < 25; ++i) {
      const Transform start{{random.betweenF(-1.5f, 1.5f), 0, random.betweenF(-1.5f, 1.5f)},
                            random.rotation()};
      const Transform pose = droppedTo(ground, shape.shape, start, random.between(0.001, 0.01));
      const Distance apart = distance(ground, shape.shape, pose);
      for (const float margin : {0.02f, 0.15f}) {
        const auto manifolds = contacts(ground, shape.shape, pose, margin);
        ASSERT_FALSE(manifolds.empty()) << shape.name;
        EXPECT_NEAR(lowestSeparation(manifolds), apart.distance, 2e-4f) << shape.name << ' ' << i;
        for (const Manifold& m : manifolds) {
          EXPECT_GT(m.normal.y, 0.2f) << shape.name;
          if (lowestSeparation({m}) == lowestSeparation(manifolds)) {
            EXPECT_GT(dot(m.normal, apart.normal), 0.998f) << shape.name << ' ' << i;
          }
        }
      }
    }
  }
}

TEST(MeshTerrain, ContactsAheadDoNotHideTouchingOnes) {
  // With a wide margin everything that a narrow one finds is still there.
  Random random(41);
  const auto bumps = [](double x, double z) { return 0.3 * std::sin(2.7 * x) * std::cos(3.1 * z); };
  // Far from the origin: planes must not be compared through it.
  const Vec3 away{70, -20, 55};
  const Shape ground = meshShape(gridSoup(24, 6, 0.3, 13, bumps).moved({away, {}}));
  for (const NamedShape& shape : convexShapes()) {
    for (int i = 0; i < 25; ++i) {
      Transform start{{random.betweenF(-1.5f, 1.5f), 0, random.betweenF(-1.5f, 1.5f)}, random.rotation()};
      const Shape near = meshShape(gridSoup(24, 6, 0.3, 13, bumps));
      Transform pose = droppedTo(near, shape.shape, start, 0.001);
      pose.translation.y -= random.betweenF(0, 0.01f);
      pose.translation += away;
      const float narrow = lowestSeparation(contacts(ground, shape.shape, pose, 0.005f));
      for (const float margin : {0.02f, 0.05f, 0.15f, 0.3f}) {
        const float wide = lowestSeparation(contacts(ground, shape.shape, pose, margin));
        EXPECT_NEAR(wide, narrow, 2e-3f) << shape.name << ' ' << i << ' ' << margin;
      }
    }
  }
}

TEST(MeshTerrain, OneHugeTriangleUnderTinyShapes) {
  Soup soup;
  soup.vertex(-3000, 0, -2000), soup.vertex(-2500, 0, 4000), soup.vertex(4000, 0, 0);
  soup.triangle(0, 1, 2);
  const Shape ground = meshShape(soup);
  for (const float size : {0.005f, 0.05f}) {
    for (const Shape& shape :
         {Shape{Sphere{size}}, Shape{Box{{size, size, size}}}, Shape{Cylinder{size, size, size}}}) {
      const auto manifolds = contacts(ground, shape, {{12.3f, size - 0.0001f, -45.6f}, {}}, 0.001f);
      ASSERT_EQ(manifolds.size(), 1u);
      EXPECT_NEAR(manifolds[0].normal.y, 1, 1e-6f);
      EXPECT_EQ(manifolds[0].point_count, shape.index() == 0 ? 1 : 4);
      EXPECT_NEAR(lowestSeparation(manifolds), -0.0001f, 1e-5f);
    }
  }
}

TEST(MeshTerrain, ThousandsOfTrianglesUnderOneShape) {
  const Shape ground = meshShape(flatGrid(80, 4, 0.3, 3));
  const auto manifolds =
      contacts(ground, Box{{1.5f, 0.2f, 1.5f}}, {{0, 0.1995f, 0}, axisAngle({0, 1, 0}, 0.3)});
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_EQ(manifolds[0].point_count, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(length(Vec3{manifolds[0].points[i].position.x, 0, manifolds[0].points[i].position.z}),
                1.5f * std::sqrt(2.0f), 1e-3f);
  }
  const Shape bumpy = meshShape(
      gridSoup(80, 4, 0.3, 3, [](double x, double z) { return 0.02 * std::sin(40 * x) * std::cos(37 * z); }));
  EXPECT_LE(contacts(bumpy, Box{{1.5f, 0.2f, 1.5f}}, {{0, 0.215f, 0}, {}}).size(), 16u);
}

TEST(MeshTerrain, NotANumberIsNoContact) {
  const Shape ground = meshShape(flatGrid(4, 4, 0, 1));
  const Shape box = meshShape(boxSoup({0.5f, 0.5f, 0.5f}));
  const float nan = std::nanf("");
  for (const Shape& shape : {Shape{Sphere{0.5f}}, Shape{Box{}}, Shape{Cylinder{}}, box}) {
    for (const Transform& pose : {Transform{{nan, 0, 0}, {}}, Transform{{0, 0.4f, 0}, {nan, 0, 0, 1}},
                                  Transform{{0, 1e30f, 0}, {}}}) {
      for (const Manifold& m : contacts(ground, shape, pose)) {
        for (int i = 0; i < m.point_count; ++i) EXPECT_TRUE(std::isfinite(m.points[i].separation));
      }
    }
  }
}

}  // namespace
}  // namespace carom::collide
