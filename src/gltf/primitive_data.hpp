// The decoded vertices of one primitive, and adding them to a geometry.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gltf/asset_data.hpp"

namespace carom::gltf {

struct PrimitiveData {
  std::vector<Vec3> positions;         ///< Morph targets applied.
  std::vector<std::uint32_t> indices;  ///< As the mode says; 0, 1, 2, … when the primitive has none.
  PrimitiveMode mode = PrimitiveMode::Triangles;
  std::vector<std::vector<std::uint32_t>> joints;  ///< By set, four a vertex.
  std::vector<std::vector<float>> weights;
};

/// Decodes a primitive that has positions. `with_skin`: also joints and weights. Every index is below the
/// number of positions, every position finite.
bool decodePrimitive(const AssetData& data, const Primitive& primitive, std::span<const double> morph_weights,
                     bool with_skin, PrimitiveData& out, Diagnostics& errors);

/// Adds the triangles, or the vertices in use, of a primitive. `mirrored`: the positions were mirrored, so
/// the winding must be turned round.
bool appendPrimitive(const PrimitiveData& primitive, GeometryUse use, bool mirrored,
                     const std::string& pointer, Geometry& geometry, Diagnostics& errors);

bool isTriangleMode(PrimitiveMode mode);

}  // namespace carom::gltf
