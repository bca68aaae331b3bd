// Takes groups of joints into the lanes of a block.
#pragma once

#include "solve/constraints/joint/joint_passes.hpp"
#include "solve/state/inertia.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

template <int W>
inline JointBlock<W>& blockAt(void* memory) {
  return *static_cast<JointBlock<W>*>(memory);
}

template <int W>
CAROM_SELDOM void takeBody(JointBlock<W>& k, std::int32_t i, int lane, const JointLane& in,
                           const JointInput& input) {
  LaneBody<W>& out = k.bodies[i];
  const std::int32_t number = in.bodies[i], slot = input.slots[number];
  const Body& body = input.bodies[number];
  k.slots[i * W + lane] = slot;
  setLane<W>(out.start, lane, body.center.x - in.origin.x, body.center.y - in.origin.y,
             body.center.z - in.origin.z);
  setLane<W>(out.rotation, lane, static_cast<double>(body.rotation.x), static_cast<double>(body.rotation.y),
             static_cast<double>(body.rotation.z), static_cast<double>(body.rotation.w));
  setLane<W>(out.linear, lane, 0, 0, 0);
  setLane<W>(out.spin, lane, 0, 0, 0);
  setLane<W>(out.inertia, lane, 0, 0, 0);
  setLane<W>(out.inverse_principal, lane, 0, 0, 0);
  out.inverse_mass[lane] = 0;
  out.mass[lane] = JointSettings::kImmovable;
  out.gyroscopic[lane] = 0;
  out.flew[lane] = body.ballistic ? -1 : 0;
  out.ballistic[lane] = slot > 0 && input.solver_bodies[slot].ballistic ? -1 : 0;
  if (slot == 0 || slot >= input.movable_end) return;
  const SolverBody& s = input.solver_bodies[slot];
  if (s.inverse_mass > 0) {
    out.inverse_mass[lane] = static_cast<double>(s.inverse_mass);
    out.mass[lane] = 1 / static_cast<double>(s.inverse_mass);
    const auto squared = static_cast<double>(lengthSquared(input.accelerations[slot].linear));
    k.forced[lane] += out.mass[lane] * k.h * k.h * squared;
  }
  const DVec3 inverse(s.principal_inverse_inertia), moments = inverted(inverse);
  setLane<W>(out.inertia, lane, moments.x, moments.y, moments.z);
  setLane<W>(out.inverse_principal, lane, inverse.x, inverse.y, inverse.z);
  out.gyroscopic[lane] = s.gyroscopic ? -1 : 0;
}

template <int W>
inline void makeHeavier(LaneBody<W>& b, DoubleW<W> times) {
  b.mass *= times, b.inverse_mass /= times;
  b.inertia = b.inertia * times, b.inverse_principal = b.inverse_principal * (1 / times);
  setInertia(b);
}

[[gnu::always_inline]] inline void prefetchElements(const Joint& joint) {
  prefetchBytes(joint.elements.data(), joint.elements.size() * sizeof(JointElement));
}

template <int W>
CAROM_SELDOM void takeJoint(JointBlock<W>& k, std::int32_t i, int lane, const Joint& joint) {
  LaneJoint<W>& out = k.joints[i];
  for (int side = 0; side < 2; ++side) {
    for (int ahead = 0; ahead < 2; ++ahead) {
      const DTransform& frame = ahead != 0 ? joint.next_frame[static_cast<std::size_t>(side)]
                                           : joint.frame[static_cast<std::size_t>(side)];
      const DVec3& t = frame.translation;
      const DQuat& q = frame.rotation;
      setLane<W>(out.end_translation[side + 2 * ahead], lane, t.x, t.y, t.z);
      setLane<W>(out.end_rotation[side + 2 * ahead], lane, q.x, q.y, q.z, q.w);
    }
  }
  out.moves[lane] = joint.frames_move ? -1 : 0;
  for (int axis = 0; axis < 3; ++axis) out.turn[axis][lane] = joint.turn[static_cast<std::size_t>(axis)];
  out.gone[lane] = kUnbounded;
  setLane<W>(out.force, lane, 0, 0, 0);
  setLane<W>(out.torque, lane, 0, 0, 0);
  setLane<W>(out.tension, lane, 0, 0, 0);
  const JointElement* const elements = joint.elements.data();
  for (std::int32_t n = k.shapes[i].first_row; n < k.shapes[i].row_end; ++n) {
    const JointElement& e = elements[k.row_shapes[n].element];
    const auto component = static_cast<std::size_t>(k.row_shapes[n].component);
    LaneRowDefinition<W>& definition = k.definitions[n];
    definition.min[lane] = e.min;
    definition.max[lane] = e.max;
    definition.stiffness[lane] = e.stiffness;
    definition.damping[lane] = e.damping;
    definition.velocity_target[lane] = e.velocity_target;
    definition.max_force[lane] = e.max_force;
    definition.acceleration_mode[lane] = e.acceleration_mode ? -1 : 0;
    k.rows[n].last[lane] = e.last[component];
    k.rows[n].warm[lane] = e.warm[component];
  }
}

