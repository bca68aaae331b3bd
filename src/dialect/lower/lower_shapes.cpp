// Shapes and surfaces that a target has not: planes, tapers, materials, filters.
#include <cmath>
#include <map>
#include <set>

#include "dialect/families/khr_implicit_shapes/tables.hpp"
#include "dialect/joined.hpp"
#include "dialect/lower/lowering.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

// A half-space becomes a box whose top lies in the plane, a sheet a thin one.
constexpr double kExtent = 1000;     // m, along an infinite axis.
constexpr double kDepth = 10;        // m, of a half-space.
constexpr double kThickness = 0.02;  // m, of a sheet.
constexpr double kSmallest = 1e-4;   // m, in place of a size of 0.

class PlaneLowering {
 public:
  explicit PlaneLowering(Lowering& lowering) : lowering_(lowering) {}

  /// The node and shape in place of a plane on a node.
  void lower(std::int32_t& node, std::int32_t& shape) {
    if (shape < 0 || lowering_.scene.shapes[shape].kind != ShapeKind::Plane) return;
    const std::int32_t box = boxOf(shape);
    const double height = lowering_.scene.shapes[box].size.y;
    DTransform down;
    down.translation = {0, -height / 2, 0};
    node = lowering_.addNode(node, "plane", down);
    shape = box;
  }

 private:
  std::int32_t boxOf(std::int32_t plane_index) {
    const auto [place, is_new] =
        boxes_.try_emplace(plane_index, static_cast<std::int32_t>(lowering_.scene.shapes.size()));
    if (!is_new) return place->second;
    const Shape& plane = lowering_.source.shapes[plane_index];
    const bool endless = std::isinf(plane.size_x) && std::isinf(plane.size_z);
    const bool solid = endless && !plane.double_sided;
    Shape box;
    box.kind = ShapeKind::Box;
    box.size = {std::isinf(plane.size_x) ? kExtent : plane.size_x, solid ? kDepth : kThickness,
                std::isinf(plane.size_z) ? kExtent : plane.size_z};
    box.origin = plane.origin;
    std::string effect;
    if (std::isinf(plane.size_x) || std::isinf(plane.size_z))
      effect = "bodies more than 500 m away fall past it; ";
    effect += solid ? "bodies more than 10 m below it are not pushed out"
                    : "it is 2 cm thick and also stops bodies from below";
    lowering_.loss(
        LossKind::Approximated, plane.origin.pointer, "plane-as-box",
        joined("a plane is written as a box of ", json::number(box.size.x), " × ", json::number(box.size.y),
               " × ", json::number(box.size.z), " m whose top face lies in the plane"),
        effect);
    lowering_.scene.shapes.push_back(std::move(box));
    return place->second;
  }

  Lowering& lowering_;
  std::map<std::int32_t, std::int32_t> boxes_;
};

void lowerTapers(Lowering& lowering) {
  for (Shape& shape : lowering.scene.shapes) {
    const bool round = shape.kind == ShapeKind::Capsule || shape.kind == ShapeKind::Cylinder;
    if (!round || shape.radius_top == shape.radius_bottom) continue;
    const double mean = (shape.radius_top + shape.radius_bottom) / 2;
    const double off = std::abs(shape.radius_top - shape.radius_bottom) / 2;
    lowering.loss(LossKind::Approximated, shape.origin.pointer, "taper-as-mean-radius",
                  joined("two radii, ", json::number(shape.radius_bottom), " m and ",
                         json::number(shape.radius_top), " m, are replaced by their mean"),
                  joined("the surface deviates by up to ", json::number(off), " m at the ends"));
    shape.radius_top = shape.radius_bottom = mean;
  }
}

/// KHR_implicit_shapes prohibits sizes of 0, which earlier texts allow.
void lowerSizes(Lowering& lowering) {
  for (Shape& shape : lowering.scene.shapes) {
    bool any = false;
    const auto give = [&any](double& size) {
      if (static_cast<float>(size) != 0) return;
      size = kSmallest;
      any = true;
    };
    if (shape.kind == ShapeKind::Sphere) give(shape.radius);
    if (shape.kind == ShapeKind::Capsule || shape.kind == ShapeKind::Cylinder) give(shape.height);
    if (shape.kind == ShapeKind::Box) {
      give(shape.size.x);
      give(shape.size.y);
      give(shape.size.z);
    }
    if (!any) continue;
    lowering.loss(LossKind::Approximated, shape.origin.pointer, "size-of-zero",
                  "a size of 0, which the target dialect prohibits, is written as 0.1 mm",
                  "the surface deviates by up to 0.1 mm");
  }
}

void lowerTriggerPlanes(Lowering& lowering, PlaneLowering& planes) {
  std::vector<Trigger>& triggers = lowering.scene.triggers;
  std::vector<bool> draws(triggers.size());
  for (const GravityVolume& volume : lowering.scene.gravity_volumes) {
    if (volume.trigger >= 0) draws[volume.trigger] = true;
  }
  for (std::size_t i = 0; i < draws.size(); ++i) {
    Trigger box = triggers[i];
    planes.lower(box.node, box.shape);
    if (box.shape == triggers[i].shape) continue;
    if (!draws[i]) {
      triggers[i] = std::move(box);
      continue;
    }
    // Gravity is about the node of its trigger, so that one stays where it is, around the box.
    triggers[i].shape = -1;
    triggers[i].children = {static_cast<std::int32_t>(triggers.size())};
    triggers.push_back(std::move(box));
  }
}

