// Writes the shapes of a lowered scene: the target's lists of shapes, and the references to them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dialect/lower/lowering.hpp"
#include "dialect/write/mesh_references.hpp"
#include "dialect/write/object_text.hpp"
#include "dialect/write/places.hpp"

namespace carom::dialect {

class ShapeWriter {
 public:
  ShapeWriter(Lowered& lowered, const WriteTarget& target, MeshReferences& meshes, Places& places)
      : lowered_(lowered), scene_(lowered.scene), target_(target), meshes_(meshes), places_(places) {}

  /// Makes the lists; losses that show only now are added.
  void write();
  /// Names a shape in a collider or trigger, which has a `geometry` in the source or not.
  void addReference(ObjectText& object, std::int32_t shape, json::Value geometry, bool is_trigger);
  /// Of a shape in the target's list.
  std::int64_t index(std::int32_t shape, bool is_trigger) const;
  /// Of a shape in the output's OMI_physics_shape.
  std::int64_t gravityIndex(std::int32_t shape) const { return gravity_index_.at(shape); }
  const std::vector<std::string>& texts() const { return texts_; }
  /// In a target without OMI_physics_shape: the shapes of that extension.
  const std::vector<std::string>& gravityTexts() const { return gravity_texts_; }

 private:
  json::Value sourceOf(const Shape& shape) const;
  void writeList();
  void writeGravity();
  void notePlace(const WriteTarget& form, const Shape& shape, std::size_t index);
  std::string geometryText(std::int32_t shape, json::Value source);

  Lowered& lowered_;
  const Scene& scene_;
  const WriteTarget& target_;
  MeshReferences& meshes_;
  Places& places_;
  std::vector<std::string> texts_;
  std::map<std::pair<std::int32_t, bool>, std::int64_t> index_;  ///< By shape and whether it is a trigger's.
  std::vector<std::string> gravity_texts_;
  std::map<std::int32_t, std::int64_t> gravity_index_;  ///< By shape.
};

}  // namespace carom::dialect
