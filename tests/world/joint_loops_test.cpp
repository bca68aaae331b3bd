// Closed loops, driven: what is redundant in their equations must not tear or push them.
#include "world/joint_builder.hpp"
#include "world/joint_oracle.hpp"

namespace carom::test {
namespace {

/// A bar of 1 kg from one point to another in the plane z = 0; its frames are at the ends, its x along it.
struct Bar {
  Bar(SceneBuilder& b, const DVec3& from, const DVec3& to, bool thin = false) {
    const DVec3 along = to - from;
    const double size = length(along), angle = std::atan2(along.y, along.x) * 180 / kPi;
    node = b.node()
               .at((from + to) * 0.5)
               .rotated({0, 0, 1}, angle)
               .dynamic(1)
               .collider(thin ? capsule(0.01, 0.05) : box(size, 0.1, 0.1));
    begin = b.child(node).at(-size / 2, 0, 0);
    end = b.child(node).at(size / 2, 0, 0);
  }
  int node, begin, end;
};

/// Runs it, returning the greatest excess of any limit.
double worstWhileRunning(const SceneBuilder& b, Simulation& sim, double seconds,
                         const std::function<void()>& each = {}) {
  const Scene scene = b.build();
  const JointOracle oracle(scene, sim.world);
  double worst = 0;
  sim.run(seconds, [&] {
    worst = std::max(worst, oracle.worst());
    if (each) each();
  });
  EXPECT_TRUE(sim.allFinite());
  return worst;
}

TEST(JointLoops, FourBarDrivenByItsCrank) {
  // Crank 0.5, coupler √4.25, rocker 1, ground 2: Grashof's rule (0.5 + 2.06 < 1 + 2), so the crank turns
  // fully.
  SceneBuilder b;
  const int left = b.node(), right = b.node().at(2, 0, 0);
  const Bar crank(b, {0, 0, 0}, {0, 0.5, 0}), coupler(b, {0, 0.5, 0}, {2, 1, 0}),
      rocker(b, {2, 0, 0}, {2, 1, 0});
  JointBuilder(b, left, crank.begin).hinge(2).motor(true, 2, 1000, 6);
  JointBuilder(b, crank.end, coupler.begin).hinge(2);
  JointBuilder(b, coupler.end, rocker.end).hinge(2);
  JointBuilder(b, right, rocker.begin).hinge(2);
  Simulation sim(b, sleepless());
  double turned = 0;
  const double worst = worstWhileRunning(b, sim, 10, [&] { turned += sim.spin(crank.node).z / 60; });
  EXPECT_LT(worst, 2e-3);
  // Gravity's torque of some 20 N·m against 1000 N·m·s slows it by 0.02/s at most.
  EXPECT_NEAR(turned, 60, 1);
  // Freudenstein's equation of the loop at its end: the ends' distance is the coupler's length.
  const auto end = [&](const Bar& bar, double size) {
    const DTransform pose = sim.state(bar.node).transform;
    return pose.translation + rotate(pose.rotation, DVec3{size / 2, 0, 0});
  };
  EXPECT_NEAR(length(end(crank, 0.5) - end(rocker, 1)), std::sqrt(4.25), 2e-3);
}

TEST(JointLoops, SliderCrankMovesAsItsEquationSays) {
  // x = r cos θ + √(l² − r² sin² θ).
  SceneBuilder b;
  const double r = 0.5, l = 1.5;
  const int ground = b.node();
  const Bar crank(b, {0, 0, 0}, {r, 0, 0}), rod(b, {r, 0, 0}, {r + l, 0, 0});
  const int piston = b.node().at(r + l, 0, 0).dynamic(2).collider(box(0.3, 0.3, 0.3));
  JointBuilder(b, ground, crank.begin).hinge(2).motor(true, 2, 1000, 5);
  JointBuilder(b, crank.end, rod.begin).hinge(2);
  JointBuilder(b, rod.end, piston).hinge(2);
  JointBuilder(b, ground, piston).slider(0);
  Simulation sim(b, sleepless());
  double off = 0;
  const double worst = worstWhileRunning(b, sim, 10, [&] {
    const DVec3 x = rotate(sim.state(crank.node).transform.rotation, DVec3{r, 0, 0});
    off = std::max(off, std::abs(sim.position(piston).x - (x.x + std::sqrt(l * l - x.y * x.y))));
  });
  EXPECT_LT(worst, 2e-3);
  EXPECT_LT(off, 2e-3);
}

// No force satisfies both pins. Where the crank cannot be followed the box must not take what the solver
// finds instead: it once flew off by 8e8 m.
TEST(JointLoops, ABoxBetweenTheWorldAndACrankThatItCannotFollowStays) {
  for (const double off : {0.0, 0.05, 0.3, 1.0, 3.0}) {
    SceneBuilder b;
    const int box_node = b.node().dynamic(1).collider(box(0.5, 0.5, 0.5));
    const int to_world = b.node("", box_node).at(0.25, 0.25, -0.25);
    const int to_crank = b.node("", box_node).at(-0.25 + off, -0.25, 0.25);
    const int crank = b.node().at(-0.3, -0.25, 0.25).kinematic().spin({0, 0, 1.57});
    JointBuilder(b, to_world, b.node().at(0.25, 0.25, -0.25)).pin();
    JointBuilder(b, to_crank, b.node("", crank).at(0.05, 0, 0)).pin();
    Simulation sim(b, sleepless());
    double farthest = 0;
    sim.run(5, [&] { farthest = std::max(farthest, length(sim.position(box_node))); });
    EXPECT_LT(farthest, 5 + off) << off;
  }
}

// A chain between the world and an anchor that goes farther away than the chain is long, stays, and comes
// back. It once left with 5.9e9 m/s.
TEST(JointLoops, AChainThatWasPulledTooLongIsNotFlung) {
  const struct {
    int links;
    double speed;
  } cases[] = {{4, 0.3}, {6, 1.5}, {8, 1.5}, {9, 0.7}, {11, 2}};
  for (const auto& [links, speed] : cases) {
    SceneBuilder b;
    const double size = 0.2;
    const int anchor = b.node().at(-size / 2, 0, 0).kinematic();
    int held = b.node("", anchor);
    std::vector<int> chain;
    for (int i = 0; i < links; ++i) {
      chain.push_back(
          b.node().at(i * size, 0, 0).rotated({0, 0, 1}, 90).dynamic(1).collider(capsule(0.04, 0.1)));
      JointBuilder(b, held, b.node("", chain.back()).at(0, size / 2, 0)).pin();
      held = b.node("", chain.back()).at(0, -size / 2, 0);
    }
    JointBuilder(b, held, b.node().at((links - 0.5) * size, 0, 0)).pin();
    Simulation sim(b, sleepless());
    double fastest = 0;
    const auto watch = [&] {
      for (const int link : chain) fastest = std::max(fastest, length(sim.velocity(link)));
    };
    for (const double away : {0.0, -speed, 0.0, speed, 0.0, 0.0, 0.0}) {
      sim.world.setLinearVelocity(sim.body(anchor), {away, 0, 0});
      sim.run(0.5, watch);
    }
    // What it falls through, and what geometry asks for: the middle of a straight chain of the length L whose
    // end comes nearer by u h in a substep moves across by √(L u h/2), and may swing through as fast again.
    const double length_of_chain = links * size, substeps_per_second = 240;
    EXPECT_LT(fastest, std::sqrt(2 * 9.81 * length_of_chain) +
                           2 * std::sqrt(length_of_chain * speed * substeps_per_second / 2))
        << links;
    const Scene scene = b.build();
    EXPECT_LT(JointOracle(scene, sim.world).worst(), 5e-4) << links;
  }
}

// A slider that moves a long lever near its pivot: what it drives is far faster than it.
TEST(JointLoops, ALongLeverFollowsWhatDrivesItNearItsPivot) {
  SceneBuilder b;
  const int bar = b.node().dynamic(10).collider(box(0.2, 0.2, 6));
  JointBuilder(b, b.node().at(0, 0, -3), b.node("", bar).at(0, 0, -3)).hinge(0);
  const int slider = b.node().at(0, 0, -2.9).kinematic().velocity({0, 0.5, 0});
  JointBuilder(b, b.node("", slider), b.node("", bar).at(0, 0, -2.9)).linear({1});
  Simulation sim(b, sleepless());
  double off = 0;
  sim.run(0.15, [&] {
    const BodyState state = sim.state(bar);
    const DVec3 held = state.transform.translation + rotate(state.transform.rotation, DVec3{0, 0, 0.1 - 3});
    off = std::max(off, std::abs(held.y - sim.position(slider).y));
  });
  EXPECT_GT(sim.position(slider).y, 0.07);
  EXPECT_LT(off, 1e-3);
}

// Light balls with long arms turn far in a substep where the net swings from its corner.
TEST(JointLoops, ANetThatHangsFromACornerStaysFinite) {
  constexpr int kSide = 24;
  constexpr double kGap = 0.3;
  SceneBuilder b;
  std::vector<int> balls;
  for (int i = 0; i < kSide * kSide; ++i)
    balls.push_back(b.node().at(i % kSide * kGap, 0, i / kSide * kGap).dynamic(0.3).collider(sphere(0.06)));
  const auto join = [&](int one, int two, const DVec3& half) {
    JointBuilder(b, b.node("", one).at(half), b.node("", two).at(half * -1)).pin();
  };
  for (int i = 0; i < kSide * kSide; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (i % kSide + 1 < kSide) join(balls[k], balls[k + 1], {kGap / 2, 0, 0});
    if (i + kSide < kSide * kSide) join(balls[k], balls[k + kSide], {0, 0, kGap / 2});
  }
  JointBuilder(b, b.node(), b.node("", balls[0])).pin();
  Simulation sim(b, sleepless());
  sim.run(0.75, [&] {
    for (const JointState& joint : sim.world.joints()) ASSERT_TRUE(std::isfinite(length(joint.force)));
  });
  EXPECT_FALSE(sim.world.restore(sim.world.save()).hasErrors());
}

/// Driven at the top, where it falls it collapses to a double strand; its worst joint error, m.
double ringOfTwenty(bool colliding, bool falls = true) {
  SceneBuilder b;
  const int count = 20;
  const double radius = 2;
  const auto corner = [&](int i) {
    const double a = 2 * kPi * (i - 0.5) / count;
    return DVec3{radius * std::cos(a), 3 + radius * std::sin(a), 0};
  };
  std::vector<Bar> bars;
  for (int i = 0; i < count; ++i) {
    bars.emplace_back(b, corner(i), corner(i + 1), true);
    if (!colliding) NodeBuilder(b, bars.back().node).filter(rejects({"ring"}, {"ring"}));
  }
  for (int i = 0; i < count; ++i)
    JointBuilder(b, bars[static_cast<std::size_t>(i)].end,
                 bars[static_cast<std::size_t>((i + 1) % count)].begin)
        .hinge(2);
  const int top = b.node().at((corner(5) + corner(6)) * 0.5);
  JointBuilder(b, top, bars[5].node).hinge(2).motor(true, 2, 50, 3);
  b.node().at(0, -0.5, 0).collider(box(20, 1, 20));
  WorldSettings settings = sleepless();
  if (!falls) settings.gravity = DVec3{};
  Simulation sim(b, settings);
  return worstWhileRunning(b, sim, kSlowBuild ? 4 : 10);
}

TEST(JointLoops, RingOfTwentyStaysClosedWhileItIsDriven) {
  EXPECT_LT(ringOfTwenty(false, false), 2e-3);
}

TEST(JointLoops, RingOfTwentyHangsAndIsDriven) {
  // For a moment, as it snaps taut.
  EXPECT_LT(ringOfTwenty(false), 0.05);
}

// docs/joints.md, "What is approximated": what turns by tenths of a radian in a substep while it snaps taut.
TEST(JointLoops, DISABLED_RingOfTwentyStaysClosedAsItSnapsTaut) {
  EXPECT_LT(ringOfTwenty(false), 2e-3);
}
TEST(JointLoops, DISABLED_RingOfTwentyThatHitsItself) {
  EXPECT_LT(ringOfTwenty(true), 2e-3);
}

TEST(JointLoops, FrameOfFourWeldsFallsAsOneBodyAndStands) {
  // Welded at all corners: 24 equations about 18 unknowns.
  SceneBuilder b;
  const Bar bars[] = {{b, {0, 0.1, 0}, {1, 0.1, 0}},
                      {b, {1, 0.1, 0}, {1, 1.1, 0}},
                      {b, {1, 1.1, 0}, {0, 1.1, 0}},
                      {b, {0, 1.1, 0}, {0, 0.1, 0}}};
  // The frames' axes at a corner differ by the bars' angle; joints need frames that agree.
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    const int aligned = b.child(bars[i].end).rotated({0, 0, 1}, 90);
    JointBuilder(b, aligned, bars[next].begin).weld();
  }
  b.floor();
  Simulation sim(b, sleepless());
  EXPECT_LT(worstWhileRunning(b, sim, 5), 2e-3);
  for (const Bar& bar : bars) EXPECT_LT(length(sim.velocity(bar.node)), 0.02);
}

}  // namespace
}  // namespace carom::test
