// KHR_physics_rigid_bodies, the current text and all its drafts since November 2023.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::khr_physics_rigid_bodies {

inline constexpr std::string_view kExtension = "KHR_physics_rigid_bodies";
extern const Table kRoot;
extern const Table kNode;
extern const Table kMotion;
extern const Table kCollider;
extern const Table kGeometry;
extern const Table kTrigger;
extern const Table kJoint;
extern const Table kMaterial;
extern const Table kFilter;
extern const Table kJointDescription;
extern const Table kLimit;
extern const Table kDrive;

}  // namespace carom::dialect::khr_physics_rigid_bodies
