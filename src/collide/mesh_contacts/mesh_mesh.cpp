// Contacts of two triangle meshes.
//
// Pairs of triangles that are near each other are found by traversing both trees (mesh_mesh_walk.cpp). With
// n_a, n_b the normals of the sides that face the other mesh, each pair can give:
//  - face on face: nearly opposite normals. The smaller triangle is clipped against the prism over the larger
//    one, whose normal counts. This gives complete manifolds for flat on flat.
//  - vertex on face: the vertex is over (or below) the other's triangle, and the face's direction is in the
//    vertex's normal cone, so that it is the locally deepest point.
//  - edge on edge: crossing edges whose common perpendicular is in both edges' wedges of normals.
// These are the three ways in which two polyhedra touch in general position; while they are apart, a vertex
// can also be nearest to an edge or vertex. Due to the cones, each of them is the true locally nearest pair,
// so inner edges cause no contacts, as in mesh_convex.cpp.
//
// Meshes are surfaces, and both of their sides collide. A closed mesh has an outside and an inside, and the
// pair's cache remembers on which of them the other mesh is: so the fronts of all its triangles count, or the
// backs of all. This is determined when the pair is new and never again, so nothing depends on how deeply the
// meshes penetrate each other. From outside, a point counts as sunk in through a face down to half the
// thickness of the enclosed volume; below that it is nearer to the other side. The first traversal only
// searches up to max_separation. If crossing triangles or contacts show a deeper overlap, it is repeated with
// a larger margin, so that faces that have sunk in are found. If nothing fits even then, the vertices of
// crossing triangles are pushed out along the normals of the triangles that they crossed. Meshes that lie
// inside each other, or coincide, are separated as their hulls would be. Sheets face the other mesh's centre,
// or the point where it was before it passed through; smaller sheets face the triangles that they meet.
//
// Contradictions between the depths along different faces are resolved among clusters (mesh_cover.cpp).
#include "collide/convex/gjk.hpp"
#include "collide/hull/hull.hpp"
#include "collide/mesh/mesh_inside.hpp"
#include "collide/mesh_contacts/mesh_contact_settings.hpp"
#include "collide/mesh_contacts/mesh_on_mesh.hpp"

