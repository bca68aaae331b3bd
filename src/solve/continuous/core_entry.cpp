#include "solve/continuous/core_entry.hpp"

#include "collide/queries/nearest_surface.hpp"
#include "collide/query.hpp"
#include "solve/continuous/continuous_settings.hpp"
#include "solve/continuous/shape_motion.hpp"

namespace carom::solve {
namespace {

/// Whether a shape was inside a closed mesh when the step began. One point of the shape decides: the shape
/// does not cross the surface unless it is stuck in it.
bool wasInside(const ShapeMotion& mesh, const collide::Shape& mesh_shape, const ShapeMotion& other,
               const collide::ShapeCore& core) {
  const Vec3& point = core.hollow ? core.surface : core.point;
  const DVec3 place = transformPoint(other.frame_0, DVec3(point));
  return core.exists && collide::contains(mesh_shape, inverseTransformPoint(mesh.frame_0, place));
}

/// The shape of a collider, its motion and its core.
struct MovedCore {
  const ShapeMotion& motion;
  const collide::Shape& shape;
  const collide::ShapeCore& core;
};

/// Whether the core of one shape entered another; `hit` is in the frame of the other.
bool coreEnters(const MovedCore& mine, const MovedCore& theirs, collide::RayHit& hit) {
  const ShapeMotion &moving = mine.motion, &other = theirs.motion;
  const collide::Shape& other_shape = theirs.shape;
  collide::ShapeCore core = mine.core;
  if (!core.exists) return false;
  const auto enters = [&](const Vec3& point) {
    const DVec3 p(point);
    const Vec3 from = Vec3(inverseTransformPoint(other.frame_0, transformPoint(moving.frame_0, p)));
    const Vec3 to = Vec3(inverseTransformPoint(other.frame_1, transformPoint(moving.frame_1, p)));
    return collide::pathEnters(other_shape, from, to, core.radius, hit);
  };
  if (core.hollow) {
    if (!wasInside(moving, mine.shape, other, theirs.core)) return enters(core.point);
    // A shape inside the closed mesh may be anywhere in it. A solid stays inside by its own core.
    if (!collide::isMesh(other_shape)) return false;
    core.point = core.surface;
  }
  if (core.spread == Vec3{}) return enters(core.point);
  return enters(core.point + core.spread) && enters(core.point - core.spread);
}

void findCore(SimulationState& state, std::int32_t index) {
  Collider& collider = state.colliders[index];
  if (collider.core_known) return;
  const Vec3 center_of_mass = -inverseRotate(collider.local.rotation, collider.local.translation);
  collider.core =
      collide::coreOf(*collider.shape, center_of_mass, ContinuousSettings::kSheetMargin * collider.tolerance);
  collider.core_known = true;
}

}  // namespace

CoreEntry findCoreEntry(SimulationState& state, std::int32_t mine_index, std::int32_t theirs_index,
                        bool others_work, Vec3& normal) {
  const Collider &mine = state.colliders[mine_index], &theirs = state.colliders[theirs_index];
  if (!mine.core_known || !theirs.core_known) {
    if (others_work) return CoreEntry::Unknown;
    findCore(state, mine_index);
    findCore(state, theirs_index);
  }
  const ShapeMotion moving(state.bodies[mine.body], mine), other(state.bodies[theirs.body], theirs);
  const MovedCore own{moving, *mine.shape, mine.core}, others{other, *theirs.shape, theirs.core};
  collide::RayHit entry;
  if (coreEnters(own, others, entry)) {
    normal = entry.normal;
    return CoreEntry::Found;
  }
  if (!coreEnters(others, own, entry)) return CoreEntry::None;
  normal = -rotate(relativeSweep(moving, other).start_rotation, entry.normal);
  return CoreEntry::Found;
}

}  // namespace carom::solve
