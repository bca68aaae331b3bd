#include "dialect/omi_physics_shape/tables.hpp"

#include "dialect/flat_shape_fields.hpp"
#include "dialect/rigid_body_fields.hpp"

namespace carom::dialect::omi_physics_shape {

namespace {

constexpr std::string_view kDocument = "OMI_physics_shape";
constexpr std::string_view kFlatDocument = "OMI_physics_shape, June 2023";
constexpr std::string_view kEarlier = "until September 2024: omi-2024, omi-2023-body";

// clang-format off
constexpr std::string_view kTypes[] = {"box", "sphere", "capsule", "cylinder", "convex", "trimesh"};

constexpr Field kSphereFields[] = {
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Radius. A sphere of radius 0 is left "
     "out, with a warning.", .unit = "m", .fallback = 0.5, .range = kNotNegative},
};

constexpr Field kBoxFields[] = {
    {.key = Key::Size, .name = "size", .type = FieldType::Vector3, .about = "Full lengths along X, Y, Z.", .unit = "m",
     .fallback = 1, .range = kPositive},
};

constexpr Field kRadiusBottom = {
    .key = Key::RadiusBottom, .name = "radiusBottom", .type = FieldType::Number,
    .about = "Radius at the end towards -Y. Not both radii may be 0.", .unit = "m", .fallback = 0.5,
    .range = kNotNegative};
constexpr Field kRadiusTop = {
    .key = Key::RadiusTop, .name = "radiusTop", .type = FieldType::Number,
    .about = "Radius at the end towards +Y. Not both radii may be 0.", .unit = "m", .fallback = 0.5,
    .range = kNotNegative};
constexpr Field kRadius = {
    .key = Key::Radius, .name = "radius", .type = FieldType::Number,
    .about = "The radius of both ends; a capsule's `height` is then its full height, at least twice the radius.",
    .unit = "m", .absent = "radiusTop and radiusBottom", .range = kPositive, .dialects = kEarlier};

constexpr Field kCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres; with `radius`, or in a file of an earlier revision, "
              "the full height.", .unit = "m", .fallback = 1, .range = kPositive},
    kRadiusBottom, kRadiusTop, kRadius,
};

constexpr Field kCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height.", .unit = "m",
     .fallback = 2, .range = kPositive},
    kRadiusBottom, kRadiusTop, kRadius,
};

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
     .required = true, .choices = kTypes},
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

constexpr Field kNodeFields[] = {
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index,
     .about = "The shape of the nearest body at or above the node; static without one.", .target = Target::OmiShape,
     .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::Shapes, .name = "shapes", .type = FieldType::Objects, .about = "Shapes that others name by index.",
     .table = &kShape, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_physics_shape", "/extensions/OMI_physics_shape", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_physics_shape", "OMI_physics_shape, June to August 2023", "glTF Schema Updates", kNodeFields};
const Table kShape = {kExtension, "shape", "/extensions/OMI_physics_shape/shapes/*", kDocument, "Property Summary", kShapeFields};
const Table kSphere = {kExtension, "sphere", "/extensions/OMI_physics_shape/shapes/*/sphere", kDocument, "Sphere", kSphereFields};
const Table kBox = {kExtension, "box", "/extensions/OMI_physics_shape/shapes/*/box", kDocument, "Box", kBoxFields};
const Table kCapsule = {kExtension, "capsule", "/extensions/OMI_physics_shape/shapes/*/capsule", kDocument, "Capsule", kCapsuleFields};
const Table kCylinder = {kExtension, "cylinder", "/extensions/OMI_physics_shape/shapes/*/cylinder", kDocument, "Cylinder", kCylinderFields};
const Table kConvex = {kExtension, "convex", "/extensions/OMI_physics_shape/shapes/*/convex", kDocument, "Convex", kConvexFields};
const Table kTrimesh = {kExtension, "trimesh", "/extensions/OMI_physics_shape/shapes/*/trimesh", kDocument, "Trimesh", kTrimeshFields};
const Table kFlatShape = {kExtension, "flat shape", "/extensions/OMI_physics_shape/shapes/*", kFlatDocument, "Property Summary", kFlatShapeFields};
// clang-format on

}  // namespace carom::dialect::omi_physics_shape
