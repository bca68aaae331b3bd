// Fields of shapes that the families spell alike: round ones, boxes, meshes, planes, and the shape around
// them.
#pragma once

#include <span>
#include <string_view>

#include "dialect/tables/field.hpp"

namespace carom::dialect {

// clang-format off
inline constexpr Field kSphereFields[] = {
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Radius; 0 makes a point.", .unit = "m",
     .fallback = 0.5, .range = kNotNegative},
};

inline constexpr Field kBoxFields[] = {
    {.key = Key::Size, .name = "size", .type = FieldType::Vector3, .about = "Full lengths along X, Y, Z; 0 makes it flat there.",
     .unit = "m", .fallback = 1, .range = kNotNegative},
};

/// The ends of capsules and cylinders; the families have different defaults.
constexpr Field radiusBottom(double fallback) {
  return {.key = Key::RadiusBottom, .name = "radiusBottom", .type = FieldType::Number,
          .about = "Radius at the end towards -Y. Not both radii may be 0.", .unit = "m", .fallback = fallback,
          .range = kNotNegative};
}
constexpr Field radiusTop(double fallback) {
  return {.key = Key::RadiusTop, .name = "radiusTop", .type = FieldType::Number,
          .about = "Radius at the end towards +Y. Not both radii may be 0.", .unit = "m", .fallback = fallback,
          .range = kNotNegative};
}

inline constexpr Field kCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres; 0 makes a ball.", .unit = "m", .fallback = 0.5,
     .range = kNotNegative},
    radiusBottom(0.25),
    radiusTop(0.25),
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number,
     .about = "Not in the documents, but written by one engine's exporter: one radius for both ends, with `height` as the full height. Read with a warning if neither other radius is given.",
     .unit = "m", .absent = "not used", .range = kPositive, .dialects = "in the wild"},
};

inline constexpr Field kCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height; 0 makes a disk.", .unit = "m",
     .fallback = 0.5, .range = kNotNegative},
    radiusBottom(0.25),
    radiusTop(0.25),
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number,
     .about = "Not in the documents: one radius for both ends. Read with a warning if neither other radius is given.",
     .unit = "m", .absent = "not used", .range = kPositive, .dialects = "in the wild"},
};

inline constexpr Field kConvexFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "Mesh that provides the convex hull.",
     .target = Target::Mesh, .required = true},
};
inline constexpr Field kTrimeshFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "Mesh that provides the triangles.",
     .target = Target::Mesh, .required = true},
};

inline constexpr Field kPlaneSizeX = {
    .key = Key::SizeX, .name = "sizeX", .type = FieldType::Number, .about = "Full length along X.", .unit = "m",
    .absent = "infinite", .range = kPositive};
inline constexpr Field kPlaneSizeZ = {
    .key = Key::SizeZ, .name = "sizeZ", .type = FieldType::Number, .about = "Full length along Z.", .unit = "m",
    .absent = "infinite", .range = kPositive};

// Members of a shape: its type, and the object of each kind with the family's own table.
constexpr Field shapeType(std::span<const std::string_view> types, bool open) {
  return {.key = Key::Type, .name = "type", .type = FieldType::Choice,
          .about = "Kind of shape; names the member that describes it.", .required = true, .choices = types,
          .open_choices = open};
}
constexpr Field sphereMember(const Table& table) {
  return {.key = Key::Sphere, .name = "sphere", .type = FieldType::Object, .about = "A sphere about the origin.",
          .absent = "its defaults", .table = &table};
}
constexpr Field boxMember(const Table& table) {
  return {.key = Key::Box, .name = "box", .type = FieldType::Object,
          .about = "A box about the origin, aligned to the axes.", .absent = "its defaults", .table = &table};
}
constexpr Field capsuleMember(const Table& table) {
  return {.key = Key::Capsule, .name = "capsule", .type = FieldType::Object,
          .about = "The hull of two spheres on the Y axis.", .absent = "its defaults", .table = &table};
}
constexpr Field cylinderMember(const Table& table) {
  return {.key = Key::Cylinder, .name = "cylinder", .type = FieldType::Object,
          .about = "The hull of two disks on the Y axis; a cone when one radius is 0.", .absent = "its defaults",
          .table = &table};
}
constexpr Field convexMember(const Table& table, std::string_view dialects = "") {
  return {.key = Key::Convex, .name = "convex", .type = FieldType::Object, .about = "The convex hull of a mesh.",
          .absent = "not allowed", .table = &table, .dialects = dialects};
}
constexpr Field trimeshMember(const Table& table, std::string_view dialects = "") {
  return {.key = Key::Trimesh, .name = "trimesh", .type = FieldType::Object, .about = "The triangles of a mesh.",
          .absent = "not allowed", .table = &table, .dialects = dialects};
}
inline constexpr Field kShapeName = {
    .key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for display.", .absent = "unnamed"};
/// The array at the root.
constexpr Field shapesMember(std::string_view name, const Table& shape) {
  return {.key = Key::Shapes, .name = name, .type = FieldType::Objects,
          .about = "Shapes that others name by index.", .table = &shape, .required = true};
}
// clang-format on

}  // namespace carom::dialect
