// Fields of shapes that lie beside their `type`, as OMI_collider and the first OMI_physics_shape have them.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect {

// clang-format off
inline constexpr std::string_view kFlatShapeTypes[] = {"sphere", "box", "capsule", "cylinder", "hull", "trimesh", "convex"};

inline constexpr Field kFlatShapeFields[] = {
    {.key = Key::Type, .name = "type", .type = FieldType::Choice,
     .about = "Kind of shape. `convex` is a later name of `hull`.", .required = true,
     .choices = kFlatShapeTypes},
    {.key = Key::IsTrigger, .name = "isTrigger", .type = FieldType::Boolean,
     .about = "Whether it reports overlaps instead of being solid.", .fallback = 0},
    {.key = Key::Size, .name = "size", .type = FieldType::Vector3, .about = "Box: full lengths along X, Y, Z.",
     .unit = "m", .fallback = 1, .range = kNotNegative},
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Sphere, capsule, cylinder: radius.",
     .unit = "m", .fallback = 0.5, .range = kNotNegative},
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Capsule, cylinder: full height; a capsule's is at least twice its radius.", .unit = "m",
     .fallback = 2, .range = kNotNegative},
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "Hull, trimesh: the mesh; required there.",
     .absent = "none", .target = Target::Mesh, .none_allowed = true},
    {.key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for display.", .absent = "unnamed"},
};
// clang-format on

}  // namespace carom::dialect
