#include "solve/constraints/contact/cluster/contact_rows.hpp"

#include <algorithm>
#include <cmath>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/constraints/contact/contact_impacts.hpp"

namespace carom::solve {
namespace {

constexpr double kUnlimited = 1e300;

DVec3 lane(const Vec3W<kClusterLanes>& v) {
  return {static_cast<double>(v.x[0]), static_cast<double>(v.y[0]), static_cast<double>(v.z[0])};
}

void setRow(ClusterRow& r, const ClusterBlock& block, const DVec3& linear, const DVec3& angular_a,
            const DVec3& angular_b) {
  r.a = block.body_a[0];
  r.b = block.body_b[0];
  r.ja = {{-linear.x, -linear.y, -linear.z, -angular_a.x, -angular_a.y, -angular_a.z}};
  r.jb = {{linear.x, linear.y, linear.z, angular_b.x, angular_b.y, angular_b.z}};
}

}  // namespace

void ContactRows::add(const ClusterBlock& block, const BodyArrays& bodies, const ContactStep& step,
                      double heaviest, bool joined, bool biased) {
  const LaneMotion<kClusterLanes> moved = gatherMotion<kClusterLanes>(block, bodies);
  const DVec3 normal = lane(block.normal), lever_a = lane(moved.lever_a), lever_b = lane(moved.lever_b);
  const auto h = static_cast<double>(step.substep), rate = static_cast<double>(step.bias_rate);
  const auto own = static_cast<double>(block.points[0].effective_mass[0]);
  heaviest = std::max(heaviest, own);  // Infinite masses are no measure.
  const double mean = std::sqrt(heaviest * own), mass = joined ? std::sqrt(heaviest * mean) : mean;
  const double soft = mass * static_cast<double>(step.mass_scale / step.impulse_scale),
               rigid = mass * ClusterSettings::kRigid;
  const double touching = static_cast<double>(StateSettings::kTouchDistance * block.tolerance[0]);
  ClusterFriction& friction = frictions.emplace_back();
  friction.first_normal = normals.count();
  friction.rigid = rigid;
  for (int j = 0; j < block.point_count; ++j) {
    const ClusterBlock::Point& point = block.points[j];
    const DVec3 arm = lane(point.arm);
    ClusterNormal& r = normals.emplace_back();
    setRow(r, block, normal, arm + lever_a, arm + lever_b);
    r.impulse = static_cast<double>(point.impulse[0]);
    r.radius = static_cast<double>(point.twist_radius[0]);
    const auto separation = static_cast<double>(separationNow(block, j, moved)[0]);
    const auto rest =
        static_cast<double>(std::min(point.rest_impulse[0], ContactSettings::kRestRatio * point.impulse[0]));
    const double natural = rest / (soft * rate);
    r.gap = separation > natural;
    r.before = r.impulse;
    r.most = kUnlimited;
    r.stiffness = rigid;
    r.bias = r.gap ? separation / h : 0;
    r.rest = biased ? 0 : r.impulse;
    if (biased && !r.gap) {
      r.stiffness = soft;
      r.rest = rest;
      r.bias = std::max(rate * separation, -static_cast<double>(block.max_push_speed[0]));
    }
    if (!biased && separation > std::max(touching, natural)) r.most = r.impulse;
    if (block.limited) r.most = std::min(r.most, static_cast<double>(block.tail->most[0]));
    if (!(point.effective_mass[0] > 0)) r.stiffness = 0, r.most = 0;
  }
  friction.end_normal = normals.count();
  const FrictionArms<kClusterLanes> arms = frictionArms(block, moved);
  const DVec3 arm_a = lane(arms.a), arm_b = lane(arms.b);
  const Tangents<kClusterLanes> tangents = tangentsOf<kClusterLanes>(block.normal);
  // Velocities are those of the middle of the substep that is to come, or has been.
  const float ahead = (biased ? 0.5f : -0.5f) * step.substep;
  const DVec3 slip = lane(slipAhead(block, moved, gatherVelocities(block, bodies), ahead));
  for (int i = 0; i < 2; ++i) {
    const DVec3 along = lane(tangents.along[i]);
    setRow(friction.rows[i], block, along, cross(arm_a, along), cross(arm_b, along));
    friction.rows[i].impulse = static_cast<double>(block.tangent_impulse[i][0]);
    friction.rows[i].rest = friction.rows[i].impulse - rigid * dot(slip, along);
  }
  setRow(friction.twist(), block, DVec3{}, normal, normal);
  friction.twist().impulse = friction.twist().rest = static_cast<double>(block.twist_impulse[0]);
  friction.coefficient = static_cast<double>(block.friction[0]);
  // A solid's moment about the normal has another unit than its mass: per mass it is some radius squared.
  double radius = 0;
  for (std::int32_t i = friction.first_normal; i < friction.end_normal; ++i)
    radius = std::max(radius, normals[i].radius);
  friction.twist_rigid = rigid * radius * radius;
}

std::uint32_t reboundsOf(const ClusterBlock& block, const BodyArrays& bodies) {
  const Impact<kClusterLanes> impact = impactOf(block, gatherMotion<kClusterLanes>(block, bodies));
  std::uint32_t bits = 0;
  for (int j = 0; j < block.point_count; ++j) bits |= impact.hit[j][0] != 0 ? 1u << j : 0;
  return bits;
}

void ContactRows::addImpact(const ContactBlow& blow, const BodyArrays& bodies, const ContactStep& step,
                            double heaviest) {
  constexpr double kStiffer = ClusterSettings::kHardBlow / ClusterSettings::kRigid;
  const ClusterBlock& block = *blow.block;
  add(block, bodies, step, heaviest, false, false);
  ClusterFriction& friction = frictions.back();
  for (ClusterRow& r : friction.rows) r.rest = r.impulse;  // A blow takes no time: its arms are those of now.
  friction.rigid *= kStiffer;
  friction.twist_rigid *= kStiffer;
  friction.taken_back = blow.role != BlowRole::Holds;
  if (blow.role == BlowRole::TakenBack) friction.coefficient = 0;
  for (std::int32_t i = friction.first_normal; i < friction.end_normal; ++i) {
    ClusterNormal& r = normals[i];
    const std::int32_t j = i - friction.first_normal;
    r.stiffness *= kStiffer;
    if ((blow.points >> j & 1) == 0) continue;
    r.most = 0;
    if (blow.role != BlowRole::Struck) continue;
    const ClusterTail& tail = *block.tail;
    r.restitution = static_cast<double>(tail.restitution[0]);
    r.expected = static_cast<double>(tail.rebound_speed[j][0]) / r.restitution;
    r.pulled = static_cast<double>(tail.pull[0] * step.substep);
    r.threshold = static_cast<double>(tail.threshold[0]);
    r.limit = block.limited ? static_cast<double>(tail.most[0]) : kUnlimited;
  }
}

void ContactRows::stop() {
  for (ClusterNormal& r : normals) {
    if (r.restitution == 0) continue;
    // At the end of the substep. At the time of impact gravity has done a part of what it does in it.
    // Bounds that have answered the impulses do not take that back.
    const double met = -r.speed;
    r.expected = std::min(r.expected, std::max(met, met + r.pulled));
    r.bias = 0;
    r.most = r.limit;
  }
}

double ContactRows::rebound() {
  double greatest = 0;
  for (ClusterNormal& r : normals) {
    if (r.restitution == 0 || !(r.expected > r.threshold)) continue;
    r.bias = -r.restitution * r.expected;
    greatest = std::max(greatest, r.restitution);
  }
  return greatest;
}

void ContactRows::holdFriction(bool held) {
  for (ClusterFriction& f : frictions) {
    f.kept = held;
    if (held && f.taken_back) f.rows[0].impulse = f.rows[1].impulse = f.twist().impulse = 0;
  }
}

void ContactRows::setLimits() {
  for (ClusterFriction& f : frictions) {
    f.limit = f.twist_limit = 0;
    for (std::int32_t i = f.first_normal; i < f.end_normal; ++i) {
      f.limit += f.coefficient * normals[i].impulse;
      f.twist_limit += f.coefficient * normals[i].impulse * normals[i].radius;
    }
  }
}

void ContactRows::evaluate(double t) {
  for (ClusterNormal& r : normals) {
    const double wanted = r.rest - r.stiffness * (r.speed + t * r.along + r.bias);
    r.impulse = std::clamp(wanted, 0.0, r.most);
    r.slope = wanted > 0 && wanted < r.most ? r.stiffness : 0;
  }
  for (ClusterFriction& f : frictions) {
    if (f.kept) continue;
    const double rigid = f.rigid;
    ClusterRow &p = f.rows[0], &q = f.rows[1];
    const double x = p.rest - rigid * (p.speed + t * p.along), z = q.rest - rigid * (q.speed + t * q.along),
                 size = std::sqrt(x * x + z * z);
    const bool slides = size > f.limit;
    const double share = slides ? f.limit / size : 1;
    p.impulse = share * x, q.impulse = share * z;
    f.slope[0] = f.slope[2] = share * rigid, f.slope[1] = 0;
    if (slides) {
      const double along = share * rigid / (size * size);
      f.slope[0] -= along * x * x, f.slope[1] = -along * x * z, f.slope[2] -= along * z * z;
    }
    const double wanted = f.twist().rest - f.twist_rigid * (f.twist().speed + t * f.twist().along);
    f.twist().impulse = std::clamp(wanted, -f.twist_limit, f.twist_limit);
    f.twist_slope = wanted == f.twist().impulse ? f.twist_rigid : 0;
  }
}

void ContactRows::addSlope(LineSlope& s) const {
  for (const ClusterNormal& r : normals) {
    s.value -= r.along * r.impulse;
    s.derivative += r.slope * r.along * r.along;
  }
  for (const ClusterFriction& f : frictions) {
    const double x = f.rows[0].along, z = f.rows[1].along, w = f.twist().along;
    s.value -= x * f.rows[0].impulse + z * f.rows[1].impulse + w * f.twist().impulse;
    s.derivative += f.slope[0] * x * x + 2 * f.slope[1] * x * z + f.slope[2] * z * z + f.twist_slope * w * w;
  }
}

void ContactRows::store(ClusterBlock* blocks, std::int32_t first, std::int32_t end, bool impacts) const {
  std::int32_t normal = 0, friction = 0;
  for (std::int32_t i = first; i < end; ++i) {
    ClusterBlock& block = blocks[i];
    FloatW<kClusterLanes> change[ClusterBlock::kPoints], before[ClusterBlock::kPoints],
        after[ClusterBlock::kPoints];
    for (int j = 0; j < ClusterBlock::kPoints; ++j)
      change[j] = before[j] = after[j] = FloatW<kClusterLanes>{};
    for (int j = 0; j < block.point_count; ++j) {
      const ClusterNormal& r = normals[normal++];
      const FloatW<kClusterLanes> now = splat<kClusterLanes>(static_cast<float>(r.impulse));
      change[j] = now - splat<kClusterLanes>(static_cast<float>(r.before));
      before[j] = splat<kClusterLanes>(static_cast<float>(r.start));
      after[j] = splat<kClusterLanes>(static_cast<float>(r.speed));
      block.points[j].impulse = now;
      notePressure(block, j, now);
    }
    if (impacts && block.rebounds)
      noteImpact<kClusterLanes, ClusterBlock::kPoints>(block, change, before, after);
    const ClusterFriction& f = frictions[friction++];
    for (int k = 0; k < 2; ++k)
      block.tangent_impulse[k] = splat<kClusterLanes>(static_cast<float>(f.rows[k].impulse));
    block.twist_impulse = splat<kClusterLanes>(static_cast<float>(f.twist().impulse));
  }
}

}  // namespace carom::solve
