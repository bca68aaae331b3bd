// What must not depend on the frame, on the order of the pair, or on the past.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "collide/convex_shapes.hpp"

namespace carom::collide::testing {
namespace {

Transform nearPose(const Shape& a, const Shape& b, double gap, Random& random) {
  const DVec3 direction = random.direction();
  Transform pose{{}, random.rotation()};
  pose.translation = Vec3(direction * (gap - gapAlong(a, b, pose, direction)));
  return pose;
}

TEST(ConvexSymmetry, OtherOrderOfThePair) {
  Random random(11);
  for (const NamedShape& a : convexShapes()) {
    for (const NamedShape& b : convexShapes()) {
      for (int i = 0; i < 20; ++i) {
        SCOPED_TRACE(std::string(a.name) + " / " + b.name + " pose " + std::to_string(i));
        const Transform pose = nearPose(a.shape, b.shape, i % 2 ? 0.005 : -0.01, random);
        const std::vector<Manifold> ab = contacts(a.shape, b.shape, pose);
        const std::vector<Manifold> ba = contacts(b.shape, a.shape, inverse(pose));
        ASSERT_EQ(ab.size(), ba.size());
        if (ab.empty()) continue;
        // Depth by either order; normals may differ only where two directions are equally good.
        EXPECT_NEAR(smallestSeparation(ab[0]), smallestSeparation(ba[0]), 1.2e-4);
        const DVec3 n(ab[0].normal), turned = -rotate(DQuat(pose.rotation), DVec3(ba[0].normal));
        if (dot(n, turned) < 0.9999) {
          EXPECT_NEAR(gapAlong(a.shape, b.shape, pose, normalized(n)),
                      gapAlong(a.shape, b.shape, pose, normalized(turned)), 1.2e-4);
        }
      }
    }
  }
}

TEST(ConvexSymmetry, SameBitsWhateverTheScratchsPast) {
  Random random(12);
  const auto scratch = makeCollideScratch();
  std::vector<Manifold> used;
  const CollideSettings settings;
  for (const NamedShape& a : convexShapes()) {
    for (const NamedShape& b : convexShapes()) {
      const Transform pose = nearPose(a.shape, b.shape, -0.002, random);
      PairCache cache;
      used.clear();
      collide::collide(a.shape, b.shape, pose, settings, cache, *scratch, used);
      const std::vector<Manifold> fresh = contacts(a.shape, b.shape, pose, settings.max_separation);
      ASSERT_EQ(used.size(), fresh.size());
      for (std::size_t i = 0; i < used.size(); ++i) {
        EXPECT_EQ(used[i].normal, fresh[i].normal);
        ASSERT_EQ(used[i].point_count, fresh[i].point_count);
        for (int k = 0; k < used[i].point_count; ++k) {
          EXPECT_EQ(used[i].points[k].position, fresh[i].points[k].position);
          EXPECT_EQ(used[i].points[k].separation, fresh[i].points[k].separation);
          EXPECT_EQ(used[i].points[k].feature, fresh[i].points[k].feature);
        }
      }
    }
  }
}

TEST(ConvexSymmetry, CacheChangesNothingBeyondItsMargin) {
  Random random(13);
  const auto scratch = makeCollideScratch();
  const CollideSettings settings;
  for (const NamedShape& a : convexShapes()) {
    for (const NamedShape& b : convexShapes()) {
      PairCache cache;
      Transform pose = nearPose(a.shape, b.shape, -0.005, random);
      for (int step = 0; step < 20; ++step) {
        SCOPED_TRACE(std::string(a.name) + " / " + b.name + " step " + std::to_string(step));
        pose.rotation = normalized(pose.rotation * axisAngle({0.6f, 0.8f, 0}, 0.02));
        pose.translation += Vec3{0.001f, -0.001f, 0.0005f};
        std::vector<Manifold> warm;
        collide::collide(a.shape, b.shape, pose, settings, cache, *scratch, warm);
        const std::vector<Manifold> cold = contacts(a.shape, b.shape, pose, settings.max_separation);
        ASSERT_EQ(warm.size(), cold.size());
        if (warm.empty()) continue;
        const float depth = std::fabs(smallestSeparation(cold[0]));
        EXPECT_NEAR(smallestSeparation(warm[0]), smallestSeparation(cold[0]), 1.5e-4f + 0.02f * depth);
      }
    }
  }
}

TEST(ConvexSymmetry, RestingPairsKeepTheirFeatures) {
  // The jitter of a settled stack: a few micrometres and microradians.
  Random random(14);
  const auto scratch = makeCollideScratch();
  const CollideSettings settings;
  const Shape floor = Box{{2, 0.5f, 2}};
  for (const NamedShape& resting :
       {NamedShape{"box", Box{}}, NamedShape{"hull box", hullBox({0.5f, 0.5f, 0.5f})},
        NamedShape{"cylinder", Cylinder{}}, NamedShape{"cube on cube", Box{{0.5f, 0.5f, 0.5f}}}}) {
    for (const Shape& below : {floor, Shape{Box{}}, Shape{Plane{}}}) {
      SCOPED_TRACE(resting.name);
      const float top = isPlane(below) ? 0 : 0.5f;
      PairCache cache;
      std::vector<Manifold> first;
      for (int step = 0; step < 100; ++step) {
        Transform pose{{0, top + 0.5f - 0.001f, 0}, axisAngle(Vec3(random.direction()), 1e-5)};
        pose.translation += Vec3(random.direction() * 1e-5);
        std::vector<Manifold> now;
        collide::collide(below, resting.shape, pose, settings, cache, *scratch, now);
        ASSERT_EQ(now.size(), 1u);
        ASSERT_EQ(now[0].point_count, 4);
        if (step == 0) first = now;
        EXPECT_GT(dot(now[0].normal, first[0].normal), 0.9999f);
        for (int k = 0; k < 4; ++k) {
          const ManifoldPoint& point = now[0].points[k];
          int same = 0;
          while (same < 4 && first[0].points[same].feature != point.feature) ++same;
          ASSERT_LT(same, 4) << "a feature changed its name";
          EXPECT_LT(length(point.position - first[0].points[same].position), 1e-3f);
        }
      }
    }
  }
}

}  // namespace
}  // namespace carom::collide::testing
