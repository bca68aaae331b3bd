// Integration of a rigid body.
//
// Translation is semi-implicit Euler: v ← v + a h, then x ← x + v h, which is what the constraints assume. A
// body without any contact has only the constant acceleration a, and there x ← x + v h − a h²/2 (v already
// advanced) is the exact parabola, so a ball that bounces forever keeps its height.
//
// Rotation without torque conserves the global angular momentum L = I(q) ω while ω turns with the body. With
// l = R(q)ᵀ L in body axes the energy is H = Σ l_i²/(2 I_i), which is that of a symmetric top about axis a
// with the moments (I_a, I_b, I_b) and a rest about axis c:
//
//   H = [l²/(2 I_b) + l_a²/2 (1/I_a − 1/I_b)] + l_c²/2 (1/I_c − 1/I_b).
//
// Each part alone is solved exactly: the top turns about L by h |L|/I_b and about its own axis by h l_a
// (1/I_a − 1/I_b), the rest turns the body about c by h l_c (1/I_c − 1/I_b). Half of the rest, the top, half
// of the rest again (Strang; Dullweber, Leimkuhler and McLachlan, "Symplectic splitting methods for rigid
// body molecular dynamics", 1997) keeps L to rounding, is symmetric in time and symplectic, and never
// diverges, however slender the body is. Of the three axes a is the one for which b and c differ least, so
// the rest is small; for a rod, a disc or a wheel there is none and the motion is exact. Where the rest turns
// by more than kMaxAngle, the substep is cut into pieces.
//
// Constraints use the inertia in global axes. For most it is enough to take it once, at the middle of the
// step. But with the principal moments I_0 <= I_1 <= I_2, what a body does about its thin axis 0 is wrong by
// about (I_2/I_0 − 1) sin² θ of it when that axis has swung by θ since, and by (I_2/I_1 − 1) sin² φ when the
// body has turned by φ about it: a rod of 1:100 that swings by 6° answers a blow 100 times as much as it
// should, and all that is energy from nothing. So when that error passes kInertiaChange the inertia is taken
// anew, and with it what the constraints have made of it (contact_refresh.hpp).
//
// The arms of contacts do not swing with the body. On a rod of length L an impulse λ that does not act on its
// axis any more but L θ/2 beside it would turn it about that axis with the energy (λ L θ)²/(8 I_0). For
// constraints of bodies thinner than about 1:100 I_0 is therefore not less than I_2 θ², which bounds that by
// what the blow does to the rod anyway.
//
// A body with an infinite principal moment has no finite L about that axis. Its angular velocity is kept as
// it is, which leaves the components in body axes constant: nothing appears about the infinite axis.

#include "solve/integrate.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"
#include "solve/traces.hpp"

namespace carom::solve {
namespace {

constexpr float kMaxAngle = 0.05f;  // rad that the rest turns in a piece of a substep
constexpr int kMaxPieces = 16;
constexpr float kInertiaChange = 0.01f;  // Relative
constexpr float kVeryUneven = 1e4f;      // I_2/I_0

Vec3 momentumOf(const SolverBody& body, const Vec3& velocity) {
  return rotate(body.rotation, scaled(body.principal_inertia, inverseRotate(body.rotation, velocity)));
}

Quat turned(const Quat& rotation, std::size_t axis, float angle) {
  Vec3 v;
  v[axis] = angle;
  return rotation * quaternionFromRotationVector(v);
}

/// The axis a of the derivation, then b and c.
struct AxisOrder {
  std::size_t a, b, c;
};
AxisOrder axisOrder(const Vec3& inverse_inertia) {
  AxisOrder best{0, 1, 2};
  float least = 1e38f;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
    const float difference = std::abs(inverse_inertia[b] - inverse_inertia[c]);
    if (difference < least) best = {a, b, c}, least = difference;
  }
  return best;
}

void integrateGyroscopic(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h) {
  const Vec3 momentum = momentumOf(body, velocity.angular);
  const Vec3& inverse = body.principal_inverse_inertia;
  const AxisOrder axis = axisOrder(inverse);
  const float top = inverse[axis.a] - inverse[axis.b], rest = inverse[axis.c] - inverse[axis.b];
  const float angle = length(momentum) * std::abs(rest) * h;
  // In this order, what is not a number gives the most pieces; storeBody drops it then.
  const int pieces = static_cast<int>(std::min(kMaxPieces - 1.0f, angle / kMaxAngle)) + 1;
  const float k = h / static_cast<float>(pieces);
  const Quat start = body.rotation;
  Quat q = start;
  const auto turn_rest = [&](float time) {
    q = turned(q, axis.c, inverseRotate(q, momentum)[axis.c] * rest * time);
  };
  for (int i = 0; i < pieces; ++i) {
    turn_rest(0.5f * k);
    const float spin = inverseRotate(q, momentum)[axis.a] * top;
    q = turned(quaternionFromRotationVector(momentum * (inverse[axis.b] * k)) * q, axis.a, spin * k);
    turn_rest(0.5f * k);
    q = normalized(q);
  }
  body.rotation = q;
  delta.rotation += rotationVector(q * conjugate(start));
  velocity.angular = rotate(q, scaled(inverse, inverseRotate(q, momentum)));
}

}  // namespace

Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal) {
  const Mat3 r = toMatrix(rotation);
  const Mat3 t = transposed(r);  // Columns of t are rows of r.
  Mat3 m{r * scaled(diagonal, t.cx), r * scaled(diagonal, t.cy), r * scaled(diagonal, t.cz)};
  // Far less than what the diagonal loses by rounding is nothing, see withoutTrace().
  const float nothing = 1e-10f * (diagonal.x + diagonal.y + diagonal.z);
  const auto kept = [&](float x) { return x > nothing || x < -nothing ? x : 0.0f; };
  m.cx.y = m.cy.x = kept(m.cx.y);
  m.cx.z = m.cz.x = kept(m.cx.z);
  m.cy.z = m.cz.y = kept(m.cy.z);
  return m;
}

