#include "world/shape_compiler.hpp"

#include <algorithm>
#include <cmath>

#include "collide/shapes/scaled_shape.hpp"
#include "world/hull_findings.hpp"

namespace carom::world {
namespace {

/// m; what a point is simulated as: the least that contacts are reliable with.
constexpr double kPointRadius = 1e-4;

double largestOf(const DVec3& scale) {
  return std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
}

/// A box without any side.
bool isPoint(const Shape& shape) {
  return shape.kind == ShapeKind::Box && lengthSquared(shape.size) == 0;
}

collide::ShapeSpec specOf(const Shape& shape, const Scene& scene, const DVec3& scale) {
  using Kind = collide::ShapeSpec::Kind;
  collide::ShapeSpec spec;
  spec.radius = shape.radius;
  if (spec.radius == 0) spec.radius = kPointRadius / std::max(largestOf(scale), kPointRadius);
  spec.half_extents = shape.size * 0.5;
  spec.half_height = shape.height * 0.5;
  spec.radius_top = shape.radius_top;
  spec.radius_bottom = shape.radius_bottom;
  spec.size_x = shape.size_x;
  spec.size_z = shape.size_z;
  spec.double_sided = shape.double_sided;
  switch (shape.kind) {
    case ShapeKind::Sphere:
      spec.kind = Kind::Sphere;
      break;
    case ShapeKind::Box:
      spec.kind = isPoint(shape) ? Kind::Sphere : Kind::Box;
      if (isPoint(shape)) spec.radius = kPointRadius / std::max(largestOf(scale), kPointRadius);
      break;
    case ShapeKind::Capsule:
      spec.kind = Kind::Capsule;
      break;
    case ShapeKind::Cylinder:
      spec.kind = Kind::Cylinder;
      break;
    case ShapeKind::Plane:
      spec.kind = Kind::Plane;
      break;
    case ShapeKind::ConvexHull:
      spec.kind = Kind::Hull;
      break;
    case ShapeKind::TriangleMesh:
      spec.kind = Kind::Mesh;
      break;
  }
  const bool has_geometry =
      shape.geometry >= 0 && static_cast<std::size_t>(shape.geometry) < scene.geometries.size();
  if ((spec.kind == Kind::Hull || spec.kind == Kind::Mesh) && has_geometry) {
    const SceneGeometry& geometry = scene.geometries[shape.geometry];
    spec.vertices = geometry.positions;
    spec.indices = geometry.indices;
  }
  return spec;
}

}  // namespace

CompiledShape compileShape(const Shape& shape, const Scene& scene, const DVec3& scale) {
  const collide::ShapeSpec spec = specOf(shape, scene, scale);
  const collide::ScaledShape made = collide::makeScaledShape(spec, Vec3(scale));
  CompiledShape out;
  out.offset = made.local_offset;
  out.approximated = made.approximated;
  out.explanation = made.explanation;
  if (made.disabled && spec.kind == collide::ShapeSpec::Kind::Hull && lengthSquared(scale) > 0) {
    const std::string why = explainEmptyHull(spec.vertices, scale);
    if (!why.empty()) out.explanation = why;
  }
  if (!made.disabled) out.shape = std::make_shared<const collide::Shape>(made.shape);
  return out;
}

const CompiledShape& ShapeCompiler::compile(std::int32_t shape, const DVec3& scale) {
  // Shapes are made from the scale as floats, so scales that differ by a rounding of doubles share one.
  const Vec3 rounded(scale);
  const auto key = std::tuple(shape, rounded.x, rounded.y, rounded.z);
  const auto found = compiled_.find(key);
  if (found != compiled_.end()) return found->second;
  return compiled_.emplace(key, compileShape(scene_->shapes[shape], *scene_, scale)).first->second;
}

const collide::MassProperties& ShapeCompiler::massProperties(
    const std::shared_ptr<const collide::Shape>& shape) {
  const auto found = mass_properties_.find(shape.get());
  if (found != mass_properties_.end()) return found->second;
  return mass_properties_.emplace(shape.get(), collide::massProperties(*shape)).first->second;
}

}  // namespace carom::world
