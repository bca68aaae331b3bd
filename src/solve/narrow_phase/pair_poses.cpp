#include "solve/narrow_phase/pair_poses.hpp"

#include <algorithm>
#include <cstddef>

#include "base/rotation_vector.hpp"
#include "solve/simd/four_floats.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

using Vectors = Vector3<FourFloats>;
using Rotations = Quaternion<FourFloats>;
using Transforms = RigidTransform<FourFloats>;

/// Body and shape on one side of the pairs.
struct Side {
  Rotations rotation;  ///< Of the body when contacts are found.
  Vectors linear_velocity, angular_velocity;
  Transforms local;   ///< Of the shape.
  FourFloats radius;  ///< Of the shape about its origin, m.
};

/// A transform that is followed by a number.
void gather(const Transform* const (&transforms)[PairGroup::kMost], Transforms& result, FourFloats& number) {
  const float *first[4], *second[4];
  for (int i = 0; i < 4; ++i)
    first[i] = &transforms[i]->translation.x, second[i] = &transforms[i]->rotation.y;
  static_assert(offsetof(Transform, rotation) == 3 * sizeof(float) && sizeof(Transform) == 7 * sizeof(float));
  gather(first, result.translation.x, result.translation.y, result.translation.z, result.rotation.x);
  gather(second, result.rotation.y, result.rotation.z, result.rotation.w, number);
}

Side gatherSide(const BodyMotion* const (&motions)[PairGroup::kMost],
                const Collider* const (&colliders)[PairGroup::kMost]) {
  static_assert(offsetof(BodyMotion, angular_velocity) ==
                offsetof(BodyMotion, linear_velocity) + 3 * sizeof(float));
  static_assert(offsetof(Collider, origin_radius) == offsetof(Collider, local) + sizeof(Transform));
  const float *rotations[4], *linear[4], *angular[4];
  const Transform* locals[4];
  for (int i = 0; i < 4; ++i) {
    const BodyMotion& m = *motions[i];
    rotations[i] = &m.mid_rotation.x, linear[i] = &m.linear_velocity.x, angular[i] = &m.linear_velocity.z;
    locals[i] = &colliders[i]->local;
  }
  Side s;
  FourFloats unused;
  gather(rotations, s.rotation.x, s.rotation.y, s.rotation.z, s.rotation.w);
  gather(linear, s.linear_velocity.x, s.linear_velocity.y, s.linear_velocity.z, unused);
  gather(angular, unused, s.angular_velocity.x, s.angular_velocity.y, s.angular_velocity.z);
  gather(locals, s.local, s.radius);
  return s;
}

/// turnBetween() of traces.hpp.
Rotations turnBetween(const Rotations& from, const Rotations& to) {
  constexpr float kLeast = StateSettings::kMinRotation;
  const Rotations turn = to * conjugate(from);
  return {withoutTrace(turn.x, kLeast), withoutTrace(turn.y, kLeast), withoutTrace(turn.z, kLeast), turn.w};
}

BodyMotion predicted(const SimulationState& state, std::int32_t body, float time) {
  BodyMotion m = state.bodies.motions[body];
  const Body& b = state.bodies[body];
  m.mid_center = b.center + DVec3(m.linear_velocity * time);
  m.mid_rotation = normalized(quaternionFromRotationVector(m.angular_velocity * time) * b.rotation);
  return m;
}

/// Upper bound of how far the points of either shape have moved, as the other one sees them, since the
/// contacts of a pair were sought last, m.
float movedSinceFound(const SimulationState& state, const Contact& contact, const Transform& pose) {
  const Quat turn = solve::turnBetween(contact.reference.rotation, pose.rotation);
  const Vec3 shift =
      pose.translation - contact.reference.translation - turnOf(turn, contact.reference.translation);
  const float turned = 2 * lengthBound(turn.vector());
  const Collider &a = state.colliders[contact.collider[0]], &b = state.colliders[contact.collider[1]];
  const Vec3 middle_b = transformPoint(contact.reference, b.middle);
  const float moved_a = length(shift + turnOf(turn, a.middle)) + turned * a.bounding_radius;
  const float moved_b = length(shift + turnOf(turn, middle_b)) + turned * b.bounding_radius;
  return std::min(moved_a, moved_b);
}

}  // namespace

float fullExtrapolationTime(const SimulationSettings& settings) {
  const auto n = static_cast<float>(settings.substeps);
  return settings.time_step * (n - 1) / n;
}

