// Integration of a rigid body.
//
// Translation is semi-implicit Euler: v ← v + a h, then x ← x + v h, as the constraints assume. A body
// without contacts has only the constant acceleration a. For it x ← x + v h − a h²/2 (v already advanced) is
// the exact parabola, so a ball that bounces for ever keeps its height.
//
// Rotation without torque conserves the global angular momentum L = I(q) ω while ω rotates with the body.
// With l = R(q)ᵀ L in body axes the energy is H = Σ l_i²/(2 I_i). It is the sum of the energy of a symmetric
// top about axis a with the moments (I_a, I_b, I_b), and a rest about axis c:
//
//   H = [l²/(2 I_b) + l_a²/2 (1/I_a − 1/I_b)] + l_c²/2 (1/I_c − 1/I_b).
//
// Each part alone is solved exactly. The top rotates about L by h |L|/I_b and about its own axis by
// h l_a (1/I_a − 1/I_b); the rest rotates the body about c by h l_c (1/I_c − 1/I_b). A substep is half of the
// rest, the top, and half of the rest (Strang splitting; Dullweber, Leimkuhler and McLachlan, "Symplectic
// splitting methods for rigid body molecular dynamics", 1997). It conserves L to rounding, is symmetric in
// time and symplectic, and never diverges, however slender the body is. Axis a is the one for which b and c
// differ least, so the rest is small; for a rod, a disc or a wheel it is zero and the motion is exact. If the
// rest rotates by more than kMaxAngle, the substep is divided into pieces.
//
// All this is computed in double precision, and with moments that are the inverses of the inverse ones: with
// floats, whose inverses are off by the same part of 10⁷ in each substep, a box gained 1 % of energy in a
// minute. The stored rotation is normalized by one step of Newton's method, not by a square root.
//
// Constraints use the inertia in global axes. For most bodies it is sufficient to compute it once, for the
// middle of the step. Let the principal moments be I_0 <= I_1 <= I_2. When the thin axis 0 has swung by θ
// since, the response about it is wrong by a factor of about (I_2/I_0 − 1) sin² θ, and the same angular
// impulse about it changes the angular momentum beside it by (I_2/I_0 − 1) sin θ of itself; when the body has
// rotated by φ about that axis, (I_2/I_1 − 1) sin φ. A rod of 1:100 that swings by 6° answers an impulse 100
// times as much as it should, which creates energy; links of a chain that spin while they rub on each other
// wind each other up. So when what goes astray exceeds kAstray, the inertia is computed again, and with it
// what the constraints derive from it (contact_refresh.hpp).
//
// The arms of contacts do not rotate with the body within a step. On a rod of length L an impulse λ that acts
// L θ/2 beside the axis, not on it, would rotate the rod about the axis with the energy (λ L θ)²/(8 I_0). So
// for constraints of bodies thinner than about 1:100 I_0 is at least I_2 θ², which bounds this energy by that
// of the impulse itself.
//
// A body with an infinite principal moment has no finite L about that axis. Its angular velocity in body axes
// stays constant, so nothing appears about the infinite axis.

#include "solve/integration/integrate.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/integration/integration_settings.hpp"
#include "solve/simd/seldom.hpp"
#include "solve/simd/wide.hpp"
#include "solve/state/inertia.hpp"
#include "solve/state/traces.hpp"

