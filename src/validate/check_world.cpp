// What happens to a scene when it is simulated: a world is made of it, and what that says becomes findings.
// Rules that look at the file themselves say more, so theirs come first.
#include "carom/base/diagnostic_codes.hpp"
#include "carom/world/world.hpp"
#include "validate/checks.hpp"
#include "validate/rules/bodies/rules.hpp"
#include "validate/rules/colliders/rules.hpp"
#include "validate/rules/joints/rules.hpp"

namespace carom::validate {

namespace {

using namespace rules;

struct EngineCode {
  std::string_view code;
  const Rule* rule;
  const Rule* others[2];  ///< Rules that say the same at the same place.
};

constexpr EngineCode kEngineCodes[] = {
    {codes::kShapeDisabled, &kPhysicsShapeDisabled, {}},
    {codes::kShapeApproximated, &kPhysicsShapeApproximated, {}},
    {codes::kTransformSheared, &kPhysicsScaleSheared, {}},
    {codes::kMassFromHull, &kPhysicsMeshOpen, {}},
    {codes::kMassDefault, &kPhysicsMassAssumed, {&kPhysicsBodyWithoutCollider, &kPhysicsBodyWithoutMass}},
    {codes::kInertiaDefault, &kPhysicsMassAssumed, {&kPhysicsBodyWithoutCollider, &kPhysicsBodyWithoutMass}},
    {codes::kJointHoldsNothing, &kPhysicsNoEffect, {&kPhysicsJointImmovable}},
    {codes::kJointApart, &kPhysicsJointApart, {}},
    {codes::kPhysicsNoEffect, &kPhysicsNoEffect, {}},
    {codes::kGravityIgnored, &kPhysicsNoEffect, {}},
    {codes::kPointerNotDriven, &kPhysicsNoEffect, {}},
    {codes::kScaleAnimationIgnored, &kPhysicsNoEffect, {}},
    {codes::kVelocityTooLarge, &kPhysicsLimited, {}},
    {codes::kValueLimited, &kPhysicsLimited, {}},
};

bool isSaid(const EngineCode& entry, const std::string& pointer, const Findings& findings) {
  if (findings.has(*entry.rule, pointer)) return true;
  for (const Rule* other : entry.others) {
    if (other && findings.has(*other, pointer)) return true;
  }
  return false;
}

}  // namespace

const Rule* ruleOfEngineCode(std::string_view code) {
  for (const EngineCode& entry : kEngineCodes) {
    if (entry.code == code) return entry.rule;
  }
  return nullptr;
}

void checkWorld(const Scene& scene, Findings& findings) {
  const World world(scene);
  for (const Diagnostic& item : world.diagnostics().items()) {
    for (const EngineCode& entry : kEngineCodes) {
      if (entry.code == item.code && !isSaid(entry, item.pointer, findings))
        findings.add(*entry.rule, item.pointer, item.message);
    }
  }
}

}  // namespace carom::validate
