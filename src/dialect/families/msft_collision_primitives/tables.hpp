// MSFT_collision_primitives: the shapes of the first drafts, until August 2023.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::msft_collision_primitives {

inline constexpr std::string_view kExtension = "MSFT_collision_primitives";
extern const Table kRoot;
extern const Table kShape;
extern const Table kSphere;
extern const Table kBox;
extern const Table kCapsule;
extern const Table kCylinder;
extern const Table kConvex;
extern const Table kTrimesh;

}  // namespace carom::dialect::msft_collision_primitives