namespace carom::solve {
namespace {

/// The axis a of the derivation; b and c follow it cyclically.
std::size_t topAxis(const DVec3& inverse_inertia) {
  std::size_t best = 0;
  double least = 1e300;
  for (std::size_t a = 0; a < 3; ++a) {
    const double difference = std::abs(inverse_inertia[(a + 1) % 3] - inverse_inertia[(a + 2) % 3]);
    if (difference < least) best = a, least = difference;
  }
  return best;
}

/// Components in axes that are renamed cyclically, so that `axis` becomes x; and back with 3 − axis.
DVec3 renamed(const DVec3& v, std::size_t axis) {
  return axis % 3 == 0 ? v : axis == 1 ? DVec3{v.y, v.z, v.x} : DVec3{v.z, v.x, v.y};
}

/// A quaternion whose length differs from 1 by some roundings of floats, e: what is left is below 2 e².
DQuat normalizedNearly(const Quat& q) {
  const DQuat d(q);
  const double scale = 1.5 - 0.5 * (d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w);
  return {d.x * scale, d.y * scale, d.z * scale, d.w * scale};
}

/// A rotation about the body's axis x or z.
class AxisTurn {
 public:
  explicit AxisTurn(double angle) {
    const DQuat half = quaternionFromRotationVector(DVec3{angle, 0, 0});
    s_ = half.x, c_ = half.w;
    sine_ = 2 * s_ * c_, cosine_ = 1 - 2 * s_ * s_;
  }
  /// Of a vector that does not rotate with the body, its components along the two axes that follow.
  void turn(double& first, double& second) const {
    const double x = first;
    first = cosine_ * x + sine_ * second;
    second = cosine_ * second - sine_ * x;
  }
  DQuat aboutX(const DQuat& q) const {
    return {q.x * c_ + q.w * s_, q.y * c_ + q.z * s_, q.z * c_ - q.y * s_, q.w * c_ - q.x * s_};
  }
  DQuat aboutZ(const DQuat& q) const {
    return {q.x * c_ + q.y * s_, q.y * c_ - q.x * s_, q.z * c_ + q.w * s_, q.w * c_ - q.z * s_};
  }

 private:
  double s_, c_;  // Of half the angle.
  double sine_, cosine_;
};

/// The rotation vector of a turn within a substep, as exact as floats are: two terms of the arcsine's series
/// where they suffice.
DVec3 vectorOf(const DQuat& turn) {
  const double squared = lengthSquared(turn.vector());
  if (squared < 0.01 && turn.w > 0) return turn.vector() * (2 + squared * (1.0 / 3 + squared * 0.15));
  return rotationVector(turn);
}

}  // namespace

CAROM_SELDOM FreeTurn freeTurn(const DVec3& inverse_inertia, const DVec3& momentum, double h) {
  // Axis a is x from here on.
  const std::size_t a = topAxis(inverse_inertia);
  const DVec3 inverse = renamed(inverse_inertia, a);
  DVec3 l = renamed(momentum, a);
  const double top = inverse.x - inverse.y, rest = inverse.z - inverse.y;
  const double angle = length(l) * std::abs(rest) * h;
  // With NaN this order of operands gives the most pieces; storeBody() then drops the result.
  constexpr int kMaxPieces = IntegrationSettings::kMaxPieces;
  const int pieces = static_cast<int>(std::min(kMaxPieces - 1.0, angle / IntegrationSettings::kMaxAngle)) + 1;
  const double k = h / static_cast<double>(pieces);
  DQuat turn;
  const auto turn_rest = [&] {
    if (rest == 0) return;
    const AxisTurn about_c(l.z * rest * (0.5 * k));
    turn = about_c.aboutZ(turn);
    about_c.turn(l.x, l.y);
  };
  for (int i = 0; i < pieces; ++i) {
    turn_rest();
    const AxisTurn about_a(l.x * top * k);
    turn = about_a.aboutX(turn * quaternionFromRotationVector(l * (inverse.y * k)));
    about_a.turn(l.y, l.z);
    turn_rest();
  }
  const DVec3 v = renamed(turn.vector(), 3 - a);
  return {{v.x, v.y, v.z, turn.w}, renamed(l, 3 - a)};
}

namespace {

CAROM_SELDOM void integrateGyroscopic(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta,
                                      float h) {
  const DQuat rotation = normalizedNearly(body.rotation);
  const DVec3 inverse(body.principal_inverse_inertia);
  const DVec3 momentum = scaled(inverted(inverse), inverseRotate(rotation, DVec3(velocity.angular)));
  const FreeTurn free = freeTurn(inverse, momentum, static_cast<double>(h));
  delta.rotation += Vec3(rotate(rotation, vectorOf(free.turn)));
  body.rotation = Quat(rotation * free.turn);
  // The rotation as it is stored: the next substep takes L from it.
  velocity.angular = Vec3(rotate(normalizedNearly(body.rotation), scaled(inverse, free.momentum)));
}

}  // namespace

Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal) {
  const Mat3 r = toMatrix(rotation);
  const Mat3 t = transposed(r);  // Columns of t are rows of r.
  Mat3 m{r * scaled(diagonal, t.cx), r * scaled(diagonal, t.cy), r * scaled(diagonal, t.cz)};
  // Off-diagonal terms far below the rounding of the diagonal become zero, see withoutTrace().
  const float nothing = IntegrationSettings::kNegligibleInertia * (diagonal.x + diagonal.y + diagonal.z);
  const auto kept = [&](float x) { return x > nothing || x < -nothing ? x : 0.0f; };
  m.cx.y = m.cy.x = kept(m.cx.y);
  m.cx.z = m.cz.x = kept(m.cx.z);
  m.cy.z = m.cz.y = kept(m.cy.z);
  return m;
}

