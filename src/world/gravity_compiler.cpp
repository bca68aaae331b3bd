// What a volume says in its node's space takes the node's scale like the shapes there: points and shapes
// along the node's axes, a circle the mean of the two in its plane. Its unit distance is a distance in the
// world, metres whatever the scale.

#include "world/gravity_compiler.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stable_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/scene_compiler.hpp"

namespace carom::world {
namespace {

constexpr double kUnequal = 1e-3;  // Relative, of the scales in a circle's plane

solve::GravityForm formOf(GravityKind kind) {
  switch (kind) {
    case GravityKind::Point:
      return solve::GravityForm::Point;
    case GravityKind::Disc:
      return solve::GravityForm::Disc;
    case GravityKind::Torus:
      return solve::GravityForm::Circle;
    case GravityKind::Line:
      return solve::GravityForm::Line;
    case GravityKind::Shaped:
      return solve::GravityForm::Surface;
    case GravityKind::Directional:
      break;
  }
  return solve::GravityForm::Uniform;
}

class GravityCompiler {
 public:
  GravityCompiler(const Scene& scene, const NodeTree& nodes, ShapeCompiler& shapes, CompiledScene& compiled,
                  Diagnostics& diagnostics)
      : scene_(scene), nodes_(nodes), shapes_(shapes), compiled_(compiled), diagnostics_(diagnostics) {
    for (const Diagnostic& item : scene.diagnostics.items()) {
      if (item.code == codes::kPhysicsNoEffect) told_.insert(item.pointer);
    }
  }

  void compile();

 private:
  void compileVolume(const GravityVolume& volume);
  void refuse(const GravityVolume& volume, std::string_view why);
  void collectRegions(std::int32_t trigger, const std::vector<std::int32_t>& compounds,
                      solve::GravitySource& out, std::vector<std::uint8_t>& seen);
  std::vector<std::uint8_t> unseenBodies(std::int32_t region,
                                         const std::vector<std::int32_t>& compounds) const;
  bool describe(const GravityVolume& volume, solve::GravitySource& out);
  bool describeSurface(const GravityVolume& volume, solve::GravitySource& out);
  void place(const GravityVolume& volume, CompiledGravity& compiled, solve::GravitySource& out);

