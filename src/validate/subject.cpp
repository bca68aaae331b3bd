#include "validate/subject.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace carom::validate {

namespace {

constexpr double kDensity = 1000;  // kg/m³, of bodies without a mass.

// Both name the same kinds in the same order.
static_assert(static_cast<int>(ShapeKind::TriangleMesh) == static_cast<int>(collide::ShapeSpec::Kind::Mesh) &&
              static_cast<int>(ShapeKind::Plane) == static_cast<int>(collide::ShapeSpec::Kind::Plane));

collide::ShapeSpec specOf(const Shape& shape, const Scene& scene) {
  collide::ShapeSpec spec;
  spec.kind = static_cast<collide::ShapeSpec::Kind>(shape.kind);
  spec.radius = shape.radius;
  spec.half_extents = shape.size * 0.5;
  spec.half_height = shape.height * 0.5;
  spec.radius_top = shape.radius_top;
  spec.radius_bottom = shape.radius_bottom;
  spec.size_x = shape.size_x;
  spec.size_z = shape.size_z;
  spec.double_sided = shape.double_sided;
  if (shape.geometry >= 0) {
    const SceneGeometry& geometry = scene.geometries[shape.geometry];
    spec.vertices = geometry.positions;
    spec.indices = geometry.indices;
  }
  return spec;
}

}  // namespace

std::string text(double number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g", number == 0 ? 0.0 : number);
  return buffer;
}

Subject::Subject(const gltf::Asset& read_asset, const Scene& read_scene)
    : asset(read_asset),
      scene(read_scene),
      poses(read_scene.globalPoses()),
      animated(read_scene.nodes.size()) {
  for (const NodeAnimation& animation : scene.animations) {
    if (animation.property != NodeProperty::Scale) animated[animation.node] = true;
  }
  placeColliders();
  gatherBodies();
  findHeld();
}

std::string Subject::nodeText(std::int32_t node) const {
  std::string result = "node " + std::to_string(node);
  if (node < 0 || static_cast<std::size_t>(node) >= scene.nodes.size()) return result;
  const std::string& name = scene.nodes[node].name;
  if (!name.empty()) result += " (\"" + name.substr(0, 60) + "\")";
  return result;
}

bool Subject::isDynamic(std::int32_t motion) const {
  return motion >= 0 && scene.motions[motion].type == MotionType::Dynamic;
}

bool Subject::isMovable(std::int32_t motion) const {
  if (!isDynamic(motion)) return false;
  const Motion& m = scene.motions[motion];
  return !animated[m.node] && !(m.mass && std::isinf(*m.mass));
}

const Solid& Subject::solidOf(std::int32_t shape, const DVec3& scale) {
  const Vec3 rounded(scale);
  const auto key = std::tuple(shape, rounded.x, rounded.y, rounded.z);
  if (const auto found = solids_.find(key); found != solids_.end()) return found->second;
  Solid solid;
  solid.made = collide::makeScaledShape(specOf(scene.shapes[shape], scene), rounded);
  if (!solid.made.disabled) solid.mass = collide::massProperties(solid.made.shape);
  return solids_.emplace(key, std::move(solid)).first->second;
}

void Subject::placeColliders() {
  colliders.resize(scene.colliders.size());
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    const Collider& collider = scene.colliders[i];
    if (collider.shape < 0) continue;
    const Scene::GlobalPose& pose = poses[collider.node];
    const Solid& solid = solidOf(collider.shape, pose.scale);
    if (solid.made.disabled) continue;
    PlacedCollider& placed = colliders[i];
    placed.solid = &solid;
    const Transform node{Vec3(pose.transform.translation), Quat(pose.transform.rotation)};
    placed.place = node * solid.made.local_offset;
    placed.bounds = collide::bounds(solid.made.shape, placed.place);
  }
}

void Subject::findHeld() {
  held.resize(scene.motions.size());
  const auto mark = [this](std::int32_t motion) {
    if (motion >= 0) held[motion] = true;
  };
  for (const Joint& joint : scene.joints) {
    mark(scene.motionOf(joint.body_node >= 0 ? joint.body_node : joint.node));
    mark(scene.motionOf(joint.connected_body_node >= 0 ? joint.connected_body_node : joint.connected_node));
  }
  for (const Wheel& wheel : scene.wheels) mark(wheel.motion);
  for (const Thruster& thruster : scene.thrusters) mark(thruster.motion);
}

void Subject::gatherBodies() {
  bodies.resize(scene.motions.size());
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    const std::int32_t motion = scene.colliders[i].motion;
    if (motion < 0) continue;
    Body& body = bodies[motion];
    body.colliders.push_back(static_cast<std::int32_t>(i));
    if (!colliders[i].solid) continue;
    body.volume += std::abs(colliders[i].solid->mass.volume);
    body.bounds.include(colliders[i].bounds.lower);
    body.bounds.include(colliders[i].bounds.upper);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    const Motion& motion = scene.motions[i];
    if (motion.mass) {
      body.mass = *motion.mass;
    } else if (body.volume > 0) {
      body.mass = body.volume * kDensity;
    }
    const DTransform& pose = poses[motion.node].transform;
    const DVec3 center = pose.translation + rotate(pose.rotation, motion.center_of_mass.value_or(DVec3{}));
    for (const std::int32_t collider : body.colliders) {
      const PlacedCollider& placed = colliders[collider];
      if (!placed.solid) continue;
      const DVec3 from = center - DVec3(placed.place.translation);
      const Vec3 local(rotate(conjugate(DQuat(placed.place.rotation)), from));
      body.reach =
          std::max(body.reach, static_cast<double>(collide::outerRadius(placed.solid->made.shape, local)));
    }
  }
}

}  // namespace carom::validate
