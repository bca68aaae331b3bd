// Sentences of the documents that no other test shows in full; docs/conformance.md names them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "world/joint_builder.hpp"
#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

std::size_t countOf(const Simulation& sim, std::string_view code, std::string_view words) {
  const auto& items = sim.world.diagnostics().items();
  return static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [&](const Diagnostic& item) {
    return item.code == code && item.message.find(words) != std::string::npos;
  }));
}

Material surface(double friction) {
  Material material;
  material.static_friction = material.dynamic_friction = friction;
  material.friction_combine = CombineMode::Multiply;
  return material;
}

/// A sled with one surface below, another above, and a keel that the floor's filter lets through.
int addSled(SceneBuilder& b, double z, double below, double above) {
  const int sled = b.node().at(0, 0.5, z).dynamic(1).velocity({2, 0, 0});
  b.child(sled).at(0, -0.4, 0).collider(box(1, 0.2, 1), surface(below)).filter(member({"sled"}));
  b.child(sled).at(0, 0, 0).collider(box(0.8, 0.2, 0.8), surface(above)).filter(member({"sled"}));
  b.child(sled).at(0, -0.5, 0).collider(box(0.2, 1, 0.2), surface(5)).filter(rejects({"sled"}, {"floor"}));
  return sled;
}

TEST(Conformance, CollidersOfOneBodyHaveTheirOwnMaterialAndFilter) {
  SceneBuilder b;
  b.floor(surface(1)).filter(member({"floor"}));
  const int rough = addSled(b, 0, 0.5, 0), smooth = addSled(b, 5, 0, 0.5);
  Simulation sim(b);
  sim.run(2);
  // v²/(2 μ g) on the rough side, v t on the smooth one. 2 %: what the first step's contact takes.
  EXPECT_NEAR(sim.position(rough).x, 4 / (2 * 0.5 * kGravity), 0.02 * 0.41);
  EXPECT_NEAR(sim.position(smooth).x, 4, 0.02 * 4);
  for (const int sled : {rough, smooth})
    EXPECT_NEAR(sim.position(sled).y, 0.5, 0.005);  // The keel is in the floor.
}

TEST(Conformance, CentreOfMassTakesTheNodesRotationAndNotItsScale) {
  // Document 003: "in local space"; 004, of the same field: "in meters ... in the body's local space"; and
  // bodies have translation and rotation only. So 1 m along the node's x axis, though the node and its parent
  // are scaled.
  SceneBuilder b;
  const int parent = b.node().scaled({3, 3, 3});
  const int body = b.child(parent)
                       .scaled({2, 2, 2})
                       .rotated({0, 0, 1}, 90)
                       .dynamic(1)
                       .collider(box(1, 1, 1))
                       .centerOfMass({1, 0, 0})
                       .gravityFactor(0)
                       .spin({0, 0, kPi});
  Simulation sim(b);
  EXPECT_EQ(sim.properties(body).center_of_mass, (DVec3{1, 0, 0}));
  EXPECT_NEAR(length(sim.state(body).center - DVec3{0, 1, 0}), 0, 1e-6);
  sim.run(1);  // Half a turn about the centre of mass takes the origin to twice its place.
  EXPECT_NEAR(length(sim.state(body).center - DVec3{0, 1, 0}), 0, 1e-5);
  EXPECT_NEAR(length(sim.position(body) - DVec3{0, 2, 0}), 0, 1e-3);
}

TEST(Conformance, ComputedCentreOfMassFollowsTheScaleOfTheShapes) {
  SceneBuilder b;
  const int body = b.node().scaled({2, 2, 2}).dynamic();
  b.child(body).at(1, 0, 0).collider(sphere(0.5));
  Simulation sim(b);
  EXPECT_NEAR(length(sim.properties(body).center_of_mass - DVec3{2, 0, 0}), 0, 1e-6);
}

TEST(Conformance, GravityDoesNotMoveInfiniteMass) {
  SceneBuilder b;
  const int heavy =
      b.node().dynamic(kInfinity).collider(box(2, 1, 2)).gravityFactor(2).velocity({0.5, 0.25, 0});
  const int ball = b.node().at(0.5, 3, 0).dynamic(50).collider(sphere(0.5));
  Simulation sim(b);  // Under gravity, which everything else falls by.
  sim.run(2);
  EXPECT_EQ(sim.velocity(heavy), (DVec3{0.5, 0.25, 0}));
  EXPECT_NEAR(length(sim.position(heavy) - DVec3{1, 0.5, 0}), 0, 1e-4);
  EXPECT_GT(sim.position(ball).y, 1);  // It lies on it.
}

