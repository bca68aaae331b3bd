#include "validate/rules/volumes/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsCompound{
    "PHYSICS_COMPOUND", RuleFamily::Volumes, Grade::Error, true,
    "A node of a compound trigger is not a descendant, or has no trigger.",
    "KHR_physics_rigid_bodies, Triggers",
    "The nodes in this array must be descendent nodes which must have `trigger` properties.",
    R"("trigger": {"nodes": [5]} where node 5 is elsewhere)",
    R"("trigger": {"nodes": [1]} of a child with a trigger)"};
const Rule kPhysicsCompoundNested{
    "PHYSICS_COMPOUND_NESTED", RuleFamily::Volumes, Grade::Warning, false,
    "A compound trigger lists a trigger that is itself a compound. Its shapes count for both; no importer "
    "nests them.",
    "KHR_physics_rigid_bodies, Triggers",
    "a `trigger` may have a `nodes` property, which is an array of glTF nodes which make up a compound "
    "trigger",
    R"(a compound of a compound)",
    R"(the simple triggers in one list)"};
const Rule kPhysicsTriggerNever{
    "PHYSICS_TRIGGER_NEVER", RuleFamily::Volumes, Grade::Warning, false,
    "A trigger's filter accepts no collider of the file: it never fires.",
    "KHR_physics_rigid_bodies, Triggers",
    "an optional `collisionFilter` parameter, with the same semantics as a `collider`",
    R"("collideWithSystems": ["playr"])",
    R"("collideWithSystems": ["player"])"};
const Rule kPhysicsGravityStrong{
    "PHYSICS_GRAVITY_STRONG", RuleFamily::Volumes, Grade::Warning, false,
    "Gravity above 1000 m/s². The Earth has 9.81, the Sun 274.",
    "OMI_physics_gravity",
    "",
    R"("gravity": 9810)",
    R"("gravity": 9.81)"};
// clang-format on

std::span<const Rule* const> volumesRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsCompound,
      &kPhysicsCompoundNested,
      &kPhysicsTriggerNever,
      &kPhysicsGravityStrong,
  };
  return kRules;
}

}  // namespace carom::validate::rules
