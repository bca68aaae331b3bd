// Principal moments by Jacobi's method (Golub and Van Loan, "Matrix Computations", section 8.5): rotations in
// the coordinate planes in a fixed order, each of which makes one off-diagonal element zero. Each rotates by
// at most 45°, and the moments are not sorted, so a nearly diagonal tensor gets axes near the identity.
//
// Off-diagonal elements below 1e-7 of the geometric mean of their moments are treated as zero. Geometry in
// float is no more precise, and a cube (whose axes any rounding could turn by 45°) keeps its axes.
#include "collide/mass/mass_properties.hpp"
#include "collide/mass/mass_settings.hpp"

namespace carom::collide {

namespace {

struct Symmetric {
  double m[3][3];
};

bool isNegligible(const Symmetric& s, int p, int q, double share) {
  const double off = s.m[p][q], product = s.m[p][p] * s.m[q][q];
  return off == 0 || (product > 0 && off * off <= share * share * product);
}

/// One rotation in the plane of axes p and q, applied to the tensor and to the axes (columns of `axes`).
void rotatePlane(Symmetric& s, double axes[3][3], int p, int q) {
  const double off = s.m[p][q];
  if (off == 0) return;
  const double theta = (s.m[q][q] - s.m[p][p]) / (2 * off);
  const double size = theta < 0 ? -theta : theta;
  // The smaller root of t² + 2θt - 1. For a huge θ its square would overflow; t is 1/2θ then.
  double t = size > 1e150 ? 0.5 / size : 1 / (size + std::sqrt(size * size + 1));
  if (theta < 0) t = -t;
  const double c = 1 / std::sqrt(t * t + 1), sine = t * c;
  const int r = 3 - p - q;
  s.m[p][p] -= t * off;
  s.m[q][q] += t * off;
  s.m[p][q] = s.m[q][p] = 0;
  const double rp = s.m[r][p], rq = s.m[r][q];
  s.m[r][p] = s.m[p][r] = c * rp - sine * rq;
  s.m[r][q] = s.m[q][r] = sine * rp + c * rq;
  for (int i = 0; i < 3; ++i) {
    const double ip = axes[i][p], iq = axes[i][q];
    axes[i][p] = c * ip - sine * iq;
    axes[i][q] = sine * ip + c * iq;
  }
}

}  // namespace

PrincipalInertia principalInertia(const DMat3& inertia) {
  Symmetric s;
  const DVec3* columns[3] = {&inertia.cx, &inertia.cy, &inertia.cz};
  bool finite = true;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      s.m[i][j] = 0.5 * ((*columns[i])[j] + (*columns[j])[i]);
      finite = finite && s.m[i][j] - s.m[i][j] == 0;
    }
  }
  PrincipalInertia result;
  double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const bool is_diagonal = isNegligible(s, 0, 1, MassSettings::kNegligible) &&
                           isNegligible(s, 0, 2, MassSettings::kNegligible) &&
                           isNegligible(s, 1, 2, MassSettings::kNegligible);
  if (finite && !is_diagonal) {
    for (int sweep = 0; sweep < MassSettings::kMaxSweeps; ++sweep) {
      if (isNegligible(s, 0, 1, 1e-16) && isNegligible(s, 0, 2, 1e-16) && isNegligible(s, 1, 2, 1e-16)) break;
      rotatePlane(s, axes, 0, 1);
      rotatePlane(s, axes, 0, 2);
      rotatePlane(s, axes, 1, 2);
    }
    // Each rotation keeps the columns right-handed.
    result.axes = toQuaternion(DMat3{{axes[0][0], axes[1][0], axes[2][0]},
                                     {axes[0][1], axes[1][1], axes[2][1]},
                                     {axes[0][2], axes[1][2], axes[2][2]}});
  }
  for (int i = 0; i < 3; ++i) result.moments[i] = s.m[i][i];
  return result;
}

}  // namespace carom::collide
