#include "solve/constraints/contact/cluster/cluster_solver.hpp"

#include <algorithm>
#include <cmath>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/constraints/contact/cluster/line_search.hpp"
#include "solve/constraints/joint/joint_holds.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

using Row = ClusterRow;

Vector6 times(const Matrix6& m, const Vector6& x) {
  Vector6 out{};
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) out.at[i] += m.at[i][k] * x.at[k];
  }
  return out;
}

void addImpulse(IndexedVector<Vector6>& sum, const Row& r, double factor) {
  if (r.a >= 0) addTo(sum[r.a], r.ja, factor * r.impulse);
  if (r.b >= 0) addTo(sum[r.b], r.jb, factor * r.impulse);
}

class ClusterNewton {
 public:
  ClusterNewton(ContactCluster& cluster, const IndexedVector<std::int32_t>& number, const ClusterWorld& world,
                const ContactStep& step, bool biased)
      : cluster_(cluster),
        number_(number),
        world_(world),
        bodies_(world.bodies),
        step_(step),
        biased_(biased) {
    contacts_.clear();
    holds_.clear();
    setMasses();
  }

  void addLink(const ClusterLink& link);
  void addContacts(const ClusterBlock* blocks);
  /// What a blow finds of them.
  void addLinkOfBlow(const ClusterLink& link);
  void addImpacts(std::span<const ContactBlow> contacts);
  void begin();
  void minimize();
  /// With the contacts' joints in balance.
  void run();
  void rebound();
  void storeVelocities();
  /// What joints have to take up.
  void storeHolds();
  /// And what they only report.
  void storeBlows();

 private:
  std::int32_t numberOf(std::int32_t body) const {
    return body < bodies_.movable_end && body > 0 ? number_[body] : -1;
  }
  Row makeRow(std::int32_t body_a, std::int32_t body_b, const DVec3& linear, const DVec3& angular_a,
              const DVec3& angular_b) const;
  void start(Row& row) const;
  DTransform placeOf(std::int32_t number, std::int32_t body) const;
  Vector6 velocityOf(std::int32_t number, const Vector6& p) const;
  double massOf(const Row& row) const;
  double heaviness(const Row& row) const;
  double energy() const;
  void addContactImpulses(IndexedVector<Vector6>& sum, double factor);
  void setMasses();
  template <class Function>
  void eachRow(Function&& function) {
    contacts_.each(function);
    for (ClusterHold& r : holds_) function(r);
  }
  void evaluate(double t);
  void setGradient();
  void takeDirection();
  void setDirection();
  void balance();
  bool isMinimal() const;
  LineSlope slopeAt(double t) const;
  void prepareMatrix();
  void assemble();
  void addOuter(const Row& p, const Row& q, double factor);
  double search(double before);

  ContactCluster& cluster_;
  const IndexedVector<std::int32_t>& number_;
  const ClusterWorld& world_;
  const BodyArrays& bodies_;
  const ContactStep& step_;
  const bool biased_;
  double heaviest_ = 0;  // kg
  ContactRows& contacts_ = cluster_.contacts;
  IndexedVector<ClusterHold>& holds_ = cluster_.holds;
  IndexedVector<Matrix6>& masses_ = cluster_.masses;
  IndexedVector<Vector6>& given_ = cluster_.given;
  IndexedVector<Vector6>& stopped_ = cluster_.stopped;
  IndexedVector<Vector6>&y_ = cluster_.y, &gradient_ = cluster_.gradient, &direction_ = cluster_.direction;
  double free_slope_ = 0, free_curvature_ = 0;
  bool minimal_ = false;
  double scale_ = 0;  // Energy with which decrements are compared, J.
};

Vector6 rowOf(const DVec3& linear, const DVec3& angular) {
  return {{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}};
}

