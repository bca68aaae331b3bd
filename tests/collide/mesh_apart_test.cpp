// Shapes that are known to be apart from a mesh, against their distances; sweeps of shapes far from the
// centre about which they turn.
#include <gtest/gtest.h>

#include "base/rotation_vector.hpp"
#include "collide/convex/sweep_motion.hpp"
#include "collide/mesh_shapes.hpp"
#include "collide/query.hpp"

namespace carom::collide {
namespace {

using namespace testing;

Shape bumps() {
  return meshShape(gridSoup(24, 6, 0.3, 12,
                            [](double x, double z) { return 0.4 * std::sin(2.3 * x) * std::cos(1.9 * z); }));
}

TEST(MeshApart, IsSaidOnlyOfWhatIsFartherAway) {
  Random random(7);
  const Shape ground = bumps();
  const auto scratch = makeCollideScratch();
  int apart = 0, said = 0;
  for (const NamedShape& shape : convexShapes()) {
    for (int i = 0; i < 150; ++i) {
      const Transform pose{
          {random.betweenF(-1.5f, 1.5f), random.betweenF(-0.5f, 1.5f), random.betweenF(-1.5f, 1.5f)},
          random.rotation()};
      const float gap = random.betweenF(0.005f, 0.3f);
      PairCache cache, other;
      const bool answer = areApart(ground, shape.shape, pose, gap, cache, *scratch);
      EXPECT_EQ(answer, areApart(shape.shape, ground, inverse(pose), gap, other, *scratch)) << shape.name;
      const float distance = collide::distance(ground, shape.shape, pose).distance;
      // Float rounding of coordinates of a few metres.
      if (answer) {
        EXPECT_GE(distance, gap - 1e-5f) << shape.name << ' ' << i;
        EXPECT_TRUE(contacts(ground, shape.shape, pose, gap - 1e-5f).empty()) << shape.name << ' ' << i;
      }
      if (kindOf(shape.shape) != ShapeKind::Hull || distance < 1.2f * gap) continue;
      ++apart;
      said += answer ? 1 : 0;
    }
  }
  // It would be of no use if it were said of few.
  EXPECT_GT(apart, 50);
  EXPECT_GT(said, apart / 2);
}

TEST(MeshApart, IsNotSaidOfOtherPairs) {
  const auto scratch = makeCollideScratch();
  PairCache cache;
  const Transform far{{0, 10, 0}, {}};
  EXPECT_FALSE(areApart(Box{{1, 1, 1}}, Box{{1, 1, 1}}, far, 0.1f, cache, *scratch));
  EXPECT_FALSE(areApart(bumps(), bumps(), far, 0.1f, cache, *scratch));
  EXPECT_FALSE(areApart(Plane{}, bumps(), far, 0.1f, cache, *scratch));
}

TEST(MeshApart, SweepsAboutAFarCentreStopInTime) {
  // As a branch of a tree moves that falls: slightly turned about a point metres away.
  Random random(3);
  const Shape ground = bumps();
  int hits = 0;
  for (const NamedShape& shape : convexShapes()) {
    for (int i = 0; i < 12; ++i) {
      Sweep motion;
      const DVec3 from{random.between(-1, 1), random.between(1.6, 2), random.between(-1, 1)};
      const DVec3 to{random.between(-1, 1), random.between(-0.5, 1.5), random.between(-1, 1)};
      const DVec3 lever = random.direction() * random.between(5, 15);
      const DQuat start(random.rotation());
      // A turn that alone brings the shape about as far.
      motion.rotation = Vec3(random.direction() * (random.between(0, 2) / length(lever)));
      const DQuat end = normalized(quaternionFromRotationVector(DVec3(motion.rotation)) * start);
      motion.start_rotation = Quat(start);
      motion.local_center = Vec3(lever);
      motion.start_center = Vec3(from + rotate(start, lever));
      motion.translation = Vec3(to + rotate(end, lever) - (from + rotate(start, lever)));
      const SweepHit hit = sweep(ground, shape.shape, motion, 0.005f);
      const SweepMotion path(motion);
      const auto gapAt = [&](double t) {
        const DQuat q = normalized(quaternionFromRotationVector(DVec3(motion.rotation) * t) *
                                   DQuat(motion.start_rotation));
        const DVec3 p = path.centerAt(t) - rotate(q, DVec3(motion.local_center));
        return static_cast<double>(distance(ground, shape.shape, {Vec3(p), Quat(q)}).distance);
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
  EXPECT_GT(hits, 40);
}

}  // namespace
}  // namespace carom::collide
