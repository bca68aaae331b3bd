// Traversing the hierarchies of two meshes together.
#pragma once

#include <vector>

#include "base/even_room.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/lanes.hpp"
#include "collide/mesh/mesh_bvh.hpp"

namespace carom::collide {

/// Converts a box from B's frame to A's: the bounds of the rotated box.
class BoxMover {
 public:
  explicit BoxMover(const Placement& b_to_a) : pose_(b_to_a) {
    turned_ = {absolute(pose_.rotation.cx), absolute(pose_.rotation.cy), absolute(pose_.rotation.cz)};
  }
  Aabb operator()(const Aabb& box) const {
    const DVec3 lower(box.lower), upper(box.upper);
    const DVec3 middle = pose_.point((lower + upper) * 0.5);
    DVec3 reach = turned_ * ((upper - lower) * 0.5);
    reach += (absolute(middle) + reach) * 1.2e-7;  // Covers the rounding to float.
    return {Vec3(middle - reach), Vec3(middle + reach)};
  }

 private:
  Placement pose_;
  DMat3 turned_;
};

inline float boxSize(const Aabb& box) {
  const Vec3 d = box.upper - box.lower;
  return d.x + d.y + d.z;
}

/// A box as it is compared with the box of a node: two comparisons of four floats each, without branches,
/// which could not be predicted.
struct MovedBox {
  static constexpr unsigned kUpperBits = 7, kLowerBits = 14;

  Lanes upper{};  ///< Of x, y and z; the last lane is not used.
  Lanes lower{};  ///< The same in the last three lanes.

  explicit MovedBox(const Aabb& box)
      : upper{box.upper.x, box.upper.y, box.upper.z, 0}, lower{0, box.lower.x, box.lower.y, box.lower.z} {}
  MovedBox() = default;
  Aabb box() const { return {{lower[1], lower[2], lower[3]}, {upper[0], upper[1], upper[2]}}; }
  bool meets(const TriangleMesh::BvhNode& node) const {
    const Vec3 &low = node.aabb.lower, &high = node.aabb.upper;
    const unsigned below = bitsOf(Lanes{low.x, low.y, low.z, high.x} <= upper);
    const unsigned above = bitsOf(lower <= Lanes{low.z, high.x, high.y, high.z});
    return ((below & kUpperBits) == kUpperBits) & ((above & kLowerBits) == kLowerBits);
  }
};

/// Boxes of a mesh's nodes in another frame, each computed when it is first needed.
class MovedBoxes {
 public:
  void begin(const TriangleMesh& mesh, const BoxMover& mover, float margin) {
    mesh_ = &mesh, mover_ = mover, margin_ = margin;
    if (boxes_.size() < mesh.nodes.size()) boxes_.resize(mesh.nodes.size());
    if (++query_ != 0) return;
    for (Entry& entry : boxes_) entry.query = 0;  // The counter has gone round.
    query_ = 1;
  }
  /// Of a node of the mesh, including the margin.
  const MovedBox& operator()(std::uint32_t node) {
    Entry& entry = boxes_[node];
    if (entry.query != query_) entry = {MovedBox(expanded(mover_(mesh_->nodes[node].aabb), margin_)), query_};
    return entry.box;
  }
  friend void evenRoom(MovedBoxes& a, MovedBoxes& b) { carom::evenRoom(a.boxes_, b.boxes_); }