namespace carom::collide {

namespace {

double thickness(const TriangleMesh& mesh) {
  const Vec3 size = mesh.nodes[0].aabb.upper - mesh.nodes[0].aabb.lower;
  return size.x < size.y ? (size.x < size.z ? size.x : size.z) : (size.y < size.z ? size.y : size.z);
}

DVec3 middleOf(const TriangleMesh& mesh) {
  return mesh.hull ? DVec3(mesh.hull->centroid) : DVec3(mesh.nodes[0].aabb.center());
}

double sizeOf(const TriangleMesh& mesh) {
  return length(DVec3(mesh.nodes[0].aabb.extents()));
}

}  // namespace

MeshOnMesh::MeshOnMesh(const TriangleMesh& mesh_a, const TriangleMesh& mesh_b, const Placement& b_to_a,
                       double separation, MeshScratch& scratch)
    : a(mesh_a),
      b(mesh_b),
      pose(b_to_a),
      clusters(scratch.clusters),
      max_separation(separation),
      leaves(scratch.leaves),
      boxes(scratch.boxes) {
  const double size_a = sizeOf(a), size_b = sizeOf(b);
  scale = size_a < size_b ? size_a : size_b;
  deep = MeshContactSettings::kDeepShare * scale;
  slack = 1e-6 * scale + 1e-7 * (length(pose.translation) + size_b);
  side_a = middleOf(a);
  side_b = pose.point(middleOf(b));
}

void MeshOnMesh::setRoles() {
  const double size_a = sizeOf(a), size_b = sizeOf(b);
  // If there are several pieces, each has an inside of its own.
  const bool sheet_a = a.sides == MeshSides::Each || (inside_a && a.pieces.size() > 1);
  const bool sheet_b = b.sides == MeshSides::Each || (inside_b && b.pieces.size() > 1);
  // A sheet, and a room, has no other side up to which to count, but the other body must still be near.
  depth_limit_a = sheet_a || inside_a || !a.closed ? 2 * size_b : 0.5 * thickness(a);
  depth_limit_b = sheet_b || inside_b || !b.closed ? 2 * size_a : 0.5 * thickness(b);
  if (depth_limit_a < max_separation) depth_limit_a = max_separation;
  if (depth_limit_b < max_separation) depth_limit_b = max_separation;
  leads_a = sheet_a && size_a >= size_b;
  leads_b = sheet_b && !leads_a && size_b >= size_a;
  follows_a = sheet_a && !leads_a;
  follows_b = sheet_b && !leads_b;
  back_a = inside_a && !sheet_a;
  back_b = inside_b && !sheet_b;
}

void MeshOnMesh::setFacingA(std::uint32_t index, Facing& f) const {
  f.index = index;
  f.triangle = meshTriangle(a, index);
  f.normal = f.triangle.normal;
  f.flipped = back_a || (leads_a && f.height(side_b) < 0);
  if (f.flipped) f.normal = -f.normal;
  completeFacing(a, f);
}

void MeshOnMesh::setFacingB(std::uint32_t index, Facing& f) const {
  f.index = index;
  const MeshTriangle own = meshTriangle(b, index);
  for (int i = 0; i < 3; ++i) f.triangle.corner[i] = pose.point(own.corner[i]);
  f.triangle.normal = f.normal = pose.direction(own.normal);
  f.flipped = back_b || (leads_b && f.height(side_a) < 0);
  if (f.flipped) f.normal = -f.normal;
  completeFacing(b, f);
}

namespace {

/// Whether a mesh is inside the closed surface of another one. A mesh that touches this surface has corners
/// on both sides of it, but few and near the surface. Of the corners that are tested, the one farthest from
/// the surface decides.
bool isAround(const TriangleMesh& outer, const TriangleMesh& inner, const Placement& inner_to_outer) {
  if (outer.sides != MeshSides::Divides) return false;
  const DVec3 middle = inner_to_outer.point(DVec3(inner.nodes[0].aabb.center()));
  if (squaredDistanceToBox(outer.nodes[0].aabb, middle) > 0) return false;
  const std::size_t step = inner.vertices.size() < 2 * MeshContactSettings::kSideSamples
                               ? 1
                               : inner.vertices.size() / MeshContactSettings::kSideSamples;
  double farthest = -1;
  DVec3 point;
  for (std::size_t i = 0; i < inner.vertices.size(); i += step) {
    const DVec3 p = inner_to_outer.point(DVec3(inner.vertices[i]));
    const double distance = nearestTriangle(outer, p, 1e30).distance;
    if (distance > farthest) farthest = distance, point = p;
  }
  return isInside(outer, point);
}

}  // namespace

void MeshOnMesh::chooseSides(PairCache& cache) {
  const auto middleSeen = [&] { return leads_b ? pose.inversePoint(side_a) : side_b; };
  KeptSide kept = keptSide(cache, side_b, 1e30);
  inside_a = kept.inside, inside_b = kept.around;
  setRoles();
  kept = keptSide(cache, middleSeen(), scale);
  if (!kept.known) {
    inside_a = isAround(a, b, pose);
    inside_b = isAround(b, a, inverse(pose));
    setRoles();
  }
  const DVec3 now = middleSeen(), before = kept.known ? kept.middle : now;
  const bool leads = leads_a || leads_b;
  if (leads && castRayMesh(leads_a ? a : b, {Vec3(before), Vec3(now) - Vec3(before), 1}).hit) {
    (leads_a ? side_b : side_a) = leads_a ? before : pose.point(before);
  } else {
    keepSide(cache, now, inside_a, inside_b);
  }
}

namespace {

/// Depth of a point in a solid, m; negative outside, and for sheets.
double depthIn(const TriangleMesh& mesh, const DVec3& p) {
  if (!mesh.closed || squaredDistanceToBox(mesh.nodes[0].aabb, p) > 0) return -1;
  const NearestTriangle nearest = nearestTriangle(mesh, p, 1e30);
  return nearest.behind ? nearest.distance : -nearest.distance;
}
/// Whether a piece of the inner mesh has its first vertex inside the outer one or on its surface.
bool holdsPieceOf(const TriangleMesh& outer, const TriangleMesh& inner, const Placement& inner_to_outer,
                  double tolerance) {
  for (const std::uint32_t vertex : inner.pieces) {
    if (depthIn(outer, inner_to_outer.point(DVec3(inner.vertices[vertex]))) > -tolerance) return true;
  }
  return false;
}

/// Separates meshes of which one is inside the other, or that nearly coincide: their surfaces show no
/// overlap, or only far too small depths. Their hulls separate them.
bool pushHulls(const MeshOnMesh& query, const Transform& b_to_a, const CollideSettings& settings,
               const ContactClusters& clusters, std::vector<Manifold>& manifolds) {
  const TriangleMesh &a = query.a, &b = query.b;
  if (a.hull == nullptr || b.hull == nullptr || (!a.closed && !b.closed)) return false;
  if (query.inside_a || query.inside_b) return false;
  const Placement to_b = inverse(query.pose);
  // Midway between the centres: for nearly convex solids, as deep as any point.
  const DVec3 between = (middleOf(a) + query.pose.point(middleOf(b))) * 0.5;
  double depth = depthIn(a, between);
  if (depth > 0) {
    const double other = depthIn(b, to_b.point(between));
    if (other < depth) depth = other;
  }
  const double tolerance = 1e-3 * query.scale;
  const bool unseen = depth > tolerance && depth > -2 * clusters.lowest();
  if (!unseen) {
    if (!clusters.empty()) return false;
    if (!holdsPieceOf(a, b, query.pose, tolerance) && !holdsPieceOf(b, a, to_b, tolerance)) return false;
  }
  PairCache none;
  ConvexContact manifold;
  if (!collideConvex(convexView(Shape(a.hull)), convexView(Shape(b.hull)), b_to_a, settings, none, manifold))
    return false;
  // Meshes that are far from convex, a ring or a bowl, are not separated in this way.
  for (int i = 0; i < manifold.point_count && unseen; ++i) {
    if (manifold.points[i].separation < -MeshContactSettings::kConvexShare * depth) return false;
  }
  manifolds.push_back(manifold);
  return true;
}

}  // namespace

void collideMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a,
                     const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                     std::vector<Manifold>& manifolds) {
  if (a.nodes.empty() || b.nodes.empty()) return;
  const Placement pose = placement(b_to_a);
  if (!(length(pose.translation) + sizeOf(a) + sizeOf(b) < 1e15)) return;
  MeshOnMesh query(a, b, pose, settings.max_separation, scratch);
  query.chooseSides(cache);
  scratch.clusters.begin(1e-4 * query.scale);
  query.walk(query.max_separation);
  // As far as the depth found so far, and a little farther, until nothing is deeper.
  for (int round = 0; round < MeshContactSettings::kMaxRounds && query.margin < query.upperLimit(); ++round) {
    const double found = -scratch.clusters.lowest();
    const double depth = found > query.depth_seen ? found : query.depth_seen;
    if (depth <= 0.9 * query.margin) break;
    const double deeper = 1.5 * depth + query.max_separation;
    scratch.clusters.begin(1e-4 * query.scale);
    query.walk(deeper < query.upperLimit() ? deeper : query.upperLimit());
  }
  if (scratch.clusters.empty() && query.depth_seen > 0) {
    query.push_crossing = true;
    query.walk(query.max_separation);
  }
  if (pushHulls(query, b_to_a, settings, scratch.clusters, manifolds) || scratch.clusters.empty()) return;
  const double near = query.max_separation < 0.1 * query.scale ? query.max_separation : 0.1 * query.scale;
  scratch.clusters.finish({&a, 1e-4 * query.scale + 2 * query.slack, {}, near, 0.1 * near}, manifolds);
}

}  // namespace carom::collide
