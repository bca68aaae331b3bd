// The passes of a substep over a group of joints; joint_group.cpp has the derivation.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/constraints/joint/joint_group.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

/// Of two impulses in the same direction.
double lesser(double a, double b) {
  if (a > 0 && b > 0) return std::min(a, b);
  return a < 0 && b < 0 ? std::max(a, b) : 0;
}

}  // namespace

/// Whether something that nothing moves drives the group: its joints may do any work then.
bool JointGroup::isDriven() const {
  return frames_move_ || std::any_of(bodies_.begin(), bodies_.end(), [](const GroupBody& b) {
           return !b.movable && (lengthSquared(b.linear) > 0 || lengthSquared(b.angular) > 0);
         });
}

void JointGroup::beginSubstep(const SolverBodies& solver) {
  takeVelocities(solver);
  prepareSprings();
}

void JointGroup::apply(Row& r, double impulse) {
  const GroupJoint& j = group_joints_[r.joint];
  GroupBody &a = body(j.a), &b = body(j.b);
  a.linear -= r.linear * (a.inverse_mass * impulse);
  a.angular -= r.response_a * impulse;
  b.linear += r.linear * (b.inverse_mass * impulse);
  b.angular += r.response_b * impulse;
}

/// The implicit part of what stiffenTensionedBodies() does: bodies turn less against the line of the pull,
/// which is the one between them, or from what does not move.
void JointGroup::dampTensionedBodies() {
  for (const GroupJoint& j : group_joints_) {
    GroupBody &a = body(j.a), &b = body(j.b);
    if (!a.tensioned && !b.tensioned) continue;
    const DVec3 joint = b.center + j.arms[1];
    const auto end = [&](const GroupBody& x) { return x.inverse_mass > 0 ? x.center : joint; };
    const auto velocity = [&](const GroupBody& x) { return x.linear + cross(x.angular, end(x) - x.center); };
    const DVec3 line = end(b) - end(a);
    const double squared = lengthSquared(line);
    if (!(squared > 1e-12)) continue;
    const DVec3 turn = cross(line, velocity(b) - velocity(a)) * (1 / squared);
    if (a.tensioned) a.angular -= a.inverse_inertia * (j.stiffness_a * (a.angular - turn));
    if (b.tensioned) b.angular -= b.inverse_inertia * (j.stiffness_b * (b.angular - turn));
  }
}

void JointGroup::warmStart(SolverBodies& solver) {
  takeVelocities(solver);
  double mass = 0;
  energy_ = kineticEnergy(group_joints_, mass);
  dampTensionedBodies();
  for (Row& r : rows_) {
    if (r.impulse != 0) apply(r, r.impulse);
  }
  if (!isDriven()) limitWarmStart();
  started_energy_ = kineticEnergy(group_joints_, mass);
  giveVelocities(solver);
}

/// Impulses that held the group may be great, and wrong by now. Of those that would set it in motion only the
/// share is taken that leaves the least kinetic energy, E(s) = E₀ + b s + a s². Springs and drives may do
/// work.
void JointGroup::limitWarmStart() {
  double mass = 0;
  const double all = kineticEnergy(group_joints_, mass);
  const auto shift = [&](double share) {
    for (Row& r : rows_) {
      if (r.kind != Row::Kind::Spring) apply(r, share * r.impulse);
    }
  };
  shift(-1);
  const double none = kineticEnergy(group_joints_, mass);
  shift(0.5);
  const double half = kineticEnergy(group_joints_, mass);
  const double a = 2 * (all + none - 2 * half), b = all - none - a;
  const bool wrong = all > JointSettings::kMostGain * none + leastGain(mass) && a > 0;
  const double share = wrong ? std::clamp(-b / (2 * a), 0.0, 1.0) : 1;
  shift(share - 0.5);
  for (Row& r : rows_) {
    if (r.kind != Row::Kind::Spring) r.impulse *= share;
  }
}

