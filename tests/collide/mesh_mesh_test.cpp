// Meshes on meshes.
#include <gtest/gtest.h>

#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

std::string text(const std::vector<Manifold>& manifolds) {
  std::string out;
  char line[200];
  for (const Manifold& m : manifolds) {
    std::snprintf(line, sizeof line, "n (%g %g %g)\n", m.normal.x, m.normal.y, m.normal.z);
    out += line;
    for (int i = 0; i < m.point_count; ++i) {
      const ManifoldPoint& p = m.points[i];
      std::snprintf(line, sizeof line, "   (%g %g %g) %g #%x\n", p.position.x, p.position.y, p.position.z,
                    p.separation, p.feature);
      out += line;
    }
  }
  return out;
}

/// Twice the area that a manifold's points span.
double spanned(const Manifold& m) {
  double best = 0;
  for (int i = 0; i < m.point_count; ++i) {
    for (int j = 0; j < m.point_count; ++j) {
      for (int k = 0; k < m.point_count; ++k) {
        best = std::max(best, static_cast<double>(dot(cross(m.points[j].position - m.points[i].position,
                                                            m.points[k].position - m.points[i].position),
                                                      m.normal)));
      }
    }
  }
  return best;
}

TEST(MeshMesh, BoxRestsOnBoxWithFourPoints) {
  for (const int cells : {1, 2, 5}) {
    const Shape lower = meshShape(boxSoup({0.5f, 0.5f, 0.5f}, cells));
    for (const Vec3& half : {Vec3{0.5f, 0.5f, 0.5f}, Vec3{0.3f, 0.5f, 0.2f}, Vec3{2, 0.5f, 1.5f}}) {
      const Shape upper = meshShape(boxSoup(half, cells == 2 ? 1 : 2));
      for (const double turn : {0.0, 0.1, 0.7}) {
        for (const float depth : {-0.01f, 0.0f, 0.001f, 0.01f, 0.06f}) {
          const Transform pose{{0.003f, 1 - depth, -0.002f}, axisAngle({0, 1, 0}, turn)};
          const auto manifolds = contacts(lower, upper, pose);
          ASSERT_EQ(manifolds.size(), 1u) << cells << ' ' << half.x << ' ' << turn << ' ' << depth << '\n'
                                          << text(manifolds);
          EXPECT_NEAR(manifolds[0].normal.y, 1, 1e-5f);
          EXPECT_EQ(manifolds[0].point_count, 4);
          for (int i = 0; i < 4; ++i) EXPECT_NEAR(manifolds[0].points[i].separation, -depth, 1e-5f);
          const double least = 4.0 * std::min(half.x, 0.5f) * std::min(half.z, 0.5f);
          EXPECT_GT(spanned(manifolds[0]), 0.55 * least) << text(manifolds);
        }
      }
    }
  }
}

