#include "gltf/affine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::gltf {
namespace {

// Files write matrices with seven digits, so perpendicular columns come out within 1e-6; a cosine of 1e-4 is
// a shear of 0.006°.
constexpr double kSkewTolerance = 1e-4;

double cosine(const DVec3& a, const DVec3& b) {
  const double lengths = length(a) * length(b);
  return lengths > 0 ? std::abs(dot(a, b)) / lengths : 0.0;
}

}  // namespace

Affine compose(const DVec3& translation, const DQuat& rotation, const DVec3& scale) {
  const DMat3 r = toMatrix(rotation);
  return {{r.cx * scale.x, r.cy * scale.y, r.cz * scale.z}, translation};
}

std::optional<Affine> inverse(const Affine& a) {
  const DMat3& m = a.linear;
  const double det = determinant(m);
  if (!(std::abs(det) > 1e-300) || !std::isfinite(det)) return std::nullopt;
  const double s = 1.0 / det;
  // Rows of the inverse are the cross products of the columns over the determinant.
  const DMat3 rows{cross(m.cy, m.cz) * s, cross(m.cz, m.cx) * s, cross(m.cx, m.cy) * s};
  const DMat3 linear = transposed(rows);
  return Affine{linear, -(linear * a.translation)};
}

double columnSkew(const DMat3& m) {
  return std::max({cosine(m.cx, m.cy), cosine(m.cy, m.cz), cosine(m.cz, m.cx)});
}

Decomposed decompose(const Affine& a) {
  Decomposed d;
  d.translation = a.translation;
  const DMat3& m = a.linear;
  d.scale = {length(m.cx), length(m.cy), length(m.cz)};
  d.sheared = columnSkew(m) > kSkewTolerance;
  if (determinant(m) < 0) d.scale.x = -d.scale.x;
  std::array<DVec3, 3> axes = {m.cx, m.cy, m.cz};
  if (d.scale.x < 0) axes[0] = -axes[0];
  // Gram-Schmidt from the longest column down, so that a column of length zero is the last to need a
  // direction.
  std::array<std::size_t, 3> order = {0, 1, 2};
  for (const std::size_t i : {0u, 1u, 0u}) {
    if (lengthSquared(axes[order[i + 1]]) > lengthSquared(axes[order[i]])) std::swap(order[i], order[i + 1]);
  }
  DVec3& first = axes[order[0]];
  DVec3& second = axes[order[1]];
  first = normalized(first);
  if (first == DVec3{}) return d;
  second = normalized(normalized(second) - first * dot(first, normalized(second)));
  if (second == DVec3{}) second = perpendicular(first);
  const bool even = (order[0] + 1) % 3 == order[1];
  axes[order[2]] = even ? cross(first, second) : cross(second, first);
  d.rotation = toQuaternion(DMat3{axes[0], axes[1], axes[2]});
  return d;
}

Affine fromColumns(const std::array<double, 16>& m) {
  return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[12], m[13], m[14]}};
}

}  // namespace carom::gltf
