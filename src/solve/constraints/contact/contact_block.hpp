// The data of a block of contact constraints in SIMD lanes. contact_solver.hpp has the derivation.
#pragma once

#include <cstdint>

#include "solve/constraints/soft_step.hpp"
#include "solve/simd/wide.hpp"
#include "solve/simulation_settings.hpp"
#include "solve/state/contact.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// Parameters of contacts, constant over a step.
struct ContactStep : SoftStep {
  SpeedTolerance static_slip_speed{0.01f, 0};
  SpeedTolerance restitution_threshold{0.1f, 0};
  SpeedTolerance rest_speed{0.05f, 0};   ///< Bodies slower than this take part in the load estimate.
  SpeedTolerance impact_speed{0.5f, 0};  ///< Pairs slower than this get no contact at a time of impact.
};

/// On which of its bodies a contact keeps its place while they move beside each other.
enum class ContactStays : std::uint8_t { OnLighter, OnA, OnB };

/// The input for one lane.
struct ContactInput {
  ContactManifold* manifold = nullptr;
  std::int32_t body_a = 0;  ///< Index into SolverBodies; before gathering, into the simulation's bodies.
  std::int32_t body_b = 0;
  float static_friction = 0;
  float dynamic_friction = 0;
  float restitution = 0;
  /// 1: joints may prevent the bodies from separating. 2: they may not, but one of the bodies has a joint.
  std::int32_t joined = 0;
  // Four floats that are read together (contact_load.hpp).
  float most_carried = 0;    ///< Upper bound of the load by the island's weight, N·s per substep.
  float max_push_speed = 0;  ///< Limit of the speed at which penetration is removed, m/s.
  float size = 1;            ///< Radius of the smaller collider, m; scales speed tolerances without gravity.
  float tolerance = 1;       ///< Of the pair (Contact::tolerance).
  /// y of right_of_way.hpp at its depth, 0..1.
  float squeezed = 0;
  float most_pressed = 0;     ///< Limit of the impulse of a point, N·s; 0: none. Known after gathering.
  float follow_distance = 0;  ///< By which the arms follow the bodies at most, m.
  bool carries = false;       ///< Some point has an impulse of the last step.
  std::uint8_t points = 1;    ///< Number of points of the manifold.
  ContactStays stays = ContactStays::OnLighter;
  /// One body is much heavier than the other; after gathering, and it rests on it.
  bool presses = false;
  /// Joints hold the bodies in each other. Known after gathering.
  bool held_overlap = false;
  /// One body carries much more than itself by its joints. Known after gathering.
  bool carries_joined = false;
  /// Other things hold its bodies that take part in its impacts (impact_systems.hpp).
  bool shares_blows = false;
  bool likely_overloaded = false;  ///< It is likely to be overloaded (ContactTail).
};

/// The part of a block that only some passes need, separate so that the cache holds more blocks for the
/// others.
template <int W>
struct ContactTail {
  using Float = FloatW<W>;
  static constexpr int kPoints = collide::Manifold::kMaxPoints;

  Float rebound_speed[kPoints];  ///< e times the speed of impact, m/s; < 0: the point does not impact.
  Float restitution;             ///< e
  Float threshold;               ///< Speed from which a point rebounds, m/s.
  Float pull;                    ///< Acceleration along the normal by gravity and forces, m/s².
  IntW<W> free;                  ///< Nothing else supports the bodies: only that acts until the impact.
  IntW<W> elastic;               ///< Lanes with restitution.
  IntW<W> coupled;               ///< Of these those whose impacts are solved with what else holds the bodies.
  IntW<W> unloaded;  ///< Lanes without an impulse of the last step that have not struck in this one.
  IntW<W> ready;     ///< Lanes that have not struck in this step.
  IntW<W> fresh;     ///< Lanes that another impact of this substep has armed.
  // For lanes that may have an impact, until they have rebounded:
  Float absorbed;  ///< Work that the normal impulses have absorbed in this step, J.
  Float slowed;    ///< Upper bound of the speed that gravity removes in a substep before impact, m/s.
  Float approach;  ///< Greatest approach speed of a point so far, m/s.
  Float most;      ///< λ_max of right_of_way.hpp, N·s.
  IntW<W> overloaded_lanes;  ///< Lanes that carry far more than the lighter body weighs and get more passes.
  IntW<W> changing_lanes;    ///< Those of them whose load has changed in the last pass.
  ContactManifold* manifold[W];
};

/// W manifolds that are solved side by side; no two of them share a movable body. Each pass reads all blocks
/// from the second or third level of the cache, so values that are cheap to compute are not stored.
template <int W>
struct ContactBlock {
  using Float = FloatW<W>;
  using Int = IntW<W>;
  static constexpr int kPoints = collide::Manifold::kMaxPoints;

  std::int32_t body_a[W];
  std::int32_t body_b[W];
  ContactTail<W>* tail;
  std::int32_t point_count;  ///< Of the fullest lane.
  std::int32_t count;        ///< Lanes in use.
  bool overloaded;           ///< Some lane is.
  bool impacts;              ///< Some lane may have an impact in this step.
  bool elastic;              ///< Some lane has restitution.
  bool rebounds;             ///< Some lane may have an impact with restitution in this substep.
  bool limited;              ///< The impulses of some lane are (ContactTail::most).

  Float inverse_mass_a, inverse_mass_b;
  Symmetric3W<W> inverse_inertia_a, inverse_inertia_b;
  Vec3W<W> normal;
  Vec3W<W> offset;         ///< From A's centre of mass to B's at the poses of the arms.
  Vec3W<W> extrapolation;  ///< The part of the offset that is motion since the start of the step.
  Float follow;  ///< Fraction of later changes of the offset by which A's arms change; the rest is B's.
  Float follow_squared;  ///< Square of the greatest change of the arms together, m²; 0: they never change.

  /// Unused points and lanes have an effective mass of zero.
  struct Point {
    Vec3W<W> arm;  ///< rA × n
    Float effective_mass;
    Float separation;  ///< At the start of the step.
    Float impulse;
    Float rest_impulse;
    Float impulse_scale;  ///< Soft constraint coefficient of this point.
    Float twist_radius;   ///< Lever of torsional friction: distance from the centre of friction times a
                          ///< factor, m.
  };
  Point points[kPoints];
  Float couplings[kPoints * (kPoints + 1) / 2];  ///< K, see coupling().
  Int pressed;                                   ///< Bit j: point j has had an impulse in this step.

  Float max_push_speed;  ///< m/s
  Float tolerance;       ///< Factor for distances (Contact::tolerance).
  Float friction;        ///< Friction coefficient of this step, static or dynamic.
  Vec3W<W> center;       ///< Centre of friction, from A's centre of mass.
  Float tangent_impulse[2];
  Float tangent_mass_11, tangent_mass_12, tangent_mass_22;  ///< Inverse of the 2x2 tangential K.
  Float twist_mass, twist_impulse;

  /// K_ij, i <= j.
  Float& coupling(int i, int j) { return couplings[j * (j + 1) / 2 + i]; }
  const Float& coupling(int i, int j) const { return couplings[j * (j + 1) / 2 + i]; }
};

/// Lanes of the blocks of contacts that are solved one by one, of which one is used. The browser's module has
/// no others than four, and all give the same bits.
#ifdef __wasm__
inline constexpr int kClusterLanes = 4;
#else
inline constexpr int kClusterLanes = 1;
#endif
using ClusterBlock = ContactBlock<kClusterLanes>;
using ClusterTail = ContactTail<kClusterLanes>;

}  // namespace carom::solve
