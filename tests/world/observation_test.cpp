// What World tells of contacts, bounds and islands.
#include <gtest/gtest.h>

#include <algorithm>

#include "joint_builder.hpp"
#include "scene_builder.hpp"

namespace carom::test {
namespace {

TEST(Observation, ContactsCarryTheWeightOfABoxAtRest) {
  SceneBuilder b;
  const int floor = b.floor();
  const int crate = b.node().at(0, 0.5, 0).dynamic(3).collider(box(1, 1, 1));
  for (const bool sleeping : {false, true}) {
    WorldSettings settings;
    settings.sleeping = sleeping;
    Simulation sim(b, settings);
    sim.run(2);
    const std::vector<ContactPoint> contacts = sim.world.contacts();
    ASSERT_EQ(contacts.size(), 4u);
    double weight = 0;
    for (const ContactPoint& contact : contacts) {
      EXPECT_EQ(std::min(contact.collider, contact.other), std::min(floor, crate));
      EXPECT_EQ(std::max(contact.collider, contact.other), std::max(floor, crate));
      const bool crate_is_second = contact.other == crate;
      EXPECT_EQ(crate_is_second ? contact.other_motion : contact.motion, crate);
      EXPECT_EQ(crate_is_second ? contact.motion : contact.other_motion, -1);
      // The normal is from the first to the second, so it is up where the crate is the second.
      EXPECT_NEAR(contact.normal.y, crate_is_second ? 1 : -1, 2e-4);
      EXPECT_NEAR(std::abs(contact.point.x), 0.5, 1e-3);
      EXPECT_NEAR(contact.point.y, 0, 2e-3);
      // Soft contacts sink in by what carries the weight: well below a millimetre here.
      EXPECT_NEAR(contact.penetration, 0, 1e-3);
      weight += (crate_is_second ? 1 : -1) * contact.force.y;
    }
    // 2 %: the last substep alone, of soft contacts.
    EXPECT_NEAR(weight, 3 * kGravity, 0.02 * 3 * kGravity);
  }
}

TEST(Observation, FrictionOnASlopeIsInTheForce) {
  SceneBuilder b;
  b.node().rotated({0, 0, 1}, 15).collider(box(20, 1, 20));
  b.node().at(0, 0.8, 0).rotated({0, 0, 1}, 15).dynamic(2).collider(box(0.5, 0.5, 0.5));
  WorldSettings settings;
  settings.sleeping = false;
  Simulation sim(b, settings);
  sim.run(3);
  DVec3 force;
  for (const ContactPoint& contact : sim.world.contacts())
    force += contact.force * (contact.other_motion >= 0 ? 1.0 : -1.0);
  // What holds a box at rest is its weight turned round: 3 % of it, as above, each way.
  EXPECT_NEAR(force.x, 0, 0.03 * 2 * kGravity);
  EXPECT_NEAR(force.y, 2 * kGravity, 0.03 * 2 * kGravity);
}

TEST(Observation, NothingTouchesInFreeFall) {
  SceneBuilder b;
  b.floor();
  b.node().at(0, 10, 0).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(0.5);
  EXPECT_TRUE(sim.world.contacts().empty());
}

// Bounds have up to a tenth of a millimetre of room, for what hardly moves.
TEST(Observation, BoundsOfCollidersAndTriggers) {
  SceneBuilder b;
  const int crate = b.node().at(1, 2, 3).dynamic(1).collider(box(1, 2, 4));
  const int zone = b.node().at(-5, 0, 0).trigger(sphere(2));
  Simulation sim(b);
  const std::vector<ColliderState> colliders = sim.world.colliders();
  ASSERT_EQ(colliders.size(), 2u);
  EXPECT_EQ(colliders[0].node, crate);
  EXPECT_EQ(colliders[0].motion, crate);
  EXPECT_FALSE(colliders[0].trigger);
  EXPECT_NEAR(colliders[0].lower.x, 0.5, 2e-4);
  EXPECT_NEAR(colliders[0].upper.z, 5, 2e-4);
  EXPECT_EQ(colliders[1].node, zone);
  EXPECT_EQ(colliders[1].motion, -1);
  EXPECT_TRUE(colliders[1].trigger);
  EXPECT_NEAR(colliders[1].lower.x, -7, 2e-4);
  EXPECT_NEAR(colliders[1].upper.y, 2, 2e-4);
}

TEST(Observation, IslandsAreConnectedByContactsAndJoints) {
  SceneBuilder b;
  b.floor();
  const int low = b.node().at(0, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int high = b.node().at(0, 1.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int apart = b.node().at(5, 0.5, 0).dynamic(1).collider(box(1, 1, 1));
  const int hung = b.node().at(0, 6, 6).dynamic(1).collider(sphere(0.2));
  const int from = b.node().at(0, 5, 6).dynamic(1).collider(sphere(0.2));
  JointBuilder(b, from, hung).pin();
  b.node().at(9, 0.5, 0).kinematic().collider(box(1, 1, 1));
  Simulation sim(b);
  sim.run(0.2);
  const std::vector<std::int32_t> islands = sim.world.islands();
  ASSERT_EQ(islands.size(), sim.world.bodyCount());
  const std::vector<std::int32_t> expected{low, low, apart, hung, hung, -1};
  EXPECT_EQ(islands, expected) << high << " and " << from;
}

}  // namespace
}  // namespace carom::test
