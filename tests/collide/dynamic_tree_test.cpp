// The broad phase's tree: complete answers, and a bounded height whatever the boxes are.
#include "collide/dynamic_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "collide/convex_shapes.hpp"

namespace carom::collide {
namespace {

using namespace testing;

std::vector<std::int32_t> found(const DynamicTree& tree, const Aabb& box) {
  std::vector<std::int32_t> users;
  tree.query(box, [&](std::int32_t user) { return users.push_back(user), true; });
  std::sort(users.begin(), users.end());
  return users;
}
std::vector<std::int32_t> overlapping(const std::vector<Aabb>& boxes, const Aabb& box) {
  std::vector<std::int32_t> users;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (overlap(boxes[i], box)) users.push_back(static_cast<std::int32_t>(i));
  }
  return users;
}
Aabb randomBox(Random& random, float room) {
  const Vec3 p{random.betweenF(-room, room), random.betweenF(-room, room), random.betweenF(-room, room)};
  return {p, p + Vec3{random.betweenF(0.1f, 2), random.betweenF(0.1f, 2), random.betweenF(0.1f, 2)}};
}

struct Pattern {
  const char* name;
  std::function<Aabb(int)> box;
};
std::vector<Pattern> patterns() {
  const auto cube = [](const Vec3& p, float half) {
    return Aabb{p - Vec3{half, half, half}, p + Vec3{half, half, half}};
  };
  return {{"coincident",
           [=](int) {
             return cube({1, 2, 3}, 0.5f);
           }},
          {"nearly coincident",
           [=](int i) {
             return cube({1e-3f * static_cast<float>(i % 7), 1e-3f * static_cast<float>(i % 11), 0}, 1);
           }},
          {"nested, growing", [=](int i) { return cube({}, 0.5f + 1e-3f * static_cast<float>(i)); }},
          {"nested, shrinking", [=](int i) { return cube({}, 50 - 1e-3f * static_cast<float>(i)); }},
          {"points", [=](int) { return cube({}, 0); }},
          {"row", [=](int i) {
             return cube({1e-3f * static_cast<float>(i), 0, 0}, 0.5f);
           }}};
}

// Coincident boxes made a list of the tree: 10,000 bodies added at one place took seconds.
TEST(DynamicTree, HeightIsBoundedWhateverTheBoxesAre) {
  constexpr int kCount = 5000;
  for (const Pattern& pattern : patterns()) {
    DynamicTree grown;
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> users;
    for (int i = 0; i < kCount; ++i) {
      boxes.push_back(pattern.box(i));
      users.push_back(i);
      grown.insert(boxes.back(), i);
    }
    // Balanced: 13. Without regard to balance up to 4999.
    EXPECT_LE(grown.height(), 60) << pattern.name;
    EXPECT_EQ(found(grown, boxes[17]), overlapping(boxes, boxes[17])) << pattern.name;
    DynamicTree built;
    built.build(boxes, users);
    EXPECT_LE(built.height(), 70) << pattern.name;
    EXPECT_EQ(found(built, boxes[17]), overlapping(boxes, boxes[17])) << pattern.name;
    // Half of them taken out again.
    for (int i = 0; i < kCount; i += 2) built.remove(i);
    EXPECT_EQ(built.leafCount(), static_cast<std::size_t>(kCount / 2)) << pattern.name;
    EXPECT_LE(built.height(), 70) << pattern.name;
  }
}

TEST(DynamicTree, AnswersStayCompleteWhileLeavesComeMoveAndGo) {
  Random random(5);
  for (const bool bulk : {false, true}) {
    constexpr int kCount = 600;
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> users, leaf;
    for (int i = 0; i < kCount; ++i) {
      boxes.push_back(randomBox(random, 10));
      users.push_back(i);
    }
    DynamicTree tree;
    if (bulk) tree.build(boxes, users);
    for (int i = 0; i < kCount; ++i)
      leaf.push_back(bulk ? i : tree.insert(boxes[static_cast<std::size_t>(i)], i));
    for (int round = 0; round < 2000; ++round) {
      const auto i = static_cast<std::size_t>(random.between(0, kCount - 1e-9));
      boxes[i] = randomBox(random, 10);
      if (round % 3 == 0) {
        tree.remove(leaf[i]);
        leaf[i] = tree.insert(boxes[i], static_cast<std::int32_t>(i));
      } else {
        tree.update(leaf[i], boxes[i]);
      }
      ASSERT_EQ(tree.aabb(leaf[i]).lower, boxes[i].lower);
      if (round % 20 != 0) continue;
      const Aabb asked = randomBox(random, 10);
      ASSERT_EQ(found(tree, asked), overlapping(boxes, asked)) << round;
      // A segment through the box's middle, by its own leaf at least.
      bool met = false;
      const Vec3 middle = boxes[i].center();
      tree.castSegment(middle - Vec3{30, 20, 10}, {60, 40, 20}, {}, 1, [&](std::int32_t user, float t) {
        met = met || user == static_cast<std::int32_t>(i);
        return t;
      });
      ASSERT_TRUE(met) << round;
    }
    EXPECT_EQ(tree.leafCount(), static_cast<std::size_t>(kCount));
  }
}

TEST(DynamicTree, BuiltAtOnceIsNoWorseThanGrown) {
  Random random(6);
  std::vector<Aabb> boxes;
  std::vector<std::int32_t> users;
  DynamicTree grown, built;
  for (int i = 0; i < 4000; ++i) {
    boxes.push_back(randomBox(random, 30));
    users.push_back(i);
    grown.insert(boxes.back(), i);
  }
  built.build(boxes, users);
  EXPECT_LT(built.areaRatio(), grown.areaRatio());
  EXPECT_EQ(built.leafCount(), boxes.size());
  DynamicTree empty;
  empty.build({}, {});
  EXPECT_EQ(empty.leafCount(), 0u);
  EXPECT_TRUE(found(empty, boxes[0]).empty());
}

}  // namespace
}  // namespace carom::collide