 private:
  struct Entry {
    MovedBox box;
    std::uint32_t query = 0;  ///< In which it was computed.
  };
  std::vector<Entry> boxes_;
  const TriangleMesh* mesh_ = nullptr;
  BoxMover mover_{Placement{}};
  float margin_ = 0;
  std::uint32_t query_ = 0;
};

/// Calls visit(leaf of A, leaf of B) for leaves whose boxes are near each other, in a fixed order, while it
/// returns true. boxOf(node of B) is its box in A's frame, with a margin.
template <class BoxOf, class Visit>
void visitLeafPairs(const TriangleMesh& a, const TriangleMesh& b, BoxOf&& boxOf, Visit&& visit) {
  struct Entry {
    std::uint32_t a, b;
  };
  // Each step down adds one entry, and a path has at most the sum of both depths.
  Entry stack[2 * kMaxMeshDepth + 4];
  int depth = 0;
  if (a.nodes.empty() || b.nodes.empty()) return;
  const TriangleMesh::BvhNode *const nodes_a = a.nodes.data(), *const nodes_b = b.nodes.data();
  stack[0] = {0, 0};
  if (boxOf(0).meets(nodes_a[0])) depth = 1;
  while (depth > 0) {
    const Entry entry = stack[--depth];
    const TriangleMesh::BvhNode &node_a = nodes_a[entry.a], &node_b = nodes_b[entry.b];
    if (node_a.count > 0 && node_b.count > 0) {
      if (!visit(entry.a, entry.b)) return;
    } else if (node_b.count > 0 || (node_a.count == 0 && boxSize(node_a.aabb) >= boxSize(node_b.aabb))) {
      const MovedBox& box = boxOf(entry.b);
      for (std::uint32_t child = node_a.first + 2; child-- > node_a.first;) {
        stack[depth] = {child, entry.b};
        depth += box.meets(nodes_a[child]) ? 1 : 0;
      }
    } else {
      for (std::uint32_t child = node_b.first + 2; child-- > node_b.first;) {
        stack[depth] = {entry.a, child};
        depth += boxOf(child).meets(node_a) ? 1 : 0;
      }
    }
  }
}

/// The same nearest first, for distance queries: bound(box of A, box of B in A's frame) returns a lower
/// bound, visit(leaf of A, leaf of B) the new limit.
template <class Bound, class Visit>
void visitNearestPairs(const TriangleMesh& a, const TriangleMesh& b, const BoxMover& to_a, double limit,
                       Bound&& bound, Visit&& visit) {
  struct Entry {
    std::uint32_t a, b;
    double bound;
  };
  Entry stack[2 * kMaxMeshDepth + 4];
  int depth = 0;
  if (a.nodes.empty() || b.nodes.empty()) return;
  stack[depth++] = {0, 0, 0};
  while (depth > 0) {
    const Entry entry = stack[--depth];
    if (!(entry.bound < limit)) continue;
    const TriangleMesh::BvhNode& node_a = a.nodes[entry.a];
    const TriangleMesh::BvhNode& node_b = b.nodes[entry.b];
    if (node_a.count > 0 && node_b.count > 0) {
      limit = visit(node_a, node_b);
      continue;
    }
    Entry near, far;
    if (node_b.count > 0 || (node_a.count == 0 && boxSize(node_a.aabb) >= boxSize(node_b.aabb))) {
      const Aabb box = to_a(node_b.aabb);
      near = {node_a.first, entry.b, bound(a.nodes[node_a.first].aabb, box)};
      far = {node_a.first + 1, entry.b, bound(a.nodes[node_a.first + 1].aabb, box)};
    } else {
      near = {entry.a, node_b.first, bound(node_a.aabb, to_a(b.nodes[node_b.first].aabb))};
      far = {entry.a, node_b.first + 1, bound(node_a.aabb, to_a(b.nodes[node_b.first + 1].aabb))};
    }
    if (far.bound < near.bound) {
      const Entry swap = near;
      near = far, far = swap;
    }
    stack[depth++] = far;
    stack[depth++] = near;
  }
}

/// Squared distance of two boxes.
inline double squaredDistanceOfBoxes(const Aabb& a, const Aabb& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double gap = a.lower[i] > b.upper[i]   ? static_cast<double>(a.lower[i]) - b.upper[i]
                       : b.lower[i] > a.upper[i] ? static_cast<double>(b.lower[i]) - a.upper[i]
                                                 : 0;
    sum += gap * gap;
  }
  return sum;
}

}  // namespace carom::collide
