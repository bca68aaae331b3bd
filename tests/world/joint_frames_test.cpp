// Where a joint's two frames are: anywhere in the tree, below scales, on what is animated or moved.
#include "carom/base/diagnostic_codes.hpp"
#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"

namespace carom::test {
namespace {

DVec3 pointOf(const Simulation& sim, int node, const DVec3& local) {
  const DTransform t = sim.state(node).transform;
  return t.translation + rotate(t.rotation, local);
}

TEST(JointFrames, AreFixedToTheNearestMotionAbove) {
  // Frames deep below a body, turned and moved on the way: the pin is at their joint place.
  SceneBuilder b;
  const int anchor = b.child(b.child(b.node().at(1, 0, 0)).rotated({0, 0, 1}, 90)).at(2, 0, 0);  // (1, 2, 0)
  const int body = b.node().at(1.5, 2, 0).dynamic(1).collider(sphere(0.1));
  const int frame = b.child(b.child(b.child(body).at(0, 0.3, 0)).rotated({0, 0, 1}, 90)).at(-0.3, 0.5, 0);
  JointBuilder(b, anchor, frame).pin();
  Simulation sim(b, sleepless());
  double worst = 0;
  sim.run(3, [&] { worst = std::max(worst, length(pointOf(sim, body, {-0.5, 0, 0}) - DVec3{1, 2, 0})); });
  EXPECT_LT(worst, 1e-4);
}

TEST(JointFrames, ScaleAboveMovesThemAndDoesNotEnterThem) {
  // A parent's scale places the nodes; distances and axes of limits are metres of the world.
  SceneBuilder b;
  const int big = b.node().scaled({3, 3, 3});
  const int anchor = b.child(big).at(1, 0, 0);  // (3, 0, 0)
  const int body = b.child(b.node().scaled({1, 2, 1}));
  NodeBuilder(b, body).at(3, 0, 0).scaled({2, 2, 2}).dynamic(1).inertia({1, 1, 1});
  const int frame = b.child(body).at(0, 0.25, 0);  // 4 times 0.25 above it: (3, 1, 0)
  JointBuilder(b, anchor, frame).slider(1).linear({1}, -2, 2);
  Simulation sim(b, sleepless());
  const Scene scene = b.build();
  ASSERT_NEAR(scene.globalPose(frame).transform.translation.y, 1, 1e-9);
  sim.run(3);
  EXPECT_NEAR(sim.position(body).y, -3, 1e-3);  // Its frame hangs 2 m below the anchor.
  EXPECT_NEAR(sim.position(body).x, 3, 1e-3);
}

TEST(JointFrames, NestedMotionsEndAtTheNearest) {
  // A body below another body's node: joints to it are its own, not its parent's.
  SceneBuilder b;
  const int upper = b.node().at(0, 5, 0).dynamic(1).collider(sphere(0.1));
  const int lower = b.child(upper).at(1, -1, 0).dynamic(1).collider(sphere(0.1));
  const int anchor = b.node().at(1, 4, 0);
  JointBuilder(b, anchor, lower).weld();
  Simulation sim(b, sleepless());
  sim.run(1);
  EXPECT_LT(length(sim.position(lower) - DVec3{1, 4, 0}), 1e-4);
  EXPECT_LT(sim.velocity(upper).y, -9);
}

TEST(JointFrames, AxesAreThoseOfTheJointsNode) {
  // A slider along the joint node's own y, which is turned by 30° about z: gravity pulls along it by g cos
  // 30°.
  SceneBuilder b;
  const int anchor = b.node().rotated({0, 0, 1}, 30);
  const int body = b.node().rotated({0, 0, 1}, 30).dynamic(1).inertia({1, 1, 1});
  JointBuilder(b, anchor, body).slider(1);
  Simulation sim(b, sleepless());
  sim.run(1);
  const DVec3 axis = rotate(axisAngle({0, 0, 1}, 30), DVec3{0, 1, 0});
  const double speed = dot(sim.velocity(body), axis);
  EXPECT_NEAR(speed, -kGravity * std::cos(radians(30)), 0.01);
  EXPECT_LT(length(sim.velocity(body) - axis * speed), 1e-4);
}

TEST(JointFrames, TheFirstFrameIsTheOneThatLimitsTurnWith) {
  // A rail that is itself the body, or that the body runs on: which node carries the axes decides.
  for (const bool rail_moves : {false, true}) {
    SceneBuilder b;
    const int fixed = b.node(),
              body = b.node().dynamic(1).inertia({1, 1, 1}).spin({0, 0, 1}).gravityFactor(0);
    // 1D limit along x at 0 ± 0.5 with an offset of the other frame.
    const int far = b.child(body).at(0, 1, 0);
    rail_moves ? JointBuilder(b, far, fixed).linear({1}, -1, -1)
               : JointBuilder(b, fixed, far).linear({1}, 1, 1);
    Simulation sim(b, sleepless());
    const Scene scene = b.build();
    const JointOracle oracle(scene, sim.world);
    double worst = 0;
    sim.run(3, [&] { worst = std::max(worst, oracle.worst()); });
    EXPECT_LT(worst, 1e-4) << rail_moves;
  }
}

TEST(JointFrames, AWeldFollowsAKinematicBody) {
  SceneBuilder b;
  const int carrier = b.node().kinematic().collider(box(1, 0.2, 1)).velocity({1, 0, 0}).spin({0, 2, 0});
  const int rider = b.node().at(2, 0, 0).dynamic(5).collider(sphere(0.2));
  JointBuilder(b, b.child(carrier).at(2, 0, 0), rider).weld();
  Simulation sim(b, sleepless());
  double worst = 0;
  sim.run(5, [&] {
    worst = std::max(worst, length(pointOf(sim, carrier, {2, 0, 0}) - sim.position(rider)));
  });
  EXPECT_LT(worst, 1e-3);
  // Of a circle of 2 m at 2 rad/s: the force is m ω² r inwards and m g up, on the mean of a step.
  const DVec3 force = sim.world.joints()[0].force;
  EXPECT_NEAR(force.y, 5 * kGravity, 0.02 * 5 * kGravity);
  EXPECT_NEAR(std::hypot(force.x, force.z), 5 * 4 * 2, 0.02 * 40);
}

TEST(JointFrames, AHingeFollowsAnAnimatedNode) {
  // The anchor goes 2 m in 2 s; the bob hangs from it all the time.
  SceneBuilder b;
  const int anchor = b.node().animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 2, 4},
                                      {0, 0, 0, 2, 0, 0, 0, 0, 0});
  const int bob = b.node().at(0, -1, 0).dynamic(1).collider(sphere(0.1));
  JointBuilder(b, anchor, b.child(bob).at(0, 1, 0)).hinge(2);
  Simulation sim(b, sleepless());
  double worst = 0, swing = 0;
  sim.run(6, [&] {
    const double t = std::min(4.0, sim.world.time()), x = t < 2 ? t : 4 - t;
    worst = std::max(worst, length(pointOf(sim, bob, {0, 1, 0}) - DVec3{x, 0, 0}));
    swing = std::max(swing, std::abs(sim.position(bob).x - x));
  });
  EXPECT_LT(worst, 1e-3);
  EXPECT_GT(swing, 0.1);  // It is pulled along, so it swings.
}

