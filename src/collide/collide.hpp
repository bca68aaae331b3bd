// Contact manifolds for any pair of shapes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collide/manifold.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// Scratch memory of one thread, reused between calls, so that a settled step does not allocate.
struct CollideScratch;
struct CollideScratchDeleter {
  void operator()(CollideScratch* scratch) const;
};
using CollideScratchPointer = std::unique_ptr<CollideScratch, CollideScratchDeleter>;
CollideScratchPointer makeCollideScratch();
/// Reserves in both what either has reserved (base/even_room.hpp).
void evenRoom(CollideScratch& a, CollideScratch& b);

/// Contacts of shape `a` (in its own frame) with shape `b` placed by `b_to_a`. Appends to `manifolds`;
/// appends none if the shapes are farther apart than settings.max_separation. Every pair of kinds is handled.
/// Deterministic: the same arguments give the same bits, whatever the thread and the history of the scratch
/// memory.
void collide(const Shape& a, const Shape& b, const Transform& b_to_a, const CollideSettings& settings,
             PairCache& cache, CollideScratch& scratch, std::vector<Manifold>& manifolds);
/// Whether a mesh and a bounded convex shape are known to be farther apart than `distance` metres. False for
/// other pairs, and in doubt. Keeps the side of the mesh on which the shape is, as collide() does.
bool areApart(const Shape& a, const Shape& b, const Transform& b_to_a, float distance, PairCache& cache,
              CollideScratch& scratch);
/// Prefetches what collide() will read; to be called for a pair slightly earlier.
void prefetchPair(const Shape& a, const Shape& b, const PairCache& cache);

/// Which of two shapes is a volume if it is a closed mesh: a trigger is one, a collider is a surface.
enum class Volume : std::uint8_t { None, A, B };
/// Whether the shapes overlap (touching counts), for triggers. Meshes and planes are surfaces, except that a
/// one-sided plane is a half space and that `volume` may make a closed mesh a volume.
bool overlaps(const Shape& a, const Shape& b, const Transform& b_to_a, Volume volume = Volume::None);

/// The point at which two shapes touch or overlap most deeply, in the frame of A.
struct Touch {
  bool touching = false;
  Vec3 point;   ///< Midway between the surfaces, m.
  Vec3 normal;  ///< Unit, from A to B: moving B along it separates the shapes.
};
/// Shapes touch if they are not farther apart than `within` metres (> 0).
Touch deepestTouch(const Shape& a, const Shape& b, const Transform& b_to_a, float within,
                   CollideScratch& scratch);

}  // namespace carom::collide