/// Removes planes, which nothing refers to any more.
void removePlanes(Scene& scene) {
  std::vector<std::int32_t> moved(scene.shapes.size(), -1);
  std::vector<Shape> kept;
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    if (scene.shapes[i].kind == ShapeKind::Plane) continue;
    moved[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(scene.shapes[i]));
  }
  scene.shapes = std::move(kept);
  for (Collider& collider : scene.colliders) collider.shape = moved[collider.shape];
  for (Trigger& trigger : scene.triggers) {
    if (trigger.shape >= 0) trigger.shape = moved[trigger.shape];
  }
  for (GravityVolume& volume : scene.gravity_volumes) {
    if (volume.shape >= 0) volume.shape = moved[volume.shape];
  }
}

bool isDefault(const Material& material) {
  const Material plain;
  constexpr CombineMode kAverage = CombineMode::Average;
  return material.static_friction == plain.static_friction &&
         material.dynamic_friction == plain.dynamic_friction && material.restitution == plain.restitution &&
         material.friction_combine.value_or(kAverage) == kAverage &&
         material.restitution_combine.value_or(kAverage) == kAverage;
}

/// An empty list that OMI reads as no list.
void lowerEmptyLists(Lowering& lowering) {
  // A system that nobody is a member of.
  std::set<std::string_view> taken;
  for (const CollisionFilter& filter : lowering.source.filters)
    taken.insert(filter.collision_systems.begin(), filter.collision_systems.end());
  std::string nobody = "nothing";
  while (taken.contains(nobody)) nobody += "_";
  for (CollisionFilter& filter : lowering.scene.filters) {
    if (filter.not_collide_with_systems && filter.not_collide_with_systems->empty()) {
      filter.not_collide_with_systems.reset();
    }
    if (!filter.collide_with_systems || !filter.collide_with_systems->empty()) continue;
    filter.collide_with_systems->push_back(nobody);
    lowering.loss(LossKind::Implied, filter.origin.pointer, "empty-list-as-nobody",
                  joined("an empty 'collideWithSystems' (collides with nothing) is written as the system \"",
                         nobody, "\", which has no members; OMI reads an empty list as no filter"));
  }
}

/// OMI's default mode is average, which counts before what the other surface names.
void lowerUnnamedModes(Lowering& lowering) {
  const auto lowerMode = [&](std::optional<CombineMode> Material::*mode, std::string_view what) {
    const bool others = std::any_of(
        lowering.source.materials.begin(), lowering.source.materials.end(),
        [&](const Material& m) { return (m.*mode).value_or(CombineMode::Average) != CombineMode::Average; });
    for (Material& material : lowering.scene.materials) {
      if (material.*mode) continue;
      material.*mode = CombineMode::Average;
      if (!others) continue;
      lowering.loss(LossKind::Approximated, material.origin.pointer, "combine-mode-written",
                    joined("how ", what,
                           " combines is not named, which leaves it to the other surface; OMI "
                           "takes it for average"),
                    joined(what, " against surfaces that name another mode is averaged"));
    }
  };
  lowerMode(&Material::friction_combine, "friction");
  lowerMode(&Material::restitution_combine, "restitution");
}

}  // namespace

void lowerShapes(Lowering& lowering) {
  if (!lowering.target.planes) {
    PlaneLowering planes(lowering);
    for (Collider& collider : lowering.scene.colliders) planes.lower(collider.node, collider.shape);
    lowerTriggerPlanes(lowering, planes);
    std::vector<bool> used(lowering.source.shapes.size());
    for (const Collider& collider : lowering.source.colliders) used[collider.shape] = true;
    for (const Trigger& trigger : lowering.source.triggers) {
      if (trigger.shape >= 0) used[trigger.shape] = true;
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      const Shape& shape = lowering.source.shapes[i];
      if (shape.kind != ShapeKind::Plane || used[i]) continue;
      lowering.loss(LossKind::Implied, shape.origin.pointer, "unused-plane",
                    "an unused plane is not written");
    }
    removePlanes(lowering.scene);
  }
  if (!lowering.target.two_radii) lowerTapers(lowering);
  if (lowering.target.shapes->extension == khr_implicit_shapes::kExtension) lowerSizes(lowering);
}

void lowerSurfaces(Lowering& lowering) {
  Scene& scene = lowering.scene;
  if (lowering.target.surfaces) {
    if (!lowering.target.bodies->omi) return;
    lowerEmptyLists(lowering);
    lowerUnnamedModes(lowering);
    return;
  }
  for (const Material& material : scene.materials) {
    const bool plain = isDefault(material);
    lowering.loss(plain ? LossKind::Implied : LossKind::Dropped, material.origin.pointer, "material-dropped",
                  "materials are not written",
                  plain
                      ? ""
                      : joined("friction is 0.6 instead of ", json::number(material.static_friction),
                               " (static) and ", json::number(material.dynamic_friction),
                               " (dynamic), restitution 0 instead of ", json::number(material.restitution)));
  }
  for (const CollisionFilter& filter : scene.filters) {
    const bool plain = !filter.collide_with_systems && !filter.not_collide_with_systems;
    lowering.loss(plain ? LossKind::Implied : LossKind::Dropped, filter.origin.pointer, "filter-dropped",
                  "collision filters are not written",
                  plain ? "" : "pairs that the filters excluded collide");
  }
  scene.materials.clear();
  scene.filters.clear();
  for (Collider& collider : scene.colliders) collider.material = collider.filter = -1;
  for (Trigger& trigger : scene.triggers) trigger.filter = -1;
  for (WheelDescription& wheel : scene.wheel_descriptions) wheel.material = -1;
}

}  // namespace carom::dialect
