// A first look at the triangles of a leaf, four at a time: which of them can be within reach of a convex
// shape. Most of those whose boxes meet the shape's box are not.
#pragma once

#include <cstdint>

#include "collide/lanes.hpp"
#include "collide/mesh_bvh.hpp"
#include "collide/mesh_scratch.hpp"

namespace carom::collide {

class MeshSieve {
 public:
  /// Frame of the mesh. What is farther than `reach` metres from the core is beyond reach, give or take
  /// `slack`; `box` holds all that is within it.
  MeshSieve(const LocalBox& core, const Placement& pose, double reach, double slack, const Aabb& box)
      : axes_{splat(Vec3(pose.rotation.cx)), splat(Vec3(pose.rotation.cy)), splat(Vec3(pose.rotation.cz))},
        lower_(splat(box.lower)),
        upper_(splat(box.upper)),
        core_(splat(Vec3(core.half))),
        reach_(splat(static_cast<float>(reach + 4 * slack))) {
    const DVec3 centre = pose.point(core.centre);
    const double extra = reach + 4 * slack;
    placement_ = {pose.rotation, centre};
    centre_ = splat(Vec3(centre));
    half_ = splat(Vec3(core.half + DVec3{extra, extra, extra}));
  }

  /// The middle of the shape now and before, frame of the mesh.
  void setWay(const DVec3& from, const DVec3& to) {
    from_ = splat(Vec3(placement_.inversePoint(from)));
    to_ = splat(Vec3(placement_.inversePoint(to)));
  }

  /// Bit i: the leaf's triangle i.
  struct Answer {
    unsigned met = 0;      ///< Its box meets the shape's, and it the box around the shape in its own axes.
    unsigned near = 0;     ///< Of these: it can be within reach.
    unsigned corners[3] = {0, 0, 0};  ///< Of these: its corner can be.
    unsigned crossed = 0;  ///< Of the met: its plane can lie between the middle now and before.
    /// One bit a corner.
    unsigned cornersOf(unsigned i) const {
      return (corners[0] >> i & 1) | (corners[1] >> i & 1) << 1 | (corners[2] >> i & 1) << 2;
    }
  };
  Answer look(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const;

 private:
  LaneVec3 toOwn(const LaneVec3& d) const { return {dot(axes_[0], d), dot(axes_[1], d), dot(axes_[2], d)}; }

  Placement placement_;  ///< Of the shape's own frame, with the middle of the core's box as its origin.
  LaneVec3 axes_[3];
  LaneVec3 lower_, upper_, centre_;
  LaneVec3 half_;  ///< Of the box around the core, the reach included.
  LaneVec3 core_;  ///< Without it.
  LaneVec3 from_, to_;
  Lanes reach_;
};

}  // namespace carom::collide
