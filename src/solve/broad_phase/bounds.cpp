#include "solve/broad_phase/bounds.hpp"

#include <algorithm>

#include "solve/broad_phase/broad_phase_settings.hpp"
#include "solve/broad_phase/clearance.hpp"

namespace carom::solve {
namespace {

Aabb clipped(const Aabb& b) {
  constexpr float kMax = BroadPhaseSettings::kMaxCoordinate;
  const Vec3 huge{kMax, kMax, kMax};
  return {maximum(minimum(b.lower, huge), -huge), minimum(maximum(b.upper, -huge), huge)};
}

/// Distance that a collider may move before its box in the tree is replaced, m.
float fatMargin(const Collider& collider) {
  using Settings = BroadPhaseSettings;
  return std::clamp(Settings::kFatMarginShare * collider.bounding_radius,
                    Settings::kMinFatMargin * collider.tolerance,
                    Settings::kMaxFatMargin * collider.tolerance);
}

void refreshBounds(const SimulationState& state, Collider& collider) {
  const Body& body = state.bodies[collider.body];
  // The bounds include `room`: they stay valid until the body has moved by that much. The displacement bound
  // covers solid colliders only, so the bounds of triggers are always computed again.
  const double displacement_bound = displacementBoundNow(body);
  const float room = roomOfBounds(collider);
  if (!collider.sensor && displacement_bound - collider.tight_bound <= static_cast<double>(room)) return;
  collider.tight_bound = displacement_bound;
  const Quat rotation = body.rotation * collider.local.rotation;
  const DVec3 origin = body.center + DVec3(rotate(body.rotation, collider.local.translation));
  Aabb b = clipped(collide::bounds(*collider.shape, Transform{Vec3(origin), rotation}));
  // Rounding of the origin to float and of the bounds themselves.
  const Vec3 reach = maximum(absolute(b.lower), absolute(b.upper));
  b = expanded(b, room + BroadPhaseSettings::kRounding * std::min(BroadPhaseSettings::kMaxCoordinate,
                                                                  std::max({reach.x, reach.y, reach.z})));
  collider.tight = b;
}

}  // namespace

float roomOfBounds(const Collider& collider) {
  return std::min(BroadPhaseSettings::kBoundsRoom * collider.tolerance,
                  BroadPhaseSettings::kBoundsRoomShare * collider.bounding_radius);
}

bool leavesBox(const SimulationState& state, const StepContext& context, Collider& collider) {
  const Body& body = state.bodies[collider.body];
  refreshBounds(state, collider);
  const float dt = context.settings.time_step;
  const Vec3 travel = body.linear_velocity * dt;
  const float turn = std::min(1.0f, length(body.angular_velocity) * dt) * collider.bounding_radius;
  const float margin = body.type == BodyType::Static ? 0 : fatMargin(collider);
  Aabb swept = expanded(collider.tight, body.type == BodyType::Static ? 0 : turn);
  swept.include({swept.lower + travel, swept.upper + travel});
  if (contains(collider.fat, swept)) return false;
  collider.fat = clipped(expanded(swept, margin));
  return true;
}

void updateBox(SimulationState& state, const StepContext& context, std::int32_t index) {
  Collider& collider = state.colliders[index];
  if (!leavesBox(state, context, collider)) return;
  state.bodies[collider.body].continuous.still_until = -1e30;
  if (!state.colliders.building)
    (state.isStatic(index) ? state.colliders.static_tree : state.colliders.movable_tree)
        .update({collider.fat, index});
  noteNewBox(state, index);
}

void noteNewBox(SimulationState& state, std::int32_t index) {
  Collider& collider = state.colliders[index];
  std::uint8_t& known = state.colliders.has_new_box[collider.body];
  if (known == 0) state.colliders.bodies_with_new_boxes.push_back(collider.body);
  known = 1;
  if (collider.moved) return;
  collider.moved = true;
  state.colliders.moved.push_back(index);
}

void buildTrees(SimulationState& state) {
  std::vector<collide::DynamicTree::Leaf> leaves;
  for (const bool fixed : {true, false}) {
    leaves.clear();
    for (std::size_t i = 0; i < state.colliders.all.size(); ++i) {
      const auto index = static_cast<std::int32_t>(i);
      if (state.isStatic(index) == fixed) leaves.push_back({state.colliders[i].fat, index});
    }
    (fixed ? state.colliders.static_tree : state.colliders.movable_tree).build(leaves);
  }
}

void endBuilding(SimulationState& state) {
  state.colliders.building = false;
  buildTrees(state);
}

void includeInOuterRadius(SimulationState& state, const Collider& collider) {
  Body& body = state.bodies[collider.body];
  const Vec3 center = -inverseRotate(collider.local.rotation, collider.local.translation);
  body.extents.bounding_radius =
      std::max(body.extents.bounding_radius, collide::outerRadius(*collider.shape, center));
  body.extents.core_radius =
      std::max(body.extents.core_radius, collide::coreOuterRadius(*collider.shape, center));
}

}  // namespace carom::solve
