// Rays, distances, overlaps and sweeps of meshes against brute force over their triangles.
#include <gtest/gtest.h>

#include "collide/convex/gjk.hpp"
#include "collide/convex/sweep_motion.hpp"
#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

using MeshPointer = std::shared_ptr<const TriangleMesh>;

ConvexView viewOf(const TriangleMesh& mesh, std::size_t i) {
  const auto& t = mesh.triangles[i];
  return triangleView(mesh.vertices[t.vertex[0]], mesh.vertices[t.vertex[1]], mesh.vertices[t.vertex[2]]);
}

std::vector<MeshPointer> meshes() {
  return {boxSoup({0.5f, 0.7f, 0.6f}, 3).build(), torusSoup(0.7, 0.25, 24, 12).build(),
          sphereSoup(0.8, 20, 10).build(),
          gridSoup(10, 3, 0.3, 1, [](double x, double z) { return 0.3 * std::sin(3 * x) * std::cos(2 * z); })
              .build(),
          flatGrid(1, 1, 0, 1).build()};
}

TEST(MeshQuery, RaysMeetTheFirstTriangle) {
  Random random(3);
  int hits = 0;
  for (const MeshPointer& mesh : meshes()) {
    for (int i = 0; i < 400; ++i) {
      const DVec3 origin = random.direction() * random.between(0, 3),
                  target = random.direction() * random.between(0, 0.8);
      const Ray ray{Vec3(origin), Vec3((target - origin) * random.between(0.3, 3)), 1};
      const RayHit hit = castRay(mesh, ray);
      // Brute force: a segment of no thickness against each triangle's plane.
      double best = 2;
      for (std::size_t k = 0; k < mesh->triangles.size(); ++k) {
        const ConvexView t = viewOf(*mesh, k);
        const DVec3 a(t.points[0]), b(t.points[1]), c(t.points[2]), n = cross(b - a, c - a);
        const DVec3 o(ray.origin), d(ray.direction);
        const double rate = dot(n, d);
        if (rate == 0) continue;
        const double at = dot(n, a - o) / rate;
        const DVec3 p = o + d * at;
        const double slack = -1e-9 * length(n);
        if (at < 0 || at > 1 || at > best || dot(cross(b - a, p - a), n) < slack * length(n) ||
            dot(cross(c - b, p - b), n) < slack * length(n) ||
            dot(cross(a - c, p - c), n) < slack * length(n)) {
          continue;
        }
        best = at;
      }
      EXPECT_EQ(hit.hit, best <= 1);
      if (!hit.hit || best > 1) continue;
      ++hits;
      EXPECT_NEAR(hit.t, best, 1e-5);
      EXPECT_GE(hit.triangle, 0);
      EXPECT_NEAR(length(hit.normal), 1, 1e-5f);
      if (!mesh->closed) {
        EXPECT_LE(dot(hit.normal, ray.direction), 0);
      }
    }
  }
  EXPECT_GT(hits, 300);
}

TEST(MeshQuery, NoRaySlipsThroughAnEdge) {
  const MeshPointer mesh = flatGrid(6, 6, 0.4, 9).build();
  for (const auto& t : mesh->triangles) {
    for (int e = 0; e < 3; ++e) {
      const Vec3 a = mesh->vertices[t.vertex[e]], b = mesh->vertices[t.vertex[(e + 1) % 3]];
      for (int k = 0; k <= 8; ++k) {
        const Vec3 p = a + (b - a) * (static_cast<float>(k) / 8);
        if (std::fabs(p.x) > 2.9f || std::fabs(p.z) > 2.9f) continue;
        EXPECT_TRUE(castRay(mesh, {{0.3f, 5, 0.1f}, (p - Vec3{0.3f, 5, 0.1f}) * 2.0f, 1}).hit);
        EXPECT_TRUE(castRay(mesh, {p + Vec3{0, 1, 0}, {0, -2, 0}, 1}).hit);
      }
    }
  }
}

