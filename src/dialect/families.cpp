#include "dialect/families.hpp"

#include "dialect/khr_collision_shapes/tables.hpp"
#include "dialect/khr_implicit_shapes/tables.hpp"
#include "dialect/khr_physics_rigid_bodies/tables.hpp"
#include "dialect/khr_rigid_bodies/tables.hpp"
#include "dialect/msft_collision_primitives/tables.hpp"
#include "dialect/msft_rigid_bodies/tables.hpp"

namespace carom::dialect {

namespace {

namespace khr = khr_physics_rigid_bodies;
namespace early = khr_rigid_bodies;
namespace msft = msft_rigid_bodies;
namespace implicit = khr_implicit_shapes;
namespace collision = khr_collision_shapes;
namespace primitives = msft_collision_primitives;

constexpr RigidBodyFamily kRigidBodyFamilies[] = {
    {khr::kExtension, &khr::kRoot, &khr::kNode, &khr::kMotion, &khr::kCollider, &khr::kGeometry,
     &khr::kTrigger, &khr::kJoint, &khr::kMaterial, &khr::kFilter, &khr::kJointDescription, &khr::kLimit,
     &khr::kDrive},
    {early::kExtension, &early::kRoot, &early::kNode, &early::kMotion, &early::kCollider, nullptr,
     &early::kTrigger, &early::kJoint, &early::kMaterial, &early::kFilter, &early::kJointDescription,
     &early::kLimit, nullptr},
    {msft::kExtension, &msft::kRoot, &msft::kNode, &msft::kMotion, &msft::kCollider, nullptr, &msft::kTrigger,
     &msft::kJoint, &msft::kMaterial, &msft::kFilter, &msft::kJointDescription, &msft::kLimit, nullptr},
};

constexpr ShapeFamily kShapeFamilies[] = {
    {implicit::kExtension, Target::ImplicitShape, &implicit::kRoot, &implicit::kShape, nullptr},
    {collision::kExtension, Target::CollisionShape, &collision::kRoot, &collision::kShape,
     &collision::kShapeExtension},
    {primitives::kExtension, Target::CollisionShape, &primitives::kRoot, &primitives::kShape, nullptr},
};

constexpr UnreadFamily kUnreadFamilies[] = {
    {"OMI_physics_body", "bodies, colliders and triggers"},
    {"OMI_physics_shape", "shapes"},
    {"OMI_physics_joint", "joints"},
    {"OMI_collider", "colliders"},
    {"OMI_physics_gravity", "gravity volumes"},
    {"OMI_vehicle_body", "vehicles"},
    {"OMI_vehicle_wheel", "wheels"},
    {"OMI_vehicle_thruster", "thrusters"},
    {"OMI_vehicle_hover_thruster", "hover thrusters"},
    {"MSFT_physics", "the first physics proposal"},
};

const Table* const kAllTables[] = {
    &khr::kRoot,
    &khr::kNode,
    &khr::kMotion,
    &khr::kCollider,
    &khr::kGeometry,
    &khr::kMaterial,
    &khr::kFilter,
    &khr::kTrigger,
    &khr::kJoint,
    &khr::kJointDescription,
    &khr::kLimit,
    &khr::kDrive,
    &implicit::kRoot,
    &implicit::kShape,
    &implicit::kPlane,
    &implicit::kSphere,
    &implicit::kBox,
    &implicit::kCapsule,
    &implicit::kCylinder,
    &collision::kRoot,
    &collision::kShape,
    &collision::kSphere,
    &collision::kBox,
    &collision::kCapsule,
    &collision::kCylinder,
    &collision::kConvex,
    &collision::kTrimesh,
    &collision::kMesh,
    &collision::kShapeExtension,
    &early::kRoot,
    &early::kNode,
    &early::kMotion,
    &early::kCollider,
    &early::kMaterial,
    &early::kFilter,
    &early::kTrigger,
    &early::kJoint,
    &early::kJointDescription,
    &early::kLimit,
    &msft::kRoot,
    &msft::kNode,
    &msft::kMotion,
    &msft::kCollider,
    &msft::kMaterial,
    &msft::kFilter,
    &msft::kTrigger,
    &msft::kJoint,
    &msft::kJointDescription,
    &msft::kLimit,
    &primitives::kRoot,
    &primitives::kShape,
    &primitives::kSphere,
    &primitives::kBox,
    &primitives::kCapsule,
    &primitives::kCylinder,
    &primitives::kConvex,
    &primitives::kTrimesh,
};

}  // namespace

std::span<const RigidBodyFamily> rigidBodyFamilies() {
  return kRigidBodyFamilies;
}
std::span<const ShapeFamily> shapeFamilies() {
  return kShapeFamilies;
}
std::span<const UnreadFamily> unreadFamilies() {
  return kUnreadFamilies;
}
std::span<const Table* const> allTables() {
  return kAllTables;
}

}  // namespace carom::dialect
