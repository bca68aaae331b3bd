// Takes the physics out of a document whose motion has been baked.
#pragma once

#include "gltf/asset.hpp"
#include "json/splice.hpp"

namespace carom::output {

/// Removes every physics extension of the root and of the nodes, and its name from the lists of extensions.
void stripPhysics(const gltf::Asset& asset, json::Patch& patch);

}  // namespace carom::output