TEST(MeshMesh, AgreesWithConvexBoxes) {
  // Boxes that touch in any attitude: the closest or deepest contact is that of the convex shapes.
  Random random(4);
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 ha{random.betweenF(0.2f, 1), random.betweenF(0.2f, 1), random.betweenF(0.2f, 1)};
    const Vec3 hb{random.betweenF(0.2f, 1), random.betweenF(0.2f, 1), random.betweenF(0.2f, 1)};
    const Quat q = random.rotation();
    const DVec3 direction = random.direction();
    // Along the direction to a gap of -8 mm to 8 mm.
    Transform pose{Vec3(direction * 6.0), q};
    const Distance apart = distance(Box{ha}, Box{hb}, pose);
    double from = 0, to = 6;
    const double goal = random.between(0.0005, 0.008);
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (from + to);
      pose.translation = Vec3(direction * middle);
      distance(Box{ha}, Box{hb}, pose).distance > goal ? to = middle : from = middle;
    }
    pose.translation = Vec3(direction * to);
    const auto exact = contacts(Box{ha}, Box{hb}, pose);
    ASSERT_EQ(exact.size(), 1u) << apart.distance;
    for (const float deeper : {0.0f, 0.012f}) {
      pose.translation = Vec3(direction * to) - exact[0].normal * deeper;
      const auto convex = contacts(Box{ha}, Box{hb}, pose);
      const auto mesh = contacts(meshShape(boxSoup(ha, 2)), meshShape(boxSoup(hb, 3)), pose);
      const auto mixed = contacts(meshShape(boxSoup(ha, 2)), Box{hb}, pose);
      ASSERT_EQ(convex.size(), 1u);
      ASSERT_FALSE(mixed.empty()) << i << ' ' << deeper << '\n' << text(convex);
      ASSERT_FALSE(mesh.empty()) << i << ' ' << deeper << '\n' << text(convex);
      for (const auto* found : {&mixed, &mesh}) {
        const char* what = found == &mesh ? "mesh" : "mixed";
        // Deep contacts near an edge may be seen from either face.
        const double expected = deeper == 0 ? static_cast<double>(distance(Box{ha}, Box{hb}, pose).distance)
                                            : lowestSeparation(convex);
        EXPECT_NEAR(lowestSeparation(*found), expected, deeper == 0 ? 2e-5 : 4e-3)
            << what << ' ' << i << ' ' << deeper << "\nconvex " << text(convex) << "mesh " << text(*found);
        // The nearest contact has the normal, others may be ahead of it.
        for (const Manifold& m : *found) {
          if (deeper == 0 && smallestSeparation(m) == lowestSeparation(*found)) {
            EXPECT_GT(dot(m.normal, convex[0].normal), 0.999f)
                << what << ' ' << i << "\nconvex " << text(convex) << "mesh " << text(*found);
          }
        }
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(MeshMesh, SphereOnCylinder) {
  const Shape cylinder = meshShape(cylinderSoup(0.5, 0.5, 24));
  const Shape ball = meshShape(sphereSoup(0.4, 32, 16));
  // Its south pole is a vertex: 2 mm deep at the middle of the top.
  const auto manifolds = contacts(cylinder, ball, {{0.1f, 0.5f + 0.4f - 0.002f, 0.05f}, {}});
  ASSERT_FALSE(manifolds.empty());
  for (const Manifold& m : manifolds) EXPECT_GT(m.normal.y, 0.98f) << text(manifolds);
  EXPECT_NEAR(lowestSeparation(manifolds), -0.002f, 1e-4f) << text(manifolds);
}

TEST(MeshMesh, SolidOnASingleQuad) {
  Soup soup;
  soup.vertex(-1, 0, -1), soup.vertex(-1, 0, 1), soup.vertex(1, 0, 1), soup.vertex(1, 0, -1);
  soup.quad(0, 1, 2, 3);
  const Shape quad = meshShape(soup);
  const Shape box = meshShape(boxSoup({0.3f, 0.2f, 0.25f}, 2));
  const Shape plate = meshShape(boxSoup({0.3f, 0.005f, 0.25f}, 2));
  for (const float side : {-1.0f, 1.0f}) {
    for (const float depth : {-0.005f, 0.0f, 0.002f}) {
      for (const bool thin : {false, true}) {
        const float half = thin ? 0.005f : 0.2f;
        const Transform pose{{0.1f, side * (half - depth), 0.02f}, axisAngle({0, 1, 0}, 0.4)};
        const auto manifolds = contacts(quad, thin ? plate : box, pose);
        ASSERT_EQ(manifolds.size(), 1u) << thin << depth << text(manifolds);
        EXPECT_NEAR(manifolds[0].normal.y, side, 1e-5f);
        EXPECT_EQ(manifolds[0].point_count, 4);
        EXPECT_NEAR(lowestSeparation(manifolds), -depth, 1e-5f);
        const auto turned = contacts(thin ? plate : box, quad, inverse(pose));
        ASSERT_EQ(turned.size(), 1u) << text(turned);
        EXPECT_NEAR(turned[0].normal.y, -side, 1e-5f);
        EXPECT_EQ(turned[0].point_count, 4);
      }
    }
  }
}

TEST(MeshMesh, TorusHangsOnAPeg) {
  // A ring in the xy plane around a peg along z, its inside resting on the peg's top.
  const Shape peg = meshShape(cylinderSoup(0.1, 1, 20).moved({{}, axisAngle({1, 0, 0}, M_PI / 2)}));
  const Shape ring = meshShape(torusSoup(0.5, 0.12, 32, 16).moved({{}, axisAngle({1, 0, 0}, M_PI / 2)}));
  bool touched = false;
  for (int i = 0; i < 18; ++i) {
    // From 2 cm apart to 1.4 cm of overlap.
    const float y = -0.26f - 0.002f * static_cast<float>(i);
    Random random(static_cast<std::uint64_t>(i));
    const Transform pose{{random.betweenF(-0.01f, 0.01f), y, random.betweenF(-0.3f, 0.3f)},
                         axisAngle({0, 0, 1}, random.between(0, 6))};
    const auto manifolds = contacts(peg, ring, pose);
    for (const Manifold& m : manifolds) {
      touched = true;
      // From the peg to the ring: the ring's inner surface is above the peg's top, so down would pull it
      // through.
      EXPECT_GT(m.normal.y, 0.5f) << i << '\n' << text(manifolds);
      for (int k = 0; k < m.point_count; ++k) EXPECT_GT(m.points[k].position.y, 0.05f) << text(manifolds);
    }
  }
  EXPECT_TRUE(touched);
}

TEST(MeshMesh, VeryDifferentScales) {
  const Shape ground = meshShape(boxSoup({1000, 10, 1000}, 3));
  for (const float size : {0.02f, 0.5f, 50.0f}) {
    const Shape box = meshShape(boxSoup({size, size, size}, 2));
    for (const float depth : {0.0f, 0.0005f}) {
      const auto manifolds = contacts(ground, box, {{13, 10 + size - depth, -7}, {}});
      ASSERT_EQ(manifolds.size(), 1u) << size;
      EXPECT_NEAR(manifolds[0].normal.y, 1, 1e-5f);
      EXPECT_EQ(manifolds[0].point_count, 4);
      EXPECT_NEAR(lowestSeparation(manifolds), -depth, 2e-5f);
    }
  }
}

TEST(MeshMesh, RandomPosesAreSaneAndRepeatable) {
  Random random(77);
  const std::vector<Shape> shapes{meshShape(boxSoup({0.3f, 0.4f, 0.5f}, 2)),
                                  meshShape(torusSoup(0.5, 0.2, 16, 8)), meshShape(sphereSoup(0.5, 12, 8)),
                                  meshShape(flatGrid(4, 2, 0.3, 1)),
                                  meshShape(gridSoup(1, 1, 0, 1, [](double, double) { return 0.0; }))};
  auto scratch = makeCollideScratch();
  for (int i = 0; i < 600; ++i) {
    const Shape& a = shapes[static_cast<std::size_t>(random.between(0, 4.999))];
    const Shape& b = shapes[static_cast<std::size_t>(random.between(0, 4.999))];
    const Transform pose{Vec3(random.direction() * random.between(0, 1.2)), random.rotation()};
    std::vector<Manifold> manifolds;
    PairCache cache;
    collide(a, b, pose, {}, cache, *scratch, manifolds);
    EXPECT_LE(manifolds.size(), 16u);
    for (const Manifold& m : manifolds) {
      EXPECT_NEAR(length(m.normal), 1, 1e-5f);
      EXPECT_GE(m.point_count, 1);
      for (int k = 0; k < m.point_count; ++k) {
        EXPECT_LE(m.points[k].separation, 0.02f);
        EXPECT_LE(length(m.points[k].position), 3.0f);
      }
    }
    const auto again = contacts(a, b, pose);
    ASSERT_EQ(again.size(), manifolds.size());
    for (std::size_t m = 0; m < again.size(); ++m) {
      EXPECT_EQ(again[m].normal, manifolds[m].normal);
      for (int k = 0; k < again[m].point_count; ++k) {
        EXPECT_EQ(again[m].points[k].position, manifolds[m].points[k].position);
        EXPECT_EQ(again[m].points[k].feature, manifolds[m].points[k].feature);
      }
    }
  }
}

TEST(MeshMesh, CoincidentSolidsAreParted) {
  // No face of the one looks at a face of the other; the hulls say which way is out.
  for (const float aside : {0.0f, 1e-4f, 0.1f, 0.3f}) {
    const auto found = contacts(meshShape(boxSoup({0.5f, 0.5f, 0.5f})),
                                meshShape(boxSoup({0.5f, 0.5f, 0.5f})), {{aside, 0, 0}, {}});
    ASSERT_EQ(found.size(), 1u) << aside;
    EXPECT_NEAR(lowestSeparation(found), aside - 1, 1e-3f) << text(found);
    if (aside > 0) {
      EXPECT_NEAR(found[0].normal.x, 1, 1e-3f) << text(found);
    }
  }
}

TEST(MeshMesh, SmallSheetOnALargeOneIsPushedUp) {
  // Both have two sides, and the small one lies far from the large one's middle.
  const Shape ground = meshShape(flatGrid(10, 20, 0, 1)), sheet = meshShape(flatGrid(2, 1, 0, 2));
  for (const float x : {-8.0f, 0.3f, 7.0f}) {
    const Transform pose{{x, 0.002f, 4}, axisAngle({1, 0, 0.3}, 0.001)};
    const auto found = contacts(ground, sheet, pose);
    ASSERT_FALSE(found.empty()) << x;
    for (const Manifold& m : found) EXPECT_GT(m.normal.y, 0.99f) << x << '\n' << text(found);
    const auto turned = contacts(sheet, ground, inverse(pose));
    ASSERT_FALSE(turned.empty()) << x;
    for (const Manifold& m : turned) EXPECT_LT(m.normal.y, -0.99f) << x << '\n' << text(turned);
  }
}

TEST(MeshMesh, PlaneUnderAMesh) {
  const Shape box = meshShape(boxSoup({0.3f, 0.4f, 0.5f}, 6));
  for (const float depth : {-0.005f, 0.0f, 0.01f, 0.3f, 3.0f}) {
    const Transform pose{{5, 0.4f - depth, -3}, axisAngle({0, 1, 0}, 0.3)};
    const auto manifolds = contacts(Plane{}, box, pose);
    ASSERT_EQ(manifolds.size(), 1u);
    EXPECT_EQ(manifolds[0].normal, (Vec3{0, 1, 0}));
    EXPECT_EQ(manifolds[0].point_count, 4);
    EXPECT_NEAR(spanned(manifolds[0]), 0.6, 1e-3);
    EXPECT_NEAR(lowestSeparation(manifolds), -depth, 1e-5f);
    const auto turned = contacts(box, Plane{}, inverse(pose));
    ASSERT_EQ(turned.size(), 1u);
    EXPECT_NEAR(turned[0].normal.y, -1, 1e-5f);
  }
  const auto under = contacts(Plane{true}, box, {{0, -0.39f, 0}, {}});
  ASSERT_EQ(under.size(), 1u);
  EXPECT_EQ(under[0].normal, (Vec3{0, -1, 0}));
  EXPECT_NEAR(lowestSeparation(under), -0.01f, 1e-5f);
}

}  // namespace
}  // namespace carom::collide
