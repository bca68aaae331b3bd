#include "validate/pairs.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/compact_sort.hpp"
#include "base/stable_sort.hpp"
#include "collide/collide.hpp"

namespace carom::validate {

namespace {

constexpr float kTouching = 0.005f;  // m
constexpr std::size_t kMostComparisons =
    200000;  // Of shapes: a file must not cost more than its size warrants.

const CollisionFilter* filterOf(const Scene& scene, std::int32_t filter) {
  return filter < 0 ? nullptr : &scene.filters[filter];
}

/// Pairs of motions whose joint keeps them from colliding.
std::set<std::pair<std::int32_t, std::int32_t>> silentPairs(const Scene& scene) {
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  for (const Joint& joint : scene.joints) {
    if (joint.enable_collision) continue;
    const auto [a, b] = joinedMotions(scene, joint);
    pairs.insert(std::minmax(a, b));
  }
  return pairs;
}

class PairFinder {
 public:
  explicit PairFinder(const Subject& subject)
      : subject_(subject), silent_(silentPairs(subject.scene)), scratch_(collide::makeCollideScratch()) {}

  ClosePairs find() {
    std::vector<std::int32_t> order;
    for (std::size_t i = 0; i < subject_.colliders.size(); ++i) {
      if (subject_.colliders[i].solid) order.push_back(static_cast<std::int32_t>(i));
    }
    stableSort(order,
               [this](std::int32_t a, std::int32_t b) { return bounds(a).lower.x < bounds(b).lower.x; });
    for (std::size_t i = 0; i < order.size() && found_.complete; ++i) {
      for (std::size_t k = i + 1; k < order.size() && found_.complete; ++k) {
        if (bounds(order[k]).lower.x > bounds(order[i]).upper.x) break;
        compare(std::min(order[i], order[k]), std::max(order[i], order[k]));
      }
    }
    compactSort(found_.pairs.begin(), found_.pairs.end(), [](const ClosePair& a, const ClosePair& b) {
      return std::pair(a.a, a.b) < std::pair(b.a, b.b);
    });
    return std::move(found_);
  }

 private:
  Aabb bounds(std::int32_t collider) const {
    return expanded(subject_.colliders[collider].bounds, kTouching);
  }

  bool mayCollide(std::int32_t a, std::int32_t b) const {
    const Collider& first = subject_.scene.colliders[a];
    const Collider& second = subject_.scene.colliders[b];
    if (first.motion == second.motion) return false;
    if (!subject_.isMovable(first.motion) && !subject_.isMovable(second.motion)) return false;
    if (silent_.contains(std::minmax(first.motion, second.motion))) return false;
    return filtersAccept(filterOf(subject_.scene, first.filter), filterOf(subject_.scene, second.filter),
                         FilterRule::Shared);
  }

  void compare(std::int32_t a, std::int32_t b) {
    if (++looked_ > 50 * kMostComparisons) found_.complete = false;
    if (!overlap(bounds(a), bounds(b)) || !mayCollide(a, b)) return;
    if (++compared_ > kMostComparisons) {
      found_.complete = false;
      return;
    }
    const PlacedCollider& first = subject_.colliders[a];
    const PlacedCollider& second = subject_.colliders[b];
    manifolds_.clear();
    collide::PairCache cache;
    collide::CollideSettings settings;
    settings.max_separation = kTouching;
    collide::collide(first.solid->made.shape, second.solid->made.shape, inverse(first.place) * second.place,
                     settings, cache, *scratch_, manifolds_);
    float least = kTouching;
    bool any = false;
    for (const collide::Manifold& manifold : manifolds_) {
      for (std::int32_t i = 0; i < manifold.point_count; ++i) {
        any = true;
        least = std::min(least, manifold.points[i].separation);
      }
    }
    if (any) found_.pairs.push_back({a, b, -static_cast<double>(least)});
  }

  const Subject& subject_;
  std::set<std::pair<std::int32_t, std::int32_t>> silent_;
  collide::CollideScratchPointer scratch_;
  std::vector<collide::Manifold> manifolds_;
  std::size_t compared_ = 0, looked_ = 0;
  ClosePairs found_;
};

}  // namespace

std::pair<std::int32_t, std::int32_t> joinedMotions(const Scene& scene, const Joint& joint) {
  return {scene.motionOf(joint.body_node >= 0 ? joint.body_node : joint.node),
          scene.motionOf(joint.connected_body_node >= 0 ? joint.connected_body_node : joint.connected_node)};
}

ClosePairs findClosePairs(const Subject& subject) {
  return PairFinder(subject).find();
}

}  // namespace carom::validate
