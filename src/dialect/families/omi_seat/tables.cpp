#include "dialect/families/omi_seat/tables.hpp"

namespace carom::dialect::omi_seat {

namespace {

constexpr std::string_view kDocument = "OMI_seat";

// clang-format off
constexpr Field kSeatFields[] = {
    {.key = Key::Back, .name = "back", .type = FieldType::Vector3, .about = "Position of the back, in node space.",
     .unit = "m", .required = true, .section = "Back"},
    {.key = Key::Foot, .name = "foot", .type = FieldType::Vector3, .about = "Position of the feet.", .unit = "m",
     .required = true, .section = "Foot"},
    {.key = Key::Knee, .name = "knee", .type = FieldType::Vector3, .about = "Position of the knees.", .unit = "m",
     .required = true, .section = "Knee"},
    {.key = Key::Angle, .name = "angle", .type = FieldType::Number,
     .about = "Angle between the spine and the line from back to knee.", .unit = "rad", .fallback = 1.5707963267948966,
     .section = "Angle"},
};

}  // namespace

const Table kSeat = {kExtension, "seat", "/nodes/*/extensions/OMI_seat", kDocument, "Property Summary", kSeatFields};
// clang-format on

}  // namespace carom::dialect::omi_seat
