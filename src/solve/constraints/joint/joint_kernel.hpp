// The functions of JointSolver for W lanes: between the arrays of the simulation and a block. Included by
// joint_solver_*.cpp only; wide.hpp says why.
#pragma once

#include "solve/constraints/joint/joint_passes.hpp"
#include "solve/constraints/joint/joint_solver.hpp"
#include "solve/state/prefetch.hpp"

namespace carom::solve {
namespace {

template <int W>
inline JointBlock<W>& blockAt(void* memory) {
  return *static_cast<JointBlock<W>*>(memory);
}

template <int W>
inline void setLane(DVec3W<W>& out, int lane, double x, double y, double z) {
  out.x[lane] = x, out.y[lane] = y, out.z[lane] = z;
}
template <int W>
inline void setLane(DQuatW<W>& out, int lane, double x, double y, double z, double w) {
  out.x[lane] = x, out.y[lane] = y, out.z[lane] = z, out.w[lane] = w;
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
  }
  const Vec3 &inertia = s.principal_inertia, &inverse = s.principal_inverse_inertia;
  setLane<W>(out.inertia, lane, static_cast<double>(inertia.x), static_cast<double>(inertia.y),
             static_cast<double>(inertia.z));
  setLane<W>(out.inverse_principal, lane, static_cast<double>(inverse.x), static_cast<double>(inverse.y),
             static_cast<double>(inverse.z));
  out.gyroscopic[lane] = s.gyroscopic ? -1 : 0;
}

template <int W>
inline void makeHeavier(LaneBody<W>& b, DoubleW<W> times) {
  b.mass *= times, b.inverse_mass /= times;
  b.inertia = b.inertia * times, b.inverse_principal = b.inverse_principal * (1 / times);
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

template <int W>
void takePoses(JointBlock<W>& k, const JointInput& input) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    DVec3W<W> moved{all<W>(0), all<W>(0), all<W>(0)};
    for (int lane = 0; lane < W; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0) continue;
      const Vec3& p = input.deltas[slot].position;
      const Quat& q = input.solver_bodies[slot].rotation;
      setLane<W>(moved, lane, static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
      setLane<W>(b.rotation, lane, static_cast<double>(q.x), static_cast<double>(q.y),
                 static_cast<double>(q.z), static_cast<double>(q.w));
    }
    b.center = b.start + moved;
    b.rotation = normalized(b.rotation);
    b.axes = matrixOf(b.rotation);
  }
}

template <int W>
void takeVelocities(JointBlock<W>& k, const JointInput& input) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    DVec3W<W> turning{all<W>(0), all<W>(0), all<W>(0)};
    for (int lane = 0; lane < W; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0) continue;
      const SolverVelocity& v = input.velocities[slot];
      setLane<W>(b.linear, lane, static_cast<double>(v.linear.x), static_cast<double>(v.linear.y),
                 static_cast<double>(v.linear.z));
      setLane<W>(turning, lane, static_cast<double>(v.angular.x), static_cast<double>(v.angular.y),
                 static_cast<double>(v.angular.z));
    }
    b.spin = inverseTurn(b.axes, turning);
  }
}

template <int W>
void giveVelocities(JointBlock<W>& k, const JointInput& input, MaskW<W> lanes) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    const LaneBody<W>& b = k.bodies[i];
    const DVec3W<W> turning = b.axes * b.spin;
    for (int lane = 0; lane < k.count; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0 || slot >= input.movable_end || lanes[lane] == 0) continue;
      SolverVelocity& v = input.velocities[slot];
      v.linear.x = static_cast<float>(b.linear.x[lane]);
      v.linear.y = static_cast<float>(b.linear.y[lane]);
      v.linear.z = static_cast<float>(b.linear.z[lane]);
      v.angular.x = static_cast<float>(turning.x[lane]);
      v.angular.y = static_cast<float>(turning.y[lane]);
      v.angular.z = static_cast<float>(turning.z[lane]);
    }
  }
}

