// KHR_collision_shapes: the shapes of the drafts, August 2023 to October 2024.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::khr_collision_shapes {

inline constexpr std::string_view kExtension = "KHR_collision_shapes";
extern const Table kRoot;
extern const Table kShape;
extern const Table kSphere;
extern const Table kBox;
extern const Table kCapsule;
extern const Table kCylinder;
extern const Table kConvex;
extern const Table kTrimesh;
extern const Table kMesh;
extern const Table kShapeExtension;

}  // namespace carom::dialect::khr_collision_shapes
