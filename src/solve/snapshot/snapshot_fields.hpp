// The fields of bodies, colliders and contacts in a snapshot. Each structure is decomposed into all of its
// fields, so that a new field does not compile before it is decided here whether it is kept. If a field on
// which later steps depend were missing, a restored simulation would take another course.
//
// `archive` is a ByteWriter or a ByteReader. Fields that are not kept follow from the definitions, are
// computed again from kept ones (snapshot.cpp), or have a meaning only within a step.
#pragma once

#include "solve/constraints/joint/joint_state.hpp"
#include "solve/constraints/wheel/wheel.hpp"
#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

template <class... T>
void notKept(const T&...) {}

template <class Archive, class AnyBody>
void keepBody(Archive& archive, AnyBody& kept) {
  auto& [type, gyroscopic, inverse_mass, inverse_inertia, inertia, gravity_factor, extents, center, rotation,
         linear_velocity, angular_velocity, force, torque, target, start_center, start_rotation,
         start_velocity, gravity, in_field, ballistic, sprung, settled, displacement, sleep, continuous,
         first_collider, first_contact, awake_index, island] = kept;
  auto& [bounding_radius, core_radius, inscribed_radius, tolerance] = extents;
  auto& [has_target, target_center, target_rotation] = target;
  auto& [bound, bound_center, bound_rotation] = displacement;
  auto& [rest_time, rest_center, rest_rotation, rest_bound, window_bound, window_path, motionless, unmoved,
         caged] = sleep;
  auto& [still_until, stopped, was_stopped, undone, undone_steps, deep] = continuous;
  archive(center, rotation, start_center, start_rotation, start_velocity, linear_velocity, angular_velocity,
          force, torque);
  archive(rest_time, rest_center, rest_rotation, rest_bound, window_bound, window_path, motionless, unmoved,
          caged, first_contact);
  archive(bounding_radius, core_radius, bound, bound_center, bound_rotation);
  archive(ballistic, sprung, stopped, was_stopped, undone, undone_steps, deep, settled, has_target,
          target_center, target_rotation);
  notKept(type, inverse_mass, inverse_inertia, inertia, gravity_factor, inscribed_radius, tolerance,
          first_collider,
          gyroscopic);                                  // As defined.
  notKept(awake_index, island, in_field, still_until);  // Computed again; only within a step.
  notKept(gravity);                                     // That of the simulation, or kept with its sources.
}

template <class Archive, class AnyCore>
void keepCore(Archive& archive, AnyCore& kept) {
  auto& [exists, point, radius, spread, hollow, surface] = kept;
  archive(exists, point, radius, spread, hollow, surface);
}

template <class Archive, class AnyCollider>
void keepCollider(Archive& archive, AnyCollider& kept) {
  auto& [tight, local, origin_radius, body, sensor, moved, round, core_known, tolerance, core_radius, shape,
         next_in_body, fat, bounding_radius, tight_bound, inscribed_radius, middle, core] = kept;
  archive(local, tight, fat, tight_bound, core_known);
  if (core_known) keepCore(archive, core);
  notKept(body, shape, sensor, next_in_body, bounding_radius, origin_radius, inscribed_radius, tolerance,
          round, middle, core_radius);  // As defined.
  notKept(moved);                       // Computed again.
}

template <class Archive, class AnyPoint>
void keepPoint(Archive& archive, AnyPoint& kept) {
  auto& [anchor_a, separation, normal_impulse, rest_impulse, feature, pressed] = kept;
  archive(anchor_a, separation, normal_impulse, rest_impulse, feature, pressed);
}

template <class Archive, class AnyPoint>
void keepFoundPoint(Archive& archive, AnyPoint& kept) {
  auto& [position, separation, feature] = kept;
  archive(position, separation, feature);
}

