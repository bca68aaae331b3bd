// OMI_collider (document 002), December 2022 to June 2023.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_collider {

inline constexpr std::string_view kExtension = "OMI_collider";
extern const Table kRoot;
extern const Table kNode;
extern const Table kCollider;

}  // namespace carom::dialect::omi_collider
