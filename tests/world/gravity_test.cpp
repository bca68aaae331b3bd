// What gravity volumes do at a place: each kind against its closed form, and how several combine.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "carom/base/diagnostic_codes.hpp"
#include "world/gravity_builder.hpp"
#include "world/mesh_shapes.hpp"

namespace carom::test {
namespace {

constexpr double kTolerance = 2e-6;  // Relative: velocities are floats.

void expectVector(const DVec3& found, const DVec3& expected, double tolerance, const std::string& where) {
  EXPECT_LE(length(found - expected), tolerance)
      << where << ": " << found.x << " " << found.y << " " << found.z << " instead of " << expected.x << " "
      << expected.y << " " << expected.z;
}
void expectAcceleration(const DVec3& found, const DVec3& expected, const std::string& where) {
  expectVector(found, expected, kTolerance * length(expected) + 1e-9, where);
}

DVec3 towards(const DVec3& way, double strength, double unit_distance) {
  const double d = length(way);
  const double ratio = unit_distance > 0 ? unit_distance / d : 1;
  return way * (strength * ratio * ratio / d);
}

TEST(Gravity, IsTheScenesUnlessTheSettingsSayOtherwise) {
  SceneBuilder b;
  expectAcceleration(felt(b, {}, {}), {0, -9.81, 0}, "nothing said");
  b.scene().gravity = WorldGravity{};
  b.scene().gravity->gravity = 3;
  b.scene().gravity->direction = {0, 0.6, -0.8};
  expectAcceleration(felt(b, {}, {}), {0, 1.8, -2.4}, "the scene's");
  expectAcceleration(felt(b, {}, weightless()), {}, "the settings'");
  b.scene().gravity->gravity = 0;
  expectAcceleration(felt(b, {}, {}), {}, "the scene's zero");
  WorldSettings settings;
  settings.gravity = {1, 2, 3};
  EXPECT_EQ(World(b.build(), settings).gravity(), (DVec3{1, 2, 3}));
  EXPECT_EQ(World(b.build(), {}).gravity(), (DVec3{0, 0, 0}));
}

TEST(Gravity, OfSettingsLeavesVolumesAlone) {
  SceneBuilder b;
  act(b, b.node().trigger(box(2, 2, 2)), directional(4, {1, 0, 0}));
  expectAcceleration(felt(b, {}, {}), {4, -9.81, 0}, "inside");
  expectAcceleration(felt(b, {}, weightless()), {4, 0, 0}, "inside, weightless");
  expectAcceleration(felt(b, {3, 0, 0}, {}), {0, -9.81, 0}, "outside");
}

TEST(Gravity, DirectionTurnsWithTheNode) {
  SceneBuilder b;
  const int node = b.node().at(5, 0, 0).rotated({0, 0, 1}, 90).scaled({2, 3, 4}).trigger(sphere(10));
  act(b, node, directional(7, {0, -1, 0}));
  expectAcceleration(felt(b, {6, 1, 2}), {7, 0, 0}, "turned by 90 degrees");
}

/// A volume about a turned and shifted node, at places in the node's frame, against a closed form there.
struct Placed {
  SceneBuilder builder;
  DTransform pose;

