#include "solve/constraints/contact/cluster/cluster_solver.hpp"

#include <algorithm>
#include <cmath>

#include "solve/constraints/contact/cluster/cluster_settings.hpp"
#include "solve/constraints/contact/contact_passes.hpp"
#include "solve/constraints/joint/joint_holds.hpp"

namespace carom::solve {
namespace {

using Row = ClusterRow;
using NormalRow = ClusterNormal;
using FrictionRows = ClusterFriction;

double product(const Vector6& a, const Vector6& b) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) sum += a.at[i] * b.at[i];
  return sum;
}

void addTo(Vector6& a, const Vector6& b, double factor) {
  for (int i = 0; i < 6; ++i) a.at[i] += factor * b.at[i];
}

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
    normals_.clear();
    frictions_.clear();
    holds_.clear();
    setMasses();
  }

  void addLink(const ClusterLink& link);
  void addBlock(ClusterBlock& block);
  void run();
  void store(ClusterBlock& block, std::int32_t& normal, std::int32_t& friction) const;
  void storeVelocities();

 private:
  struct Slope {
    double value, derivative;
  };

  std::int32_t numberOf(std::int32_t body) const {
    return body < bodies_.movable_end && body > 0 ? number_[body] : -1;
  }
  Row makeRow(std::int32_t body_a, std::int32_t body_b, const DVec3& linear, const DVec3& angular_a,
              const DVec3& angular_b) const;
  DTransform placeOf(std::int32_t number, std::int32_t body) const;
  Vector6 velocityOf(std::int32_t number, const Vector6& p) const;
  double massOf(const Row& row) const;
  void addContactImpulses(IndexedVector<Vector6>& sum, double factor) const;
  void setMasses();
  void setLimits();
  template <class Function>
  void eachRow(Function&& function) {
    for (NormalRow& r : normals_) function(r);
    for (FrictionRows& f : frictions_) function(f.tangent[0]), function(f.tangent[1]), function(f.twist);
    for (ClusterHold& r : holds_) function(r);
  }
  void evaluate(double t);
  void setGradient();
  void takeDirection();
  void setDirection();
  void balance();
  bool isMinimal() const;
  Slope slopeAt(double t) const;
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
  IndexedVector<NormalRow>& normals_ = cluster_.normals;
  IndexedVector<FrictionRows>& frictions_ = cluster_.frictions;
  IndexedVector<ClusterHold>& holds_ = cluster_.holds;
  IndexedVector<Matrix6>& masses_ = cluster_.masses;
  IndexedVector<Vector6>& given_ = cluster_.given;
  IndexedVector<Vector6>&y_ = cluster_.y, &gradient_ = cluster_.gradient, &direction_ = cluster_.direction;
  double free_slope_ = 0, free_curvature_ = 0;
  double scale_ = 0;  // Energy with which decrements are compared, J.
};

DVec3 lane(const Vec3W<kClusterLanes>& v) {
  return {static_cast<double>(v.x[0]), static_cast<double>(v.y[0]), static_cast<double>(v.z[0])};
}

Vector6 rowOf(const DVec3& linear, const DVec3& angular) {
  return {{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}};
}

Row ClusterNewton::makeRow(std::int32_t body_a, std::int32_t body_b, const DVec3& linear,
                           const DVec3& angular_a, const DVec3& angular_b) const {
  Row r;
  r.a = numberOf(body_a);
  r.b = numberOf(body_b);
  r.ja = rowOf(-linear, -angular_a);
  r.jb = rowOf(linear, angular_b);
  const SolverVelocity &a = bodies_.velocities[body_a], &b = bodies_.velocities[body_b];
  r.start = r.speed = dot(linear, DVec3(b.linear) - DVec3(a.linear)) + dot(angular_b, DVec3(b.angular)) -
                      dot(angular_a, DVec3(a.angular));
  return r;
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
  eachHold(joint, placeOf(link.a, joint.body[0]), placeOf(link.b, joint.body[1]), add);
}

