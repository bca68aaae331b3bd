// Distances and overlaps of triangle meshes with convex shapes and with each other.
//
// The trees are searched nearest first with the distances of boxes as lower bounds; triangles are tested by
// GJK. Meshes are surfaces: a shape inside a closed one is as far away as it is from the surface. Only
// triggers of closed meshes are volumes and contain what is inside: a connected piece is inside if one of its
// points is.
#include "collide/convex/gjk.hpp"
#include "collide/mesh/mesh_inside.hpp"
#include "collide/mesh_contacts/mesh_pairs.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"

namespace carom::collide {

namespace {

ConvexView viewOf(const TriangleMesh& mesh, std::uint32_t index) {
  const TriangleMesh::Face& face = mesh.faces[index];
  return triangleView(face.corner[0], face.corner[1], face.corner[2]);
}

/// Whether a connected piece of `inner` has its first vertex inside `outer`. `pose`: inner to outer.
bool anyPieceInside(const TriangleMesh& outer, const TriangleMesh& inner, const Placement& pose) {
  if (!outer.closed) return false;
  for (const std::uint32_t vertex : inner.pieces) {
    if (isInside(outer, pose.point(DVec3(inner.vertices[vertex])))) return true;
  }
  return false;
}

Distance toDistance(const GjkResult& gjk, double radius) {
  Distance result;
  result.distance = static_cast<float>(gjk.distance - radius);
  result.point_a = Vec3(gjk.point_a);
  result.point_b = Vec3(gjk.point_b - gjk.normal * radius);
  result.normal = Vec3(gjk.normal);
  return result;
}

}  // namespace

bool overlapsMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a, bool volume) {
  if (a.nodes.empty()) return false;
  const Placement pose = placement(b_to_a);
  const Aabb box = viewBounds(b, pose);
  GjkSettings settings;
  settings.max_distance = b.radius;
  bool found = false;
  visitLeaves(a, box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count && !found; ++i) {
      if (!overlap(triangleBounds(a, i), box)) continue;
      const GjkResult gjk = gjkDistance(viewOf(a, i), b, pose, settings);
      found = gjk.overlapping || gjk.distance <= b.radius;
    }
  });
  return found || (volume && isInside(a, pose.point(middle(b))));
}

bool overlapsMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a, Volume volume) {
  if (a.nodes.empty() || b.nodes.empty()) return false;
  const Placement pose = placement(b_to_a);
  const BoxMover to_a(pose);
  GjkSettings settings;
  settings.max_distance = 0;
  bool found = false;
  visitLeafPairs(
      a, b, [&](std::uint32_t node) { return MovedBox(to_a(b.nodes[node].aabb)); },
      [&](std::uint32_t at_a, std::uint32_t at_b) {
        const TriangleMesh::BvhNode &leaf_a = a.nodes[at_a], &leaf_b = b.nodes[at_b];
        for (std::uint32_t i = leaf_a.first; i < leaf_a.first + leaf_a.count && !found; ++i) {
          const ConvexView triangle = viewOf(a, i);
          const Aabb box = triangleBounds(a, i);
          for (std::uint32_t j = leaf_b.first; j < leaf_b.first + leaf_b.count && !found; ++j) {
            if (!overlap(box, to_a(triangleBounds(b, j)))) continue;
            const GjkResult gjk = gjkDistance(triangle, viewOf(b, j), pose, settings);
            found = gjk.overlapping || gjk.distance <= 0;
          }
        }
        return !found;
      });
  return found || (volume == Volume::A && anyPieceInside(a, b, pose)) ||
         (volume == Volume::B && anyPieceInside(b, a, inverse(pose)));
}

Distance distanceMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a,
                            float max_distance) {
  Distance best;
  best.distance = max_distance;
  if (a.nodes.empty()) return best;
  const Placement pose = placement(b_to_a);
  const Aabb box = viewBounds(b, pose);
  const auto limitOf = [&] {
    const double limit = best.distance;
    return limit > 0 ? limit * limit * (1 + 1e-6) : 0;
  };
  visitNearest(
      a, limitOf(), [&](const Aabb& node) { return squaredDistanceOfBoxes(node, box); },
      [&](std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = first; i < first + count && best.distance > 0; ++i) {
          if (squaredDistanceOfBoxes(triangleBounds(a, i), box) >= limitOf()) continue;
          GjkSettings settings;
          settings.max_distance = static_cast<double>(best.distance) + b.radius;
          const GjkResult gjk = gjkDistance(viewOf(a, i), b, pose, settings);
          if (gjk.overlapping || gjk.distance <= b.radius) {
            best = {};
          } else if (gjk.distance - b.radius < best.distance) {
            best = toDistance(gjk, b.radius);
          }
        }
        return limitOf();
      });
  return best;
}

Distance distanceMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a,
                          float max_distance) {
  Distance best;
  best.distance = max_distance;
  if (a.nodes.empty() || b.nodes.empty()) return best;
  const Placement pose = placement(b_to_a);
  const BoxMover to_a(pose);
  const auto limitOf = [&] {
    const double limit = best.distance;
    return limit > 0 ? limit * limit * (1 + 1e-6) : 0;
  };
  visitNearestPairs(a, b, to_a, limitOf(), squaredDistanceOfBoxes,
                    [&](const TriangleMesh::BvhNode& leaf_a, const TriangleMesh::BvhNode& leaf_b) {
                      for (std::uint32_t i = leaf_a.first; i < leaf_a.first + leaf_a.count; ++i) {
                        const ConvexView triangle = viewOf(a, i);
                        const Aabb box = triangleBounds(a, i);
                        for (std::uint32_t j = leaf_b.first;
                             j < leaf_b.first + leaf_b.count && best.distance > 0; ++j) {
                          if (squaredDistanceOfBoxes(box, to_a(triangleBounds(b, j))) >= limitOf()) continue;
                          GjkSettings settings;
                          settings.max_distance = best.distance;
                          const GjkResult gjk = gjkDistance(triangle, viewOf(b, j), pose, settings);
                          if (gjk.overlapping) {
                            best = {};
                          } else if (gjk.distance < best.distance) {
                            best = toDistance(gjk, 0);
                          }
                        }
                      }
                      return limitOf();
                    });
  return best;
}

}  // namespace carom::collide