/// Angular velocity in the middle of a substep without torque, as integrate.cpp turns bodies, to second
/// order: I ω̇ = I ω × ω in the body's axes.
DVec3 JointGroup::meanSpin(const GroupBody& b, double h) {
  if (!b.gyroscopic) return b.angular;
  const DVec3& i = b.principal_inertia;
  const DVec3 spin = inverseRotate(b.rotation, b.angular);
  const DVec3 torque = cross(scaled(i, spin), spin);
  const DVec3 change{torque.x / i.x, torque.y / i.y, torque.z / i.z};
  return rotate(b.rotation, spin + change * (0.5 * h));
}

/// Where the velocities take the bodies of these joints in the substep.
void JointGroup::predict(std::span<GroupJoint> joints) {
  ahead_center_.resize(bodies_.size());
  ahead_rotation_.resize(bodies_.size());
  const auto go = [&](std::int32_t i) {
    const GroupBody& b = bodies_[i];
    ahead_center_[i] = b.center + b.linear * h_;
    ahead_rotation_[i] = quaternionFromRotationVector(meanSpin(b, h_) * h_) * b.rotation;
  };
  if (joints.size() == group_joints_.size()) {
    for (std::int32_t i = 0; i < bodies_.count(); ++i) go(i);
    return;
  }
  for (const GroupJoint& j : joints) go(j.a), go(j.b);
}

double JointGroup::valueAhead(const Row& r, const FramePair& pair) const {
  const Joint& joint = jointOf(group_joints_[r.joint]);
  const JointElement& e = joint.elements[r.element];
  return metricOf(e, r.component, pair, joint.turn[e.axis]).value;
}

/// Looks where the substep would end: goals of what takes part, and bounds that have to.
bool JointGroup::activateAhead(std::span<GroupJoint> joints) {
  bool changed = false;
  if (direct_) predict(joints);
  for (const GroupJoint& j : joints) {
    DVec3 arms[2];
    FramePair pair;
    if (direct_) pair = framePair(j, true, &arms[0], &arms[1]);
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind == Row::Kind::Spring || !(r.most > 0)) continue;
      const double ahead = direct_ ? valueAhead(r, pair) : r.value + h_ * speed(r);
      const JointElement& e = jointOf(j).elements[r.element];
      if (r.kind == Row::Kind::Bound && !r.active && r.releases < JointSettings::kReleases &&
          (ahead > e.max || ahead < e.min)) {
        r.side = ahead > e.max ? 1 : -1;
        r.target = ahead > e.max ? e.max : e.min;
        r.active = changed = true;
        // Across the middle of a ring, say, it is met from the other side.
        const MetricRow there = !direct_ ? MetricRow{r.value, isAngular(e.metric) ? r.angular_b : r.linear}
                                         : metricOf(e, r.component, pair, jointOf(j).turn[e.axis]);
        const DVec3& here = isAngular(e.metric) ? r.angular_b : r.linear;
        if (dot(there.direction, here) < JointSettings::kOtherSide) {
          setJacobian(r, e, there, arms);
          setResponses(r);
        }
      }
      // What is off now may be off by less at the end.
      double off = r.value - r.target;
      if (r.kind == Row::Kind::Bound) off = r.side * std::max(0.0, r.side * off);
      const double most =
          (isAngular(e.metric) ? JointSettings::kMostTurnBack : JointSettings::kMostRecovery * tolerance_) *
          h_;
      const double back = std::clamp(JointSettings::kRecovery * off, -most, most);
      r.goal = (ahead - r.target - (off - back)) / h_;
      r.seen = speed(r);
    }
  }
  return changed;
}

/// What the tolerances of a row are multiplied by.
double JointGroup::unitOf(const Row& r) const {
  const Joint& joint = jointOf(group_joints_[r.joint]);
  return isAngular(joint.elements[r.element].metric) ? 1 : tolerance_;
}

/// Of energy, J, that a mass may gain by rounding and curvature.
double JointGroup::leastGain(double mass) const {
  return JointSettings::kLeastGain * tolerance_ * tolerance_ * mass;
}