bool knowsUpTo(const SimulationState& state, const Contact& contact, const Transform& b_to_a,
               float distance) {
  return contact.reusable && distance + movedSinceFound(state, contact, b_to_a) < contact.reference_ahead;
}

void PairGroup::findPoses(const SimulationState& state, const StepContext& context) {
  static_assert(kMost == 4);
  const float full = fullExtrapolationTime(context.settings);
  const BodyMotion* motions[2][4];
  const Collider* colliders[2][4];
  const Transform* references[4];
  float times[4], between_x[4], between_y[4], between_z[4];
  for (int i = 0; i < 4; ++i) {
    const ChangedPair& pair = pairs_[std::min(i, count_ - 1)];
    const Contact& contact = state.contacts[pair.contact];
    times[i] = pair.extrapolation;
    references[i] = &contact.reference;
    for (int side = 0; side < 2; ++side) {
      motions[side][i] = &state.bodies.motions[contact.body[side]];
      colliders[side][i] = &state.colliders[contact.collider[side]];
      if (times[i] == full) continue;
      nearer_[side][i] = predicted(state, contact.body[side], times[i]);
      motions[side][i] = &nearer_[side][i];
    }
    const Vec3 between(motions[1][i]->mid_center - motions[0][i]->mid_center);
    between_x[i] = between.x, between_y[i] = between.y, between_z[i] = between.z;
  }
  const Side a = gatherSide(motions[0], colliders[0]), b = gatherSide(motions[1], colliders[1]);
  const FourFloats time(load4(times));
  const Vectors b_from_a{FourFloats(load4(between_x)), FourFloats(load4(between_y)),
                         FourFloats(load4(between_z))};
  const Vectors moved = (b.linear_velocity - a.linear_velocity) * time;
  const Vectors turned_a = a.angular_velocity * time, turned_b = b.angular_velocity * time;
  const Rotations shape_rotation = a.rotation * a.local.rotation;
  const Vectors shape_from_a = rotate(a.rotation, a.local.translation);
  const Vectors shapes = b_from_a + (rotate(b.rotation, b.local.translation) - shape_from_a);
  // Unit length to within rounding, which is sufficient here.
  const Transforms b_to_a{inverseRotate(shape_rotation, shapes),
                          conjugate(shape_rotation) * (b.rotation * b.local.rotation)};

  Transforms reference;
  FourFloats unused;
  gather(references, reference, unused);
  const Rotations turn = turnBetween(reference.rotation, b_to_a.rotation);
  const Vectors displacement = b_to_a.translation - reference.translation;
  const Vectors shift = displacement - turnOf(turn, reference.translation);
  // Contact points are near both shapes, so the radius of either one bounds their distance from its origin.
  const FourFloats turned = lengthBound(turn.vector()) * 2;
  const FourFloats moved_a = lengthBound(shift) + turned * a.radius;
  const FourFloats moved_b = lengthBound(displacement) + turned * b.radius;
  store(moved_, minimum(moved_a, moved_b));

  const FourFloats values[] = {shape_rotation.x,
                               shape_rotation.y,
                               shape_rotation.z,
                               shape_rotation.w,
                               shape_from_a.x,
                               shape_from_a.y,
                               shape_from_a.z,
                               b_from_a.x,
                               b_from_a.y,
                               b_from_a.z,
                               moved.x,
                               moved.y,
                               moved.z,
                               turned_a.x,
                               turned_a.y,
                               turned_a.z,
                               turned_b.x,
                               turned_b.y,
                               turned_b.z,
                               shift.x,
                               shift.y,
                               shift.z,
                               turn.x,
                               turn.y,
                               turn.z,
                               turn.w,
                               b_to_a.translation.x,
                               b_to_a.translation.y,
                               b_to_a.translation.z,
                               b_to_a.rotation.x,
                               b_to_a.rotation.y,
                               b_to_a.rotation.z,
                               b_to_a.rotation.w};
  static_assert(sizeof(PairPose) == std::size(values) * sizeof(float));
  static_assert(offsetof(ManifoldPlace, shape_rotation) == 0 &&
                offsetof(ManifoldPlace, since) == 19 * sizeof(float) &&
                offsetof(PairPose, b_to_a) == 26 * sizeof(float));
  float* const records[4] = {&pairs_[0].pose.place.shape_rotation.x, &pairs_[1].pose.place.shape_rotation.x,
                             &pairs_[2].pose.place.shape_rotation.x, &pairs_[3].pose.place.shape_rotation.x};
  scatter(values, records);
}

}  // namespace carom::solve
