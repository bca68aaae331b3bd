// Contacts of a triangle mesh with a convex shape B.
//
// Each triangle T near B falls into one of these cases, with n the triangle's normal towards B's centre, p
// the point of B farthest along -n, and h its height over T's plane: - h above the margin: no contact. - p is
// over T: n is the direction of the contact, whatever the edges are like. The facing feature of B is clipped
//    against the prism over T and gives the points (mesh_convex_faces.cpp, mesh_face_clip.cpp).
// - p is beside T: the closest direction d comes from closed forms or GJK (or the penetration depth). It
// starts at
//    an edge or corner of T. If d is in the Voronoi region of that feature on the whole surface
//    (mesh_topology.cpp), this is a contact with normal d (mesh_convex_border.cpp). Otherwise the neighbour
//    has the nearer point, and T contributes the part of B's facing feature over it, with normal n: this
//    completes the manifold of a box that lies over many triangles.
// So over flat and concave edges all normals are face normals. Over a convex edge the normal rotates from
// that of one face to that of the other as the closest point crosses the edge (the Voronoi region of an edge
// is the wedge between the two normals), so sliding bodies do not catch on inner edges. This replaces the
// normal corrections of G. van den Bergen's and others' internal edge filters; each separation belongs to the
// normal with which it is reported.
//
// Sides: a mesh is a surface, and both of its sides collide. B stays on the side from which its centre came.
// The surface of a closed mesh divides space into an outside and an inside: for shapes outside the fronts of
// all triangles count, for shapes inside their backs. Triangles whose side that counts faces away from B's
// centre are set aside. If the nearest triangle is one of them, the centre has passed through the surface,
// and those facing the same way as the nearest one push it back. Otherwise they are the far side of a thin
// wall, or hidden, and are ignored. In other meshes, n points to B's centre for each triangle separately.
//
// The side is remembered: if the centre has passed through the surface since the last step (for example
// pressed by a heap), it is pushed back to where it came from. The cache of the pair has the centre of the
// last step on the right side, and whether that is inside. A new pair, or one whose shapes have been moved
// elsewhere, is on the side where its centre is. (Snapshots contain the caches.)
//
// Contradictions that one triangle cannot know of, such as depths along a side wall, are resolved among the
// clusters of contacts (mesh_cover.cpp).
#include "collide/mesh/mesh_bvh.hpp"
#include "collide/mesh/mesh_inside.hpp"
#include "collide/mesh_contacts/convex_on_mesh.hpp"
#include "collide/mesh_contacts/mesh_sieve.hpp"

