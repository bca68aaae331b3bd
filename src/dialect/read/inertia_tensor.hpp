// Principal axes of an inertia tensor.
#pragma once

#include "carom/base/vector.hpp"

namespace carom::dialect {

/// Moments about the principal axes, and the rotation from those axes to the tensor's.
struct PrincipalMoments {
  DVec3 moments;
  DQuat orientation{};
};

/// Of a symmetric tensor. A diagonal one keeps its axes.
PrincipalMoments principalMoments(const DMat3& tensor);

}  // namespace carom::dialect
