// The functions of JointSolver for W lanes: between the arrays of the simulation and a block. Included by
// joint_solver_*.cpp only; wide.hpp says why.
#pragma once

#include "solve/constraints/joint/joint_closing_kernel.hpp"

namespace carom::solve {
namespace {

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
Vec3 roundedLane(const DVec3W<W>& v, int lane) {
  return {static_cast<float>(v.x[lane]), static_cast<float>(v.y[lane]), static_cast<float>(v.z[lane])};
}

/// Velocities that nothing has changed since they were given keep what floats cannot hold: rounded at each
/// stage, the momentum of a group would drift by some 10⁻⁶ in a minute.
template <int W>
void takeVelocities(JointBlock<W>& k, const JointInput& input) {
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    LaneBody<W>& b = k.bodies[i];
    DVec3W<W> turning{all<W>(0), all<W>(0), all<W>(0)};
    for (int lane = 0; lane < W; ++lane) {
      const std::int32_t slot = k.slots[i * W + lane];
      if (slot == 0) continue;
      const SolverVelocity& v = input.velocities[slot];
      if (!(roundedLane<W>(b.linear, lane) == v.linear))
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
      v.linear = roundedLane<W>(b.linear, lane);
      v.angular = roundedLane<W>(turning, lane);
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

/// What else acts on tensioned bodies sees their inertia, too. Returns whether one has another one.
template <int W>
CAROM_SELDOM bool giveInertia(JointBlock<W>& k, const JointInput& input) {
  bool changed = false;
  k.tensioned = no<W>();
  for (std::int32_t i = 0; i < k.body_count; ++i) {
    const LaneBody<W>& b = k.bodies[i];
    k.tensioned |= b.tensioned;
    if (!anyLane(b.renewed)) continue;
    changed = true;
    for (int lane = 0; lane < k.count; ++lane) {
      if (b.renewed[lane] == 0) continue;
      const DSymmetric3W<W>& m = b.inverse_inertia;
      const DMat3W<W>& r = b.axes;
      const auto at = [lane](const DVec3W<W>& v) { return DVec3{v.x[lane], v.y[lane], v.z[lane]}; };
      const DMat3 inverse{{m.xx[lane], m.xy[lane], m.xz[lane]},
                          {m.xy[lane], m.yy[lane], m.yz[lane]},
                          {m.xz[lane], m.yz[lane], m.zz[lane]}};
      const std::int32_t slot = k.slots[i * W + lane];
      giveInertiaTo(input, slot, {at(r.cx), at(r.cy), at(r.cz)}, inverse, b.tensioned[lane] != 0);
    }
  }
  return changed;
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
  giveInertia(k, input);
}

template <int W>
void beginSubstep(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  prepareSprings(k);
}

template <int W>
void dampBlock(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  if (!anyLane(k.tensioned)) return;
  takeVelocities(k, input);
  dampTensionedBodies(k);
  giveVelocities(k, input, k.tensioned);
}

template <int W>
void warmStartBlock(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  k.pushing = no<W>();
  for (int lane = 0; lane < W; ++lane) {
    const GroupContacts* const contacts = k.contacts[lane];
    k.touching[lane] = contacts != nullptr && !contacts->empty() ? -1 : 0;
    if (k.touching[lane] != 0 && contacts->hasOthers()) k.pushing[lane] = -1;
  }
  k.any_contacts = anyLane(k.touching);
  beginContacts(k, input, true, yes<W>());
  warmStartRows(k);
  giveVelocities(k, input, yes<W>());
}

/// Impulses that contacts have made joints exert, and that velocities have. Returns the lanes in which they
/// have.
template <int W>
CAROM_SELDOM MaskW<W> takeGiven(JointBlock<W>& k, const JointInput& input) {
  MaskW<W> found = no<W>();
  for (std::int32_t i = 0; i < k.joint_count; ++i) {
    for (int lane = 0; lane < k.count; ++lane) {
      Joint& joint = input.joints[k.lanes[lane].joints[i]];
      if (!joint.given) continue;
      joint.given = false;
      found[lane] = -1;
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
  return found;
}

template <int W>
void solveBlockBiased(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  takeVelocities(k, input);
  k.relaxing = takeGiven(k, input);
  startContacts(k, input, yes<W>());
  solveRowsBiased(k);
  k.relaxing |= ledLanes(k) | k.pushing;
  storeContacts(k, yes<W>(), true);
  giveVelocities(k, input, yes<W>());
  holdFlights(k, input);
}

template <int W>
void relaxLanes(JointBlock<W>& k, const JointInput& input, MaskW<W> lanes) {
  takeVelocities(k, input);
  startContacts(k, input, lanes);
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
bool relaxBlockBeforeContacts(void* memory, const JointInput& input) {
  JointBlock<W>& k = blockAt<W>(memory);
  if (++k.substep == k.substeps) k.relaxing = k.used;
  if (anyLane(k.turned)) takeBackTurned(k, input);
  takePoses(k, input);
  moveFrames(k);
  takeTension(k, &LaneRow<W>::impulse);
  buildRows(k, false);
  const bool changed = giveInertia(k, input);
  k.relaxing = (k.relaxing | k.tensioned) & k.used;
  takeVelocities(k, input);
  if (!anyLane(k.relaxing)) return changed;
  beginContacts(k, input, false, k.relaxing);
  relaxLanes(k, input, k.relaxing);
  return changed;
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
  const MaskW<W> given = takeGiven(k, input) & ~k.relaxing;
  beginContacts(k, input, false, given);
  const MaskW<W> pushed = (k.relaxing | given) & (pushedLanes(k, input) | k.pushing);
  if (anyLane(pushed)) relaxLanes(k, input, pushed);
  finishRows(k);
}

/// Stores what joint i has done in the step. Returns whether it has come to a limit or left one.
template <int W>
CAROM_SELDOM bool giveJoint(const JointBlock<W>& k, std::int32_t i, int lane, Joint& joint) {
  const double rate = 1 / (k.h * k.substeps);
  const LaneJoint<W>& j = k.joints[i];
  const auto sum = [&](const DVec3W<W>& steady, DVec3& blows) {
    const DVec3 all = DVec3{steady.x[lane], steady.y[lane], steady.z[lane]} + blows;
    blows = {};
    return all * rate;
  };
  joint.load = {sum(j.force, joint.blows.force), sum(j.torque, joint.blows.torque)};
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
          &dampBlock<W>,
          &warmStartBlock<W>,
          &solveBlockBiased<W>,
          &relaxBlockBeforeContacts<W>,
          &relaxBlock<W>,
          &endBlock<W>,
          &closeBlock<W>};
}

}  // namespace
}  // namespace carom::solve
