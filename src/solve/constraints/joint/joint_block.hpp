// The data of a block of joint groups in SIMD lanes. joint_solver.hpp has the derivation.
//
// All groups of a block have one topology (joint_topology.hpp); what differs from lane to lane is numbers. A
// block lives in memory that is laid out by layOut(). Angular velocities, and the angular parts of Jacobians,
// are in the principal axes of the bodies: the inertia is diagonal there, infinite moments included.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solve/constraints/joint/group_contacts.hpp"
#include "solve/constraints/joint/joint_solver.hpp"
#include "solve/constraints/joint/joint_topology.hpp"
#include "solve/simd/lane_functions.hpp"

namespace carom::solve {
namespace {

template <int W>
struct LaneBody {
  using Double = DoubleW<W>;
  using Vec = DVec3W<W>;

  Double inverse_mass;
  Double mass;                      ///< A number beyond all others where it is infinite.
  Vec inertia;                      ///< Principal; 0 where it is infinite.
  DSymmetric3W<W> inertia_full;     ///< With the stiffness of tension; beyond all others where infinite.
  DSymmetric3W<W> inverse_inertia;  ///< Of that.
  Vec inverse_principal;
  DSymmetric3W<W> stiffness;   ///< h² G, see joint_solver.hpp.
  Double pull;                 ///< Of joints outwards: h² Σ r · f, kg·m².
  Double tension_share;        ///< Of the stiffness what is integrated implicitly.
  Vec line_turn, line_torque;  ///< Sums over joints, see dampTensionedBodies().
  Double line_weight;
  MaskW<W> gyroscopic, tensioned;
  MaskW<W> renewed;        ///< Its inertia is not the one that it had in the last substep.
  MaskW<W> ballistic;      ///< Has no contact in this step.
  MaskW<W> flew;           ///< Was free in the last substep.
  MaskW<W> pulled;         ///< Has an impulse of a joint in this substep.
  MaskW<W> firmly_pulled;  ///< And not only of soft limits.
  Vec start, center;       ///< From the group's origin, m.
  DQuatW<W> rotation;
  DMat3W<W> axes;
  Vec linear, spin;
  Vec ahead_center;  ///< Where the velocities lead.
  DQuatW<W> ahead_rotation;
  Vec remembered_linear, remembered_spin;
};

template <int W>
struct LaneJoint {
  DVec3W<W> translation[4];  ///< Of the two frames: now; at the end of the substep.
  DQuatW<W> rotation[4];
  DVec3W<W> end_translation[4];  ///< The same at the start and the end of the step.
  DQuatW<W> end_rotation[4];
  MaskW<W> moves;  ///< These differ.
  DoubleW<W> turn[3];
  DVec3W<W> arms[2];             ///< From the centres of mass to the second frame's origin.
  DSymmetric3W<W> stiffness[2];  ///< h² G, in the axes of the two bodies.
  DVec3W<W> force, torque;       ///< Sum of impulses on the second body in the step.
  DVec3W<W> tension;  ///< Impulse on the second body in a substep, N·s: bodies answer as it holds them.
  /// How far the bodies have turned and moved relative to each other since its springs were prepared, rad.
  DoubleW<W> gone;
};

/// What a row asks for, constant over the step.
template <int W>
struct LaneRowDefinition {
  DoubleW<W> min, max, stiffness, damping, velocity_target, max_force;
  MaskW<W> acceleration_mode;
};

template <int W>
struct LaneRow {
  using Double = DoubleW<W>;
  using Vec = DVec3W<W>;

  Vec linear, angular_a, angular_b;  ///< Jacobian; the first body's with the opposite sign.
  Double weight;                     ///< 1 / compliance where it is active, else 0.
  Double compliance;
  Double impulse;  ///< In this substep.
  Double kept;     ///< Of it what does not make the row give way.
  Double shift;    ///< What has to be added to the speed for what the row wants to be 0, m/s or rad/s.
  Double rate;     ///< Its change by moving frames, m/s or rad/s.
  Double offset;   ///< Springs: impulse at no velocity.
  Double residual;
  MaskW<W> active;  ///< Takes part in the system of equations.

