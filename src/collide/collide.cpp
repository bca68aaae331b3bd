// Dispatch: which algorithm handles which pair of shapes. Each algorithm is written for one order of the
// pair; the other order is computed in the frame of B and converted.
#include "collide/collide.hpp"

#include "base/even_room.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/convex/gjk.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/mesh_contacts/mesh_contacts.hpp"
#include "collide/mesh_contacts/mesh_scratch.hpp"
#include "collide/pairs/plane_contacts.hpp"
#include "collide/round/round_contacts.hpp"

namespace carom::collide {

struct CollideScratch {
  std::unique_ptr<MeshScratch, MeshScratchDeleter> mesh = makeMeshScratch();
};

void CollideScratchDeleter::operator()(CollideScratch* scratch) const {
  delete scratch;
}

CollideScratchPointer makeCollideScratch() {
  return CollideScratchPointer(new CollideScratch);
}

void evenRoom(CollideScratch& a, CollideScratch& b) {
  carom::evenRoom(a.mesh->behind, b.mesh->behind);
  evenRoom(a.mesh->leaves, b.mesh->leaves);
  evenRoom(a.mesh->boxes, b.mesh->boxes);
}

namespace {

const TriangleMesh* meshOf(const Shape& shape) {
  const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&shape);
  return mesh ? mesh->get() : nullptr;
}

/// Converts from "B against A in the frame of B" to "A against B in the frame of A".
void turnRound(const Transform& b_to_a, Manifold& manifold) {
  manifold.normal = -rotate(b_to_a.rotation, manifold.normal);
  for (int i = 0; i < manifold.point_count; ++i) {
    manifold.points[i].position = transformPoint(b_to_a, manifold.points[i].position);
  }
}

void collideMesh(const Shape& a, const Shape& b, const Transform& b_to_a, const CollideSettings& settings,
                 PairCache& cache, CollideScratch& scratch, std::vector<Manifold>& manifolds) {
  const TriangleMesh* mesh_a = meshOf(a);
  const TriangleMesh* mesh_b = meshOf(b);
  if (mesh_a && mesh_b) {
    collideMeshMesh(*mesh_a, *mesh_b, b_to_a, settings, cache, *scratch.mesh, manifolds);
  } else if (mesh_a && isConvexBounded(b)) {
    collideMeshConvex(*mesh_a, convexView(b), b_to_a, settings, cache, *scratch.mesh, manifolds);
  } else if (mesh_b && isPlane(a)) {
    collidePlaneMesh(std::get<Plane>(a), *mesh_b, b_to_a, settings, cache, *scratch.mesh, manifolds);
  } else {
    const std::size_t first = manifolds.size();
    const Transform a_to_b = inverse(b_to_a);
    if (mesh_b && isConvexBounded(a)) {
      collideMeshConvex(*mesh_b, convexView(a), a_to_b, settings, cache, *scratch.mesh, manifolds);
    } else if (mesh_a && isPlane(b)) {
      collidePlaneMesh(std::get<Plane>(b), *mesh_a, a_to_b, settings, cache, *scratch.mesh, manifolds);
    }
    for (std::size_t i = first; i < manifolds.size(); ++i) turnRound(b_to_a, manifolds[i]);
  }
}

bool overlapsMesh(const Shape& a, const Shape& b, const Transform& b_to_a, Volume volume) {
  const TriangleMesh* mesh_a = meshOf(a);
  const TriangleMesh* mesh_b = meshOf(b);
  if (mesh_a && mesh_b) return overlapsMeshMesh(*mesh_a, *mesh_b, b_to_a, volume);
  if (mesh_a && isConvexBounded(b))
    return overlapsMeshConvex(*mesh_a, convexView(b), b_to_a, volume == Volume::A);
  if (mesh_a && isPlane(b)) return overlapsPlaneMesh(std::get<Plane>(b), *mesh_a, inverse(b_to_a));
  if (mesh_b && isConvexBounded(a))
    return overlapsMeshConvex(*mesh_b, convexView(a), inverse(b_to_a), volume == Volume::B);
  if (mesh_b && isPlane(a)) return overlapsPlaneMesh(std::get<Plane>(a), *mesh_b, b_to_a);
  return false;
}

}  // namespace

void collide(const Shape& a, const Shape& b, const Transform& b_to_a, const CollideSettings& settings,
             PairCache& cache, CollideScratch& scratch, std::vector<Manifold>& manifolds) {
  ConvexContact manifold;
  const RoundAnswer round = collideRound(a, b, b_to_a, settings.max_separation, manifold);
  if (round != RoundAnswer::Unsuited) {
    if (round == RoundAnswer::Contact) manifolds.push_back(manifold);
    return;
  }
  if (isMesh(a) || isMesh(b)) {
    collideMesh(a, b, b_to_a, settings, cache, scratch, manifolds);
    return;
  }
  if (isPlane(a)) {
    if (isPlane(b)) return;
    if (!collidePlaneConvex(std::get<Plane>(a), convexView(b), b_to_a, settings, manifold)) return;
  } else if (isPlane(b)) {
    if (!collidePlaneConvex(std::get<Plane>(b), convexView(a), inverse(b_to_a), settings, manifold)) return;
    turnRound(b_to_a, manifold);
  } else if (!collideConvex(convexView(a), convexView(b), b_to_a, settings, cache, manifold)) {
    return;
  }
  if (!manifold.is_line) return manifolds.push_back(manifold);
  for (const Manifold& on_line : manifold.line) {
    if (on_line.point_count > 0) manifolds.push_back(on_line);
  }
}

bool areApart(const Shape& a, const Shape& b, const Transform& b_to_a, float distance, PairCache& cache,
              CollideScratch& scratch) {
  const TriangleMesh *mesh_a = meshOf(a), *mesh_b = meshOf(b);
  if (mesh_a && isConvexBounded(b))
    return isMeshApart(*mesh_a, convexView(b), b_to_a, distance, cache, *scratch.mesh);
  if (mesh_b && isConvexBounded(a))
    return isMeshApart(*mesh_b, convexView(a), inverse(b_to_a), distance, cache, *scratch.mesh);
  return false;
}

void prefetchPair(const Shape& a, const Shape& b, const PairCache& cache) {
  for (const Shape* shape : {&a, &b}) {
    if (const TriangleMesh* mesh = meshOf(*shape)) prefetchMesh(*mesh, cache);
    if (kindOf(*shape) != ShapeKind::Hull) continue;
    const auto& hull = *std::get_if<std::shared_ptr<const ConvexHull>>(shape);
    if (hull) hull->tables.prefetch();
  }
}

bool overlaps(const Shape& a, const Shape& b, const Transform& b_to_a, Volume volume) {
  if (isMesh(a) || isMesh(b)) return overlapsMesh(a, b, b_to_a, volume);
  if (isPlane(a)) return !isPlane(b) && overlapsPlaneConvex(std::get<Plane>(a), convexView(b), b_to_a);
  if (isPlane(b)) return overlapsPlaneConvex(std::get<Plane>(b), convexView(a), inverse(b_to_a));
  const ConvexView view_a = convexView(a), view_b = convexView(b);
  const double radii = static_cast<double>(view_a.radius) + view_b.radius;
  GjkSettings settings;
  settings.max_distance = radii;
  const GjkResult gjk = gjkDistance(view_a, view_b, placement(b_to_a), settings);
  return gjk.overlapping || gjk.distance <= radii;
}

}  // namespace carom::collide
