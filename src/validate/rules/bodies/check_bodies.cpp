// Single bodies: what they have and what they start with.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "validate/checks.hpp"
#include "validate/rules/bodies/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kFastest = 1000;                           // m/s
constexpr double kFastestTurning = 200 * std::numbers::pi;  // rad/s: a hundred turns

class BodyCheck {
 public:
  BodyCheck(const Subject& subject, std::size_t index, Findings& findings)
      : subject_(subject),
        index_(index),
        motion_(subject.scene.motions[index]),
        body_(subject.bodies[index]),
        where_(subject.nodeText(motion_.node)),
        findings_(findings) {}

  void run() {
    const bool animated = subject_.animated[motion_.node];
    if (motion_.type == MotionType::Dynamic && !animated) checkParts();
    if (animated) checkAnimated();
    checkAncestors();
    checkVelocity();
  }

 private:
  void add(const Rule& rule, const std::string& message) {
    findings_.add(rule, motion_.origin.pointer, where_ + " " + message);
  }

  void checkParts() {
    if (body_.colliders.empty() && !subject_.held[index_]) {
      add(rules::kPhysicsBodyWithoutCollider,
          "is dynamic and has no collider: it will fall through everything; give it one, or a node below it");
    } else if (body_.colliders.empty() && !motion_.inertia_diagonal) {
      add(rules::kPhysicsBodyWithoutCollider,
          "has no collider from which its moments of inertia could follow; write inertiaDiagonal");
    }
    if (!motion_.mass && body_.volume <= 0) {
      add(rules::kPhysicsBodyWithoutMass,
          "has neither a mass nor a collider with a volume to take it from; write its mass");
    }
  }

  void checkAnimated() {
    const bool moves =
        lengthSquared(motion_.linear_velocity) > 0 || lengthSquared(motion_.angular_velocity) > 0;
    if (moves) {
      add(rules::kPhysicsBodyAnimatedAndMoving,
          "has an initial velocity, but an animation moves it, which wins; remove one of them");
    } else if (motion_.type == MotionType::Dynamic) {
      add(rules::kPhysicsBodyAnimated,
          "is dynamic, but an animation moves it: no force will; say isKinematic if that is meant");
    }
  }

  void checkAncestors() {
    const std::int32_t parent = subject_.scene.nodes[motion_.node].parent;
    const std::int32_t above = parent < 0 ? -1 : subject_.scene.motionOf(parent);
    if (above < 0) return;
    const std::int32_t top = subject_.scene.motions[above].node;
    bool animated = false;
    for (std::int32_t node = motion_.node; node != top; node = subject_.scene.nodes[node].parent)
      animated = animated || subject_.animated[node];
    add(rules::kPhysicsBodyNested,
        "is a body below the body of " + subject_.nodeText(top) +
            (animated ? "; its animation moves it in the space of that body, which carries it"
                      : "; the two move independently, which several importers do not know"));
  }

  void checkVelocity() {
    const double speed = length(motion_.linear_velocity);
    if (speed > kFastest) add(rules::kPhysicsVelocity, "starts at " + text(speed) + " m/s; is that meant?");
    const double turning = length(motion_.angular_velocity);
    if (turning > kFastestTurning) {
      add(rules::kPhysicsVelocity,
          "starts turning at " + text(turning) + " rad/s; was it meant in degrees a second?");
    }
  }

  const Subject& subject_;
  const std::size_t index_;
  const Motion& motion_;
  const Body& body_;
  std::string where_;
  Findings& findings_;
};

}  // namespace

void checkBodies(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.scene.motions.size(); ++i) BodyCheck(subject, i, findings).run();
}

}  // namespace carom::validate
