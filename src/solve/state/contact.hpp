// A pair of colliders whose boxes overlap, and the contact points between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/manifold.hpp"
#include "solve/state/state_settings.hpp"

namespace carom::solve {

/// A contact point of two bodies, with the solver's results for it (kept for warm starting).
struct ContactPoint {
  Vec3 anchor_a;             ///< From body A's centre of mass to the point, global axes, m.
  float separation = 0;      ///< At the start of the step, m; negative: penetration.
  float normal_impulse = 0;  ///< N·s per substep; the next substep starts with it.
  float rest_impulse = 0;    ///< The part of it that it carries without sinking in (load_estimate.cpp).
  std::uint32_t feature = 0;
  bool pressed = false;  ///< It had a normal impulse in some substep of the step.
};

/// Contact points that share a normal: one constraint of the solver. The solver reads it four floats at a
/// time (contact_load.hpp).
struct ContactManifold {
  Vec3 normal;  ///< From A to B, global axes, unit.
  std::int32_t point_count = 0;
  ContactPoint points[collide::Manifold::kMaxPoints];
  Vec3 offset;               ///< From A's centre of mass to B's at the poses of the anchors, m.
  float twist_impulse = 0;   ///< About the normal, on B, N·m·s per substep.
  Vec3 extrapolation;        ///< The part of the offset that is motion since the start of the step, m.
  std::int32_t follows = 1;  ///< 1: the arms follow the bodies in the step; 0: they stay, as for an impact.
  Vec3 friction_impulse;     ///< Tangential, on B, global axes, N·s per substep.
  collide::Manifold
      origin;  ///< The manifold found by collide, in the frame of shape A at the reference pose.

  /// Whether some point carries an impulse.
  bool carries() const {
    bool any = false;
    for (std::int32_t i = 0; i < point_count; ++i) any = any || points[i].normal_impulse > 0;
    return any;
  }
  /// From body B's centre of mass to a point.
  Vec3 anchorB(const ContactPoint& point) const { return point.anchor_a - offset; }
};

/// How long a pair needs no test of the narrow phase (clearance.cpp). Parallel to the contacts.
struct PairClearance {
  double until = 0;  ///< Sum of the displacement bounds up to which it needs none, m; 0: it needs one.
  std::int32_t body[2] = {-1, -1};
};

/// Pair state, see Simulation.
struct Contact {
  std::int32_t collider[2] = {-1, -1};  ///< A and B.
  std::int32_t body[2] = {-1, -1};
  std::int32_t manifold_count = 0;
  float static_friction = 0.6f;
  float dynamic_friction = 0.6f;
  float restitution = 0;
  float size = 0;              ///< Bounding radius of the smaller collider, m.
  float inscribed_radius = 0;  ///< The smaller one of the two inscribed radii, m.
  float tolerance = 0;         ///< The smaller one of the two (Collider::tolerance).
  std::uint8_t kinds = 0;      ///< The kinds of both shapes, combined.
  bool round = false;          ///< At least one collider is round.
  bool rolls = false;          ///< Both are round, and one of the bodies cannot be pushed.
  bool alive = false;
  bool sensor = false;        ///< One side is a trigger: overlap only.
  bool touching = false;      ///< Has contact points (or, for a sensor, overlaps).
  bool reported = false;      ///< It has a begin event without an end event.
  bool update_once = false;   ///< It is new, and active for one step even if neither body is awake.
  bool reusable = false;      ///< The manifolds hold while the shapes stay near their reference pose.
  Transform reference;        ///< Shape B in the frame of shape A when the manifolds were made.
  float reference_ahead = 0;  ///< The manifolds have all points up to this separation, m.
  collide::PairCache cache;
  std::int32_t next[2] = {-1, -1};  ///< Next contact end in the body's list: contact·2 + side.
  std::int32_t previous[2] = {-1, -1};

  ContactManifold* manifolds() { return manifold_count > 1 ? several.data() : &single; }
  const ContactManifold* manifolds() const { return manifold_count > 1 ? several.data() : &single; }
  void setManifolds(const std::vector<ContactManifold>& now) {
    manifold_count = static_cast<std::int32_t>(now.size());
    if (manifold_count == 1) single = now.front();
    if (manifold_count > 1) several.assign(now.begin(), now.end());
  }

  ContactManifold single;                ///< The manifold, if there is one only (most pairs).
  std::vector<ContactManifold> several;  ///< All manifolds, if there are more; keeps its memory.
};

/// Contacts are made at least up to this separation, m.
inline float speculativeMargin(const Contact& contact) {
  return std::min(StateSettings::kSpeculativeMargin * contact.tolerance,
                  StateSettings::kSpeculativeShare * contact.size);
}

}  // namespace carom::solve