/// Bounds that are touched and approached.
bool JointGroup::activateTouching(std::span<GroupJoint> joints) {
  bool changed = false;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind != Row::Kind::Bound || r.active || r.releases >= JointSettings::kReleases || !(r.most > 0))
        continue;
      const double unit = unitOf(r);
      if (r.side * (r.value - r.target) < -JointSettings::kTouching * unit ||
          r.side * speed(r) <= JointSettings::kStill * unit)
        continue;
      r.active = changed = true;
    }
  }
  return changed;
}

/// What would have to exert more than it can exerts that much, whatever the speed; with `again`, it takes
/// part again when less is enough. True when something changed.
bool JointGroup::boundSprings(std::span<GroupJoint> joints, bool again) {
  bool changed = false;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind != Row::Kind::Spring || !(r.active || (r.bounded && again))) continue;
      const double wanted = r.active ? r.impulse : r.offset - speed(r) / r.compliance;
      const double allowed = std::clamp(wanted, -r.most, r.most);
      if (allowed == (r.active ? wanted : r.impulse)) continue;
      changed = true;
      r.bounded = r.active;
      r.active = !r.bounded;
      if (r.active) continue;
      apply(r, allowed - r.impulse);
      r.impulse = allowed;
    }
  }
  return changed;
}

/// Takes out what would have to pull.
bool JointGroup::releaseRows(std::span<GroupJoint> joints) {
  bool changed = false;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (!r.active || r.kind != Row::Kind::Bound) continue;
      const double allowed = r.side > 0 ? std::min(0.0, r.impulse) : std::max(0.0, r.impulse);
      if (allowed == r.impulse) continue;
      apply(r, allowed - r.impulse);
      r.impulse = allowed;
      r.active = false;
      ++r.releases;
      changed = true;
    }
  }
  return changed;
}

void JointGroup::assemble(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  sizes_.clear();
  for (const GroupJoint& j : joints) {
    std::int32_t count = 0;
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) count += row(i).active ? 1 : 0;
    sizes_.push_back(count);
  }
  factor.begin(sizes_);
  for (std::size_t n = 0; n < joints.size(); ++n) {
    const GroupJoint& j = joints[n];
    double* out = factor.diagonal(static_cast<std::int32_t>(n));
    const std::int32_t size = sizes_[n];
    std::int32_t at = 0;
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      if (!row(i).active) continue;
      std::int32_t column = 0;
      for (std::int32_t k = j.first_row; k < i; ++k) {
        if (row(k).active) out[at * size + column++] = coupling(row(i), row(k));
      }
      out[at * size + at] = row(i).mass_inverse + row(i).compliance;
      ++at;
    }
  }
  if (!whole) return;
  for (std::size_t n = 0; n < edges_.size(); ++n) {
    const auto edge = static_cast<std::int32_t>(n);
    const std::int32_t* ends = edges_[n].joints;
    const bool flipped = factor.rowNode(edge) != ends[0];
    const GroupJoint& jr = joints[ends[flipped ? 1 : 0]];
    const GroupJoint& jc = joints[ends[flipped ? 0 : 1]];
    double* out = factor.offDiagonal(edge);
    for (std::int32_t i = jr.first_row; i < jr.row_end; ++i) {
      const Row& r = row(i);
      if (!r.active) continue;
      for (std::int32_t k = jc.first_row; k < jc.row_end; ++k) {
        const Row& s = row(k);
        if (!s.active) continue;
        double sum = 0;
        const auto add = [&](std::int32_t shared, const DVec3& angular, const DVec3& response, double sign) {
          sum += sign * (body(shared).inverse_mass * dot(r.linear, s.linear) + dot(angular, response));
        };
        if (jr.a == jc.a) add(jr.a, r.angular_a, s.response_a, 1);
        if (jr.a == jc.b) add(jr.a, r.angular_a, s.response_b, -1);
        if (jr.b == jc.a) add(jr.b, r.angular_b, s.response_a, -1);
        if (jr.b == jc.b) add(jr.b, r.angular_b, s.response_b, 1);
        *out++ = sum;
      }
    }
  }
}

/// How far hard rows give way, as a share of A_ii.
void JointGroup::soften(std::span<GroupJoint> joints, double share) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      if (row(i).kind != Row::Kind::Spring) row(i).compliance = share * row(i).give;
    }
  }
}