  explicit Placed(double reach) {
    pose = {{3, -2, 5}, axisAngle({1, 2, -1}, 70)};
    node = builder.node().at(pose.translation).rotated(pose.rotation).trigger(sphere(reach));
  }
  void expect(const DVec3& place, const DVec3& acceleration, const std::string& where) const {
    const DVec3 global = transformPoint(pose, place);
    expectAcceleration(felt(builder, global), rotate(pose.rotation, acceleration), where);
  }
  int node = -1;
};

TEST(Gravity, PointFollowsTheInverseSquareOrIsConstant) {
  Random random(1);
  for (const double unit : {0.0, 6.0}) {
    Placed placed(100);
    act(placed.builder, placed.node, gravity(GravityKind::Point, 9, unit));
    for (int i = 0; i < 20; ++i) {
      const DVec3 p = random.vector(-20, 20);
      placed.expect(p, towards(-p, 9, unit), "point " + std::to_string(i));
    }
  }
}

TEST(Gravity, DiscAndTorusPullTowardsTheirCircles) {
  Random random(2);
  for (const double unit : {0.0, 2.0}) {
    for (const GravityKind kind : {GravityKind::Disc, GravityKind::Torus}) {
      Placed placed(100);
      GravityVolume volume = gravity(kind, 5, unit);
      volume.radius = 8;
      act(placed.builder, placed.node, volume);
      for (int i = 0; i < 30; ++i) {
        const DVec3 p = scaled(random.vector(-12, 12), DVec3{1, 0.5, 1});
        const double rho = std::sqrt(p.x * p.x + p.z * p.z);
        const DVec3 rim{p.x / rho * 8, 0, p.z / rho * 8};
        const DVec3 nearest = kind == GravityKind::Disc && rho <= 8 ? DVec3{p.x, 0, p.z} : rim;
        placed.expect(p, towards(nearest - p, 5, unit), "circle " + std::to_string(i));
      }
    }
  }
}

TEST(Gravity, LinePullsTowardsItsNearestSegment) {
  Random random(3);
  Placed placed(100);
  GravityVolume volume = gravity(GravityKind::Line, 5, 3);
  volume.points = {{-6, 0, 0}, {6, 0, 0}, {6, 8, 0}, {6, 8, 0}, {0, 8, 9}};
  act(placed.builder, placed.node, volume);
  for (int i = 0; i < 40; ++i) {
    const DVec3 p = random.vector(-12, 12);
    DVec3 best{1e9, 0, 0};
    for (std::size_t k = 1; k < volume.points.size(); ++k) {
      for (int s = 0; s <= 20000; ++s) {  // To 1e-3 m along it, 1e-7 m in distance.
        const DVec3 q = volume.points[k - 1] + (volume.points[k] - volume.points[k - 1]) * (s / 20000.0);
        if (length(q - p) < length(best)) best = q - p;
      }
    }
    const DVec3 global = transformPoint(placed.pose, p);
    const DVec3 expected = rotate(placed.pose.rotation, towards(best, 5, 3));
    expectVector(felt(placed.builder, global), expected, 1e-3 * length(expected), "line");
  }
}

TEST(Gravity, ScaleOfTheNodeScalesWhatDrawsButNotTheUnitDistance) {
  SceneBuilder b;
  const int node = b.node().scaled({2, 2, 2}).trigger(sphere(20));
  GravityVolume volume = gravity(GravityKind::Torus, 5, 1);
  volume.radius = 3;
  act(b, node, volume);
  expectAcceleration(felt(b, {8, 0, 0}), {-5.0 / 4, 0, 0}, "two metres from a circle of six");
  b = {};
  const int line = b.node().scaled({2, 3, 1}).trigger(sphere(20));
  volume = gravity(GravityKind::Line, 5);
  volume.points = {{-1, 0, 0}, {-1, 2, 0}};
  act(b, line, volume);
  expectAcceleration(felt(b, {-5, 6, 0}), {5, 0, 0}, "beside the upper end");
  expectAcceleration(felt(b, {-2, 10, 0}), {0, -5, 0}, "above the upper end");
}

TEST(Gravity, ShapedPullsTowardsTheSurfaceFromBothSides) {
  struct Case {
    std::string name;
    Shape shape;
    std::function<DVec3(const DVec3&)> nearest;
  };
  SceneBuilder shapes;
  const auto on_box = [](const DVec3& p) {
    const DVec3 half{2, 1, 3};
    DVec3 q = p;
    bool inside = true;
    for (std::size_t i = 0; i < 3; ++i) {
      q[i] = std::clamp(p[i], -half[i], half[i]);
      inside = inside && q[i] == p[i];
    }
    if (!inside) return q;
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i)
      if (half[i] - std::abs(p[i]) < half[axis] - std::abs(p[axis])) axis = i;
    q[axis] = p[axis] < 0 ? -half[axis] : half[axis];
    return q;
  };
  const Case cases[] = {
      {"sphere", sphere(2), [](const DVec3& p) { return p * (2 / length(p)); }},
      {"box", box(4, 2, 6), on_box},
      {"hull", shapes.hull(boxCorners(4, 2, 6)), on_box},
      {"mesh", shapes.mesh(boxMesh(4, 2, 6)), on_box},
      {"plane", plane(),
       [](const DVec3& p) {
         return DVec3{p.x, 0, p.z};
       }},
      {"capsule", capsule(4, 1.5),
       [](const DVec3& p) {
         const DVec3 axis{0, std::clamp(p.y, -2.0, 2.0), 0};
         return axis + (p - axis) * (1.5 / length(p - axis));
       }},
  };
  for (const Case& c : cases) {
    for (const double unit : {0.0, 1.5}) {
      Placed placed(100);
      placed.builder.scene().geometries = shapes.scene().geometries;
      act(placed.builder, placed.node, shaped(placed.builder, 6, unit, c.shape));
      Random random(4);
      int inside = 0;
      for (int i = 0; i < 60; ++i) {
        const DVec3 p = i % 2 == 0 ? random.vector(-6, 6) : random.vector(-0.95, 0.95);
        const DVec3 way = c.nearest(p) - p;
        if (length(way) < 0.1) continue;
        if (dot(way, p) > 0) ++inside;
        // Vertices of hulls and meshes are floats, and so is where GJK takes the point to be.
        const DVec3 global = transformPoint(placed.pose, p);
        const DVec3 expected = rotate(placed.pose.rotation, towards(way, 6, unit));
        expectVector(felt(placed.builder, global), expected, 2e-5 * length(expected), c.name);
      }
      EXPECT_GT(inside, c.name == "plane" ? -1 : 10) << c.name;
    }
  }
}

/// Nearest point of a surface of revolution, by trying points of its profile.
DVec3 nearestOfProfile(const std::vector<std::pair<double, double>>& profile, const DVec3& p) {
  const double rho = std::sqrt(p.x * p.x + p.z * p.z);
  double best = 1e9;
  std::pair<double, double> at;
  for (const auto& [r, y] : profile) {
    const double d = (r - rho) * (r - rho) + (y - p.y) * (y - p.y);
    if (d < best) best = d, at = {r, y};
  }
  return {p.x / rho * at.first, at.second, p.z / rho * at.first};
}

TEST(Gravity, ShapedKnowsTapers) {
  std::vector<std::pair<double, double>> cone, pill;
  const int n = 20000;
  for (int i = 0; i <= n; ++i) {
    const double t = static_cast<double>(i) / n;
    cone.push_back({0.5 * t, 2});
    cone.push_back({0.5 + 1.5 * t, 2 - 4 * t});
    cone.push_back({2 * t, -2});
    // The hull of two balls: farthest along each direction.
    const double angle = kPi * (t - 0.5);
    const double y = std::sin(angle), r = std::cos(angle);
    const bool top = 2 * y + 0.5 > -2 * y + 1.5;
    pill.push_back({(top ? 0.5 : 1.5) * r, (top ? 2 + 0.5 * y : -2 + 1.5 * y)});
  }
  const double axial = (1.5 - 0.5) / 4, across = std::sqrt(1 - axial * axial);
  for (int i = 0; i <= n; ++i) {
    const double t = static_cast<double>(i) / n;
    pill.push_back({across * (0.5 + t), 2 + 0.5 * axial + t * (-4 + axial)});
  }
  const std::pair<Shape, const std::vector<std::pair<double, double>>*> cases[] = {
      {cylinder(4, 2, 0.5), &cone}, {capsule(4, 1.5, 0.5), &pill}};
  for (const auto& [shape, profile] : cases) {
    SceneBuilder b;
    act(b, b.node().trigger(sphere(100)), shaped(b, 6, 0, shape));
    Random random(5);
    for (int i = 0; i < 60; ++i) {
      const DVec3 p = i % 2 == 0 ? random.vector(-5, 5) : random.vector(-1, 1);
      const DVec3 way = nearestOfProfile(*profile, p) - p;
      if (length(way) < 0.1) continue;
      expectVector(felt(b, p), towards(way, 6, 0), 6 * 4e-3, "taper " + std::to_string(i));
    }
  }
}

TEST(Gravity, NegativeStrengthPushesAway) {
  SceneBuilder b;
  act(b, b.node().trigger(sphere(50)), gravity(GravityKind::Point, -8, 2));
  expectAcceleration(felt(b, {4, 0, 0}), {2, 0, 0}, "from a point");
  b = {};
  act(b, b.node().trigger(sphere(50)), directional(-8, {0, -1, 0}));
  expectAcceleration(felt(b, {4, 0, 0}), {0, 8, 0}, "against a direction");
}

TEST(Gravity, WhereThereIsNoDirectionThereIsNoAcceleration) {
  for (const double unit : {0.0, 1.0}) {
    SceneBuilder point;
    act(point, point.node().trigger(sphere(50)), gravity(GravityKind::Point, 8, unit));
    expectAcceleration(felt(point, {}), {}, "at the point");
    SceneBuilder torus;
    GravityVolume volume = gravity(GravityKind::Torus, 8, unit);
    volume.radius = 3;
    act(torus, torus.node().trigger(sphere(50)), volume);
    expectAcceleration(felt(torus, {}), {}, "in the middle of a circle");
    expectAcceleration(felt(torus, {3, 0, 0}), {}, "on a circle");
    // On the axis all of the circle is equally near: what it has in common is along the axis.
    expectAcceleration(felt(torus, {0, 4, 0}), DVec3{0, -4.0 / 5 * 8 * (unit > 0 ? 1.0 / 25 : 1), 0},
                       "on the axis");
    for (const Shape& shape : {sphere(2), box(2, 2, 2)}) {
      SceneBuilder b;
      act(b, b.node().trigger(sphere(50)), shaped(b, 8, unit, shape));
      expectAcceleration(felt(b, {}), {}, "in the middle of a shape");
    }
    SceneBuilder b;
    act(b, b.node().trigger(sphere(50)), shaped(b, 8, unit, box(2, 2, 2)));
    expectAcceleration(felt(b, {0.5, 1, 0.25}), {}, "on a face");
  }
}

TEST(Gravity, NearTheNearestPointNothingIsThrownAcrossIt) {
  // |a| <= d/h²: what is at rest reaches it within the substep at most.
  SceneBuilder b;
  act(b, b.node().trigger(sphere(50)), gravity(GravityKind::Point, 9.81, 6));
  // From d/h² at d to half of it at d/2, where that has taken it.
  EXPECT_NEAR(felt(b, {1e-4, 0, 0}).x, -0.75e-4 / (kShortStep * kShortStep), 1);
  const int ball = b.node().at(1e-9, 2e-9, 0).dynamic(1).inertia({1, 1, 1});
  const int other = b.node().at(3, 0.1, 0).dynamic(1).inertia({1, 1, 1});
  Simulation sim(b, weightless());
  sim.run(20, [&] { ASSERT_TRUE(sim.allFinite()); });
  EXPECT_LT(length(sim.position(ball)), 1e3);
  EXPECT_LT(length(sim.position(other)), 1e4);
}

TEST(Gravity, AbsurdNumbersStayFinite) {
  const double huge = 1e300;
  for (const double strength : {huge, -huge, 1e9}) {
    SceneBuilder b;
    GravityVolume line = gravity(GravityKind::Line, strength, huge);
    line.points = {{-huge, 0, 0}, {0, 0, 0}, {1, 0, 0}};
    act(b, b.node().trigger(sphere(50)), line);
    act(b, b.node().trigger(sphere(50)), directional(strength, {0, 1, 0}));
    GravityVolume torus = gravity(GravityKind::Torus, strength, 1e9);
    torus.radius = huge;
    act(b, b.node().trigger(sphere(50)), torus);
    for (int i = 0; i < 5; ++i) b.node().at(i, 1, 0).dynamic(1).collider(sphere(0.4));
    Simulation sim(b, weightless());
    sim.run(0.5, [&] { ASSERT_TRUE(sim.allFinite()) << strength; });
  }
}

TEST(Gravity, FactorOfTheBodyMultiplies) {
  for (const double factor : {-0.5, 0.0, 2.0}) {
    SceneBuilder b;
    act(b, b.node().trigger(sphere(50)), gravity(GravityKind::Point, 8, 2));
    const int ball = b.node().at(4, 0, 0).dynamic(1).inertia({1, 1, 1}).gravityFactor(factor);
    WorldSettings settings;
    settings.gravity = {0, -3, 0};
    settings.time_step = 1e-4;
    settings.substeps = 1;
    Simulation sim(b, settings);
    sim.world.step();
    expectAcceleration(sim.velocity(ball) * 1e4, DVec3{-2, -3, 0} * factor, std::to_string(factor));
  }
}

TEST(Gravity, MovesNeitherKinematicNorInfinitelyHeavyBodies) {
  SceneBuilder b;
  act(b, b.node().trigger(sphere(50)), directional(8, {1, 0, 0}));
  const int heavy = b.node().at(4, 0, 0).dynamic(kInfinity).collider(sphere(1));
  const int moved = b.node().at(-4, 0, 0).kinematic().velocity({0, 1, 0}).collider(sphere(1));
  Simulation sim(b);
  sim.run(1);
  EXPECT_EQ(sim.velocity(heavy), (DVec3{}));
  EXPECT_EQ(sim.velocity(moved), (DVec3{0, 1, 0}));
}

struct Layer {
  std::int64_t priority;
  bool replace, stop;
};

/// The text, word for word: higher priorities first, ties in the order of nodes, the world's last.
DVec3 combined(const std::vector<Layer>& layers, const std::vector<DVec3>& own, const DVec3& world) {
  std::vector<std::size_t> order(layers.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return layers[a].priority > layers[b].priority; });
  DVec3 sum;
  for (const std::size_t i : order) {
    sum = layers[i].replace ? own[i] : sum + own[i];
    if (layers[i].stop) return sum;
  }
  return sum + world;
}

