// A round shape is a curve of radius over height, turned about Y. The curve of a capsule is two arcs and
// their common tangent, which touches both where the normal rises by the angle of sine (bottom - top radius)
// / distance.
#include "output/shape_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <variant>

#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh.hpp"

namespace carom::output {
namespace {

constexpr std::uint32_t kSides = 32;
constexpr int kArcs = 8;              // Of a quarter of a circle.
constexpr float kPlaneReach = 10.0f;  // m

struct CurvePoint {
  double radius, height;
};

/// An arc of a sphere about (0, height) between two elevations of its normal.
void addArc(std::vector<CurvePoint>& curve, const CurvePoint& sphere, double from, double to) {
  const int parts = std::max(1, static_cast<int>(std::ceil((to - from) / (std::numbers::pi / 2) * kArcs)));
  for (int i = 0; i <= parts; ++i) {
    const double angle = from + (to - from) * i / parts;
    curve.push_back({sphere.radius * std::cos(angle), sphere.height + sphere.radius * std::sin(angle)});
  }
}

/// `curve`: from below to above.
ShapeMesh turned(const std::vector<CurvePoint>& curve) {
  ShapeMesh mesh;
  for (const CurvePoint& point : curve) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const double angle = 2 * std::numbers::pi * side / kSides;
      mesh.positions.push_back(
          Vec3(DVec3{point.radius * std::cos(angle), point.height, point.radius * std::sin(angle)}));
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < curve.size(); ++ring) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t here = ring * kSides + side, next = ring * kSides + (side + 1) % kSides;
      mesh.indices.insert(mesh.indices.end(),
                          {here, here + kSides, next, next, here + kSides, next + kSides});
    }
  }
  return mesh;
}

struct MeshMaker {
  ShapeMesh operator()(const collide::Sphere& sphere) const {
    std::vector<CurvePoint> curve;
    addArc(curve, {sphere.radius, 0}, -std::numbers::pi / 2, std::numbers::pi / 2);
    return turned(curve);
  }
  ShapeMesh operator()(const collide::Capsule& capsule) const {
    const double distance = 2.0 * capsule.half_height;
    const double rise =
        std::asin(std::clamp((capsule.radius_bottom - capsule.radius_top) / distance, -1.0, 1.0));
    std::vector<CurvePoint> curve;
    addArc(curve, {capsule.radius_bottom, -capsule.half_height}, -std::numbers::pi / 2, rise);
    addArc(curve, {capsule.radius_top, capsule.half_height}, rise, std::numbers::pi / 2);
    return turned(curve);
  }
  ShapeMesh operator()(const collide::Cylinder& cylinder) const {
    return turned({{0, -cylinder.half_height},
                   {cylinder.radius_bottom, -cylinder.half_height},
                   {cylinder.radius_top, cylinder.half_height},
                   {0, cylinder.half_height}});
  }
  ShapeMesh operator()(const collide::Box& box) const {
    const Vec3& h = box.half_extents;
    ShapeMesh mesh;
    for (int corner = 0; corner < 8; ++corner)
      mesh.positions.push_back({corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y, corner & 4 ? h.z : -h.z});
    mesh.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    return mesh;
  }
  ShapeMesh operator()(const collide::Plane&) const {
    const float r = kPlaneReach;
    return {{{-r, 0, -r}, {-r, 0, r}, {r, 0, r}, {r, 0, -r}}, {0, 1, 2, 0, 2, 3}};
  }
  ShapeMesh operator()(const std::shared_ptr<const collide::ConvexHull>& hull) const {
    ShapeMesh mesh;
    mesh.positions = hull->vertices;
    for (const collide::ConvexHull::Face& face : hull->faces) {
      const std::uint32_t first = hull->edges[face.first_edge].origin;
      std::uint16_t edge = hull->edges[face.first_edge].next;
      for (std::uint16_t i = 2; i < face.edge_count; ++i) {
        const std::uint16_t next = hull->edges[edge].next;
        mesh.indices.insert(mesh.indices.end(), {first, hull->edges[edge].origin, hull->edges[next].origin});
        edge = next;
      }
    }
    return mesh;
  }
  ShapeMesh operator()(const std::shared_ptr<const collide::TriangleMesh>& surface) const {
    ShapeMesh mesh;
    mesh.positions = surface->vertices;
    for (const collide::TriangleMesh::Triangle& triangle : surface->triangles)
      mesh.indices.insert(mesh.indices.end(), std::begin(triangle.vertex), std::end(triangle.vertex));
    return mesh;
  }
};

}  // namespace

ShapeMesh meshOf(const collide::Shape& shape) {
  return std::visit(MeshMaker{}, shape);
}

}  // namespace carom::output
