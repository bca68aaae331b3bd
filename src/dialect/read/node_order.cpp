#include "dialect/read/node_order.hpp"

namespace carom::dialect {

NodeOrder::NodeOrder(std::span<const SceneNode> nodes) : begin_(nodes.size()), end_(nodes.size()) {
  struct Visit {
    std::int32_t node;
    std::size_t next_child;
  };
  order_.reserve(nodes.size());
  std::vector<Visit> stack;
  for (std::size_t root = 0; root < nodes.size(); ++root) {
    if (nodes[root].parent >= 0) continue;
    stack.push_back({static_cast<std::int32_t>(root), 0});
    begin_[root] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(static_cast<std::int32_t>(root));
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const auto node = static_cast<std::size_t>(visit.node);
      if (visit.next_child == nodes[node].children.size()) {
        end_[node] = static_cast<std::uint32_t>(order_.size());
        stack.pop_back();
        continue;
      }
      const std::int32_t child = nodes[node].children[visit.next_child++];
      begin_[child] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(child);
      stack.push_back({child, 0});
    }
  }
}

std::span<const std::int32_t> NodeOrder::subtree(std::int32_t node) const {
  const auto at = static_cast<std::size_t>(node);
  return std::span(order_).subspan(begin_[at], end_[at] - begin_[at]);
}

bool NodeOrder::isBelow(std::int32_t node, std::int32_t ancestor) const {
  const auto below = static_cast<std::size_t>(node), above = static_cast<std::size_t>(ancestor);
  return begin_[below] > begin_[above] && begin_[below] < end_[above];
}

}  // namespace carom::dialect
