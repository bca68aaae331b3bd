#include "dialect/khr_implicit_shapes/tables.hpp"

#include "dialect/primitive_fields.hpp"

namespace carom::dialect::khr_implicit_shapes {

namespace {

constexpr std::string_view kDocument = "KHR_implicit_shapes";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "plane"};

constexpr Field kPlaneFields[] = {
    {.key = Key::SizeX, .name = "sizeX", .type = FieldType::Number, .about = "Full length along X.", .unit = "m",
     .absent = "infinite", .range = kPositive},
    {.key = Key::SizeZ, .name = "sizeZ", .type = FieldType::Number, .about = "Full length along Z.", .unit = "m",
     .absent = "infinite", .range = kPositive},
    {.key = Key::DoubleSided, .name = "doubleSided", .type = FieldType::Boolean,
     .about = "Whether the plane stops what comes from below it too.", .fallback = 0},
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
    {.key = Key::Plane, .name = "plane", .type = FieldType::Object, .about = "A plane with normal +Y.",
     .absent = "its defaults", .table = &kPlane, .dialects = "khr"},
    {.key = Key::Name, .name = "name", .type = FieldType::String, .about = "Name for people.", .absent = "unnamed"},
};

constexpr Field kRootFields[] = {
    {.key = Key::Shapes, .name = "shapes", .type = FieldType::Objects, .about = "Shapes that others name by index.",
     .table = &kShape, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "KHR_implicit_shapes", "/extensions/KHR_implicit_shapes", kDocument, kSection, kRootFields};
const Table kShape = {kExtension, "shape", "/extensions/KHR_implicit_shapes/shapes/*", kDocument, kSection, kShapeFields};
const Table kSphere = {kExtension, "sphere", "/extensions/KHR_implicit_shapes/shapes/*/sphere", kDocument, kSection, kSphereFields};
const Table kBox = {kExtension, "box", "/extensions/KHR_implicit_shapes/shapes/*/box", kDocument, kSection, kBoxFields};
const Table kCapsule = {kExtension, "capsule", "/extensions/KHR_implicit_shapes/shapes/*/capsule", kDocument, kSection, kCapsuleFields};
const Table kCylinder = {kExtension, "cylinder", "/extensions/KHR_implicit_shapes/shapes/*/cylinder", kDocument, kSection, kCylinderFields};
const Table kPlane = {kExtension, "plane", "/extensions/KHR_implicit_shapes/shapes/*/plane", kDocument, kSection, kPlaneFields};
// clang-format on

}  // namespace carom::dialect::khr_implicit_shapes
