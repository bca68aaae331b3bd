#include "dialect/families/families.hpp"

#include <algorithm>

#include "dialect/families/gltf_shapes/tables.hpp"
#include "dialect/families/khr_collision_shapes/tables.hpp"
#include "dialect/families/khr_implicit_shapes/tables.hpp"
#include "dialect/families/khr_physics_rigid_bodies/tables.hpp"
#include "dialect/families/khr_rigid_bodies/tables.hpp"
#include "dialect/families/msft_collision_primitives/tables.hpp"
#include "dialect/families/msft_rigid_bodies/tables.hpp"
#include "dialect/families/omi_collider/tables.hpp"
#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/families/omi_physics_gravity/tables.hpp"
#include "dialect/families/omi_physics_joint/tables.hpp"
#include "dialect/families/omi_physics_shape/tables.hpp"
#include "dialect/families/omi_seat/tables.hpp"
#include "dialect/families/omi_spawn_point/tables.hpp"
#include "dialect/families/omi_vehicle_body/tables.hpp"
#include "dialect/families/omi_vehicle_hover_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_thruster/tables.hpp"
#include "dialect/families/omi_vehicle_wheel/tables.hpp"

namespace carom::dialect {

namespace {

namespace khr = khr_physics_rigid_bodies;
namespace early = khr_rigid_bodies;
namespace msft = msft_rigid_bodies;
namespace implicit = khr_implicit_shapes;
namespace collision = khr_collision_shapes;
namespace primitives = msft_collision_primitives;
namespace core = gltf_shapes;
namespace body = omi_physics_body;
namespace shape = omi_physics_shape;
namespace joint = omi_physics_joint;
namespace collider = omi_collider;
namespace gravity = omi_physics_gravity;
namespace seat = omi_seat;
namespace vehicle = omi_vehicle_body;
namespace wheel = omi_vehicle_wheel;
namespace thruster = omi_vehicle_thruster;
namespace hover = omi_vehicle_hover_thruster;

constexpr RigidBodyFamily kRigidBodyFamilies[] = {
    {khr::kExtension, &khr::kRoot, &khr::kNode, &khr::kMotion, &khr::kCollider, &khr::kGeometry,
     &khr::kTrigger, &khr::kJoint, &khr::kMaterial, &khr::kFilter, &khr::kJointDescription, &khr::kLimit,
     &khr::kDrive},
    {early::kExtension, &early::kRoot, &early::kNode, &early::kMotion, &early::kCollider, nullptr,
     &early::kTrigger, &early::kJoint, &early::kMaterial, &early::kFilter, &early::kJointDescription,
     &early::kLimit, nullptr},
    {msft::kExtension, &msft::kRoot, &msft::kNode, &msft::kMotion, &msft::kCollider, nullptr, &msft::kTrigger,
     &msft::kJoint, &msft::kMaterial, &msft::kFilter, &msft::kJointDescription, &msft::kLimit, nullptr},
    {body::kExtension, &body::kRoot, &body::kNode, &body::kMotion, &body::kCollider, nullptr, &body::kTrigger,
     nullptr, &body::kMaterial, &body::kFilter, nullptr, nullptr, nullptr, true},
};

constexpr RigidBodyFamily kOmiJointFamily = {joint::kExtension,
                                             &joint::kRoot,
                                             nullptr,
                                             nullptr,
                                             nullptr,
                                             nullptr,
                                             nullptr,
                                             &joint::kNode,
                                             nullptr,
                                             nullptr,
                                             &joint::kJointDescription,
                                             &joint::kLimit,
                                             &joint::kDrive,
                                             true};

constexpr ShapeFamily kShapeFamilies[] = {
    {implicit::kExtension, Target::ImplicitShape, &implicit::kRoot, &implicit::kShape, nullptr},
    {collision::kExtension, Target::CollisionShape, &collision::kRoot, &collision::kShape,
     &collision::kShapeExtension},
    {primitives::kExtension, Target::CollisionShape, &primitives::kRoot, &primitives::kShape, nullptr},
    {core::kExtension, Target::ImplicitShape, nullptr, &core::kShape, nullptr},
    {shape::kExtension, Target::OmiShape, &shape::kRoot, &shape::kShape, nullptr, &shape::kFlatShape,
     CapsuleHeight::Revision},
    {collider::kExtension, Target::OmiCollider, &collider::kRoot, nullptr, nullptr, &collider::kCollider,
     CapsuleHeight::Full},
};

constexpr std::string_view kCompanions[] = {vehicle::kExtension, wheel::kExtension, thruster::kExtension,
                                            hover::kExtension,   seat::kExtension,  gravity::kExtension};

constexpr UnreadFamily kUnreadFamilies[] = {
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
    &body::kRoot,
    &body::kNode,
    &body::kMotion,
    &body::kCollider,
    &body::kTrigger,
    &body::kMaterial,
    &body::kFilter,
    &body::kTypedBody,
    &shape::kRoot,
    &shape::kNode,
    &shape::kShape,
    &shape::kSphere,
    &shape::kBox,
    &shape::kCapsule,
    &shape::kCylinder,
    &shape::kConvex,
    &shape::kTrimesh,
    &shape::kFlatShape,
    &joint::kRoot,
    &joint::kNode,
    &joint::kJointDescription,
    &joint::kLimit,
    &joint::kDrive,
    &joint::kConstraint,
    &joint::kConstraintNode,
    &collider::kRoot,
    &collider::kNode,
    &collider::kCollider,
    &vehicle::kVehicle,
    &wheel::kRoot,
    &wheel::kNode,
    &wheel::kWheel,
    &wheel::kWheelV1,
    &thruster::kRoot,
    &thruster::kNode,
    &thruster::kThruster,
    &hover::kRoot,
    &hover::kNode,
    &hover::kThruster,
    &seat::kSeat,
    &omi_spawn_point::kSpawnPoint,
    &gravity::kRoot,
    &gravity::kVolume,
    &gravity::kDirectional,
    &gravity::kPoint,
    &gravity::kDisc,
    &gravity::kTorus,
    &gravity::kLine,
    &gravity::kShaped,
    &core::kShape,
    &core::kSphere,
    &core::kBox,
    &core::kCapsule,
    &core::kCylinder,
    &core::kPlane,
};

}  // namespace

std::span<const RigidBodyFamily> rigidBodyFamilies() {
  return kRigidBodyFamilies;
}
const RigidBodyFamily& omiJointFamily() {
  return kOmiJointFamily;
}
bool isPhysicsExtension(std::string_view extension) {
  const auto named = [extension](const auto& family) { return family.extension == extension; };
  return std::any_of(std::begin(kRigidBodyFamilies), std::end(kRigidBodyFamilies), named) ||
         std::any_of(std::begin(kShapeFamilies), std::end(kShapeFamilies), named) ||
         extension == joint::kExtension || isCompanion(extension);
}
std::span<const std::string_view> companionExtensions() {
  return kCompanions;
}
bool isCompanion(std::string_view extension) {
  return std::find(std::begin(kCompanions), std::end(kCompanions), extension) != std::end(kCompanions);
}
std::string_view physicsExtensionIn(std::string_view pointer) {
  constexpr std::string_view kBefore = "/extensions/";
  const std::size_t at = pointer.find(kBefore);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = pointer.substr(at + kBefore.size());
  const std::string_view name = rest.substr(0, rest.find('/'));
  return isPhysicsExtension(name) ? name : std::string_view();
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
