// The node tree: parents, scenes and global transforms. Everything is iterative, so any depth is fine.
#pragma once

#include "gltf/asset_data.hpp"
#include "gltf/member_reader.hpp"

namespace carom::gltf {

/// Sets Node::parent; reports nodes with two parents, and cycles.
void linkParents(AssetData& data, MemberReader& reader);

/// Fills global_affines, global_transforms and subtree_has_mesh of a tree without cycles; reports transforms
/// that are not finite.
void computeGlobalTransforms(AssetData& data, MemberReader& reader);

/// Sets Node::in_scene and checks the scenes.
void markSceneNodes(AssetData& data, MemberReader& reader);

/// The node's transform relative to its parent.
Affine localAffine(const Node& node);

}  // namespace carom::gltf