  const Scene& scene_;
  const NodeTree& nodes_;
  ShapeCompiler& shapes_;
  CompiledScene& compiled_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> told_;
  std::int32_t sources_ = 0;
};

void GravityCompiler::refuse(const GravityVolume& volume, std::string_view why) {
  if (told_.contains(volume.origin.pointer)) return;
  diagnostics_.warning(codes::kGravityIgnored, volume.origin.pointer, std::string(why));
}

/// Which bodies a trigger's shape does not see: those with colliders of which its filter, and those of the
/// compounds it is reached through, accept none.
std::vector<std::uint8_t> GravityCompiler::unseenBodies(std::int32_t region,
                                                        const std::vector<std::int32_t>& compounds) const {
  const PairRules& rules = *compiled_.rules;
  if (rules.filters().empty()) return {};
  constexpr std::uint8_t kHasColliders = 1, kAccepted = 2;
  std::vector<std::uint8_t> marks(compiled_.simulation->bodies().size(), 0);
  for (std::size_t i = 0; i < compiled_.colliders.size(); ++i) {
    const CompiledCollider& c = compiled_.colliders[i];
    if (c.trigger >= 0) continue;
    const std::int32_t own = rules.filterOf(static_cast<std::int32_t>(i));
    const auto accepts = [&](std::int32_t filter) { return rules.filtersCollide(filter, own); };
    const bool accepted = accepts(rules.filterOf(region)) &&
                          std::all_of(compounds.begin(), compounds.end(), [&](std::int32_t compound) {
                            return accepts(scene_.triggers[compound].filter);
                          });
    std::uint8_t& mark = marks[c.simulation_body];
    mark = static_cast<std::uint8_t>(mark | kHasColliders | (accepted ? kAccepted : 0));
  }
  for (std::uint8_t& mark : marks) mark = mark == kHasColliders ? 1 : 0;
  return marks;
}

/// The shapes of a trigger, or of all parts of a compound one.
void GravityCompiler::collectRegions(std::int32_t trigger, const std::vector<std::int32_t>& compounds,
                                     solve::GravitySource& out, std::vector<std::uint8_t>& seen) {
  if (std::exchange(seen[trigger], std::uint8_t(1)) != 0) return;
  for (std::size_t i = 0; i < compiled_.colliders.size(); ++i) {
    if (compiled_.colliders[i].trigger != trigger) continue;
    const auto region = static_cast<std::int32_t>(i);
    out.regions.push_back({region, solve::IndexedVector<std::uint8_t>(unseenBodies(region, compounds))});
  }
  std::vector<std::int32_t> through = compounds;
  through.push_back(trigger);
  for (const std::int32_t child : scene_.triggers[trigger].children) {
    if (child >= 0 && static_cast<std::size_t>(child) < scene_.triggers.size())
      collectRegions(child, through, out, seen);
  }
}

bool GravityCompiler::describeSurface(const GravityVolume& volume, solve::GravitySource& out) {
  if (volume.shape < 0 || static_cast<std::size_t>(volume.shape) >= scene_.shapes.size()) {
    refuse(volume, "this gravity has no shape to attract towards; it has no effect");
    return false;
  }
  const CompiledShape& shape = shapes_.compile(volume.shape, nodes_.scale(volume.node));
  if (!shape.shape) {
    refuse(volume, "the shape of this gravity cannot be used: " + shape.explanation + "; it has no effect");
    return false;
  }
  if (shape.approximated)
    diagnostics_.warning(codes::kShapeApproximated, volume.origin.pointer, shape.explanation);
  out.shape = shape.shape;
  out.shape_pose = {DVec3(shape.offset.translation), normalized(DQuat(shape.offset.rotation))};
  return true;
}

/// The gravity source in the node's space without its scale; false if it has no effect.
bool GravityCompiler::describe(const GravityVolume& volume, solve::GravitySource& out) {
  const DVec3 scale = nodes_.scale(volume.node);
  out.form = formOf(volume.kind);
  if (!describeForce(volume, scale, out)) {
    refuse(volume, "this gravity has no direction; it has no effect");
    return false;
  }
  switch (volume.kind) {
    case GravityKind::Disc:
    case GravityKind::Torus: {
      const double x = std::abs(scale.x), z = std::abs(scale.z);
      if (std::abs(x - z) > kUnequal * std::max(x, z)) {
        diagnostics_.warning(codes::kShapeApproximated, volume.origin.pointer,
                             "a non-uniform scale turns this gravity's circle into an ellipse; a circle of "
                             "the mean radius is used");
      }
      return true;
    }
    case GravityKind::Line:
      if (out.points.size() >= 2) return true;
      refuse(volume, "this gravity of type line has fewer than two points; it has no effect");
      return false;
    case GravityKind::Shaped:
      return describeSurface(volume, out);
    case GravityKind::Directional:
    case GravityKind::Point:
      break;
  }
  return true;
}

/// Body that moves the source: the motion above its node, a body made for an animation, or none.
void GravityCompiler::place(const GravityVolume& volume, CompiledGravity& compiled,
                            solve::GravitySource& out) {
  const DTransform pose = nodes_.pose(volume.node);
  const std::int32_t motion = scene_.motionOf(volume.node);
  const auto body = std::find_if(compiled_.bodies.begin(), compiled_.bodies.end(),
                                 [&](const CompiledBody& b) { return b.motion == motion; });
  if (motion >= 0 && body != compiled_.bodies.end()) {
    out.body = body->body;
    out.frame = inverse(body->body_to_node) * inverse(nodes_.pose(body->node)) * pose;
    compiled.motion_node = body->node;
    if (nodes_.isAnimatedBelow(volume.node, body->node))
      compiled_.moving_gravity.push_back({sources_, volume.node, body->node});
    return;
  }
  out.frame = pose;
  compiled.animated = nodes_.isAnimatedBelow(volume.node, -1);
  if (!compiled.animated) return;
  solve::BodyDefinition carrier;
  carrier.type = solve::BodyType::Kinematic;
  carrier.center = pose.translation;
  carrier.rotation = normalized(Quat(pose.rotation));
  out.body = compiled_.simulation->addBody(carrier);
  out.frame = {};
  compiled_.animated_statics.push_back({volume.node, out.body});
}

void GravityCompiler::compileVolume(const GravityVolume& volume) {
  const bool shown = volume.node >= 0 && static_cast<std::size_t>(volume.node) < scene_.nodes.size() &&
                     scene_.nodes[volume.node].in_scene;
  if (!shown) return;
  if (volume.trigger < 0 || static_cast<std::size_t>(volume.trigger) >= scene_.triggers.size())
    return refuse(volume, "this gravity's node has no trigger to act in; it has no effect");
  if (!isPose(nodes_.pose(volume.node)))
    return refuse(
        volume, "this gravity's node lies beyond 1e9 m, the limit of simulation; the gravity has no effect");
  solve::GravitySource source;
  if (!describe(volume, source)) return;
  std::vector<std::uint8_t> seen(scene_.triggers.size(), 0);
  collectRegions(volume.trigger, {}, source, seen);
  if (source.regions.empty())
    return refuse(volume, "the trigger of this gravity has no shape to act in; it has no effect");
  CompiledGravity compiled{static_cast<std::int32_t>(&volume - scene_.gravity_volumes.data()),
                           nodes_.scale(volume.node), volume.node};
  place(volume, compiled, source);
  if (nodes_.scalesByAnimation(volume.node) && volume.kind != GravityKind::Directional)
    diagnostics_.warning(
        codes::kPhysicsNoEffect, volume.origin.pointer,
        "an animation scales this gravity; its distances and its shape keep their initial scale");
  compiled_.simulation->gravity().add(std::move(source));
  compiled_.gravity.push_back(compiled);
  ++sources_;
}

void GravityCompiler::compile() {
  std::vector<const GravityVolume*> order;
  for (const GravityVolume& volume : scene_.gravity_volumes) order.push_back(&volume);
  stableSort(order, [](const GravityVolume* a, const GravityVolume* b) {
    return a->priority != b->priority ? a->priority > b->priority : a->node < b->node;
  });
  for (const GravityVolume* volume : order) compileVolume(*volume);
}

}  // namespace

bool describeForce(const GravityVolume& volume, const DVec3& scale, solve::GravitySource& out) {
  out.strength = limited(volume.gravity, kMaxGravity);
  out.unit_distance = std::max(0.0, limited(volume.unit_distance, kMaxCoordinate));
  out.replace = volume.replace;
  out.stop = volume.stop;
  out.radius = std::max(0.0, limited(volume.radius, kMaxCoordinate)) *
               std::sqrt(std::abs(scale.x) * std::abs(scale.z));
  out.points.clear();
  for (const DVec3& point : volume.points) {
    const DVec3 placed = scaled(point, scale);
    if (isWithin(placed, kMaxCoordinate)) out.points.push_back(placed);
  }
  if (volume.kind != GravityKind::Directional) return true;
  const DVec3 direction = normalized(scaled(volume.direction, scale));
  out.direction = lengthSquared(direction) > 0 ? direction : normalized(volume.direction);
  return isFinite(out.direction) && lengthSquared(out.direction) > 0;
}

DVec3 uniformGravity(const Scene& scene, const WorldSettings& settings) {
  if (settings.gravity) return *settings.gravity;
  if (!scene.gravity) return kUsualGravity;
  const DVec3 direction = normalized(scene.gravity->direction);
  return limited(direction * limited(scene.gravity->gravity, kMaxGravity), kMaxGravity);
}

void compileGravity(const Scene& scene, const NodeTree& nodes, ShapeCompiler& shapes, CompiledScene& compiled,
                    Diagnostics& diagnostics) {
  if (scene.gravity_volumes.empty()) return;
  GravityCompiler(scene, nodes, shapes, compiled, diagnostics).compile();
}

}  // namespace carom::world
