#include "dialect/families/khr_physics_rigid_bodies/tables.hpp"

#include "dialect/tables/rigid_body_fields.hpp"

namespace carom::dialect::khr_physics_rigid_bodies {

namespace {

constexpr std::string_view kDocument = "KHR_physics_rigid_bodies";

// clang-format off

constexpr Field kMotionFields[] = {
    kIsKinematic, kMass, kCenterOfMass, kInertiaDiagonal, kInertiaOrientation, kLinearVelocity, kAngularVelocity,
    kGravityFactor,
};

constexpr Field kGeometryField = {
    .key = Key::Geometry, .name = "geometry", .type = FieldType::Object, .about = "The shape.",
    .absent = "`shape` must be given", .table = &kGeometry, .dialects = "khr, khr-2025", .section = "Geometry"};
constexpr std::string_view kDirectShape = "khr-2024, khr-2024-06, khr-2024-07; still in an example of the current text";

constexpr Field kColliderFields[] = {
    kGeometryField,
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index, .about = "Index of the shape.",
     .absent = "`geometry` must be given", .target = Target::CollisionShape, .dialects = kDirectShape},
    kPhysicsMaterial,
    kCollisionFilter,
};

constexpr Field kGeometryFields[] = {
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index,
     .about = "An implicit shape. Exactly one of shape, mesh and node.", .absent = "mesh or node is given",
     .target = Target::ImplicitShape},
    {.key = Key::Mesh, .name = "mesh", .type = FieldType::Index, .about = "A mesh, in the collider node's own space.",
     .absent = "shape or node is given", .target = Target::Mesh, .dialects = "khr"},
    {.key = Key::Node, .name = "node", .type = FieldType::Index,
     .about = "The meshes of a node and its descendants, relative to that node, with its skin and morph weights.",
     .absent = "shape or mesh is given", .target = Target::Node, .dialects = "khr-2025"},
    {.key = Key::ConvexHull, .name = "convexHull", .type = FieldType::Boolean,
     .about = "Use the convex hull instead of the triangles. No effect on implicit shapes, which are convex.",
     .fallback = 0},
};

constexpr Field kTriggerFields[] = {
    kGeometryField,
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index, .about = "Index of the shape.",
     .absent = "geometry or nodes is given", .target = Target::CollisionShape,
     .dialects = "khr-2024, khr-2024-06, khr-2024-07"},
    {.key = Key::Nodes, .name = "nodes", .type = FieldType::Indices,
     .about = "Compound only: descendant nodes whose triggers act as one.", .absent = "not a compound",
     .target = Target::Node},
    kCollisionFilter,
};

constexpr Field kJointFields[] = {kConnectedNode, kJointIndex, kEnableCollision};

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

constexpr Field kLimitFields[] = {
    kLinearAxes, kAngularAxes, kLimitMinimum, kLimitMaximum, kLimitStiffness, kLimitDamping,
};

constexpr Field kJointDescriptionFields[] = {
    {.key = Key::Limits, .name = "limits", .type = FieldType::Objects, .about = "Limits of the relative pose.",
     .absent = "none", .table = &kLimit},
    {.key = Key::Drives, .name = "drives", .type = FieldType::Objects, .about = "Drives of the relative pose.",
     .absent = "none", .table = &kDrive},
    kMaterialName,
};

constexpr Field kRootFields[] = {
    {.key = Key::PhysicsMaterials, .name = "physicsMaterials", .type = FieldType::Objects,
     .about = "Materials that colliders name by index.", .absent = "none", .table = &kMaterial,
     .section = "Physics Materials"},
    {.key = Key::CollisionFilters, .name = "collisionFilters", .type = FieldType::Objects,
     .about = "Filters that colliders and triggers name by index.", .absent = "none", .table = &kFilter,
     .section = "Collision Filtering"},
    {.key = Key::PhysicsJoints, .name = "physicsJoints", .type = FieldType::Objects,
     .about = "Limits and drives that joints name by index.", .absent = "none", .table = &kJointDescription,
     .section = "Joints"},
};

}  // namespace

const Table kRoot = {kExtension, "KHR_physics_rigid_bodies", "/extensions/KHR_physics_rigid_bodies", kDocument,
                     "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/KHR_physics_rigid_bodies", kDocument,
                     "Adding Rigid Body Properties to Nodes", kNodeFields};
const Table kMotion = {kExtension, "motion", "/nodes/*/extensions/KHR_physics_rigid_bodies/motion", kDocument,
                       "Motions", kMotionFields};
const Table kCollider = {kExtension, "collider", "/nodes/*/extensions/KHR_physics_rigid_bodies/collider", kDocument,
                         "Colliders", kColliderFields};
const Table kGeometry = {kExtension, "geometry", "/nodes/*/extensions/KHR_physics_rigid_bodies/collider/geometry",
                         kDocument, "Geometry", kGeometryFields};
const Table kTrigger = {kExtension, "trigger", "/nodes/*/extensions/KHR_physics_rigid_bodies/trigger", kDocument,
                        "Triggers", kTriggerFields};
const Table kJoint = {kExtension, "joint", "/nodes/*/extensions/KHR_physics_rigid_bodies/joint", kDocument, "Joints",
                      kJointFields};
const Table kMaterial = {kExtension, "physics material", "/extensions/KHR_physics_rigid_bodies/physicsMaterials/*",
                         kDocument, "Physics Materials", kMaterialFields};
const Table kFilter = {kExtension, "collision filter", "/extensions/KHR_physics_rigid_bodies/collisionFilters/*",
                       kDocument, "Collision Filtering", kFilterFields};
const Table kJointDescription = {kExtension, "physics joint", "/extensions/KHR_physics_rigid_bodies/physicsJoints/*",
                                 kDocument, "Joints", kJointDescriptionFields};
const Table kLimit = {kExtension, "joint limit", "/extensions/KHR_physics_rigid_bodies/physicsJoints/*/limits/*",
                      kDocument, "Joints", kLimitFields};
const Table kDrive = {kExtension, "joint drive", "/extensions/KHR_physics_rigid_bodies/physicsJoints/*/drives/*",
                      kDocument, "Joints", kDriveFields};
// clang-format on

}  // namespace carom::dialect::khr_physics_rigid_bodies
