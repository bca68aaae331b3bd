// Features of the format itself, of materials and of filters.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

#include "validate/profiles/feature.hpp"

namespace carom::validate::profiles {

namespace {

bool hasDialect(const Subject& subject, std::string_view id) {
  const auto& ids = subject.scene.dialects;
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// One use for each of these dialects that the file has.
std::vector<Use> dialects(const Subject& subject, std::initializer_list<std::string_view> ids) {
  std::vector<Use> uses;
  for (const std::string_view id : ids) {
    if (hasDialect(subject, id)) uses.push_back({"", "the dialect " + std::string(id)});
  }
  return uses;
}

template <class Items>
std::vector<Use> onNodes(const Subject& subject, const Items& items) {
  std::vector<Use> uses;
  for (const auto& item : items) uses.push_back({item.origin.pointer, subject.nodeText(item.node)});
  return uses;
}

/// The places of bodies, colliders, triggers and joints.
std::vector<Use> physics(const Subject& subject) {
  std::vector<Use> uses = onNodes(subject, subject.scene.motions);
  for (const auto& more : {onNodes(subject, subject.scene.colliders),
                           onNodes(subject, subject.scene.triggers), onNodes(subject, subject.scene.joints)})
    uses.insert(uses.end(), more.begin(), more.end());
  return uses;
}

/// Materials that the colliders have, each once.
std::vector<Use> materials(const Subject& subject, bool (*wanted)(const Material&)) {
  std::vector<Use> uses;
  for (std::size_t i = 0; i < subject.scene.materials.size(); ++i) {
    const Material& material = subject.scene.materials[i];
    if (wanted(material)) uses.push_back({material.origin.pointer, "material " + std::to_string(i)});
  }
  return uses;
}

/// The modes written for friction and for restitution, and whether one of the two differs between materials.
std::vector<Use> mixedCombines(const Subject& subject) {
  std::map<CombineMode, const Material*> friction, restitution;
  for (const Material& material : subject.scene.materials) {
    if (material.friction_combine) friction.emplace(*material.friction_combine, &material);
    if (material.restitution_combine) restitution.emplace(*material.restitution_combine, &material);
  }
  std::vector<Use> uses;
  for (const auto* modes : {&friction, &restitution}) {
    if (modes->size() < 2) continue;
    uses.push_back({modes->rbegin()->second->origin.pointer,
                    modes == &friction ? "materials of different friction modes"
                                       : "materials of different restitution modes"});
  }
  return uses;
}

std::vector<Use> systems(const Subject& subject) {
  std::set<std::string_view> names;
  for (const CollisionFilter& filter : subject.scene.filters) {
    names.insert(filter.collision_systems.begin(), filter.collision_systems.end());
    for (const auto* list : {&filter.collide_with_systems, &filter.not_collide_with_systems}) {
      if (*list) names.insert((*list)->begin(), (*list)->end());
    }
  }
  if (names.empty()) return {};
  return {{subject.scene.filters.front().origin.pointer,
           names.size() == 1 ? "1 system" : std::to_string(names.size()) + " systems",
           static_cast<double>(names.size())}};
}

/// Bodies whose colliders have different filters.
std::vector<Use> filtersOfBody(const Subject& subject) {
  std::vector<Use> uses;
  for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
    std::set<std::int32_t> filters;
    for (const std::int32_t collider : subject.bodies[i].colliders)
      filters.insert(subject.scene.colliders[collider].filter);
    const Motion& motion = subject.scene.motions[i];
    if (filters.size() > 1) uses.push_back({motion.origin.pointer, subject.nodeText(motion.node)});
  }
  return uses;
}

/// Colliders without a filter, where others have one.
std::vector<Use> unfiltered(const Subject& subject) {
  std::vector<Use> uses;
  bool any = false;
  for (const Collider& collider : subject.scene.colliders) {
    any = any || collider.filter >= 0;
    if (collider.filter < 0) uses.push_back({collider.origin.pointer, subject.nodeText(collider.node)});
  }
  return any ? uses : std::vector<Use>();
}

std::vector<Use> vehicles(const Subject& subject) {
  std::vector<Use> uses = onNodes(subject, subject.scene.vehicles);
  for (const auto& more : {onNodes(subject, subject.scene.wheels), onNodes(subject, subject.scene.thrusters)})
    uses.insert(uses.end(), more.begin(), more.end());
  return uses;
}

}  // namespace

const Feature kNoRootExtensions{"physics in a file without top-level extensions", [](const Subject& s) {
                                  return s.asset.root().find("extensions") ? std::vector<Use>() : physics(s);
                                }};
const Feature kKhronosBodies{"Khronos' bodies and shapes", [](const Subject& s) {
                               return dialects(s, {"khr", "khr-2025"});
                             }};
const Feature kEarlierDraft{
    "drafts of Khronos' extension before October 2024", [](const Subject& s) {
      return dialects(s, {"khr-2024-07", "khr-2024-06", "khr-2024", "khr-2023", "msft-2023"});
    }};
const Feature kOmiBodies{
    "OMI's bodies and shapes", [](const Subject& s) {
      return dialects(s, {"omi", "omi-2024", "omi-2023-body", "omi-2023-flat", "omi-collider"});
    }};
const Feature kOmiJoints{"OMI's joints", [](const Subject& s) {
                           std::vector<Use> uses = onNodes(s, s.scene.joints);
                           std::erase_if(uses, [](const Use& use) {
                             return use.pointer.find("OMI_physics_joint") == std::string::npos;
                           });
                           return uses;
                         }};
const Feature kVehicles{"vehicles, wheels and thrusters", vehicles};
const Feature kGravity{"gravity of the file", [](const Subject& s) {
                         std::vector<Use> uses = onNodes(s, s.scene.gravity_volumes);
                         if (s.scene.gravity)
                           uses.push_back({s.scene.gravity->origin.pointer, "the world's gravity"});
                         return uses;
                       }};
const Feature kBehavior{
    "interactivity (KHR_interactivity)", [](const Subject& s) {
      if (!s.scene.behavior) return std::vector<Use>();
      return std::vector<Use>{{"/extensions/KHR_interactivity", "the file's behavior graph"}};
    }};
const Feature kValueAnimation{"animated values (KHR_animation_pointer)", [](const Subject& s) {
                                std::vector<Use> uses;
                                for (const PointerAnimation& animation : s.scene.pointer_animations) {
                                  if (animation.target.find("KHR_physics_rigid_bodies") == std::string::npos)
                                    continue;
                                  uses.push_back({animation.pointer, "the animation of " + animation.target});
                                }
                                return uses;
                              }};
const Feature kTwoFrictions{
    "materials whose two frictions differ", [](const Subject& s) {
      return materials(s, [](const Material& m) { return m.static_friction != m.dynamic_friction; });
    }};
const Feature kMixedCombines{"materials of different combine modes", mixedCombines};
const Feature kNoCombine{
    "materials without combine modes", [](const Subject& s) {
      return materials(s, [](const Material& m) { return !m.friction_combine || !m.restitution_combine; });
    }};
const Feature kSystems{"collision systems", systems};
const Feature kFilterOfBody{"bodies of several filters", filtersOfBody};
const Feature kUnfiltered{"colliders without a filter beside filtered ones", unfiltered};

std::span<const Feature* const> allFeatures() {
  static constexpr const Feature* kFeatures[] = {
      &kNoRootExtensions,  &kKhronosBodies,      &kGeometryNode,      &kGeometryMesh,   &kEarlierDraft,
      &kOmiBodies,         &kOmiJoints,          &kVehicles,          &kGravity,        &kBehavior,
      &kValueAnimation,    &kRoundShapes,        &kTaperedShapes,     &kPlanes,         &kMovingMeshes,
      &kUnevenScale,       &kSkinnedGeometry,    &kMorphedGeometry,   &kInfiniteMass,   &kNoMass,
      &kInertia,           &kInfiniteInertia,    &kTurnedVelocity,    &kScaledVelocity, &kScaledCenter,
      &kGravityFactor,     &kNestedBodies,       &kKinematicVelocity, &kSpin,           &kAnimatedBodies,
      &kTwoFrictions,      &kMixedCombines,      &kNoCombine,         &kSystems,        &kFilterOfBody,
      &kUnfiltered,        &kTriggers,           &kCompoundTriggers,  &kWorldJoints,    &kRadialLimits,
      &kBallLimits,        &kConeLimits,         &kWholeAngleLimits,  &kSoftLimits,     &kSoftLocks,
      &kAngularSoftLimits, &kAccelerationDrives, &kForcelessDrives,   &kAngularDrives,  &kFastAngularDrives,
  };
  return kFeatures;
}

}  // namespace carom::validate::profiles
