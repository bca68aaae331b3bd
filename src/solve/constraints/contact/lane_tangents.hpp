// Tangents of the normals of a block's lanes. Included by the sources for one width only; see wide.hpp.
#pragma once

#include "solve/simd/wide.hpp"

namespace carom::solve {
namespace {

template <int W>
struct Tangents {
  Vec3W<W> along[2];
};

/// Two tangents of a unit normal (Duff et al., "Building an Orthonormal Basis, Revisited", 2017).
template <int W>
[[gnu::always_inline]] inline Tangents<W> tangentsOf(const Vec3W<W>& n) {
  const FloatW<W> one = splat<W>(1);
  const FloatW<W> sign = n.z < splat<W>(0) ? -one : one;
  const FloatW<W> a = -one / (sign + n.z);
  const FloatW<W> b = n.x * n.y * a;
  return {{{one + sign * n.x * n.x * a, sign * b, -sign * n.x}, {b, sign + n.y * n.y * a, -n.y}}};
}

}  // namespace
}  // namespace carom::solve