/// What no joint holds in this substep flies on its parabola. There velocities are those of the moment, but
/// where forces act those of half a substep ago (Störmer and Verlet's scheme): what comes to a soft bound has
/// half of the substep's acceleration too much, and what leaves one half of it too little. A weight that
/// falls onto a spring again and again would gain g h of speed each time.
template <int W>
CAROM_SELDOM void holdFlights(JointBlock<W>& k, const JointInput& input) {
  markPulled(k);
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (k.movable[i] == 0) continue;
    LaneBody<W>& b = k.bodies[i];
    for (int lane = 0; lane < k.count; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0) continue;
      SolverBody& solved = input.solver_bodies[slot];
      const bool was_sprung = solved.sprung, flew = b.flew[lane] != 0;
      solved.sprung = b.pulled[lane] != 0 && b.firmly_pulled[lane] == 0;
      const bool flies = b.ballistic[lane] != 0 && b.pulled[lane] == 0;
      b.flew[lane] = flies ? -1 : 0;
      if (b.ballistic[lane] == 0) continue;
      solved.ballistic = flies;
      const float change = (was_sprung && flies ? 1.0f : 0.0f) - (flew && solved.sprung ? 1.0f : 0.0f);
      const float half = static_cast<float>(0.5 * k.h) * change;
      Vec3& velocity = input.velocities[slot].linear;
      velocity.x += solved.acceleration.x * half;
      velocity.y += solved.acceleration.y * half;
      velocity.z += solved.acceleration.z * half;
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
    b.tensioned = no<W>();
  }
  const MaskW<W> finite = k.heaviest_inverse_mass < JointSettings::kImmovable;
  const DoubleW<W> least = finite ? JointSettings::kLeastMass / k.heaviest_inverse_mass : zero;
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    makeHeavier(b, b.mass < least ? least / b.mass : all<W>(1));
    b.inertia_full = {b.inertia.x, zero, zero, b.inertia.y, zero, b.inertia.z};
    b.inverse_inertia = {b.inverse_principal.x, zero, zero,
                         b.inverse_principal.y, zero, b.inverse_principal.z};
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

template <int W>
CAROM_SELDOM void beginBlock(void* memory, const JointTopology& topology, const JointLane* lanes, int count,
                             const JointInput& input) {
  layOut<W>(topology, static_cast<char*>(memory));
  JointBlock<W>& k = blockAt<W>(memory);
  k.h = input.substep;
  k.substeps = input.substeps;
  for (int lane = 0; lane < count; ++lane) k.contacts[lane] = lanes[lane].contacts, k.used[lane] = -1;
  takeGroups(k, lanes, count, input);
  takePoses(k, input);
  moveFrames(k);
  buildRows(k, true);
}

template <int W>
void beginSubstep(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  prepareSprings(k);
}

template <int W>
void warmStartBlock(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  for (int lane = 0; lane < W; ++lane)
    k.touching[lane] = k.contacts[lane] != nullptr && !k.contacts[lane]->empty() ? -1 : 0;
  k.any_contacts = anyLane(k.touching);
  beginContacts(k, input, true, yes<W>());
  warmStartRows(k);
  giveVelocities(k, input, yes<W>());
}

/// Impulses that contacts have made joints exert, and that velocities have.
template <int W>
CAROM_SELDOM void takeGiven(JointBlock<W>& k, const JointInput& input) {
  for (std::int32_t i = 0; i < k.joint_count; ++i) {
    for (int lane = 0; lane < k.count; ++lane) {
      Joint& joint = input.joints[k.lanes[lane].joints[i]];
      if (!joint.given) continue;
      joint.given = false;
      JointElement* const elements = joint.elements.data();
      for (std::int32_t n = k.shapes[i].first_row; n < k.shapes[i].row_end; ++n) {
        double& given =
            elements[k.row_shapes[n].element].given[static_cast<std::size_t>(k.row_shapes[n].component)];
        if (given == 0) continue;
        k.rows[n].impulse[lane] += given;
        k.rows[n].active[lane] = -1;
        given = 0;
      }
    }
  }
}