Row ClusterNewton::makeRow(std::int32_t body_a, std::int32_t body_b, const DVec3& linear,
                           const DVec3& angular_a, const DVec3& angular_b) const {
  Row r;
  r.a = body_a;
  r.b = body_b;
  r.ja = rowOf(-linear, -angular_a);
  r.jb = rowOf(linear, angular_b);
  start(r);
  return r;
}

/// Sets the speed of a row with the numbers of the solver's bodies, and gives it those of the cluster.
void ClusterNewton::start(Row& r) const {
  const auto speed = [&](std::int32_t body, const Vector6& j) {
    const SolverVelocity& v = bodies_.velocities[body];
    return product(j, rowOf(DVec3(v.linear), DVec3(v.angular)));
  };
  r.start = r.speed = speed(r.a, r.ja) + speed(r.b, r.jb);
  r.outside = (numberOf(r.a) < 0 ? speed(r.a, r.ja) : 0) + (numberOf(r.b) < 0 ? speed(r.b, r.jb) : 0);
  r.a = numberOf(r.a);
  r.b = numberOf(r.b);
}

void ClusterNewton::setMasses() {
  const std::int32_t count = cluster_.bodies.count();
  masses_.assign(static_cast<std::size_t>(count), Matrix6{});
  double least = 0;  // The heaviest body's inverse mass.
  for (const std::int32_t index : cluster_.bodies) {
    const auto inverse = static_cast<double>(bodies_.bodies[index].inverse_mass);
    if (inverse > 0 && (least == 0 || inverse < least)) least = inverse;
  }
  heaviest_ = least > 0 ? 1 / least : 0;
  const auto h = static_cast<double>(step_.substep);
  for (std::int32_t i = 0; i < count; ++i) {
    const SolverBody& body = bodies_.bodies[cluster_.bodies[i]];
    Matrix6& m = masses_[i];
    const double mass =
        1 / std::max(static_cast<double>(body.inverse_mass), ClusterSettings::kNothing * least);
    for (int k = 0; k < 3; ++k) m.at[k][k] = mass;
    const double added = length(DVec3(body.acceleration)) * h;
    scale_ += 0.5 * mass * added * added;
    // The inverse of the inverse inertia; where that has a null space, of a little more.
    const Mat3& inertia = body.inverse_inertia;
    const auto trace = static_cast<double>(inertia.cx.x + inertia.cy.y + inertia.cz.z);
    const double little = ClusterSettings::kNothing * (trace > 0 ? trace : 1 / mass);
    const double xx = static_cast<double>(inertia.cx.x) + little,
                 yy = static_cast<double>(inertia.cy.y) + little,
                 zz = static_cast<double>(inertia.cz.z) + little, xy = static_cast<double>(inertia.cy.x),
                 xz = static_cast<double>(inertia.cz.x), yz = static_cast<double>(inertia.cz.y);
    const double cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
    const double inverse_det = 1 / (xx * cxx + xy * cxy + xz * cxz);
    m.at[3][3] = cxx * inverse_det;
    m.at[3][4] = m.at[4][3] = cxy * inverse_det;
    m.at[3][5] = m.at[5][3] = cxz * inverse_det;
    m.at[4][4] = (xx * zz - xz * xz) * inverse_det;
    m.at[4][5] = m.at[5][4] = (xy * xz - xx * yz) * inverse_det;
    m.at[5][5] = (xx * yy - xy * xy) * inverse_det;
  }
}

/// Of a body: its number in the solver and its index in the simulation.
DTransform ClusterNewton::placeOf(std::int32_t number, std::int32_t body) const {
  const Body& start = world_.all_bodies[body];
  if (number == 0) return {start.center, DQuat(start.rotation)};
  return {start.center + DVec3(bodies_.deltas[number].position), DQuat(bodies_.bodies[number].rotation)};
}

/// The mass that a row moves if nothing else holds.
double ClusterNewton::massOf(const Row& row) const {
  const double inverse = (row.a >= 0 ? product(row.ja, velocityOf(row.a, row.ja)) : 0) +
                         (row.b >= 0 ? product(row.jb, velocityOf(row.b, row.jb)) : 0);
  return inverse > 0 ? 1 / inverse : 0;
}

