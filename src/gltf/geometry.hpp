// Geometry of a mesh, and of a node with all its descendants.
#pragma once

#include "gltf/asset_data.hpp"

namespace carom::gltf {

/// See Asset::meshGeometry and Asset::nodeGeometry. False with errors when there is no usable geometry.
bool buildMeshGeometry(const AssetData& data, std::int32_t mesh, std::span<const double> weights,
                       GeometryUse use, std::string_view referrer, Geometry& out, Diagnostics& errors);
bool buildNodeGeometry(const AssetData& data, std::int32_t node, GeometryUse use, std::string_view referrer,
                       Geometry& out, Diagnostics& errors);

}  // namespace carom::gltf
