#include "dialect/families/msft_collision_primitives/tables.hpp"

#include "dialect/tables/primitive_fields.hpp"

namespace carom::dialect::msft_collision_primitives {

namespace {

constexpr std::string_view kDocument = "MSFT_collision_primitives, until August 2023";
constexpr std::string_view kSection = "Colliders";

// clang-format off
constexpr std::string_view kTypes[] = {"sphere", "box", "capsule", "cylinder", "convex", "trimesh"};

constexpr Field kShapeFields[] = {
    shapeType(kTypes, true),
    sphereMember(kSphere),
    boxMember(kBox),
    capsuleMember(kCapsule),
    cylinderMember(kCylinder),
    convexMember(kConvex),
    trimeshMember(kTrimesh),
    kShapeName,
};

constexpr Field kRootFields[] = {
    shapesMember("colliders", kShape),
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