TEST(JointFrames, AFrameAnimatedInsideABodyPullsTheOther) {
  // The frame slides in its body by 1 m: two bodies of the same mass move by half of it towards each other.
  SceneBuilder b;
  const int first = b.node().dynamic(1).inertia({1, 1, 1}),
            second = b.node().at(2, 0, 0).dynamic(1).inertia({1, 1, 1});
  const int frame = b.child(first).at(2, 0, 0);
  NodeBuilder(b, frame).animate(NodeProperty::Translation, KeyInterpolation::Linear, {0, 1},
                                {2, 0, 0, 1, 0, 0});
  JointBuilder(b, frame, second).weld();
  Simulation sim(b, [] {
    WorldSettings s = sleepless();
    s.gravity = {0, 0, 0};
    return s;
  }());
  double off = 0;
  sim.run(0.9, [&] {
    const double apart = sim.position(second).x - sim.position(first).x;
    off = std::max(off, std::abs(apart - (2 - sim.world.time())));
  });
  EXPECT_LT(off, 1e-3);
  sim.run(1);
  EXPECT_NEAR(sim.position(second).x - sim.position(first).x, 1, 1e-3);
  EXPECT_NEAR(sim.position(first).x, 0.5, 1e-3);
}

TEST(JointFrames, AWeldPullsMisalignedFramesTogether) {
  // Document 003: where no freedom is left the nodes become aligned in world space.
  SceneBuilder b;
  const int anchor = b.node().at(0, 1, 0).rotated({1, 2, 3}, 40);
  const int body = b.node().at(0.8, -0.5, 0.4).rotated({0, 1, 0}, 110).dynamic(2).inertia({0.3, 0.2, 0.4});
  const int frame = b.child(body).at(0.2, 0.3, 0).rotated({1, 0, 0}, 25);
  JointBuilder(b, anchor, frame).weld();
  Simulation sim(b, sleepless());
  const Scene scene = b.build();
  const JointOracle oracle(scene, sim.world);
  EXPECT_GT(oracle.worst(), 0.5);
  double fastest = 0;
  sim.run(2, [&] { fastest = std::max(fastest, length(sim.velocity(body))); });
  EXPECT_LT(oracle.worst(), 1e-4);
  EXPECT_LT(length(sim.velocity(body)), 1e-3);
  EXPECT_LT(fastest, 10);  // It is led there, not shot.
}

