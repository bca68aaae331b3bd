// The section of a line inside a box.
#pragma once

#include "carom/base/vector.hpp"

namespace carom::collide {

/// Narrows [enter, leave] to the t for which t·direction is inside the box. Returns false if the line is
/// parallel to a side and outside of it; the result may be empty otherwise.
inline bool clipToSlabs(const DVec3& lower, const DVec3& upper, const DVec3& direction, double& enter,
                        double& leave) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (direction[i] == 0) {
      if (lower[i] > 0 || upper[i] < 0) return false;
      continue;
    }
    const double inverse = 1 / direction[i];
    const double near = (inverse > 0 ? lower[i] : upper[i]) * inverse,
                 far = (inverse > 0 ? upper[i] : lower[i]) * inverse;
    if (near > enter) enter = near;
    if (far < leave) leave = far;
  }
  return true;
}

}  // namespace carom::collide
