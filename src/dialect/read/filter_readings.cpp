// Says where the two readings of the filter formula differ (document 003, "Collision Filtering").
//
// The document writes ⊆ for which collider accepts which; its authors' files mean "at least one". Whoever
// reads a file for both must know which of its pairs they part over.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// Colliders and triggers with one filter: two of different bodies are enough to find a pair with any other.
struct Users {
  struct User {
    std::int32_t node = -1;
    std::int32_t motion = -1;
    bool trigger = false;
  };
  std::vector<User> users;

  void add(const User& user) {
    const auto same = [&user](const User& u) { return u.motion == user.motion && u.trigger == user.trigger; };
    if (users.size() < 3 && std::none_of(users.begin(), users.end(), same)) users.push_back(user);
  }
};

/// Whether the two can meet: of different bodies, one of which moves; triggers do not see triggers.
bool canMeet(const Users::User& a, const Users::User& b) {
  return (a.motion != b.motion || a.trigger != b.trigger) && !(a.trigger && b.trigger) &&
         (a.motion >= 0 || b.motion >= 0);
}

constexpr std::size_t kMostFilters = 1000;  ///< All pairs of them are compared.
constexpr std::size_t kMostExamples = 8;

}  // namespace

void reportFilterReadings(Reading& reading) {
  const Scene& scene = reading.scene;
  const std::size_t filters = std::min(scene.filters.size(), kMostFilters);
  if (filters == 0) return;
  std::vector<Users> users(filters + 1);  // The first: without a filter.
  const auto add = [&](std::int32_t filter, const Users::User& user) {
    if (filter < static_cast<std::int32_t>(filters)) users[filter + 1].add(user);
  };
  for (const Collider& c : scene.colliders) add(c.filter, {c.node, c.motion, false});
  for (const Trigger& t : scene.triggers) add(t.filter, {t.node, t.motion, true});
  std::string pairs;
  std::size_t found = 0;
  for (std::size_t i = 0; i < users.size(); ++i) {
    for (std::size_t k = i; k < users.size(); ++k) {
      const CollisionFilter* a = i == 0 ? nullptr : &scene.filters[i - 1];
      const CollisionFilter* b = k == 0 ? nullptr : &scene.filters[k - 1];
      if (users[i].users.empty() || users[k].users.empty()) continue;
      const bool shared = filtersAccept(a, b, FilterRule::Shared);
      if (shared == filtersAccept(a, b, FilterRule::Literal)) continue;
      const auto met = [&]() -> std::array<std::int32_t, 2> {
        for (const Users::User& u : users[i].users) {
          for (const Users::User& v : users[k].users) {
            if (canMeet(u, v)) return {u.node, v.node};
          }
        }
        return {-1, -1};
      }();
      if (met[0] < 0) continue;
      if (++found > kMostExamples) continue;
      pairs += joined(pairs.empty() ? "" : "; ", "nodes ", std::to_string(met[0]), " and ",
                      std::to_string(met[1]), shared ? " collide" : " do not collide");
    }
  }
  if (found == 0) return;
  if (found > kMostExamples) pairs += joined("; and ", std::to_string(found - kMostExamples), " more");
  const std::string& pointer = scene.filters.front().origin.pointer;
  reading.diagnostics.hint(codes::kFilterReadings, pointer.substr(0, pointer.rfind('/')),
                           joined("read literally the document's formula gives other pairs of filters that "
                                  "collide; as it is read here: ",
                                  pairs, " (--filter-rule literal gives the other)"));
}

}  // namespace carom::dialect