TEST(Gravity, PrioritiesReplacementsAndStopsCombineAsTheTextSays) {
  const std::vector<DVec3> own{{4, 0, 0}, {0, 0, 7}, {-1, 0, 2}};
  for (int code = 0; code < 64; ++code) {
    for (const std::vector<std::int64_t>& priorities :
         {std::vector<std::int64_t>{0, 0, 0}, {1, 2, 3}, {5000000000, -5000000000, 5000000001}, {2, 2, 1}}) {
      std::vector<Layer> layers;
      SceneBuilder b;
      for (std::size_t i = 0; i < 3; ++i) {
        layers.push_back({priorities[i], (code >> (2 * i) & 1) != 0, (code >> (2 * i) & 2) != 0});
        GravityVolume v = directional(length(own[i]), normalized(own[i]), priorities[i]);
        v.replace = layers[i].replace, v.stop = layers[i].stop;
        act(b, b.node().trigger(box(2, 2, 2)), v);
      }
      const DVec3 expected = combined(layers, own, {0, -9.81, 0});
      expectVector(felt(b, {0.5, 0, 0}, {}), expected, 1e-5, std::to_string(code));
    }
  }
}

TEST(Gravity, VolumesThatTheBodyIsNotInDoNotStopAnything) {
  SceneBuilder b;
  GravityVolume stop = directional(5, {1, 0, 0}, 10);
  stop.stop = stop.replace = true;
  act(b, b.node().at(10, 0, 0).trigger(box(2, 2, 2)), stop);
  act(b, b.node().trigger(box(2, 2, 2)), directional(3, {0, 0, 1}));
  expectVector(felt(b, {}, {}), {0, -9.81, 3}, 1e-5, "outside the one that stops");
  expectVector(felt(b, {10, 0, 0}, {}), {5, 0, 0}, 1e-5, "inside it");
}

