// Contact constraints in SIMD lanes: what a block of them holds. The derivation is in contact_solver.hpp.
#pragma once

#include <cstdint>

#include "solve/simd/wide.hpp"
#include "solve/simulation_settings.hpp"
#include "solve/state/contact.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// How deep a resting contact may sink under its load, m, times the pair's tolerance.
inline constexpr float kMaxRestDepth = 0.005f;
inline constexpr float kRestRatio = 2;  ///< λ₀ is at most so many times what the point carries.

/// Constants of one step's contact solving.
struct ContactStep {
  float substep = 1.0f / 240;  ///< s
  float bias_rate = 0;         ///< 1/s, share of the penetration removed per second (soft).
  float mass_scale = 1;        ///< Soft constraint coefficients, see contact_solver.hpp.
  float impulse_scale = 0;
  SpeedTolerance static_slip_speed{0.01f, 0};
  SpeedTolerance restitution_threshold{0.1f, 0};
  SpeedTolerance rest_speed{0.05f, 0};   ///< Slower bodies take part in the load estimate.
  SpeedTolerance impact_speed{0.5f, 0};  ///< Slower pairs have no moment of impact.
};

/// What a lane is filled from.
struct ContactInput {
  ContactManifold* manifold = nullptr;
  std::int32_t body_a = 0;  ///< Index into SolverBodies; the simulation's until it is gathered.
  std::int32_t body_b = 0;
  float static_friction = 0;
  float dynamic_friction = 0;
  float restitution = 0;
  /// 1: joints may keep the bodies from coming apart. 2: they may not, but they hold one of the bodies.
  std::int32_t joined = 0;
  // Four floats that are read together (contact_load.hpp).
  float most_carried = 0;    ///< N·s per substep: no weight in the island loads the contact with more.
  float max_push_speed = 0;  ///< m/s, limit of the speed with which penetration is removed.
  float size = 1;            ///< m, radius of the smaller one: what distances are measured by.
  float tolerance = 1;       ///< Of the pair (Contact).
  bool carries = false;      ///< The manifold has carried something.
  std::uint8_t points = 1;   ///< That the manifold has.
  bool follows = true;       ///< The arms follow the bodies through the step; not where they pass each other.
  bool likely_overloaded = false;  ///< It is likely to be overloaded (ContactTail).
};

/// What of a block only some passes need: kept apart, so that the others find more blocks in the cache.
template <int W>
struct ContactTail {
  using Float = FloatW<W>;
  static constexpr int kPoints = collide::Manifold::kMaxPoints;

  Float rebound_speed[kPoints];  ///< e times the speed of impact, m/s; < 0 where the point does not impact.
  // Of lanes that may hit hard, until they have rebounded.
  Float restitution_squared;  ///< e²
  Float absorbed;             ///< Work that the normal impulses have taken out in this step, J.
  Float slowed;               ///< By gravity in a substep, at most, on the way to a blow against it, m/s.
  Float approach;             ///< Greatest speed of approach of a point that they have met, m/s.
  IntW<W> overloaded_lanes;   ///< Carry far more than their lighter body weighs: they need more passes.
  ContactManifold* manifold[W];
};

/// W manifolds solved side by side; no two of them share a movable body. Every pass goes over all blocks, and
/// they come from the second or third level of the cache: what is quickly computed is not kept.
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
  std::int32_t overloaded;   ///< How many lanes are.
  bool impacts;              ///< Some lane may hit hard in this step.
  bool rebounds;             ///< Some lane that may, rebounds.

  Float inverse_mass_a, inverse_mass_b;
  Symmetric3W<W> inverse_inertia_a, inverse_inertia_b;
  Vec3W<W> normal;
  Vec3W<W> offset;         ///< From A's centre of mass to B's, where the arms are right.
  Vec3W<W> extrapolation;  ///< What of that is motion since the start of the step.
  Float follow;  ///< Share of the offset's further change that A's arms take, B's the rest; < 0: neither.

  /// What a point has; unused points and lanes have no effective mass.
  struct Point {
    Vec3W<W> arm;  ///< rA × n
    Float effective_mass;
    Float separation;  ///< At the start of the step.
    Float impulse;
    Float rest_impulse;
    Float impulse_scale;  ///< Soft constraint coefficient of this point.
    Float twist_radius;   ///< Distance from the centre of friction, m.
  };
  Point points[kPoints];
  Float couplings[kPoints * (kPoints + 1) / 2];  ///< K, see coupling().
  Int pressed;                                   ///< Bit j: point j has carried something in this step.

  Float max_push_speed;  ///< m/s
  Float tolerance;       ///< Factor of distances (Contact).
  Float friction;        ///< Coefficient in force this step.
  Vec3W<W> center;       ///< Centre of friction, from A's centre of mass.
  Float tangent_impulse[2];
  Float tangent_mass_11, tangent_mass_12, tangent_mass_22;  ///< Inverse of the 2x2 tangential K.
  Float twist_mass, twist_impulse;

  /// K_ij, i <= j.
  Float& coupling(int i, int j) { return couplings[j * (j + 1) / 2 + i]; }
  const Float& coupling(int i, int j) const { return couplings[j * (j + 1) / 2 + i]; }
};

}  // namespace carom::solve
