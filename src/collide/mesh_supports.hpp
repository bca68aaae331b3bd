// Lowest points of a convex shape over the triangles of a mesh, and what they say about edges and corners.
#pragma once

#include <cstdint>

#include "collide/convex_view.hpp"
#include "collide/mesh_topology.hpp"

namespace carom::collide {

/// One convex shape over one mesh, for the length of one query. Frame of the mesh.
class MeshSupports {
 public:
  MeshSupports(const TriangleMesh& mesh, const ConvexView& view, const Placement& pose)
      : mesh_(mesh), view_(view), pose_(pose) {
    forget();
  }

  /// Triangles turn the side to `side` from here on. Lengths below `slack` metres are rounding.
  void begin(const DVec3& side, double slack) {
    side_ = side, slack_ = slack, fronts_only_ = false;
    forget();
  }
  /// From here on front sides count.
  void beginFronts() {
    fronts_only_ = true;
    forget();
  }

  /// A triangle, the side of it that counts, and the point of the core that is lowest over that side.
  struct Lowest {
    std::uint32_t triangle = kNone;
    bool behind = false;  ///< It is the back that counts; of one-sided meshes it is always the front.
    DVec3 corner[3];
    DVec3 normal;  ///< Of the side that counts, unit.
    DVec3 point;
    SupportPoint support;
    double height = 0;  ///< Of the point over the triangle's plane, m.
  };
  /// Good until the next call.
  const Lowest& lowest(std::uint32_t triangle) {
    const Lowest& kept = table_[triangle % kTable];
    return kept.triangle == triangle ? kept : find(triangle);
  }

  /// Whether an edge or corner of the triangle can be what is nearest to the shape: see the .cpp. Errs on the
  /// side of yes.
  bool edgeMayTouch(std::uint32_t triangle, int edge);
  bool cornerMayTouch(std::uint32_t triangle, int corner);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::uint32_t kTable = 32;

  void forget() {
    for (Lowest& entry : table_) entry.triangle = kNone;
  }
  const Lowest& find(std::uint32_t triangle);
  static bool isInside(const Lowest& lowest, int edge, double tolerance);
  double tolerance(const Lowest& lowest) const { return lowest.height < 0 ? slack_ - lowest.height : slack_; }

  const TriangleMesh& mesh_;
  const ConvexView& view_;
  const Placement& pose_;
  DVec3 side_;
  double slack_ = 0;
  bool fronts_only_ = false;
  Lowest table_[kTable];
};

}  // namespace carom::collide
