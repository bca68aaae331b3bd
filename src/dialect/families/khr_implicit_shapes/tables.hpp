// KHR_implicit_shapes: plane, sphere, box, capsule, cylinder.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::khr_implicit_shapes {

inline constexpr std::string_view kExtension = "KHR_implicit_shapes";
extern const Table kRoot;
extern const Table kShape;
extern const Table kSphere;
extern const Table kBox;
extern const Table kCapsule;
extern const Table kCylinder;
extern const Table kPlane;

}  // namespace carom::dialect::khr_implicit_shapes