/// Of the bodies of these joints, J, and their mass, kg; of infinite mass none.
double JointGroup::kineticEnergy(std::span<GroupJoint> joints, double& mass) const {
  double energy = 0;
  mass = 0;
  const auto add = [&](const GroupBody& b) {
    if (!(b.inverse_mass > 0)) return;
    const DVec3 spin = inverseRotate(b.rotation, b.angular);
    energy += 0.5 * (lengthSquared(b.linear) / b.inverse_mass + dot(spin, scaled(b.principal_inertia, spin)));
    mass += 1 / b.inverse_mass;
  };
  if (joints.size() == group_joints_.size()) {
    for (const GroupBody& b : bodies_) add(b);
  } else {
    for (const GroupJoint& j : joints) add(body(j.a)), add(body(j.b));
  }
  return energy;
}

/// Velocities and impulses as they are, to come back to.
void JointGroup::remember(std::span<GroupJoint> joints) {
  before_.clear();
  for (const GroupJoint& j : joints) {
    for (const std::int32_t b : {j.a, j.b}) {
      before_.push_back(body(b).linear);
      before_.push_back(body(b).angular);
    }
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) before_.push_back({row(i).impulse, 0, 0});
  }
}

void JointGroup::goBack(std::span<GroupJoint> joints) {
  std::size_t at = 0;
  for (const GroupJoint& j : joints) {
    for (const std::int32_t b : {j.a, j.b}) {
      body(b).linear = before_[at++];
      body(b).angular = before_[at++];
    }
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).impulse = before_[at++].x;
  }
}

/// Whether bodies turn so much faster than remembered that where they end says nothing: a turn looks like
/// none.
bool JointGroup::hasRunAway(std::span<GroupJoint> joints) const {
  std::size_t at = 0;
  for (const GroupJoint& j : joints) {
    for (const std::int32_t b : {j.a, j.b}) {
      const DVec3 change = body(b).angular - before_[at + 1];
      if (!(lengthSquared(change) * h_ * h_ <= JointSettings::kMostTurn * JointSettings::kMostTurn))
        return true;
      at += 2;
    }
    at += static_cast<std::size_t>(j.row_end - j.first_row);
  }
  return false;
}

/// Solves for what takes part, by the factorization at hand. Returns how far the greatest residual was off, m
/// (for a tolerance of 1) or rad a substep.
double JointGroup::solve(std::span<GroupJoint> joints, BlockFactor& factor, Pass pass) {
  const bool biased = pass != Pass::Relax, turned = pass == Pass::Turned;
  solution_.clear();
  double worst = 0;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      const Row& r = row(i);
      if (!r.active) continue;
      double off = speed(r);
      if (biased && r.kind != Row::Kind::Spring) off += r.goal - r.seen;
      if (r.kind == Row::Kind::Spring) off += r.compliance * (r.impulse - r.offset);
      if (r.kind != Row::Kind::Spring && !turned) off += r.compliance * (r.impulse - r.kept);
      worst = std::max(worst, std::abs(off) / unitOf(r));
      solution_.push_back(-off);
    }
  }
  factor.solve(solution_);
  std::size_t at = 0;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (!r.active) continue;
      const double change = solution_[at++];
      r.impulse += change;
      apply(r, change);
    }
  }
  return worst * h_;
}

/// Solves, with springs and drives within their greatest forces. Only then do the velocities say where the
/// substep leads: a stiff drive that has been bounded leaves the joints open until they are solved again.
double JointGroup::solveBounded(std::span<GroupJoint> joints, BlockFactor& factor, bool whole, Pass pass) {
  const double off = solve(joints, factor, pass);
  for (int round = 0; boundSprings(joints, round < JointSettings::kBoundRounds); ++round) {
    assemble(joints, factor, whole);
    factor.factorize();
    solve(joints, factor, pass);
  }
  return off;
}

