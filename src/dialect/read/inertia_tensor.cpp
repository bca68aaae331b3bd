// Principal axes by Jacobi's method: rotations about X, Y and Z, each of which makes one pair of coupling
// terms zero, until all are. It converges quadratically for any symmetric matrix, and a matrix that is nearly
// diagonal keeps its axes nearly. Golub and Van Loan, "Matrix Computations", section 8.5.
#include "dialect/read/inertia_tensor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom::dialect {

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// Turns the matrix so that its element (p, q) becomes zero, and the axes with it.
void rotateAway(Matrix& a, Matrix& axes, std::size_t p, std::size_t q) {
  if (a[p][q] == 0) return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (std::size_t k = 0; k < 3; ++k) {
    const double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq;
    a[k][q] = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double pk = a[p][k], qk = a[q][k];
    a[p][k] = c * pk - s * qk;
    a[q][k] = s * pk + c * qk;
  }
  a[p][q] = a[q][p] = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double kp = axes[k][p], kq = axes[k][q];
    axes[k][p] = c * kp - s * kq;
    axes[k][q] = s * kp + c * kq;
  }
}

}  // namespace

PrincipalMoments principalMoments(const DMat3& tensor) {
  Matrix a{{{tensor.cx.x, tensor.cy.x, tensor.cz.x},
            {tensor.cx.y, tensor.cy.y, tensor.cz.y},
            {tensor.cx.z, tensor.cy.z, tensor.cz.z}}};
  Matrix axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  double size = 0;
  for (const auto& row : a) {
    for (const double value : row) size = std::max(size, std::abs(value));
  }
  // Below this, a coupling turns the axes by less than rounding does.
  const double small = size * std::numeric_limits<double>::epsilon();
  constexpr int kMaxSweeps = 32;
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    if (std::abs(a[0][1]) <= small && std::abs(a[0][2]) <= small && std::abs(a[1][2]) <= small) break;
    rotateAway(a, axes, 0, 1);
    rotateAway(a, axes, 0, 2);
    rotateAway(a, axes, 1, 2);
  }
  PrincipalMoments result;
  result.moments = {a[0][0], a[1][1], a[2][2]};
  // Rotations alone keep the axes right-handed.
  result.orientation = toQuaternion(DMat3{{axes[0][0], axes[1][0], axes[2][0]},
                                          {axes[0][1], axes[1][1], axes[2][1]},
                                          {axes[0][2], axes[1][2], axes[2][2]}});
  return result;
}

}  // namespace carom::dialect