TEST(Conformance, BodyBelowAnAnimatedNodeIsSimulated) {
  // Its own transform is not animated, and a body need not follow what is above it. A collider without a
  // motion is carried along.
  SceneBuilder b;
  const int parent =
      b.node().animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 2}, {0, 0, 0, 8, 0, 0});
  const int body = b.child(parent).at(0, 30, 0).dynamic(1).collider(sphere(0.5));
  b.child(parent).at(0, 5, 10).collider(box(4, 1, 4));
  const int carried = b.node().at(0, 6, 10).dynamic(1).collider(box(1, 1, 1));
  Simulation sim(b);
  EXPECT_EQ(sim.properties(body).type, MotionType::Dynamic);
  EXPECT_FALSE(sim.properties(body).animated);
  sim.run(1);
  EXPECT_NEAR(sim.position(body).x, 0, 1e-6);
  EXPECT_NEAR(sim.position(body).y, 30 - 0.5 * kGravity, 0.03);  // Half a substep's fall, g·h/2 per second.
  // The local transform makes up for the parent's 4 m.
  const auto moved = sim.world.movedNodes();
  const auto found =
      std::find_if(moved.begin(), moved.end(), [&](const MovedNode& m) { return m.node == body; });
  ASSERT_NE(found, moved.end());
  EXPECT_NEAR(found->local_translation.x, -4, 1e-6);
  EXPECT_GT(sim.position(carried).x, 1);  // By friction, as the platform moves away below it.
}

TEST(Conformance, OneSidedInfinitePlanesAreHalfSpaces) {
  const auto heightOf = [](const Shape& shape, double start) {
    SceneBuilder b;
    b.node().collider(shape);
    const int ball = b.node().at(0, start, 0).dynamic(1).collider(sphere(0.5)).gravityFactor(0);
    Simulation sim(b);
    sim.run(5);
    return sim.position(ball).y;
  };
  // Below an infinite one is inside it; it pushes out.
  EXPECT_NEAR(heightOf(plane(), -5), 0.5, 0.01);
  // A finite one has edges to go around, so no inside: it is a sheet. So is one with two outsides.
  EXPECT_NEAR(heightOf(plane(40, 40), -5), -5, 1e-6);
  EXPECT_NEAR(heightOf(plane(40, 40, true), -5), -5, 1e-6);
  EXPECT_NEAR(heightOf(plane(kInfinity, kInfinity, true), -5), -5, 1e-6);
}

TEST(Conformance, OneSidedPlanesLetThroughWhatComesFromBelow) {
  for (const bool double_sided : {false, true}) {
    SceneBuilder b;
    b.node().collider(plane(40, 40, double_sided));
    const int up =
        b.node().at(0, -2, 0).dynamic(1).collider(sphere(0.25)).gravityFactor(0).velocity({0, 3, 0});
    const int down =
        b.node().at(5, 2, 0).dynamic(1).collider(sphere(0.25)).gravityFactor(0).velocity({0, -3, 0});
    Simulation sim(b);
    sim.run(2);
    EXPECT_GT(sim.position(down).y, 0.2);
    if (double_sided) {
      EXPECT_LT(sim.position(up).y, -0.2);
    } else {
      EXPECT_NEAR(sim.position(up).y, 4, 0.01);
    }
  }
}

TEST(Conformance, EachFilterListIsTheInverseOfTheOtherForMembersOfOneSystem) {
  const std::vector<std::string> all = {"a", "b", "c"};
  for (unsigned chosen = 0; chosen < 8; ++chosen) {
    std::vector<std::string> listed, rest;
    for (std::size_t i = 0; i < all.size(); ++i) (chosen >> i & 1 ? listed : rest).push_back(all[i]);
    const CollisionFilter with = accepts({}, listed), without = rejects({}, rest);
    for (const std::string& system : all) {
      const CollisionFilter other = member({system});
      for (const FilterRule rule : {FilterRule::Shared, FilterRule::Literal})
        EXPECT_EQ(filtersAccept(&with, &other, rule), filtersAccept(&without, &other, rule))
            << chosen << ' ' << system;
    }
  }
}

