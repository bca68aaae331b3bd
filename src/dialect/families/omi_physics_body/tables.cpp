#include "dialect/families/omi_physics_body/tables.hpp"

#include "dialect/tables/rigid_body_fields.hpp"

namespace carom::dialect::omi_physics_body {

namespace {

constexpr std::string_view kDocument = "OMI_physics_body";
constexpr std::string_view kDocument4 = "document 004 (OMI_physics_body until August 2023)";

// clang-format off
constexpr std::string_view kMotionTypes[] = {"static", "kinematic", "dynamic"};
constexpr std::string_view kBodyTypes[] = {"static", "kinematic", "character", "rigid", "vehicle", "trigger", "dynamic"};

constexpr Field kOmiMass = {
    .key = Key::Mass, .name = "mass", .type = FieldType::Number,
    .about = "Mass. 0 only on bodies that have no use for it: it is ignored there.", .unit = "kg", .fallback = 1,
    .range = kNotNegative};
constexpr Field kOmiCenterOfMass = {
    .key = Key::CenterOfMass, .name = "centerOfMass", .type = FieldType::Vector3,
    .about = "Centre of mass in node space.", .unit = "m", .fallback = 0};

constexpr Field kMotionFields[] = {
    {.key = Key::Type, .name = "type", .type = FieldType::Choice,
     .about = "Static, moved only by velocity or animation, or moved by forces. The document "
              "requires it; if it is absent, the body is dynamic, with a warning.",
     .absent = "`dynamic`, with a warning", .choices = kMotionTypes, .absent_names_none = true},
    kOmiMass, kOmiCenterOfMass,
    {.key = Key::InertiaDiagonal, .name = "inertiaDiagonal", .type = FieldType::Vector3,
     .about = "Principal moments of inertia about the centre of mass. Zero: computed from the colliders.",
     .unit = "kg·m²", .fallback = 0, .range = kNotNegative},
    kInertiaOrientation, kLinearVelocity, kAngularVelocity, kGravityFactor,
};

constexpr Field kOmiMaterialFields[] = {
    kStaticFriction, kDynamicFriction, kRestitution,
    {.key = Key::FrictionCombine, .name = "frictionCombine", .type = FieldType::Choice,
     .about = "How the frictions of two surfaces combine.", .absent = "average", .choices = kCombineModes},
    {.key = Key::RestitutionCombine, .name = "restitutionCombine", .type = FieldType::Choice,
     .about = "How the restitutions of two surfaces combine.", .absent = "average", .choices = kCombineModes},
    kMaterialName,
};

constexpr Field kShapeIndex = {
    .key = Key::Shape, .name = "shape", .type = FieldType::Index, .about = "The shape.",
    .absent = "none: the triggers of descendants act as one", .target = Target::OmiShape, .none_allowed = true};

constexpr Field kColliderFields[] = {kShapeIndex, orNone(kPhysicsMaterial), orNone(kCollisionFilter)};

constexpr Field kTriggerFields[] = {
    kShapeIndex,
    {.key = Key::Nodes, .name = "nodes", .type = FieldType::Indices,
     .about = "Compound only: descendant nodes whose triggers act as one.",
     .absent = "all triggers below, if it has no shape", .target = Target::Node, .empty_allowed = true},
    orNone(kCollisionFilter),
};

constexpr Field kNodeFields[] = {
    {.key = Key::Motion, .name = "motion", .type = FieldType::Object, .about = "Makes the node a body.",
     .absent = "not a body", .table = &kMotion},
    {.key = Key::Collider, .name = "collider", .type = FieldType::Object, .about = "A solid shape.",
     .absent = "not solid", .table = &kCollider},
    {.key = Key::Trigger, .name = "trigger", .type = FieldType::Object, .about = "A shape that reports overlaps.",
     .absent = "reports nothing", .table = &kTrigger},
};

constexpr Field kRootFields[] = {
    {.key = Key::PhysicsMaterials, .name = "physicsMaterials", .type = FieldType::Objects,
     .about = "Materials that colliders name by index.", .absent = "none", .table = &kMaterial},
    {.key = Key::CollisionFilters, .name = "collisionFilters", .type = FieldType::Objects,
     .about = "Filters that colliders and triggers name by index.", .absent = "none", .table = &kFilter},
};

constexpr Field kTypedBodyFields[] = {
    {.key = Key::Type, .name = "type", .type = FieldType::Choice,
     .about = "Kind of body: a character is kinematic, a vehicle rigid. `dynamic` is a later name of "
              "`rigid`.", .required = true, .choices = kBodyTypes},
    kOmiMass, kLinearVelocity, kAngularVelocity, kOmiCenterOfMass,
    {.key = Key::InertiaTensor, .name = "inertiaTensor", .type = FieldType::Matrix3,
     .about = "Symmetric inertia tensor about the centre of mass. Zero: computed from the colliders.", .unit = "kg·m²",
     .absent = "computed from the colliders"},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_physics_body", "/extensions/OMI_physics_body", kDocument,
                     "Document-level Property Summary", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_physics_body", kDocument,
                     "Property Summary", kNodeFields};
const Table kMotion = {kExtension, "motion", "/nodes/*/extensions/OMI_physics_body/motion", kDocument,
                       "Motion Properties", kMotionFields};
const Table kCollider = {kExtension, "collider", "/nodes/*/extensions/OMI_physics_body/collider", kDocument,
                         "Collider Properties", kColliderFields};
const Table kTrigger = {kExtension, "trigger", "/nodes/*/extensions/OMI_physics_body/trigger", kDocument,
                        "Trigger Properties", kTriggerFields};
const Table kMaterial = {kExtension, "physics material", "/extensions/OMI_physics_body/physicsMaterials/*", kDocument,
                         "Physics Material Properties", kOmiMaterialFields};
const Table kFilter = {kExtension, "collision filter", "/extensions/OMI_physics_body/collisionFilters/*", kDocument,
                       "Collision Filter Properties", kFilterFields};
const Table kTypedBody = {kExtension, "typed body", "/nodes/*/extensions/OMI_physics_body", kDocument4,
                          "Property Summary", kTypedBodyFields};
// clang-format on

}  // namespace carom::dialect::omi_physics_body