void ClusterNewton::addLink(const ClusterLink& link) {
  Joint& joint = world_.joints[link.joint];
  const auto add = [&](const JointHold& hold) {
    ClusterHold r;
    static_cast<Row&>(r) = makeRow(link.a, link.b, hold.linear, hold.angular_a, hold.angular_b);
    r.stiffness = ClusterSettings::kHard * massOf(r);
    r.given = hold.given, r.sign = hold.sign;
    r.bias = hold.room / static_cast<double>(step_.substep), r.least = hold.least;
    if (joint.frames_move) r.speed = 0;  // It goes on as its frames move.
    holds_.push_back(r);
  };
  joint.given = true;
  eachHold(joint, {joint, placeOf(link.a, joint.body[0]), placeOf(link.b, joint.body[1])}, add);
}

void ClusterNewton::addLinkOfBlow(const ClusterLink& link) {
  Joint& joint = world_.joints[link.joint];
  const double within = JointSettings::kTouching * link.tolerance;
  eachHoldOfBlow(joint, {joint, placeOf(link.a, joint.body[0]), placeOf(link.b, joint.body[1])}, within,
                 JointSettings::kTouching, [&](const JointHold& hold) {
                   ClusterHold r;
                   static_cast<Row&>(r) =
                       makeRow(link.a, link.b, hold.linear, hold.angular_a, hold.angular_b);
                   r.joint = link.joint, r.least = hold.least;
                   r.stiffness = ClusterSettings::kHardBlow * massOf(r) * heaviness(r);
                   if (joint.frames_move) r.bias = -r.speed;  // It goes on as its frames move.
                   holds_.push_back(r);
                 });
}

/// How much more a row may have to stop than the mass that it moves by itself.
double ClusterNewton::heaviness(const Row& r) const {
  double lightest = 0;
  for (const std::int32_t n : {r.a, r.b}) {
    if (n >= 0)
      lightest = std::max(lightest, static_cast<double>(bodies_.bodies[cluster_.bodies[n]].inverse_mass));
  }
  return std::sqrt(std::max(1.0, heaviest_ * lightest));
}

void ClusterNewton::addContacts(const ClusterBlock* blocks) {
  for (std::int32_t i = cluster_.first_block; i < cluster_.end_block; ++i)
    contacts_.add(blocks[i], bodies_, step_, heaviest_, false, biased_);
  contacts_.each([&](Row& r) { start(r); });
}

void ClusterNewton::addImpacts(std::span<const ContactBlow> contacts) {
  for (const ContactBlow& contact : contacts) contacts_.addImpact(contact, bodies_, step_, heaviest_);
  contacts_.each([&](Row& r) { start(r); });
}

/// Impulses and their slopes at y + t d.
void ClusterNewton::evaluate(double t) {
  for (ClusterHold& r : holds_) {
    const double wanted = -r.stiffness * (r.speed + t * r.along + r.bias);
    r.impulse = std::max(wanted, r.least);
    r.slope = wanted > r.least ? r.stiffness : 0;
  }
  contacts_.evaluate(t);
}

void ClusterNewton::setGradient() {
  const std::int32_t count = cluster_.bodies.count();
  for (std::int32_t i = 0; i < count; ++i) {
    Vector6& g = gradient_[i];
    g = given_[i];
    for (int p = 0; p < 3; ++p) {
      g.at[p] += masses_[i].at[p][p] * y_[i].at[p];
      for (int q = 3; q < 6; ++q) g.at[p + 3] += masses_[i].at[p + 3][q] * y_[i].at[q];
    }
  }
  addContactImpulses(gradient_, -1);
  for (const ClusterHold& r : holds_) addImpulse(gradient_, r, -1);
}

