// A first look at the triangles of a leaf, four at a time: which of them can be within reach of a convex
// shape. Most of those whose boxes meet the shape's box are not.
#pragma once

#include <cstdint>

#include "collide/lanes.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"

namespace carom::collide {

class MeshSieve {
 public:
  /// Frame of the mesh. What is farther than `reach` metres from the view's core is beyond reach, give or
  /// take `slack`; `box` holds all that is within it. With `thorough`, Answer::met is as it says.
  MeshSieve(const ConvexView& view, const Placement& pose, double reach, double slack, const Aabb& box,
            bool thorough);

  /// Where the middle of the shape was and is.
  void setWay(const DVec3& from, const DVec3& to) {
    from_ = splat(Vec3(frame_.inversePoint(from)));
    to_ = splat(Vec3(frame_.inversePoint(to)));
  }

  /// Bit i: the leaf's triangle i.
  struct Answer {
    /// Its box meets the shape's, and it the box around the shape in the shape's own axes. Without
    /// `thorough` these are those that are near.
    unsigned met = 0;
    unsigned near = 0;                ///< Of these: it can be within reach.
    unsigned corners[3] = {0, 0, 0};  ///< Of these: its corner can be.
    /// Of these: all of the core is beyond one side of the prism that stands on it, clearly.
    unsigned beside = 0;
    unsigned crossed = 0;  ///< Its plane can lie between the middle before and now.
    /// One bit a corner.
    unsigned cornersOf(unsigned i) const {
      return (corners[0] >> i & 1) | (corners[1] >> i & 1) << 1 | (corners[2] >> i & 1) << 2;
    }
  };
  Answer look(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const;

 private:
  /// How the core is described: as a point, a segment or a box, the last in a frame of its own.
  enum class Core : std::uint8_t { Point, Segment, Box };
  template <Core kCore>
  struct Measure;
  template <Core kCore>
  Answer lookAs(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const;

  Core kind_ = Core::Box;
  Placement frame_;  ///< The middle of the core is the origin. Of a box its axes, else those of the mesh.
  LaneVec3 lower_, upper_, origin_;
  LaneVec3 core_;  ///< Box: half extents. Segment: from the middle to an end.
  LaneVec3 from_, to_;
  Lanes reach_;
  Lanes clear_;  ///< Beyond a side by so much is clearly beyond, m.
};

}  // namespace carom::collide
