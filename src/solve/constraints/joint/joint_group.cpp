// Joints that are connected: the rows of their constraints, and how they are solved.
//
// A row has a value c of the poses and a Jacobian J with ċ = J v (joint_metrics.cpp):
//
//   linear   J = [−n, −((r_a + d) × n), n, r_b × n],   angular   J = [0, −g, 0, g].
//
// An impulse λ changes velocities by M⁻¹ Jᵀ λ; rows of joints that share bodies are coupled by A = J M⁻¹ Jᵀ.
// A group of joints is solved for all its rows at once, A Δλ = −r, with a factorization that takes time in
// proportion to the joints of a chain or a tree (block_factor.hpp). So a chain carries a thousand times its
// mass, and a motor feels the true mass of what it drives, in one pass.
//
// The substep is that of RATTLE (H. C. Andersen, "Rattle: a velocity version of the Shake algorithm for
// molecular dynamics calculations", 1983; B. Leimkuhler and S. Reich, "Simulating Hamiltonian Dynamics",
// 2004, ch. 7):
//
//   biased: impulses along J(x) such that the positions at the end of the substep, x ⊕ h v, hold the
//   constraints,
//           by Newton's method with the factorization of A(x);
//   relax:  with positions there, impulses along J(x₊) such that J(x₊) v = 0.
//
// Both halves of the curvature of the path are in it. Constraining velocities alone would take ω²h²/2 of the
// energy of a pendulum in each substep; this is symplectic, and keeps it. A deviation is taken back by
// kRecovery of it a substep, by not more than kMostRecovery m/s; the relaxation takes out again the velocity
// that it took.
//
// Bounds and bounded forces: a bound of a hard limit takes part when the substep would end beyond it, and
// drops out when it would have to pull; a drive that would need more than its greatest force exerts that.
// Each round solves for those that take part, then looks again, at most kRounds times; should they not agree
// by then, what pulls is dropped, so that no wrong force is ever left. Springs are in the same system with
// their compliance (spring_response.cpp). They act in the biased solve only: relaxing must not let go of
// them.
//
// Rows that say the same twice (a closed loop of hinges does) would make A singular: each row gives way by a
// share of A_ii, of the heavier of its bodies (kSoftness and the others in joint_settings.hpp), which is
// some micrometres under the greatest loads. A chain under tension between two fixed points cannot even be
// led back to its length by impulses along J(x), however great; where Newton's method does not converge it
// starts again from the velocities alone, and takes of the deviation what soft rows can.
//
// A force f on a body at the arm r turns with the body's position, not with its rotation: when the body turns
// by θ the torque changes by (θ × r) × f, a stiffness G = (r · f) 1 − sym(r fᵀ) that restores where f pulls
// outwards. Substeps are too long for it when h² |G| is more than the moment of inertia (a tight bridge, a
// chain with a ton on it): the body then turns as if G were integrated implicitly, (I + h² G) ω' = I ω + h τ,
// ω being that against the line of the pull (M. Tournier, M. Nesme, B. Gilles and F. Faure, "Stable
// constrained dynamics", 2015). With θ between r and f, G has the eigenvalues |r||f| cos θ across both,
// |r||f| (cos θ + 1)/2, and |r||f| (cos θ − 1)/2 along the bisector of r and f. The last one is negative and
// could make I + h² G singular: it is taken as 0.
//
// A substep starts with the impulses of the last one, so that contacts see the bodies as the joints hold
// them. But a blow is not a load: contacts, which only push, would answer it, and what they have done would
// stay when the joints take it back. So a row starts with the lesser of its impulses in the last two
// substeps, and with none where these have opposite signs.
//
// A group with so many rings that a factorization would be slow (a net) is swept instead, each joint solved
// by itself, kGaussSeidelPasses times a pass.

#include "solve/constraints/joint/joint_group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/rotation_vector.hpp"
#include "solve/constraints/graph/net_levels.hpp"
#include "solve/constraints/joint/joint_settings.hpp"
#include "solve/constraints/joint/spring_response.hpp"
#include "solve/integration/integrate.hpp"
#include "solve/scale_settings.hpp"

