// OMI_spawn_point.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_spawn_point {

inline constexpr std::string_view kExtension = "OMI_spawn_point";
extern const Table kSpawnPoint;

}  // namespace carom::dialect::omi_spawn_point
