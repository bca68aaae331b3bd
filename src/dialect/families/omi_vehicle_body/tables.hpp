// OMI_vehicle_body: activations and limits of a vehicle as a whole.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_vehicle_body {

inline constexpr std::string_view kExtension = "OMI_vehicle_body";
extern const Table kVehicle;

}  // namespace carom::dialect::omi_vehicle_body
