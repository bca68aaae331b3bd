// Triggers and gravity.
#include <algorithm>
#include <cmath>
#include <string>

#include "validate/checks.hpp"
#include "validate/rules/volumes/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kStrongest = 1000;  // m/s²

const CollisionFilter* filterOf(const Scene& scene, std::int32_t filter) {
  return filter < 0 ? nullptr : &scene.filters[filter];
}

void checkTrigger(const Subject& subject, const Trigger& trigger, Findings& findings) {
  const Scene& scene = subject.scene;
  for (const std::int32_t child : trigger.children) {
    const Trigger& part = scene.triggers[child];
    if (part.children.empty()) continue;
    findings.add(rules::kPhysicsCompoundNested, trigger.origin.pointer,
                 "the compound trigger lists " + subject.nodeText(part.node) +
                     ", which is a compound itself; list its parts instead");
  }
  if (trigger.filter < 0 || scene.colliders.empty()) return;
  const CollisionFilter* filter = filterOf(scene, trigger.filter);
  const bool any = std::any_of(scene.colliders.begin(), scene.colliders.end(), [&](const Collider& collider) {
    return filtersAccept(filter, filterOf(scene, collider.filter), FilterRule::Shared);
  });
  if (any) return;
  findings.add(rules::kPhysicsTriggerNever, trigger.origin.pointer,
               "the filter of the trigger at " + subject.nodeText(trigger.node) +
                   " accepts no collider of the file: it never fires; check the names of the systems");
}

}  // namespace

void checkVolumes(const Subject& subject, Findings& findings) {
  for (const Trigger& trigger : subject.scene.triggers) checkTrigger(subject, trigger, findings);
  const auto check_strength = [&findings](double gravity, const std::string& pointer) {
    if (std::abs(gravity) <= kStrongest) return;
    findings.add(rules::kPhysicsGravityStrong, pointer + "/gravity",
                 "gravity of " + text(gravity) + " m/s\xC2\xB2; the Earth has 9.81. Check the unit");
  };
  if (subject.scene.gravity)
    check_strength(subject.scene.gravity->gravity, subject.scene.gravity->origin.pointer);
  for (const GravityVolume& volume : subject.scene.gravity_volumes) {
    // At a distance only that of the unit counts, and a planet of another size has a large number there.
    if (volume.unit_distance <= 0) check_strength(volume.gravity, volume.origin.pointer);
  }
}

}  // namespace carom::validate
