#include "validate/rules/structure/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kUndeclaredExtension{
    "UNDECLARED_EXTENSION", RuleFamily::Structure, Grade::Error, false,
    "An extension is used and not listed in extensionsUsed: readers skip it. `carom fix` adds it.",
    "glTF 2.0, Specifying Extensions",
    "",
    R"(no extensionsUsed)",
    R"("extensionsUsed": ["KHR_physics_rigid_bodies"])"};
const Rule kPhysicsExtensionUnused{
    "PHYSICS_EXTENSION_UNUSED", RuleFamily::Structure, Grade::Information, false,
    "A physics extension is listed in extensionsUsed and used nowhere. `carom fix` removes it.",
    "glTF 2.0, Specifying Extensions",
    "",
    R"("extensionsUsed": ["KHR_implicit_shapes"] without shapes)",
    R"(no such entry)"};
const Rule kUnusedExtensionRequired{
    "UNUSED_EXTENSION_REQUIRED", RuleFamily::Structure, Grade::Error, false,
    "An extension is in extensionsRequired and not in extensionsUsed.",
    "glTF 2.0, Specifying Extensions",
    "",
    R"("extensionsRequired": ["KHR_implicit_shapes"])",
    R"(the same in "extensionsUsed")"};
const Rule kGltfExtensionUnknown{
    "GLTF_EXTENSION_UNKNOWN", RuleFamily::Structure, Grade::Warning, true,
    "The file requires an extension that Carom does not know; what it adds is ignored.",
    "glTF 2.0, Specifying Extensions",
    "",
    R"("extensionsRequired": ["ACME_rubber"])",
    R"(no such entry)"};
const Rule kGltfExtensionUnsupported{
    "GLTF_EXTENSION_UNSUPPORTED", RuleFamily::Structure, Grade::Error, true,
    "A collider needs a mesh whose vertices only an extension that Carom does not know could have.",
    "glTF 2.0, Specifying Extensions",
    "",
    "",
    ""};
const Rule kPhysicsDialectsMixed{
    "PHYSICS_DIALECTS_MIXED", RuleFamily::Structure, Grade::Warning, false,
    "The file is written in several revisions of one extension: readers of one revision miss the other part. "
    "`carom convert --to khr` (or omi) makes it one.",
    "KHR_physics_rigid_bodies, glTF Schema Updates",
    "",
    R"(a collider with geometry.mesh and one with geometry.node)",
    R"(geometry.mesh in both)"};
const Rule kPhysicsDialectOld{
    "PHYSICS_DIALECT_OLD", RuleFamily::Structure, Grade::Information, false,
    "The file is written in a draft that current readers do not know. `carom convert --to khr` (or omi) "
    "brings it up to date.",
    "KHR_physics_rigid_bodies, Status",
    "",
    R"(KHR_rigid_bodies)",
    R"(KHR_physics_rigid_bodies)"};
const Rule kPhysicsFamilyIgnored{
    "PHYSICS_FAMILY_IGNORED", RuleFamily::Structure, Grade::Warning, true,
    "A node has two extensions for the same thing. The newer counts before the older, and Khronos' before "
    "OMI's; other readers may apply both. Keep them alike.",
    "docs/dialects.md",
    "",
    R"(KHR_physics_rigid_bodies and OMI_physics_body on one node)",
    R"(one of them)"};
const Rule kPhysicsFamilyUnread{
    "PHYSICS_FAMILY_UNREAD", RuleFamily::Structure, Grade::Warning, true,
    "An extension that is recognised and not read, or whose name is nearly that of one that is.",
    "docs/dialects.md",
    "",
    R"(KHR_physics_rigid_body)",
    R"(KHR_physics_rigid_bodies)"};
const Rule kUnusedObject{
    "UNUSED_OBJECT", RuleFamily::Structure, Grade::Information, false,
    "Nothing uses this shape, material, filter or joint. Remove it (`carom fix`), or use it.",
    "glTF 2.0, Specifying Extensions",
    "",
    R"(three shapes, the last named by nothing)",
    R"(two shapes)"};
const Rule kPhysicsDuplicate{
    "PHYSICS_DUPLICATE", RuleFamily::Structure, Grade::Hint, false,
    "Two shapes or materials say the same. One is enough; `carom fix` merges them.",
    "KHR_physics_rigid_bodies, Physics Materials",
    "",
    R"("physicsMaterials": [{"restitution": 1}, {"restitution": 1}])",
    R"("physicsMaterials": [{"restitution": 1}])"};
const Rule kPhysicsOutsideScene{
    "PHYSICS_OUTSIDE_SCENE", RuleFamily::Structure, Grade::Warning, true,
    "Physics on a node that is not in the scene that is shown: it is not simulated. Add the node to the "
    "scene.",
    "glTF 2.0, Scenes",
    "",
    R"("scenes": [{"nodes": [0]}] with a body at node 1)",
    R"("scenes": [{"nodes": [0, 1]}])"};
// clang-format on

std::span<const Rule* const> structureRules() {
  static constexpr const Rule* kRules[] = {
      &kUndeclaredExtension,      &kPhysicsExtensionUnused, &kUnusedExtensionRequired, &kGltfExtensionUnknown,
      &kGltfExtensionUnsupported, &kPhysicsDialectsMixed,   &kPhysicsDialectOld,       &kPhysicsFamilyIgnored,
      &kPhysicsFamilyUnread,      &kUnusedObject,           &kPhysicsDuplicate,        &kPhysicsOutsideScene,
  };
  return kRules;
}

}  // namespace carom::validate::rules
