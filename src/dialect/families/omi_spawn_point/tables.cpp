#include "dialect/families/omi_spawn_point/tables.hpp"

namespace carom::dialect::omi_spawn_point {

namespace {

constexpr std::string_view kDocument = "OMI_spawn_point";

// clang-format off
constexpr Field kSpawnPointFields[] = {
    {.key = Key::Title, .name = "title", .type = FieldType::String, .about = "What it is called.", .absent = "unnamed"},
    {.key = Key::Team, .name = "team", .type = FieldType::String, .about = "Whose it is.", .absent = "anybody's"},
    {.key = Key::Group, .name = "group", .type = FieldType::String, .about = "Which others it goes with.",
     .absent = "none"},
};

}  // namespace

const Table kSpawnPoint = {kExtension, "spawn point", "/nodes/*/extensions/OMI_spawn_point", kDocument,
                           "Property Summary", kSpawnPointFields};
// clang-format on

}  // namespace carom::dialect::omi_spawn_point
