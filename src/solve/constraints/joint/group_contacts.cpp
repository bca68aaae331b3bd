#include "solve/constraints/joint/group_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

double lengthOf(double x, double y) {
  return std::sqrt(x * x + y * y);
}

Vector6 velocityOf(const BodyArrays& bodies, std::int32_t body) {
  const SolverVelocity& v = bodies.velocities[body];
  const DVec3 linear(v.linear), angular(v.angular);
  return {{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}};
}

/// M⁻¹ Jᵀ of a body.
Vector6 responseOf(const SolverBody& body, const Vector6& j) {
  const auto mass = static_cast<double>(body.inverse_mass);
  const DVec3 turn(body.inverse_inertia * Vec3(DVec3{j.at[3], j.at[4], j.at[5]}));
  return {{mass * j.at[0], mass * j.at[1], mass * j.at[2], turn.x, turn.y, turn.z}};
}

/// out += s p qᵀ, of the lower triangle.
void addProduct(GroupContacts::Square& out, const Vector6& p, const Vector6& q, double s) {
  if (s == 0) return;
  int place = 0;
  for (int i = 0; i < 6; ++i) {
    const double scaled = s * p.at[i];
    for (int j = 0; j <= i; ++j) out.at[place++] += scaled * q.at[j];
  }
}

/// Slopes of all rows and their bodies, in the order of the rows.
template <class Visit>
void eachSlope(const ContactRows& rows, Visit&& visit) {
  for (const ClusterNormal& r : rows.normals) visit(r.slope, r.b);
  for (const ClusterFriction& f : rows.frictions) {
    for (const double slope : {f.slope[0], f.slope[1], f.slope[2], f.twist_slope}) visit(slope, f.twist().b);
  }
}

}  // namespace

void GroupContacts::clear() {
  contacts_.clear();
  touched_.clear();
  others_.clear();
  other_of_.clear();
}

void GroupContacts::add(const Place& place, std::int32_t other, std::int32_t sharing) {
  const auto found = std::find(touched_.begin(), touched_.end(), place.body);
  contacts_.push_back(place);
  contacts_.back().body = static_cast<std::int32_t>(found - touched_.begin());
  other_of_.push_back(-1);
  if (other >= 0) {
    const auto known =
        std::find_if(others_.begin(), others_.end(), [&](const Other& o) { return o.body == other; });
    other_of_.back() = static_cast<std::int32_t>(known - others_.begin());
    if (known == others_.end()) others_.push_back({other, sharing});
    ++others_[other_of_.back()].contacts;
  }
  if (found != touched_.end()) return;
  touched_.push_back(place.body);
  members_.resize(touched_.size());
  velocities_.resize(touched_.size());
  sums_.resize(touched_.size());
}

/// The row of a contact becomes one of its body, in the principal axes of that.
void GroupContacts::startRow(ClusterRow& r, std::int32_t contact, const BodyArrays& bodies) const {
  const Place& place = contacts_[contact];
  const std::int32_t other = place.second ? r.a : r.b;
  if (!place.second) std::swap(r.ja, r.jb);
  if (other > 0) r.outside = product(r.ja, velocityOf(bodies, other));
  r.a = other_of_[contact] >= 0 ? other : -1;
  Vector6& j = r.jb;
  const DMat3& axes = members_[place.body].axes;
  const DVec3 turn{j.at[3], j.at[4], j.at[5]};
  j.at[3] = dot(axes.cx, turn), j.at[4] = dot(axes.cy, turn), j.at[5] = dot(axes.cz, turn);
  r.b = place.body;
  r.held = r.impulse;
}

void GroupContacts::begin(const BodyArrays& bodies, const ContactStep& step, double heaviest, bool biased) {
  rows_.clear();
  held_ = false;
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    // What gives way needs less to rest on it than what does not.
    const std::int32_t other = other_of_[i];
    const double mass =
        other < 0 ? heaviest : 1 / static_cast<double>(bodies.bodies[others_[other].body].inverse_mass);
    rows_.add(blocks_[first_ + i], bodies, step, mass, other < 0, biased);
  }
  std::int32_t contact = 0;
  for (ClusterFriction& f : rows_.frictions) {
    if (contacts_[contact].held_overlap) f.coefficient = 0;
    for (std::int32_t n = f.first_normal; n < f.end_normal; ++n) startRow(rows_.normals[n], contact, bodies);
    for (ClusterRow& r : f.rows) startRow(r, contact, bodies);
    ++contact;
  }
  if (biased) {
    given_.clear();
    rows_.each([&](const ClusterRow&) { given_.push_back(0); });
  }
  yield(bodies);
  start(bodies);
  rows_.setLimits();
  if (!biased) keepFriction();
  slopes_.clear();
  eachSlope(rows_, [&](double, std::int32_t) { slopes_.push_back(-1); });
  squares_.assign(touched_.size(), Square{});
}