TEST(Conformance, HullsWithoutExtentAndTheirBodiesAreSaid) {
  SceneBuilder b;
  const std::vector<DVec3> far(8, DVec3{5e29, 5e29, -5e29}), one = {{1, 2, 3}}, same(12, DVec3{1, 2, 3});
  b.node().dynamic(1).inertia({1, 1, 1}).collider(b.hull(far));
  b.node().dynamic(1).inertia({1, 1, 1}).collider(b.hull(one));
  const int body = b.node().dynamic(1).inertia({1, 1, 1}).collider(b.hull(same));
  b.child(body).collider(sphere(1));       // This body has something left.
  b.node().dynamic(1).inertia({1, 1, 1});  // And this one never had anything.
  b.node().kinematic().collider(b.hull(one));
  Simulation sim(b);
  EXPECT_EQ(countOf(sim, codes::kShapeDisabled, "farther than 1e+12 m"), 1u);
  EXPECT_EQ(countOf(sim, codes::kShapeDisabled, "only one point"), 2u);
  EXPECT_EQ(countOf(sim, codes::kShapeDisabled, "all 12 points"), 1u);
  EXPECT_EQ(countOf(sim, codes::kShapeDisabled, "falls through everything"), 2u);
}

/// A slab of half a metre that grows to four times its height within a second, and what stands on it.
Simulation growingSlab(SceneBuilder& b, int& ball) {
  b.node()
      .at(0, -0.5, 0)
      .collider(box(2, 1, 2))
      .animate(NodeProperty::Scale, KeyInterpolation::Linear, {1, 3}, {1, 1, 1, 1, 4, 1});
  ball = b.node().at(0, 0.5, 0).dynamic(1).collider(sphere(0.5));
  return Simulation(b);
}

TEST(Conformance, AnimatedScaleOfAStaticColliderPushesWhatStandsOnIt) {
  SceneBuilder b;
  int ball = -1;
  Simulation sim = growingSlab(b, ball);
  EXPECT_EQ(countOf(sim, codes::kScaleAnimationIgnored, ""), 0u);
  sim.run(1);
  EXPECT_NEAR(sim.position(ball).y, 0.5, 0.005);
  sim.run(1);
  // Half way: 2.5 m high, its top 0.75 m above where it was. It rises by 0.75 m/s; contacts that push without
  // a velocity lag by a hundredth of that in a step of a sixtieth.
  EXPECT_NEAR(sim.position(ball).y, 0.5 + 0.75, 0.03);
  sim.run(3);
  EXPECT_NEAR(sim.position(ball).y, 0.5 + 1.5, 0.005);
}

TEST(Conformance, AnimatedScaleMovesTheJointFramesBelow) {
  for (const bool kinematic : {false, true}) {
    SceneBuilder b;
    NodeBuilder holder = b.node();
    if (kinematic) holder.kinematic();
    holder.animate(NodeProperty::Scale, KeyInterpolation::Linear, {0, 2}, {1, 1, 1, 3, 3, 3});
    const int frame = b.child(holder).at(1, 0, 0);
    const int body = b.node().at(1, 0, 0).dynamic(2).gravityFactor(0).inertia({1, 1, 1});
    JointBuilder(b, b.child(body), frame).weld();
    Simulation sim(b);
    sim.run(1.5);
    EXPECT_NEAR(sim.position(body).x, 2.5, 1e-3) << kinematic;
  }
}

TEST(Conformance, AnimatedScaleOfATriggerReachesFarther) {
  SceneBuilder b;
  const int zone = b.node().trigger(sphere(1)).animate(NodeProperty::Scale, KeyInterpolation::Linear, {0, 1},
                                                       {1, 1, 1, 4, 4, 4});
  const int rock = b.node().at(3, 0, 0).collider(sphere(0.5));
  Simulation sim(b);
  double entered = -1;
  sim.run(1, [&] {
    for (const Event& event : sim.world.events()) {
      if (event.type == EventType::TriggerEnter && event.trigger == zone && event.collider == rock)
        entered = event.time;
    }
  });
  EXPECT_NEAR(entered, 0.5, 0.034);  // 1 + 3 t reaches 2.5. Two steps.
}