/// Joint frames now and at the end of the substep to come.
template <int W>
CAROM_SELDOM void moveFrames(JointBlock<W>& k) {
  if (!anyLane(k.frames_move) && k.substep > 0) return;
  const double from = static_cast<double>(k.substep) / k.substeps, step = 1.0 / k.substeps;
  for (std::int32_t i = 0; i < k.joint_count; ++i) {
    LaneJoint<W>& j = k.joints[i];
    for (int side = 0; side < 2; ++side) {
      const DVec3W<W>& start = j.end_translation[side];
      const DQuatW<W>& turned = j.end_rotation[side];
      for (int ahead = 0; ahead < 2; ++ahead) {
        j.translation[side + 2 * ahead] = start;
        j.rotation[side + 2 * ahead] = turned;
      }
      if (!anyLane(j.moves)) continue;
      const DVec3W<W> way = j.end_translation[side + 2] - start;
      const DVec3W<W> turn = rotationVectorOf<W>(j.end_rotation[side + 2] * conjugate(turned));
      for (int ahead = 0; ahead < 2; ++ahead) {
        const DoubleW<W> t = all<W>(from + step * ahead);
        DQuatW<W>& out = j.rotation[side + 2 * ahead];
        const DQuatW<W> now = normalized(quaternionOf<W>(turn * t) * turned);
        j.translation[side + 2 * ahead] = select<W>(j.moves, start + way * t, start);
        out = {j.moves ? now.x : out.x, j.moves ? now.y : out.y, j.moves ? now.z : out.z,
               j.moves ? now.w : out.w};
      }
    }
  }
}

/// Takes bodies and joints into the lanes.
template <int W>
CAROM_SELDOM void takeGroups(JointBlock<W>& k, const JointLane* lanes, int count, const JointInput& input) {
  k.lanes = lanes;
  k.count = count;
  // Lane after lane of one element: its memory stays in the nearest cache.
  const auto inputOf = [&](int lane) -> const JointLane& { return lanes[lane < count ? lane : 0]; };
  k.forced = all<W>(0);
  for (int lane = 0; lane < W; ++lane) k.tolerance[lane] = inputOf(lane).tolerance;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    for (int lane = 0; lane < W; ++lane) takeBody(k, i, lane, inputOf(lane), input);
  }
  for (std::int32_t i = 0; i < k.joint_count; ++i) {
    for (int lane = 0; lane < W; ++lane) {
      if (i + 1 < k.joint_count) prefetchElements(input.joints[inputOf(lane).joints[i + 1]]);
      takeJoint(k, i, lane, input.joints[inputOf(lane).joints[i]]);
    }
  }
  for (std::int32_t i = 0; i < k.joint_count; ++i) k.frames_move |= k.joints[i].moves;
  const DoubleW<W> zero = all<W>(0);
  k.heaviest_inverse_mass = all<W>(JointSettings::kImmovable);
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    const DoubleW<W> inverse = b.inverse_mass > 0 ? b.inverse_mass : all<W>(JointSettings::kImmovable);
    k.heaviest_inverse_mass = lower(k.heaviest_inverse_mass, inverse);
    b.tensioned = b.renewed = no<W>();
    b.tension_share = zero;
  }
  const MaskW<W> finite = k.heaviest_inverse_mass < JointSettings::kImmovable;
  const DoubleW<W> least = finite ? JointSettings::kLeastMass / k.heaviest_inverse_mass : zero;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    makeHeavier(b, b.mass < least ? least / b.mass : all<W>(1));
  }
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    LaneRow<W>& r = k.rows[i];
    r.impulse = r.kept = r.shift = r.offset = r.residual = r.weight = zero;
    r.target = r.most = zero;
    r.compliance = r.side = all<W>(1);
    r.active = r.bounded = r.moves = no<W>();
    r.by_value = r.by_speed = r.by_target = zero;
  }
}

}  // namespace
}  // namespace carom::solve
