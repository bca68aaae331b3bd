// Scenes of the benchmark in which every body is a triangle mesh.
#pragma once

#include <cstdint>

#include "carom/scene/scene.hpp"

namespace carom::cli {

/// Rings of 192 triangles over a bowl of 1,536 triangles.
Scene makeTori(std::int32_t bodies);
/// Rings and knobbly stones of 5,000 triangles each over a bowl.
Scene makeMeshes(std::int32_t bodies);

}  // namespace carom::cli
