// Volume, centre of mass and inertia of shapes at unit density, in double.
#pragma once

#include <span>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::collide {

/// Of a solid of density 1 kg/m³, so `volume` is also its mass.
struct MassProperties {
  double volume = 0;                               ///< m³
  DVec3 center;                                    ///< Of mass, frame of the shape (or of the sum), m.
  DMat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  ///< About `center`, axes of the frame, kg·m² at density 1.
  /// The mesh was not closed (or inside-out, or without volume), so its hull was used.
  bool used_hull = false;
};

/// Zero volume for planes and for flat hulls and meshes.
MassProperties massProperties(const Shape& shape);
/// The same solid in another frame.
MassProperties transformed(const MassProperties& properties, const DTransform& transform);
/// Sum (overlaps count twice), about the common centre of mass.
MassProperties sum(std::span<const MassProperties> parts);

/// Principal moments and axes of a symmetric tensor: inertia = R · diag(moments) · Rᵀ, R = toMatrix(axes).
/// Moments of a tensor that is already diagonal come in x, y, z order with identity axes.
struct PrincipalInertia {
  DVec3 moments;
  DQuat axes;
};
PrincipalInertia principalInertia(const DMat3& inertia);

}  // namespace carom::collide
