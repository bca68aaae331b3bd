#include "dialect/write/shape_writer.hpp"

#include <array>

#include "dialect/families/omi_physics_shape/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/write/record_text.hpp"
#include "gltf/asset.hpp"
#include "scene/shape_name.hpp"

namespace carom::dialect {

void ShapeWriter::write() {
  writeList();
  writeGravity();
}

/// The object a shape comes from, where that is a shape and not the geometry of a collider.
json::Value ShapeWriter::sourceOf(const Shape& shape) const {
  if (shape.origin.pointer.empty()) return {};
  const json::Value source = scene_.asset->document().resolve(shape.origin.pointer);
  return source.find("type") ? source : json::Value();
}

std::int64_t ShapeWriter::index(std::int32_t shape, bool is_trigger) const {
  // Only flat shapes store whether they are triggers.
  return index_.at({shape, is_trigger && !target_.shapes->shape});
}

void ShapeWriter::writeList() {
  std::vector<std::array<bool, 2>> used(scene_.shapes.size(), {false, false});
  for (const Collider& collider : scene_.colliders) used[collider.shape][0] = true;
  for (const Trigger& trigger : scene_.triggers) {
    if (trigger.shape >= 0) used[trigger.shape][1] = true;
  }
  const bool flat = !target_.shapes->shape;
  const bool shared = target_.shapes->extension == omi_physics_shape::kExtension;
  std::vector<bool> draws(scene_.shapes.size());
  for (const GravityVolume& volume : scene_.gravity_volumes) {
    if (volume.shape >= 0) draws[volume.shape] = true;
  }
  for (std::size_t i = 0; i < scene_.shapes.size(); ++i) {
    const Shape& shape = scene_.shapes[i];
    if (draws[i] && !shared && !used[i][0] && !used[i][1]) continue;
    const bool mesh = shape.kind == ShapeKind::ConvexHull || shape.kind == ShapeKind::TriangleMesh;
    if (mesh && target_.mesh_form != MeshForm::Shape) {
      if (used[i][0] || used[i][1]) continue;
      lowered_.losses.push_back({LossKind::Implied, shape.origin.pointer, "unused-mesh-shape",
                                 "an unused mesh shape is not written", ""});
      continue;
    }
    // Only flat shapes store whether they are triggers.
    for (const bool trigger : {false, true}) {
      if (flat ? (trigger ? !used[i][1] : !used[i][0] && used[i][1]) : trigger) continue;
      const std::int64_t index =
          mesh ? meshes_.meshOf(shape.geometry, shape.kind == ShapeKind::ConvexHull) : -1;
      index_[{static_cast<std::int32_t>(i), trigger}] = static_cast<std::int64_t>(texts_.size());
      notePlace(target_, shape, texts_.size());
      texts_.push_back(shapeText(target_, shape, index, trigger, sourceOf(shape)));
    }
  }
}

/// A capsule's height is another number where it has one radius.
void ShapeWriter::notePlace(const WriteTarget& form, const Shape& shape, std::size_t index) {
  const json::Value source = sourceOf(shape);
  if (!source) return;
  // A plane that became a box has none of its fields any more.
  const bool primitive = shape.kind != ShapeKind::ConvexHull && shape.kind != ShapeKind::TriangleMesh;
  if (primitive && source.find("type").string() != scene::shapeName(shape.kind)) return;
  const json::Value own = source.find(source.find("type").string());
  const bool one_radius = static_cast<bool>((own ? own : source).find("radius"));
  if (shape.kind == ShapeKind::Capsule && one_radius == form.two_radii)
    lowered_.changed.insert({shape.origin.pointer, Key::Height});
  const Table& table = form.shapes->shape ? *form.shapes->shape : *form.shapes->flat_shape;
  const Field& list = form.shapes->root->fields[form.shapes->root->indexOf(Key::Shapes)];
  places_.add(shape.origin.pointer,
              joined(form.shapes->root->place, "/", list.name, "/", std::to_string(index)), table);
}

/// Gravity names shapes of OMI_physics_shape, whatever colliders have.
void ShapeWriter::writeGravity() {
  const bool shared = target_.shapes->extension == omi_physics_shape::kExtension;
  // The form of a file's OMI shapes follows from its bodies.
  const WriteTarget& form = *findTarget(target_.body_form == BodyForm::Typed ? "omi-2023-body" : "omi");
  for (const GravityVolume& volume : scene_.gravity_volumes) {
    if (volume.shape < 0 || gravity_index_.contains(volume.shape)) continue;
    if (shared) {
      gravity_index_[volume.shape] = index(volume.shape, false);
      continue;
    }
    const Shape& shape = scene_.shapes[volume.shape];
    const bool hull = shape.kind == ShapeKind::ConvexHull;
    const bool mesh = hull || shape.kind == ShapeKind::TriangleMesh;
    gravity_index_[volume.shape] = static_cast<std::int64_t>(gravity_texts_.size());
    notePlace(form, shape, gravity_texts_.size());
    gravity_texts_.push_back(
        shapeText(form, shape, mesh ? meshes_.meshOf(shape.geometry, hull) : -1, false, sourceOf(shape)));
  }
}

std::string ShapeWriter::geometryText(std::int32_t shape_index, json::Value source) {
  const Shape& shape = scene_.shapes[shape_index];
  ObjectText geometry(*target_.bodies->geometry, source);
  const bool hull = shape.kind == ShapeKind::ConvexHull;
  if (!hull && shape.kind != ShapeKind::TriangleMesh) {
    geometry.index(Key::Shape, index(shape_index, false));
    // It means nothing beside a shape; where the author wrote it, it stays.
    const json::Value written = source.find("convexHull");
    geometry.boolean(Key::ConvexHull, written.isBoolean() && written.boolean());
  } else if (target_.mesh_form == MeshForm::GeometryMesh) {
    geometry.index(Key::Mesh, meshes_.meshOf(shape.geometry, hull));
    geometry.boolean(Key::ConvexHull, hull);
  } else {
    geometry.index(Key::Node, meshes_.nodeOf(shape.geometry, hull));
    geometry.boolean(Key::ConvexHull, hull);
  }
  return geometry.take();
}

void ShapeWriter::addReference(ObjectText& object, std::int32_t shape, json::Value geometry,
                               bool is_trigger) {
  if (target_.mesh_form != MeshForm::Shape) {
    object.raw(Key::Geometry, geometryText(shape, geometry));
  } else {
    object.index(Key::Shape, index(shape, is_trigger));
  }
}

}  // namespace carom::dialect