template <int W>
void solveBlockBiased(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  takeGiven(k, input);
  startContacts(k);
  solveRowsBiased(k);
  storeContacts(k, yes<W>(), true);
  giveVelocities(k, input, yes<W>());
  holdFlights(k, input);
}

template <int W>
void relaxLanes(JointBlock<W>& k, const JointInput& input, MaskW<W> lanes) {
  takeVelocities(k, input);
  startContacts(k);
  relaxRows(k, lanes);
  storeContacts(k, lanes, true);
  giveVelocities(k, input, lanes);
}

/// Takes out of velocities what pushTurned() has added to lead positions back: along Jacobians that have
/// turned since, relaxing would leave some of it.
template <int W>
CAROM_SELDOM void takeBackTurned(JointBlock<W>& k, const JointInput& input) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (k.movable[i] == 0) continue;
    LaneBody<W>& b = k.bodies[i];
    const DVec3W<W> linear = b.linear - b.remembered_linear, turning = b.axes * (b.spin - b.remembered_spin);
    for (int lane = 0; lane < k.count; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0 || slot >= input.movable_end || k.turned[lane] == 0) continue;
      SolverVelocity& v = input.velocities[slot];
      v.linear.x -= static_cast<float>(linear.x[lane]);
      v.linear.y -= static_cast<float>(linear.y[lane]);
      v.linear.z -= static_cast<float>(linear.z[lane]);
      v.angular.x -= static_cast<float>(turning.x[lane]);
      v.angular.y -= static_cast<float>(turning.y[lane]);
      v.angular.z -= static_cast<float>(turning.z[lane]);
    }
  }
  for (std::int32_t i = 0; i < k.row_count; ++i)
    k.rows[i].impulse = k.turned ? k.rows[i].remembered : k.rows[i].impulse;
  goBackContacts(k, k.turned);
  storeContacts(k, k.turned, false);
}

template <int W>
void relaxBlockBeforeContacts(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  ++k.substep;
  if (anyLane(k.turned)) takeBackTurned(k, input);
  takePoses(k, input);
  moveFrames(k);
  buildRows(k, false);
  k.relaxed = tensionedLanes(k);
  takeVelocities(k, input);
  beginContacts(k, input, false, yes<W>());
  relaxLanes(k, input, k.used);
}

/// Lanes in which something has moved a body since its velocities were given.
template <int W>
MaskW<W> pushedLanes(const JointBlock<W>& k, const JointInput& input) {
  MaskW<W> out = no<W>();
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    if (k.movable[i] == 0) continue;
    const LaneBody<W>& b = k.bodies[i];
    const DVec3W<W> turning = b.axes * b.spin;
    for (int lane = 0; lane < k.count; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0) continue;
      const SolverVelocity& v = input.velocities[slot];
      const bool same = v.linear.x == static_cast<float>(b.linear.x[lane]) &&
                        v.linear.y == static_cast<float>(b.linear.y[lane]) &&
                        v.linear.z == static_cast<float>(b.linear.z[lane]) &&
                        v.angular.x == static_cast<float>(turning.x[lane]) &&
                        v.angular.y == static_cast<float>(turning.y[lane]) &&
                        v.angular.z == static_cast<float>(turning.z[lane]);
      if (!same) out[lane] = -1;
    }
  }
  return out;
}

template <int W>
void relaxBlock(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeGiven(k, input);
  const MaskW<W> pushed = pushedLanes(k, input) & ~k.relaxed;
  if (anyLane(pushed)) relaxLanes(k, input, pushed);
  finishRows(k);
}

