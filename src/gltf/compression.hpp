// Compressed mesh data: EXT_meshopt_compression and KHR_draco_mesh_compression, through their libraries. In a
// build without them (CAROM_MESH_COMPRESSION undefined) needing such data is an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gltf/asset_data.hpp"

namespace carom::gltf {

/// Decodes the compressed bytes of a view, filter applied. `pointer` is the view's.
bool decodeMeshopt(const AssetData& data, const MeshoptView& view, std::span<const std::byte> compressed,
                   const std::string& pointer, std::vector<std::byte>& out, Diagnostics& errors);

/// Requested attributes of a Draco mesh, and the result.
struct DracoMesh {
  std::vector<float> positions;                    ///< Three per vertex.
  std::vector<std::uint32_t> indices;              ///< Three per triangle; every index is a vertex.
  std::vector<std::vector<std::uint32_t>> joints;  ///< By set, four per vertex.
  std::vector<std::vector<float>> weights;
};

/// Decodes the mesh of a primitive. `pointer` is the primitive's; `expected_vertices` is what its accessors
/// promise.
bool decodeDraco(const AssetData& data, const DracoData& draco, std::span<const std::byte> compressed,
                 std::uint64_t expected_vertices, const std::string& pointer, DracoMesh& out,
                 Diagnostics& errors);

/// Whether this build can read compressed meshes.
bool canDecompress();

}  // namespace carom::gltf
