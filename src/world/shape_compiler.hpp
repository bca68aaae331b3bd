// Scene shapes under a node's scale, as engine shapes; equal requests share one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "carom/scene/scene.hpp"
#include "collide/mass/mass_properties.hpp"
#include "collide/shapes/shape.hpp"

namespace carom::world {

/// Result of compiling a scene shape at a scale.
struct CompiledShape {
  std::shared_ptr<const collide::Shape> shape;  ///< Null when there is nothing left to collide with.
  Transform offset;                             ///< Engine shape to collider node.
  bool approximated = false;
  std::string explanation;  ///< Of an approximation, or of why there is no shape.
};

/// Compiles one shape; `scene` is where its geometry is.
CompiledShape compileShape(const Shape& shape, const Scene& scene, const DVec3& scale);

class ShapeCompiler {
 public:
  explicit ShapeCompiler(const Scene& scene) : scene_(&scene) {}
  /// `shape` indexes the scene's shapes; scale is the node's, with signs.
  const CompiledShape& compile(std::int32_t shape, const DVec3& scale);
  /// At density 1, in the shape's own frame; computed once per engine shape.
  const collide::MassProperties& massProperties(const std::shared_ptr<const collide::Shape>& shape);

 private:
  const Scene* scene_;
  std::map<std::tuple<std::int32_t, float, float, float>, CompiledShape> compiled_;
  std::map<const collide::Shape*, collide::MassProperties> mass_properties_;
};

}  // namespace carom::world
