// Masses and moments of inertia, by themselves and beside each other.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "validate/checks.hpp"
#include "validate/rules/bodies/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kLeastDensity = 1, kMostDensity = 25000;  // kg/m³: air, and more than osmium.
constexpr double kMostRatio = 1000;

void checkDensity(const Subject& subject, std::size_t index, Findings& findings) {
  const Motion& motion = subject.scene.motions[index];
  const Body& body = subject.bodies[index];
  if (!motion.mass || !std::isfinite(*motion.mass) || body.volume <= 0 ||
      !subject.isDynamic(static_cast<std::int32_t>(index)))
    return;
  const double density = *motion.mass / body.volume;
  if (density >= kLeastDensity && density <= kMostDensity) return;
  findings.add(rules::kPhysicsDensity, motion.origin.pointer + "/mass",
               subject.nodeText(motion.node) + " has " + text(*motion.mass) + " kg in " + text(body.volume) +
                   " m\xC2\xB3, " + text(density) + " kg/m\xC2\xB3, which is " +
                   (density < kLeastDensity ? "lighter than air" : "heavier than any metal") +
                   "; water has 1000");
}

/// All matter of a body lies within its reach of the centre of mass, so no moment exceeds m·r².
void checkInertia(const Subject& subject, std::size_t index, Findings& findings) {
  const Motion& motion = subject.scene.motions[index];
  const Body& body = subject.bodies[index];
  if (!motion.inertia_diagonal || !body.mass || !std::isfinite(*body.mass) || body.reach <= 0 ||
      body.reach > 1e6)
    return;
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double moment = (*motion.inertia_diagonal)[i];
    if (std::isfinite(moment)) largest = std::max(largest, moment);
  }
  const double most = *body.mass * body.reach * body.reach;
  constexpr double kRounding = 1.01;
  if (largest <= kRounding * most) return;
  findings.add(rules::kPhysicsInertiaImpossible, motion.origin.pointer + "/inertiaDiagonal",
               subject.nodeText(motion.node) + " has a moment of inertia of " + text(largest) +
                   " kg\xC2\xB7m\xC2\xB2; with " + text(*body.mass) + " kg within " + text(body.reach) +
                   " m of its centre of mass it cannot exceed " + text(most));
}

class RatioCheck {
 public:
  RatioCheck(const Subject& subject, Findings& findings) : subject_(subject), findings_(findings) {}

  void compare(std::int32_t a, std::int32_t b, std::string_view how) {
    if (a == b || !subject_.isMovable(a) || !subject_.isMovable(b)) return;
    const auto mass = [this](std::int32_t m) { return subject_.bodies[m].mass; };
    if (!mass(a) || !mass(b)) return;
    if (*mass(a) < *mass(b)) std::swap(a, b);
    const double ratio = *mass(a) / *mass(b);
    if (!(ratio > kMostRatio) || !told_.emplace(std::pair(a, b), true).second) return;
    const auto node = [this](std::int32_t m) { return subject_.scene.motions[m].node; };
    findings_.add(rules::kPhysicsMassRatio, subject_.scene.motions[b].origin.pointer,
                  subject_.nodeText(node(b)) + " of " + text(*mass(b)) + " kg " + std::string(how) + " " +
                      subject_.nodeText(node(a)) + " of " + text(*mass(a)) + " kg, " + text(ratio) +
                      " times its mass; most engines jitter there");
  }

 private:
  const Subject& subject_;
  Findings& findings_;
  std::map<std::pair<std::int32_t, std::int32_t>, bool> told_;
};

}  // namespace

void checkMasses(const Subject& subject, const ClosePairs& pairs, Findings& findings) {
  for (std::size_t i = 0; i < subject.scene.motions.size(); ++i) {
    checkDensity(subject, i, findings);
    checkInertia(subject, i, findings);
  }
  RatioCheck ratios(subject, findings);
  for (const ClosePair& pair : pairs.pairs) {
    ratios.compare(subject.scene.colliders[pair.a].motion, subject.scene.colliders[pair.b].motion, "touches");
  }
  for (const Joint& joint : subject.scene.joints) {
    const auto [a, b] = joinedMotions(subject.scene, joint);
    ratios.compare(a, b, "is joined to");
  }
}

}  // namespace carom::validate
