#include "behavior/file_values.hpp"

#include <algorithm>
#include <limits>

#include "gltf/asset.hpp"

namespace carom::behavior {

namespace {

/// A pattern, in which # stands for an index, and the default of each number. What must be in the file is
/// the pattern up to the last bar.
struct Row {
  std::string_view pattern;
  ValueType type;
  double otherwise;
};

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr Row kRows[] = {
    {"/materials/#|/alphaCutoff", ValueType::Number, 0.5},
    {"/materials/#|/emissiveFactor", ValueType::Vector3, 0},
    {"/materials/#/normalTexture|/scale", ValueType::Number, 1},
    {"/materials/#/occlusionTexture|/strength", ValueType::Number, 1},
    {"/materials/#|/pbrMetallicRoughness/baseColorFactor", ValueType::Vector4, 1},
    {"/materials/#|/pbrMetallicRoughness/metallicFactor", ValueType::Number, 1},
    {"/materials/#|/pbrMetallicRoughness/roughnessFactor", ValueType::Number, 1},
    {"/materials/#|/extensions/KHR_materials_emissive_strength/emissiveStrength", ValueType::Number, 1},
    {"/materials/#|/extensions/KHR_materials_ior/ior", ValueType::Number, 1.5},
    {"/materials/#|/extensions/KHR_materials_transmission/transmissionFactor", ValueType::Number, 0},
    {"/materials/#/normalTexture|/extensions/KHR_texture_transform/offset", ValueType::Vector2, 0},
    {"/materials/#/normalTexture|/extensions/KHR_texture_transform/rotation", ValueType::Number, 0},
    {"/materials/#/normalTexture|/extensions/KHR_texture_transform/scale", ValueType::Vector2, 1},
    {"/materials/#/emissiveTexture|/extensions/KHR_texture_transform/offset", ValueType::Vector2, 0},
    {"/materials/#/emissiveTexture|/extensions/KHR_texture_transform/rotation", ValueType::Number, 0},
    {"/materials/#/emissiveTexture|/extensions/KHR_texture_transform/scale", ValueType::Vector2, 1},
    {"/materials/#/occlusionTexture|/extensions/KHR_texture_transform/offset", ValueType::Vector2, 0},
    {"/materials/#/occlusionTexture|/extensions/KHR_texture_transform/rotation", ValueType::Number, 0},
    {"/materials/#/occlusionTexture|/extensions/KHR_texture_transform/scale", ValueType::Vector2, 1},
    {"/materials/#/pbrMetallicRoughness/baseColorTexture|/extensions/KHR_texture_transform/offset",
     ValueType::Vector2, 0},
    {"/materials/#/pbrMetallicRoughness/baseColorTexture|/extensions/KHR_texture_transform/rotation",
     ValueType::Number, 0},
    {"/materials/#/pbrMetallicRoughness/baseColorTexture|/extensions/KHR_texture_transform/scale",
     ValueType::Vector2, 1},
    {"/nodes/#|/extensions/KHR_node_visibility/visible", ValueType::Boolean, 1},
    {"/nodes/#|/extensions/KHR_node_selectability/selectable", ValueType::Boolean, 1},
    {"/nodes/#|/extensions/KHR_node_hoverability/hoverable", ValueType::Boolean, 1},
    {"/nodes/#|/weights/#", ValueType::Number, 0},
    {"/meshes/#|/weights/#", ValueType::Number, 0},
    {"/cameras/#/perspective|/aspectRatio", ValueType::Number, 1},
    {"/cameras/#/perspective|/yfov", ValueType::Number, 1},
    {"/cameras/#/perspective|/znear", ValueType::Number, 1},
    {"/cameras/#/perspective|/zfar", ValueType::Number, kInfinite},
    {"/cameras/#/orthographic|/xmag", ValueType::Number, 1},
    {"/cameras/#/orthographic|/ymag", ValueType::Number, 1},
    {"/cameras/#/orthographic|/znear", ValueType::Number, 0},
    {"/cameras/#/orthographic|/zfar", ValueType::Number, 1},
    {"/extensions/KHR_lights_punctual/lights/#|/color", ValueType::Vector3, 1},
    {"/extensions/KHR_lights_punctual/lights/#|/intensity", ValueType::Number, 1},
    {"/extensions/KHR_lights_punctual/lights/#|/range", ValueType::Number, kInfinite},
    {"/extensions/KHR_lights_punctual/lights/#/spot|/innerConeAngle", ValueType::Number, 0},
    {"/extensions/KHR_lights_punctual/lights/#/spot|/outerConeAngle", ValueType::Number, 0.7853981633974483},
};

/// Whether a pointer has the form of a pattern; `owner` gets the length of what must be there.
bool matches(std::string_view pattern, std::string_view pointer, std::size_t& owner) {
  std::size_t at = 0;
  for (const char c : pattern) {
    if (c == '|') {
      owner = at;
    } else if (c == '#') {
      const std::size_t from = at;
      while (at < pointer.size() && pointer[at] >= '0' && pointer[at] <= '9') ++at;
      if (at == from || (at > from + 1 && pointer[from] == '0')) return false;
    } else if (at >= pointer.size() || pointer[at++] != c) {
      return false;
    }
  }
  return at == pointer.size();
}

Value read(const Row& row, json::Value written) {
  Value out;
  out.type = row.type;
  const std::size_t size = valueSize(row.type);
  for (std::size_t i = 0; i < size; ++i) out.numbers[i] = row.otherwise;
  if (row.type == ValueType::Boolean && written.isBoolean()) out.numbers[0] = written.boolean() ? 1 : 0;
  if (size == 1 && written.isNumber()) out.numbers[0] = written.number();
  for (std::size_t i = 0; i < size && written.isArray() && i < written.size(); ++i) {
    if (written[i].isNumber()) out.numbers[i] = written[i].number();
  }
  return out;
}

}  // namespace

std::optional<Value> FileValues::get(const std::string& pointer) const {
  const auto known = values_.find(pointer);
  if (known != values_.end()) return known->second;
  if (!scene_.asset) return std::nullopt;
  for (const Row& row : kRows) {
    std::size_t owner = 0;
    if (!matches(row.pattern, pointer, owner)) continue;
    const json::Document& document = scene_.asset->document();
    if (!document.resolve(std::string_view(pointer).substr(0, owner)).isObject()) return std::nullopt;
    return read(row, document.resolve(pointer));
  }
  return std::nullopt;
}

bool FileValues::set(const std::string& pointer, const Value& value) {
  const std::optional<Value> before = get(pointer);
  if (!before || before->type != value.type) return false;
  values_.insert_or_assign(pointer, value);
  return true;
}

}  // namespace carom::behavior
