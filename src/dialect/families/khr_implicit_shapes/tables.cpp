#include "dialect/families/khr_implicit_shapes/tables.hpp"

#include "dialect/tables/primitive_fields.hpp"

namespace carom::dialect::khr_implicit_shapes {

namespace {

constexpr std::string_view kDocument = "KHR_implicit_shapes";
constexpr std::string_view kSection = "Shapes";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "plane"};

constexpr Field kPlaneFields[] = {
    kPlaneSizeX,
    kPlaneSizeZ,
    {.key = Key::DoubleSided, .name = "doubleSided", .type = FieldType::Boolean,
     .about = "Whether the plane also stops bodies from below.", .fallback = 0},
};

constexpr Field kShapeFields[] = {
    shapeType(kTypes, true),
    sphereMember(kSphere),
    boxMember(kBox),
    capsuleMember(kCapsule),
    cylinderMember(kCylinder),
    {.key = Key::Plane, .name = "plane", .type = FieldType::Object, .about = "A plane with normal +Y.",
     .absent = "its defaults", .table = &kPlane, .dialects = "khr"},
    kShapeName,
};

constexpr Field kRootFields[] = {
    shapesMember("shapes", kShape),
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
