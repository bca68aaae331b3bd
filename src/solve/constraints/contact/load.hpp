// What the load estimate (load_estimate.cpp) works with.
#pragma once

#include <cstdint>

#include "carom/base/vector.hpp"
#include "solve/state/contact.hpp"

namespace carom::solve {

/// What a body has to hand on to what holds it up, per substep.
struct Load {
  float force = 0;  ///< Downwards, N·s.
  Vec3 moment;      ///< About its centre of mass, N·m·s.
};

/// A point that holds a body up.
struct Support {
  ContactManifold* manifold = nullptr;
  ContactPoint* point = nullptr;
  Vec3 normal;              ///< Towards the body.
  bool on_b = false;        ///< The body is the manifold's B.
  Vec3 other_arm;           ///< From the other body's centre of mass to the point.
  std::int32_t other = -1;  ///< The body below.
  float static_friction = 0;
  float row[3] = {};  ///< Its share in the balance of force and moments per unit of `lift`.
  float lift = 0;     ///< N·s upwards.
  bool used = true;
};

}  // namespace carom::solve
