// Ray casts, shape casts, overlaps and closest points, compared with brute force and closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "world/mesh_shapes.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

/// A cloud of balls and turned boxes, some static, some bodies, with what is needed to answer by hand.
struct Cloud {
  struct Item {
    int node;
    bool ball;
    DVec3 center;
    DQuat rotation;
    double radius;
    DVec3 half;
  };
  explicit Cloud(std::uint64_t seed, int count = 80) {
    Random random(seed);
    for (int i = 0; i < count; ++i) {
      Item item;
      item.ball = i % 2 == 0;
      item.center = random.vector(-10, 10);
      item.rotation = random.rotation();
      item.radius = random(0.2, 1);
      item.half = random.vector(0.2, 1);
      NodeBuilder n = builder.node().at(item.center).rotated(item.rotation);
      if (i % 3 == 0) n.kinematic();
      n.collider(item.ball ? sphere(item.radius) : box(2 * item.half.x, 2 * item.half.y, 2 * item.half.z));
      item.node = n;
      items.push_back(item);
    }
  }
  std::vector<Item> items;
  SceneBuilder builder;
};

/// Where a ray enters an item from outside; nothing when it misses or starts inside.
std::optional<double> rayEnters(const Cloud::Item& item, const DVec3& origin, const DVec3& direction) {
  if (item.ball) {
    const DVec3 m = origin - item.center;
    const double half_b = dot(m, direction), c = dot(m, m) - item.radius * item.radius;
    const double d = half_b * half_b - c;
    if (d < 0 || c < 0 || half_b > 0) return {};
    return -half_b - std::sqrt(d);
  }
  const DVec3 o = inverseRotate(item.rotation, origin - item.center),
              v = inverseRotate(item.rotation, direction);
  double enter = -kInfinity, leave = kInfinity;
  for (std::size_t i = 0; i < 3; ++i) {
    const double a = (-item.half[i] - o[i]) / v[i], c = (item.half[i] - o[i]) / v[i];
    enter = std::max(enter, std::min(a, c)), leave = std::min(leave, std::max(a, c));
  }
  if (enter > leave || enter < 0) return {};
  return enter;
}
/// Distance from a point to an item's surface, 0 inside.
double distanceTo(const Cloud::Item& item, const DVec3& point) {
  if (item.ball) return std::max(0.0, length(point - item.center) - item.radius);
  const DVec3 p = absolute(inverseRotate(item.rotation, point - item.center));
  const DVec3 outside = maximum(p - item.half, DVec3{0, 0, 0});
  return length(outside);
}

TEST(Queries, RayCastFindsTheNearest) {
  const Cloud cloud(1);
  Simulation sim(cloud.builder);
  Random random(2);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const DVec3 origin = random.direction() * 18, direction = normalized(random.vector(-8, 8) - origin);
    double best = kInfinity, second = kInfinity;
    int node = -1;
    for (const Cloud::Item& item : cloud.items)
      if (const auto t = rayEnters(item, origin, direction)) {
        second = std::min(second, std::max(*t, best));
        if (*t < best) best = *t, node = item.node;
      }
    const RayCastHit hit = sim.world.castRay(origin, direction, 50);
    // Float geometry at 20 m: 1e-4. Grazing rays (a hit that a hair's breadth decides) are within it too or
    // skipped below.
    ASSERT_EQ(hit.hit, node >= 0) << i;
    if (!hit.hit) continue;
    ++hits;
    ASSERT_NEAR(hit.distance, best, 2e-3) << i;
    if (second - best > 1e-2) {
      ASSERT_EQ(hit.collider, node) << i;
    }
    EXPECT_LT(length(hit.point - (origin + direction * hit.distance)), 1e-3);
    EXPECT_NEAR(length(hit.normal), 1, 1e-4);
    EXPECT_LT(dot(hit.normal, direction), 0);
    EXPECT_EQ(hit.motion, sim.world.bodyOfNode(hit.collider) ? hit.collider : -1);
    // A ray that ends before the hit misses.
    EXPECT_FALSE(sim.world.castRay(origin, direction, best - 0.01).hit);
  }
  EXPECT_GT(hits, 100);
}

TEST(Queries, RayCastAllListsEveryColliderNearestFirst) {
  const Cloud cloud(3);
  Simulation sim(cloud.builder);
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const DVec3 origin = random.direction() * 18, direction = normalized(random.vector(-4, 4) - origin);
    std::set<int> expected;
    for (const Cloud::Item& item : cloud.items)
      if (rayEnters(item, origin, direction)) expected.insert(item.node);
    const std::vector<RayCastHit> hits = sim.world.castRayAll(origin, direction, 50);
    std::set<int> found;
    for (const RayCastHit& h : hits) found.insert(h.collider);
    EXPECT_EQ(found, expected) << i;
    EXPECT_EQ(hits.size(), expected.size()) << i;
    EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end(), [](const RayCastHit& a, const RayCastHit& c) {
      return a.distance < c.distance;
    }));
  }
}

