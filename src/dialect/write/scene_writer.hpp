// Writes a lowered scene into its document: the second half of a conversion.
#pragma once

#include "dialect/lower/lowering.hpp"
#include "dialect/write/mesh_references.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

/// Makes the physics of the document that the scene was read from what the lowered scene says. Losses that
/// show only now are added.
void writeScene(Lowered& lowered, const WriteTarget& target, const AddMesh& add_mesh, json::Patch& patch);

}  // namespace carom::dialect
