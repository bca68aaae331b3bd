// OMI_physics_gravity: world gravity at the root of the file, gravity volumes on the nodes of triggers.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_physics_gravity {

inline constexpr std::string_view kExtension = "OMI_physics_gravity";
extern const Table kRoot;
extern const Table kVolume;
extern const Table kDirectional;
extern const Table kPoint;
extern const Table kDisc;
extern const Table kTorus;
extern const Table kLine;
extern const Table kShaped;

}  // namespace carom::dialect::omi_physics_gravity