TEST(Queries, RayNormalsAndEdges) {
  SceneBuilder b;
  b.node().at(0, -0.5, 0).collider(box(2, 1, 2));
  b.node().at(10, 0, 0).collider(plane());
  b.node().at(20, 3, 0).collider(b.mesh(floorMesh(-1, 1, 2, -1, 1, 2)));
  Simulation sim(b);
  const RayCastHit top = sim.world.castRay({0.3, 4, 0.2}, {0, -1, 0}, 10);
  ASSERT_TRUE(top.hit);
  EXPECT_LT(length(top.normal - DVec3{0, 1, 0}), 1e-5);
  EXPECT_NEAR(top.distance, 4, 1e-5);
  const RayCastHit down = sim.world.castRay({10, 7, 30}, {0, -1, 0}, 10);
  ASSERT_TRUE(down.hit);
  EXPECT_NEAR(down.distance, 7, 1e-5);
  // Through the seam of the mesh's four quads, from above and from below: the normal looks at the origin.
  const RayCastHit seam = sim.world.castRay({20, 5, 0}, {0, -1, 0}, 10);
  ASSERT_TRUE(seam.hit);
  EXPECT_NEAR(seam.distance, 2, 1e-5);
  const RayCastHit under = sim.world.castRay({20.3, 1, 0.1}, {0, 1, 0}, 10);
  ASSERT_TRUE(under.hit);
  EXPECT_NEAR(under.distance, 2, 1e-5);
  EXPECT_LT(under.normal.y, -0.99);
}

TEST(Queries, SphereCastAmongSpheresIsARayAmongBiggerSpheres) {
  Cloud cloud(5);
  const int shape = cloud.builder.addShape(sphere(0.3));
  Simulation sim(cloud.builder);
  Random random(6);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const DVec3 start = random.direction() * 18, move = (random.vector(-8, 8) - start) * 1.5;
    const double way = length(move);
    double best = kInfinity, box_distance = kInfinity;
    for (Cloud::Item item : cloud.items) {
      if (item.ball) {
        item.radius += 0.3;
        if (const auto t = rayEnters(item, start, move * (1 / way))) best = std::min(best, *t);
      } else {
        // A rounded box has no short formula: march by the distance to it.
        double t = 0;
        for (int k = 0; k < 400 && t < way; ++k) {
          const double d = distanceTo(item, start + move * (t / way)) - 0.3;
          if (d < 1e-5) break;
          t += d;
        }
        if (t < way) box_distance = std::min(box_distance, t);
      }
    }
    best = std::min(best, box_distance);
    const ShapeCastHit hit =
        sim.world.castShape(cloud.builder.build().shapes[static_cast<std::size_t>(shape)], {start, {}}, move);
    ASSERT_EQ(hit.hit, best <= way) << i;
    if (!hit.hit) continue;
    ++hits;
    // Conservative advancement stops within a millimetre or so of touching: 5 mm.
    EXPECT_NEAR(hit.fraction * way, best, 5e-3) << i;
    EXPECT_FALSE(hit.initially_overlapping) << i;
    EXPECT_LE(dot(hit.normal, move), 1e-3) << i;
  }
  EXPECT_GT(hits, 50);
}

TEST(Queries, ShapeCastOfABoxOntoAFloor) {
  SceneBuilder b;
  const int floor = b.floor();
  Simulation sim(b);
  // A cube of 1 turned by 45° about z reaches √2/2 below its centre: stops at y = 0.7071, from 5 that
  // is 4.293 of 8.
  const ShapeCastHit hit =
      sim.world.castShape(box(1, 1, 1), {{0, 5, 0}, axisAngle({0, 0, 1}, 45)}, {0, -8, 0});
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.fraction, (5 - std::sqrt(0.5)) / 8, 1e-3);
  EXPECT_LT(length(hit.normal - DVec3{0, 1, 0}), 1e-3);
  EXPECT_NEAR(hit.point.y, 0, 5e-3);
  EXPECT_EQ(hit.collider, floor);
  EXPECT_EQ(hit.motion, -1);
  const ShapeCastHit inside = sim.world.castShape(box(1, 1, 1), {{0, 0.2, 0}, {}}, {0, -8, 0});
  EXPECT_TRUE(inside.hit);
  EXPECT_TRUE(inside.initially_overlapping);
  EXPECT_FALSE(sim.world.castShape(box(1, 1, 1), {{0, 5, 0}, {}}, {0, -4, 0}).hit);
}

