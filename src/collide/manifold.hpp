// The result of a collision test: contact points that share a normal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// The feature of the closest points of two shapes, where no others stand for them.
inline constexpr std::uint32_t kClosestPoints = 0xffffffffu;

/// One contact point, in the frame of shape A.
struct ManifoldPoint {
  Vec3 position;         ///< Midway between the two surfaces, m.
  float separation = 0;  ///< Distance along the normal, m; negative: penetration.
  std::uint32_t feature =
      0;  ///< Identifies the pair of features (vertex, edge, face, triangle) that made it, for warm starting.
};

/// Up to four points that share a normal. A pair with a mesh may have several manifolds.
struct Manifold {
  static constexpr int kMaxPoints = 4;
  Vec3 normal;  ///< Unit, frame of A, pointing from A to B: moving B along it separates the shapes.
  ManifoldPoint points[kMaxPoints];
  std::int32_t point_count = 0;
};

/// The contact of two convex shapes. Where round edges cross at a small angle it is a line whose normal turns
/// along it. Points of this line have manifolds of their own, which stand for the one of the closest points.
struct ConvexContact : Manifold {
  static constexpr int kMaxOnLine = 5;
  bool is_line = false;
  /// The middle, the ends, and a quarter of the line from either end; without a point where it is too far.
  Manifold line[kMaxOnLine];
  std::span<const Manifold, 2> ends() const { return std::span(line).subspan<1, 2>(); }
};

/// What is remembered of a pair of shapes between steps: it makes the next query faster and more stable. Zero
/// for a new pair. It is never needed for correctness; without it the manifolds differ by rounding only.
struct PairCache {
  std::uint32_t words[4] = {0, 0, 0, 0};
  /// The nodes and leaves of a mesh's tree that the last query visited. The next one will read them, see
  /// prefetchPair().
  struct Trail {
    static constexpr std::uint32_t kNodes = 6, kLeaves = 3;
    std::uint32_t nodes[kNodes] = {}, leaves[kLeaves] = {};  ///< The last nodes and the first leaves.
    std::uint32_t node_count = 0, leaf_count = 0;  ///< Number of visited ones; may exceed what is kept.

    void begin() { node_count = leaf_count = 0; }
    void addNode(std::uint32_t node) { nodes[node_count++ % kNodes] = node; }
    void addLeaf(std::uint32_t first) {
      if (leaf_count < kLeaves) leaves[leaf_count++] = first;
    }
  };
  Trail trail;
};

/// Points with a larger separation are left out. It is > 0, because contacts are made before the shapes
/// touch, so that the solver can stop them exactly (speculative contacts).
struct CollideSettings {
  float max_separation = 0.02f;  ///< m
};

}  // namespace carom::collide
