#include "dialect/gltf_shapes/tables.hpp"

#include "dialect/primitive_fields.hpp"

namespace carom::dialect::gltf_shapes {

namespace {

constexpr std::string_view kDocument = "glTF 2.1, draft of 2026";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "plane"};

constexpr Field kDraftRadiusBottom = {
    .key = Key::RadiusBottom, .name = "radiusBottom", .type = FieldType::Number,
    .about = "Radius at the end towards -Y. Not both radii may be 0.", .unit = "m", .fallback = 0.5,
    .range = kNotNegative};
constexpr Field kDraftRadiusTop = {
    .key = Key::RadiusTop, .name = "radiusTop", .type = FieldType::Number,
    .about = "Radius at the end towards +Y. Not both radii may be 0.", .unit = "m", .fallback = 0.5,
    .range = kNotNegative};

constexpr Field kDraftCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres.", .unit = "m", .fallback = 1, .range = kPositive},
    kDraftRadiusBottom, kDraftRadiusTop,
};

constexpr Field kDraftCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height.", .unit = "m",
     .fallback = 2, .range = kPositive},
    kDraftRadiusBottom, kDraftRadiusTop,
};

constexpr Field kPlaneFields[] = {
    {.key = Key::SizeX, .name = "sizeX", .type = FieldType::Number, .about = "Full length along X.", .unit = "m",
     .absent = "infinite", .range = kPositive},
    {.key = Key::SizeZ, .name = "sizeZ", .type = FieldType::Number, .about = "Full length along Z.", .unit = "m",
     .absent = "infinite", .range = kPositive},
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
    {.key = Key::Plane, .name = "plane", .type = FieldType::Object, .about = "A one-sided plane with normal +Y.",
     .absent = "its defaults", .table = &kPlane},
    {.key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for people.", .absent = "unnamed"},
};

}  // namespace

const Table kShape = {kExtension, "shape", "/shapes/*", kDocument, kSection, kShapeFields};
const Table kSphere = {kExtension, "sphere", "/shapes/*/sphere", kDocument, kSection, kSphereFields};
const Table kBox = {kExtension, "box", "/shapes/*/box", kDocument, kSection, kBoxFields};
const Table kCapsule = {kExtension, "capsule", "/shapes/*/capsule", kDocument, kSection, kDraftCapsuleFields};
const Table kCylinder = {kExtension, "cylinder", "/shapes/*/cylinder", kDocument, kSection, kDraftCylinderFields};
const Table kPlane = {kExtension, "plane", "/shapes/*/plane", kDocument, kSection, kPlaneFields};
// clang-format on

}  // namespace carom::dialect::gltf_shapes
