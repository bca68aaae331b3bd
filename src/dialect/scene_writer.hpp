// A lowered scene written into its document: the second half of a conversion.
#pragma once

#include <functional>
#include <string>

#include "dialect/lowering.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

/// Adds a mesh with the vertices of a geometry that no mesh of the file has as they are, and returns its
/// index.
using AddMesh = std::function<std::size_t(const SceneGeometry& geometry, bool hull)>;

/// Makes the physics of the document that the scene was read from what the lowered scene says. Losses that
/// show only now are added.
void writeScene(Lowered& lowered, const WriteTarget& target, const AddMesh& add_mesh, json::Patch& patch);

}  // namespace carom::dialect
