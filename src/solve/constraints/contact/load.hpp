// Data of the load estimate (load_estimate.cpp).
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// The load that a body passes on to its supports, per substep.
struct Load {
  float force = 0;  ///< Downwards, N·s.
  Vec3 moment;      ///< About its centre of mass, N·m·s.
};

/// A contact point that supports a body.
struct Support {
  ContactManifold* manifold = nullptr;
  ContactPoint* point = nullptr;
  Vec3 normal;              ///< Towards the body.
  bool on_b = false;        ///< The supported body is B of the manifold.
  Vec3 other_arm;           ///< From the other body's centre of mass to the point.
  std::int32_t other = -1;  ///< The body below.
  float static_friction = 0;
  float row[3] = {};  ///< g: contribution to force and moments per unit of `lift`.
  float lift = 0;     ///< f: upward impulse, N·s.
  bool used = true;
};

}  // namespace carom::solve