  /// A spring that exerts the most that it can, and takes no part then; a bound that has been released.
  MaskW<W> bounded;
  Double side;          ///< Of a bound: 1 the upper, -1 the lower.
  Double mass_inverse;  ///< J M⁻¹ Jᵀ
  Double give;          ///< The same were both bodies as heavy as the heavier one.
  Double value;         ///< Of the metric now.
  Double target;        ///< Value or bound to hold.
  Double most;          ///< Of the impulse's size.
  Double last, warm;    ///< Impulse of the last substep; to start the next one with.
  Double remembered;
  MaskW<W> moves;  ///< Of a spring: it moves something that the joint's hard rows do not hold.
  /// Parts of a spring's offset: by how far it is off, by the speed before, by the speed that it wants.
  Double by_value, by_speed, by_target;
};

/// Of a hard row, what joint_mixing.hpp knows of the last rounds, m/s or rad/s.
template <int W>
struct LaneMixed {
  DoubleW<W> used;                                    ///< s
  DoubleW<W> image;                                   ///< G(s)
  DoubleW<W> off;                                     ///< f = G(s) − s
  DoubleW<W> change, image_change;                    ///< Δf and ΔG in the last round.
  DoubleW<W> previous_change, previous_image_change;  ///< The same in the one before.
};

template <int W>
struct JointBlock {
  using Double = DoubleW<W>;

  const JointTopology* topology = nullptr;
  const JointSystem* assembled = nullptr;  ///< The system at hand, with these Jacobians and weights.
  const JointLane* lanes = nullptr;
  int count = 0;  ///< Lanes in use; the others are copies of the first.
  double h = 0;   ///< Of a substep, s.
  int substeps = 1, substep = 0;
  Double tolerance{};  ///< Factor for distances and speeds.
  Double
      heaviest_inverse_mass{};  ///< Of the heaviest body that can be pushed, 1/kg; infinite masses left out.
  GroupContacts* contacts[W] = {};  ///< By lane; null: it has none.
  MaskW<W> touching{};              ///< It has.
  MaskW<W> pushing{};               ///< And some with other bodies that can be pushed.
  bool any_contacts = false;        ///< The factors rely on it; pushTurned() leaves contacts out.
  MaskW<W> used{};                  ///< The others are copies of the first, but for its contacts.
  MaskW<W> frames_move{};
  Double forced{};  ///< Twice the energy that forces would give bodies at rest in a substep, J.
  // In this substep:
  MaskW<W> turned{};     ///< In its biased solve pushTurned() came last.
  MaskW<W> tensioned{};  ///< Some of its bodies are.
  MaskW<W> relaxing{};   ///< It does not end without relaxation.
  MaskW<W> spinning{};   ///< Something spins so fast that rounds have to be mixed.

