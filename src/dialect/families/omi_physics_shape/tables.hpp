// OMI_physics_shape: the nested form, with an object named after the kind of shape (since June 2023), and the
// first, flat form, whose fields stand beside `type`.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_physics_shape {

inline constexpr std::string_view kExtension = "OMI_physics_shape";
extern const Table kRoot;
extern const Table kNode;
extern const Table kShape;
extern const Table kSphere;
extern const Table kBox;
extern const Table kCapsule;
extern const Table kCylinder;
extern const Table kConvex;
extern const Table kTrimesh;
extern const Table kFlatShape;

}  // namespace carom::dialect::omi_physics_shape
