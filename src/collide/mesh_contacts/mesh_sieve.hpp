// A fast test of the triangles of a leaf, four at a time: which of them may be within reach of a convex
// shape. Most of those whose boxes meet the shape's box are not.
#pragma once

#include <cstdint>

#include "collide/lanes.hpp"
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"

namespace carom::collide {

class MeshSieve {
 public:
  /// Frame of the mesh. Triangles farther than `reach` metres from the view's core are out of reach, up to
  /// `slack`; `box` contains everything within reach. `thorough` selects the meaning of Answer::met.
  MeshSieve(const ConvexView& view, const Placement& pose, double reach, double slack, const Aabb& box,
            bool thorough);

  /// Sets the centre of the shape when it was last on its side, and now.
  void setWay(const DVec3& from, const DVec3& to) {
    from_ = splat(Vec3(frame_.inversePoint(from)));
    to_ = splat(Vec3(frame_.inversePoint(to)));
  }

  /// From now on, a triangle that lies beyond a plane is not near. The whole core is on the side to which the
  /// plane's unit normal points, `clearance` metres or more from it at `lowest`. The last few planes are
  /// kept.
  void addPlane(const DVec3& normal, const DVec3& lowest, double clearance);

  /// Bit i: the leaf's triangle i.
  struct Answer {
    /// Its box meets the shape's box, and the bounds of the shape in the shape's own axes. Without
    /// `thorough`, the same as `near`.
    unsigned met = 0;
    unsigned near = 0;                ///< Of these: it may be within reach.
    unsigned corners[3] = {0, 0, 0};  ///< Of these: its corner may be within reach.
    /// Of these: the whole core is clearly beyond one side of the prism over it.
    unsigned beside = 0;
    unsigned crossed = 0;  ///< Its plane may lie between the centre before and now.
    /// One bit per corner.
    unsigned cornersOf(unsigned i) const {
      return (corners[0] >> i & 1) | (corners[1] >> i & 1) << 1 | (corners[2] >> i & 1) << 2;
    }
  };
  /// Whether four boxes of the mesh may contain triangles that are met, by the bounds of the shape in its own
  /// axes. Only of use if hasAxes().
  LaneMask mayMeet(const LaneVec3& lower, const LaneVec3& upper) const;
  bool hasAxes() const { return kind_ == Core::Box; }
  Answer look(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const;

 private:
  /// The description of the core: a point, a segment, or a box in a frame of its own.
  enum class Core : std::uint8_t { Point, Segment, Box };
  template <Core kCore>
  struct Measure;
  template <Core kCore>
  Answer lookAs(const TriangleMesh& mesh, std::uint32_t first, std::uint32_t count) const;

  Core kind_ = Core::Box;
  Placement frame_;  ///< Its origin is the centre of the core; its axes are those of the box, else those of
                     ///< the mesh.
  LaneVec3 lower_, upper_, origin_;
  LaneVec3 core_;  ///< Box: half extents. Segment: from the middle to an end.
  LaneVec3 from_, to_;
  Lanes reach_;
  struct Plane {
    LaneVec3 normal;
    Lanes height;
  };
  static constexpr int kPlanes = 4;
  Plane planes_[kPlanes];
  int plane_count_ = 0, next_plane_ = 0;
  Lanes clear_;  ///< Distance beyond a side from which a point is clearly beyond it, m.
};

}  // namespace carom::collide