void ClusterNewton::addBlock(ClusterBlock& block) {
  const LaneMotion<kClusterLanes> moved = gatherMotion<kClusterLanes>(block, bodies_);
  const DVec3 normal = lane(block.normal), lever_a = lane(moved.lever_a), lever_b = lane(moved.lever_b);
  const auto h = static_cast<double>(step_.substep), rate = static_cast<double>(step_.bias_rate);
  const double mass = std::sqrt(heaviest_ * static_cast<double>(block.points[0].effective_mass[0]));
  const double soft = mass * static_cast<double>(step_.mass_scale / step_.impulse_scale),
               rigid = mass * ClusterSettings::kRigid;
  const double touching = static_cast<double>(StateSettings::kTouchDistance * block.tolerance[0]);
  FrictionRows friction;
  friction.first_normal = normals_.count();
  friction.rigid = rigid;
  for (int j = 0; j < block.point_count; ++j) {
    const ClusterBlock::Point& point = block.points[j];
    const DVec3 arm = lane(point.arm);
    NormalRow r;
    static_cast<Row&>(r) = makeRow(block.body_a[0], block.body_b[0], normal, arm + lever_a, arm + lever_b);
    r.impulse = static_cast<double>(point.impulse[0]);
    r.radius = static_cast<double>(point.twist_radius[0]);
    const auto separation = static_cast<double>(separationNow(block, j, moved)[0]);
    const auto rest =
        static_cast<double>(std::min(point.rest_impulse[0], ContactSettings::kRestRatio * point.impulse[0]));
    const double natural = rest / (soft * rate);
    const bool gap = separation > natural;
    constexpr double kUnbounded = 1e300;
    r.most = kUnbounded;
    r.stiffness = rigid;
    r.bias = gap ? separation / h : 0;
    r.rest = biased_ ? 0 : r.impulse;
    if (biased_ && !gap) {
      r.stiffness = soft;
      r.rest = rest;
      r.bias = std::max(rate * separation, -static_cast<double>(block.max_push_speed[0]));
    }
    if (!biased_ && separation > std::max(touching, natural)) r.most = r.impulse;
    if (block.limited) r.most = std::min(r.most, static_cast<double>(block.tail->most[0]));
    if (!(point.effective_mass[0] > 0)) r.stiffness = 0, r.most = 0;
    normals_.push_back(r);
  }
  friction.end_normal = normals_.count();
  const FrictionArms<kClusterLanes> arms = frictionArms(block, moved);
  const DVec3 arm_a = lane(arms.a), arm_b = lane(arms.b);
  const Tangents<kClusterLanes> tangents = tangentsOf<kClusterLanes>(block.normal);
  for (int i = 0; i < 2; ++i) {
    const DVec3 along = lane(tangents.along[i]);
    friction.tangent[i] =
        makeRow(block.body_a[0], block.body_b[0], along, cross(arm_a, along), cross(arm_b, along));
    friction.tangent[i].impulse = friction.tangent[i].rest = static_cast<double>(block.tangent_impulse[i][0]);
  }
  friction.twist = makeRow(block.body_a[0], block.body_b[0], DVec3{}, normal, normal);
  friction.twist.impulse = friction.twist.rest = static_cast<double>(block.twist_impulse[0]);
  friction.coefficient = static_cast<double>(block.friction[0]);
  frictions_.push_back(friction);
}

void ClusterNewton::setLimits() {
  for (FrictionRows& f : frictions_) {
    f.limit = f.twist_limit = 0;
    for (std::int32_t i = f.first_normal; i < f.end_normal; ++i) {
      f.limit += f.coefficient * normals_[i].impulse;
      f.twist_limit += f.coefficient * normals_[i].impulse * normals_[i].radius;
    }
  }
}