namespace carom::collide {

namespace {

/// Whether something on that side can be nearest to an edge or corner of the triangle.
bool hasBorder(const TriangleMesh::Triangle& triangle, bool behind) {
  for (int i = 0; i < 3; ++i) {
    const MeshEdge edge = triangle.edge(i);
    if (edge == MeshEdge::Open || edge == (behind ? MeshEdge::Concave : MeshEdge::Convex)) return true;
    if (triangle.cornerActive(i, behind)) return true;
  }
  return false;
}

}  // namespace

/// Whether one of the hull's faces at its lowest point is between the hull and the triangle.
bool ConvexOnMesh::isBelowFaces(const MeshTriangle& t, const MeshSupports::Lowest& lowest,
                                MeshSieve& sieve) const {
  if (view.kind != ConvexKind::Hull || !view.hull->tables.present()) return false;
  const HullTables& tables = view.hull->tables;
  const double clearance = radius + max_separation + slack;
  const auto isBelow = [&](const DVec3& up, const DVec3& on_hull) {
    const double level = dot(up, on_hull) - clearance;
    return dot(up, t.corner[0]) < level && dot(up, t.corner[1]) < level && dot(up, t.corner[2]) < level;
  };
  for (const std::uint16_t face : tables.facesAround(lowest.support.feature)) {
    const DVec3 own(tables.normal(face)), up = -pose.direction(own);
    if (!isBelow(up, lowest.point)) continue;
    // Vertices are in the planes of their faces to within the hull's tolerance only.
    const DVec3 farthest = pose.point(supportPoint(view, own).point);
    if (!isBelow(up, farthest)) continue;
    sieve.addPlane(up, farthest, clearance);
    return true;
  }
  return false;
}

bool ConvexOnMesh::addTriangle(std::uint32_t index, TriangleNear near, MeshSieve& sieve) {
  const MeshTriangle t = meshTriangle(mesh, index);
  const double above = dot(middle - t.corner[0], t.normal);
  const double height_of_side = dot(side - t.corner[0], t.normal);
  if (isTurnedAway(sides, height_of_side)) return false;
  const bool behind = isBackCounting(sides, height_of_side);
  if (near.none_over && !hasBorder(mesh.triangles[index], behind)) return true;
  const DVec3 n = behind ? -t.normal : t.normal;
  if (view.kind == ConvexKind::Point) {
    if ((behind ? -above : above) - radius <= max_separation) addTriangleToBall(index, t, n);
    return true;
  }
  const MeshSupports::Lowest& lowest = supports.lowest(index);
  const double height = lowest.height - radius;
  if (height > max_separation) {
    if (height > max_separation + slack) sieve.addPlane(n, lowest.point, radius + max_separation + slack);
    return true;
  }
  if (lowest.isOver(slack)) {
    if (height >= -0.2 * shallow || reachesThrough(t, n, lowest.point)) addFace(index, t, n, {-1e30, true});
  } else if (!isBelowFaces(t, lowest, sieve)) {
    beside(index, t, n, near);
  }
  return true;
}

template <class Visit>
void ConvexOnMesh::visitNear(const MeshSieve& sieve, Visit&& visit, PairCache::Trail& trail) const {
  if (!sieve.hasAxes()) return visitLeaves(mesh, box, visit, &trail);
  const auto meets = [&](const LaneVec3& lower, const LaneVec3& upper) {
    return sieve.mayMeet(lower, upper);
  };
  visitLeavesThatMeet(mesh, box, meets, visit, &trail);
}

void ConvexOnMesh::addAll(std::vector<std::uint32_t>& behind, PairCache& cache) {
  clusters.begin(1e-4 * scale);
  behind.clear();
  if (view.kind != ConvexKind::Point) supports.begin(side, sides, slack);
  feature_normal = {};
  known_face = -1;
  MeshSieve sieve(view, pose, radius + max_separation, slack, box, sides != CountingSides::Towards);
  sieve.setWay(before, middle);
  // A face with more corners than the feature holds may lack the lowest one (facesLowest()).
  const bool whole =
      view.kind != ConvexKind::Hull || view.hull->vertices.size() <= SupportFeature::kMaxPoints;
  cache.trail.begin();
  const auto visit = [&](std::uint32_t first, std::uint32_t count) {
    // Read right after this.
    __builtin_prefetch(&mesh.triangles[first]);
    __builtin_prefetch(&mesh.triangles[first + count - 1]);
    __builtin_prefetch(&mesh.neighbours[3 * std::size_t{first}]);
    const MeshSieve::Answer found = sieve.look(mesh, first, count);
    changed_side = changed_side || found.crossed != 0;
    for (unsigned left = sides == CountingSides::Towards ? found.near : found.met; left != 0;
         left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const std::uint32_t i = first + lane;
      const bool in_front =
          (found.near >> lane & 1) != 0
              ? addTriangle(i, {found.cornersOf(lane), (found.beside >> lane & 1) != 0 && whole}, sieve)
              : !isTurnedAway(sides, heightOf(i));
      if (!in_front) behind.push_back(i);
    }
  };
  visitNear(sieve, visit, cache.trail);
}

bool ConvexOnMesh::isApart(PairCache& cache) {
  if (view.kind == ConvexKind::Point) return false;
  supports.begin(side, sides, slack);
  MeshSieve sieve(view, pose, radius + max_separation, slack, box, true);
  sieve.setWay(before, middle);
  cache.trail.begin();
  bool apart = true;
  const auto visit = [&](std::uint32_t first, std::uint32_t count) {
    if (!apart) return;
    const MeshSieve::Answer found = sieve.look(mesh, first, count);
    apart = found.crossed == 0;
    for (unsigned left = found.near; left != 0 && apart; left &= left - 1) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(__builtin_ctz(left));
      const MeshSupports::Lowest& lowest = supports.lowest(i);
      if (lowest.height - radius > max_separation + slack) {
        sieve.addPlane(lowest.normal, lowest.point, radius + max_separation + slack);
      } else {
        apart = isBelowFaces(meshTriangle(mesh, i), lowest, sieve);
      }
    }
  };
  visitNear(sieve, visit, cache.trail);
  return apart;
}

bool ConvexOnMesh::chooseSide(const PairCache& cache) {
  const KeptSide kept = keptSide(cache, middle, scale);
  before = kept.middle;
  if (mesh.sides == MeshSides::Divides) {
    const bool inside = kept.known ? kept.inside : isInside(mesh, middle);
    sides = inside ? (mesh.pieces.size() == 1 ? CountingSides::Back : CountingSides::Towards)
                   : CountingSides::Front;
    return inside;
  }
  sides = mesh.sides == MeshSides::Front ? CountingSides::Front : CountingSides::Towards;
  return false;
}

double ConvexOnMesh::heightOf(std::uint32_t index) const {
  const TriangleMesh::Face& face = mesh.faces[index];
  return dot(side - DVec3(face.corner[0]), DVec3(face.normal));
}

NearestTriangle ConvexOnMesh::nearestVisible() const {
  NearestTriangle nearest;
  visitLeaves(mesh, box, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      if (!isTurnedAway(sides, heightOf(i))) considerNearest(mesh, i, middle, nearest);
    }
  });
  return nearest;
}

