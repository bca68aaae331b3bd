// Which impulses the contact points of a pair start from.
#include "solve/narrow_phase/carry_impulses.hpp"

#include <gtest/gtest.h>

namespace carom::solve {
namespace {

collide::Manifold found(std::uint32_t first_feature, std::int32_t points) {
  collide::Manifold m;
  m.normal = {0, 1, 0};
  m.point_count = points;
  for (std::int32_t i = 0; i < points; ++i) {
    const auto at = static_cast<float>(i);
    m.points[i] = {{at, 0, at * at}, 0.001f, first_feature + static_cast<std::uint32_t>(i)};
  }
  return m;
}

ContactManifold loaded(const collide::Manifold& origin) {
  ContactManifold m;
  m.normal = origin.normal;
  m.origin = origin;
  m.point_count = origin.point_count;
  for (std::int32_t i = 0; i < m.point_count; ++i) {
    m.points[i].anchor_a = origin.points[i].position;
    m.points[i].feature = origin.points[i].feature;
    m.points[i].normal_impulse = static_cast<float>(1 + i);
    m.points[i].rest_impulse = static_cast<float>(10 + i);
  }
  m.friction_impulse = {0.5f, 0.25f, 0};
  m.twist_impulse = 0.125f;
  return m;
}

/// What carryImpulses() makes of it.
std::vector<ContactManifold> carried(const std::vector<ContactManifold>& old,
                                     const std::vector<collide::Manifold>& now) {
  std::vector<ContactManifold> made;
  for (const collide::Manifold& m : now) {
    ContactManifold& manifold = made.emplace_back(loaded(m));
    for (ContactPoint& p : manifold.points) p.normal_impulse = p.rest_impulse = 0;
    manifold.friction_impulse = {};
    manifold.twist_impulse = 0;
  }
  HandedImpulses handed;
  carryImpulses(made, old.data(), static_cast<std::int32_t>(old.size()), 0.05f, handed);
  return made;
}

TEST(RenewedManifolds, KeepWhatCarryingGivesThem) {
  const std::vector<ContactManifold> old = {loaded(found(1, 4)), loaded(found(9, 2))};
  std::vector<collide::Manifold> now = {found(1, 4), found(9, 2)};
  now[0].points[2].separation = -0.002f;
  std::vector<ContactManifold> renewed = old;
  ASSERT_TRUE(renewManifolds(renewed.data(), 2, now, {}));
  const std::vector<ContactManifold> made = carried(old, now);
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::int32_t i = 0; i < renewed[m].point_count; ++i) {
      EXPECT_EQ(renewed[m].points[i].normal_impulse, made[m].points[i].normal_impulse);
      EXPECT_EQ(renewed[m].points[i].rest_impulse, made[m].points[i].rest_impulse);
      EXPECT_EQ(renewed[m].origin.points[i].separation, now[m].points[i].separation);
    }
    EXPECT_EQ(renewed[m].friction_impulse, made[m].friction_impulse);
    EXPECT_EQ(renewed[m].twist_impulse, made[m].twist_impulse);
  }
}

TEST(RenewedManifolds, OnlyWhereTheyAreTheSamePoints) {
  const std::vector<ContactManifold> old = {loaded(found(1, 3))};
  const auto renews = [&](const std::vector<collide::Manifold>& now, const Quat& rotation) {
    std::vector<ContactManifold> manifolds = old;
    const bool done = renewManifolds(manifolds.data(), 1, now, rotation);
    if (!done) {
      EXPECT_EQ(manifolds[0].points[0].normal_impulse, old[0].points[0].normal_impulse);
    }
    return done;
  };
  EXPECT_TRUE(renews({found(1, 3)}, {}));
  EXPECT_FALSE(renews({found(2, 3)}, {}));               // Others.
  EXPECT_FALSE(renews({found(1, 2)}, {}));               // Fewer.
  EXPECT_FALSE(renews({found(1, 3), found(9, 1)}, {}));  // More of them.
  EXPECT_FALSE(renews({found(1, 3)}, {1, 0, 0, 0}));     // Upside down.
}

}  // namespace
}  // namespace carom::solve