/// When reading, the two numbers of points must be read and checked before.
template <class Archive, class AnyManifold>
void keepManifold(Archive& archive, AnyManifold& kept) {
  auto& [normal, point_count, points, offset, twist_impulse, extrapolation, follows, friction_impulse,
         origin] = kept;
  auto& [found_normal, found_points, found_count] = origin;
  archive(normal, offset, extrapolation, follows, friction_impulse, twist_impulse, found_normal);
  notKept(point_count, found_count);  // The caller keeps them.
  for (std::int32_t i = 0; i < point_count; ++i) keepPoint(archive, points[i]);
  for (std::int32_t i = 0; i < found_count; ++i) keepFoundPoint(archive, found_points[i]);
}

template <class Archive, class AnyContact>
void keepContact(Archive& archive, AnyContact& kept) {
  auto& [collider, body, manifold_count, static_friction, dynamic_friction, restitution, size,
         inscribed_radius, tolerance, kinds, round, rolls, alive, sensor, touching, reported, update_once,
         reusable, reference, reference_ahead, cache, next, previous, single, several] = kept;
  archive(collider[0], collider[1], static_friction, dynamic_friction, restitution, touching, reported,
          update_once, reusable, reference, reference_ahead, next[0], next[1]);
  archive(cache.words[0], cache.words[1], cache.words[2], cache.words[3]);
  notKept(alive, manifold_count, single, several);  // The caller keeps them.
  notKept(body, sensor, previous, size, inscribed_radius, tolerance, kinds, round,
          rolls);  // Computed again.
}

template <class Archive, class AnyElement>
void keepElement(Archive& archive, AnyElement& kept) {
  auto& [role, metric, axis, rows, soft, acceleration_mode, min, max, stiffness, damping, velocity_target,
         max_force, limit, impulse, last, warm, given, reached, reported] = kept;
  for (const std::size_t i : {0u, 1u, 2u}) archive(impulse[i], last[i], warm[i]);
  archive(reported);
  notKept(role, metric, axis, rows, soft, acceleration_mode, min, max, stiffness, damping, velocity_target,
          max_force, limit);  // As defined.
  notKept(given, reached);    // Only within a step.
}

template <class Archive, class AnyJoint>
void keepJoint(Archive& archive, AnyJoint& kept) {
  auto& [body, frame, next_frame, frames_move, given, elements, turn, load, blows] = kept;
  for (auto* frames : {&frame, &next_frame}) {
    for (auto& f : *frames) archive(f.translation, f.rotation);
  }
  archive(frames_move, turn[0], turn[1], turn[2], load.force, load.torque);
  for (auto& element : elements) keepElement(archive, element);
  notKept(body);          // As defined.
  notKept(given, blows);  // Only within a step.
}

template <class Archive, class AnyReport>
void keepReport(Archive& archive, AnyReport& kept) {
  auto& [ground, point, normal, forward, load, forward_force, lateral_force, forward_slip, lateral_slip] =
      kept;
  archive(ground, point, normal, forward, load, forward_force, lateral_force, forward_slip, lateral_slip);
}

template <class Archive, class AnyWheel>
void keepWheel(Archive& archive, AnyWheel& kept) {
  auto& [definition, shape, control, placed, compression, spin, roll, sliding, anchor, normal_impulse,
         forward_impulse, lateral_impulse, report] = kept;
  auto& [steering, propulsion, braking, top_speed] = control;
  archive(steering, propulsion, braking, top_speed, placed, compression, spin, roll, sliding, anchor[0],
          anchor[1]);
  archive(normal_impulse, forward_impulse, lateral_impulse);
  keepReport(archive, report);
  notKept(definition, shape);  // As defined.
}

template <class Archive, class AnyEvent>
void keepEvent(Archive& archive, AnyEvent& kept) {
  auto& [collider_a, collider_b, sensor, begin] = kept;
  archive(collider_a, collider_b, sensor, begin);
}

template <class Archive, class AnyStatistics>
void keepStatistics(Archive& archive, AnyStatistics& kept) {
  auto& [awake_bodies, sleeping_bodies, contact_pairs, touching_pairs, contact_points, islands,
         max_penetration, mean_penetration] = kept;
  archive(awake_bodies, sleeping_bodies, contact_pairs, touching_pairs, contact_points, islands,
          max_penetration, mean_penetration);
}

}  // namespace carom::solve