/// Friction that the biased solve has exerted may stay, even if the normal impulses have become less in it:
/// taking it back would throw what it has stopped.
void GroupContacts::keepFriction() {
  for (ClusterFriction& f : rows_.frictions) {
    f.least_limit = lengthOf(f.rows[0].held, f.rows[1].held);
    f.limit = std::max(f.limit, f.least_limit);
    f.twist_limit = std::max(f.twist_limit, std::abs(f.twist().held));
  }
}

/// visit(row, given) for the rows of contacts with other bodies that can be pushed.
template <class Visit>
void GroupContacts::eachWithOther(Visit&& visit) {
  if (others_.empty()) return;
  std::int32_t row = 0;
  rows_.each([&](ClusterRow& r) {
    if (r.a >= 0) visit(r, given_[row]);
    ++row;
  });
}

/// Other bodies that can be pushed give way.
void GroupContacts::yield(const BodyArrays& bodies) {
  const auto eachPoint = [&](std::int32_t contact, auto visit) {
    const ClusterFriction& f = rows_.frictions[contact];
    for (std::int32_t n = f.first_normal; n < f.end_normal; ++n) visit(rows_.normals[n]);
  };
  for (Other& other : others_) other.touching = other.points = 0;
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    if (other_of_[i] < 0) continue;
    Other& other = others_[other_of_[i]];
    eachPoint(i, [&](const ClusterNormal& r) { other.touching += r.gap ? 0 : 1, ++other.points; });
  }
  for (std::int32_t i = 0; i < contacts_.count(); ++i) {
    if (other_of_[i] < 0) continue;
    const Other& other = others_[other_of_[i]];
    const auto yields = [&](ClusterRow& r, double stiffness, std::int32_t rows) {
      const double response = product(r.ja, responseOf(bodies.bodies[r.a], r.ja));
      r.base = r.rest;
      return r.share = 1 / (1 + stiffness * response * rows);
    };
    eachPoint(i, [&](ClusterNormal& r) {
      // Other groups have as many points for each contact.
      const std::int32_t own = r.gap ? other.points : other.touching;
      r.stiffness *= yields(r, r.stiffness, (own * other.sharing + other.contacts - 1) / other.contacts);
    });
    ClusterFriction& f = rows_.frictions[i];
    ClusterRow &p = f.rows[0], &q = f.rows[1];
    p.share = q.share = std::min(yields(p, f.rigid, other.sharing), yields(q, f.rigid, other.sharing));
    f.rigid *= p.share;
    f.twist_rigid *= yields(f.twist(), f.twist_rigid, other.sharing);
  }
}

void GroupContacts::start(const BodyArrays& bodies) {
  eachWithOther([&](ClusterRow& r, double given) {
    r.outside = product(r.ja, velocityOf(bodies, r.a));
    r.rest = r.share * r.base + (1 - r.share) * given;
  });
  rows_.each([&](ClusterRow& r) {
    r.start = r.speed = r.outside + product(r.jb, velocities_[r.b]);
    r.before = r.held;
  });
}

const IndexedVector<Vector6>& GroupContacts::held(double& slope) {
  std::fill(sums_.begin(), sums_.end(), Vector6{});
  rows_.each([&](const ClusterRow& r) {
    addTo(sums_[r.b], r.jb, r.held);
    slope += r.held * (r.outside + product(r.jb, velocities_[r.b]));
  });
  return sums_;
}

void GroupContacts::scale(double share) {
  rows_.each([&](ClusterRow& r) { r.held *= share; });
}

void GroupContacts::drop() {
  rows_.each([](ClusterRow& r) { r.held = r.impulse = 0; });
}

double GroupContacts::fastestOutside() {
  double fastest = 0;
  rows_.each([&](const ClusterRow& r) { fastest = std::max(fastest, std::abs(r.outside)); });
  return fastest;
}

bool GroupContacts::pushesOut(double speed) const {
  return std::any_of(rows_.normals.begin(), rows_.normals.end(),
                     [&](const ClusterNormal& r) { return !r.gap && r.impulse > 0 && r.speed > speed; });
}

void GroupContacts::evaluate() {
  if (held_) return;
  rows_.each([&](ClusterRow& r) { r.speed = r.outside + product(r.jb, velocities_[r.b]); });
  rows_.evaluate(0);
}

