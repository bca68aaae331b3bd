// The equations of joint systems against a dense solution.
#include "solve/constraints/joint/joint_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "solve/constraints/numbers.hpp"
#include "solve/state/aligned_buffer.hpp"

namespace carom::solve {
namespace {

using Ends = std::vector<std::pair<std::int32_t, std::int32_t>>;

/// Ball-and-socket joints between `bodies` bodies, the first of which does not move.
JointTopology pins(std::int32_t bodies, const Ends& ends) {
  JointDefinition definition;
  definition.limits.push_back({JointMetric::FromPoint, 0, 0, 0});
  Joint joint;
  joint.elements = jointElements(definition);
  IndexedVector<Joint> joints;
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    joints.push_back(joint);
    numbers.push_back(static_cast<std::int32_t>(i));
  }
  IndexedVector<std::uint8_t> movable;
  movable.fill(bodies, 1);
  movable[0] = 0;
  return jointTopology(numbers, ends, joints, std::move(movable));
}

/// A block with random Jacobians, masses and velocities, whose lanes differ.
template <int W>
JointBlock<W>& randomBlock(const JointTopology& topology, AlignedBuffer& memory) {
  memory.reserve(layOut<W>(topology, nullptr));
  layOut<W>(topology, static_cast<char*>(memory.data()));
  JointBlock<W>& k = *static_cast<JointBlock<W>*>(memory.data());
  const DoubleW<W> zero = all<W>(0);
  const auto vector = [&](Numbers& numbers, DVec3W<W>& v, int lane) {
    v.x[lane] = numbers.next(), v.y[lane] = numbers.next(), v.z[lane] = numbers.next();
  };
  k.h = 1;
  k.tolerance = all<W>(1);
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    b.inverse_inertia = b.inertia_full = {zero, zero, zero, zero, zero, zero};
    b.inverse_mass = b.mass = zero;
  }
  Numbers numbers(7);
  for (int lane = 0; lane < W; ++lane) {
    for (std::int32_t i = 0; i < k.body_count; ++i) {
      LaneBody<W>& b = k.bodies[i];
      vector(numbers, b.linear, lane);
      vector(numbers, b.spin, lane);
      if (i == 0) continue;
      const double mass = 2 + numbers.next();
      b.mass[lane] = mass, b.inverse_mass[lane] = 1 / mass;
      b.inertia_full.xx[lane] = b.inertia_full.yy[lane] = b.inertia_full.zz[lane] = 0.1 * mass;
      b.inverse_inertia.xx[lane] = b.inverse_inertia.yy[lane] = b.inverse_inertia.zz[lane] = 10 / mass;
    }
    for (std::int32_t i = 0; i < k.row_count; ++i) {
      LaneRow<W>& r = k.rows[i];
      r.impulse[lane] = r.kept[lane] = r.shift[lane] = r.rate[lane] = 0;
      r.compliance[lane] = 1e-6;
      r.active[lane] = lane == 1 && i % 3 == 2 ? 0 : -1;
      vector(numbers, r.linear, lane);
      vector(numbers, r.angular_a, lane);
      vector(numbers, r.angular_b, lane);
    }
  }
  return k;
}

/// The greatest residual of an active row after two rounds.
template <int W>
double residual(JointBlock<W>& k) {
  const JointSystem& system = k.topology->systems[0];
  prepareSystem(k, system);
  solveSystem(k, system, JointPass::Relax, yes<W>());
  solveSystem(k, system, JointPass::Relax, yes<W>());
  double worst = 0;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    const LaneRow<W>& r = k.rows[i];
    const DoubleW<W> off = speedOf(k, i) + r.compliance * r.impulse;
    for (int lane = 0; lane < W; ++lane) {
      if (r.active[lane] != 0) worst = std::max(worst, std::abs(off[lane]));
    }
  }
  return worst;
}