namespace carom::solve {
namespace {

DMat3 rotated(const DQuat& rotation, const DVec3& diagonal) {
  const DMat3 r = toMatrix(rotation);
  const DMat3 t = transposed(r);
  return {r * scaled(diagonal, t.cx), r * scaled(diagonal, t.cy), r * scaled(diagonal, t.cz)};
}

DMat3 inverseOf(const DMat3& m) {
  const DVec3 x = cross(m.cy, m.cz), y = cross(m.cz, m.cx), z = cross(m.cx, m.cy);
  const double scale = 1 / dot(m.cx, x);
  return transposed(DMat3{x * scale, y * scale, z * scale});
}

DTransform between(const DTransform& from, const DTransform& to, double t) {
  const DVec3 turn = rotationVector(to.rotation * conjugate(from.rotation));
  return {from.translation + (to.translation - from.translation) * t,
          normalized(quaternionFromRotationVector(turn * t) * from.rotation)};
}

}  // namespace

JointGroup::JointGroup(std::vector<std::int32_t> joints, const IndexedVector<Joint>& all,
                       const IndexedVector<Body>& bodies)
    : joints_(std::move(joints)) {
  take(joints_, all, bodies);
  for (const GroupBody& b : bodies_) members_.push_back(b.body);
  direct_ = analyse();
  if (!direct_) {
    std::vector<std::int32_t> others;
    for (const std::int32_t index : joints_) (isPin(all[index]) ? pins_ : others).push_back(index);
    take(pins_, all, bodies);
    std::vector<NetLink> links;
    for (const GroupJoint& joint : group_joints_) {
      if (bodies_[joint.a].movable && bodies_[joint.b].movable) links.push_back({joint.a, joint.b});
    }
    pinned_levels_ = netLevels(static_cast<std::int32_t>(bodies_.size()), links);
    for (const GroupBody& b : bodies_) pinned_.push_back(b.body);
    take(others, all, bodies);
  }
  single_.analyse(1, {}, 1);
}

/// These joints and their bodies.
void JointGroup::take(const std::vector<std::int32_t>& joints, const IndexedVector<Joint>& all,
                      const IndexedVector<Body>& bodies) {
  group_joints_.clear();
  bodies_.clear();
  std::map<std::int32_t, std::int32_t> place;
  for (const std::int32_t index : joints) {
    GroupJoint joint;
    joint.joint = index;
    for (int side = 0; side < 2; ++side) {
      const std::int32_t b = all[index].body[side];
      const auto [found, is_new] = place.try_emplace(b, static_cast<std::int32_t>(bodies_.size()));
      if (is_new) {
        GroupBody body;
        body.body = b;
        body.movable = bodies[b].movable();
        if (body.movable && movable_body_ < 0) movable_body_ = b;
        bodies_.push_back(body);
      }
      (side == 0 ? joint.a : joint.b) = found->second;
    }
    group_joints_.push_back(joint);
  }
  frames_.resize(joints.size());
}

/// Finds which joints share bodies. False when a factorization would be slow.
bool JointGroup::analyse() {
  IndexedVector<std::vector<std::int32_t>> around(bodies_.size());
  for (std::size_t i = 0; i < group_joints_.size(); ++i) {
    for (const std::int32_t b : {group_joints_[i].a, group_joints_[i].b}) {
      if (body(b).movable) around[b].push_back(static_cast<std::int32_t>(i));
    }
  }
  const std::int64_t most = JointSettings::kLeastUpdates +
                            JointSettings::kUpdatesPerJoint * static_cast<std::int64_t>(group_joints_.size());
  std::int64_t count = 0;
  for (const auto& list : around) count += static_cast<std::int64_t>(list.size() * list.size());
  if (count > 4 * most) return false;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (const auto& list : around) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t k = i + 1; k < list.size(); ++k) pairs.emplace_back(list[i], list[k]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [a, b] : pairs) edges_.push_back({{a, b}});
  return factor_.analyse(static_cast<std::int32_t>(group_joints_.size()), pairs, most);
}

