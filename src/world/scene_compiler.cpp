// Compiling a scene.
//
// Each motion becomes a body whose frame sits at the centre of mass along the principal axes of inertia.
// Colliders with no motion above them become static bodies, or kinematic ones where an animation moves their
// node. Mass: what the file leaves out comes from the colliders' geometry at the settings' density (document
// 003, "Motions").

#include "world/scene_compiler.hpp"

#include <algorithm>
#include <cmath>

#include "base/stable_sort.hpp"
#include "carom/base/diagnostic_codes.hpp"
#include "world/limits.hpp"
#include "world/pair_rules.hpp"

namespace carom::world {
namespace {

constexpr double kDefaultMass = 1;      // kg, of a body whose colliders have no volume
constexpr double kDefaultRadius = 0.5;  // m, of the ball whose inertia such a body gets

DTransform toDouble(const Transform& t) {
  return {DVec3(t.translation), DQuat(t.rotation)};
}
Transform toFloat(const DTransform& t) {
  return {Vec3(t.translation), Quat(t.rotation)};
}

/// Inertia of a mass at `offset` from the point it is taken about, per kg.
DMat3 pointInertia(const DVec3& d) {
  const double s = lengthSquared(d);
  return {{s - d.x * d.x, -d.y * d.x, -d.z * d.x},
          {-d.x * d.y, s - d.y * d.y, -d.z * d.y},
          {-d.x * d.z, -d.y * d.z, s - d.z * d.z}};
}

DMat3 times(const DMat3& m, double s) {
  return {m.cx * s, m.cy * s, m.cz * s};
}

class Compiler {
 public:
  Compiler(const Scene& scene, const WorldSettings& settings, NodeTree& nodes, ShapeCompiler& shapes,
           Diagnostics& diagnostics)
      : scene_(scene), settings_(settings), nodes_(nodes), shapes_(shapes), diagnostics_(diagnostics) {}

  CompiledScene compile();

 private:
  bool inScene(std::int32_t node) const { return node >= 0 && scene_.nodes[node].in_scene; }
  void compileColliders();
  void compileCollider(std::int32_t node, std::int32_t shape, std::int32_t motion, const Origin& origin,
                       std::int32_t collider, std::int32_t trigger);
  void compileBodies();
  void compileBody(std::int32_t motion_index);
  Vec3 initialVelocity(const DTransform& node, const DVec3& local, const Motion& motion,
                       std::string_view member);
  collide::MassProperties geometryOf(std::int32_t motion_index, bool warn);
  void describe(const Motion& motion, CompiledBody& out);
  void addColliders();
  void reportEmptyBodies();

  /// A collider during compilation: its CompiledCollider and its data for the simulation.
  struct Pending {
    CompiledCollider out;
    std::shared_ptr<const collide::Shape> shape;
    std::int32_t motion = -1;
    std::int32_t filter = -1;
    std::int32_t material = -1;
  };

  /// The simulation's body of a collider; made now for what belongs to no motion. -1: its motion is not in
  /// the scene.
  std::int32_t bodyFor(const Pending& p);

