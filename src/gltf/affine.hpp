// Affine transforms in double precision: p ↦ linear·p + translation.
#pragma once

#include <array>
#include <optional>

#include "carom/base/vector.hpp"

namespace carom::gltf {

struct Affine {
  DMat3 linear;
  DVec3 translation{0, 0, 0};

  friend Affine operator*(const Affine& a, const Affine& b) {
    return {a.linear * b.linear, a.linear * b.translation + a.translation};
  }
};

inline DVec3 transformPoint(const Affine& a, const DVec3& p) {
  return a.linear * p + a.translation;
}

/// translation · rotation · scale, as glTF composes a node's transform.
Affine compose(const DVec3& translation, const DQuat& rotation, const DVec3& scale);

/// Nothing when the linear part has no inverse.
std::optional<Affine> inverse(const Affine& a);

/// A matrix split into translation, rotation and scale.
struct Decomposed {
  DVec3 translation, scale;
  DQuat rotation;
  bool sheared = false;  ///< The columns are not perpendicular: the split is an approximation.
};
/// A mirrored matrix gets a negative x scale. Columns of length zero get a direction that completes the
/// frame.
Decomposed decompose(const Affine& a);

/// Sixteen numbers in glTF's column-major order.
Affine fromColumns(const std::array<double, 16>& m);

/// Largest cosine between two columns of a matrix; zero columns count as perpendicular to everything.
double columnSkew(const DMat3& m);

}  // namespace carom::gltf
