// Materials and collision filters of a family's root object.
#include <algorithm>

#include "base/compact_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/read/reading.hpp"

namespace carom::dialect {

namespace {

/// OMI: "average" is the default. The Khronos family has none, and its rule asks which mode either material
/// uses.
std::optional<CombineMode> combineMode(const RigidBodyFamily& family, const Record& record, Key key) {
  // The tables list the modes in CombineMode's order.
  const int choice = record.choice(key);
  if (choice >= 0) return static_cast<CombineMode>(choice);
  return family.omi ? std::optional(CombineMode::Average) : std::nullopt;
}

void hintRepeated(Reading& reading, const Record& record, Key key) {
  const json::Value array = record.value(key);
  std::vector<std::string_view> names;
  names.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) names.push_back(array[i].string());
  compactSort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) == names.end()) return;
  reading.diagnostics.hint(codes::kPhysicsUnusual, array.pointer(),
                           "a collision system is listed more than once");
}

CollisionFilter readFilter(Reading& reading, const RigidBodyFamily& family, json::Value object) {
  CollisionFilter filter;
  const Record record = readRecord(*family.filter, object, reading.context);
  if (!record.isObject()) return filter;
  filter.origin = record.origin();
  filter.collision_systems = record.strings(Key::CollisionSystems);
  if (record.has(Key::CollideWithSystems))
    filter.collide_with_systems = record.strings(Key::CollideWithSystems);
  if (record.has(Key::NotCollideWithSystems)) {
    filter.not_collide_with_systems = record.strings(Key::NotCollideWithSystems);
  }
  for (const Key key : {Key::CollisionSystems, Key::CollideWithSystems, Key::NotCollideWithSystems}) {
    hintRepeated(reading, record, key);
    if (!record.has(key) || record.value(key).size() > 0) continue;
    if (key == Key::CollideWithSystems && family.omi) {
      // OMI: "If not specified, the default value is an empty array", and only a list that is not empty
      // restricts.
      filter.collide_with_systems.reset();
    }
    if (key == Key::NotCollideWithSystems && family.omi) filter.not_collide_with_systems.reset();
    if (key == Key::CollideWithSystems && !family.omi) {
      reading.diagnostics.warning(codes::kPhysicsEmpty, record.pointer(key),
                                  "'collideWithSystems' is empty, so the collider collides with nothing");
    } else {
      reading.diagnostics.hint(codes::kPhysicsEmpty, record.pointer(key),
                               joined("'", record.name(key), "' is empty; omit it"));
    }
  }
  if (record.wrote(Key::CollideWithSystems) && record.wrote(Key::NotCollideWithSystems)) {
    reading.diagnostics.error(codes::kPhysicsConflict, record.pointer(),
                              "a collision filter must not have both 'collideWithSystems' and "
                              "'notCollideWithSystems'");
  }
  return filter;
}

Material readMaterial(Reading& reading, const RigidBodyFamily& family, json::Value object) {
  Material material;
  const Record record = readRecord(*family.material, object, reading.context);
  if (!record.isObject()) return material;
  material.static_friction = record.number(Key::StaticFriction);
  material.dynamic_friction = record.number(Key::DynamicFriction);
  material.restitution = record.number(Key::Restitution);
  material.friction_combine = combineMode(family, record, Key::FrictionCombine);
  material.restitution_combine = combineMode(family, record, Key::RestitutionCombine);
  material.origin = record.origin();
  if (material.restitution > 1) {
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(Key::Restitution),
        "a 'restitution' above 1 makes impacts gain energy: bodies may come to any speed");
  }
  const bool both = record.has(Key::StaticFriction) && record.has(Key::DynamicFriction);
  if (both && material.dynamic_friction > material.static_friction) {
    reading.diagnostics.hint(
        codes::kPhysicsUnusual, record.pointer(Key::DynamicFriction),
        "'dynamicFriction' is larger than 'staticFriction'; real surfaces do not behave so");
  }
  return material;
}

}  // namespace

void readMaterials(Reading& reading, const RigidBodyFamily& family, json::Value array) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    reading.scene.materials.push_back(readMaterial(reading, family, array[i]));
  }
}

void readFilters(Reading& reading, const RigidBodyFamily& family, json::Value array) {
  for (std::size_t i = 0; i < array.size(); ++i) {
    reading.scene.filters.push_back(readFilter(reading, family, array[i]));
  }
}

ResourceBase readResources(Reading& reading, const RigidBodyFamily& family) {
  const ResourceBase base{static_cast<std::int32_t>(reading.scene.materials.size()),
                          static_cast<std::int32_t>(reading.scene.filters.size()),
                          static_cast<std::int32_t>(reading.scene.joint_descriptions.size())};
  json::Value materials, filters, joints;
  const json::Value object = gltf::Asset::extension(reading.asset.root(), family.extension);
  if (family.root && object) {
    const Record root = readRecord(*family.root, object, reading.context);
    materials = root.value(Key::PhysicsMaterials);
    filters = root.value(Key::CollisionFilters);
    joints = root.value(Key::PhysicsJoints);
  }
  readMaterials(reading, family, materials);
  readFilters(reading, family, filters);
  readJointDescriptions(reading, family, joints);
  reading.context.setCount(Target::Material, materials.size());
  reading.context.setCount(Target::Filter, filters.size());
  reading.context.setCount(Target::Joint, joints.size());
  return base;
}

}  // namespace carom::dialect
