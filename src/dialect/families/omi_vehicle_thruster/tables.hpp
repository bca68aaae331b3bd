// OMI_vehicle_thruster.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_vehicle_thruster {

inline constexpr std::string_view kExtension = "OMI_vehicle_thruster";
extern const Table kRoot;
extern const Table kNode;
extern const Table kThruster;

}  // namespace carom::dialect::omi_vehicle_thruster
