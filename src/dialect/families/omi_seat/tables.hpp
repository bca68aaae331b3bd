// OMI_seat.
#pragma once

#include "dialect/tables/field.hpp"

namespace carom::dialect::omi_seat {

inline constexpr std::string_view kExtension = "OMI_seat";
extern const Table kSeat;

}  // namespace carom::dialect::omi_seat
