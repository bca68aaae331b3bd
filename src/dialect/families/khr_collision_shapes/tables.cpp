#include "dialect/families/khr_collision_shapes/tables.hpp"

#include "dialect/tables/primitive_fields.hpp"

namespace carom::dialect::khr_collision_shapes {

namespace {

constexpr std::string_view kDocument = "KHR_collision_shapes, August 2023 to October 2024";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "convex", "trimesh", "mesh"};

constexpr Field kMeshFields[] = {
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "Mesh that provides the triangles or hull.",
     .target = Target::Mesh, .required = true},
    {.key = Key::ConvexHull, .name = "convexHull", .type = FieldType::Boolean,
     .about = "Use the convex hull of the mesh instead of its triangles.", .fallback = 0, .dialects = "khr-2024-06"},
    {.key = Key::Skin, .name = "skin", .type = FieldType::Index,
     .about = "Skin of the mesh. Ignored with a warning: the mesh keeps its bind pose.", .absent = "none",
     .target = Target::Skin},
    {.key = Key::Weights, .name = "weights", .type = FieldType::Numbers, .about = "Morph weights of this shape.",
     .absent = "the mesh's own"},
    {.key = Key::UseNodeWeights, .name = "useNodeWeights", .type = FieldType::Boolean,
     .about = "Use the morph weights of the collider's node.", .fallback = 0, .dialects = "khr-2024-07"},
};

constexpr Field kShapeExtensionFields[] = {
    {.key = Key::ConvexHull, .name = "convexHull", .type = FieldType::Boolean,
     .about = "Use the convex hull of the mesh instead of its triangles.", .fallback = 0},
};

constexpr Field kShapeFields[] = {
    shapeType(kTypes, true),
    sphereMember(kSphere),
    boxMember(kBox),
    capsuleMember(kCapsule),
    cylinderMember(kCylinder),
    convexMember(kConvex, "khr-2023, khr-2024"),
    trimeshMember(kTrimesh, "khr-2023, khr-2024"),
    {.key = Key::MeshShape, .name = "mesh", .type = FieldType::Object, .about = "The triangles of a mesh, or its hull.",
     .absent = "not allowed", .table = &kMesh, .dialects = "khr-2024-06, khr-2024-07"},
    kShapeName,
};

constexpr Field kRootFields[] = {
    shapesMember("shapes", kShape),
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