namespace {

/// Squares of the angles of a small turn: of the thin axis, and about it.
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

/// Relative error that the inertia has after a turn.
float inertiaError(const SolverBody& body, const Vec3& turn) {
  const Vec3& inverse = body.principal_inverse_inertia;
  const std::size_t thin = thinAxis(inverse);
  const float b = inverse[(thin + 1) % 3], c = inverse[(thin + 2) % 3], least = std::min(b, c);
  const Swing s = swingOf(body, thin, turn);
  return (s.swing * (inverse[thin] - least) + s.twist * (std::max(b, c) - least)) / least;
}

/// The inertia at a rotation, as constraints see it when the arms of contacts are off by a turn.
Mat3 contactInertia(const SolverBody& body, const Quat& rotation, const Vec3& off) {
  Vec3 inverse = body.principal_inverse_inertia;
  const std::size_t thin = thinAxis(inverse);
  const float least = std::min(inverse[(thin + 1) % 3], inverse[(thin + 2) % 3]);
  const float swing = swingOf(body, thin, off).swing;
  if (inverse[thin] > kVeryUneven * least && swing * inverse[thin] > least) {
    inverse[thin] = std::max(kVeryUneven, 1 / swing) * least;
  }
  return rotatedDiagonal(rotation, inverse);
}

}  // namespace

void startInertia(SolverBody& body, const Quat& middle) {
  body.inverse_inertia = rotatedDiagonal(middle, body.principal_inverse_inertia);
  if (!body.gyroscopic) return;
  body.inertia_turn = body.arms_turn = (middle * conjugate(body.rotation)).vector() * 2.0f;
  if (inertiaError(body, body.inertia_turn) <= kInertiaChange) return;
  body.inertia_turn = {};
  body.inverse_inertia = contactInertia(body, body.rotation, body.arms_turn);
}

void turnInertia(SolverBody& body, const SolverDelta& delta) {
  body.turned = false;
  if (!body.gyroscopic || delta.rotation == body.inertia_turn) return;
  if (inertiaError(body, delta.rotation - body.inertia_turn) <= kInertiaChange) return;
  body.turned = true;
  body.inertia_turn = delta.rotation;
  body.inverse_inertia = contactInertia(body, body.rotation, delta.rotation - body.arms_turn);
}

namespace {

constexpr float kTrace = 1e-12f;  // m/s, rad/s, rad

}  // namespace

Quat storedRotation(const SolverBody& body) {
  const Quat q = normalized(body.rotation);
  return {withoutTrace(q.x, kTrace), withoutTrace(q.y, kTrace), withoutTrace(q.z, kTrace),
          withoutTrace(q.w, kTrace)};
}

void integrateVelocities(SolverBodies& bodies, std::size_t begin, std::size_t end, float h) {
  static_assert(sizeof(SolverVelocity) == 8 * sizeof(float) &&
                sizeof(SolverAcceleration) == 8 * sizeof(float));
  auto* v = reinterpret_cast<float*>(bodies.velocities.data());
  const auto* a = reinterpret_cast<const float*>(bodies.accelerations.data());
  for (std::size_t i = 8 * begin; i < 8 * end; ++i) v[i] = withoutTrace(v[i] + a[i] * h, kTrace);
}

void integratePosition(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h) {
  delta.position += velocity.linear * h;
  if (body.ballistic) delta.position -= body.acceleration * (0.5f * h * h);
  const float speed_squared = lengthSquared(velocity.angular);
  if (speed_squared == 0) return;
  // What turns by less than a thousandth of a radian and lies on something feels contact forces a thousand
  // times as large.
  if (body.gyroscopic && speed_squared * h * h > (body.supported ? 1e-6f : 1e-10f)) {
    integrateGyroscopic(body, velocity, delta, h);
    return;
  }
  const Vec3 turn = velocity.angular * h;
  body.rotation = quaternionFromRotationVector(turn) * body.rotation;  // Normalised when it is stored.
  delta.rotation += turn;
}

}  // namespace carom::solve