TEST(MeshQuery, DistanceToConvexShapes) {
  Random random(8);
  for (const MeshPointer& mesh : meshes()) {
    for (const NamedShape& shape : convexShapes()) {
      for (int i = 0; i < 12; ++i) {
        const Transform pose{Vec3(random.direction() * random.between(0.5, 3)), random.rotation()};
        const ConvexView view = convexView(shape.shape);
        double best = 1e30;
        for (std::size_t k = 0; k < mesh->triangles.size(); ++k) {
          const GjkResult gjk = gjkDistance(viewOf(*mesh, k), view, placement(pose));
          best = std::min(
              best, gjk.overlapping ? 0 : std::max(0.0, gjk.distance - static_cast<double>(view.radius)));
        }
        const Distance found = distance(mesh, shape.shape, pose);
        const bool touching = overlaps(mesh, shape.shape, pose);
        if (found.distance == 0) {
          EXPECT_TRUE(touching);
          EXPECT_TRUE(best == 0 || mesh->closed) << shape.name;
          continue;
        }
        EXPECT_FALSE(touching) << shape.name;
        EXPECT_NEAR(found.distance, best, 1e-5) << shape.name;
        EXPECT_NEAR(length(found.point_b - found.point_a), found.distance, 1e-4) << shape.name;
        EXPECT_EQ(distance(mesh, shape.shape, pose, 0.5f * found.distance).distance, 0.5f * found.distance);
      }
    }
  }
}

TEST(MeshQuery, DistanceOfMeshes) {
  Random random(18);
  const std::vector<MeshPointer> all = meshes();
  for (const MeshPointer& a : all) {
    for (const MeshPointer& b : all) {
      for (int i = 0; i < 4; ++i) {
        const Transform pose{Vec3(random.direction() * random.between(0.5, 3)), random.rotation()};
        const Distance found = distance(a, b, pose);
        EXPECT_EQ(overlaps(a, b, pose), found.distance == 0);
        double best = 1e30;
        for (std::size_t k = 0; k < a->triangles.size() && best > 0; ++k) {
          for (std::size_t m = 0; m < b->triangles.size(); m += 3) {
            GjkSettings settings;
            settings.max_distance = found.distance;
            const GjkResult gjk = gjkDistance(viewOf(*a, k), viewOf(*b, m), placement(pose), settings);
            best = std::min(best, gjk.overlapping ? 0 : gjk.distance);
          }
        }
        // A third of B's triangles: none may be nearer.
        EXPECT_LE(static_cast<double>(found.distance), best + 1e-5);
        if (found.distance > 0) {
          EXPECT_NEAR(length(found.point_b - found.point_a), found.distance, 1e-4);
        }
      }
    }
  }
}

// A closed mesh is a surface; only one that is asked as a volume, a trigger's, holds what is inside.
TEST(MeshQuery, ClosedMeshesHoldWhatIsInsideAsVolumesOnly) {
  Random random(5);
  const MeshPointer torus = torusSoup(1, 0.4, 40, 20).build();
  for (int i = 0; i < 500; ++i) {
    const DVec3 p{random.between(-1.5, 1.5), random.between(-0.5, 0.5), random.between(-1.5, 1.5)};
    const double ring = std::hypot(p.x, p.z) - 1, depth = 0.4 - std::hypot(ring, p.y);
    if (std::fabs(depth) < 0.03) continue;  // The mesh is a polyhedron within 1 % of the torus.
    const Shape ball = Sphere{0.001f}, crumb = boxSoup({0.001f, 0.001f, 0.001f}).build();
    for (const Shape& shape : {ball, crumb}) {
      const Transform pose{Vec3(p), {}};
      EXPECT_EQ(overlaps(torus, shape, pose, Volume::A), depth > 0);
      EXPECT_EQ(overlaps(shape, torus, inverse(pose), Volume::B), depth > 0);
      EXPECT_FALSE(overlaps(torus, shape, pose, Volume::B));
      EXPECT_FALSE(overlaps(torus, shape, pose));
      // 1 % of the tube's radius, as above.
      EXPECT_NEAR(distance(torus, shape, pose).distance, std::fabs(depth) - 0.001, 0.012);
    }
  }
  // Of two pieces only the second is inside.
  Soup two = boxSoup({0.01f, 0.01f, 0.01f});
  two.append(two.moved({{5, 0, 0}, {}}));
  EXPECT_TRUE(overlaps(torus, two.build(), {{-4, 0, 0}, {}}, Volume::A));
  EXPECT_FALSE(overlaps(torus, two.build(), {{-5, 0, 0}, {}}, Volume::A));
}