/// The frames' relative pose now, or where the velocities lead; the arms from the centres of mass to the
/// second frame's origin.
FramePair JointGroup::framePair(const GroupJoint& joint, bool ahead, DVec3* arm_a, DVec3* arm_b) const {
  const auto j = static_cast<std::size_t>(&joint - group_joints_.data());
  const DTransform& frame_a = frames_[j][ahead ? 2 : 0];
  const DTransform& frame_b = frames_[j][ahead ? 3 : 1];
  const DVec3& center_a = ahead ? ahead_center_[joint.a] : bodies_[joint.a].center;
  const DVec3& center_b = ahead ? ahead_center_[joint.b] : bodies_[joint.b].center;
  const DQuat& rotation_a = ahead ? ahead_rotation_[joint.a] : bodies_[joint.a].rotation;
  const DQuat& rotation_b = ahead ? ahead_rotation_[joint.b] : bodies_[joint.b].rotation;
  const DVec3 origin_a = center_a + rotate(rotation_a, frame_a.translation);
  const DVec3 offset_b = rotate(rotation_b, frame_b.translation);
  const DVec3 origin_b = center_b + offset_b;
  const DQuat axes_a = rotation_a * frame_a.rotation;
  if (arm_a != nullptr) *arm_a = origin_b - center_a;
  if (arm_b != nullptr) *arm_b = offset_b;
  return {origin_b - origin_a, toMatrix(axes_a), conjugate(axes_a) * (rotation_b * frame_b.rotation)};
}

/// Of the movable bodies, m: of balls with their inertia and mass.
float JointGroup::smallestRadius(const IndexedVector<Body>& bodies) const {
  float least = std::numeric_limits<float>::max();
  for (const GroupBody& b : bodies_) {
    const Body& body = bodies[b.body];
    if (!b.movable || !(body.inverse_mass > 0)) continue;
    const float inertia = std::max({body.inertia.x, body.inertia.y, body.inertia.z});
    if (inertia > 0) least = std::min(least, std::sqrt(2.5f * inertia * body.inverse_mass));
  }
  return least < std::numeric_limits<float>::max() ? least : ScaleSettings::kUsualRadius;
}

void JointGroup::beginStep(IndexedVector<Joint>& all, const IndexedVector<Body>& bodies,
                           const SolverBodies& solver, const SimulationSettings& settings) {
  all_ = &all;
  h_ = static_cast<double>(settings.time_step / static_cast<float>(settings.substeps));
  substeps_ = settings.substeps;
  substep_ = 0;
  // What swings fast where little falls has the tolerance of its size.
  tolerance_ =
      static_cast<double>(std::max(toleranceOfGravity(settings), toleranceOfSize(smallestRadius(bodies))));
  const DVec3 origin = bodies[movable_body_].center;
  for (GroupBody& b : bodies_) {
    const Body& body = bodies[b.body];
    b.slot = solver.indexOf(b.body);
    b.start = b.center = body.center - origin;
    b.rotation = DQuat(body.rotation);
    b.linear = b.angular = {};
    b.inverse_mass = 0;
    b.inverse_inertia = {{}, {}, {}};
    b.flew = body.ballistic;
    b.ballistic = b.slot > 0 && solver.bodies[b.slot].ballistic;
  }
  frames_move_ = false;
  for (GroupJoint& j : group_joints_) {
    j.force = j.torque = {};
    frames_move_ = frames_move_ || jointOf(j).frames_move;
  }
  takePoses(solver);
  moveFrames();
  buildRows(true);
}

void JointGroup::takePoses(const SolverBodies& solver) {
  for (GroupBody& b : bodies_) {
    if (b.slot == 0) continue;
    const std::int32_t slot = b.slot;
    const SolverBody& s = solver.bodies[slot];
    b.center = b.start + DVec3(solver.deltas[slot].position);
    b.rotation = normalized(DQuat(s.rotation));
    if (b.slot >= solver.movable_end) continue;
    b.inverse_mass = static_cast<double>(s.inverse_mass);
    b.inverse_inertia = rotated(b.rotation, DVec3(s.principal_inverse_inertia));
    b.principal_inertia = DVec3(s.principal_inertia);
    b.gyroscopic = s.gyroscopic;
  }
}

void JointGroup::takeVelocities(const SolverBodies& solver) {
  for (GroupBody& b : bodies_) {
    if (b.slot == 0) continue;
    const SolverVelocity& v = solver.velocities[b.slot];
    b.linear = DVec3(v.linear);
    b.angular = DVec3(v.angular);
  }
}

