// JointSolver::close(): the nearest poses at which joints are closed (joint_closing.hpp).
#pragma once

#include "solve/constraints/joint/joint_taking.hpp"

namespace carom::solve {
namespace {

/// What joints are open by now and were not at the start of the step (r.kept), as shifts of their rows; which
/// of them take part. Returns the greatest, m (for a tolerance of 1) or rad.
template <int W>
CAROM_SELDOM double takeOpenings(JointBlock<W>& k) {
  double worst = 0;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    LaneRow<W>& r = k.rows[i];
    const JointRowShape& shape = k.row_shapes[i];
    const DoubleW<W> off = offOf(k, i), before = magnitude(r.kept);
    r.impulse = all<W>(0);
    r.shift = off - lower(greater(off, -before), before);
    r.active = r.mass_inverse > 1e-30;
    if (shape.isSpring()) r.active = no<W>();
    if (shape.isBound()) r.active &= r.shift != 0;
    const double open = r.active[0] != 0 ? magnitude(r.shift)[0] / unitOf(k, shape)[0] : 0;
    if (!(open <= worst)) worst = open;
  }
  return worst;
}

/// Places bodies and finds their rows there.
template <int W>
CAROM_SELDOM void placeBodies(JointBlock<W>& k, const JointLane& lane, const JointInput& input, bool start) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    const Body& body = input.bodies[lane.bodies[i]];
    const bool moves = body.awake_index >= 0;
    const DVec3 center = (start && moves ? body.start_center : body.center) - lane.origin;
    const Quat& q = start && moves ? body.start_rotation : body.rotation;
    b.center = {all<W>(center.x), all<W>(center.y), all<W>(center.z)};
    b.rotation = normalized(DQuatW<W>{all<W>(static_cast<double>(q.x)), all<W>(static_cast<double>(q.y)),
                                      all<W>(static_cast<double>(q.z)), all<W>(static_cast<double>(q.w))});
    b.axes = matrixOf(b.rotation);
  }
  buildRows(k, false);
}

/// Gauss and Newton's steps towards the nearest poses with closed joints, where a velocity is a way: h is 1.
template <int W>
CAROM_SELDOM bool closeBlock(void* memory, const JointTopology& topology, const JointLane& lane,
                             const JointInput& input, ClosedBody* bodies) {
  layOut<W>(topology, static_cast<char*>(memory));
  JointBlock<W>& k = blockAt<W>(memory);
  k.h = 1;
  k.used = yes<W>();
  takeGroups(k, &lane, 1, input);
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (bodies[i].was_stopped) makeHeavier(k.bodies[i], all<W>(JointSettings::kStopped));
  }
  moveFrames(k);
  placeBodies(k, lane, input, true);
  for (std::int32_t i = 0; i < k.row_count; ++i) k.rows[i].kept = offOf(k, i);
  placeBodies(k, lane, input, false);
  const double before = takeOpenings(k);
  double left = before, farthest = 0;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    const LaneRow<W>& r = k.rows[i];
    const LaneJoint<W>& j = k.joints[k.row_shapes[i].joint];
    const DoubleW<W> reach = k.row_shapes[i].isAngular() ? length(j.arms[0]) + length(j.arms[1]) : all<W>(1);
    if (r.active[0] != 0) farthest = std::max(farthest, (magnitude(r.shift) * reach)[0]);
  }
  for (int round = 0; round < JointSettings::kTurnedRounds && !(left < JointSettings::kGoodEnough); ++round) {
    const int passes = topology.direct ? 1 : JointSettings::kGaussSeidelPasses;
    for (int pass = 0; pass < passes; ++pass) {
      for (const JointSystem& system : topology.systems) {
        soften(k, system, JointSettings::kBiasedSoftness, yes<W>());
        prepareSystem(k, system);
        solveSystem(k, system, JointPass::Turned, yes<W>());
      }
    }
    for (std::int32_t i = 0; i < k.body_count; ++i) {
      LaneBody<W>& b = k.bodies[i];
      b.center = b.center + b.linear;
      b.rotation = normalized(b.rotation * quaternionOf<W>(b.spin));
      b.axes = matrixOf(b.rotation);
      b.linear = b.spin = DVec3W<W>{all<W>(0), all<W>(0), all<W>(0)};
    }
    buildRows(k, false);
    left = takeOpenings(k);
  }
  if (!(left < JointSettings::kClosed * before)) return false;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    const LaneBody<W>& b = k.bodies[i];
    const Body& body = input.bodies[lane.bodies[i]];
    bodies[i].moved = DVec3{b.center.x[0], b.center.y[0], b.center.z[0]} + lane.origin - body.center;
    bodies[i].rotation =
        normalized(Quat(static_cast<float>(b.rotation.x[0]), static_cast<float>(b.rotation.y[0]),
                        static_cast<float>(b.rotation.z[0]), static_cast<float>(b.rotation.w[0])));
    // A pose farther away is not the nearest one, but what the steps happen to meet.
    const Quat turn = bodies[i].rotation * conjugate(body.rotation);
    const double way = length(body.center - body.start_center);
    if (length(bodies[i].moved) > farthest + way ||
        !(2 * static_cast<double>(length(turn.vector())) < JointSettings::kMostTurn))
      return false;
  }
  return true;
}

}  // namespace
}  // namespace carom::solve
