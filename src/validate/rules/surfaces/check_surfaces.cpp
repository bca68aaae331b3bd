// Materials, and what collision filters let collide.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "validate/checks.hpp"
#include "validate/rules/surfaces/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kMostFriction = 10;
constexpr std::size_t kMostFilters = 400;  // Compared with each other; no file has so many.

/// Whether a filter's own lists accept a member of the other's systems.
bool accepts(const CollisionFilter& by, const CollisionFilter& other) {
  CollisionFilter lists = by, members;
  lists.collision_systems.clear();
  members.collision_systems = other.collision_systems;
  return filtersAccept(&lists, &members, FilterRule::Shared);
}

class FilterCheck {
 public:
  FilterCheck(const Subject& subject, Findings& findings) : scene_(subject.scene), findings_(findings) {
    for (const Collider& collider : scene_.colliders) ++users_[collider.filter];
  }

  void run() {
    checkNames();
    if (users_.size() > kMostFilters) return;
    for (const auto& [filter, count] : users_) checkUse(filter, count);
    for (auto a = users_.begin(); a != users_.end(); ++a) {
      for (auto b = a; b != users_.end(); ++b) comparePair(a->first, b->first);
    }
  }

 private:
  const CollisionFilter* filter(std::int32_t index) const {
    return index < 0 ? nullptr : &scene_.filters[index];
  }
  std::string name(std::int32_t index) const {
    return index < 0 ? "colliders without a filter" : "filter " + std::to_string(index);
  }
  void add(const Rule& rule, std::int32_t index, std::string message) {
    findings_.add(rule, filter(index)->origin.pointer, std::move(message));
  }

  void checkNames() {
    std::set<std::string_view> systems;
    for (const CollisionFilter& f : scene_.filters)
      systems.insert(f.collision_systems.begin(), f.collision_systems.end());
    for (const CollisionFilter& f : scene_.filters) {
      for (const auto* list : {&f.collide_with_systems, &f.not_collide_with_systems}) {
        if (!*list) continue;
        for (const std::string& system : **list) {
          if (systems.contains(system)) continue;
          findings_.add(rules::kPhysicsFilterUnknownSystem, f.origin.pointer,
                        "the filter names the system \"" + system.substr(0, 60) +
                            "\", of which no filter is a member; check its spelling");
        }
      }
    }
  }

  /// `count` colliders have the filter.
  void checkUse(std::int32_t index, std::size_t count) {
    if (index < 0 || scene_.colliders.size() < 2) return;
    bool any = false, all = true;
    for (const auto& [other, others] : users_) {
      if (other == index && count < 2) continue;
      const bool collides = filtersAccept(filter(index), filter(other), FilterRule::Shared);
      any = any || collides;
      all = all && collides && filtersAccept(filter(index), filter(other), FilterRule::Literal);
    }
    if (!any) {
      add(rules::kPhysicsFilterNever, index,
          "colliders with this filter collide with no other collider of the file; check its lists");
    } else if (all) {
      add(rules::kPhysicsFilterAlways, index,
          "this filter excludes no collider of the file; it has no effect");
    }
  }

  void comparePair(std::int32_t a, std::int32_t b) {
    const CollisionFilter *first = filter(a), *second = filter(b);
    if (!first || !second || a == b) return;
    const bool there = accepts(*first, *second), back = accepts(*second, *first);
    if (there == back) return;
    add(rules::kPhysicsFilterAsymmetric, b,
        (there ? "filter " + std::to_string(a) + " accepts this one, which refuses it"
               : "this filter accepts filter " + std::to_string(a) + ", which refuses it") +
            "; they do not collide, but engines that ask only one side differ");
  }

  const Scene& scene_;
  Findings& findings_;
  std::map<std::int32_t, std::size_t> users_;  ///< Colliders by filter, -1: without.
};

}  // namespace

void checkSurfaces(const Subject& subject, Findings& findings) {
  FilterCheck(subject, findings).run();
  for (const Material& material : subject.scene.materials) {
    const double friction = std::max(material.static_friction, material.dynamic_friction);
    if (friction <= kMostFriction) continue;
    findings.add(rules::kPhysicsFrictionHigh, material.origin.pointer,
                 "a coefficient of friction of " + text(friction) + "; rubber on rubber has about 1.2");
  }
}

}  // namespace carom::validate