/// Adds the momentum that the impulses of the contacts give, times a factor.
void ClusterNewton::addContactImpulses(IndexedVector<Vector6>& sum, double factor) {
  contacts_.each([&](const Row& r) { addImpulse(sum, r, factor); });
}

void addProduct(Matrix6& m, const Vector6& p, const Vector6& q, double factor) {
  for (int i = 0; i < 6; ++i) {
    const double x = factor * p.at[i];
    for (int k = 0; k < 6; ++k) m.at[i][k] += x * q.at[k];
  }
}

/// Adds factor · pᵀ q to the matrix.
void ClusterNewton::addOuter(const Row& p, const Row& q, double factor) {
  if (factor == 0) return;
  if (p.a >= 0) addProduct(cluster_.matrix.diagonal(p.a), p.ja, q.ja, factor);
  if (p.b >= 0) addProduct(cluster_.matrix.diagonal(p.b), p.jb, q.jb, factor);
  if (p.a < 0 || p.b < 0) return;
  bool transposed = false;
  Matrix6& between = cluster_.matrix.between(p.a, p.b, transposed);
  if (transposed) {
    addProduct(between, p.jb, q.ja, factor);
  } else {
    addProduct(between, p.ja, q.jb, factor);
  }
}

/// What is the same in all steps in which the same bounds hold.
void ClusterNewton::prepareMatrix() {
  cluster_.matrix.clear();
  for (std::int32_t i = 0; i < cluster_.bodies.count(); ++i) cluster_.matrix.diagonal(i) = masses_[i];
  for (ClusterHold& r : holds_) addOuter(r, r, r.slope), r.prepared = r.slope;
  cluster_.matrix.eliminateEarly();
}

void ClusterNewton::assemble() {
  cluster_.matrix.restore();
  for (const ClusterNormal& r : contacts_.normals) addOuter(r, r, r.slope);
  for (const ClusterFriction& f : contacts_.frictions) {
    addOuter(f.rows[0], f.rows[0], f.slope[0]);
    addOuter(f.rows[0], f.rows[1], f.slope[1]);
    addOuter(f.rows[1], f.rows[0], f.slope[1]);
    addOuter(f.rows[1], f.rows[1], f.slope[2]);
    addOuter(f.twist(), f.twist(), f.twist_slope);
  }
}

/// M⁻¹ p of a body.
Vector6 ClusterNewton::velocityOf(std::int32_t number, const Vector6& p) const {
  const SolverBody& body = bodies_.bodies[cluster_.bodies[number]];
  const auto inverse = static_cast<double>(body.inverse_mass);
  const Mat3& m = body.inverse_inertia;
  const DVec3 turn = DVec3(m.cx) * p.at[3] + DVec3(m.cy) * p.at[4] + DVec3(m.cz) * p.at[5];
  return {{inverse * p.at[0], inverse * p.at[1], inverse * p.at[2], turn.x, turn.y, turn.z}};
}

/// Whether f can fall by hardly anything: gᵀ M⁻¹ g bounds the decrement gᵀ (M + Jᵀ φ'' J)⁻¹ g, and needs no
/// factorisation.
bool ClusterNewton::isMinimal() const {
  double most = 0;
  for (std::int32_t i = 0; i < gradient_.count(); ++i)
    most += product(gradient_[i], velocityOf(i, gradient_[i]));
  return most <= ClusterSettings::kConverged * scale_;
}

/// d = −A⁻¹ ∇f of the matrix at hand.
void ClusterNewton::takeDirection() {
  direction_ = gradient_;
  cluster_.matrix.solve(direction_);
  for (Vector6& d : direction_) {
    for (double& x : d.at) x = -x;
  }
}

