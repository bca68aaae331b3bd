// Points laid out for looking at four at a time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::collide {

/// Copies of points in groups of four: x of all four, then y, then z. The last point fills up the last group.
class PackedPoints {
 public:
  PackedPoints() = default;
  explicit PackedPoints(std::span<const Vec3> points);

  /// How many points there are; 0 when none were given.
  std::size_t size() const { return count_; }
  /// Index of the point farthest along a direction, exactly as computed in double: the first of equal ones.
  std::size_t farthestAlong(const DVec3& direction) const;

 private:
  std::size_t farthestAlongScaled(const DVec3& direction) const;

  std::vector<float> coordinates_;
  std::size_t count_ = 0;
  Vec3 reach_;  ///< Largest coordinates.
};

}  // namespace carom::collide
