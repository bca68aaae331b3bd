// OMI_physics_joint: the current form (since September 2024), and that of document 001 with constraints and
// two bodies.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_physics_joint {

inline constexpr std::string_view kExtension = "OMI_physics_joint";
extern const Table kRoot;
extern const Table kNode;
extern const Table kJointDescription;
extern const Table kLimit;
extern const Table kDrive;
extern const Table kConstraint;
extern const Table kConstraintNode;

}  // namespace carom::dialect::omi_physics_joint
