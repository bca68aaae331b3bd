// Whether sizes, angles and masses look like other units than metres, radians and kilograms.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "validate/checks.hpp"
#include "validate/rules/units/rules.hpp"

namespace carom::validate {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kLargeBody = 50;        // m, of half the moving bodies or more.
constexpr double kGramDensity = 200000;  // kg/m³: 200 kg/m³ in grams.

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void checkBodySizes(const Subject& subject, Findings& findings) {
  std::vector<double> sizes;
  std::size_t tallest = 0;
  double height = 0;
  for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
    const Aabb& box = subject.bodies[i].bounds;
    if (!subject.isMovable(static_cast<std::int32_t>(i)) || box.lower.x > box.upper.x) continue;
    const Vec3 size = box.upper - box.lower;
    const double extent = std::max({size.x, size.y, size.z});
    if (extent > 1e8) continue;  // A plane.
    sizes.push_back(extent);
    if (extent > height) height = extent, tallest = i;
  }
  if (sizes.empty() || median(sizes) <= kLargeBody) return;
  const Motion& motion = subject.scene.motions[tallest];
  findings.add(rules::kPhysicsUnitsLength, motion.origin.pointer,
               "the largest body, " + subject.nodeText(motion.node) + ", is " + text(height) +
                   " m across; was it meant in centimetres or millimetres?");
}

/// Numbers that people give in degrees: whole ones of ten or more.
bool looksLikeDegrees(double angle) {
  return std::abs(angle) >= 10 && std::abs(angle) > kTurn && std::abs(angle) <= 3600 &&
         angle == std::round(angle);
}

void checkAngles(const Subject& subject, Findings& findings) {
  const auto tell = [&findings](const std::string& pointer, double angle) {
    findings.add(rules::kPhysicsUnitsAngle, pointer,
                 "an angle of " + text(angle) + " rad is " + text(angle / kTurn) +
                     " turns; was it meant in degrees? Then it is " + text(angle * kTurn / 360) + " rad");
  };
  for (const JointDescription& description : subject.scene.joint_descriptions) {
    for (const JointLimit& limit : description.limits) {
      const bool angular = limit.angular_axes[0] || limit.angular_axes[1] || limit.angular_axes[2];
      if (!angular) continue;
      if (limit.min && looksLikeDegrees(*limit.min)) tell(limit.origin.pointer + "/min", *limit.min);
      if (limit.max && looksLikeDegrees(*limit.max)) tell(limit.origin.pointer + "/max", *limit.max);
    }
    for (const JointDrive& drive : description.drives) {
      if (drive.angular && drive.position_target && looksLikeDegrees(*drive.position_target))
        tell(drive.origin.pointer + "/positionTarget", *drive.position_target);
    }
  }
}

void checkMassUnit(const Subject& subject, Findings& findings) {
  std::vector<double> densities;
  std::size_t first = 0;
  for (std::size_t i = subject.bodies.size(); i-- > 0;) {
    const Motion& motion = subject.scene.motions[i];
    if (!motion.mass || !std::isfinite(*motion.mass) || subject.bodies[i].volume <= 0) continue;
    densities.push_back(*motion.mass / subject.bodies[i].volume);
    first = i;
  }
  constexpr std::size_t kFewest = 3;  // One heavy body may be meant so.
  if (densities.size() < kFewest) return;
  // Too light says nothing: many exporters write 1 kg for everything.
  const double typical = median(densities);
  if (typical <= kGramDensity) return;
  findings.add(rules::kPhysicsUnitsMass, subject.scene.motions[first].origin.pointer + "/mass",
               "half the bodies have densities of " + text(typical) +
                   " kg/m\xC2\xB3 and more; were the masses meant in grams?");
}

}  // namespace

void checkUnits(const Subject& subject, Findings& findings) {
  checkBodySizes(subject, findings);
  checkAngles(subject, findings);
  checkMassUnit(subject, findings);
}

}  // namespace carom::validate
