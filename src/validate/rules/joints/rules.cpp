#include "validate/rules/joints/rules.hpp"

namespace carom::validate::rules {

// clang-format off
const Rule kPhysicsNoEffect{
    "PHYSICS_NO_EFFECT", RuleFamily::Joints, Grade::Warning, true,
    "This has no effect: a joint within one body or without any, a trigger without shapes, a limit without "
    "axes, a wheel without a body, an animation of what Carom does not move. Remove it, or complete it.",
    "KHR_physics_rigid_bodies, Joints",
    "at least one of the pair of nodes or its ancestors should have `motion` properties",
    R"(a joint of two nodes without motion)",
    R"("motion": {} at one of them)"};
const Rule kPhysicsOverridden{
    "PHYSICS_OVERRIDDEN", RuleFamily::Joints, Grade::Hint, true,
    "Several constraints of one joint hold the same axis; the last counts there.",
    "OMI_physics_joint (2023)",
    "",
    R"(two constraints with "linearAxes": [0])",
    R"(one)"};
const Rule kPhysicsJointImmovable{
    "PHYSICS_JOINT_IMMOVABLE", RuleFamily::Joints, Grade::Warning, false,
    "Neither side of the joint can be moved by a force: each is static, kinematic, animated or of infinite "
    "mass.",
    "KHR_physics_rigid_bodies, Joints",
    "at least one of the pair of nodes or its ancestors should have `motion` properties",
    R"(a joint of two kinematic bodies)",
    R"(one of them dynamic)"};
const Rule kPhysicsJointPlace{
    "PHYSICS_JOINT_PLACE", RuleFamily::Joints, Grade::Warning, false,
    "OMI_physics_joint wants a joint on a node of its own, below a dynamic body, and connected to a node of some "
    "body. Other places work in Carom, and not in every program. Exchange the two nodes, give the connected one a "
    "body of type static, or move the joint to a child node.",
    "OMI_physics_joint, Overview",
    "The joint node must have a dynamic body ancestor node (`OMI_physics_body` motion type \"dynamic\") for the "
    "joint to function.",
    R"(a joint below a static body, connected to a dynamic one)",
    R"(a joint below the dynamic body, connected to the static one)"};
const Rule kPhysicsJointApart{
    "PHYSICS_JOINT_APART", RuleFamily::Joints, Grade::Warning, false,
    "The frames of a joint are outside its hard limits at the start: engines pull them together at once, "
    "often violently. Move the frames.",
    "KHR_physics_rigid_bodies, Joints",
    "within this range, the constraint is considered non-violating and no corrective forces are applied",
    R"(a ball joint whose frames are 1 m apart)",
    R"(frames at one place)"};
const Rule kPhysicsDriveLocked{
    "PHYSICS_DRIVE_LOCKED", RuleFamily::Joints, Grade::Warning, false,
    "A drive works along or about an axis that a hard limit holds still: it can move nothing.",
    "KHR_physics_rigid_bodies, Joints",
    "the drive objects apply forces to achieve a relative transform or velocity between the attachment frames",
    R"("linearAxes": [0, 1, 2], "max": 0 and a linear drive of axis 0)",
    R"("linearAxes": [1, 2])"};
const Rule kPhysicsDriveTarget{
    "PHYSICS_DRIVE_TARGET", RuleFamily::Joints, Grade::Warning, false,
    "A drive's target lies outside a hard limit of its axis: the two fight for ever. Move the target inside.",
    "KHR_physics_rigid_bodies, Joints",
    "within this range, the constraint is considered non-violating",
    R"("max": 1 and "positionTarget": 2)",
    R"("positionTarget": 1)"};
const Rule kPhysicsJointLoop{
    "PHYSICS_JOINT_LOOP", RuleFamily::Joints, Grade::Warning, false,
    "Several joints hold the same two bodies rigidly, and do not agree on where. At most one can be "
    "satisfied.",
    "KHR_physics_rigid_bodies, Joints",
    "If a joint were to eliminate all degrees of freedom",
    R"(two fixed joints of one pair, with frames 1 m apart in one of them)",
    R"(one fixed joint)"};
// clang-format on

std::span<const Rule* const> jointsRules() {
  static constexpr const Rule* kRules[] = {
      &kPhysicsNoEffect,   &kPhysicsOverridden,  &kPhysicsJointImmovable, &kPhysicsJointPlace,
      &kPhysicsJointApart, &kPhysicsDriveLocked, &kPhysicsDriveTarget,    &kPhysicsJointLoop,
  };
  return kRules;
}

}  // namespace carom::validate::rules