void JointGroup::solveJointsBiased(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).releases = 0;
  }
  remember(joints);
  soften(joints, direct_ ? JointSettings::kBiasedSoftness : JointSettings::kGaussSeidelSoftness);
  bool changed = true;
  double before = kUnbounded;
  for (int round = 0; round < JointSettings::kRounds; ++round) {
    changed = activateAhead(joints) || changed;
    if (changed) {
      assemble(joints, factor, whole);
      factor.factorize();
    }
    const double off = solveBounded(joints, factor, whole, Pass::Biased);
    changed = releaseRows(joints);
    if (!direct_ && (!changed || round > 0)) return;
    if (!changed && round > 0 && off < JointSettings::kExact) {
      if (hasRunAway(joints)) break;
      return;
    }
    if (!(changed || off < JointSettings::kConverging * before)) break;
    before = changed ? kUnbounded : off;
  }
  pushTurned(joints, factor, whole);
}

void JointGroup::holdVelocities(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  soften(joints, JointSettings::kSoftness);
  assemble(joints, factor, whole);
  factor.factorize();
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).goal = row(i).seen = speed(row(i));
  }
  solveBounded(joints, factor, whole, Pass::Biased);
  releaseRows(joints);
}

/// What turns by too much in a substep for its Jacobian: velocities alone first, then along the Jacobians
/// where that leads, which the relaxation takes out again. It only ever takes energy.
void JointGroup::pushTurned(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  goBack(joints);
  holdVelocities(joints, factor, whole);
  remember(joints);
  soften(joints, JointSettings::kTurnedSoftness);
  double mass = 0;
  const double before = kineticEnergy(joints, mass);
  for (int round = 0; round < JointSettings::kTurnedRounds; ++round) {
    activateAhead(joints);
    for (const GroupJoint& j : joints) linearizeAhead(j);
    assemble(joints, factor, whole);
    factor.factorize();
    const double off = solveBounded(joints, factor, whole, Pass::Turned);
    const bool changed = releaseRows(joints);
    if (!changed && off < JointSettings::kGoodEnough) return;
  }
  // Where that would take absurd velocities later substeps have to take it back.
  const double most =
      (isTensioned() ? JointSettings::kMaxEnergyTensioned : JointSettings::kMostTurned) * tolerance_;
  if (!(kineticEnergy(joints, mass) <= before + 0.5 * mass * most * most)) goBack(joints);
}

/// Jacobians where the velocities lead.
void JointGroup::linearizeAhead(const GroupJoint& j) {
  DVec3 arms[2];
  const FramePair pair = framePair(j, true, &arms[0], &arms[1]);
  const Joint& joint = jointOf(j);
  for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
    Row& r = row(i);
    const JointElement& e = joint.elements[r.element];
    setJacobian(r, e, metricOf(e, r.component, pair, joint.turn[e.axis]), arms);
    setResponses(r);
    r.seen = speed(r);
  }
}

void JointGroup::relaxJoints(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).releases = 0, row(i).kept = row(i).impulse;
  }
  soften(joints, JointSettings::kSoftness);
  remember(joints);
  double mass = 0;
  const double before = kineticEnergy(joints, mass);
  bool changed = true;
  for (int round = 0; round < JointSettings::kRounds; ++round) {
    changed = activateTouching(joints) || changed;
    if (!changed) break;
    assemble(joints, factor, whole);
    factor.factorize();
    solve(joints, factor, Pass::Relax);
    changed = releaseRows(joints);
  }
  // The solution has no more energy than the start. Rounds that have not found it may end above.
  if (!isDriven() && kineticEnergy(joints, mass) > JointSettings::kMostGain * before + leastGain(mass))
    goBack(joints);
}

/// Work that springs and drives may do in a substep: the energy that springs have and that of their force
/// along the way, and what drives put into a motion at their speed.
double JointGroup::springWork() const {
  double sum = 0;
  for (const Row& r : rows_) {
    if (r.kind != Row::Kind::Spring || r.impulse == 0) continue;
    const JointElement& e = jointOf(group_joints_[r.joint]).elements[r.element];
    const double off = std::abs(r.value - r.target);
    sum += r.stiffness * off * (0.5 * off + h_ * std::abs(r.speed_before)) +
           std::max(0.0, r.impulse * e.velocity_target);
  }
  return sum;
}