TEST(Gravity, ActsInAnyPartOfACompoundTriggerOnce) {
  SceneBuilder b;
  const int root = b.node().at(0, 5, 0).rotated({0, 0, 1}, 90);
  const int left = b.child(root).at(0, 3, 0).trigger(sphere(2));
  const int right = b.child(root).at(0, -1, 0).trigger(box(4, 6, 4));
  b.scene().triggers.push_back({});
  b.scene().triggers.back().node = root;
  b.scene().triggers.back().children = {0, 1};
  (void)left, (void)right;
  act(b, root, directional(6, {0, -1, 0}));
  // The root turns by 90 degrees about z: its y is the world's −x.
  expectAcceleration(felt(b, {-3, 5, 0}), {6, 0, 0}, "in the ball");
  expectAcceleration(felt(b, {1, 5, 0}), {6, 0, 0}, "in the box");
  expectAcceleration(felt(b, {-1.5, 5, 0.5}), {6, 0, 0}, "in both, once");
  expectAcceleration(felt(b, {4.5, 5, 0}), {}, "in neither");
}

TEST(Gravity, TheCentreOfMassDecidesWhetherABodyIsInside) {
  SceneBuilder b;
  act(b, b.node().trigger(box(2, 2, 2)), directional(6, {1, 0, 0}));
  const int in = b.node().at(0.9, 0, 0).dynamic(1).collider(sphere(0.5));
  const int out = b.node().at(-1.1, 5, 0).dynamic(1).collider(box(1, 20, 1));
  const int shifted = b.node().at(0, 0, 4).dynamic(1).centerOfMass({0, 0, -3.5}).inertia({1, 1, 1});
  WorldSettings settings = weightless();
  settings.time_step = 1e-3;
  Simulation sim(b, settings);
  sim.world.step();
  EXPECT_NEAR(sim.velocity(in).x, 6e-3, 1e-6);
  EXPECT_EQ(sim.velocity(out).x, 0);
  EXPECT_NEAR(sim.velocity(shifted).x, 6e-3, 1e-6);
}

