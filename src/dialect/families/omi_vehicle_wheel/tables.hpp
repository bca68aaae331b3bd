// Field tables of OMI_vehicle_wheel: the form of February 2026, and that of document 000.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_vehicle_wheel {

inline constexpr std::string_view kExtension = "OMI_vehicle_wheel";
extern const Table kRoot;
extern const Table kNode;
extern const Table kWheel;
extern const Table kWheelV1;

}  // namespace carom::dialect::omi_vehicle_wheel