/// Bodies that follow their own motion may do any work. But where joints cannot follow, since others hold the
/// same bodies elsewhere, Newton's method does not end: m/s that is more than any such motion brings about in
/// a substep, 0 without one.
double JointGroup::drivenSpeed() const {
  double reach = 0, most = -1, off = 0;
  for (const GroupJoint& j : group_joints_) reach = std::max({reach, length(j.arms[0]), length(j.arms[1])});
  for (const Row& r : rows_) {
    const JointElement& e = jointOf(group_joints_[r.joint]).elements[r.element];
    if (r.kind == Row::Kind::Hard && !isAngular(e.metric)) off = std::max(off, std::abs(r.value - r.target));
  }
  for (const GroupBody& mover : bodies_) {
    if (mover.movable || mover.slot == 0) continue;
    double farthest = 0;
    for (const GroupBody& b : bodies_) {
      if (b.movable) farthest = std::max(farthest, length(b.center - mover.center));
    }
    most = std::max(most, length(mover.linear) + length(mover.angular) * (farthest + reach));
  }
  if (most < 0) return 0;
  return std::max(
      JointSettings::kLeastDriven * tolerance_,
      (off < JointSettings::kFollows * reach ? JointSettings::kMostLever : JointSettings::kMostDriven) *
          most);
}

/// Joints leave no more energy than there was and springs and drives give. But where contacts and joints
/// fight, or a light body between heavy ones turns far in a substep, Newton's method may end far from what it
/// should. The impulses that led there are no load to start the next substep with either.
void JointGroup::limitEnergy(double most) {
  double mass = 0;
  const double now = kineticEnergy(group_joints_, mass);
  if (!(now > most + leastGain(mass))) return;
  const double allowed = most + leastGain(mass) + spring_work_;
  const double driven = drivenSpeed();
  if (!(now > allowed + 0.5 * mass * driven * driven)) return;
  DVec3 mean;
  for (const GroupBody& b : bodies_) {
    if (b.inverse_mass > 0) mean += b.linear * (1 / (b.inverse_mass * mass));
  }
  // What contradicts itself comes to rest.
  const double share = std::sqrt(allowed / now) * (driven > 0 ? 0.5 : 1);
  const bool anchored =
      std::any_of(bodies_.begin(), bodies_.end(), [](const GroupBody& b) { return !b.movable; });
  if (anchored) mean = {};
  for (GroupBody& b : bodies_) {
    if (!(b.inverse_mass > 0)) continue;
    b.linear = mean + (b.linear - mean) * share;
    b.angular = b.angular * share;
  }
  if (share > JointSettings::kRunAway) return;
  for (Row& r : rows_) {
    if (r.kind != Row::Kind::Spring) r.impulse = 0;
  }
}

void JointGroup::solveBiased(SolverBodies& solver) {
  takeVelocities(solver);
  // What contacts have added since.
  double mass = 0;
  energy_ += std::max(0.0, kineticEnergy(group_joints_, mass) - started_energy_);
  if (direct_) {
    solveJointsBiased(group_joints_, factor_, true);
  } else {
    for (int pass = 0; pass < JointSettings::kGaussSeidelPasses; ++pass) {
      for (GroupJoint& j : group_joints_) solveJointsBiased({&j, 1}, single_, false);
    }
  }
  spring_work_ = springWork();
  if (!frames_move_) {
    const double recovering = JointSettings::kMostRecovery * tolerance_;
    limitEnergy(JointSettings::kMaxBiasedEnergy * energy_ + 0.5 * mass * recovering * recovering);
  }
  dropAbsurd();
  giveVelocities(solver);
  holdFlights(solver);
  keepImpulses();
}

