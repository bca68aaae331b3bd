// After each step the poses of bodies become those of nodes. This is the part of a world that visits all
// bodies in each step.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/compact_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/world_implementation.hpp"

namespace carom {

using world::CompiledBody;

DTransform World::Implementation::nodePose(const CompiledBody& body) const {
  const solve::Body& b = compiled.simulation->body(body.body);
  return body.nodeAt({b.center, DQuat(b.rotation)});
}

MovedNode World::Implementation::movedNode(std::int32_t node, const DTransform& global) const {
  const DTransform local = nodes.localPose(node);
  return {node, global, local.translation, local.rotation};
}

void sortByNode(std::vector<MovedNode>& nodes) {
  compactSort(nodes.begin(), nodes.end(),
              [](const MovedNode& a, const MovedNode& b) { return a.node < b.node; });
}

/// All of them, ascending node index.
std::vector<MovedNode> World::Implementation::motionNodes() const {
  std::vector<MovedNode> out;
  out.reserve(compiled.bodies.size() + compiled.driven.size());
  for (std::size_t i = 0; i < compiled.bodies.size(); ++i)
    out.push_back(movedNode(compiled.bodies[i].node, poses[i]));
  for (const world::DrivenNode& driven : compiled.driven) out.push_back(movedNode(driven.node, driven.pose));
  sortByNode(out);
  return out;
}

/// Bodies that were awake in the step, in the order of the nodes, whatever that of the simulation is: bits
/// sort for nothing.
void World::Implementation::collectStepped() {
  for (const std::int32_t index : compiled.simulation->steppedBodies()) {
    const std::int32_t i = body_of_simulation[index];
    if (i >= 0) stepped_bits[i / 64] |= std::uint64_t(1) << (i % 64);
  }
  stepped.clear();
  for (std::size_t word = 0; word < stepped_bits.size(); ++word) {
    for (std::uint64_t bits = std::exchange(stepped_bits[word], 0); bits != 0; bits &= bits - 1)
      stepped.push_back(static_cast<std::int32_t>(word * 64) + std::countr_zero(bits));
  }
  if (!alone_bodies.empty()) return;
  for (const CompiledBody& body : compiled.bodies)
    alone_bodies.push_back(!body.properties.animated && nodes.isAlone(body.node) ? 1 : 0);
}

void World::Implementation::writeBackNodes() {
  constexpr std::int32_t kBodiesPerJob = 64;
  collectStepped();
  moved.resize(stepped.size());
  const auto update = [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(stepped[k]);
    const CompiledBody& body = compiled.bodies[i];
    const DTransform pose = nodePose(body);
    moved[k].node = -1;
    if (pose == poses[i]) return;
    poses[i] = pose;
    if (alone_bodies[i] == 0) {
      moved[k] = {body.node, pose, {}, {}};
      return;
    }
    nodes.setSimulated(body.node, pose);
    moved[k] = movedNode(body.node, pose);
  };
  compiled.simulation->parallelFor(static_cast<std::int32_t>(stepped.size()), kBodiesPerJob,
                                   [&](const ThreadPool::Range& range) {
                                     for (std::int32_t k = range.begin; k < range.end; ++k)
                                       update(static_cast<std::size_t>(k));
                                   });
  // Those that others hang on, or that hang on others.
  std::size_t count = 0;
  bool all_alone = compiled.driven.empty();
  for (std::size_t k = 0; k < moved.size(); ++k) {
    if (moved[k].node < 0) continue;
    const auto i = static_cast<std::size_t>(stepped[k]);
    if (alone_bodies[i] == 0) {
      all_alone = false;
      if (!compiled.bodies[i].properties.animated) nodes.setSimulated(moved[k].node, moved[k].global);
    }
    if (count != k) moved[count] = moved[k];
    ++count;
  }
  moved.resize(count);
  placeDrivenNodes(steps == 1);  // Nodes placed before the first step differ from the file.
  for (const std::int32_t i : carriers) nodes.setSimulated(compiled.bodies[i].node, poses[i]);
  if (moved.empty() && nodes.replaced().empty() && carriers.empty()) return;
  nodes.updateGlobals();
  if (!all_alone) {
    for (MovedNode& m : moved) m = movedNode(m.node, m.global);
  }
  addCarriedNodes();
  reportShears();
}

/// Says once of each body that glTF cannot hold its local transform.
void World::Implementation::reportShears() {
  for (const MovedNode& m : moved) {
    if (nodes.isExact(m.node)) continue;
    const std::int32_t body = body_of_node[m.node];
    if (body < 0) continue;
    const auto i = static_cast<std::size_t>(body);
    if (!told_sheared.insert(body).second) continue;
    diagnostics.warning(
        codes::kBakeSheared, motion_pointers[i],
        "this body rotates below a non-uniform scale and would need a sheared local transform, which glTF "
        "cannot express; its position is exact, its rotation is the nearest possible");
  }
}

/// A body that stays where it is while a node above it moves needs a new local transform all the same.
void World::Implementation::addCarriedNodes() {
  if (nodes.replaced().empty()) return;
  for (const std::int32_t node : nodes.replaced()) {
    const std::int32_t i = body_of_node[node];
    if (i >= 0) moved.push_back(movedNode(node, poses[i]));
  }
  nodes.forgetReplaced();
  sortByNode(moved);
  moved.erase(std::unique(moved.begin(), moved.end(),
                          [](const MovedNode& a, const MovedNode& b) { return a.node == b.node; }),
              moved.end());
}

}  // namespace carom
