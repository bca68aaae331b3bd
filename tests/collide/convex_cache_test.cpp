// What a pair remembers may only save time: contacts with a cache are those without one.
#include <gtest/gtest.h>

#include <cmath>

#include "collide/convex_shapes.hpp"
#include "collide/hull/hull.hpp"
#include "collide/hull/hull_tables.hpp"

namespace carom::collide::testing {
namespace {

std::vector<NamedShape> movingShapes() {
  Random random(5);
  std::vector<NamedShape> shapes = convexShapes();
  shapes.push_back({"gem of 20", randomHull(random, 20, 0.5)});
  shapes.push_back({"gem of 9", randomHull(random, 9, 0.4)});
  return shapes;
}

/// B falls through A from apart to deep, turning; every step with and without what the step before left.
void fallThrough(const NamedShape& a, const NamedShape& b, Random& random) {
  constexpr float kSeparation = 0.02f;
  // Another direction may be deeper by 1e-5 of the size and 0.1 % of the depth; a preferred face by ten times
  // that. Curved cores promise 1e-4.
  constexpr double kTolerance = 3e-4, kOfDepth = 0.011;
  const DVec3 from = random.direction();
  const Vec3 axis(random.direction());
  const Quat start = random.rotation();
  const auto scratch = makeCollideScratch();
  PairCache cache;
  const double first = 0.03 - gapAlong(a.shape, b.shape, {{}, start}, from);
  for (int step = 0; step < 40; ++step) {
    const Transform pose{Vec3(from * (first - 0.003 * step)), axisAngle(axis, 0.01 * step) * start};
    CollideSettings settings;
    settings.max_separation = kSeparation;
    std::vector<Manifold> cached;
    collide(a.shape, b.shape, pose, settings, cache, *scratch, cached);
    const std::vector<Manifold> fresh = contacts(a.shape, b.shape, pose, kSeparation);
    const float s = cached.empty() ? kSeparation : smallestSeparation(cached[0]);
    const float t = fresh.empty() ? kSeparation : smallestSeparation(fresh[0]);
    ASSERT_NEAR(s, t, kTolerance + kOfDepth * std::fabs(t))
        << a.name << " / " << b.name << " step " << step << ", " << cached.size() << " and " << fresh.size();
  }
}

TEST(ConvexCache, SameDepthWithAndWithoutIt) {
  Random random(77);
  const std::vector<NamedShape> shapes = movingShapes();
  for (const NamedShape& a : shapes)
    for (const NamedShape& b : shapes)
      for (int i = 0; i < 4; ++i) fallThrough(a, b, random);
}

TEST(ConvexCache, OfAnotherPairIsHarmless) {
  Random random(78);
  const std::vector<NamedShape> shapes = movingShapes();
  const auto scratch = makeCollideScratch();
  PairCache cache;
  for (int i = 0; i < 3000; ++i) {
    const auto pick = [&] { return static_cast<std::size_t>(random.between(0, shapes.size() - 0.01)); };
    const NamedShape &a = shapes[pick()], &b = shapes[pick()];
    const DVec3 from = random.direction();
    Transform pose{{}, random.rotation()};
    pose.translation = Vec3(from * (random.between(-0.05, 0.03) - gapAlong(a.shape, b.shape, pose, from)));
    std::vector<Manifold> cached;
    collide(a.shape, b.shape, pose, {}, cache, *scratch, cached);
    const std::vector<Manifold> fresh = contacts(a.shape, b.shape, pose);
    const float s = cached.empty() ? 0.02f : smallestSeparation(cached[0]);
    const float t = fresh.empty() ? 0.02f : smallestSeparation(fresh[0]);
    ASSERT_NEAR(s, t, 3e-4 + 0.011 * std::fabs(t)) << a.name << " / " << b.name << " " << i;
  }
}

std::size_t farthestOf(const std::vector<Vec3>& points, const DVec3& d) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (dot(DVec3(points[i]), d) > dot(DVec3(points[best]), d)) best = i;
  return best;
}

TEST(HullTables, TheFirstFarthestVertexForEveryDirection) {
  Random random(9);
  for (const int count : {5, 8, 30, 120, 250}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(Vec3(random.direction() * random.between(0.9, 1)));
    const auto hull = buildHull(points).hull;
    ASSERT_TRUE(hull && hull->tables.present());
    for (int i = 0; i < 2000; ++i) {
      const DVec3 d = random.direction() * std::pow(10.0, random.between(-25, 25));
      ASSERT_EQ(hull->tables.farthestVertex(d), farthestOf(hull->vertices, d)) << count << " " << i;
    }
  }
}

TEST(HullTables, OfEqualVerticesTheFirst) {
  const Shape box = hullBox({1, 2, 3});
  const ConvexHull& hull = *std::get<std::shared_ptr<const ConvexHull>>(box);
  ASSERT_TRUE(hull.tables.present());
  for (const DVec3& d : {DVec3{1, 0, 0}, DVec3{0, -1, 0}, DVec3{0, 0, 1}, DVec3{1, 1, 0}, DVec3{0, 0, 0}})
    EXPECT_EQ(hull.tables.farthestVertex(d), farthestOf(hull.vertices, d));
}

}  // namespace
}  // namespace carom::collide::testing
