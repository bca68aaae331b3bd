// What the narrow phase produces: contact points that share a normal.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// One contact point, in the frame of shape A.
struct ManifoldPoint {
  Vec3 position;         ///< Midway between the two surfaces, m.
  float separation = 0;  ///< Distance along the normal, m; negative: penetration.
  std::uint32_t feature =
      0;  ///< Identifies the pair of features (vertex, edge, face, triangle) that made it, for warm starting.
};

/// Up to four points that share a normal. For mesh contacts several manifolds may come from one pair of
/// shapes.
struct Manifold {
  static constexpr int kMaxPoints = 4;
  Vec3 normal;  ///< Unit, frame of A, pointing from A to B: moving B along it separates the shapes.
  ManifoldPoint points[kMaxPoints];
  std::int32_t point_count = 0;
};

/// Remembered between steps for one pair of shapes: speeds up and stabilises the next query. Zero-initialised
/// for a new pair; never needed for correctness; may be dropped at any time without changing the manifold
/// beyond rounding.
struct PairCache {
  std::uint32_t words[4] = {0, 0, 0, 0};
  /// What of a mesh's tree the last query came by, which the next one will want to read: see prefetchPair().
  struct Trail {
    static constexpr std::uint32_t kNodes = 6, kLeaves = 3;
    std::uint32_t nodes[kNodes] = {}, leaves[kLeaves] = {};  ///< The last nodes and the first leaves.
    std::uint32_t node_count = 0, leaf_count = 0;            ///< That have been come by: may be more.

    void begin() { node_count = leaf_count = 0; }
    void addNode(std::uint32_t node) { nodes[node_count++ % kNodes] = node; }
    void addLeaf(std::uint32_t first) {
      if (leaf_count < kLeaves) leaves[leaf_count++] = first;
    }
  };
  Trail trail;
};

/// Points of a pair further apart than `max_separation` are left out. It is > 0: contacts are made before
/// shapes touch so that the solver can stop them exactly (speculative contacts).
struct CollideSettings {
  float max_separation = 0.02f;  ///< m
};

}  // namespace carom::collide
