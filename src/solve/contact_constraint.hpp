// Contact constraints in SIMD lanes. The derivation is in contact_constraint.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/contact.hpp"
#include "solve/solver_body.hpp"
#include "solve/wide.hpp"

namespace carom::solve {

/// Constants of one step's contact solving.
struct ContactStep {
  float substep = 1.0f / 240;  ///< s
  float bias_rate = 0;         ///< 1/s, share of the penetration removed per second (soft).
  float mass_scale = 1;        ///< Soft constraint coefficients, see contact_constraint.cpp.
  float impulse_scale = 0;
  float max_rest_depth = 0.005f;       ///< m, how deep a resting contact may sink under its load.
  float max_push_speed = 3;            ///< m/s, limit of the speed with which penetration is removed.
  float static_slip_speed = 0.01f;     ///< m/s
  float restitution_threshold = 0.1f;  ///< m/s
};

/// What a lane is filled from.
struct ContactInput {
  ContactManifold* manifold = nullptr;
  const Contact* contact = nullptr;
  std::int32_t body_a = 0;  ///< Index into SolverBodies.
  std::int32_t body_b = 0;
};

/// kLanes manifolds solved side by side; no two of them share a movable body.
struct ContactBlock {
  struct Point {
    Vec3W arm_a, arm_b;            ///< r × n
    Vec3W response_a, response_b;  ///< I⁻¹ (r × n)
    FloatW separation;             ///< At the start of the step.
    FloatW effective_mass;         ///< 0 for lanes without this point.
    FloatW impulse;
    FloatW impulse_scale;  ///< Soft constraint coefficient of this point.
    FloatW rest_impulse;
    FloatW soft_distance;  ///< The constraint is soft where the separation is less, m.
    FloatW peak_impulse;
    FloatW
        rebound_speed;  ///< e times the speed of impact, m/s; < 0 where the point does not impact this step.
    FloatW twist_radius;  ///< Distance from the friction centre, m.
  };
  struct Tangent {
    Vec3W direction;
    Vec3W arm_a, arm_b;            ///< r × t
    Vec3W response_a, response_b;  ///< I⁻¹ (r × t)
    FloatW impulse;
  };
  std::int32_t body_a[kLanes];
  std::int32_t body_b[kLanes];
  ContactManifold* manifold[kLanes];
  std::int32_t point_count = 0;  ///< Of the fullest lane.
  bool impacts = false;          ///< Some lane may hit hard in this step.
  bool overloaded =
      false;  ///< Some lane carries far more than its lighter body weighs: it needs more passes.
  FloatW inverse_mass_a, inverse_mass_b;
  Vec3W normal;
  FloatW friction;  ///< Coefficient in force this step.
  Tangent tangents[2];
  FloatW tangent_mass_11, tangent_mass_12, tangent_mass_22;  ///< Inverse of the 2x2 tangential K.
  Vec3W twist_response_a, twist_response_b;                  ///< I⁻¹ n
  FloatW twist_mass, twist_impulse;
  Point points[collide::Manifold::kMaxPoints];
};

/// Fills a block from up to kLanes inputs.
void prepareContactBlock(ContactBlock& block, const ContactInput* inputs, int count,
                         const SolverBodies& bodies, const ContactStep& step);
/// Applies the impulses remembered from the last substep or step.
void warmStartContactBlock(const ContactBlock& block, SolverBodies& bodies);
/// One pass over friction and normal constraints; with `use_bias` penetration is pushed out softly, without
/// it only velocities are made right.
void solveContactBlock(ContactBlock& block, SolverBodies& bodies, const ContactStep& step, bool use_bias);
/// Newton restitution of the points that have hit in this substep.
void bounceContactBlock(ContactBlock& block, SolverBodies& bodies);
/// Writes impulses back to the manifolds.
void storeContactBlock(const ContactBlock& block);

}  // namespace carom::solve
