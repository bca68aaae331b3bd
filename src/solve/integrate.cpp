// Integration of a rigid body.
//
// Translation is semi-implicit Euler: v ← v + a h, then x ← x + v h, which is what the constraints assume. A
// body without any contact has only the constant acceleration a, and there x ← x + v h − a h²/2 (v already
// advanced) is the exact parabola, so a ball that bounces forever keeps its height.
//
// Rotation without torque conserves the global angular momentum L = I(q) ω while ω turns with the body. The
// implicit midpoint rule on the orientation,
//
//   Ω = I(exp(h Ω/2) q)⁻¹ L,   q ← exp(h Ω) q,   ω = I(q)⁻¹ L,
//
// keeps L to rounding and is symmetric in time, so the energy does not drift (Hairer, Lubich, Wanner,
// "Geometric Numerical Integration", ch. V and VI). Ω is found by fixed point iteration, which contracts as h
// |ω| (I_max/I_min − 1)/2; fast spins are cut into pieces of at most kMaxAngle.
//
// A body with an infinite principal moment has no finite L about that axis. Its angular velocity is kept as
// it is, which leaves the components in body axes constant: nothing appears about the infinite axis.

#include "solve/integrate.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation_vector.hpp"

namespace carom::solve {
namespace {

constexpr float kMaxAngle = 0.1f;  // rad per piece of a substep
constexpr int kMaxPieces = 32;
constexpr int kIterations = 4;

Vec3 angularVelocityOf(const SolverBody& body, const Quat& rotation, const Vec3& momentum) {
  return rotate(rotation, scaled(body.principal_inverse_inertia, inverseRotate(rotation, momentum)));
}

void integrateGyroscopic(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h) {
  const Vec3 momentum =
      rotate(body.rotation, scaled(body.principal_inertia, inverseRotate(body.rotation, velocity.angular)));
  const float angle = length(velocity.angular) * h;
  const int pieces = std::clamp(static_cast<int>(angle / kMaxAngle) + 1, 1, kMaxPieces);
  const float k = h / static_cast<float>(pieces);
  for (int i = 0; i < pieces; ++i) {
    Vec3 omega = angularVelocityOf(body, body.rotation, momentum);
    for (int j = 0; j < kIterations; ++j) {
      const Quat middle = quaternionFromRotationVector(omega * (0.5f * k)) * body.rotation;
      omega = angularVelocityOf(body, middle, momentum);
    }
    body.rotation = normalized(quaternionFromRotationVector(omega * k) * body.rotation);
    delta.rotation += omega * k;
  }
  velocity.angular = angularVelocityOf(body, body.rotation, momentum);
}

}  // namespace

Mat3 rotatedDiagonal(const Quat& rotation, const Vec3& diagonal) {
  const Mat3 r = toMatrix(rotation);
  const Mat3 t = transposed(r);  // Columns of t are rows of r.
  return {r * scaled(diagonal, t.cx), r * scaled(diagonal, t.cy), r * scaled(diagonal, t.cz)};
}

void integrateVelocity(const SolverBody& body, SolverVelocity& velocity, float h) {
  velocity.linear += body.acceleration * h;
  velocity.angular += body.angular_acceleration * h;
}

void integratePosition(SolverBody& body, SolverVelocity& velocity, SolverDelta& delta, float h) {
  delta.position += velocity.linear * h;
  if (body.ballistic) delta.position -= body.acceleration * (0.5f * h * h);
  const float speed_squared = lengthSquared(velocity.angular);
  if (speed_squared == 0) return;
  if (body.gyroscopic && speed_squared * h * h > 1e-10f) {
    integrateGyroscopic(body, velocity, delta, h);
    return;
  }
  const Vec3 turn = velocity.angular * h;
  body.rotation = normalized(quaternionFromRotationVector(turn) * body.rotation);
  delta.rotation += turn;
}

}  // namespace carom::solve