TEST(Queries, OverlapFindsExactlyWhatOverlaps) {
  const Cloud cloud(7);
  Simulation sim(cloud.builder);
  Random random(8);
  int found_in_all = 0;
  for (int i = 0; i < 200; ++i) {
    const DVec3 center = random.vector(-10, 10);
    const double radius = random(0.1, 3);
    std::vector<int> expected, found;
    bool near_miss = false;
    for (const Cloud::Item& item : cloud.items) {
      const double gap = distanceTo(item, center) - radius;
      if (gap <= 0) expected.push_back(item.node);
      near_miss |= std::abs(gap) < 1e-3;  // A hair's breadth decides: not compared.
    }
    for (const OverlapHit& h : sim.world.overlapShape(sphere(radius), {center, {}})) {
      found.push_back(h.collider);
      EXPECT_EQ(h.motion, sim.world.bodyOfNode(h.collider) ? h.collider : -1);
    }
    if (near_miss) continue;
    EXPECT_EQ(found, expected) << i;  // Both ascending.
    found_in_all += static_cast<int>(found.size());
  }
  EXPECT_GT(found_in_all, 100);  // The comparison compared something.
}

TEST(Queries, ClosestPointIsTheNearestSurfacePoint) {
  const Cloud cloud(9);
  Simulation sim(cloud.builder);
  Random random(10);
  for (int i = 0; i < 300; ++i) {
    const DVec3 point = random.vector(-12, 12);
    double best = kInfinity;
    for (const Cloud::Item& item : cloud.items) best = std::min(best, distanceTo(item, point));
    const ClosestPointHit hit = sim.world.closestPoint(point, 30);
    ASSERT_TRUE(hit.hit);
    ASSERT_NEAR(hit.distance, best, 1e-3) << i;
    if (best > 1e-2) {
      EXPECT_NEAR(length(hit.point - point), best, 1e-3) << i;
      EXPECT_LT(length(hit.normal - normalized(point - hit.point)), 1e-2) << i;
      EXPECT_FALSE(sim.world.closestPoint(point, best * 0.99 - 1e-3).hit) << i;
    }
  }
}

TEST(Queries, FollowMovingBodies) {
  SceneBuilder b;
  const int ball = b.node().at(0, 0, 0).kinematic().collider(sphere(0.5)).velocity({1, 0, 0});
  const int faller = b.node().at(0, 50, 8).dynamic(1).collider(sphere(0.5));
  Simulation sim(b);
  sim.run(3);
  EXPECT_EQ(sim.world.castRay({3, 5, 0}, {0, -1, 0}, 10).collider, ball);
  EXPECT_FALSE(sim.world.castRay({0, 5, 0}, {0, -1, 0}, 10).hit);
  EXPECT_NEAR(sim.world.closestPoint({3, 2, 0}, 10).distance, 1.5, 1e-3);
  const ClosestPointHit near_faller = sim.world.closestPoint(sim.position(faller) + DVec3{0, 0, 2}, 10);
  EXPECT_EQ(near_faller.collider, faller);
  EXPECT_NEAR(near_faller.distance, 1.5, 1e-3);
  // And what the caller moved.
  sim.world.setTransform(sim.body(ball), {{100, 0, 0}, {}});
  EXPECT_TRUE(sim.world.castRay({100, 5, 0}, {0, -1, 0}, 10).hit);
}

TEST(Queries, FiltersIgnoredBodiesAndTriggers) {
  SceneBuilder b;
  const int near = b.node().at(0, 3, 0).kinematic().collider(sphere(0.5)).filter(member({"near"}));
  const int far = b.node().at(0, 0, 0).collider(sphere(0.5)).filter(accepts({"far"}, {"ray"}));
  const int zone = b.node().at(0, 6, 0).trigger(sphere(0.5));
  Simulation sim(b);
  const auto ray = [&](const QueryFilter& f) {
    return sim.world.castRay({0, 10, 0}, {0, -1, 0}, 20, f).collider;
  };
  EXPECT_EQ(ray({}), near);
  QueryFilter ignoring;
  ignoring.ignore_motion_node = near;
  EXPECT_EQ(ray(ignoring), far);
  QueryFilter with_triggers;
  with_triggers.include_triggers = true;
  EXPECT_EQ(ray(with_triggers), zone);
  const CollisionFilter not_near = rejects({"ray"}, {"near"}), stranger = rejects({"other"}, {"near"});
  QueryFilter filtered;
  filtered.filter = &not_near;
  EXPECT_EQ(ray(filtered), far);
  filtered.filter = &stranger;  // far accepts only "ray".
  EXPECT_EQ(ray(filtered), -1);
  // The same rule in the other three questions.
  filtered.filter = &not_near;
  EXPECT_EQ(sim.world.castShape(sphere(0.1), {{0, 10, 0}, {}}, {0, -20, 0}, filtered).collider, far);
  EXPECT_EQ(sim.world.closestPoint({0, 10, 0}, 20, filtered).collider, far);
  const std::vector<OverlapHit> overlaps = sim.world.overlapShape(sphere(20), {}, filtered);
  ASSERT_EQ(overlaps.size(), 1u);
  EXPECT_EQ(overlaps[0].collider, far);
  EXPECT_EQ(sim.world.overlapShape(sphere(20), {}, with_triggers).size(), 3u);
}