TEST(JointSystem, ChainsTreesRingsAndTwoJointsOfAPairAreSolved) {
  const Ends chain{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, tree{{0, 1}, {2, 1}, {1, 3}, {3, 4}, {3, 5}, {6, 1}},
      ring{{1, 2}, {2, 3}, {3, 4}, {5, 4}, {5, 1}}, twice{{1, 2}, {2, 1}, {0, 2}};
  for (const Ends& ends : {chain, tree, ring, twice}) {
    const JointTopology topology = pins(7, ends);
    ASSERT_TRUE(topology.direct);
    AlignedBuffer memory;
    EXPECT_LT(residual(randomBlock<2>(topology, memory)), 1e-10) << ends.size();
  }
}

TEST(JointSystem, TreesAreEliminatedWithoutNewBlocks) {
  const JointTopology topology = pins(7, {{1, 2}, {1, 3}, {1, 4}, {4, 5}, {4, 6}});
  EXPECT_EQ(topology.systems[0].blocks.size(), 5u);
}

TEST(JointSystem, AStarOfAThousandIsSolvedAtOnce) {
  Ends ends;
  for (std::int32_t i = 2; i < 1002; ++i) ends.emplace_back(1, i);
  const JointTopology topology = pins(1002, ends);
  EXPECT_TRUE(topology.direct);
  EXPECT_EQ(topology.systems[0].blocks.size(), 1000u);
}

TEST(JointSystem, AnotherLaneChangesNothing) {
  const JointTopology topology = pins(4, {{0, 1}, {1, 2}, {2, 3}});
  AlignedBuffer one_memory, two_memory;
  JointBlock<1>& one = randomBlock<1>(topology, one_memory);
  JointBlock<2>& two = randomBlock<2>(topology, two_memory);
  residual(one);
  residual(two);
  for (std::int32_t i = 0; i < one.body_count; ++i) {
    EXPECT_EQ(one.bodies[i].linear.x[0], two.bodies[i].linear.x[0]);
    EXPECT_EQ(one.bodies[i].spin.z[0], two.bodies[i].spin.z[0]);
  }
}

/// The factors at hand, and the same of all rows anew.
template <int W>
void expectFactorsOfAllRows(JointBlock<W>& k) {
  const JointSystem& system = k.topology->systems[0];
  const auto factors = [&] {
    std::vector<double> out;
    const auto add = [&](const DoubleW<W>* numbers, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        for (int lane = 0; lane < W; ++lane) out.push_back(numbers[i][lane]);
      }
    };
    add(k.diagonal, system.nodes.size() * 21);
    add(k.blocks, system.blocks.size() * 36);
    return out;
  };
  prepareSystem(k, system);
  const std::vector<double> partial = factors();
  k.assembled = nullptr;
  prepareSystem(k, system);
  EXPECT_EQ(partial, factors());
}

TEST(JointSystem, RowsThatChangeGiveTheFactorsOfAllAnew) {
  const Ends tree{{0, 1}, {2, 1}, {1, 3}, {3, 4}, {3, 5}, {6, 1}, {6, 7}},
      rings{{1, 2}, {2, 3}, {3, 4}, {5, 4}, {5, 1}, {2, 6}, {6, 7}, {7, 4}, {1, 2}};
  for (const Ends& ends : {tree, rings}) {
    const JointTopology topology = pins(8, ends);
    AlignedBuffer memory;
    JointBlock<2>& k = randomBlock<2>(topology, memory);
    prepareSystem(k, topology.systems[0]);
    for (std::int32_t i = 0; i < k.row_count; ++i) {
      LaneRow<2>& r = k.rows[(i * 7) % k.row_count];
      r.active[i % 2] = ~r.active[i % 2];
      if (i % 3 == 0) r.compliance[0] *= 1.5;
      expectFactorsOfAllRows(k);
    }
  }
}

TEST(JointSystem, MomentumIsConserved) {
  const JointTopology topology = pins(6, {{1, 2}, {2, 3}, {3, 4}, {4, 5}});
  AlignedBuffer memory;
  JointBlock<2>& k = randomBlock<2>(topology, memory);
  const auto momentum = [&] {
    double sum = 0;
    for (std::int32_t i = 1; i < k.body_count; ++i) sum += k.bodies[i].linear.y[0] * k.bodies[i].mass[0];
    return sum;
  };
  const double before = momentum();
  residual(k);
  EXPECT_NEAR(momentum(), before, 1e-12);
}

TEST(JointSystem, ANetIsSolvedJointByJoint) {
  Ends ends;
  for (std::int32_t i = 0; i < 60; ++i) {
    for (std::int32_t j = 0; j < 60; ++j) {
      if (j > 0) ends.emplace_back(i * 60 + j - 1, i * 60 + j);
      if (i > 0) ends.emplace_back(i * 60 + j - 60, i * 60 + j);
    }
  }
  const JointTopology topology = pins(3600, ends);
  EXPECT_FALSE(topology.direct);
  EXPECT_EQ(topology.systems.size(), ends.size());
  EXPECT_EQ(topology.most_nodes, 2);
}

}  // namespace
}  // namespace carom::solve
