#include "dialect/compare/same_items.hpp"

namespace carom::dialect {

namespace {

bool sameGeometry(const SceneGeometry& a, const SceneGeometry& b) {
  return a.positions == b.positions && a.indices == b.indices;
}

}  // namespace

bool sameShape(const Scene& scene_a, std::int32_t first, const Scene& scene_b, std::int32_t second) {
  const Shape &a = scene_a.shapes[first], &b = scene_b.shapes[second];
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case ShapeKind::Sphere:
      return same(a.radius, b.radius);
    case ShapeKind::Box:
      return same(a.size, b.size);
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
      return same(a.height, b.height) && same(a.radius_top, b.radius_top) &&
             same(a.radius_bottom, b.radius_bottom);
    case ShapeKind::Plane:
      return same(a.size_x, b.size_x) && same(a.size_z, b.size_z) && a.double_sided == b.double_sided;
    default:
      return sameGeometry(scene_a.geometries[a.geometry], scene_b.geometries[b.geometry]);
  }
}

bool sameMaterial(const Scene& scene_a, std::int32_t first, const Scene& scene_b, std::int32_t second) {
  const Material plain;
  const Material& a = first < 0 ? plain : scene_a.materials[first];
  const Material& b = second < 0 ? plain : scene_b.materials[second];
  return same(a.static_friction, b.static_friction) && same(a.dynamic_friction, b.dynamic_friction) &&
         same(a.restitution, b.restitution) && a.friction_combine == b.friction_combine &&
         a.restitution_combine == b.restitution_combine;
}

}  // namespace carom::dialect
