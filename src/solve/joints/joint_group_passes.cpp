// The passes of a substep over a group of joints; joint_group.cpp has the derivation.

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/joints/joint_group.hpp"

namespace carom::solve {
namespace {

constexpr int kRounds = 12;
constexpr int kTurnedRounds = 6;
constexpr int kSweeps = 2;
constexpr double kRecovery = 0.25;
constexpr double kMostRecovery = 4;   // m/s
constexpr double kMostTurnBack = 10;  // rad/s
constexpr double kExact = 1e-7;       // m, rad: a push that ends so near is done.
constexpr double kGoodEnough = 1e-4;  // m, rad: the same when it does not get nearer.
constexpr double kConverging = 0.7;   // Of the deviation, in a round.
constexpr double kTouching = 1e-4;    // m, rad from a bound.
constexpr double kLeft = 5e-4;        // The same where it has been reached.
constexpr double kStill = 1e-9;       // m/s, rad/s

}  // namespace

void JointGroup::beginSubstep(const SolverBodies& solver) {
  takeVelocities(solver);
  prepareSprings();
}

void JointGroup::apply(Row& r, double impulse) {
  const GroupJoint& j = group_joints_[static_cast<std::size_t>(r.joint)];
  GroupBody &a = body(j.a), &b = body(j.b);
  a.linear -= r.linear * (a.inverse_mass * impulse);
  a.angular -= r.response_a * impulse;
  b.linear += r.linear * (b.inverse_mass * impulse);
  b.angular += r.response_b * impulse;
}

void JointGroup::warmStart(SolverBodies& solver) {
  takeVelocities(solver);
  for (Row& r : rows_) {
    if (r.impulse != 0) apply(r, r.impulse);
  }
  giveVelocities(solver);
}

/// Where the velocities take the bodies of these joints in the substep.
void JointGroup::predict(std::span<GroupJoint> joints) {
  ahead_center_.resize(bodies_.size());
  ahead_rotation_.resize(bodies_.size());
  const auto go = [&](std::int32_t index) {
    const auto i = static_cast<std::size_t>(index);
    const GroupBody& b = bodies_[i];
    ahead_center_[i] = b.center + b.linear * h_;
    ahead_rotation_[i] = quaternionFromRotationVector(b.angular * h_) * b.rotation;
  };
  if (joints.size() == group_joints_.size()) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) go(static_cast<std::int32_t>(i));
    return;
  }
  for (const GroupJoint& j : joints) go(j.a), go(j.b);
}

double JointGroup::valueAhead(const Row& r, const FramePair& pair) const {
  const Joint& joint = jointOf(group_joints_[static_cast<std::size_t>(r.joint)]);
  const JointElement& e = joint.elements[static_cast<std::size_t>(r.element)];
  return metricOf(e, r.component, pair, joint.turn[static_cast<std::size_t>(e.axis)]).value;
}

/// Looks where the substep would end: goals of what takes part, and bounds that have to.
bool JointGroup::activateAhead(std::span<GroupJoint> joints) {
  bool changed = false;
  predict(joints);
  for (const GroupJoint& j : joints) {
    const FramePair pair = framePair(j, true, nullptr, nullptr);
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind == Row::Kind::Spring || !(r.most > 0)) continue;
      const double ahead = valueAhead(r, pair);
      const JointElement& e = jointOf(j).elements[static_cast<std::size_t>(r.element)];
      if (r.kind == Row::Kind::Bound && !r.active && !r.clamped && (ahead > e.max || ahead < e.min)) {
        r.side = ahead > e.max ? 1 : -1;
        r.target = ahead > e.max ? e.max : e.min;
        r.active = changed = true;
      }
      // What is off now may be off by less at the end.
      double off = r.value - r.target;
      if (r.kind == Row::Kind::Bound) off = r.side * std::max(0.0, r.side * off);
      const double most = (isAngular(e.metric) ? kMostTurnBack : kMostRecovery) * h_;
      const double back = std::clamp(kRecovery * off, -most, most);
      r.goal = (ahead - r.target - (off - back)) / h_;
      r.recovery = back / h_;
    }
  }
  return changed;
}

/// Bounds that are touched and approached.
bool JointGroup::activateTouching(std::span<GroupJoint> joints) {
  bool changed = false;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind != Row::Kind::Bound || r.active || r.clamped || !(r.most > 0)) continue;
      if (r.side * (r.value - r.target) < -kTouching || r.side * speed(r) <= kStill) continue;
      r.active = changed = true;
    }
  }
  return changed;
}