void JointGroup::giveVelocities(SolverBodies& solver) const {
  for (const GroupBody& b : bodies_) {
    if (b.slot == 0 || b.slot >= solver.movable_end) continue;
    SolverVelocity& v = solver.velocities[b.slot];
    v.linear = Vec3(b.linear);
    v.angular = Vec3(b.angular);
  }
}

/// Frames now and at the end of the substep to come.
void JointGroup::moveFrames() {
  if (!frames_move_ && substep_ > 0) return;
  const double from = static_cast<double>(substep_) / substeps_, to = from + 1.0 / substeps_;
  for (std::size_t i = 0; i < group_joints_.size(); ++i) {
    const Joint& joint = jointOf(group_joints_[i]);
    for (std::size_t side = 0; side < 2; ++side) {
      const DTransform &a = joint.frame[side], &b = joint.next_frame[side];
      frames_[i][side] = joint.frames_move ? between(a, b, from) : a;
      frames_[i][side + 2] = joint.frames_move ? between(a, b, to) : a;
    }
  }
}

void JointGroup::buildRows(bool starting) {
  rows_.clear();
  for (GroupJoint& j : group_joints_) {
    const FramePair pair = framePair(j, false, &j.arms[0], &j.arms[1]);
    Joint& joint = jointOf(j);
    for (int k = 0; k < 3; ++k) {
      double& turn = joint.turn[k];
      turn = metricRow(JointMetric::Twist, k, pair, turn).value;
    }
    j.first_row = static_cast<std::int32_t>(rows_.size());
    const auto index = static_cast<std::int32_t>(&j - group_joints_.data());
    for (std::size_t e = 0; e < joint.elements.size(); ++e)
      addRows(index, static_cast<std::int32_t>(e), pair);
    j.row_end = static_cast<std::int32_t>(rows_.size());
  }
  stiffenTensionedBodies();
  for (Row& r : rows_) {
    setResponses(r);
    const GroupJoint& j = group_joints_[r.joint];
    const JointElement& e = jointOf(j).elements[r.element];
    chooseTarget(r, e, (starting ? e.warm : e.impulse)[r.component]);
  }
  if (!frames_move_) return;
  ahead_center_.resize(bodies_.size());
  ahead_rotation_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    ahead_center_[i] = bodies_[i].center;
    ahead_rotation_[i] = bodies_[i].rotation;
  }
  for (const GroupJoint& j : group_joints_) {
    if (!jointOf(j).frames_move) continue;
    const FramePair pair = framePair(j, true, nullptr, nullptr);
    for (std::int32_t r = j.first_row; r < j.row_end; ++r)
      row(r).rate = (valueAhead(row(r), pair) - row(r).value) / h_;
  }
}

MetricRow JointGroup::metricOf(const JointElement& e, int component, const FramePair& pair, double turn) {
  if (e.rows == 1) return metricRow(e.metric, e.axis, pair, turn);
  return e.soft ? softZeroRow(e.metric, e.axis, component, pair, turn)
                : zeroRow(e.metric, e.axis, component, pair, turn);
}

void JointGroup::setJacobian(Row& out, const JointElement& element, const MetricRow& metric,
                             const DVec3 (&arms)[2]) {
  if (isAngular(element.metric)) {
    out.linear = {};
    out.angular_a = out.angular_b = metric.direction;
  } else {
    out.linear = metric.direction;
    out.angular_a = cross(arms[0], metric.direction);
    out.angular_b = cross(arms[1], metric.direction);
  }
}

void JointGroup::setResponses(Row& out) const {
  const GroupJoint& j = group_joints_[out.joint];
  out.response_a = body(j.a).inverse_inertia * out.angular_a;
  out.response_b = body(j.b).inverse_inertia * out.angular_b;
  out.mass_inverse = coupling(out, out);
  // A share of A_ii itself, which a light body makes great, would let heavy ones on both its sides slip
  // apart.
  const double squared = lengthSquared(out.linear);
  const double a = body(j.a).inverse_mass * squared + dot(out.angular_a, out.response_a);
  const double b = body(j.b).inverse_mass * squared + dot(out.angular_b, out.response_b);
  const double heavier = a > 0 && b > 0 ? 2 * std::min(a, b) : out.mass_inverse;
  out.give = std::max(heavier, JointSettings::kLeastGive * out.mass_inverse);
}

