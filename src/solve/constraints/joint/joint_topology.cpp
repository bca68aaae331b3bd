#include "solve/constraints/joint/joint_topology.hpp"

#include <algorithm>
#include <set>

#include "base/compact_sort.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

std::size_t slot(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

/// Afterwards the lists hold the neighbours that are eliminated later.
bool orderByDegree(IndexedVector<std::vector<std::int32_t>>& neighbours, std::int64_t most,
                   std::vector<std::int32_t>& order) {
  std::set<std::pair<std::size_t, std::int32_t>> queue;
  for (std::int32_t i = 0; i < neighbours.count(); ++i) queue.insert({neighbours[i].size(), i});
  std::int64_t updates = 0;
  std::vector<std::int32_t> merged;
  while (!queue.empty()) {
    const std::int32_t node = queue.begin()->second;
    queue.erase(queue.begin());
    order.push_back(node);
    const std::vector<std::int32_t>& around = neighbours[node];
    const auto degree = static_cast<std::int64_t>(around.size());
    updates += degree * (degree + 1) / 2;
    if (updates > most) return false;
    for (const std::int32_t other : around) {
      std::vector<std::int32_t>& list = neighbours[other];
      queue.erase({list.size(), other});
      merged.clear();
      std::set_union(list.begin(), list.end(), around.begin(), around.end(), std::back_inserter(merged));
      std::erase_if(merged, [&](std::int32_t i) { return i == other || i == node; });
      list = merged;
      queue.insert({list.size(), other});
    }
  }
  return true;
}

std::int32_t findBlock(const JointSystem& system, std::int32_t row, std::int32_t column) {
  const auto begin = system.blocks.begin() + system.column_begin[column];
  const auto end = system.blocks.begin() + system.column_begin[slot(column) + 1];
  const auto found = std::lower_bound(
      begin, end, row, [](const JointSystem::Block& block, std::int32_t r) { return block.row < r; });
  return static_cast<std::int32_t>(found - system.blocks.begin());
}

/// The joints [first, end) as a system. False when it would be slow.
bool addSystem(JointTopology& topology, std::int32_t first, std::int32_t end, std::int64_t most) {
  JointSystem system;
  system.first_joint = first;
  system.joint_end = end;
  // Movable bodies of these joints, by number.
  std::vector<std::int32_t> bodies;
  for (std::int32_t j = first; j < end; ++j) {
    for (const std::int32_t b : {topology.joints[j].a, topology.joints[j].b}) {
      if (topology.movable[b] != 0) bodies.push_back(b);
    }
  }
  compactSort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  const auto number = [&](std::int32_t body) {
    if (topology.movable[body] == 0) return -1;
    return static_cast<std::int32_t>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
  };
  std::vector<std::pair<std::int32_t, std::int32_t>> edges;
  for (std::int32_t j = first; j < end; ++j) {
    const std::int32_t a = number(topology.joints[j].a), b = number(topology.joints[j].b);
    if (a >= 0 && b >= 0 && a != b) edges.push_back(std::minmax(a, b));
  }
  compactSort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<std::int32_t> order;
  if (!planElimination(static_cast<std::int32_t>(bodies.size()), edges, most, system, order)) return false;
  IndexedVector<std::int32_t> place(order.size());
  system.node_of.assign(topology.movable.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<std::int32_t>(i);
    system.nodes.push_back(bodies[order[i]]);
    system.node_of[bodies[order[i]]] = static_cast<std::int32_t>(i);
  }
  for (std::int32_t j = first; j < end; ++j) {
    JointSystem::Place at;
    const std::int32_t a = number(topology.joints[j].a), b = number(topology.joints[j].b);
    if (a >= 0) at.node_a = place[a];
    if (b >= 0) at.node_b = place[b];
    if (a >= 0 && b >= 0 && a != b) {
      at.a_is_row = at.node_a > at.node_b;
      at.block = findBlock(system, std::max(at.node_a, at.node_b), std::min(at.node_a, at.node_b));
    }
    system.places.push_back(at);
  }
  topology.most_nodes = std::max(topology.most_nodes, static_cast<std::int32_t>(system.nodes.size()));
  topology.most_blocks = std::max(topology.most_blocks, static_cast<std::int32_t>(system.blocks.size()));
  topology.systems.push_back(std::move(system));
  return true;
}

}  // namespace

bool planElimination(std::int32_t nodes, std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                     std::int64_t most_updates, JointSystem& out, std::vector<std::int32_t>& order) {
  IndexedVector<std::vector<std::int32_t>> neighbours(slot(nodes));
  for (const auto& [a, b] : edges) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (auto& list : neighbours) compactSort(list.begin(), list.end());
  if (!orderByDegree(neighbours, most_updates, order)) return false;
  IndexedVector<std::int32_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<std::int32_t>(i);
  for (std::size_t c = 0; c < order.size(); ++c) {
    out.column_begin.push_back(static_cast<std::int32_t>(out.blocks.size()));
    std::vector<std::int32_t> rows;
    for (const std::int32_t row : neighbours[order[c]]) rows.push_back(place[row]);
    compactSort(rows.begin(), rows.end());
    for (const std::int32_t row : rows) out.blocks.push_back({row, static_cast<std::int32_t>(c)});
  }
  out.column_begin.push_back(static_cast<std::int32_t>(out.blocks.size()));
  IndexedVector<IndexedVector<JointSystem::Update>> updates(order.size());
  for (std::size_t c = 0; c < order.size(); ++c) {
    for (std::int32_t b = out.column_begin[c]; b < out.column_begin[c + 1]; ++b) {
      const std::int32_t column = out.blocks[b].row;
      updates[column].push_back({b, b, JointSystem::kDiagonal});
      for (std::int32_t a = b + 1; a < out.column_begin[c + 1]; ++a)
        updates[column].push_back({a, b, findBlock(out, out.blocks[a].row, column)});
    }
  }
  for (const IndexedVector<JointSystem::Update>& list : updates) {
    out.update_begin.push_back(static_cast<std::int32_t>(out.updates.size()));
    out.updates.insert(out.updates.end(), list.begin(), list.end());
  }
  out.update_begin.push_back(static_cast<std::int32_t>(out.updates.size()));
  return true;
}

JointTopology jointTopology(std::span<const std::int32_t> joints,
                            std::span<const std::pair<std::int32_t, std::int32_t>> ends,
                            const IndexedVector<Joint>& all, IndexedVector<std::uint8_t> movable) {
  JointTopology out;
  out.movable = std::move(movable);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    JointShape joint{ends[i].first, ends[i].second, static_cast<std::int32_t>(out.rows.size()), 0};
    const IndexedVector<JointElement>& elements = all[joints[i]].elements;
    for (std::int32_t e = 0; e < elements.count(); ++e) {
      const JointElement& element = elements[e];
      for (std::int32_t component = 0; component < element.rows; ++component) {
        out.rows.push_back({static_cast<std::int32_t>(i), e, component, element.role, element.metric,
                            element.axis, element.rows, element.soft});
      }
    }
    joint.row_end = static_cast<std::int32_t>(out.rows.size());
    out.joints.push_back(joint);
  }
  const auto count = static_cast<std::int32_t>(joints.size());
  const std::int64_t most = JointSettings::kLeastUpdates + JointSettings::kUpdatesPerJoint * count;
  out.direct = addSystem(out, 0, count, most);
  for (std::int32_t j = 0; !out.direct && j < count; ++j) addSystem(out, j, j + 1, most);
  return out;
}

}  // namespace carom::solve
