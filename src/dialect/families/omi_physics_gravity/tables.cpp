#include "dialect/families/omi_physics_gravity/tables.hpp"

namespace carom::dialect::omi_physics_gravity {

namespace {

constexpr std::string_view kDocument = "OMI_physics_gravity";

// clang-format off
constexpr std::string_view kTypes[] = {"directional", "point", "disc", "torus", "line", "shaped"};
constexpr double kDown[] = {0, -1, 0};

constexpr Field kGravity = {
    .key = Key::Gravity, .name = "gravity", .type = FieldType::Number,
    .about = "Acceleration; may be 0 or negative.", .unit = "m/s²", .required = true, .section = "Gravity"};
constexpr Field kUnitDistance = {
    .key = Key::UnitDistance, .name = "unitDistance", .type = FieldType::Number,
    .about = "Distance at which the acceleration equals `gravity`; it falls with the square of the distance. 0: `gravity` at any distance.",
    .unit = "m", .fallback = 0, .range = kNotNegative, .section = "Unit Distance"};

constexpr Field kDirectionalFields[] = {
    {.key = Key::Direction, .name = "direction", .type = FieldType::Vector3, .about = "Unit vector in node space.",
     .fallbacks = kDown, .section = "Direction"},
};
constexpr Field kPointFields[] = {kUnitDistance};
constexpr Field kRoundFields[] = {
    {.key = Key::Radius, .name = "radius", .type = FieldType::Number, .about = "Radius of the circle in the node's XZ plane.",
     .unit = "m", .fallback = 1, .range = kNotNegative, .section = "Radius"},
    kUnitDistance,
};
constexpr Field kLineFields[] = {
    {.key = Key::Points, .name = "points", .type = FieldType::Numbers,
     .about = "Three numbers for each point, in node space; a segment between neighbours. At least two points.",
     .unit = "m", .absent = "none: no effect", .section = "Points"},
    kUnitDistance,
};
constexpr Field kShapedFields[] = {
    {.key = Key::Shape, .name = "shape", .type = FieldType::Index, .about = "A shape of OMI_physics_shape.",
     .absent = "none: no effect", .target = Target::OmiShape, .none_allowed = true, .section = "Shape"},
    kUnitDistance,
};

constexpr Field kVolumeFields[] = {
    {.key = Key::Type, .name = "type", .type = FieldType::Choice, .about = "Kind of gravity, which determines its direction.", .required = true,
     .choices = kTypes, .section = "Type"},
    kGravity,
    {.key = Key::Priority, .name = "priority", .type = FieldType::Number,
     .about = "Order of evaluation, higher first; an integer.", .fallback = 0, .section = "Priority"},
    {.key = Key::Replace, .name = "replace", .type = FieldType::Boolean,
     .about = "Whether the sum of the volumes evaluated before is discarded.", .fallback = 0, .section = "Replace"},
    {.key = Key::Stop, .name = "stop", .type = FieldType::Boolean, .about = "Whether the evaluation ends after this volume.",
     .fallback = 0, .section = "Stop"},
    {.key = Key::Directional, .name = "directional", .type = FieldType::Object, .about = "Details of type `directional`: parallel everywhere.",
     .absent = "its defaults", .table = &kDirectional, .section = "Directional"},
    {.key = Key::Point, .name = "point", .type = FieldType::Object, .about = "Details of type `point`: towards the node's origin.",
     .absent = "its defaults", .table = &kPoint, .section = "Point"},
    {.key = Key::Disc, .name = "disc", .type = FieldType::Object, .about = "Details of type `disc`: towards the nearest point of a filled circle.",
     .absent = "its defaults", .table = &kDisc, .section = "Disc"},
    {.key = Key::Torus, .name = "torus", .type = FieldType::Object, .about = "Details of type `torus`: towards the nearest point of a circle.",
     .absent = "its defaults", .table = &kTorus, .section = "Torus"},
    {.key = Key::Line, .name = "line", .type = FieldType::Object, .about = "Details of type `line`: towards the nearest point of line segments.",
     .absent = "its defaults", .table = &kLine, .section = "Line"},
    {.key = Key::Shaped, .name = "shaped", .type = FieldType::Object, .about = "Details of type `shaped`: towards the nearest point of a shape.",
     .absent = "its defaults", .table = &kShaped, .section = "Shaped"},
};

constexpr Field kRootFields[] = {
    kGravity,
    {.key = Key::Direction, .name = "direction", .type = FieldType::Vector3, .about = "Unit vector in global space.",
     .fallbacks = kDown, .section = "Direction"},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_physics_gravity", "/extensions/OMI_physics_gravity", kDocument, "Property Summary", kRootFields};
const Table kVolume = {kExtension, "gravity volume", "/nodes/*/extensions/OMI_physics_gravity", kDocument, "Property Summary", kVolumeFields};
const Table kDirectional = {kExtension, "directional gravity", "/nodes/*/extensions/OMI_physics_gravity/directional", kDocument, "Directional", kDirectionalFields};
const Table kPoint = {kExtension, "point gravity", "/nodes/*/extensions/OMI_physics_gravity/point", kDocument, "Point", kPointFields};
const Table kDisc = {kExtension, "disc gravity", "/nodes/*/extensions/OMI_physics_gravity/disc", kDocument, "Disc", kRoundFields};
const Table kTorus = {kExtension, "torus gravity", "/nodes/*/extensions/OMI_physics_gravity/torus", kDocument, "Torus", kRoundFields};
const Table kLine = {kExtension, "line gravity", "/nodes/*/extensions/OMI_physics_gravity/line", kDocument, "Line", kLineFields};
const Table kShaped = {kExtension, "shaped gravity", "/nodes/*/extensions/OMI_physics_gravity/shaped", kDocument, "Shaped", kShapedFields};
// clang-format on

}  // namespace carom::dialect::omi_physics_gravity