/// Stores what joint i has done in the step. Returns whether it has come to a limit or left one.
template <int W>
CAROM_SELDOM bool giveJoint(const JointBlock<W>& k, std::int32_t i, int lane, Joint& joint) {
  const double rate = 1 / (k.h * k.substeps);
  const LaneJoint<W>& j = k.joints[i];
  joint.load.force.x = j.force.x[lane] * rate;
  joint.load.force.y = j.force.y[lane] * rate;
  joint.load.force.z = j.force.z[lane] * rate;
  joint.load.torque.x = j.torque.x[lane] * rate;
  joint.load.torque.y = j.torque.y[lane] * rate;
  joint.load.torque.z = j.torque.z[lane] * rate;
  for (int axis = 0; axis < 3; ++axis) joint.turn[static_cast<std::size_t>(axis)] = j.turn[axis][lane];
  if (joint.frames_move) {
    joint.frame = joint.next_frame;
    joint.frames_move = false;
  }
  bool news = false;
  JointElement* const elements = joint.elements.data();
  for (std::int32_t n = k.shapes[i].first_row; n < k.shapes[i].row_end; ++n) {
    const JointRowShape& shape = k.row_shapes[n];
    const LaneRow<W>& r = k.rows[n];
    JointElement& e = elements[shape.element];
    const auto component = static_cast<std::size_t>(shape.component);
    e.impulse[component] = e.last[component] = r.last[lane];
    e.warm[component] = r.warm[lane];
    if (shape.role != JointElement::Role::Range) continue;
    // Where it has been reached it is left a bit farther off, so that it does not flicker.
    const double unit = shape.isAngular() ? 1 : k.tolerance[lane];
    const double reach = e.soft ? 0 : (e.reported ? JointSettings::kLeft : JointSettings::kTouching) * unit;
    e.reached = r.side[lane] * (r.value[lane] - r.target[lane]) >= -reach;
    news = news || e.reached != e.reported;
  }
  return news;
}

template <int W>
void endBlock(void* memory, const JointLane* lanes, int count, const JointInput& input, bool* news) {
  const JointBlock<W>& k = blockAt<W>(memory);
  for (int lane = 0; lane < count; ++lane) news[lane] = false;
  for (std::int32_t i = 0; i < k.joint_count; ++i) {
    for (int lane = 0; lane < count; ++lane)
      news[lane] |= giveJoint(k, i, lane, input.joints[lanes[lane].joints[i]]);
  }
}

/// What joints are open by now and were not at the start of the step (r.kept), as shifts of their rows; which
/// of them take part. Returns the greatest, m (for a tolerance of 1) or rad.
template <int W>
CAROM_SELDOM double takeOpenings(JointBlock<W>& k) {
  double worst = 0;
  for (std::int32_t i = 0; i < k.row_count; ++i) {
    LaneRow<W>& r = k.rows[i];
    const JointRowShape& shape = k.row_shapes[i];
    const DoubleW<W> off = offOf(k, i), before = magnitude(r.kept);
    r.impulse = r.warm = all<W>(0);
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
  for (std::int32_t i = 0; i < k.row_count; ++i) k.rows[i].warm = all<W>(0);
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
    if (length(bodies[i].moved) > JointSettings::kFarthest * farthest + way ||
        !(2 * static_cast<double>(length(turn.vector())) < JointSettings::kMostTurn))
      return false;
  }
  return true;
}

template <int W>
std::size_t blockSize(const JointTopology& topology) {
  return layOut<W>(topology, nullptr);
}

template <int W>
constexpr JointSolver makeJointSolver() {
  return {W,
          &blockSize<W>,
          &beginBlock<W>,
          &beginSubstep<W>,
          &warmStartBlock<W>,
          &solveBlockBiased<W>,
          &relaxBlockBeforeContacts<W>,
          &relaxBlock<W>,
          &endBlock<W>,
          &closeBlock<W>};
}

}  // namespace
}  // namespace carom::solve