/// What no joint holds in this substep flies on its parabola. There velocities are those of the moment, but
/// where forces act those of half a substep ago (Störmer and Verlet's scheme): what comes to a soft bound has
/// half of the substep's acceleration too much, and what leaves one half of it too little. A weight that
/// falls onto a spring again and again would gain g h of speed each time.
void JointGroup::holdFlights(SolverBodies& solver) {
  for (GroupBody& b : bodies_) b.pulled = b.firmly_pulled = false;
  for (const Row& r : rows_) {
    if (r.impulse == 0) continue;
    const GroupJoint& j = group_joints_[r.joint];
    const JointElement& e = jointOf(j).elements[r.element];
    const bool soft = r.kind == Row::Kind::Spring && e.role == JointElement::Role::Range;
    for (const std::int32_t side : {j.a, j.b}) {
      body(side).pulled = true;
      body(side).firmly_pulled = body(side).firmly_pulled || !soft;
    }
  }
  for (GroupBody& b : bodies_) {
    if (b.slot == 0 || !b.movable) continue;
    SolverBody& solved = solver.bodies[b.slot];
    const bool was_sprung = solved.sprung, flew = b.flew;
    solved.sprung = b.pulled && !b.firmly_pulled;
    b.flew = b.ballistic && !b.pulled;
    if (!b.ballistic) continue;
    solved.ballistic = b.flew;
    const Vec3 half = solved.acceleration * static_cast<float>(0.5 * h_);
    Vec3& velocity = solver.velocities[b.slot].linear;
    if (was_sprung && b.flew) velocity += half;
    if (flew && solved.sprung) velocity -= half;
  }
}

/// Masses and forces beyond what numbers can tell apart must not poison what they touch.
void JointGroup::dropAbsurd() {
  double sum = 0;
  for (const GroupBody& b : bodies_) sum += dot(b.linear, b.linear) + dot(b.angular, b.angular);
  if (std::isfinite(sum) && sum < JointSettings::kAbsurd) return;
  for (GroupBody& b : bodies_) b.linear = b.angular = {};
  for (Row& r : rows_) r.impulse = 0;
}

void JointGroup::relaxBeforeContacts(SolverBodies& solver) {
  relaxed_ = isTensioned();
  if (relaxed_) relax(solver);
}

void JointGroup::relaxAfterContacts(SolverBodies& solver) {
  if (!relaxed_) relax(solver);
}

void JointGroup::relax(SolverBodies& solver) {
  ++substep_;
  takePoses(solver);
  takeVelocities(solver);
  moveFrames();
  buildRows(false);
  // Springs have done their work.
  for (Row& r : rows_) {
    if (r.kind == Row::Kind::Spring) r.active = false;
  }
  if (direct_) {
    relaxJoints(group_joints_, factor_, true);
  } else {
    for (int pass = 0; pass < JointSettings::kGaussSeidelPasses; ++pass) {
      for (GroupJoint& j : group_joints_) relaxJoints({&j, 1}, single_, false);
    }
  }
  if (!frames_move_) limitEnergy(energy_ * JointSettings::kMostGain);
  dropAbsurd();
  giveVelocities(solver);
  keepImpulses();
  for (Row& r : rows_) {
    GroupJoint& j = group_joints_[r.joint];
    JointElement& e = jointOf(j).elements[r.element];
    j.force += r.linear * r.impulse;
    if (isAngular(e.metric)) j.torque += r.angular_b * r.impulse;
    const auto k = static_cast<std::size_t>(r.component);
    e.warm[k] = lesser(e.last[k], r.impulse);
    e.last[k] = r.impulse;
    chooseTarget(r, e, e.warm[k]);
  }
}

void JointGroup::endStep() {
  const double rate = 1 / (h_ * substeps_);
  news_ = false;
  for (const GroupJoint& j : group_joints_) {
    Joint& joint = jointOf(j);
    joint.load = {j.force * rate, j.torque * rate};
    if (joint.frames_move) {
      joint.frame = joint.next_frame;
      joint.frames_move = false;
    }
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      const Row& r = row(i);
      JointElement& e = joint.elements[r.element];
      if (e.role != JointElement::Role::Range) continue;
      // Where it has been reached it is left a bit farther off, so that it does not flicker.
      const double reach =
          e.soft ? 0 : (e.reported ? JointSettings::kLeft : JointSettings::kTouching) * unitOf(r);
      e.reached = r.side * (r.value - r.target) >= -reach;
      news_ = news_ || e.reached != e.reported;
    }
  }
}

}  // namespace carom::solve
