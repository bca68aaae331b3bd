// Fields as MSFT_rigid_bodies and KHR_rigid_bodies (until November 2023) have them, where they differ from
// later.
#pragma once

#include "dialect/tables/rigid_body_fields.hpp"

namespace carom::dialect {

// clang-format off
inline constexpr std::string_view kEarlyCombineModes[] = {"AVERAGE", "MINIMUM", "MAXIMUM", "MULTIPLY"};

// These schemas give a mass of 1 kg, and an inertia of [1, 1, 1] that is computed instead: docs/dialects.md.
inline constexpr Field kEarlyMotionFields[] = {
    kIsKinematic, withFallback(kMass, 1), kCenterOfMass, kInertiaDiagonal, kInertiaOrientation, kLinearVelocity,
    kAngularVelocity, kGravityFactor,
};

inline constexpr Field kRequiredShape = {
    .key = Key::Shape, .name = "shape", .type = FieldType::Index, .about = "The shape.",
    .target = Target::CollisionShape, .required = true};

inline constexpr Field kEarlyJointFields[] = {
    kConnectedNode, renamed(kJointIndex, "jointLimits"), kEnableCollision,
};

inline constexpr Field kEarlyMaterialFields[] = {
    kStaticFriction, kDynamicFriction, kRestitution,
    {.key = Key::FrictionCombine, .name = "frictionCombine", .type = FieldType::Choice,
     .about = "How the frictions of two surfaces combine.", .absent = kOtherCombines, .choices = kEarlyCombineModes,
     .absent_names_none = true},
    {.key = Key::RestitutionCombine, .name = "restitutionCombine", .type = FieldType::Choice,
     .about = "How the restitutions of two surfaces combine.", .absent = kOtherCombines, .choices = kEarlyCombineModes,
     .absent_names_none = true},
    kMaterialName,
};

inline constexpr Field kEarlyLimitFields[] = {
    kLinearAxes, kAngularAxes, kLimitMinimum, kLimitMaximum, renamed(kLimitStiffness, "springConstant"),
    renamed(kLimitDamping, "springDamping"),
};
// clang-format on

}  // namespace carom::dialect
