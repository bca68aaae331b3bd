// Contact manifolds for any pair of shapes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collide/manifold.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// Scratch of one thread, so that a settled step does not allocate. Reused between calls.
struct CollideScratch;
struct CollideScratchDeleter {
  void operator()(CollideScratch* scratch) const;
};
using CollideScratchPointer = std::unique_ptr<CollideScratch, CollideScratchDeleter>;
CollideScratchPointer makeCollideScratch();
/// Gives both the room that either has needed (base/even_room.hpp).
void evenRoom(CollideScratch& a, CollideScratch& b);

/// Contacts of shape `a` (in its own frame) with shape `b` placed by `b_to_a`. Appends to `manifolds`; none
/// when the shapes are further apart than settings.max_separation. Every pair of kinds is handled.
/// Deterministic: the same arguments give the same bits, whatever the thread or the scratch's past.
void collide(const Shape& a, const Shape& b, const Transform& b_to_a, const CollideSettings& settings,
             PairCache& cache, CollideScratch& scratch, std::vector<Manifold>& manifolds);
/// Asks for memory that collide() will want to read: to be called for a pair a little before.
void prefetchPair(const Shape& a, const Shape& b, const PairCache& cache);

/// Which of two shapes holds what is inside of it if it is a closed mesh: a trigger does, a collider is a
/// surface.
enum class Volume : std::uint8_t { None, A, B };
/// Whether the shapes overlap (touching counts); for triggers. Meshes and planes count as surfaces, except
/// that a one-sided plane is a half space, and for what `volume` says.
bool overlaps(const Shape& a, const Shape& b, const Transform& b_to_a, Volume volume = Volume::None);

/// Where two shapes touch, or overlap most deeply; frame of A.
struct Touch {
  bool touching = false;
  Vec3 point;   ///< Midway between the surfaces, m.
  Vec3 normal;  ///< Unit, from A to B: moving B along it separates the shapes.
};
/// Shapes not farther apart than `within` metres (> 0) touch.
Touch deepestTouch(const Shape& a, const Shape& b, const Transform& b_to_a, float within,
                   CollideScratch& scratch);

}  // namespace carom::collide
