// One mass on the spring of a substep against the differential equation.
#include "solve/constraints/joint/spring_response.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace carom::solve {
namespace {

struct Spring {
  double stiffness = 0, damping = 0;
};

/// u' of m (u' − u) = λ with λ = −h k x − a (u' − u) − d (u' + u), and x₊ = x + h u'.
struct Mass {
  Mass(double mass, const Spring& s, double step, double most_phase = 3) : m(mass), h(step), spring(s) {
    const SpringResponse<1> response =
        springResponse<1>(all<1>(s.stiffness), all<1>(s.damping), all<1>(mass), step, most_phase);
    added = response.added[0], drag = response.drag[0];
  }
  void step(double force = 0) {
    const double before = u, k = h * spring.stiffness * x;
    u = ((m + added - drag) * before - k + h * force) / (m + added + drag);
    x += h * u;
  }
  double m, h;
  Spring spring;
  double added = 0, drag = 0;
  double x = 0, u = 0;
};

TEST(SpringResponse, ItsSamplesAreThoseOfTheExactSolution) {
  // Two exact samples determine the rest: x(n h) of the solution with s² + (c/m) s + k/m = 0.
  const double h = 1.0 / 240, m = 2.5;
  for (const double rate : {0.1, 1.0, 30.0, 200.0, 500.0}) {
    for (const double ratio : {0.0, 0.01, 0.3, 0.999, 1.5, 20.0}) {
      const Spring spring{rate * rate * m, 2 * ratio * rate * m};
      using Complex = std::complex<double>;
      const Complex root = rate * std::sqrt(Complex(ratio * ratio - 1));
      const Complex s1 = -ratio * rate + root, s2 = -ratio * rate - root;
      const auto exact = [&](double t) { return (0.5 * (std::exp(s1 * t) + std::exp(s2 * t))).real(); };
      Mass mass(m, spring, h);
      mass.x = exact(h), mass.u = (exact(h) - exact(0)) / h;
      for (int n = 2; n < 400; ++n) {
        mass.step();
        ASSERT_NEAR(mass.x, exact(n * h), 1e-8) << rate << ' ' << ratio << ' ' << n;
      }
    }
  }
}

TEST(SpringResponse, RestsAtForceOverStiffness) {
  for (const double k : {1.0, 1e3, 1e6, 1e9}) {
    Mass mass(1, {k, 2 * std::sqrt(k)}, 1.0 / 240, 1.5);
    for (int i = 0; i < 5000; ++i) mass.step(7);
    EXPECT_NEAR(mass.x * k / 7, 1, 1e-6) << k;
  }
}

TEST(SpringResponse, ADamperAloneDecaysExactlyAndSlipsByForceOverDamping) {
  const double h = 1.0 / 240;
  for (const double c : {1e-6, 0.1, 10.0, 1e4, 1e9}) {
    Mass mass(2, {0, c}, h);
    mass.u = 3;
    mass.step();
    EXPECT_NEAR(mass.u, 3 * std::exp(-c * h / 2), 1e-12) << c;
    Mass pulled(2, {0, c}, h);
    for (int i = 0; i < 300000 && c >= 0.1; ++i) pulled.step(5);
    if (c >= 0.1) {
      EXPECT_NEAR(pulled.u * c / 5, 1, 1e-6) << c;
    }
  }
}

TEST(SpringResponse, IsNeverNegativeAndStableForAnything) {
  for (double k = 0; k < 1e30; k = k == 0 ? 1e-12 : k * 37) {
    for (double c = 0; c < 1e30; c = c == 0 ? 1e-12 : c * 53) {
      for (const double phase : {0.5, 1.5}) {
        Mass mass(1, {k, c}, 1.0 / 60, phase);
        ASSERT_GE(mass.added, 0) << k << ' ' << c;
        ASSERT_GE(mass.drag, 0) << k << ' ' << c;
        ASSERT_TRUE(std::isfinite(mass.added + mass.drag)) << k << ' ' << c;
        mass.x = 1;
        double most = 0;
        for (int i = 0; i < 200; ++i) {
          mass.step();
          most = std::max(most, std::abs(mass.x));
        }
        // 1/cos(φ/2) of an oscillation that starts at rest.
        ASSERT_LT(most, 1.0001 / std::cos(phase / 2)) << k << ' ' << c;
      }
    }
  }
}

TEST(SpringResponse, IsFiniteForAnyNumbers) {
  for (const double k : {0.0, 1e-300, 1.0, 1e160, 1e308}) {
    for (const double c : {0.0, 1e-300, 1.0, 1e160, 1e308}) {
      for (const double mass : {1e-9, 1.0, 1e12}) {
        const SpringResponse<1> r = springResponse<1>(all<1>(k), all<1>(c), all<1>(mass), 1.0 / 240, 1.5);
        EXPECT_TRUE(std::isfinite(r.added[0]) && std::isfinite(r.drag[0])) << k << ' ' << c << ' ' << mass;
        EXPECT_GE(r.added[0], 0);
        EXPECT_GE(r.drag[0], 0);
      }
    }
  }
}

}  // namespace
}  // namespace carom::solve
