// All colliders of a simulation, and the trees of their boxes.
//
// Static bodies have their colliders in one tree, all other bodies in the other. A box in a tree is fat: the
// bounds plus a margin (broad_phase/bounds.hpp). Colliders with a new box wait in `moved` for the broad
// phase.
#pragma once

#include <cstdint>

#include "collide/trees/dynamic_tree.hpp"
#include "solve/state/body.hpp"
#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

struct ColliderSet {
  IndexedVector<Collider> all;
  collide::DynamicTree static_tree;
  collide::DynamicTree movable_tree;
  IndexedVector<std::int32_t> moved;   ///< Colliders with a new box since the last search for pairs.
  IndexedVector<Aabb> searched_boxes;  ///< By collider: its box at the last search for pairs.
  IndexedVector<std::uint8_t>
      has_new_box;  ///< By body: a collider has a new box since the end of the last step.
  IndexedVector<std::int32_t> bodies_with_new_boxes;  ///< The same as a list.
  std::int32_t sensor_count = 0;
  bool building = false;  ///< Colliders are only collected; endBuilding() builds the trees.

  Collider& operator[](std::int32_t i) { return all[i]; }
  const Collider& operator[](std::int32_t i) const { return all[i]; }
  Collider& operator[](std::size_t i) { return all[i]; }
  const Collider& operator[](std::size_t i) const { return all[i]; }
  std::int32_t count() const { return all.count(); }
  void reserve(std::size_t colliders) {
    all.reserve(colliders);
    moved.reserve(colliders);
    searched_boxes.reserve(colliders);
  }

  /// Calls visit(collider) for each collider whose box overlaps the given one. Returning false ends the
  /// query.
  template <class Visit>
  void queryBounds(const Aabb& box, Visit&& visit) const {
    bool go_on = true;
    const auto each = [&](std::int32_t c) { return go_on = visit(c); };
    static_tree.query(box, each);
    if (go_on) movable_tree.query(box, each);
  }
  /// Calls visit(collider, max_t) → max_t for each collider whose box the segment meets, grown by `extents`.
  template <class Visit>
  void querySegment(const Vec3& origin, const Vec3& direction, const Vec3& extents, Visit&& visit) const {
    float max_t = 1;
    const auto each = [&](std::int32_t c, float t) { return max_t = visit(c, t); };
    static_tree.castSegment(origin, direction, extents, max_t, each);
    movable_tree.castSegment(origin, direction, extents, max_t, each);
  }
};

/// The colliders of a body: `for (const std::int32_t c : collidersOf(state.colliders, body))`.
class CollidersOfBody {
 public:
  class Iterator {
   public:
    Iterator(const ColliderSet* colliders, std::int32_t at) : colliders_(colliders), at_(at) {}
    std::int32_t operator*() const { return at_; }
    Iterator& operator++() {
      at_ = (*colliders_)[at_].next_in_body;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const ColliderSet* colliders_;
    std::int32_t at_;
  };
  CollidersOfBody(const ColliderSet& colliders, std::int32_t first) : colliders_(&colliders), first_(first) {}
  Iterator begin() const { return {colliders_, first_}; }
  Iterator end() const { return {colliders_, -1}; }

 private:
  const ColliderSet* colliders_;
  std::int32_t first_;
};
inline CollidersOfBody collidersOf(const ColliderSet& colliders, const Body& body) {
  return {colliders, body.first_collider};
}

}  // namespace carom::solve
