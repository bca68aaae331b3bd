#include "dialect/families/omi_collider/tables.hpp"

#include "dialect/tables/flat_shape_fields.hpp"

namespace carom::dialect::omi_collider {

namespace {

constexpr std::string_view kDocument = "document 002 (OMI_collider)";

// clang-format off
constexpr Field kNodeFields[] = {
    {.key = Key::Shape, .name = "collider", .type = FieldType::Index,
     .about = "Shape that belongs to the nearest body at or above the node; static without such a body.", .target = Target::OmiCollider,
     .required = true},
};

constexpr Field kRootFields[] = {
    {.key = Key::Shapes, .name = "colliders", .type = FieldType::Objects,
     .about = "Shapes that nodes name by index.", .table = &kCollider, .required = true},
};

}  // namespace

const Table kRoot = {kExtension, "OMI_collider", "/extensions/OMI_collider", kDocument, "glTF Schema Updates", kRootFields};
const Table kNode = {kExtension, "node extension", "/nodes/*/extensions/OMI_collider", kDocument, "glTF Schema Updates", kNodeFields};
const Table kCollider = {kExtension, "collider", "/extensions/OMI_collider/colliders/*", kDocument, "Property Summary", kFlatShapeFields};
// clang-format on

}  // namespace carom::dialect::omi_collider
