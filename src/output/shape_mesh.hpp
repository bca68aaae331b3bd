// Triangles of the engine's shapes, to be looked at.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/vector.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::output {

struct ShapeMesh {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> indices;  ///< Three per triangle, anticlockwise from outside.
};

/// In the shape's own frame. Round shapes have 32 sides; of an endless plane a square of 20 m.
ShapeMesh meshOf(const collide::Shape& shape);

}  // namespace carom::output
