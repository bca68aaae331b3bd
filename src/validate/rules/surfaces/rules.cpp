#include "validate/rules/surfaces/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsFilterNever{
    "PHYSICS_FILTER_NEVER", RuleFamily::Surfaces, Grade::Warning, false,
    "A collider's filter lets it collide with no other collider of the file. Check the names of the systems.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "the collider should not collide with any other collider except those listed in `collideWithSystems`",
    R"("collideWithSystems": ["wals"])",
    R"("collideWithSystems": ["walls"])"};
const Rule kPhysicsFilterAlways{
    "PHYSICS_FILTER_ALWAYS", RuleFamily::Surfaces, Grade::Hint, false,
    "A filter excludes nothing: every collider of the file accepts it, and it accepts every one. Leave it "
    "out.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "As the default behavior is that collision should be enabled",
    R"({"collisionSystems": ["a"]} alone)",
    R"((no filter))"};
const Rule kPhysicsFilterAsymmetric{
    "PHYSICS_FILTER_ASYMMETRIC", RuleFamily::Surfaces, Grade::Information, false,
    "One of two colliders accepts the other, which refuses it. They do not collide; some engines ask only one"
    " of them. Say it in both filters.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "collision should not occur if either returns false",
    R"(a accepts b, b refuses a)",
    R"(both refuse)"};
const Rule kPhysicsFilterUnknownSystem{
    "PHYSICS_FILTER_UNKNOWN_SYSTEM", RuleFamily::Surfaces, Grade::Warning, false,
    "A filter names a system that no filter is a member of. Check its spelling.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "An array of arbitrary strings indicating the \"system\" a node is a member of.",
    R"("notCollideWithSystems": ["ghosts"])",
    R"(a filter with "collisionSystems": ["ghosts"])"};
const Rule kPhysicsFilterReadings{
    "PHYSICS_FILTER_READINGS", RuleFamily::Surfaces, Grade::Information, false,
    "Two colliders collide by one reading of the filter rule and not by the other: a collider is in several "
    "systems of which only some are listed. Importers need one of them listed; the formula needs all.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "A.collisionSystem ⊆ B.collideWithSystems",
    R"({"collisionSystems": ["a", "b"]} against "collideWithSystems": ["a"])",
    R"("collideWithSystems": ["a", "b"])"};
const Rule kPhysicsFrictionHigh{
    "PHYSICS_FRICTION_HIGH", RuleFamily::Surfaces, Grade::Information, false,
    "A coefficient of friction above 10. Rubber on rubber has about 1.2.",
    "KHR_physics_rigid_bodies, Physics Materials",
    "Typical range from 0 to 1.",
    R"("staticFriction": 50)",
    R"("staticFriction": 1)"};
// clang-format on

std::span<const Rule* const> surfacesRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsFilterNever,         &kPhysicsFilterAlways,   &kPhysicsFilterAsymmetric,
      &kPhysicsFilterUnknownSystem, &kPhysicsFilterReadings, &kPhysicsFrictionHigh,
  };
  return kRules;
}

}  // namespace carom::validate::rules
