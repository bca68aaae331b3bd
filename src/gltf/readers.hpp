// Reading the parts of an asset's JSON into AssetData, in this order. Each reports what it finds wrong and
// goes on.
#pragma once

#include "gltf/asset_data.hpp"
#include "gltf/member_reader.hpp"

namespace carom::gltf {

void checkAssetVersion(const AssetData& data, MemberReader& reader);
void checkExtensions(const AssetData& data, MemberReader& reader);
void readBuffers(AssetData& data, MemberReader& reader);
void readBufferViews(AssetData& data, MemberReader& reader);
void readAccessors(AssetData& data, MemberReader& reader);
void readMeshes(AssetData& data, MemberReader& reader);
void readNodes(AssetData& data, MemberReader& reader);
/// After the nodes, whose indices they hold.
void readSkins(AssetData& data, MemberReader& reader);
/// Decodes; only for data without errors.
void readAnimations(AssetData& data, MemberReader& reader);

/// The member EXT_meshopt_compression of an object, or the Khronos name of the same layout; absent if
/// neither.
json::Value meshoptExtension(json::Value object);

}  // namespace carom::gltf
