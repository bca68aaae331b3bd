#include "dialect/msft_collision_primitives/tables.hpp"

#include "dialect/primitive_fields.hpp"

namespace carom::dialect::msft_collision_primitives {

namespace {

constexpr std::string_view kDocument = "MSFT_collision_primitives, until August 2023";
constexpr std::string_view kSection = "Colliders";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "convex", "trimesh"};

constexpr Field kConvexFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "The mesh whose convex hull it is.",
     .target = Target::Mesh, .required = true},
};

constexpr Field kTrimeshFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "The mesh whose triangles it is.",
     .target = Target::Mesh, .required = true},
};

constexpr Field kShapeFields[] = {
    {.key = Key::Type, .name = "type", .type = FieldType::Choice, .about = "Which of the members below describes it.",
     .required = true, .choices = kTypes, .open_choices = true},
    {.key = Key::Sphere, .name = "sphere", .type = FieldType::Object, .about = "A sphere about the origin.",
     .absent = "its defaults", .table = &kSphere},
    {.key = Key::Box, .name = "box", .type = FieldType::Object, .about = "A box about the origin, aligned to the axes.",
     .absent = "its defaults", .table = &kBox},
    {.key = Key::Capsule, .name = "capsule", .type = FieldType::Object, .about = "The hull of two spheres on the Y axis.",
     .absent = "its defaults", .table = &kCapsule},
    {.key = Key::Cylinder, .name = "cylinder", .type = FieldType::Object, .about = "The hull of two disks on the Y axis; a cone when one radius is 0.",
     .absent = "its defaults", .table = &kCylinder},
    {.key = Key::Convex, .name = "convex", .type = FieldType::Object, .about = "The convex hull of a mesh.",
     .absent = "not allowed", .table = &kConvex},
    {.key = Key::Trimesh, .name = "trimesh", .type = FieldType::Object, .about = "The triangles of a mesh.",
     .absent = "not allowed", .table = &kTrimesh},
    {.key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for people.", .absent = "unnamed"},
};

constexpr Field kRootFields[] = {
    {.key = Key::Shapes, .name = "colliders", .type = FieldType::Objects, .about = "Shapes that others name by index.",
     .table = &kShape, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "MSFT_collision_primitives", "/extensions/MSFT_collision_primitives", kDocument, kSection, kRootFields};
const Table kShape = {kExtension, "shape", "/extensions/MSFT_collision_primitives/colliders/*", kDocument, kSection, kShapeFields};
const Table kSphere = {kExtension, "sphere", "/extensions/MSFT_collision_primitives/colliders/*/sphere", kDocument, kSection, kSphereFields};
const Table kBox = {kExtension, "box", "/extensions/MSFT_collision_primitives/colliders/*/box", kDocument, kSection, kBoxFields};
const Table kCapsule = {kExtension, "capsule", "/extensions/MSFT_collision_primitives/colliders/*/capsule", kDocument, kSection, kCapsuleFields};
const Table kCylinder = {kExtension, "cylinder", "/extensions/MSFT_collision_primitives/colliders/*/cylinder", kDocument, kSection, kCylinderFields};
const Table kConvex = {kExtension, "convex", "/extensions/MSFT_collision_primitives/colliders/*/convex", kDocument, kSection, kConvexFields};
const Table kTrimesh = {kExtension, "trimesh", "/extensions/MSFT_collision_primitives/colliders/*/trimesh", kDocument, kSection, kTrimeshFields};
// clang-format on

}  // namespace carom::dialect::msft_collision_primitives