TEST(Queries, WorkBeforeTheFirstStepAndInAnEmptyWorld) {
  SceneBuilder b;
  b.node().collider(sphere(1));
  const Simulation before(b);
  EXPECT_TRUE(before.world.castRay({0, 5, 0}, {0, -1, 0}, 10).hit);
  EXPECT_EQ(before.world.overlapShape(sphere(1), {}).size(), 1u);
  const Simulation empty{SceneBuilder{}};
  EXPECT_FALSE(empty.world.castRay({0, 5, 0}, {0, -1, 0}, 10).hit);
  EXPECT_FALSE(empty.world.castShape(sphere(1), {}, {1, 0, 0}).hit);
  EXPECT_TRUE(empty.world.overlapShape(sphere(1), {}).empty());
  EXPECT_FALSE(empty.world.closestPoint({0, 0, 0}, 100).hit);
}

TEST(Queries, MeshAndHullShapesOfTheSceneCanBeAskedWith) {
  SceneBuilder b;
  b.floor();
  const Shape hull = b.hull(boxCorners(1, 1, 1)), mesh = b.mesh(boxMesh(1, 1, 1));
  b.addShape(hull), b.addShape(mesh);
  Simulation sim(b);
  for (const Shape& s : {hull, mesh}) {
    const ShapeCastHit hit = sim.world.castShape(s, {{0, 5, 0}, {}}, {0, -8, 0});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.fraction, 4.5 / 8, 2e-3);
    EXPECT_EQ(sim.world.overlapShape(s, {{0, 0.4, 0}, {}}).size(), 1u);
    EXPECT_TRUE(sim.world.overlapShape(s, {{0, 0.6, 0}, {}}).empty());
  }
}

TEST(Queries, WhatIsCastFarHitsWhereWhatIsCastNearDoes) {
  SceneBuilder b;
  b.floor();
  const int ball = b.node().at(0, 2, 0).dynamic(1).collider(sphere(0.5));
  b.node().at(0, -10, 0).collider(plane());
  Simulation sim(b);
  const Shape probe = sphere(0.25);
  for (const double far : {1e2, 1e5, 1e9, 1e12, 1e40, std::numeric_limits<double>::infinity()}) {
    const RayCastHit hit = sim.world.castRay({0.3, 50, 0}, {0, -1, 0}, far);
    ASSERT_TRUE(hit.hit) << far;
    EXPECT_EQ(hit.motion, ball) << far;
    EXPECT_NEAR(hit.distance, 47.6, 1e-5) << far;
    const RayCastHit floor = sim.world.castRay({3, 50, 0}, {0, -1, 0}, far);
    ASSERT_TRUE(floor.hit) << far;
    EXPECT_NEAR(floor.distance, 50, 1e-4) << far;
    EXPECT_NEAR(sim.world.castRay({300, 50, 0}, {0, -1, 0}, far).distance, 60, 1e-4) << far;
    EXPECT_EQ(sim.world.castRayAll({0.3, 50, 0}, {0, -1, 0}, far).size(), 3u) << far;
    EXPECT_FALSE(sim.world.castRay({0, 50, 0}, {0, 1, 0}, far).hit) << far;
    if (far > 1e9) continue;  // The limit of a translation.
    const ShapeCastHit swept = sim.world.castShape(probe, {{0.45, 50, 0}, {}}, {0, -far, 0});
    ASSERT_TRUE(swept.hit) << far;
    EXPECT_EQ(swept.motion, ball) << far;
    EXPECT_NEAR(swept.fraction * far, 48 - 0.6, 1e-3) << far;
    const ShapeCastHit lands = sim.world.castShape(probe, {{3, 50, 0}, {}}, {0, -far, 0});
    ASSERT_TRUE(lands.hit) << far;
    EXPECT_NEAR(lands.fraction * far, 49.75, 1e-3) << far;
    EXPECT_NEAR(sim.world.castShape(probe, {{300, 50, 0}, {}}, {0, -far, 0}).fraction * far, 59.75, 1e-3)
        << far;
  }
}

}  // namespace
}  // namespace carom::test