  const Scene& scene_;
  const WorldSettings& settings_;
  NodeTree& nodes_;
  ShapeCompiler& shapes_;
  Diagnostics& diagnostics_;
  CompiledScene result_;
  std::vector<Pending> pending_;
  std::vector<std::vector<std::int32_t>> colliders_of_motion_;  ///< Indices into pending_.
  std::vector<std::int32_t> body_of_motion_;                    ///< Index into result_.bodies, -1: none.
};

void Compiler::compileCollider(std::int32_t node, std::int32_t shape, std::int32_t motion,
                               const Origin& origin, std::int32_t collider, std::int32_t trigger) {
  if (!inScene(node) || shape < 0) return;
  const CompiledShape& compiled = shapes_.compile(shape, nodes_.scale(node));
  if (!compiled.shape) {
    diagnostics_.warning(codes::kShapeDisabled, origin.pointer, compiled.explanation);
    return;
  }
  if (!isPose(nodes_.pose(node))) {
    diagnostics_.warning(
        codes::kShapeDisabled, origin.pointer,
        "this shape's node lies beyond 1e9 m, the limit of simulation; the shape is disabled");
    return;
  }
  if (compiled.approximated)
    diagnostics_.warning(codes::kShapeApproximated, origin.pointer, compiled.explanation);
  if (nodes_.isSheared(node)) {
    diagnostics_.warning(codes::kTransformSheared, origin.pointer,
                         "a non-uniform scale above a rotated node shears this shape; the shear is ignored, "
                         "and the lengths of the node's axes are its scale");
  }
  Pending pending;
  pending.shape = compiled.shape;
  pending.motion = motion;
  pending.out.node = node;
  pending.out.collider = collider;
  pending.out.trigger = trigger;
  pending.out.shape = shape;
  pending.out.scale = nodes_.scale(node);
  pending.out.offset = compiled.offset;
  if (motion >= 0) {
    const std::int32_t motion_node = scene_.motions[motion].node;
    pending.out.motion_node = motion_node;
    pending.out.rest_local = inverse(nodes_.pose(motion_node)) * nodes_.pose(node);
    pending.out.follows_animation =
        nodes_.scalesByAnimation(node) || nodes_.isAnimatedBelow(node, motion_node);
    colliders_of_motion_[motion].push_back(static_cast<std::int32_t>(pending_.size()));
  }
  pending_.push_back(std::move(pending));
}

void Compiler::compileColliders() {
  colliders_of_motion_.resize(scene_.motions.size());
  pending_.reserve(scene_.colliders.size() + scene_.triggers.size());
  for (std::size_t i = 0; i < scene_.colliders.size(); ++i) {
    const Collider& c = scene_.colliders[i];
    const std::size_t before = pending_.size();
    compileCollider(c.node, c.shape, c.motion, c.origin, static_cast<std::int32_t>(i), -1);
    if (pending_.size() == before) continue;
    pending_.back().filter = c.filter;
    pending_.back().material = c.material;
  }
  for (std::size_t i = 0; i < scene_.triggers.size(); ++i) {
    const Trigger& t = scene_.triggers[i];
    const std::size_t before = pending_.size();
    compileCollider(t.node, t.shape, t.motion, t.origin, -1, static_cast<std::int32_t>(i));
    if (pending_.size() != before) pending_.back().filter = t.filter;
  }
}

/// Volume, centre and inertia of a motion's solid colliders in its node's space, at density 1.
collide::MassProperties Compiler::geometryOf(std::int32_t motion_index, bool warn) {
  std::vector<collide::MassProperties> parts;
  for (const std::int32_t i : colliders_of_motion_[motion_index]) {
    const Pending& p = pending_[i];
    if (p.out.collider < 0) continue;
    const collide::MassProperties& own = shapes_.massProperties(p.shape);
    if (own.used_hull && warn) {
      diagnostics_.warning(codes::kMassFromHull, scene_.colliders[p.out.collider].origin.pointer,
                           "this mesh does not enclose a volume; its mass, centre of mass and inertia are "
                           "computed from its convex hull");
    }
    parts.push_back(collide::transformed(own, p.out.rest_local * toDouble(p.out.offset)));
  }
  return collide::sum(parts);
}

/// The properties of a body, and where they come from.
void Compiler::describe(const Motion& motion, CompiledBody& body) {
  BodyProperties& out = body.properties;
  out.node = motion.node;
  out.animated = nodes_.isAnimated(motion.node);
  out.type = out.animated ? MotionType::Kinematic : motion.type;
  const bool dynamic = out.type == MotionType::Dynamic;
  const bool needs_geometry = !motion.mass || !motion.center_of_mass || !motion.inertia_diagonal;
  collide::MassProperties& geometry = body.geometry;
  if (needs_geometry) geometry = geometryOf(body.motion, dynamic);
  out.defaults_used = needs_geometry && !(geometry.volume > 0);
  out.center_of_mass = motion.center_of_mass.value_or(geometry.volume > 0 ? geometry.center : DVec3{});
  if (!isWithin(out.center_of_mass, kMaxCoordinate)) {
    out.center_of_mass = {};
    diagnostics_.warning(
        codes::kValueLimited, motion.origin.pointer + "/centerOfMass",
        "the centre of mass lies beyond 1e9 m, the limit of simulation; the node's origin is used");
  }
  out.mass_computed = !motion.mass.has_value();
  out.mass = motion.mass.value_or(geometry.volume * settings_.density);
  if (!(out.mass > 0)) {
    out.mass = kDefaultMass;
    if (dynamic) {
      diagnostics_.warning(codes::kMassDefault, motion.origin.pointer,
                           "the file gives no mass, and no collider of this body has a volume to compute it "
                           "from; 1 kg is used");
    }
  }
  body.first_mass = out.mass;
  if (motion.scales_center) body.center_scale = nodes_.scale(motion.node);
  body.had_moments = body.has_moments = body.has_axes = motion.inertia_diagonal.has_value();
  if (motion.inertia_diagonal) {
    out.inertia_diagonal = *motion.inertia_diagonal;
    out.inertia_orientation = normalized(motion.inertia_orientation.value_or(DQuat{}));
  }
  computeInertia(body);
  if (dynamic && out.inertia_computed && std::isfinite(out.mass) && !(geometry.volume > 0)) {
    diagnostics_.warning(codes::kInertiaDefault, motion.origin.pointer,
                         "no collider of this body has a volume to compute the inertia from; the inertia "
                         "of a solid ball of radius 0.5 m is used");
  }
}

Vec3 Compiler::initialVelocity(const DTransform& node, const DVec3& local, const Motion& motion,
                               std::string_view member) {
  if (isWithin(local, kMaxSpeed)) return Vec3(rotate(node.rotation, local));
  diagnostics_.warning(
      codes::kVelocityTooLarge, motion.origin.pointer + std::string(member),
      "the initial velocity exceeds the limit of 1e9 m/s or rad/s; that velocity is set to 0");
  return {};
}

void Compiler::compileBody(std::int32_t motion_index) {
  const Motion& motion = scene_.motions[motion_index];
  CompiledBody compiled;
  compiled.motion = motion_index;
  compiled.node = motion.node;
  describe(motion, compiled);
  const BodyProperties& p = compiled.properties;
  compiled.body_to_node = {p.center_of_mass, p.inertia_orientation};

  const DTransform node = nodes_.pose(motion.node);
  const DTransform frame = node * compiled.body_to_node;
  solve::BodyDefinition body;
  body.type = p.type == MotionType::Kinematic ? solve::BodyType::Kinematic : solve::BodyType::Dynamic;
  body.center = limited(frame.translation, kMaxCoordinate);
  if (!isWithin(frame.translation, kMaxCoordinate)) {
    diagnostics_.warning(
        codes::kValueLimited, motion.origin.pointer,
        "this body lies beyond 1e9 m, the limit of simulation; its position is clamped to that limit");
  }
  body.rotation = normalized(Quat(frame.rotation));
  if (!p.animated) {
    body.linear_velocity = initialVelocity(node, motion.linear_velocity, motion, "/linearVelocity");
    body.angular_velocity = initialVelocity(node, motion.angular_velocity, motion, "/angularVelocity");
  }
  body.inverse_mass = inverseOf(p.mass);
  const DVec3& inertia = p.inertia_diagonal;
  body.inverse_inertia = {inverseOf(inertia.x), inverseOf(inertia.y), inverseOf(inertia.z)};
  body.gravity_factor = static_cast<float>(limited(motion.gravity_factor, kMaxGravity));
  if (!(std::abs(motion.gravity_factor) <= kMaxGravity)) {
    diagnostics_.warning(codes::kValueLimited, motion.origin.pointer + "/gravityFactor",
                         "the gravity factor exceeds the limit of 1e9; it is clamped to that");
  }
  compiled.body = result_.simulation->addBody(body);
  body_of_motion_[motion_index] = static_cast<std::int32_t>(result_.bodies.size());
  result_.bodies.push_back(compiled);
}

void Compiler::compileBodies() {
  body_of_motion_.assign(scene_.motions.size(), -1);
  std::vector<std::int32_t> order;
  for (std::size_t i = 0; i < scene_.motions.size(); ++i) {
    if (inScene(scene_.motions[i].node)) order.push_back(static_cast<std::int32_t>(i));
  }
  stableSort(order,
             [&](std::int32_t a, std::int32_t b) { return scene_.motions[a].node < scene_.motions[b].node; });
  result_.bodies.reserve(order.size());
  for (const std::int32_t i : order) compileBody(i);
}

std::int32_t Compiler::bodyFor(const Pending& p) {
  if (p.motion >= 0) {
    const std::int32_t compiled = body_of_motion_[p.motion];
    return compiled >= 0 ? result_.bodies[compiled].body : -1;
  }
  const DTransform pose = nodes_.pose(p.out.node);
  solve::BodyDefinition body;
  const bool moves = nodes_.movesByAnimation(p.out.node) || nodes_.scalesByAnimation(p.out.node);
  body.type = moves ? solve::BodyType::Kinematic : solve::BodyType::Static;
  body.center = pose.translation;
  body.rotation = normalized(Quat(pose.rotation));
  const std::int32_t index = result_.simulation->addBody(body);
  if (moves) result_.animated_statics.push_back({p.out.node, index});
  return index;
}

void Compiler::addColliders() {
  result_.colliders.reserve(pending_.size());
  for (const Pending& p : pending_) {
    const std::int32_t body = bodyFor(p);
    if (body < 0) continue;
    solve::ColliderDefinition definition;
    definition.body = body;
    definition.shape = p.shape;
    definition.local = p.out.offset;
    definition.sensor = p.out.trigger >= 0;
    if (p.motion >= 0) {
      const std::int32_t compiled = body_of_motion_[p.motion];
      const DTransform& frame = result_.bodies[compiled].body_to_node;
      definition.local = toFloat(inverse(frame) * p.out.rest_local * toDouble(p.out.offset));
    }
    // Triggers see the two sides of a joint like anything else.
    result_.rules->addCollider(p.filter, p.material, definition.sensor ? -1 : p.out.motion_node,
                               definition.sensor ? -1 : p.out.node);
    result_.simulation->addCollider(definition);
    result_.colliders.push_back(p.out);
    result_.colliders.back().simulation_body = body;
  }
}

/// Bodies whose colliders have all been disabled fall through everything.
void Compiler::reportEmptyBodies() {
  std::vector<std::uint8_t> described(scene_.motions.size(), 0), left(scene_.motions.size(), 0);
  for (const Collider& c : scene_.colliders)
    if (c.motion >= 0 && c.shape >= 0 && inScene(c.node)) described[c.motion] = 1;
  for (const Pending& p : pending_)
    if (p.motion >= 0 && p.out.collider >= 0) left[p.motion] = 1;
  for (const CompiledBody& body : result_.bodies) {
    const auto motion = static_cast<std::size_t>(body.motion);
    if (!described[motion] || left[motion] || body.properties.type != MotionType::Dynamic) continue;
    diagnostics_.warning(codes::kShapeDisabled, scene_.motions[motion].origin.pointer,
                         "none of this body's colliders can be simulated; it collides with nothing and falls "
                         "through everything");
  }
}

/// The strongest that a volume is where dynamic bodies are at the start, on the mean of their distances,
/// m/s².
double strongestVolume(const Scene& scene, const NodeTree& nodes) {
  double strongest = 0;
  for (const GravityVolume& volume : scene.gravity_volumes) {
    double strength = std::min(std::abs(volume.gravity), kMaxGravity), distances = 0, bodies = 0;
    for (const Motion& motion : scene.motions) {
      if (motion.type != MotionType::Dynamic) continue;
      distances += length(nodes.pose(motion.node).translation - nodes.pose(volume.node).translation);
      ++bodies;
    }
    const double ratio = bodies > 0 && distances > 0 ? volume.unit_distance * bodies / distances : 1;
    if (volume.unit_distance > 0) strength *= ratio * ratio;
    strongest = std::max(strongest, std::min(strength, kMaxGravity));
  }
  return strongest;
}

solve::SimulationSettings simulationSettings(const Scene& scene, const WorldSettings& settings,
                                             const NodeTree& nodes) {
  solve::SimulationSettings out;
  out.time_step = static_cast<float>(settings.time_step);
  out.substeps = settings.substeps;
  out.threads = settings.threads;
  out.scheduler = settings.scheduler;
  out.stage_hook = settings.stage_hook;
  out.lanes = settings.lanes;
  out.gravity = Vec3(uniformGravity(scene, settings));
  if (out.gravity == Vec3{}) out.gravity_scale = static_cast<float>(strongestVolume(scene, nodes));
  out.sleeping = settings.sleeping;
  out.continuous = settings.continuous;
  out.static_slip_speed = static_cast<float>(settings.static_slip_speed);
  out.restitution_threshold = static_cast<float>(settings.restitution_threshold);
  return out;
}

CompiledScene Compiler::compile() {
  auto rules = std::make_unique<PairRules>(scene_, settings_.filter_rule);
  result_.rules = rules.get();
  result_.simulation =
      std::make_unique<solve::Simulation>(simulationSettings(scene_, settings_, nodes_), std::move(rules));
  compileColliders();
  const auto fixed =
      std::count_if(pending_.begin(), pending_.end(), [](const Pending& p) { return p.motion < 0; });
  result_.simulation->reserve(scene_.motions.size() + static_cast<std::size_t>(fixed), pending_.size());
  compileBodies();
  result_.simulation->beginBuilding();
  addColliders();
  result_.simulation->endBuilding();
  reportEmptyBodies();
  compileJoints(scene_, nodes_, result_, diagnostics_);
  compileVehicles(scene_, nodes_, result_, diagnostics_);
  compileThrusters(scene_, nodes_, result_, diagnostics_);
  compileGravity(scene_, nodes_, shapes_, result_, diagnostics_);
  return std::move(result_);
}

}  // namespace

float inverseOf(double value) {
  if (!(value > 0) || std::isinf(value)) return 0;
  return static_cast<float>(std::clamp(1 / value, 1e-30, 1e30));
}

void computeInertia(CompiledBody& body) {
  BodyProperties& p = body.properties;
  p.inertia_computed = !body.has_moments;
  if (body.has_moments && body.has_axes) return;
  const collide::MassProperties& geometry = body.geometry;
  // The axes do not depend on the mass: computed with one mass they are the same bits.
  const double mass = std::isfinite(body.first_mass) ? body.first_mass : 1;
  const double moment = 0.4 * mass * kDefaultRadius * kDefaultRadius;
  collide::PrincipalInertia principal{{moment, moment, moment}, {}};
  if (geometry.volume > 0)
    principal = collide::principalInertia(times(geometry.inertia, mass / geometry.volume) +
                                          times(pointInertia(p.center_of_mass - geometry.center), mass));
  if (!body.has_axes) p.inertia_orientation = std::isinf(body.first_mass) ? DQuat{} : principal.axes;
  if (body.has_moments) return;
  p.inertia_diagonal = {kInfinity, kInfinity, kInfinity};
  if (std::isfinite(p.mass)) p.inertia_diagonal = principal.moments * (p.mass / mass);
}

CompiledScene compileScene(const Scene& scene, const WorldSettings& settings, NodeTree& nodes,
                           ShapeCompiler& shapes, Diagnostics& diagnostics) {
  return Compiler(scene, settings, nodes, shapes, diagnostics).compile();
}

}  // namespace carom::world