namespace {

/// Squares of the angles by which a small rotation swings the thin axis, and by which it rotates about it.
struct Swing {
  float swing = 0, twist = 0;
};
Swing swingOf(const SolverBody& body, std::size_t thin, const Vec3& turn) {
  Vec3 axis;
  axis[thin] = 1;
  const float along = dot(rotate(body.rotation, axis), turn);
  return {std::max(0.0f, lengthSquared(turn) - along * along), along * along};
}

std::size_t thinAxis(const Vec3& inverse) {
  const std::size_t i = inverse.y > inverse.x ? 1 : 0;
  return inverse.z > inverse[i] ? 2 : i;
}

/// Whether the inertia is too far from what it is after a rotation.
bool isAstray(const SolverBody& body, const Vec3& turn) {
  // A cheap upper bound first.
  constexpr float kSquare = IntegrationSettings::kAstray * IntegrationSettings::kAstray;
  if (lengthSquared(turn) * body.inertia_spread * body.inertia_spread <= kSquare) return false;
  const Vec3& inverse = body.principal_inverse_inertia;
  const std::size_t thin = thinAxis(inverse);
  const float b = inverse[(thin + 1) % 3], c = inverse[(thin + 2) % 3], least = std::min(b, c);
  const Swing s = swingOf(body, thin, turn);
  const float swing = inverse[thin] - least, twist = std::max(b, c) - least;
  return s.swing * swing * swing + s.twist * twist * twist > kSquare * least * least;
}

/// The inertia for constraints at a rotation; `off` is the rotation since the arms of contacts were exact.
Mat3 contactInertia(const SolverBody& body, const Quat& rotation, const Vec3& off) {
  Vec3 inverse = body.principal_inverse_inertia;
  const std::size_t thin = thinAxis(inverse);
  const float least = std::min(inverse[(thin + 1) % 3], inverse[(thin + 2) % 3]);
  const float swing = swingOf(body, thin, off).swing;
  constexpr float kMaxInertiaRatio = IntegrationSettings::kMaxInertiaRatio;
  if (inverse[thin] > kMaxInertiaRatio * least && swing * inverse[thin] > least) {
    inverse[thin] = std::max(kMaxInertiaRatio, 1 / swing) * least;
  }
  return rotatedDiagonal(rotation, inverse);
}

}  // namespace

void startInertia(SolverBody& body, const Quat& middle) {
  body.inverse_inertia = rotatedDiagonal(middle, body.principal_inverse_inertia);
  if (!body.gyroscopic) return;
  const Vec3& inverse = body.principal_inverse_inertia;
  body.inertia_spread =
      std::max({inverse.x, inverse.y, inverse.z}) / std::min({inverse.x, inverse.y, inverse.z}) - 1;
  body.inertia_turn = body.arms_turn = (middle * conjugate(body.rotation)).vector() * 2.0f;
  if (!isAstray(body, body.inertia_turn)) return;
  body.inertia_turn = {};
  body.inverse_inertia = contactInertia(body, body.rotation, body.arms_turn);
}

