// Lowest points of a convex shape over the triangles of a mesh, and what follows from them for edges and
// corners.
#pragma once

#include <cstdint>

#include "collide/convex/convex_view.hpp"
#include "collide/mesh/mesh_topology.hpp"

namespace carom::collide {

/// Which sides of a mesh's triangles count for a shape.
enum class CountingSides : std::uint8_t {
  Front,
  Back,
  Towards  ///< The side of each triangle that faces the shape's centre.
};
/// Whether the back of a triangle counts if the centre is at `height` over it.
inline bool isBackCounting(CountingSides sides, double height) {
  return sides == CountingSides::Back || (sides == CountingSides::Towards && height < 0);
}
/// Whether the side that counts faces away from a centre at this height.
inline bool isTurnedAway(CountingSides sides, double height) {
  return sides == CountingSides::Back ? height > 0 : sides == CountingSides::Front && height < 0;
}

/// One convex shape and one mesh, during one query. Frame of the mesh.
class MeshSupports {
 public:
  class Table;
  MeshSupports(const TriangleMesh& mesh, const ConvexView& view, const Placement& pose, Table& table)
      : mesh_(mesh), view_(view), pose_(pose), table_(table) {}

  /// Sets the reference point for the sides of triangles. Lengths below `slack` metres are rounding.
  void begin(const DVec3& side, CountingSides sides, double slack) {
    side_ = side, sides_ = sides, slack_ = slack;
    table_.forget();
  }

  /// A triangle, the side of it that counts, and the point of the core that is lowest over that side.
  struct Lowest {
    bool behind = false;  ///< The back counts.
    DVec3 corner[3];
    DVec3 normal;  ///< Of the side that counts, unit.
    DVec3 point;
    SupportPoint support;
    double height = 0;  ///< Of the point over the triangle's plane, m.
    double
        inside[3];  ///< Distance of the point from edge i towards the triangle, times the edge's length, m².
    double edge_squared[3];  ///< Squares of the edges' lengths, m².

    /// Whether the point is on the triangle's side of an edge, by more than the tolerance.
    bool isInside(int edge, double tolerance) const {
      const double x = inside[edge];
      return x > 0 && x * x > tolerance * tolerance * edge_squared[edge];
    }
    /// Whether the point is over the triangle, including up to `slack` metres beyond its border.
    bool isOver(double slack) const {
      for (int i = 0; i < 3; ++i) {
        if (inside[i] < 0 && inside[i] * inside[i] > slack * slack * edge_squared[i]) return false;
      }
      return true;
    }
  };
  /// Valid until the next call.
  const Lowest& lowest(std::uint32_t triangle) {
    const std::uint32_t place = triangle % kTable;
    return table_.triangle_[place] == triangle ? table_.entry_[place] : find(triangle);
  }

  /// A set of edges and corners of a triangle: bit i for number i.
  struct Border {
    unsigned edges = 0, corners = 0;
  };
  /// Edges and corners that may be nearest to the shape (mesh_supports.cpp). May contain others too.
  /// `corners`: those that are of interest.
  Border mayTouch(std::uint32_t triangle, unsigned corners);

 private:
  static constexpr std::uint32_t kTable = 64, kFans = 64;

 public:
  /// Cache of the lowest points, by triangle, and of the fans, by vertex.
  class Table {
   public:
    Table() { forget(); }

   private:
    friend class MeshSupports;
    void forget() {
      for (std::uint32_t& triangle : triangle_) triangle = kNone;
      for (Fan& fan : fan_) fan.vertex = kNone;
    }
    static constexpr std::uint32_t kNone = 0xffffffffu;
    std::uint32_t triangle_[kTable];
    Lowest entry_[kTable];
    /// What outsideFan() has found out about a vertex.
    struct Fan {
      std::uint32_t vertex;
      bool behind, outside;
    };
    Fan fan_[kFans];
  };

 private:
  const Lowest& find(std::uint32_t triangle);
  bool outsideNeighbour(std::uint32_t triangle, int edge, bool behind);
  bool isLevel(const Lowest& lowest) const;
  bool outsideFan(std::uint32_t triangle, int corner, bool behind);
  double tolerance(const Lowest& lowest) const { return lowest.height < 0 ? slack_ - lowest.height : slack_; }

  const TriangleMesh& mesh_;
  const ConvexView& view_;
  const Placement& pose_;
  DVec3 side_;
  double slack_ = 0;
  CountingSides sides_ = CountingSides::Front;
  Table& table_;
};

}  // namespace carom::collide
