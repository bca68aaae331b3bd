#include "dialect/khr_collision_shapes/tables.hpp"

#include "dialect/primitive_fields.hpp"

namespace carom::dialect::khr_collision_shapes {

namespace {

constexpr std::string_view kDocument = "KHR_collision_shapes, August 2023 to October 2024";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "convex", "trimesh", "mesh"};

constexpr Field kConvexFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "The mesh whose convex hull it is.",
     .target = Target::Mesh, .required = true},
};

constexpr Field kTrimeshFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "The mesh whose triangles it is.",
     .target = Target::Mesh, .required = true},
};

constexpr Field kMeshFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "The mesh whose triangles or hull it is.",
     .target = Target::Mesh, .required = true},
    {.key = Key::ConvexHull, .name = "convexHull", .type = FieldType::Boolean,
     .about = "The hull of the mesh, not its triangles.", .fallback = 0, .dialects = "khr-2024-06"},
    {.key = Key::Skin, .name = "skin", .type = FieldType::Index,
     .about = "A skin for the mesh. Not applied: the mesh keeps its bind pose, with a warning.", .absent = "none",
     .target = Target::Skin},
    {.key = Key::Weights, .name = "weights", .type = FieldType::Numbers, .about = "Morph weights of this use.",
     .absent = "the mesh's own"},
    {.key = Key::UseNodeWeights, .name = "useNodeWeights", .type = FieldType::Boolean,
     .about = "Take the morph weights of the collider's node.", .fallback = 0, .dialects = "khr-2024-07"},
};

constexpr Field kShapeExtensionFields[] = {
    {.key = Key::ConvexHull, .name = "convexHull", .type = FieldType::Boolean,
     .about = "The hull of the mesh, not its triangles.", .fallback = 0},
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
     .absent = "not allowed", .table = &kConvex, .dialects = "khr-2023, khr-2024"},
    {.key = Key::Trimesh, .name = "trimesh", .type = FieldType::Object, .about = "The triangles of a mesh.",
     .absent = "not allowed", .table = &kTrimesh, .dialects = "khr-2023, khr-2024"},
    {.key = Key::MeshShape, .name = "mesh", .type = FieldType::Object, .about = "The triangles of a mesh, or its hull.",
     .absent = "not allowed", .table = &kMesh, .dialects = "khr-2024-06, khr-2024-07"},
    {.key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for people.", .absent = "unnamed"},
};

constexpr Field kRootFields[] = {
    {.key = Key::Shapes, .name = "shapes", .type = FieldType::Objects, .about = "Shapes that others name by index.",
     .table = &kShape, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "KHR_collision_shapes", "/extensions/KHR_collision_shapes", kDocument, kSection, kRootFields};
const Table kShape = {kExtension, "shape", "/extensions/KHR_collision_shapes/shapes/*", kDocument, kSection, kShapeFields};
const Table kSphere = {kExtension, "sphere", "/extensions/KHR_collision_shapes/shapes/*/sphere", kDocument, kSection, kSphereFields};
const Table kBox = {kExtension, "box", "/extensions/KHR_collision_shapes/shapes/*/box", kDocument, kSection, kBoxFields};
const Table kCapsule = {kExtension, "capsule", "/extensions/KHR_collision_shapes/shapes/*/capsule", kDocument, kSection, kCapsuleFields};
const Table kCylinder = {kExtension, "cylinder", "/extensions/KHR_collision_shapes/shapes/*/cylinder", kDocument, kSection, kCylinderFields};
const Table kConvex = {kExtension, "convex", "/extensions/KHR_collision_shapes/shapes/*/convex", kDocument, kSection, kConvexFields};
const Table kTrimesh = {kExtension, "trimesh", "/extensions/KHR_collision_shapes/shapes/*/trimesh", kDocument, kSection, kTrimeshFields};
const Table kMesh = {kExtension, "mesh", "/extensions/KHR_collision_shapes/shapes/*/mesh", kDocument, kSection, kMeshFields};
const Table kShapeExtension = {"KHR_physics_rigid_bodies", "shape extension",
    "/extensions/KHR_collision_shapes/shapes/*/extensions/KHR_physics_rigid_bodies",
    "KHR_physics_rigid_bodies, July 2024", "Colliders", kShapeExtensionFields};
// clang-format on

}  // namespace carom::dialect::khr_collision_shapes
