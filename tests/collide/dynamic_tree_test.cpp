// The broad phase's tree: complete answers, and a bounded height whatever the boxes are.
#include "collide/trees/dynamic_tree.hpp"

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

std::vector<DynamicTree::Leaf> leavesOf(const std::vector<Aabb>& boxes) {
  std::vector<DynamicTree::Leaf> leaves;
  for (const Aabb& box : boxes) leaves.push_back({box, static_cast<std::int32_t>(leaves.size())});
  return leaves;
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
    for (int i = 0; i < kCount; ++i) {
      boxes.push_back(pattern.box(i));
      grown.update({boxes.back(), i});
    }
    // Balanced: 13. Without regard to balance up to 4999.
    EXPECT_LE(grown.height(), 60) << pattern.name;
    EXPECT_EQ(found(grown, boxes[17]), overlapping(boxes, boxes[17])) << pattern.name;
    DynamicTree built;
    built.build(leavesOf(boxes));
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
    for (int i = 0; i < kCount; ++i) boxes.push_back(randomBox(random, 10));
    DynamicTree tree;
    if (bulk) tree.build(leavesOf(boxes));
    for (int i = 0; i < kCount && !bulk; ++i) tree.update({boxes[static_cast<std::size_t>(i)], i});
    for (int round = 0; round < 2000; ++round) {
      const auto i = static_cast<std::size_t>(random.between(0, kCount - 1e-9));
      const auto key = static_cast<std::int32_t>(i);
      boxes[i] = randomBox(random, 10);
      if (round % 3 == 0) tree.remove(key);
      tree.update({boxes[i], key});
      ASSERT_EQ(tree.aabb(key), boxes[i]);
      if (round % 20 != 0) continue;
      const Aabb asked = randomBox(random, 10);
      ASSERT_EQ(found(tree, asked), overlapping(boxes, asked)) << round;
      // A segment through the box's middle, by its own leaf at least.
      bool met = false;
      const Vec3 middle = boxes[i].center();
      tree.castSegment(middle - Vec3{30, 20, 10}, {60, 40, 20}, {}, 1, [&](std::int32_t found_key, float t) {
        met = met || found_key == key;
        return t;
      });
      ASSERT_TRUE(met) << round;
    }
    EXPECT_EQ(tree.leafCount(), static_cast<std::size_t>(kCount));
  }
}

// Few, many and all of them at a time, with single ones that come and go between.
TEST(DynamicTree, AnswersStayCompleteWhileManyMoveAtOnce) {
  Random random(7);
  constexpr int kCount = 700;
  std::vector<Aabb> boxes;
  for (int i = 0; i < kCount; ++i) boxes.push_back(randomBox(random, 10));
  DynamicTree tree;
  tree.build(leavesOf(boxes));
  const float built = tree.areaRatio();
  for (int round = 0; round < 200; ++round) {
    const int moving = round % 4 == 0 ? kCount : (round % 4 == 1 ? 3 : 60);
    std::vector<DynamicTree::Leaf> leaves;
    for (int k = 0; k < moving; ++k) {
      const int i = (round * 37 + k) % kCount;
      Aabb& box = boxes[static_cast<std::size_t>(i)];
      if (round % 3 == 0) box = randomBox(random, 10);
      const Vec3 way{random.betweenF(-1, 1), random.betweenF(-1, 1), random.betweenF(-1, 1)};
      box = {box.lower + way, box.upper + way};
      leaves.push_back({box, i});
    }
    tree.update(leaves);
    for (const DynamicTree::Leaf& leaf : leaves) ASSERT_EQ(tree.aabb(leaf.key), leaf.aabb);
    if (round % 5 == 0) {
      const std::int32_t key = round * 3 % kCount;
      tree.remove(key);
      ASSERT_FALSE(tree.contains(key));
      tree.update({boxes[static_cast<std::size_t>(key)], key});
    }
    const Aabb asked = randomBox(random, 10);
    ASSERT_EQ(found(tree, asked), overlapping(boxes, asked)) << round;
    ASSERT_EQ(tree.leafCount(), static_cast<std::size_t>(kCount));
  }
  EXPECT_LT(tree.areaRatio(), 6 * built);
}

TEST(DynamicTree, HoldsNoneOneOrTwo) {
  const Aabb unit{{0, 0, 0}, {1, 1, 1}}, beside{{2, 0, 0}, {3, 1, 1}}, all{{-9, -9, -9}, {9, 9, 9}};
  DynamicTree tree;
  const auto has = [&](const std::vector<std::int32_t>& keys) {
    EXPECT_EQ(found(tree, all), keys);
    std::vector<std::int32_t> met;
    tree.castSegment({-1, 0.5f, 0.5f}, {9, 0, 0}, {}, 1, [&](std::int32_t key, float t) {
      met.push_back(key);
      return t;
    });
    std::sort(met.begin(), met.end());
    EXPECT_EQ(met, keys);
    EXPECT_EQ(tree.leafCount(), keys.size());
  };
  has({});
  tree.update({unit, 4});
  has({4});
  tree.update({beside, 2});
  has({2, 4});
  tree.remove(4);
  has({2});
  tree.update({unit, 2});
  tree.update(std::vector<DynamicTree::Leaf>{{beside, 2}});
  EXPECT_EQ(tree.aabb(2), beside);
  has({2});
  tree.remove(2);
  has({});
  for (std::size_t count = 0; count < 6; ++count) {
    const std::vector<Aabb> boxes(count, unit);
    tree.build(leavesOf(boxes));
    has(overlapping(boxes, all));
  }
}

TEST(DynamicTree, BuiltAtOnceIsNoWorseThanGrown) {
  Random random(6);
  std::vector<Aabb> boxes;
  DynamicTree grown, built;
  for (int i = 0; i < 4000; ++i) {
    boxes.push_back(randomBox(random, 30));
    grown.update({boxes.back(), i});
  }
  built.build(leavesOf(boxes));
  EXPECT_LT(built.areaRatio(), grown.areaRatio());
  EXPECT_EQ(built.leafCount(), boxes.size());
}

}  // namespace
}  // namespace carom::collide