TEST(Gravity, TriggersOfEveryShapeHaveAnInside) {
  SceneBuilder shapes;
  const std::pair<Shape, bool> cases[] = {{sphere(1), true},
                                          {box(2, 2, 2), true},
                                          {capsule(1, 0.5, 1), true},
                                          {cylinder(2, 1, 0.5), true},
                                          {shapes.hull(boxCorners(2, 2, 2)), true},
                                          {shapes.mesh(boxMesh(2, 2, 2)), true},
                                          {plane(), true},
                                          {plane(4, 4), false},
                                          {plane(kInfinity, kInfinity, true), false}};
  for (const auto& [shape, has_inside] : cases) {
    SceneBuilder b;
    b.scene().geometries = shapes.scene().geometries;
    act(b, b.node().at(0, 3, 0).trigger(shape), directional(6, {1, 0, 0}));
    expectAcceleration(felt(b, {0.1, 2.5, 0}), {has_inside ? 6.0 : 0.0, 0, 0}, "inside");
    expectAcceleration(felt(b, {0.1, 5.5, 0}), {}, "outside");
  }
}

TEST(Gravity, FiltersOfTriggersChooseWhomItPulls) {
  SceneBuilder b;
  const int field = b.node().trigger(box(50, 50, 50));
  b.scene().filters.push_back(accepts({}, {"metal"}));
  b.scene().triggers.back().filter = 0;
  act(b, field, directional(6, {1, 0, 0}));
  const int metal = b.node().at(0, 3, 0).dynamic(1).collider(sphere(0.5)).filter(member({"metal"}));
  const int wood = b.node().at(0, 6, 0).dynamic(1).collider(sphere(0.5)).filter(member({"wood"}));
  const int plain = b.node().at(0, 9, 0).dynamic(1).collider(sphere(0.5));
  Simulation sim(b, weightless());
  sim.run(1);
  EXPECT_NEAR(sim.velocity(metal).x, 6, 1e-4);
  EXPECT_EQ(sim.velocity(wood).x, 0);
  EXPECT_EQ(sim.velocity(plain).x, 0);
}