/// Sets J d, and dᵀ ∇f without the contacts as a function of t.
void ClusterNewton::setDirection() {
  const auto set = [&](Row& r) {
    r.along =
        (r.a >= 0 ? product(r.ja, direction_[r.a]) : 0) + (r.b >= 0 ? product(r.jb, direction_[r.b]) : 0);
  };
  eachRow(set);
  free_slope_ = free_curvature_ = 0;
  for (std::int32_t i = 0; i < direction_.count(); ++i) {
    const Vector6 momentum = times(masses_[i], y_[i]);
    free_slope_ += product(direction_[i], momentum) + product(direction_[i], given_[i]);
    free_curvature_ += product(direction_[i], times(masses_[i], direction_[i]));
  }
}

/// dᵀ ∇f at y + t d, where the rows have been evaluated, and its derivative.
LineSlope ClusterNewton::slopeAt(double t) const {
  LineSlope s{free_slope_ + t * free_curvature_, free_curvature_};
  contacts_.addSlope(s);
  for (const ClusterHold& r : holds_) {
    s.value -= r.along * r.impulse;
    s.derivative += r.slope * r.along * r.along;
  }
  return s;
}

/// How far along d f falls.
double ClusterNewton::search(double before) {
  return searchLine(before, [&](double t) {
    evaluate(t);
    return slopeAt(t);
  });
}

void ClusterNewton::run() {
  begin();
  minimize();
  if (!holds_.empty() && !minimal_) balance();
}

void ClusterNewton::begin() {
  const std::size_t count = cluster_.bodies.size();
  y_.assign(count, {});
  gradient_.assign(count, {});
  given_.assign(count, {});
  setGradient();
  for (std::size_t i = 0; i < count; ++i) {
    for (int p = 0; p < 6; ++p) given_[i].at[p] = -gradient_[i].at[p];
  }
}

void ClusterNewton::minimize() {
  contacts_.setLimits();
  minimal_ = false;
  evaluate(0);
  for (int i = 0; i < ClusterSettings::kSteps; ++i) {
    setGradient();
    minimal_ = isMinimal();
    if (minimal_) return;
    const auto differs = [](const ClusterHold& r) { return r.slope != r.prepared; };
    if (i == 0 || std::any_of(holds_.begin(), holds_.end(), differs)) prepareMatrix();
    assemble();
    cluster_.matrix.factorize();
    takeDirection();
    setDirection();
    const double before = slopeAt(0).value;
    if (i == 0) scale_ -= ClusterSettings::kOfStart * before;
    if (!(-before > ClusterSettings::kConverged * scale_)) break;
    const double t = search(before);
    for (std::int32_t k = 0; k < y_.count(); ++k) addTo(y_[k], direction_[k], t);
    eachRow([&](Row& r) { r.speed += t * r.along; });
    evaluate(0);
  }
}

/// Kinetic energy that y adds, as the bodies see it that cannot be pushed: what these do is left out, but for
/// a constant. J
double ClusterNewton::energy() const {
  double energy = 0;
  for (std::int32_t i = 0; i < y_.count(); ++i) {
    const SolverVelocity& v = bodies_.velocities[cluster_.bodies[i]];
    Vector6 mean = rowOf(DVec3(v.linear), DVec3(v.angular));
    addTo(mean, y_[i], 0.5);
    energy += product(mean, times(masses_[i], y_[i]));
  }
  contacts_.each([&](const Row& r) { energy += r.impulse * r.outside; });
  for (const ClusterHold& r : holds_) energy += r.impulse * r.outside;
  return energy;
}

