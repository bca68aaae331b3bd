// All queries in which a triangle mesh takes part. The dispatchers in collide.cpp, distance.cpp, sweep.cpp
// and ray_cast.cpp call them; mesh_*.cpp implement them.
#pragma once

#include <vector>

#include "collide/collide.hpp"
#include "collide/convex/convex_view.hpp"
#include "collide/mesh/mesh.hpp"
#include "collide/query.hpp"

namespace carom::collide {

/// Scratch memory of mesh contacts, part of each CollideScratch.
struct MeshScratch;
struct MeshScratchDeleter {
  void operator()(MeshScratch* scratch) const;
};
std::unique_ptr<MeshScratch, MeshScratchDeleter> makeMeshScratch();

/// Prefetches what the last query of the mesh read.
void prefetchMesh(const TriangleMesh& mesh, const PairCache& cache);
/// Contacts of a mesh A with a convex shape B. Normals point from the mesh to the convex shape. Appends.
void collideMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a,
                       const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                       std::vector<Manifold>& manifolds);
/// Whether they are known to be farther apart than `distance` metres; see areApart().
bool isMeshApart(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a, float distance,
                 PairCache& cache, MeshScratch& scratch);
void collideMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a,
                     const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                     std::vector<Manifold>& manifolds);
/// Contacts of a plane A with a mesh B.
void collidePlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a,
                      const CollideSettings& settings, PairCache& cache, MeshScratch& scratch,
                      std::vector<Manifold>& manifolds);

/// Overlap, for triggers: see overlaps() in collide.hpp.
bool overlapsMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a, bool volume);
bool overlapsMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a, Volume volume);
bool overlapsPlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a);

RayHit castRayMesh(const TriangleMesh& mesh, const Ray& ray);

Distance distanceMeshConvex(const TriangleMesh& a, const ConvexView& b, const Transform& b_to_a,
                            float max_distance);
Distance distanceMeshMesh(const TriangleMesh& a, const TriangleMesh& b, const Transform& b_to_a,
                          float max_distance);
Distance distancePlaneMesh(const Plane& a, const TriangleMesh& b, const Transform& b_to_a,
                           float max_distance);

/// Sweep of a convex shape against a mesh at rest.
SweepHit sweepMeshConvex(const TriangleMesh& a, const ConvexView& b, const Sweep& motion,
                         float target_distance);

}  // namespace carom::collide
