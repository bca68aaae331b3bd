// Numbers that no file should have, now and then, for tests of what does not break.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "scene_builder.hpp"

namespace carom::test {

inline double wild(Random& r, double size) {
  const double kind = r(0, 1);
  if (kind < 0.04) return std::nan("");
  if (kind < 0.07) return kInfinity;
  if (kind < 0.10) return -kInfinity;
  if (kind < 0.14) return 1e300;
  if (kind < 0.18) return -1e20;
  return kind < 0.25 ? 0 : r(-size, size);
}
inline std::optional<double> wildOrNone(Random& r, double size) {
  return r(0, 1) < 0.5 ? std::nullopt : std::optional(wild(r, size));
}

/// Two seconds of a scene, in the middle of which its vehicles are told something else; check(world) after
/// each step. Then another world is put where this one is, and both have to go on alike.
template <class Check>
void driveWildly(SceneBuilder& b, Random& r, Check&& check) {
  Simulation sim(b);
  for (int i = 0; i < 120; ++i) {
    if (i == 60) {
      for (const VehicleState& v : sim.world.vehicles())
        sim.world.setVehicleActivation(v.node, r.vector(-1, 1), r.vector(-1, 1));
    }
    sim.world.step();
    ASSERT_TRUE(sim.allFinite()) << i;
    check(sim.world);
  }
  World other(b.build());
  ASSERT_FALSE(other.restore(sim.world.save()).hasErrors());
  other.step(), sim.world.step();
  ASSERT_EQ(other.stateHash(), sim.world.stateHash());
}

}  // namespace carom::test
