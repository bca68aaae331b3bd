// The data of a hull that support functions read, contiguous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

struct ConvexHull;

/// Vertices and face normals in groups of four (x of all four, then y, then z), the faces around each vertex,
/// and the vertices around each face. A test of two hulls reads a dozen cache lines of these.
class HullTables {
 public:
  HullTables() = default;
  explicit HullTables(const ConvexHull& hull);

  /// Whether the tables were made.
  bool present() const { return vertex_count_ > 0 && face_count_ > 0; }
  std::uint32_t vertexCount() const { return vertex_count_; }
  Vec3 vertex(std::size_t index) const { return at(coordinates_.data(), index); }
  Vec3 normal(std::size_t face) const { return at(coordinates_.data() + first_normal_, face); }
  std::span<const std::uint16_t> facesAround(std::size_t vertex) const { return list(0, vertex); }
  /// Counter-clockwise seen from outside, beginning with the face's first edge.
  std::span<const std::uint16_t> verticesAround(std::size_t face) const {
    return list(static_cast<std::size_t>(vertex_count_) + 1, face);
  }

  /// Prefetches what a contact will read. Always inlined: g++ removes calls of what only prefetches.
  [[gnu::always_inline]] void prefetch() const {
    const char* floats = reinterpret_cast<const char*>(coordinates_.data());
    const char* lists = reinterpret_cast<const char*>(lists_.data());
    const std::size_t bytes = coordinates_.size() * sizeof(float);
    for (std::size_t at = 0; at < bytes && at < 640; at += 64) __builtin_prefetch(floats + at);
    const std::size_t list_bytes = lists_.size() * sizeof(lists_[0]);
    for (std::size_t at = 0; at < list_bytes && at < 448; at += 64) __builtin_prefetch(lists + at);
  }
  /// Index of the vertex farthest along a direction, or of the normal closest to it, as computed in double;
  /// the first of equal ones.
  std::size_t farthestVertex(const DVec3& direction) const;
  std::size_t nearestNormal(const DVec3& direction) const;

 private:
  static constexpr std::size_t kLanes = 4, kGroup = 3 * kLanes;

  static Vec3 at(const float* groups, std::size_t index) {
    const float* p = groups + index / kLanes * kGroup + index % kLanes;
    return {p[0], p[kLanes], p[2 * kLanes]};
  }
  std::span<const std::uint16_t> list(std::size_t table, std::size_t index) const {
    const std::uint16_t* start = lists_.data() + table + index;
    return {lists_.data() + first_list_ + start[0], static_cast<std::size_t>(start[1] - start[0])};
  }

  std::vector<float> coordinates_;
  std::vector<std::uint16_t> lists_;  ///< Starts for vertices and for faces, then the lists themselves.
  std::uint32_t vertex_count_ = 0, face_count_ = 0;
  std::uint32_t first_normal_ = 0, first_list_ = 0;
  Vec3 reach_;  ///< Largest coordinates.
};

}  // namespace carom::collide