/// Takes out what would have to pull or to exert more than it can.
bool JointGroup::releaseRows(std::span<GroupJoint> joints, bool pushing) {
  bool changed = false;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (!r.active) continue;
      double allowed = r.impulse;
      if (r.kind == Row::Kind::Bound) {
        allowed = r.side > 0 ? std::min(0.0, r.impulse) : std::max(0.0, r.impulse);
      } else if (pushing && r.kind == Row::Kind::Spring) {
        allowed = std::clamp(r.impulse, -r.most, r.most);
      }
      if (allowed == r.impulse) continue;
      apply(r, allowed - r.impulse);
      r.impulse = allowed;
      r.active = false;
      r.clamped = true;
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
    const GroupJoint& jr = joints[static_cast<std::size_t>(ends[flipped ? 1 : 0])];
    const GroupJoint& jc = joints[static_cast<std::size_t>(ends[flipped ? 0 : 1])];
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

/// Solves for what takes part, by the factorization at hand. Returns how far the greatest residual was off, m or
/// rad a substep.
double JointGroup::solve(std::span<GroupJoint> joints, BlockFactor& factor, bool pushing) {
  solution_.clear();
  double worst = 0;
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      const Row& r = row(i);
      if (!r.active) continue;
      double off = pushing && r.kind != Row::Kind::Spring ? r.goal : speed(r);
      off += r.compliance * (r.kind == Row::Kind::Spring ? r.impulse - r.offset : r.impulse);
      worst = std::max(worst, std::abs(off));
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

void JointGroup::pushJoints(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).clamped = false;
  }
  bool changed = true;
  double before = kUnbounded;
  for (int round = 0; round < kRounds; ++round) {
    changed = activateAhead(joints) || changed;
    if (changed) {
      assemble(joints, factor, whole);
      factor.factorize();
    }
    const double off = solve(joints, factor, true);
    changed = releaseRows(joints, true);
    if (!changed && round > 0 && off < kExact) return;
    if (!changed && off > kConverging * before) break;
    before = changed ? kUnbounded : off;
  }
  pushTurned(joints, factor, whole);
}

/// What turns by too much in a substep for its Jacobian: velocities alone first, then along the Jacobians where
/// that leads, which the relaxation takes out again. It only ever takes energy.
void JointGroup::pushTurned(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind != Row::Kind::Spring && r.active) r.goal = speed(r) + r.recovery;
    }
  }
  solve(joints, factor, true);
  releaseRows(joints, true);
  for (int round = 0; round < kTurnedRounds; ++round) {
    activateAhead(joints);
    for (GroupJoint& j : joints) linearizeAhead(j);
    assemble(joints, factor, whole);
    factor.factorize();
    const double off = solve(joints, factor, true);
    const bool changed = releaseRows(joints, true);
    if (!changed && off < kGoodEnough) return;
  }
}

/// Jacobians where the velocities lead.
void JointGroup::linearizeAhead(GroupJoint& j) {
  const FramePair pair = framePair(j, true, &j.arm_a, &j.arm_b);
  const Joint& joint = jointOf(j);
  for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
    Row& r = row(i);
    const JointElement& e = joint.elements[static_cast<std::size_t>(r.element)];
    setJacobian(r, e, metricOf(e, r.component, pair, joint.turn[static_cast<std::size_t>(e.axis)]), j);
    setResponses(r);
  }
}

void JointGroup::relaxJoints(std::span<GroupJoint> joints, BlockFactor& factor, bool whole) {
  for (const GroupJoint& j : joints) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) row(i).clamped = false;
  }
  bool changed = true;
  for (int round = 0; round < kRounds; ++round) {
    changed = activateTouching(joints) || changed;
    if (!changed) return;
    assemble(joints, factor, whole);
    factor.factorize();
    solve(joints, factor, false);
    changed = releaseRows(joints, false);
  }
}

void JointGroup::push(SolverBodies& solver) {
  takeVelocities(solver);
  if (direct_) {
    pushJoints(group_joints_, factor_, true);
  } else {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (GroupJoint& j : group_joints_) pushJoints({&j, 1}, single_, false);
    }
  }
  giveVelocities(solver);
  keepImpulses();
}

void JointGroup::relax(SolverBodies& solver) {
  ++substep_;
  takePoses(solver);
  takeVelocities(solver);
  moveFrames();
  buildRows();
  // Springs have done their work.
  for (Row& r : rows_) {
    if (r.kind == Row::Kind::Spring) r.active = false;
  }
  if (direct_) {
    relaxJoints(group_joints_, factor_, true);
  } else {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (GroupJoint& j : group_joints_) relaxJoints({&j, 1}, single_, false);
    }
  }
  giveVelocities(solver);
  keepImpulses();
  for (Row& r : rows_) {
    GroupJoint& j = group_joints_[static_cast<std::size_t>(r.joint)];
    const JointElement& e = jointOf(j).elements[static_cast<std::size_t>(r.element)];
    j.force += r.linear * r.impulse;
    if (isAngular(e.metric)) j.torque += r.angular_b * r.impulse;
    chooseTarget(r, e);
  }
}

void JointGroup::endStep() {
  const double rate = 1 / (h_ * substeps_);
  for (const GroupJoint& j : group_joints_) {
    Joint& joint = jointOf(j);
    joint.load = {j.force * rate, j.torque * rate};
    if (joint.frames_move) {
      joint.frame = joint.next_frame;
      joint.frames_move = false;
    }
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      const Row& r = row(i);
      JointElement& e = joint.elements[static_cast<std::size_t>(r.element)];
      if (e.role != JointElement::Role::Range) continue;
      // Where it has been reached it is left a bit farther off, so that it does not flicker.
      const double reach = e.soft ? 0 : (e.reported ? kLeft : kTouching);
      e.reached = r.side * (r.value - r.target) >= -reach;
    }
  }
}

}  // namespace carom::solve
