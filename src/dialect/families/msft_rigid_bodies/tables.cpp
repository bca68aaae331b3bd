#include "dialect/families/msft_rigid_bodies/tables.hpp"

#include "dialect/tables/early_rigid_body_fields.hpp"

namespace carom::dialect::msft_rigid_bodies {

namespace {

constexpr std::string_view kDocument = "MSFT_rigid_bodies, until August 2023";

// clang-format off
constexpr Field kColliderFields[] = {renamed(kRequiredShape, "collider"), kPhysicsMaterial, kCollisionFilter};
constexpr Field kTriggerFields[] = {renamed(kRequiredShape, "collider"), kCollisionFilter};

constexpr Field kNodeFields[] = {
    {.key = Key::Motion, .name = "motion", .type = FieldType::Object, .about = "Lets the simulation move the node.",
     .absent = "not a body", .table = &kMotion},
    {.key = Key::Collider, .name = "collider", .type = FieldType::Object, .about = "A solid shape.",
     .absent = "not solid", .table = &kCollider},
    {.key = Key::Trigger, .name = "trigger", .type = FieldType::Object, .about = "A shape that reports overlaps.",
     .absent = "reports nothing", .table = &kTrigger},
    {.key = Key::Joint, .name = "joint", .type = FieldType::Object, .about = "A connection to another node.",
     .absent = "not joined", .table = &kJoint},
};

constexpr Field kJointDescriptionFields[] = {
    {.key = Key::Limits, .name = "limits", .type = FieldType::Objects, .about = "Limits of the relative pose.",
     .absent = "none", .table = &kLimit},
    kMaterialName,
};

constexpr Field kRootFields[] = {
    {.key = Key::PhysicsMaterials, .name = "physicsMaterials", .type = FieldType::Objects,
     .about = "Materials that colliders name by index.", .absent = "none", .table = &kMaterial},
    {.key = Key::CollisionFilters, .name = "collisionFilters", .type = FieldType::Objects,
     .about = "Filters that colliders and triggers name by index.", .absent = "none", .table = &kFilter},
    {.key = Key::PhysicsJoints, .name = "physicsJointLimits", .type = FieldType::Objects,
     .about = "Limits that joints name by index.", .absent = "none", .table = &kJointDescription},
};

}  // namespace

const Table kRoot = {kExtension, "MSFT_rigid_bodies", "/extensions/MSFT_rigid_bodies", kDocument,
    "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/MSFT_rigid_bodies", kDocument,
    "glTF Schema Updates", kNodeFields};
const Table kMotion = {kExtension, "motion", "/nodes/*/extensions/MSFT_rigid_bodies/motion", kDocument,
    "Rigid Bodies", kEarlyMotionFields};
const Table kCollider = {kExtension, "collider", "/nodes/*/extensions/MSFT_rigid_bodies/collider", kDocument,
    "Colliders", kColliderFields};
const Table kTrigger = {kExtension, "trigger", "/nodes/*/extensions/MSFT_rigid_bodies/trigger", kDocument,
    "Triggers", kTriggerFields};
const Table kJoint = {kExtension, "joint", "/nodes/*/extensions/MSFT_rigid_bodies/joint", kDocument,
    "Joints", kEarlyJointFields};
const Table kMaterial = {kExtension, "physics material", "/extensions/MSFT_rigid_bodies/physicsMaterials/*", kDocument,
    "Collision Response", kEarlyMaterialFields};
const Table kFilter = {kExtension, "collision filter", "/extensions/MSFT_rigid_bodies/collisionFilters/*", kDocument,
    "Collision Filtering", kFilterFields};
const Table kJointDescription = {kExtension, "joint limits", "/extensions/MSFT_rigid_bodies/physicsJointLimits/*", kDocument,
    "Joints", kJointDescriptionFields};
const Table kLimit = {kExtension, "joint limit", "/extensions/MSFT_rigid_bodies/physicsJointLimits/*/limits/*", kDocument,
    "Joints", kEarlyLimitFields};
// clang-format on

}  // namespace carom::dialect::msft_rigid_bodies
