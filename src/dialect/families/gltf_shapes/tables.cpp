#include "dialect/families/gltf_shapes/tables.hpp"

#include "dialect/tables/primitive_fields.hpp"

namespace carom::dialect::gltf_shapes {

namespace {

constexpr std::string_view kDocument = "glTF 2.1, draft of 2026";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "plane"};

constexpr Field kDraftCapsuleFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number,
     .about = "Distance between the centres of the two end spheres.", .unit = "m", .fallback = 1, .range = kPositive},
    radiusBottom(0.5), radiusTop(0.5),
};

constexpr Field kDraftCylinderFields[] = {
    {.key = Key::Height, .name = "height", .type = FieldType::Number, .about = "Full height.", .unit = "m",
     .fallback = 2, .range = kPositive},
    radiusBottom(0.5), radiusTop(0.5),
};

constexpr Field kPlaneFields[] = {
    kPlaneSizeX,
    kPlaneSizeZ,
};

constexpr Field kShapeFields[] = {
    shapeType(kTypes, true),
    sphereMember(kSphere),
    boxMember(kBox),
    capsuleMember(kCapsule),
    cylinderMember(kCylinder),
    {.key = Key::Plane, .name = "plane", .type = FieldType::Object, .about = "A one-sided plane with normal +Y.",
     .absent = "its defaults", .table = &kPlane},
    kShapeName,
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
