// Balls that graze each other: what they have afterwards is no more than before, however fast they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "world/scene_builder.hpp"

namespace carom::test {
namespace {

double energyOf(const Simulation& sim, int node, double radius) {
  const BodyState state = sim.state(node);
  const double inertia = 0.4 * radius * radius;
  return 0.5 * sim.properties(node).mass *
         (lengthSquared(state.linear_velocity) + inertia * lengthSquared(state.angular_velocity));
}

TEST(GrazingBalls, GainNoEnergy) {
  constexpr double kRadius = 0.1;
  for (const double friction : {0.0, 0.3}) {
    for (const double speed : {1.0, 5.0, 20.0, 50.0, 200.0}) {
      for (const double offset : {0.0, 0.5, 0.9, 0.99}) {
        SCOPED_TRACE(testing::Message()
                     << speed << " m/s, " << offset << " diameters, friction " << friction);
        SceneBuilder b;
        const Material material = surface(friction, friction, 0.9);
        const int one = b.node()
                            .at(-speed * 0.021 - 0.1, 0, 0)
                            .dynamic(1)
                            .velocity({speed, 0, 0})
                            .collider(sphere(kRadius), material);
        const int other =
            b.node().at(0, 2 * kRadius * offset, 0).dynamic(1).collider(sphere(kRadius), material);
        WorldSettings settings;
        settings.gravity = DVec3{0, 0, 0};
        Simulation sim(b, settings);
        const double before = 0.5 * speed * speed;
        double most = 0;
        for (int step = 0; step < 20; ++step) {
          sim.world.step();
          most = std::max(most, energyOf(sim, one, kRadius) + energyOf(sim, other, kRadius));
        }
        EXPECT_LT(most, 1.01 * before);
        EXPECT_GT(energyOf(sim, other, kRadius), 0);
      }
    }
  }
}

/// Blows between balls must not make them spin so that the floor loses them.
TEST(GrazingBalls, StayInTheirRoom) {
  constexpr double kHalf = 4;
  Random random(5);
  SceneBuilder b;
  const Material lively = surface(0.3, 0.3, 0.9);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      DVec3 at, size{2 * kHalf + 1, 2 * kHalf + 1, 2 * kHalf + 1};
      at[static_cast<std::size_t>(axis)] = side * kHalf;
      size[static_cast<std::size_t>(axis)] = 0.02;
      b.node().at(at).collider(box(size.x, size.y, size.z), lively);
    }
  }
  std::vector<int> balls;
  for (int i = 0; i < 120; ++i) {
    const double radius = random(0.02, 0.1);
    const DVec3 at = random.vector(-2.8, 2.8), velocity = random.vector(-200, 200);
    balls.push_back(b.node().at(at).dynamic().velocity(velocity).collider(sphere(radius), lively));
  }
  Simulation sim(b);
  sim.run(kSlowBuild ? 2 : 15);
  for (const int ball : balls) {
    const DVec3 p = absolute(sim.position(ball));
    EXPECT_LT(std::max({p.x, p.y, p.z}), kHalf) << ball;
  }
}

}  // namespace
}  // namespace carom::test
