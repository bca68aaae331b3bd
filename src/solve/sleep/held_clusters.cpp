#include "solve/sleep/held_clusters.hpp"

#include <algorithm>

#include "base/compact_sort.hpp"
#include "solve/sleep/holds.hpp"

namespace carom::solve {
namespace {

/// The element of a body in the sets.
std::int32_t elementOf(const Body& body) {
  return body.movable() ? body.awake_index + 1 : 0;
}

}  // namespace

void HeldClusters::start(const SimulationState& state) {
  clusters_.start(state.bodies.awake.count() + 1);
  is_held_.assign(state.bodies.awake.size() + 1, 0);
  holds_.clear();
}

void HeldClusters::join(const SimulationState& state, const Contact& contact) {
  if (contact.sensor) return;
  const Body &a = state.bodies[contact.body[0]], &b = state.bodies[contact.body[1]];
  Holds holds;
  holds.add(contact, 0);
  if (holds.holdWhole(a.movable() ? a : b)) clusters_.unite(elementOf(a), elementOf(b));
}

void HeldClusters::addHolds(const SimulationState& state, std::int32_t awake_index) {
  const Body& body = state.bodies[state.bodies.awake[awake_index]];
  const std::int32_t cluster = clusters_.rootOf(awake_index + 1);
  const Vec3 place(body.center - state.bodies[state.bodies.awake[cluster - 1]].center);
  for (const ContactEnd end : state.contacts.of(body)) {
    const Contact& contact = state.contacts[end.contact];
    const std::int32_t other = elementOf(state.bodies[contact.body[1 - end.side]]);
    if (contact.sensor || clusters_.rootOf(other) == cluster) continue;
    for (std::int32_t m = 0; m < contact.manifold_count; ++m) {
      const ContactManifold& manifold = contact.manifolds()[m];
      if (!holds(manifold, contact.static_friction)) continue;
      for (std::int32_t i = 0; i < manifold.point_count; ++i) {
        const ContactPoint& p = manifold.points[i];
        if (p.normal_impulse > 0)
          holds_.push_back({cluster, holds_.count(), sizeOf(body),
                            place + (end.side == 0 ? p.anchor_a : manifold.anchorB(p))});
      }
    }
  }
}

void HeldClusters::addJoined(std::int32_t awake_index) {
  is_held_[clusters_.rootOf(awake_index + 1)] = 1;
}

void HeldClusters::findLoose() {
  compactSort(holds_.begin(), holds_.end(), [](const Hold& a, const Hold& b) {
    return a.cluster != b.cluster ? a.cluster < b.cluster : a.number < b.number;
  });
  for (std::size_t first = 0, last; first < holds_.size(); first = last) {
    points_.clear();
    float size = 0;
    for (last = first; last < holds_.size() && holds_[last].cluster == holds_[first].cluster; ++last) {
      points_.push_back(holds_[last].point);
      size = std::max(size, holds_[last].size);
    }
    if (spanPlane(points_.data(), points_.size(), SleepSettings::kLeastSpread * size))
      is_held_[holds_[first].cluster] = 1;
  }
}

}  // namespace carom::solve