TEST(JointFrames, OneValueOtherThanZeroIsHeldAsThatValue) {
  // min == max: 1 m along x, 30° of twist.
  SceneBuilder b;
  const int anchor = b.node(),
            body = b.node().dynamic(1).inertia({1, 1, 1}).at(1, 0, 0).rotated({1, 0, 0}, 30);
  JointBuilder(b, anchor, body)
      .linear({0}, 1, 1)
      .linear({1, 2})
      .angular({0}, radians(30), radians(30))
      .angular({1, 2});
  Simulation sim(b, sleepless());
  sim.run(3);
  EXPECT_LT(length(sim.position(body) - DVec3{1, 0, 0}), 1e-4);
  EXPECT_LT(angleBetween(sim.state(body).transform.rotation, axisAngle({1, 0, 0}, 30)), 0.01);
}

TEST(JointFrames, FiveOneAxisLimitsAreAHinge) {
  // Written as one limit an axis, in any order, it swings as the hinge that is written as a pin and a cone.
  std::vector<double> angles[2];
  for (const bool split : {false, true}) {
    SceneBuilder b;
    const int anchor = b.node(), body = b.node().at(1, 0, 0).dynamic(1).collider(box(0.2, 0.3, 0.4));
    JointBuilder joint(b, anchor, b.child(body).at(-1, 0, 0));
    if (split)
      joint.angular({1}).linear({2}).linear({0}).angular({0}).linear({1});
    else
      joint.hinge(2);
    Simulation sim(b, sleepless());
    sim.run(3, [&] { angles[split ? 1 : 0].push_back(sim.position(body).y); });
  }
  for (std::size_t i = 0; i < angles[0].size(); ++i) ASSERT_NEAR(angles[0][i], angles[1][i], 1e-4) << i;
}

TEST(JointFrames, AHingeWithAnOffsetCentreOfMassSwingsAsItsInertiaSays) {
  // T = 2π √((I + m d²)/(m g d)), the axis through the node, the centre of mass 0.4 m beside it.
  SceneBuilder b;
  const int anchor = b.node();
  const double small = radians(4);
  const int body =
      b.node().rotated({0, 0, 1}, 4).dynamic(3).inertia({0.2, 0.3, 0.25}).centerOfMass({0, -0.4, 0});
  JointBuilder(b, anchor, body).hinge(2);
  Simulation sim(b, sleepless());
  std::vector<double> crossings;
  double before = small;
  sim.run(30, [&] {
    const double x = sim.state(body).transform.rotation.z;
    if (before < 0 && x >= 0) crossings.push_back(sim.world.time() - x / (x - before) / 60);
    before = x;
  });
  ASSERT_GT(crossings.size(), 10u);
  const double period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  const double exact = 2 * kPi * std::sqrt((0.25 + 3 * 0.16) / (3 * kGravity * 0.4));
  EXPECT_NEAR(period, exact, 0.002 * exact);
}

}  // namespace
}  // namespace carom::test