namespace {

void turnInertia(SolverBody& body, const SolverDelta& delta) {
  body.turned = false;
  if (!body.gyroscopic || body.tensioned) return;
  const Vec3 off = delta.rotation - body.inertia_turn;
  if (!isAstray(body, off)) return;
  body.turned = true;
  body.inertia_turn = delta.rotation;
  body.inverse_inertia = contactInertia(body, body.rotation, delta.rotation - body.arms_turn);
}

}  // namespace

Quat storedRotation(const SolverBody& body) {
  constexpr float kTrace = IntegrationSettings::kTrace;
  const Quat q = normalized(body.rotation);
  return {withoutTrace(q.x, kTrace), withoutTrace(q.y, kTrace), withoutTrace(q.z, kTrace),
          withoutTrace(q.w, kTrace)};
}

void integrateVelocities(SolverBodies& bodies, std::size_t begin, std::size_t end, float h) {
  static_assert(sizeof(SolverVelocity) == 8 * sizeof(float) &&
                sizeof(SolverAcceleration) == 8 * sizeof(float));
  auto* v = reinterpret_cast<float*>(bodies.velocities.data());
  const auto* a = reinterpret_cast<const float*>(bodies.accelerations.data());
  for (std::size_t i = 8 * begin; i < 8 * end; ++i)
    v[i] = withoutTrace(v[i] + a[i] * h, IntegrationSettings::kTrace);
}

namespace {

/// The orientation after a rotation by less than a hundredth of a radian:
/// quaternionFromRotationVector(turn) * rotation, with the four components computed side by side.
Quat afterSmallTurn(Float4 turn, float squared, const Quat& rotation) {
  const Float4 q = {rotation.x, rotation.y, rotation.z, rotation.w};
  const Float4 v = turn * (0.5f - squared * (1.0f / 48));
  constexpr Float4 kX = {1, -1, 1, -1}, kY = {1, 1, -1, -1}, kZ = {-1, 1, 1, -1};
  const Float4 r = q * (1 - squared * 0.125f) + __builtin_shufflevector(q, q, 3, 2, 1, 0) * kX * v[0] +
                   __builtin_shufflevector(q, q, 2, 3, 0, 1) * kY * v[1] +
                   __builtin_shufflevector(q, q, 1, 0, 3, 2) * kZ * v[2];
  return {r[0], r[1], r[2], r[3]};
}

void turn(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h) {
  static_assert(sizeof(SolverVelocity) == 2 * sizeof(Float4) && sizeof(SolverDelta) == 2 * sizeof(Float4));
  const Float4 turn = load4(reinterpret_cast<const float*>(&velocity) + 4) * h;
  const Float4 squares = turn * turn;
  const float squared = squares[0] + squares[1] + squares[2];
  if (squared == 0) return;
  // A body that lies on something and rotates by less than a thousandth of a radian in a substep feels
  // contact forces a thousand times as large as the gyroscopic torque.
  const float least =
      body.supported ? IntegrationSettings::kMinSupportedTurnSquared : IntegrationSettings::kMinTurnSquared;
  if (body.gyroscopic && squared > least) {
    integrateGyroscopic(body, velocity, delta, h);
    return;
  }
  body.rotation = squared < IntegrationSettings::kSmallTurnSquared
                      ? afterSmallTurn(turn, squared, body.rotation)
                      : quaternionFromRotationVector(Vec3{turn[0], turn[1], turn[2]}) * body.rotation;
  float* sum = reinterpret_cast<float*>(&delta) + 4;
  store4(sum, load4(sum) + turn);
}

}  // namespace

bool integratePositions(SolverBodies& bodies, std::size_t begin, std::size_t end, float h) {
  bool turned = false;
  for (std::size_t i = begin; i < end; ++i) {
    SolverBody& body = bodies.bodies[i];
    SolverVelocity& velocity = bodies.velocities[i];
    SolverDelta& delta = bodies.deltas[i];
    float* position = reinterpret_cast<float*>(&delta);
    store4(position, load4(position) + load4(reinterpret_cast<const float*>(&velocity)) * h);
    if (body.ballistic) delta.position -= body.acceleration * (0.5f * h * h);
    turn(body, velocity, delta, h);
    turnInertia(body, delta);
    turned = turned || body.turned;
  }
  return turned;
}

}  // namespace carom::solve
