// Author's data on physics objects that is missing in the output.
#pragma once

#include <vector>

#include "carom/dialect/conversion.hpp"
#include "gltf/asset.hpp"

namespace carom::dialect {

/// Names, extras and foreign extensions of physics objects of the source that the output does not have.
std::vector<ConversionLoss> leftBehind(const gltf::Asset& source, const gltf::Asset& output);

}  // namespace carom::dialect
