#include "solve/constraints/joint/joint_group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "solve/constraints/graph/net_levels.hpp"
#include "solve/scale_settings.hpp"

namespace carom::solve {
namespace {

/// The bodies of joints, in the order in which they are first met, and each joint's ends among them.
struct Ends {
  Ends(std::span<const std::int32_t> joints, const IndexedVector<Joint>& all) {
    std::map<std::int32_t, std::int32_t> place;
    const auto number = [&](std::int32_t body) {
      const auto [found, is_new] = place.try_emplace(body, static_cast<std::int32_t>(bodies.size()));
      if (is_new) bodies.push_back(body);
      return found->second;
    };
    for (const std::int32_t joint : joints) {
      const std::int32_t a = number(all[joint].body[0]), b = number(all[joint].body[1]);
      ends.emplace_back(a, b);
    }
  }
  std::vector<std::int32_t> bodies;
  std::vector<std::pair<std::int32_t, std::int32_t>> ends;
};

JointTopology topologyOf(std::span<const std::int32_t> joints, const Ends& ends,
                         const IndexedVector<Joint>& all, const IndexedVector<Body>& bodies) {
  IndexedVector<std::uint8_t> movable;
  for (const std::int32_t b : ends.bodies) movable.push_back(bodies[b].movable() ? 1 : 0);
  return jointTopology(joints, ends.ends, all, std::move(movable));
}

}  // namespace

JointGroup::JointGroup(std::vector<std::int32_t> joints, const IndexedVector<Joint>& all,
                       const IndexedVector<Body>& bodies)
    : joints_(std::move(joints)) {
  const Ends every(joints_, all);
  members_ = every.bodies;
  for (const std::int32_t b : members_) {
    if (bodies[b].movable() && movable_body_ < 0) movable_body_ = b;
  }
  topology_ = topologyOf(joints_, every, all, bodies);
  solved_joints_ = joints_;
  solved_bodies_ = members_;
  if (topology_.direct) return;
  solved_joints_.clear();
  for (const std::int32_t joint : joints_) (isPin(all[joint]) ? pins_ : solved_joints_).push_back(joint);
  const Ends pinned(pins_, all), solved(solved_joints_, all);
  std::vector<NetLink> links;
  for (const auto& [a, b] : pinned.ends) {
    if (bodies[pinned.bodies[static_cast<std::size_t>(a)]].movable() &&
        bodies[pinned.bodies[static_cast<std::size_t>(b)]].movable())
      links.push_back({a, b});
  }
  pinned_ = pinned.bodies;
  pinned_levels_ = netLevels(static_cast<std::int32_t>(pinned_.size()), links);
  solved_bodies_ = solved.bodies;
  topology_ = topologyOf(solved_joints_, solved, all, bodies);
}

double JointGroup::tolerance(const IndexedVector<Body>& bodies, const SimulationSettings& settings) const {
  return jointTolerance(solved_bodies_, bodies, settings);
}

double jointTolerance(std::span<const std::int32_t> held, const IndexedVector<Body>& bodies,
                      const SimulationSettings& settings) {
  // Of balls with the inertia and mass of the movable bodies, m.
  float least = std::numeric_limits<float>::max();
  for (const std::int32_t b : held) {
    const Body& body = bodies[b];
    if (!body.movable() || !(body.inverse_mass > 0)) continue;
    const float inertia = std::max({body.inertia.x, body.inertia.y, body.inertia.z});
    if (inertia > 0) least = std::min(least, std::sqrt(2.5f * inertia * body.inverse_mass));
  }
  const float radius = least < std::numeric_limits<float>::max() ? least : ScaleSettings::kUsualRadius;
  return static_cast<double>(std::max(toleranceOfGravity(settings), toleranceOfSize(radius)));
}

}  // namespace carom::solve
