#include "dialect/families/omi_physics_shape/tables.hpp"

#include "dialect/tables/flat_shape_fields.hpp"
#include "dialect/tables/primitive_fields.hpp"

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

constexpr Field kRadius = {
    .key = Key::Radius, .name = "radius", .type = FieldType::Number,
    .about = "Radius of both ends; a capsule's `height` is then the full height, at least twice the radius.",
    .unit = "m", .absent = "radiusTop and radiusBottom", .range = kPositive, .dialects = kEarlier};

constexpr Field kCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres; with `radius`, or in an earlier revision, "
              "the full height.", .unit = "m", .fallback = 1, .range = kNotNegative},
    radiusBottom(0.5), radiusTop(0.5), kRadius,
};

constexpr Field kCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height.", .unit = "m",
     .fallback = 2, .range = kNotNegative},
    radiusBottom(0.5), radiusTop(0.5), kRadius,
};

constexpr Field kShapeFields[] = {
    shapeType(kTypes, false),
    sphereMember(kSphere),
    boxMember(kBox),
    capsuleMember(kCapsule),
    cylinderMember(kCylinder),
    convexMember(kConvex),
    trimeshMember(kTrimesh),
    kShapeName,
};

constexpr Field kNodeFields[] = {
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index,
     .about = "Shape that belongs to the nearest body at or above the node; static without such a body.", .target = Target::OmiShape,
     .required = true},
};

constexpr Field kRootFields[] = {
    shapesMember("shapes", kShape),
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
