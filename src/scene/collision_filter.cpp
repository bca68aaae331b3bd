// Which colliders collide: document 003, "Collision Filtering", in two readings.
//
// The document's formula for A accepting B is that B's systems ⊆ A.collideWithSystems and ⊄
// A.notCollideWithSystems. Its authors' own scenes and every importer instead ask whether B is a member of at
// least one listed system. An empty list is a list: a filter that collides with the members of no system
// collides with nothing.
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "carom/scene/scene.hpp"

namespace carom {

namespace {

using Names = std::vector<std::string>;

/// How many of `members` are in `list`: none, some or all. No members: none and all.
struct Listed {
  bool any = false;
  bool all = true;
};

Listed listed(const Names& members, const Names& list) {
  Listed result;
  const auto note = [&result](bool found) {
    result.any = result.any || found;
    result.all = result.all && found;
  };
  // Comparing every pair of names is the fastest for the few that files have, and too slow for thousands.
  constexpr std::size_t kFew = 256;
  if (members.size() * list.size() <= kFew) {
    for (const std::string& name : members) note(std::find(list.begin(), list.end(), name) != list.end());
  } else {
    const std::unordered_set<std::string_view> set(list.begin(), list.end());
    for (const std::string& name : members) note(set.count(name) != 0);
  }
  return result;
}

/// Whether `a` accepts a collider that is a member of `systems`.
bool accepts(const CollisionFilter* a, const Names& systems, FilterRule rule) {
  if (!a) return true;
  if (a->collide_with_systems) {
    const Listed in = listed(systems, *a->collide_with_systems);
    if (!(rule == FilterRule::Shared ? in.any : in.all)) return false;
  }
  if (a->not_collide_with_systems) {
    const Listed in = listed(systems, *a->not_collide_with_systems);
    if (rule == FilterRule::Shared ? in.any : in.all) return false;
  }
  return true;
}

}  // namespace

bool filtersAccept(const CollisionFilter* a, const CollisionFilter* b, FilterRule rule) {
  static const Names kNone;
  return accepts(a, b ? b->collision_systems : kNone, rule) &&
         accepts(b, a ? a->collision_systems : kNone, rule);
}

}  // namespace carom
