#include "solve/constraints/joint/joint_state.hpp"

#include <algorithm>
#include <cmath>

#include "base/trigonometry.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

bool isZero(const JointElement& e) {
  return e.role == JointElement::Role::Fixed && !e.soft && std::abs(e.max) <= JointSettings::kSameBound;
}

/// False when the limit limits nothing.
bool makeElement(const JointLimitDefinition& limit, JointElement& out) {
  out.metric = limit.metric;
  out.axis = limit.axis;
  out.min = limit.min;
  out.max = limit.max;
  const bool is_signed = limit.metric == JointMetric::AlongAxis || limit.metric == JointMetric::Twist;
  if (!is_signed) {
    // Lengths and angles between directions: what is not possible is no bound.
    if (out.min <= 0) out.min = out.max <= 0 ? 0 : -kUnbounded;
    out.max = std::max(out.max, 0.0);
    if (isAngular(limit.metric)) {
      out.min = std::min(out.min, kPi);
      if (out.max >= kPi) out.max = kUnbounded;
    }
  }
  if (std::isinf(out.min) && std::isinf(out.max)) return false;
  if (out.max - out.min <= JointSettings::kSameBound) {
    out.role = JointElement::Role::Fixed;
    if (!is_signed && out.max <= JointSettings::kSameBound)
      out.rows = static_cast<std::uint8_t>(zeroRows(limit.metric));
  } else {
    out.role = JointElement::Role::Range;
  }
  out.soft = limit.stiffness < kUnbounded;
  out.stiffness = out.soft ? limit.stiffness : 0;
  out.damping = out.soft ? limit.damping : 0;
  return true;
}

void mergeFixedTwists(IndexedVector<JointElement>& elements) {
  const auto is_fixed_twist = [](const JointElement& e) {
    return isZero(e) && e.metric == JointMetric::Twist;
  };
  bool fixed[3] = {};
  for (const JointElement& e : elements) {
    if (is_fixed_twist(e)) fixed[e.axis] = true;
  }
  const int count = (fixed[0] ? 1 : 0) + (fixed[1] ? 1 : 0) + (fixed[2] ? 1 : 0);
  if (count < 2) return;
  std::erase_if(elements, is_fixed_twist);
  JointElement merged;
  merged.metric = count == 2 ? JointMetric::Swing : JointMetric::RotationAngle;
  merged.axis = static_cast<std::uint8_t>(!fixed[0] ? 0 : (!fixed[1] ? 1 : 2));
  merged.rows = static_cast<std::uint8_t>(zeroRows(merged.metric));
  elements.insert(elements.begin(), merged);
}

}  // namespace

IndexedVector<JointElement> jointElements(const JointDefinition& definition) {
  IndexedVector<JointElement> out;
  for (std::size_t i = 0; i < definition.limits.size(); ++i) {
    JointElement element;
    element.limit = static_cast<std::int32_t>(i);
    if (makeElement(definition.limits[i], element)) out.push_back(element);
  }
  mergeFixedTwists(out);
  for (const JointDriveDefinition& drive : definition.drives) {
    JointElement element;
    element.role = JointElement::Role::Drive;
    element.metric = drive.angular ? JointMetric::Twist : JointMetric::AlongAxis;
    element.axis = drive.axis;
    element.soft = true;
    element.acceleration_mode = drive.acceleration_mode;
    element.max = drive.position_target;
    element.stiffness = drive.stiffness;
    element.damping = drive.damping;
    element.velocity_target = drive.velocity_target;
    element.max_force = drive.max_force;
    out.push_back(element);
  }
  return out;
}

bool isPin(const Joint& joint) {
  return joint.elements.size() == 1 && isZero(joint.elements[0]) &&
         joint.elements[0].metric == JointMetric::FromPoint;
}

std::array<double, 3> initialTurns(const IndexedVector<JointElement>& elements, const FramePair& pair) {
  std::array<double, 3> turns{};
  for (int k = 0; k < 3; ++k) {
    double& turn = turns[k];
    turn = metricRow(JointMetric::Twist, k, pair, 0).value;
    for (const JointElement& e : elements) {
      if (e.metric != JointMetric::Twist || e.axis != k || e.role == JointElement::Role::Drive) continue;
      const auto outside = [&](double angle) { return std::max({0.0, e.min - angle, angle - e.max}); };
      const double off = outside(turn);
      if (!(off > 0 && off < 1e9)) continue;
      // As many whole turns towards the range as fit, or one more.
      const double whole = static_cast<double>(static_cast<std::int64_t>(off / (2 * kPi))) * 2 * kPi;
      const double sign = turn < e.min ? 1 : -1, near = turn + sign * whole, next = near + sign * 2 * kPi;
      turn = outside(next) < outside(near) ? next : near;
    }
  }
  return turns;
}

}  // namespace carom::solve
