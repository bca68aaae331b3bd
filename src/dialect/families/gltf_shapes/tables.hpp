// The `shapes` at the root of the glTF 2.1 draft, in place of KHR_implicit_shapes.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::gltf_shapes {

/// Stands where the other tables name their extension.
inline constexpr std::string_view kExtension = "glTF 2.1 draft";
extern const Table kShape;
extern const Table kSphere;
extern const Table kBox;
extern const Table kCapsule;
extern const Table kCylinder;
extern const Table kPlane;

}  // namespace carom::dialect::gltf_shapes
