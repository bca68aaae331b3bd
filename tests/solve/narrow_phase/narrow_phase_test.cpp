// Which contact points the narrow phase keeps, makes and drops.
#include "solve/narrow_phase/narrow_phase.hpp"

#include <gtest/gtest.h>

#include <map>

#include "solve/broad_phase/broad_phase.hpp"
#include "solve/broad_phase/clearance.hpp"
#include "solve/stage_fixture.hpp"

namespace carom::solve::test {
namespace {

/// A cube of 1 m on a floor whose top is y = 0.
class OnFloor : public StageFixture {
 public:
  OnFloor() {
    addStatic({0, -0.5, 0}, collide::Box{{5, 0.5f, 5}});
    cube = addCube({0, 0.5, 0}, 1);
    pairs.findPairs(state, context);
  }
  void look() {
    state.bodies.motions[cube] = {body(cube).center, body(cube).rotation, body(cube).linear_velocity,
                                  body(cube).angular_velocity};
    updateMotionBound(state, context, body(cube), cube);
    phase.run(state, context);
  }
  void moveTo(const DVec3& center) {
    body(cube).center = center;
    forgetClearances(state, cube);
  }
  Contact& contact() { return state.contacts.all.front(); }
  std::map<std::uint32_t, ContactPoint*> points() {
    std::map<std::uint32_t, ContactPoint*> all;
    for (std::int32_t m = 0; m < contact().manifold_count; ++m) {
      ContactManifold& manifold = contact().manifolds()[m];
      for (std::int32_t p = 0; p < manifold.point_count; ++p)
        all[manifold.points[p].feature] = &manifold.points[p];
    }
    return all;
  }
  std::int32_t cube = -1;
  BroadPhase pairs;
  NarrowPhase phase;
};

TEST(NarrowPhase, ACubeOnAFloorHasItsFourCorners) {
  OnFloor stage;
  stage.look();
  ASSERT_TRUE(stage.contact().touching);
  ASSERT_EQ(stage.points().size(), 4u);
  const Vec3 normal = stage.contact().manifolds()[0].normal;
  EXPECT_NEAR(std::abs(normal.y), 1, 1e-6);
  for (const auto& [feature, point] : stage.points()) EXPECT_NEAR(point->separation, 0, 1e-6) << feature;
}

TEST(NarrowPhase, PointsThatAreFoundAgainKeepTheirImpulses) {
  OnFloor stage;
  stage.look();
  std::map<std::uint32_t, float> given;
  float next = 1;
  for (const auto& [feature, point] : stage.points()) given[feature] = point->normal_impulse = next++;
  stage.moveTo({0.01, 0.499, -0.005});
  stage.look();
  ASSERT_EQ(stage.points().size(), given.size());
  for (const auto& [feature, point] : stage.points()) {
    ASSERT_TRUE(given.count(feature)) << feature;
    EXPECT_EQ(point->normal_impulse, given[feature]) << feature;
    EXPECT_NEAR(point->separation, -0.001, 1e-6) << feature;
  }
}

TEST(NarrowPhase, WhatIsLiftedOffLosesItsPoints) {
  OnFloor stage;
  stage.look();
  ASSERT_EQ(stage.points().size(), 4u);
  stage.moveTo({0, 0.7, 0});
  stage.look();
  EXPECT_TRUE(stage.points().empty());
  EXPECT_FALSE(stage.contact().touching);
}

TEST(NarrowPhase, WhatComesNearHasPointsBeforeItTouches) {
  OnFloor stage;
  stage.moveTo({0, 0.55, 0});
  stage.body(stage.cube).linear_velocity = {0, -6, 0};  // 0.1 m a step.
  stage.look();
  ASSERT_EQ(stage.points().size(), 4u);
  for (const auto& [feature, point] : stage.points()) EXPECT_NEAR(point->separation, 0.05, 1e-3) << feature;
}

}  // namespace
}  // namespace carom::solve::test
