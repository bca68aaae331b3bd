#include "validate/rules/fields/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kTypeMismatch{
    "TYPE_MISMATCH", RuleFamily::Fields, Grade::Error, true,
    "A value has the wrong type. Write what the field needs.",
    "KHR_physics_rigid_bodies, glTF Schema Updates",
    "",
    R"("mass": "5")",
    R"("mass": 5)"};
const Rule kValueNotInRange{
    "VALUE_NOT_IN_RANGE", RuleFamily::Fields, Grade::Error, true,
    "A number is outside the range of its field, or fields that go together are not in order. The message names the "
    "range: write a number within it.",
    "KHR_implicit_shapes, Shapes",
    "A sphere must have a positive, non-zero radius.",
    R"("radius": -0.5)",
    R"("radius": 0.5)"};
const Rule kValueNotInList{
    "VALUE_NOT_IN_LIST", RuleFamily::Fields, Grade::Error, true,
    "A string is none of the words that its field may have.",
    "KHR_physics_rigid_bodies, Physics Materials",
    "\"average\", \"minimum\", \"maximum\", or \"multiply\".",
    R"("frictionCombine": "mean")",
    R"("frictionCombine": "average")"};
const Rule kUnresolvedReference{
    "UNRESOLVED_REFERENCE", RuleFamily::Fields, Grade::Error, true,
    "An index names an item that is not there.",
    "KHR_physics_rigid_bodies, Joints",
    "A `joint` must have a `connectedNode` property, which is the index of the `node` which supplies the "
    "second attachment frame.",
    R"("collider": {"geometry": {"shape": 9}})",
    R"("collider": {"geometry": {"shape": 0}})"};
const Rule kUndefinedProperty{
    "UNDEFINED_PROPERTY", RuleFamily::Fields, Grade::Error, true,
    "A required member is missing.",
    "KHR_physics_rigid_bodies, Joints",
    "A `joint` must have a `connectedNode` property",
    R"("joint": {"joint": 0})",
    R"("joint": {"connectedNode": 1, "joint": 0})"};
const Rule kUnexpectedProperty{
    "UNEXPECTED_PROPERTY", RuleFamily::Fields, Grade::Warning, true,
    "The extension has no such member, so it has no effect. The message names the nearest one that there is.",
    "KHR_physics_rigid_bodies, glTF Schema Updates",
    "",
    R"("motion": {"gravityfactor": 0})",
    R"("motion": {"gravityFactor": 0})"};
const Rule kOneOfMismatch{
    "ONE_OF_MISMATCH", RuleFamily::Fields, Grade::Error, true,
    "Fields that exclude each other are both there.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "only one of these should be specified per object",
    R"({"collideWithSystems": ["a"], "notCollideWithSystems": ["b"]})",
    R"({"collideWithSystems": ["a"]})"};
const Rule kEmptyEntity{
    "EMPTY_ENTITY", RuleFamily::Fields, Grade::Error, false,
    "A list is empty. Leave it out: an empty `collideWithSystems` collides with nothing, and the schemas "
    "forbid empty lists.",
    "KHR_physics_rigid_bodies, Collision Filtering",
    "An array of strings representing the systems which this node can collide with",
    R"("collideWithSystems": [])",
    R"((no collideWithSystems))"};
const Rule kPhysicsUnknownKind{
    "PHYSICS_UNKNOWN_KIND", RuleFamily::Fields, Grade::Warning, true,
    "A shape or drive of a kind that no document defines. What uses it is left out.",
    "KHR_implicit_shapes, Shapes",
    "an extension or other mechanism should supply an alternate shape definition",
    R"({"type": "torus"})",
    R"({"type": "sphere", "sphere": {"radius": 1}})"};
const Rule kPhysicsMisspelling{
    "PHYSICS_MISSPELLING", RuleFamily::Fields, Grade::Warning, true,
    "A name or value that exporters are known to misspell. Carom reads it as meant; other programs "
    "ignore it. Write the right name; `carom fix` does so.",
    "KHR_physics_rigid_bodies, Motions",
    "",
    R"("inertialDiagonal": [1, 1, 1])",
    R"("inertiaDiagonal": [1, 1, 1])"};
const Rule kPhysicsOldForm{
    "PHYSICS_OLD_FORM", RuleFamily::Fields, Grade::Hint, true,
    "An older way to write the same thing, read as it was meant. `carom convert --to khr` rewrites it.",
    "KHR_physics_rigid_bodies, Colliders",
    "The `geometry` field describes the geometry which should be used to perform collision detection",
    R"("collider": {"shape": 0})",
    R"("collider": {"geometry": {"shape": 0}})"};
const Rule kPhysicsOneRadius{
    "PHYSICS_ONE_RADIUS", RuleFamily::Fields, Grade::Warning, true,
    "A capsule or cylinder with one `radius`, which no current document has. A capsule's height is then taken"
    " as its full height, which is what the exporter means; other readers use the default radii.",
    "KHR_implicit_shapes, Shapes",
    "both `radiusTop` and `radiusBottom` must be non-negative",
    R"("capsule": {"radius": 0.5, "height": 2})",
    R"("capsule": {"radiusTop": 0.5, "radiusBottom": 0.5, "height": 1})"};
const Rule kPhysicsZeroIsInfinite{
    "PHYSICS_ZERO_IS_INFINITE", RuleFamily::Fields, Grade::Hint, true,
    "A mass or moment of inertia of 0 means infinite. The schema forbids it and the text promises it; some "
    "readers refuse it.",
    "KHR_physics_rigid_bodies, Motions",
    "a value of zero in `mass` or any of the components of `inertiaDiagnal` should be understood to represent"
    " a value of infinity",
    R"("mass": 0)",
    R"("isKinematic": true, if nothing shall move it)"};
const Rule kPhysicsInertia{
    "PHYSICS_INERTIA", RuleFamily::Fields, Grade::Warning, true,
    "An inertia tensor that is not symmetric or not positive, or a zero beside other numbers in OMI.",
    "OMI_physics_body",
    "",
    R"("inertiaTensor": [1, 2, 0, 0, 1, 0, 0, 0, 1])",
    R"("inertiaTensor": [1, 0, 0, 0, 1, 0, 0, 0, 1])"};
const Rule kPhysicsUnusual{
    "PHYSICS_UNUSUAL", RuleFamily::Fields, Grade::Warning, true,
    "Legal, but rarely meant. The message says what it leads to.",
    "KHR_physics_rigid_bodies, Physics Materials",
    "Typical range from 0 to 1.",
    R"("restitution": 1.5)",
    R"("restitution": 0.5)"};
// clang-format on

std::span<const Rule* const> fieldsRules() {
  static constexpr const Rule* kRules[] = {
      &kTypeMismatch,          &kValueNotInRange,    &kValueNotInList, &kUnresolvedReference,
      &kUndefinedProperty,     &kUnexpectedProperty, &kOneOfMismatch,  &kEmptyEntity,
      &kPhysicsUnknownKind,    &kPhysicsMisspelling, &kPhysicsOldForm, &kPhysicsOneRadius,
      &kPhysicsZeroIsInfinite, &kPhysicsInertia,     &kPhysicsUnusual,
  };
  return kRules;
}

}  // namespace carom::validate::rules
