// What groups of joints must have in common to be solved side by side: which bodies the joints connect, which
// rows they have, and the order in which their equations are eliminated.
//
// The equations of a group are those of its bodies' velocities (joint_system.hpp): a block of 6x6 for each
// body, and one for each pair of bodies that a joint connects or that the elimination couples. Bodies are
// eliminated in the order of least degree, ties by number (A. George and J. Liu, "The evolution of the
// minimum degree ordering algorithm", 1989): a tree is then eliminated from its leaves without any new block,
// so that a chain or a ragdoll takes time in proportion to its joints, and a ring gets one new block a joint.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solve/constraints/joint/joint_state.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

/// A row of a joint.
struct JointRowShape {
  std::int32_t joint = 0;
  std::int32_t element = 0;
  std::int32_t component = 0;
  JointElement::Role role = JointElement::Role::Fixed;
  JointMetric metric = JointMetric::AlongAxis;
  std::uint8_t axis = 0;
  std::uint8_t rows = 1;  ///< Of its element.
  bool soft = false;

  /// Its Jacobian has no linear part.
  bool isAngular() const { return metric >= JointMetric::Twist; }
  bool isSpring() const { return soft || role == JointElement::Role::Drive; }
  bool isBound() const { return !isSpring() && role == JointElement::Role::Range; }
  bool operator==(const JointRowShape&) const = default;
};

struct JointShape {
  std::int32_t a = 0, b = 0;  ///< Bodies of the group.
  std::int32_t first_row = 0, row_end = 0;

  bool operator==(const JointShape&) const = default;
};

/// Joints whose equations are solved at once.
struct JointSystem {
  struct Block {
    std::int32_t row = 0, column = 0;  ///< Nodes; the row's is eliminated later.
  };
  static constexpr std::int32_t kDiagonal = -1;
  /// target −= a bᵀ
  struct Update {
    std::int32_t a = 0, b = 0;
    std::int32_t target = 0;  ///< A block, or kDiagonal: that of the node.
  };
  /// Of a joint.
  struct Place {
    std::int32_t node_a = -1, node_b = -1;  ///< -1: not movable.
    std::int32_t block = -1;                ///< -1: one of them is not movable.
    bool a_is_row = false;
  };

  std::int32_t first_joint = 0, joint_end = 0;
  IndexedVector<std::int32_t> nodes;         ///< Movable bodies in the order in which they are eliminated.
  IndexedVector<std::int32_t> node_of;       ///< By body of the group; -1: it is not movable.
  IndexedVector<Block> blocks;               ///< Column after column.
  IndexedVector<std::int32_t> column_begin;  ///< Into blocks, by node, and the end.
  IndexedVector<Update> updates;             ///< By the node of the target's column, then by that of a and b.
  IndexedVector<std::int32_t> update_begin;  ///< Into updates, by node, and the end.
  IndexedVector<Place> places;               ///< By joint of the system.
};

/// The order of elimination, from nodes and edges (each pair once). False when it would take more than
/// `most_updates` products of blocks.
bool planElimination(std::int32_t nodes, std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                     std::int64_t most_updates, JointSystem& out, std::vector<std::int32_t>& order);

struct JointTopology {
  IndexedVector<std::uint8_t> movable;  ///< By body of the group.
  IndexedVector<JointShape> joints;
  IndexedVector<JointRowShape> rows;
  bool direct = true;  ///< One system; else one for each joint, solved in turn.
  IndexedVector<JointSystem> systems;
  std::int32_t most_nodes = 0, most_blocks = 0;  ///< Of a system.

  bool isLike(const JointTopology& other) const {
    return direct == other.direct && movable == other.movable && joints == other.joints && rows == other.rows;
  }
};

/// Of joints between bodies of a group, given by their places in it.
JointTopology jointTopology(std::span<const std::int32_t> joints,
                            std::span<const std::pair<std::int32_t, std::int32_t>> ends,
                            const IndexedVector<Joint>& all, IndexedVector<std::uint8_t> movable);

}  // namespace carom::solve