TEST(Conformance, AnimatedScaleOfABodysColliderKeepsItsMassAndScalesItsInertia) {
  SceneBuilder b;
  const int body = b.node().at(0, 0, 0).dynamic(2).gravityFactor(0).spin({0, 1, 0});
  b.child(body)
      .collider(sphere(0.5))
      .animate(NodeProperty::Scale, KeyInterpolation::Linear, {0, 1}, {1, 1, 1, 2, 2, 2});
  Simulation sim(b);
  const double first = sim.properties(body).inertia_diagonal.x;
  EXPECT_NEAR(first, 0.4 * 2 * 0.25, 1e-6);
  sim.run(2);
  EXPECT_EQ(sim.properties(body).mass, 2);
  EXPECT_NEAR(sim.properties(body).inertia_diagonal.x, 4 * first, 1e-6);
}

TEST(Conformance, ScaleAnimationsThatLeaveNothingAreSaid) {
  SceneBuilder b;
  b.node()
      .collider(sphere(0.5))
      .animate(NodeProperty::Scale, KeyInterpolation::Linear, {0, 1}, {1, 1, 1, 0, 0, 0});
  Simulation sim(b);
  sim.run(2);
  EXPECT_EQ(countOf(sim, codes::kScaleAnimationIgnored, "leaves nothing"), 1u);
}

TEST(Conformance, RestitutionAboveOneIsSimulatedAsWritten) {
  SceneBuilder b;
  b.floor();
  Material lively = surface(0);
  lively.restitution = 1.2;
  lively.restitution_combine = CombineMode::Maximum;
  const int ball = b.node().at(0, 1.5, 0).dynamic(1).collider(sphere(0.5), lively);
  Simulation sim(b);
  double highest = 0;
  sim.run(1.1, [&] {
    if (sim.world.time() > 0.5) highest = std::max(highest, sim.position(ball).y);
  });
  // e² h of the drop of 1 m, above 0.5 m. 3 %: where in a step the impact falls.
  EXPECT_NEAR(highest - 0.5, 1.44, 0.045);
}

TEST(Conformance, ShapesWithoutSizeStandOnTheFloor) {
  SceneBuilder b;
  b.floor();
  const int point = b.node().at(0, 0.2, 0).dynamic(1).inertia({0.1, 0.1, 0.1}).collider(sphere(0));
  const int sheet = b.node().at(3, 0.2, 0).dynamic(1).inertia({0.1, 0.1, 0.1}).collider(box(1, 0, 1));
  const int ball = b.node().at(6, 0.7, 0).dynamic(1).collider(capsule(0, 0.5));
  const int dot = b.node().at(9, 0.2, 0).dynamic(1).inertia({0.1, 0.1, 0.1}).collider(box(0, 0, 0));
  Simulation sim(b);
  sim.run(2);
  for (const int node : {point, sheet, dot}) EXPECT_NEAR(sim.position(node).y, 0, 0.006) << node;
  EXPECT_NEAR(sim.position(ball).y, 0.5, 0.005);
}

TEST(Conformance, TriggersOfBodiesReportOncePerBodyAndNameTheirParts) {
  // Document 004: a trigger body of two shapes, entered by a body of two shapes.
  SceneBuilder b;
  const int zone = b.node();
  const int left = b.child(zone).at(-0.4, 0, 0).trigger(box(1, 1, 1));
  const int right = b.child(zone).at(0.4, 0, 0).trigger(box(1, 1, 1));
  NodeBuilder(b, zone).compoundTrigger({left, right});
  b.scene().triggers.back().by_body = true;
  const int body = b.node().at(0, 3, 0).kinematic().velocity({0, -2, 0});
  b.child(body).at(0, 0.5, 0).collider(sphere(0.2));
  b.child(body).at(0, -0.5, 0).collider(sphere(0.2));
  Simulation sim(b);
  std::vector<Event> events;
  sim.run(4, [&] { events.insert(events.end(), sim.world.events().begin(), sim.world.events().end()); });
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].type, EventType::TriggerEnter);
  EXPECT_EQ(events[1].type, EventType::TriggerExit);
  for (const Event& event : events) {
    EXPECT_EQ(event.trigger, zone);
    EXPECT_EQ(event.motion, body);
    EXPECT_EQ(event.parts, (std::vector<std::int32_t>{left, right}));
  }
}

}  // namespace
}  // namespace carom::test