  std::int32_t body_count = 0, joint_count = 0, row_count = 0;
  LaneBody<W>* bodies = nullptr;
  LaneJoint<W>* joints = nullptr;
  LaneRow<W>* rows = nullptr;
  LaneRowDefinition<W>* definitions = nullptr;
  LaneMixed<W>* mixed = nullptr;              ///< By row.
  const JointShape* shapes = nullptr;         ///< By joint.
  const JointRowShape* row_shapes = nullptr;  ///< By row.
  const std::uint8_t* movable = nullptr;      ///< By body.
  std::int32_t* slots = nullptr;              ///< Of the solver, by body, W each; 0: it does not move.
  Double* base_diagonal = nullptr;            ///< Of the matrix without contacts: 21 numbers a node.
  Double* base_blocks = nullptr;              ///< 36 numbers a block.
  Double* diagonal = nullptr;                 ///< The same of its factors, with contacts.
  Double* blocks = nullptr;
  std::uint8_t* rebuilt = nullptr;  ///< By node: its numbers in the matrix are to be summed up again.
  std::uint8_t* changed = nullptr;  ///< By node: they are others than those that have been factorized.
  Double* solution = nullptr;       ///< 6 numbers a node.
  Double* sums = nullptr;           ///< The same: impulses.
  // Of groups with contacts:
  Double* right = nullptr;    ///< 6 numbers a node: what the function's slope is without them, reversed.
  Double* change = nullptr;   ///< Of the velocities.
  Double* product = nullptr;  ///< Of the matrix without them and the solution.
};

/// Room for `count` elements from `at` on; only counts bytes where `base` is null.
template <class T>
inline T* takeMemory(char* base, std::size_t& at, std::size_t count) {
  at = (at + 63) / 64 * 64;
  T* const out = base == nullptr ? nullptr : reinterpret_cast<T*>(base + at);
  at += count * sizeof(T);
  return out;
}

/// Places the arrays of a block behind it; the size of it all, in bytes.
template <int W>
std::size_t layOut(const JointTopology& topology, char* memory) {
  std::size_t at = 0;
  JointBlock<W>* const block = takeMemory<JointBlock<W>>(memory, at, 1);
  const std::size_t bodies = topology.movable.size(), joints = topology.joints.size(),
                    rows = topology.rows.size();
  const auto nodes = static_cast<std::size_t>(topology.most_nodes),
             blocks = static_cast<std::size_t>(topology.most_blocks);
  auto* const lane_bodies = takeMemory<LaneBody<W>>(memory, at, bodies);
  auto* const lane_joints = takeMemory<LaneJoint<W>>(memory, at, joints);
  auto* const lane_rows = takeMemory<LaneRow<W>>(memory, at, rows);
  auto* const definitions = takeMemory<LaneRowDefinition<W>>(memory, at, rows);
  auto* const slots = takeMemory<std::int32_t>(memory, at, bodies * W);
  auto* const diagonal = takeMemory<DoubleW<W>>(memory, at, nodes * 21);
  auto* const off_diagonal = takeMemory<DoubleW<W>>(memory, at, blocks * 36);
  auto* const solution = takeMemory<DoubleW<W>>(memory, at, nodes * 6);
  auto* const sums = takeMemory<DoubleW<W>>(memory, at, nodes * 6);
  auto* const base_diagonal = takeMemory<DoubleW<W>>(memory, at, nodes * 21);
  auto* const base_blocks = takeMemory<DoubleW<W>>(memory, at, blocks * 36);
  auto* const right = takeMemory<DoubleW<W>>(memory, at, nodes * 6);
  auto* const rebuilt = takeMemory<std::uint8_t>(memory, at, nodes);
  auto* const changed = takeMemory<std::uint8_t>(memory, at, nodes);
  auto* const change = takeMemory<DoubleW<W>>(memory, at, nodes * 6);
  auto* const product = takeMemory<DoubleW<W>>(memory, at, nodes * 6);
  auto* const mixed = takeMemory<LaneMixed<W>>(memory, at, rows);
  if (block == nullptr) return at;
  *block = {};
  block->topology = &topology;
  block->body_count = static_cast<std::int32_t>(bodies);
  block->joint_count = static_cast<std::int32_t>(joints);
  block->row_count = static_cast<std::int32_t>(rows);
  block->bodies = lane_bodies;
  block->joints = lane_joints;
  block->rows = lane_rows;
  block->definitions = definitions;
  block->shapes = topology.joints.data();
  block->row_shapes = topology.rows.data();
  block->movable = topology.movable.data();
  block->slots = slots;
  block->diagonal = diagonal;
  block->blocks = off_diagonal;
  block->solution = solution;
  block->sums = sums;
  block->base_diagonal = base_diagonal;
  block->base_blocks = base_blocks;
  block->rebuilt = rebuilt;
  block->changed = changed;
  block->right = right;
  block->change = change;
  block->product = product;
  block->mixed = mixed;
  return at;
}

}  // namespace
}  // namespace carom::solve
