// Warm starting: the impulses of the old manifolds of a pair are transferred to the new ones.
//
// A new point takes the impulses of the old point with the same feature, in whichever manifold of the pair
// that was. Features come and go, so a point without such a partner takes those of an old point nearby. The
// partner of a new manifold is the old manifold that most of its points come from. The new manifold takes the
// friction of its partner; its remaining points share the load of the partner's remaining points.
//
// Each impulse is transferred once. A mesh has a manifold for each triangle, and neighbouring triangles have
// points in common, on their edge. If several new manifolds started with the same friction impulse, the first
// pass of the step would apply more than any equilibrium needs. The last pass would remove the velocity, but
// the motion in between would remain: a cone squeezed into a bowl rotated by a third of a radian per second
// for ever, against the velocity that it reported.

#include "solve/narrow_phase/carry_impulses.hpp"

#include <algorithm>

#include "solve/narrow_phase/narrow_phase_settings.hpp"

namespace carom::solve {
namespace {

using Mark = HandedImpulses::Mark;

void takeFriction(ContactManifold& now, const ContactManifold& old) {
  now.friction_impulse = old.friction_impulse - now.normal * dot(old.friction_impulse, now.normal);
  now.twist_impulse = old.twist_impulse;
}

/// Transfers the impulses of points that are the same in both manifolds. Returns their number.
template <class Same>
std::int32_t handOver(ContactManifold& now, Mark& given, const ContactManifold& old, Mark& taken,
                      Same&& same) {
  std::int32_t count = 0;
  for (std::int32_t i = 0; i < now.point_count; ++i) {
    for (std::int32_t j = 0; j < old.point_count && !given.points[i]; ++j) {
      if (taken.points[j] || !same(old, old.points[j], now, now.points[i])) continue;
      now.points[i].normal_impulse = old.points[j].normal_impulse;
      now.points[i].rest_impulse = old.points[j].rest_impulse;
      given.points[i] = taken.points[j] = true;
      ++count;
    }
  }
  return count;
}

/// Does that for all pairs of manifolds, and makes those with the most points in common partners.
template <class Same>
void handAllOver(std::vector<ContactManifold>& now, const ContactManifold* old, HandedImpulses& handed,
                 Same&& same) {
  for (std::size_t n = 0; n < now.size(); ++n) {
    Mark& given = handed.given[n];
    std::int32_t most = 0, partner = -1;
    for (std::size_t o = 0; o < handed.taken.size(); ++o) {
      if (dot(old[o].normal, now[n].normal) < NarrowPhaseSettings::kSameDirection) continue;
      const std::int32_t count = handOver(now[n], given, old[o], handed.taken[o], same);
      if (count > most && handed.taken[o].partner < 0) most = count, partner = static_cast<std::int32_t>(o);
    }
    if (given.partner >= 0 || partner < 0) continue;
    given.partner = partner;
    handed.taken[partner].partner = static_cast<std::int32_t>(n);
  }
}

/// Distributes the load of the partner's lost points to the new points: the bodies still press as much.
void inherit(ContactManifold& now, const Mark& given, const ContactManifold& old, const Mark& taken) {
  float load = 0, rest = 0;
  for (std::int32_t j = 0; j < old.point_count; ++j) {
    if (taken.points[j]) continue;
    load += old.points[j].normal_impulse;
    rest += old.points[j].rest_impulse;
  }
  const auto heirs = static_cast<float>(std::count(given.points, given.points + now.point_count, false));
  for (std::int32_t i = 0; i < now.point_count; ++i) {
    if (given.points[i]) continue;
    now.points[i].normal_impulse = load / heirs;
    now.points[i].rest_impulse = rest / heirs;
  }
  takeFriction(now, old);
}

}  // namespace

bool renewManifolds(ContactManifold* manifolds, std::int32_t count,
                    const std::vector<collide::Manifold>& found, const Quat& rotation) {
  if (static_cast<std::int32_t>(found.size()) != count) return false;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const ContactManifold& old = manifolds[n];
    if (found[n].point_count != old.point_count) return false;
    for (std::int32_t i = 0; i < old.point_count; ++i)
      if (found[n].points[i].feature != old.points[i].feature) return false;
    if (dot(old.normal, rotate(rotation, found[n].normal)) < NarrowPhaseSettings::kSameDirection)
      return false;
  }
  for (std::size_t n = 0; n < found.size(); ++n) {
    ContactManifold& m = manifolds[n];
    m.origin = found[n];
    m.normal = rotate(rotation, m.origin.normal);
    m.follows = 1;
    takeFriction(m, m);
  }
  return true;
}

void carryImpulses(std::vector<ContactManifold>& now, const ContactManifold* old, std::int32_t old_count,
                   float near_distance, HandedImpulses& handed) {
  handed.given.assign(now.size(), {});
  handed.taken.fill(old_count, {});
  using Manifold = ContactManifold;
  const auto same_feature = [](const Manifold&, const ContactPoint& a, const Manifold&,
                               const ContactPoint& b) { return a.feature == b.feature; };
  const auto near = [&](const Manifold& old_m, const ContactPoint& a, const Manifold& new_m,
                        const ContactPoint& b) {
    return lengthSquared(old_m.anchorB(a) - new_m.anchorB(b)) < near_distance * near_distance;
  };
  handAllOver(now, old, handed, same_feature);
  for (std::size_t n = 0; n < now.size(); ++n) {
    if (handed.given[n].partner < 0) continue;
    const std::int32_t partner = handed.given[n].partner;
    handOver(now[n], handed.given[n], old[partner], handed.taken[partner], near);
  }
  handAllOver(now, old, handed, near);
  for (std::size_t n = 0; n < now.size(); ++n) {
    if (handed.given[n].partner < 0) continue;
    const std::int32_t partner = handed.given[n].partner;
    inherit(now[n], handed.given[n], old[partner], handed.taken[partner]);
  }
}

}  // namespace carom::solve
