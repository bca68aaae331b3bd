#include "dialect/lower/write_target.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "carom/dialect/conversion.hpp"
#include "dialect/families/khr_collision_shapes/tables.hpp"
#include "dialect/families/khr_implicit_shapes/tables.hpp"
#include "dialect/families/khr_physics_rigid_bodies/tables.hpp"
#include "dialect/families/omi_collider/tables.hpp"
#include "dialect/families/omi_physics_body/tables.hpp"
#include "dialect/families/omi_physics_shape/tables.hpp"

namespace carom {

namespace dialect {

namespace {

const RigidBodyFamily* bodiesOf(std::string_view extension) {
  for (const RigidBodyFamily& family : rigidBodyFamilies()) {
    if (family.extension == extension) return &family;
  }
  return nullptr;
}

const ShapeFamily* shapesOf(std::string_view extension) {
  for (const ShapeFamily& family : shapeFamilies()) {
    if (family.extension == extension) return &family;
  }
  return nullptr;
}

/// The OMI forms of 2023, which differ in where their shapes are.
WriteTarget bodiesWithTypes(const char* id, std::string_view shapes) {
  return {.id = id,
          .bodies = bodiesOf(omi_physics_body::kExtension),
          .shapes = shapesOf(shapes),
          .body_form = BodyForm::Typed,
          .joint_form = JointForm::Constraints,
          .wheels = WheelForm::First,
          .two_radii = false,
          .gravity_factor = false,
          .enable_collision = false,
          .surfaces = false,
          .computed_mass = false,
          .infinite_mass = false,
          .roles = true};
}

const WriteTarget kTargets[] = {
    {.id = "khr",
     .bodies = bodiesOf(khr_physics_rigid_bodies::kExtension),
     .shapes = shapesOf(khr_implicit_shapes::kExtension),
     .mesh_form = MeshForm::GeometryMesh,
     .planes = true},
    {.id = "khr-2025",
     .bodies = bodiesOf(khr_physics_rigid_bodies::kExtension),
     .shapes = shapesOf(khr_implicit_shapes::kExtension),
     .mesh_form = MeshForm::GeometryNode},
    {.id = "omi",
     .bodies = bodiesOf(omi_physics_body::kExtension),
     .shapes = shapesOf(omi_physics_shape::kExtension),
     .joint_form = JointForm::Extension,
     .computed_mass = false,
     .infinite_mass = false},
    // Document 003 has neither `gravityFactor` nor `enableCollision`; its authors' files of the time have
    // both.
    {.id = "khr-2024",
     .bodies = bodiesOf(khr_physics_rigid_bodies::kExtension),
     .shapes = shapesOf(khr_collision_shapes::kExtension),
     .wheels = WheelForm::First},
    bodiesWithTypes("omi-collider", omi_collider::kExtension),
    bodiesWithTypes("omi-2023-body", omi_physics_shape::kExtension),
};

}  // namespace

std::span<const WriteTarget> writeTargets() {
  return kTargets;
}

WriteTarget withWheelsOf(const WriteTarget& target, const std::vector<std::string>& dialects) {
  const auto found = [&dialects](std::string_view id) {
    return std::find(dialects.begin(), dialects.end(), id) != dialects.end();
  };
  WriteTarget own = target;
  if (found("vehicle-v1")) own.wheels = WheelForm::First;
  if (found("vehicle-v2")) own.wheels = WheelForm::Current;
  return own;
}

const WriteTarget* findTarget(std::string_view id) {
  const auto found = std::find_if(std::begin(kTargets), std::end(kTargets),
                                  [id](const WriteTarget& target) { return target.id == id; });
  return found == std::end(kTargets) ? nullptr : &*found;
}

}  // namespace dialect

std::string_view lossKindName(LossKind kind) {
  switch (kind) {
    case LossKind::Implied:
      return "implied";
    case LossKind::Approximated:
      return "approximated";
    case LossKind::Dropped:
      break;
  }
  return "dropped";
}

std::vector<std::string_view> writableDialects() {
  std::vector<std::string_view> ids;
  for (const dialect::WriteTarget& target : dialect::writeTargets()) ids.push_back(target.id);
  return ids;
}

std::string_view sameDialect(const std::vector<std::string>& dialects) {
  // Revisions that are not written themselves are rewritten in the nearest one of their family that is.
  constexpr std::pair<std::string_view, std::string_view> kSame[] = {{"khr", "khr"},
                                                                     {"khr-2025", "khr-2025"},
                                                                     {"gltf-2.1", "khr"},
                                                                     {"khr-2024-07", "khr-2024"},
                                                                     {"khr-2024-06", "khr-2024"},
                                                                     {"khr-2024", "khr-2024"},
                                                                     {"khr-2023", "khr-2024"},
                                                                     {"msft-2023", "khr-2024"},
                                                                     {"omi", "omi"},
                                                                     {"omi-2024", "omi"},
                                                                     {"omi-2023-body", "omi-2023-body"},
                                                                     {"omi-2023-flat", "omi-2023-body"},
                                                                     {"omi-collider", "omi-collider"},
                                                                     {"joint-v1", "omi"},
                                                                     {"vehicle-v2", "omi"},
                                                                     {"vehicle-v1", "omi"},
                                                                     {"seat", "omi"},
                                                                     {"gravity", "omi"}};
  for (const auto& [from, to] : kSame) {
    if (std::find(dialects.begin(), dialects.end(), from) != dialects.end()) return to;
  }
  return "";
}

}  // namespace carom
