// MSFT_rigid_bodies, the drafts until August 2023.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::msft_rigid_bodies {

inline constexpr std::string_view kExtension = "MSFT_rigid_bodies";
extern const Table kRoot;
extern const Table kNode;
extern const Table kMotion;
extern const Table kCollider;
extern const Table kTrigger;
extern const Table kJoint;
extern const Table kMaterial;
extern const Table kFilter;
extern const Table kJointDescription;
extern const Table kLimit;

}  // namespace carom::dialect::msft_rigid_bodies