/// First the impulses of what is struck are taken back, which tells how the bodies meet. Then what is struck
/// stops, which absorbs energy, and then it rebounds. Of that only the part counts that returns e² of what
/// was absorbed: Newton's law may return more with friction (T. R. Kane and D. A. Levinson, "Dynamics: Theory
/// and Applications", 1985), or where what is struck has a speed of its own that something else stops.
void ClusterNewton::rebound() {
  begin();
  contacts_.holdFriction(true);
  minimize();
  const double before = energy();
  contacts_.stop();
  minimize();
  const double stopped = energy(), absorbed = std::max(0.0, before - stopped);
  stopped_ = y_;
  for (ClusterHold& r : holds_) r.stopped = r.impulse;
  const double e = contacts_.rebound();
  minimize();
  const double most = std::min(energy() - stopped, e * e * absorbed);
  contacts_.holdFriction(false);
  for (int i = 0; i < ClusterSettings::kFrictionRounds; ++i) minimize();
  const double gained = energy() - stopped;
  if (!(gained > most)) return;
  // A part s of the change from what has stopped gains a s + b s².
  double b = 0;
  for (std::int32_t i = 0; i < y_.count(); ++i) {
    Vector6 change = y_[i];
    addTo(change, stopped_[i], -1);
    b += 0.5 * product(change, times(masses_[i], change));
  }
  if (!(b > 0)) return;
  const double a = gained - b;
  const double s = std::clamp((std::sqrt(std::max(0.0, a * a + 4 * b * most)) - a) / (2 * b), 0.0, 1.0);
  for (std::int32_t i = 0; i < y_.count(); ++i) {
    for (int n = 0; n < 6; ++n) y_[i].at[n] = stopped_[i].at[n] + s * (y_[i].at[n] - stopped_[i].at[n]);
  }
  for (ClusterHold& r : holds_) r.impulse = r.stopped + s * (r.impulse - r.stopped);
}

/// Where the steps end, what is left of ∇f would be an impulse from nowhere, which is great for a light body.
/// So joints answer the impulses of the contacts as these are now.
void ClusterNewton::balance() {
  prepareMatrix();
  cluster_.matrix.restore();
  cluster_.matrix.factorize();
  setGradient();
  takeDirection();
  setDirection();
  for (std::int32_t k = 0; k < y_.count(); ++k) addTo(y_[k], direction_[k], 1);
  for (ClusterHold& r : holds_) r.impulse -= r.slope * r.along;
  eachRow([&](Row& r) { r.speed += r.along; });
}

void ClusterNewton::storeVelocities() {
  for (std::int32_t i = 0; i < cluster_.bodies.count(); ++i) {
    SolverVelocity& v = bodies_.velocities[cluster_.bodies[i]];
    const double(&d)[6] = y_[i].at;
    v.linear += Vec3(DVec3{d[0], d[1], d[2]});
    v.angular += Vec3(DVec3{d[3], d[4], d[5]});
  }
}

void ClusterNewton::storeHolds() {
  for (const ClusterHold& r : holds_) *r.given += r.sign * r.impulse;
}

void ClusterNewton::storeBlows() {
  for (const ClusterHold& r : holds_) {
    JointLoad& blows = world_.joints[r.joint].blows;
    const double(&j)[6] = r.jb.at;
    const DVec3 linear{j[0], j[1], j[2]}, angular{j[3], j[4], j[5]};
    if (lengthSquared(linear) > 0) {
      blows.force = blows.force + linear * r.impulse;
    } else {
      blows.torque = blows.torque + angular * r.impulse;
    }
  }
}

}  // namespace

void solveCluster(ContactCluster& cluster, ClusterBlock* blocks, const IndexedVector<std::int32_t>& number,
                  const ClusterWorld& world, const ContactStep& step, bool biased) {
  ClusterNewton newton(cluster, number, world, step, biased);
  for (const ClusterLink& link : cluster.links) newton.addLink(link);
  newton.addContacts(blocks);
  newton.run();
  cluster.contacts.store(blocks, cluster.first_block, cluster.end_block, true);
  newton.storeVelocities();
  newton.storeHolds();
}

void solveImpact(ContactCluster& cluster, std::span<const ContactBlow> contacts,
                 const IndexedVector<std::int32_t>& number, const ClusterWorld& world,
                 const ContactStep& step) {
  ClusterNewton newton(cluster, number, world, step, false);
  for (const ClusterLink& link : cluster.links) newton.addLinkOfBlow(link);
  newton.addImpacts(contacts);
  newton.rebound();
  newton.storeVelocities();
  newton.storeBlows();
}

}  // namespace carom::solve