bool GroupContacts::isSame() const {
  bool same = true;
  std::int32_t i = 0;
  eachSlope(rows_, [&](double slope, std::int32_t) { same = same && slope == slopes_[i++]; });
  return same;
}

const IndexedVector<std::uint8_t>& GroupContacts::takeSlopes() {
  changed_.assign(touched_.size(), 0);
  std::int32_t i = 0;
  eachSlope(rows_, [&](double slope, std::int32_t body) {
    if (held_) slope = 0;
    if (slope != slopes_[i]) changed_[body] = 1;
    slopes_[i++] = slope;
  });
  for (std::int32_t body = 0; body < touched_.count(); ++body) {
    if (changed_[body] != 0) squares_[body] = {};
  }
  i = 0;
  for (const ClusterNormal& r : rows_.normals) {
    if (changed_[r.b] != 0) addProduct(squares_[r.b], r.jb, r.jb, slopes_[i]);
    ++i;
  }
  for (const ClusterFriction& f : rows_.frictions) {
    const Vector6 &p = f.rows[0].jb, &q = f.rows[1].jb, &twist = f.twist().jb;
    const std::int32_t body = f.twist().b;
    if (changed_[body] != 0) {
      addProduct(squares_[body], p, p, slopes_[i]);
      addProduct(squares_[body], p, q, slopes_[i + 1]);
      addProduct(squares_[body], q, p, slopes_[i + 1]);
      addProduct(squares_[body], q, q, slopes_[i + 2]);
      addProduct(squares_[body], twist, twist, slopes_[i + 3]);
    }
    i += 4;
  }
  return changed_;
}

const IndexedVector<Vector6>& GroupContacts::push() {
  std::fill(sums_.begin(), sums_.end(), Vector6{});
  rows_.each([&](const ClusterRow& r) { addTo(sums_[r.b], r.jb, r.impulse - r.held); });
  return sums_;
}

double GroupContacts::search(double slope, double curvature) {
  rows_.each([&](ClusterRow& r) {
    r.along = product(r.jb, velocities_[r.b]);
    slope += r.along * r.held;
  });
  LineSlope before{slope, curvature};
  rows_.addSlope(before);
  if (!(before.value < 0)) return 1;
  const double t = searchLine(before.value, [&](double at) {
    rows_.evaluate(at);
    LineSlope now{slope + at * curvature, curvature};
    rows_.addSlope(now);
    return now;
  });
  rows_.evaluate(0);
  return t;
}

bool GroupContacts::renewFriction() {
  constexpr double kSame = JointSettings::kSameFriction;
  bool changed = false;
  for (ClusterFriction& f : rows_.frictions) {
    double load = 0;
    for (std::int32_t n = f.first_normal; n < f.end_normal; ++n) load += rows_.normals[n].impulse;
    const double limit = std::max(f.coefficient * load, f.least_limit),
                 now = lengthOf(f.rows[0].impulse, f.rows[1].impulse);
    if (now < (1 - kSame) * std::min(f.limit, limit) || std::abs(limit - f.limit) <= kSame * f.limit)
      continue;
    f.limit = limit;
    changed = true;
  }
  return changed;
}

void GroupContacts::settle() {
  rows_.each([](ClusterRow& r) { r.held = r.impulse; });
  held_ = false;
}

void GroupContacts::remember() {
  remembered_.clear();
  rows_.each([&](const ClusterRow& r) { remembered_.push_back(r.held); });
}

void GroupContacts::goBack() {
  std::int32_t i = 0;
  rows_.each([&](ClusterRow& r) { r.held = remembered_[i++]; });
}

void GroupContacts::store(bool impacts) {
  rows_.each([&](ClusterRow& r) { r.impulse = r.held; });
  rows_.store(blocks_, first_, first_ + contacts_.count(), impacts);
}

void GroupContacts::giveOthers(const BodyArrays& bodies) {
  eachWithOther([&](const ClusterRow& r, double& given) {
    const auto impulse = static_cast<float>(r.held - given);
    given = r.held;
    if (impulse == 0) return;
    const Vector6 change = responseOf(bodies.bodies[r.a], r.ja);
    SolverVelocity& v = bodies.velocities[r.a];
    v.linear += Vec3(DVec3{change.at[0], change.at[1], change.at[2]}) * impulse;
    v.angular += Vec3(DVec3{change.at[3], change.at[4], change.at[5]}) * impulse;
  });
}

}  // namespace carom::solve