/// Inertia of bodies that are pulled apart, see above.
void JointGroup::stiffenTensionedBodies() {
  for (GroupBody& b : bodies_) b.tensioned = false, b.pull = 0, b.stiffness = {{}, {}, {}};
  for (GroupJoint& j : group_joints_) {
    // Of loads that last; a blow would make light bodies as slow to turn as heavy ones.
    DVec3 impulse;
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      const JointElement& e = jointOf(j).elements[row(i).element];
      impulse += row(i).linear * e.warm[row(i).component];
    }
    const auto add = [](GroupBody& b, DMat3& stiffness, const DVec3& arm, const DVec3& hf) {
      const double pull = dot(arm, hf);
      stiffness = {{}, {}, {}};
      if (!(pull > 0)) return;
      b.pull += pull;
      const DVec3 diagonal{pull, pull, pull};
      const DMat3 cross_terms{(arm * hf.x + hf * arm.x) * 0.5, (arm * hf.y + hf * arm.y) * 0.5,
                              (arm * hf.z + hf * arm.z) * 0.5};
      // Without its negative part, along the bisector of r and f.
      const double size = std::sqrt(lengthSquared(arm) * lengthSquared(hf));
      const DVec3 middle = arm * length(hf) + hf * length(arm);
      const DVec3 lift = middle * ((size - pull) / (2 * lengthSquared(middle)));
      stiffness = {DVec3{diagonal.x, 0, 0} - cross_terms.cx + lift * middle.x,
                   DVec3{0, diagonal.y, 0} - cross_terms.cy + lift * middle.y,
                   DVec3{0, 0, diagonal.z} - cross_terms.cz + lift * middle.z};
      b.stiffness = b.stiffness + stiffness;
    };
    add(body(j.a), j.stiffness_a, j.arms[0], impulse * -h_);
    add(body(j.b), j.stiffness_b, j.arms[1], impulse * h_);
  }
  for (GroupBody& b : bodies_) {
    const DVec3& i = b.principal_inertia;
    if (b.inverse_mass == 0 || !(i.x > 0 && i.y > 0 && i.z > 0)) continue;
    const double middle = i.x + i.y + i.z - std::max({i.x, i.y, i.z}) - std::min({i.x, i.y, i.z});
    b.tensioned = b.pull > JointSettings::kTensionRatio * middle;
    if (b.tensioned) b.inverse_inertia = inverseOf(rotated(b.rotation, i) + b.stiffness);
  }
}

bool JointGroup::isTensioned() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const GroupBody& b) { return b.tensioned; });
}

void JointGroup::addRows(std::int32_t index, std::int32_t element, const FramePair& pair) {
  const GroupJoint& group_joint = group_joints_[index];
  const Joint& joint = jointOf(group_joint);
  const JointElement& e = joint.elements[element];
  for (int component = 0; component < e.rows; ++component) {
    Row out;
    out.joint = index;
    out.element = element;
    out.component = component;
    const MetricRow metric = metricOf(e, component, pair, joint.turn[e.axis]);
    out.value = metric.value;
    setJacobian(out, e, metric, group_joint.arms);
    rows_.push_back(out);
  }
}

/// What the row wants by itself; springs' impulses are prepared later, from the velocities.
void JointGroup::chooseTarget(Row& row, const JointElement& element, double impulse) const {
  row.impulse = impulse;
  row.most = kUnbounded;
  row.target = element.rows > 1 ? 0 : element.max;
  if (element.role == JointElement::Role::Range) {
    if (!(row.mass_inverse > 1e-30)) row.most = 0;
    const double above = row.value - element.max, below = element.min - row.value;
    row.side = above >= below ? 1 : -1;
    row.target = above >= below ? element.max : element.min;
    row.kind = element.soft ? Row::Kind::Spring : Row::Kind::Bound;
    if (element.soft) {
      row.active = std::max(above, below) > 0;
    } else {
      row.active = row.impulse * row.side < 0;
    }
    if (!row.active) row.impulse = 0;
    return;
  }
  // A row that nothing can change is no equation.
  row.active = row.mass_inverse > 1e-30;
  if (!row.active) row.impulse = 0;
  row.kind = element.soft ? Row::Kind::Spring : Row::Kind::Hard;
  if (element.role == JointElement::Role::Drive) row.most = element.max_force * h_;
}