/// Impulses and their slopes at y + t d.
void ClusterNewton::evaluate(double t) {
  for (ClusterHold& r : holds_) {
    const double wanted = -r.stiffness * (r.speed + t * r.along + r.bias);
    r.impulse = std::max(wanted, r.least);
    r.slope = wanted > r.least ? r.stiffness : 0;
  }
  for (NormalRow& r : normals_) {
    const double wanted = r.rest - r.stiffness * (r.speed + t * r.along + r.bias);
    r.impulse = std::clamp(wanted, 0.0, r.most);
    r.slope = wanted > 0 && wanted < r.most ? r.stiffness : 0;
  }
  for (FrictionRows& f : frictions_) {
    const double rigid = f.rigid;
    Row &p = f.tangent[0], &q = f.tangent[1];
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
    // A solid's moment about the normal has another unit than its mass: per mass it is some radius squared.
    double radius = 0;
    for (std::int32_t i = f.first_normal; i < f.end_normal; ++i)
      radius = std::max(radius, normals_[i].radius);
    const double wanted = f.twist.rest - rigid * radius * radius * (f.twist.speed + t * f.twist.along);
    f.twist.impulse = std::clamp(wanted, -f.twist_limit, f.twist_limit);
    f.twist_slope = wanted == f.twist.impulse ? rigid * radius * radius : 0;
  }
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
void ClusterNewton::addContactImpulses(IndexedVector<Vector6>& sum, double factor) const {
  for (const NormalRow& r : normals_) addImpulse(sum, r, factor);
  for (const FrictionRows& f : frictions_) {
    for (const Row* r : {&f.tangent[0], &f.tangent[1], &f.twist}) addImpulse(sum, *r, factor);
  }
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
  for (const NormalRow& r : normals_) addOuter(r, r, r.slope);
  for (const FrictionRows& f : frictions_) {
    addOuter(f.tangent[0], f.tangent[0], f.slope[0]);
    addOuter(f.tangent[0], f.tangent[1], f.slope[1]);
    addOuter(f.tangent[1], f.tangent[0], f.slope[1]);
    addOuter(f.tangent[1], f.tangent[1], f.slope[2]);
    addOuter(f.twist, f.twist, f.twist_slope);
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
ClusterNewton::Slope ClusterNewton::slopeAt(double t) const {
  Slope s{free_slope_ + t * free_curvature_, free_curvature_};
  for (const NormalRow& r : normals_) {
    s.value -= r.along * r.impulse;
    s.derivative += r.slope * r.along * r.along;
  }
  for (const FrictionRows& f : frictions_) {
    const double x = f.tangent[0].along, z = f.tangent[1].along, w = f.twist.along;
    s.value -= x * f.tangent[0].impulse + z * f.tangent[1].impulse + w * f.twist.impulse;
    s.derivative += f.slope[0] * x * x + 2 * f.slope[1] * x * z + f.slope[2] * z * z + f.twist_slope * w * w;
  }
  for (const ClusterHold& r : holds_) {
    s.value -= r.along * r.impulse;
    s.derivative += r.slope * r.along * r.along;
  }
  return s;
}

/// How far along d f falls: Newton's steps for the root of dᵀ ∇f, or halves of the bracket where these leave
/// it.
double ClusterNewton::search(double before) {
  double low = 0, high = 1, t = 1;
  for (int i = 0; i < ClusterSettings::kSearches; ++i) {
    evaluate(t);
    const Slope slope = slopeAt(t);
    if (std::abs(slope.value) <= ClusterSettings::kFlat * std::abs(before) || (i == 0 && slope.value < 0))
      break;
    (slope.value < 0 ? low : high) = t;
    const double root = t - slope.value / slope.derivative;
    t = root > low && root < high ? root : 0.5 * (low + high);
  }
  return t;
}

void ClusterNewton::run() {
  const std::size_t count = cluster_.bodies.size();
  y_.assign(count, {});
  gradient_.assign(count, {});
  given_.assign(count, {});
  setGradient();
  for (std::size_t i = 0; i < count; ++i) {
    for (int p = 0; p < 6; ++p) given_[i].at[p] = -gradient_[i].at[p];
  }
  setLimits();
  evaluate(0);
  for (int i = 0; i < ClusterSettings::kSteps; ++i) {
    setGradient();
    if (isMinimal()) return;
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
  if (!holds_.empty()) balance();
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

void ClusterNewton::store(ClusterBlock& block, std::int32_t& normal, std::int32_t& friction) const {
  FloatW<kClusterLanes> change[ClusterBlock::kPoints], before[ClusterBlock::kPoints],
      after[ClusterBlock::kPoints];
  for (int j = 0; j < ClusterBlock::kPoints; ++j) change[j] = before[j] = after[j] = FloatW<kClusterLanes>{};
  for (int j = 0; j < block.point_count; ++j) {
    const NormalRow& r = normals_[normal++];
    const FloatW<kClusterLanes> now = splat<kClusterLanes>(static_cast<float>(r.impulse));
    change[j] = now - block.points[j].impulse;
    before[j] = splat<kClusterLanes>(static_cast<float>(r.start));
    after[j] = splat<kClusterLanes>(static_cast<float>(r.speed));
    block.points[j].impulse = now;
    notePressure(block, j, now);
  }
  if (block.rebounds) noteImpact<kClusterLanes, ClusterBlock::kPoints>(block, change, before, after);
  const FrictionRows& f = frictions_[friction++];
  for (int i = 0; i < 2; ++i)
    block.tangent_impulse[i] = splat<kClusterLanes>(static_cast<float>(f.tangent[i].impulse));
  block.twist_impulse = splat<kClusterLanes>(static_cast<float>(f.twist.impulse));
}

/// And what joints have to take up.
void ClusterNewton::storeVelocities() {
  for (std::int32_t i = 0; i < cluster_.bodies.count(); ++i) {
    SolverVelocity& v = bodies_.velocities[cluster_.bodies[i]];
    const double(&d)[6] = y_[i].at;
    v.linear += Vec3(DVec3{d[0], d[1], d[2]});
    v.angular += Vec3(DVec3{d[3], d[4], d[5]});
  }
  for (const ClusterHold& r : holds_) *r.given += r.sign * r.impulse;
}

}  // namespace

void solveCluster(ContactCluster& cluster, ClusterBlock* blocks, const IndexedVector<std::int32_t>& number,
                  const ClusterWorld& world, const ContactStep& step, bool biased) {
  ClusterNewton newton(cluster, number, world, step, biased);
  for (const ClusterLink& link : cluster.links) newton.addLink(link);
  for (std::int32_t i = cluster.first_block; i < cluster.end_block; ++i) newton.addBlock(blocks[i]);
  newton.run();
  std::int32_t normal = 0, friction = 0;
  for (std::int32_t i = cluster.first_block; i < cluster.end_block; ++i)
    newton.store(blocks[i], normal, friction);
  newton.storeVelocities();
}

}  // namespace carom::solve
