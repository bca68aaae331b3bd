#include "validate/rules/bodies/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsBodyWithoutCollider{
    "PHYSICS_BODY_WITHOUT_COLLIDER", RuleFamily::Bodies, Grade::Warning, false,
    "A dynamic body has no collider: it falls through everything, unless a joint, wheel or thruster holds it, "
    "and nothing gives its moments of inertia. Give it, or a node below it, a collider, or write inertiaDiagonal.",
    "KHR_physics_rigid_bodies, Motions",
    "These values are typically derived from the volume of the collision geometry used by the rigid body.",
    R"("motion": {"mass": 1})",
    R"("motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}})"};
const Rule kPhysicsBodyWithoutMass{
    "PHYSICS_BODY_WITHOUT_MASS", RuleFamily::Bodies, Grade::Warning, false,
    "A dynamic body has no mass, and no collider whose volume would give one: engines choose something. Write"
    " its mass.",
    "KHR_physics_rigid_bodies, Motions",
    "If not provided, the mass and inertia properties should be calculated by the simulation engine.",
    R"("motion": {})",
    R"("motion": {"mass": 1})"};
const Rule kPhysicsBodyNested{
    "PHYSICS_BODY_NESTED", RuleFamily::Bodies, Grade::Information, false,
    "A body below another body moves by itself, unless it is animated: then it goes where its animation puts it in "
    "the space of the other. Several importers weld the two. Make them siblings if that is meant.",
    "KHR_physics_rigid_bodies, Motions",
    "if a descendant node has its own `motion` properties, that node must be treated as an independent rigid "
    "body during simulation",
    R"(a node with motion below a node with motion)",
    R"(both as roots)"};
const Rule kPhysicsBodyAnimated{
    "PHYSICS_BODY_ANIMATED", RuleFamily::Bodies, Grade::Information, false,
    "An animation moves a dynamic body: the animation wins, and no force moves the body. Say isKinematic, or "
    "remove the animation.",
    "KHR_physics_rigid_bodies, Motions",
    "those animations should take priority over the physics simulation",
    R"("motion": {"mass": 1} on an animated node)",
    R"("motion": {"isKinematic": true})"};
const Rule kPhysicsBodyAnimatedAndMoving{
    "PHYSICS_BODY_ANIMATED_AND_MOVING", RuleFamily::Bodies, Grade::Warning, false,
    "A body has an initial velocity and an animation, which contradict each other: the animation wins. Remove"
    " one.",
    "KHR_physics_rigid_bodies, Motions",
    "Rigid bodies should follow the transforms provided by the animations.",
    R"("linearVelocity": [1, 0, 0] on an animated node)",
    R"(no linearVelocity)"};
const Rule kPhysicsInertiaImpossible{
    "PHYSICS_INERTIA_IMPOSSIBLE", RuleFamily::Bodies, Grade::Warning, false,
    "No body of this mass and size has such a moment of inertia: it would need matter outside its colliders. "
    "Often an inertia per unit mass, or in other units.",
    "KHR_physics_rigid_bodies, Motions",
    "The principal moments of inertia. Larger values imply the rigid body is harder to rotate.",
    R"("mass": 1, "inertiaDiagonal": [50, 50, 50] for a ball of 0.5 m)",
    R"("inertiaDiagonal": [0.1, 0.1, 0.1])"};
const Rule kPhysicsDensity{
    "PHYSICS_DENSITY", RuleFamily::Bodies, Grade::Information, false,
    "The mass does not go with the colliders' volume: lighter than 1 kg/m³ (air) or heavier than 25,000 kg/m³"
    " (osmium has 22,600). Check the mass, and the unit of the lengths.",
    "KHR_physics_rigid_bodies, Motions",
    "The mass of the rigid body.",
    R"("mass": 1 for a box of 10 × 10 × 10 m)",
    R"("mass": 1000000)"};
const Rule kPhysicsMassRatio{
    "PHYSICS_MASS_RATIO", RuleFamily::Bodies, Grade::Warning, false,
    "A body touches, or is joined to, one of less than a thousandth of its mass. Most engines get soft or "
    "jitter there.",
    "none: about engines",
    "",
    R"(1 kg under 5000 kg)",
    R"(100 kg under 5000 kg)"};
const Rule kPhysicsVelocity{
    "PHYSICS_VELOCITY", RuleFamily::Bodies, Grade::Warning, false,
    "A body starts faster than 1000 m/s, or turns more than 100 times a second. Check the units: metres and "
    "radians a second.",
    "KHR_physics_rigid_bodies, Units",
    "Radian per second",
    R"("angularVelocity": [0, 1800, 0])",
    R"("angularVelocity": [0, 31.4, 0])"};
const Rule kPhysicsMassAssumed{
    "PHYSICS_MASS_ASSUMED", RuleFamily::Bodies, Grade::Warning, false,
    "Neither the file nor the volume of a collider gives a body's mass or moments of inertia; the message says what "
    "Carom takes. Write them.",
    "KHR_physics_rigid_bodies, Motions",
    "These values are typically derived from the volume of the collision geometry used by the rigid body.",
    R"(a hull of points in one plane as the only collider)",
    R"("inertiaDiagonal": [0.1, 0.1, 0.2])"};
const Rule kPhysicsLimited{
    "PHYSICS_LIMITED", RuleFamily::Bodies, Grade::Warning, false,
    "A place, a speed or a factor is beyond 1e9: Carom simulates the limit, or leaves it out, as the message says.",
    "none: a limit of Carom",
    "",
    R"("gravityFactor": 1e10)",
    R"("gravityFactor": 10)"};
// clang-format on

std::span<const Rule* const> bodiesRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsBodyWithoutCollider,
      &kPhysicsBodyWithoutMass,
      &kPhysicsBodyNested,
      &kPhysicsBodyAnimated,
      &kPhysicsBodyAnimatedAndMoving,
      &kPhysicsInertiaImpossible,
      &kPhysicsDensity,
      &kPhysicsMassRatio,
      &kPhysicsVelocity,
      &kPhysicsMassAssumed,
      &kPhysicsLimited,
  };
  return kRules;
}

}  // namespace carom::validate::rules