/// J_r M⁻¹ J_sᵀ of rows of the same joint.
double JointGroup::coupling(const Row& r, const Row& s) const {
  const GroupJoint& j = group_joints_[r.joint];
  return dot(r.linear, s.linear) * (body(j.a).inverse_mass + body(j.b).inverse_mass) +
         dot(r.angular_a, s.response_a) + dot(r.angular_b, s.response_b);
}

double JointGroup::speed(const Row& r) const {
  const GroupJoint& j = group_joints_[r.joint];
  const GroupBody &a = body(j.a), &b = body(j.b);
  return dot(r.linear, b.linear - a.linear) + dot(r.angular_b, b.angular) - dot(r.angular_a, a.angular) +
         r.rate;
}

/// The mass that the row moves when the joint's fixed rows hold: 1 / (A_rr − A_rf A_ff⁻¹ A_fr); 0 when they
/// hold it.
double JointGroup::drivenMass(const GroupJoint& joint, const Row& driven) const {
  const Row* fixed[JointSettings::kMostFixed];
  std::size_t n = 0;
  for (std::int32_t i = joint.first_row; i < joint.row_end && n < JointSettings::kMostFixed; ++i) {
    if (row(i).kind == Row::Kind::Hard && row(i).mass_inverse > 1e-30) fixed[n++] = &row(i);
  }
  // One more row of a Cholesky factorization: its pivot is what is left.
  double l[JointSettings::kMostFixed + 1][JointSettings::kMostFixed + 1];
  for (std::size_t i = 0; i <= n; ++i) {
    const Row& r = i < n ? *fixed[i] : driven;
    for (std::size_t k = 0; k <= i; ++k) {
      const Row& s = k < n ? *fixed[k] : driven;
      double sum = coupling(r, s);
      if (i == k && i < n) sum *= 1 + JointSettings::kSoftness;
      for (std::size_t m = 0; m < k; ++m) sum -= l[i][m] * l[k][m];
      if (i == n && k == n) return sum > JointSettings::kHeld * driven.mass_inverse ? 1 / sum : 0;
      l[i][k] = i == k ? std::sqrt(std::max(sum, 1e-300)) : sum / l[k][k];
    }
  }
  return 0;
}

void JointGroup::prepareSprings() {
  for (const GroupJoint& j : group_joints_) {
    for (std::int32_t i = j.first_row; i < j.row_end; ++i) {
      Row& r = row(i);
      if (r.kind != Row::Kind::Spring || !r.active) continue;
      const JointElement& e = jointOf(j).elements[r.element];
      const double mass = drivenMass(j, r);
      if (!(mass > 0)) {
        r.active = false;
        r.impulse = 0;
        continue;
      }
      Spring spring{e.stiffness, e.damping};
      if (e.acceleration_mode) spring.stiffness *= mass, spring.damping *= mass;
      const bool one_sided = e.role == JointElement::Role::Range;
      const SpringResponse response = springResponse(
          spring, mass, h_, one_sided ? JointSettings::kPhaseOfBounds : JointSettings::kPhaseOfSprings);
      const double total = response.added + response.drag;
      r.stiffness = spring.stiffness;
      r.speed_before = speed(r);
      r.offset = -h_ * spring.stiffness * (r.value - r.target) +
                 (response.added - response.drag) * r.speed_before + 2 * response.drag * e.velocity_target;
      // Without either it is a plain force.
      r.compliance = total * r.mass_inverse > 1e-9 ? 1 / total : 1e9 * r.mass_inverse;
    }
  }
}

void JointGroup::keepImpulses() {
  for (const Row& r : rows_) {
    const GroupJoint& j = group_joints_[r.joint];
    jointOf(j).elements[r.element].impulse[r.component] = r.impulse;
  }
}

}  // namespace carom::solve
