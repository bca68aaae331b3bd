// Order numbers of the nodes in the tree: one comparison tells whether a node is below another, at any depth.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/scene/scene.hpp"

namespace carom::dialect {

/// Depth-first order of the nodes of a file.
class NodeOrder {
 public:
  explicit NodeOrder(std::span<const SceneNode> nodes);

  /// Every node, ancestors before descendants.
  std::span<const std::int32_t> order() const { return order_; }
  /// A node and all its descendants.
  std::span<const std::int32_t> subtree(std::int32_t node) const;
  /// Whether `node` is a proper descendant of `ancestor`.
  bool isBelow(std::int32_t node, std::int32_t ancestor) const;

 private:
  std::vector<std::int32_t> order_;
  std::vector<std::uint32_t> begin_;  ///< By node: its position in the order.
  std::vector<std::uint32_t> end_;    ///< By node: one past its last descendant's.
};

}  // namespace carom::dialect
