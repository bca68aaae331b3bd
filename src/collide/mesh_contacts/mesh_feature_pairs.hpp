// Which features of the triangles of two leaves may be nearest to each other.
#pragma once

#include <cstdint>

#include "collide/mesh_contacts/mesh_near_leaf.hpp"

namespace carom::collide {

/// Pairs of features of two triangles, as bits.
struct FeaturePairs {
  using Bits = std::uint32_t;
  /// Edge i of A and edge j of B.
  static constexpr Bits edges(int i, int j) { return 1u << (3 * i + j); }
  /// Corner i of B over or beside the face of A, and of A at the face of B.
  static constexpr Bits cornerOfB(int i) { return 1u << (9 + i); }
  static constexpr Bits cornerOfA(int i) { return 1u << (12 + i); }
  static constexpr unsigned cornersOfB(Bits bits) { return bits >> 9 & 7; }
  static constexpr unsigned cornersOfA(Bits bits) { return bits >> 12 & 7; }
  static constexpr Bits kFaces = 1u << 15;
  static constexpr Bits kCrossing = 1u << 16;  ///< They may cross each other.
};

/// Distances in metres, all including an allowance for rounding.
struct FeatureLimits {
  float separation = 0;            ///< Largest separation of a contact.
  float depth_a = 0, depth_b = 0;  ///< Behind a face of A and of B.
  float margin = 0;                ///< Largest distance of triangles that are examined.
  float slack = 0;                 ///< Error of coordinates.
};

/// Sets a bit in pairs[i][j] for each pair of features of triangle i of A and j of B that may have contacts.
/// Returns whether there are any.
bool findFeaturePairs(const NearLeaf& a, const NearLeaf& b, const FeatureLimits& limits,
                      FeaturePairs::Bits (&pairs)[4][4]);

}  // namespace carom::collide