void ConvexOnMesh::addWayOut(const NearestTriangle& nearest, const DVec3& facing) {
  DVec3 out = facing;
  if (nearest.feature.kind != TriangleFeature::Kind::Face && nearest.distance > 1e-9 * scale) {
    const DVec3 straight = (nearest.point - middle) * (1 / nearest.distance);
    if (dot(straight, facing) > 0.2) out = straight;
  }
  const DVec3 deepest = pose.point(supportPoint(view, pose.inverseDirection(-out)).point);
  const DVec3 below = nearest.point + (deepest - nearest.point - out * dot(deepest - nearest.point, out));
  addContact(out, deepest, below, featureName(5, 0, 0), false, {-1, true});
}

void ConvexOnMesh::pushOut(const std::vector<std::uint32_t>& behind) {
  // Of all triangles: the face through which a thin plate has sunk can be farther away than its thickness.
  const NearestTriangle nearest = nearestTriangle(mesh, middle, 1e30);
  const bool back = sides == CountingSides::Back;
  if (nearest.triangle < 0 || nearest.behind == back) return;
  const DVec3 front(mesh.faces[static_cast<std::uint32_t>(nearest.triangle)].normal);
  const DVec3 facing = back ? -front : front;
  addWayOut(nearest, facing);
  for (const std::uint32_t i : behind) {
    const MeshTriangle t = meshTriangle(mesh, i);
    const DVec3 n = back ? -t.normal : t.normal;
    if (dot(n, facing) < 0.2) continue;
    addFace(i, t, n, {-1e30, supports.lowest(i).isOver(slack)});
  }
}

bool ConvexOnMesh::wentThrough() const {
  if (!changed_side) return false;
  const Vec3 path = Vec3(middle) - Vec3(before);
  const RayHit hit = castRayMesh(mesh, {Vec3(before), path, 1});
  if (!hit.hit || sides == CountingSides::Towards) return hit.hit;
  const float against = dot(mesh.faces[hit.triangle].normal, path);
  return sides == CountingSides::Back ? against > 0 : against < 0;
}

void ConvexOnMesh::pushBack() {
  const NearestTriangle nearest = nearestVisible();
  if (nearest.triangle < 0) return;
  const std::uint32_t index = static_cast<std::uint32_t>(nearest.triangle);
  const DVec3 normal(mesh.faces[index].normal);
  addWayOut(nearest, isBackCounting(sides, heightOf(index)) ? -normal : normal);
}

void prefetchMesh(const TriangleMesh& mesh, const PairCache& cache) {
  const PairCache::Trail& trail = cache.trail;
  const auto prefetch = [](const auto* from, int lines) {
    const auto* bytes = reinterpret_cast<const char*>(from);
    for (int i = 0; i < lines; ++i) __builtin_prefetch(bytes + 64 * i);
  };
  for (std::uint32_t i = 0; i < trail.node_count && i < PairCache::Trail::kNodes; ++i)
    if (trail.nodes[i] < mesh.wide_nodes.size()) prefetch(&mesh.wide_nodes[trail.nodes[i]], 2);
  for (std::uint32_t i = 0; i < trail.leaf_count; ++i) {
    const std::size_t first = trail.leaves[i];
    if (first >= mesh.faces.size()) continue;
    prefetch(&mesh.faces[first], 3);
    prefetch(&mesh.triangles[first], 1);
    prefetch(&mesh.neighbours[3 * first], 1);
  }
}

bool isMeshApart(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a, float distance,
                 PairCache& cache, MeshScratch& scratch) {
  ConvexOnMesh query(a, b, b_to_a, distance, scratch);
  if (!(query.scale < 1e15)) return false;
  const bool inside = query.chooseSide(cache);
  if (!query.isApart(cache)) return false;
  keepSide(cache, query.middle, inside);
  return true;
}

void collideMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a,
                       const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                       std::vector<Manifold>& manifolds) {
  ConvexOnMesh query(a, b, b_to_a, settings.max_separation, scratch);
  if (!(query.scale < 1e15)) return;
  const bool inside = query.chooseSide(cache);
  query.addAll(scratch.behind, cache);
  if (query.wentThrough()) {
    query.side = query.before;
    query.addAll(scratch.behind, cache);
    query.pushBack();
  } else {
    keepSide(cache, query.middle, inside);
    if (!scratch.behind.empty()) query.pushOut(scratch.behind);
  }
  if (scratch.clusters.empty()) return;
  const Aabb near = expanded(query.bounds, static_cast<float>(query.shallow));
  scratch.clusters.finish({&a, 1e-4 * query.scale + 2 * query.slack, near, 0, query.shallow, &b, &query.pose},
                          manifolds);
}

}  // namespace carom::collide
