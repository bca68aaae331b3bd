// OMI_physics_body: the current form with motion, collider and trigger (since August 2023), and the one
// before, whose body is one string `type` (document 004).
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_physics_body {

inline constexpr std::string_view kExtension = "OMI_physics_body";
extern const Table kRoot;
extern const Table kNode;
extern const Table kMotion;
extern const Table kCollider;
extern const Table kTrigger;
extern const Table kMaterial;
extern const Table kFilter;
extern const Table kTypedBody;

/// Positions in the choices of kMotion's `type`.
enum MotionChoice { kStatic, kKinematic, kDynamic };
/// Positions in the choices of kTypedBody's `type`.
enum BodyChoice {
  kBodyStatic,
  kBodyKinematic,
  kBodyCharacter,
  kBodyRigid,
  kBodyVehicle,
  kBodyTrigger,
  kBodyDynamic
};

}  // namespace carom::dialect::omi_physics_body