TEST(Gravity, OfABodysOwnTriggerDoesNotPullIt) {
  SceneBuilder b;
  const int ship = b.node().dynamic(1000).collider(box(4, 0.2, 4));
  act(b, b.child(ship).at(0, 2, 0).trigger(box(8, 8, 8)), directional(6, {0, -1, 0}));
  const int crew = b.node().at(0, 3, 0).dynamic(1).collider(sphere(0.2));
  Simulation sim(b, weightless());
  sim.run(0.5);
  EXPECT_EQ(sim.velocity(ship).y, 0);
  EXPECT_NEAR(sim.velocity(crew).y, -3, 1e-3);
  sim.run(3);  // Falls onto the deck and pushes the ship, slower than both of them together.
  EXPECT_NEAR(sim.position(crew).y - sim.position(ship).y, 0.3, 5e-3);
}

TEST(Gravity, FollowsTheNodeThatMoves) {
  // An animated volume, one on a kinematic body, and one that is animated within a body.
  for (int how = 0; how < 3; ++how) {
    SceneBuilder b;
    int node = -1;
    if (how == 0) {
      node = b.node()
                 .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 10}, {0, 0, 0, 50, 0, 0})
                 .trigger(sphere(2));
    } else if (how == 1) {
      node = b.node().kinematic().velocity({5, 0, 0});
      b.child(node).trigger(sphere(2));
    } else {
      const int body = b.node().kinematic();
      node = b.child(body)
                 .animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 10}, {0, 0, 0, 50, 0, 0})
                 .trigger(sphere(2));
    }
    const int acting = how == 1 ? node + 1 : node;
    act(b, acting, gravity(GravityKind::Point, 4));
    const int ball = b.node().at(25, 1, 0).dynamic(1).inertia({1, 1, 1});
    Simulation sim(b, weightless());
    sim.run(4.5);
    EXPECT_EQ(sim.velocity(ball), (DVec3{})) << how;
    // Symmetric in time while it passes: what it pulls along x cancels, but for what the ball moves.
    // Within ±√3 m of x it is inside, for 0.693 s; along y: ∫ 4/√(1 + (5t)²) dt = 2·4/5·asinh(√3).
    sim.run(1);
    EXPECT_NEAR(sim.velocity(ball).y, -1.6 * std::asinh(std::sqrt(3.0)), 0.45) << how;
    EXPECT_NEAR(sim.velocity(ball).x, 0, 0.45) << how;
    const DVec3 after = sim.velocity(ball);
    sim.run(1);
    EXPECT_EQ(sim.velocity(ball), after) << how;
  }
}

TEST(Gravity, SaysWhichVolumesHaveNoEffect) {
  SceneBuilder b;
  act(b, b.node(), gravity(GravityKind::Point, 4));                      // No trigger.
  act(b, b.node().trigger(sphere(1)), gravity(GravityKind::Line, 4));    // No points.
  act(b, b.node().trigger(sphere(1)), gravity(GravityKind::Shaped, 4));  // No shape.
  act(b, b.node().compoundTrigger({}), gravity(GravityKind::Point, 4));  // No part.
  act(b, b.node().trigger(sphere(1)), gravity(GravityKind::Point, 4));
  const World world(b.build());
  const auto& items = world.diagnostics().items();
  EXPECT_EQ(std::count_if(items.begin(), items.end(),
                          [](const Diagnostic& d) { return d.code == codes::kGravityIgnored; }),
            4);
}

}  // namespace
}  // namespace carom::test