TEST(MeshQuery, PlaneAndMesh) {
  const MeshPointer mesh = torusSoup(1, 0.4, 40, 20).build();
  EXPECT_FALSE(overlaps(Plane{}, mesh, {{0, 0.41f, 0}, {}}));
  EXPECT_TRUE(overlaps(Plane{}, mesh, {{0, 0.39f, 0}, {}}));
  EXPECT_TRUE(overlaps(Plane{}, mesh, {{0, -5, 0}, {}}));
  EXPECT_FALSE(overlaps(Plane{true}, mesh, {{0, -5, 0}, {}}));
  const Distance found = distance(Plane{}, mesh, {{0, 1, 0}, {}});
  EXPECT_NEAR(found.distance, 0.6f, 1e-5f);
  EXPECT_EQ(found.normal, (Vec3{0, 1, 0}));
}

TEST(MeshQuery, SweepsNeverPassThrough) {
  Random random(2);
  int hits = 0;
  for (const MeshPointer& mesh : meshes()) {
    for (const NamedShape& shape : convexShapes()) {
      for (int i = 0; i < 6; ++i) {
        Sweep motion;
        const DVec3 start = random.direction() * 4.0, goal = random.direction() * random.between(0, 1.2);
        motion.start_center = Vec3(start);
        motion.start_rotation = random.rotation();
        motion.translation = Vec3((goal - start) * random.between(1, 3));
        motion.rotation = i % 2 == 0 ? Vec3{} : Vec3(random.direction() * 2.0);
        motion.local_center = Vec3(random.direction() * 0.1);
        const SweepHit hit = sweep(mesh, shape.shape, motion, 0.005f);
        // Looked at in many instants: apart before the hit, near at the hit.
        const SweepMotion path(motion);
        const auto gapAt = [&](double t) {
          const DQuat q =
              quaternionFromRotationVector(DVec3(motion.rotation) * t) * DQuat(motion.start_rotation);
          const DVec3 p = path.centerAt(t) - rotate(normalized(q), DVec3(motion.local_center));
          return static_cast<double>(distance(mesh, shape.shape, {Vec3(p), Quat(normalized(q))}).distance);
        };
        for (int k = 0; k <= 40; ++k) {
          const double t = k / 40.0;
          if (t >= static_cast<double>(hit.hit ? hit.t : 1.0f)) break;
          EXPECT_GT(gapAt(t), 0.002) << shape.name << ' ' << t << ' ' << hit.t;
        }
        if (!hit.hit) continue;
        ++hits;
        EXPECT_NEAR(gapAt(hit.t), 0.005, 0.002) << shape.name;
      }
    }
  }
  EXPECT_GT(hits, 60);
}

TEST(MeshQuery, FastBallMeetsAThinSheet) {
  const MeshPointer sheet = flatGrid(7, 4, 0.3, 6).build();
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Sweep motion;
    motion.start_center = {random.betweenF(-1, 1), 2.5f, random.betweenF(-1, 1)};
    motion.translation = {random.betweenF(-0.5f, 0.5f), -5, random.betweenF(-0.5f, 0.5f)};
    const SweepHit hit = sweep(sheet, Sphere{0.01f}, motion, 0.002f);
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.t, (2.5 - 0.012) / 5, 1e-4);
    EXPECT_GT(hit.normal.y, 0.9999f);
  }
}

TEST(MeshQuery, BallSlidingOverAFloorHitsNothing) {
  const MeshPointer floor = flatGrid(20, 20, 0.35, 6).build();
  for (const Shape& shape :
       {Shape{Sphere{0.3f}}, Shape{Box{{0.3f, 0.3f, 0.3f}}}, Shape{Cylinder{0.3f, 0.2f, 0.2f}}}) {
    for (const float gap : {0.0f, 0.001f, 0.004f}) {
      Sweep motion;
      motion.start_center = {-8, 0.3f + gap, 0.1f};
      motion.translation = {16, 0, 0.7f};
      const SweepHit hit = sweep(floor, shape, motion, 0.005f);
      EXPECT_FALSE(hit.hit) << shape.index() << ' ' << gap << ' ' << hit.t << ' ' << hit.normal.x << ' '
                            << hit.normal.y;
    }
  }
}

}  // namespace
}  // namespace carom::collide
