// Scenes written in a few lines for tests: nodes with colliders, triggers, motions and animations.
//
//   SceneBuilder b;
//   b.node().at(0, -0.5, 0).collider(box(20, 1, 20));
//   const int ball = b.node("ball").at(0, 1, 0).dynamic(1).collider(sphere(0.5));
//   Simulation sim(b);
//   sim.run(2);
//   sim.state(ball).transform.translation.y;
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "build_kind.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom::test {

inline constexpr double kGravity = 9.81;  ///< m/s², the default of WorldSettings.
inline constexpr double kPi = 3.14159265358979323846;
inline double radians(double degrees) {
  return degrees * (kPi / 180);
}

/// Rotation by an angle about an axis of any length.
inline DQuat axisAngle(const DVec3& axis, double degrees) {
  const DVec3 unit = normalized(axis);
  const double s = std::sin(radians(degrees) / 2);
  return {unit.x * s, unit.y * s, unit.z * s, std::cos(radians(degrees) / 2)};
}
/// Angle between two orientations, degrees.
inline double angleBetween(const DQuat& a, const DQuat& b) {
  const DQuat d = conjugate(normalized(a)) * normalized(b);
  return 2 * std::atan2(length(d.vector()), std::abs(d.w)) * (180 / kPi);
}

// Shapes.
inline Shape sphere(double radius) {
  Shape s;
  s.kind = ShapeKind::Sphere, s.radius = radius;
  return s;
}
/// Full lengths.
inline Shape box(double x, double y, double z) {
  Shape s;
  s.kind = ShapeKind::Box, s.size = {x, y, z};
  return s;
}
inline Shape roundShape(ShapeKind kind, double height, double radius_bottom, double radius_top) {
  Shape s;
  s.kind = kind, s.height = height, s.radius_bottom = radius_bottom, s.radius_top = radius_top;
  return s;
}
inline Shape capsule(double height, double radius) {
  return roundShape(ShapeKind::Capsule, height, radius, radius);
}
inline Shape capsule(double height, double radius_bottom, double radius_top) {
  return roundShape(ShapeKind::Capsule, height, radius_bottom, radius_top);
}
inline Shape cylinder(double height, double radius) {
  return roundShape(ShapeKind::Cylinder, height, radius, radius);
}
inline Shape cylinder(double height, double radius_bottom, double radius_top) {
  return roundShape(ShapeKind::Cylinder, height, radius_bottom, radius_top);
}
inline Shape plane(double size_x = kInfinity, double size_z = kInfinity, bool double_sided = false) {
  Shape s;
  s.kind = ShapeKind::Plane, s.size_x = size_x, s.size_z = size_z, s.double_sided = double_sided;
  return s;
}

// Materials.
inline Material surface(double static_friction, double dynamic_friction, double restitution = 0) {
  Material m;
  m.static_friction = static_friction, m.dynamic_friction = dynamic_friction, m.restitution = restitution;
  return m;
}
inline Material frictionless(double restitution = 0) {
  return surface(0, 0, restitution);
}

// Filters.
using Names = std::vector<std::string>;
inline CollisionFilter member(Names systems) {
  CollisionFilter f;
  f.collision_systems = std::move(systems);
  return f;
}
inline CollisionFilter accepts(Names systems, Names collide_with) {
  CollisionFilter f = member(std::move(systems));
  f.collide_with_systems = std::move(collide_with);
  return f;
}
inline CollisionFilter rejects(Names systems, Names not_collide_with) {
  CollisionFilter f = member(std::move(systems));
  f.not_collide_with_systems = std::move(not_collide_with);
  return f;
}

class SceneBuilder;

/// A node under construction; converts to its index. What it refers to is the builder, so it stays valid.
class NodeBuilder {
 public:
  NodeBuilder(SceneBuilder& builder, int node) : builder_(builder), node_(node) {}
  operator int() const { return node_; }

  NodeBuilder& at(const DVec3& translation);
  NodeBuilder& at(double x, double y, double z) { return at(DVec3{x, y, z}); }
  NodeBuilder& rotated(const DQuat& rotation);
  NodeBuilder& rotated(const DVec3& axis, double degrees) { return rotated(axisAngle(axis, degrees)); }
  NodeBuilder& scaled(const DVec3& scale);

  NodeBuilder& collider(const Shape& shape);
  NodeBuilder& collider(const Shape& shape, const Material& material);
  NodeBuilder& trigger(const Shape& shape);
  NodeBuilder& compoundTrigger(const std::vector<int>& trigger_nodes);
  /// Of the collider or trigger added last.
  NodeBuilder& filter(const CollisionFilter& filter);

  NodeBuilder& dynamic();             ///< Mass from the colliders.
  NodeBuilder& dynamic(double mass);  ///< Inertia from the colliders.
  NodeBuilder& kinematic();
  NodeBuilder& inertia(const DVec3& diagonal, const DQuat& orientation = {});
  NodeBuilder& centerOfMass(const DVec3& center);
  NodeBuilder& velocity(const DVec3& linear);  ///< Node space.
  NodeBuilder& spin(const DVec3& angular);     ///< Node space.
  NodeBuilder& gravityFactor(double factor);

  /// Keys in double for brevity; 3 or 4 values a key (three times that for CubicSpline).
  NodeBuilder& animate(NodeProperty property, KeyInterpolation interpolation,
                       const std::vector<double>& times, const std::vector<double>& values);

 private:
  Motion& motion();
  SceneBuilder& builder_;
  int node_;
  bool last_was_trigger_ = false;
};

/// Vertices and triangles for hulls and meshes.
struct MeshData {
  std::vector<DVec3> positions;
  std::vector<std::uint32_t> indices;
};

class SceneBuilder {
 public:
  NodeBuilder node(std::string name = {}, int parent = -1) {
    SceneNode n;
    n.name = std::move(name);
    n.parent = parent;
    const int index = static_cast<int>(scene_.nodes.size());
    scene_.nodes.push_back(std::move(n));
    if (parent >= 0) scene_.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
    return NodeBuilder(*this, index);
  }
  NodeBuilder child(int parent, std::string name = {}) { return node(std::move(name), parent); }

  Shape mesh(const MeshData& data) { return geometry(ShapeKind::TriangleMesh, data); }
  Shape hull(const std::vector<DVec3>& points) { return geometry(ShapeKind::ConvexHull, {points, {}}); }
  /// A static slab whose top face is y = 0.
  NodeBuilder floor(const Material& material = {}, double size = 200) {
    return node("floor").at(0, -1, 0).collider(box(size, 2, size), material);
  }

  int addShape(const Shape& shape) {
    scene_.shapes.push_back(shape);
    return static_cast<int>(scene_.shapes.size()) - 1;
  }
  /// The scene with the indices that follow from the tree filled in.
  Scene build() const {
    Scene scene = scene_;
    for (Collider& c : scene.colliders) c.motion = motionAbove(c.node);
    for (Trigger& t : scene.triggers) t.motion = motionAbove(t.node);
    return scene;
  }
  Scene& scene() { return scene_; }

 private:
  Shape geometry(ShapeKind kind, const MeshData& data) {
    SceneGeometry g;
    for (const DVec3& p : data.positions) g.positions.push_back(Vec3(p));
    g.indices = data.indices;
    scene_.geometries.push_back(std::move(g));
    Shape s;
    s.kind = kind;
    s.geometry = static_cast<int>(scene_.geometries.size()) - 1;
    return s;
  }
  int motionAbove(int node) const {
    for (int n = node; n >= 0; n = scene_.nodes[static_cast<std::size_t>(n)].parent)
      for (std::size_t i = 0; i < scene_.motions.size(); ++i)
        if (scene_.motions[i].node == n) return static_cast<int>(i);
    return -1;
  }
  Scene scene_;
};

inline NodeBuilder& NodeBuilder::at(const DVec3& translation) {
  builder_.scene().nodes[static_cast<std::size_t>(node_)].translation = translation;
  return *this;
}
inline NodeBuilder& NodeBuilder::rotated(const DQuat& rotation) {
  builder_.scene().nodes[static_cast<std::size_t>(node_)].rotation = rotation;
  return *this;
}
inline NodeBuilder& NodeBuilder::scaled(const DVec3& scale) {
  builder_.scene().nodes[static_cast<std::size_t>(node_)].scale = scale;
  return *this;
}
inline NodeBuilder& NodeBuilder::collider(const Shape& shape) {
  Collider c;
  c.node = node_, c.shape = builder_.addShape(shape);
  builder_.scene().colliders.push_back(c);
  last_was_trigger_ = false;
  return *this;
}
inline NodeBuilder& NodeBuilder::collider(const Shape& shape, const Material& material) {
  collider(shape);
  builder_.scene().materials.push_back(material);
  builder_.scene().colliders.back().material = static_cast<int>(builder_.scene().materials.size()) - 1;
  return *this;
}
inline NodeBuilder& NodeBuilder::trigger(const Shape& shape) {
  Trigger t;
  t.node = node_, t.shape = builder_.addShape(shape);
  builder_.scene().triggers.push_back(t);
  last_was_trigger_ = true;
  return *this;
}
inline NodeBuilder& NodeBuilder::compoundTrigger(const std::vector<int>& trigger_nodes) {
  Trigger t;
  t.node = node_;
  std::vector<Trigger>& triggers = builder_.scene().triggers;
  for (const int n : trigger_nodes)
    for (std::size_t i = 0; i < triggers.size(); ++i)
      if (triggers[i].node == n) t.children.push_back(static_cast<int>(i));
  triggers.push_back(t);
  last_was_trigger_ = true;
  return *this;
}
inline NodeBuilder& NodeBuilder::filter(const CollisionFilter& filter) {
  Scene& s = builder_.scene();
  s.filters.push_back(filter);
  const int index = static_cast<int>(s.filters.size()) - 1;
  (last_was_trigger_ ? s.triggers.back().filter : s.colliders.back().filter) = index;
  return *this;
}
inline Motion& NodeBuilder::motion() {
  for (Motion& m : builder_.scene().motions)
    if (m.node == node_) return m;
  Motion m;
  m.node = node_;
  builder_.scene().motions.push_back(m);
  return builder_.scene().motions.back();
}
inline NodeBuilder& NodeBuilder::dynamic() {
  return motion().type = MotionType::Dynamic, *this;
}
inline NodeBuilder& NodeBuilder::dynamic(double mass) {
  return motion().mass = mass, *this;
}
inline NodeBuilder& NodeBuilder::kinematic() {
  return motion().type = MotionType::Kinematic, *this;
}
inline NodeBuilder& NodeBuilder::inertia(const DVec3& diagonal, const DQuat& orientation) {
  motion().inertia_diagonal = diagonal;
  motion().inertia_orientation = orientation;
  return *this;
}
inline NodeBuilder& NodeBuilder::centerOfMass(const DVec3& c) {
  return motion().center_of_mass = c, *this;
}
inline NodeBuilder& NodeBuilder::velocity(const DVec3& v) {
  return motion().linear_velocity = v, *this;
}
inline NodeBuilder& NodeBuilder::spin(const DVec3& w) {
  return motion().angular_velocity = w, *this;
}
inline NodeBuilder& NodeBuilder::gravityFactor(double f) {
  return motion().gravity_factor = f, *this;
}
inline NodeBuilder& NodeBuilder::animate(NodeProperty property, KeyInterpolation interpolation,
                                         const std::vector<double>& times,
                                         const std::vector<double>& values) {
  NodeAnimation a;
  a.node = node_, a.property = property, a.interpolation = interpolation;
  a.times.assign(times.begin(), times.end());
  a.values.assign(values.begin(), values.end());
  builder_.scene().animations.push_back(std::move(a));
  return *this;
}

/// A world with its scene's nodes at hand.
class Simulation {
 public:
  explicit Simulation(const SceneBuilder& builder, const WorldSettings& settings = {})
      : world(builder.build(), settings) {}

  /// Steps for so long (rounded to whole steps), calling `each` after every step; stops when an ASSERT in it
  /// fails.
  void run(double seconds, const std::function<void()>& each = {}) {
    const long steps = std::lround(seconds / world.settings().time_step);
    for (long i = 0; i < steps; ++i) {
      world.step();
      if (each) each();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  BodyHandle body(int node) const { return world.bodyOfNode(node); }
  BodyState state(int node) const { return world.state(body(node)); }
  BodyProperties properties(int node) const { return world.properties(body(node)); }
  DVec3 position(int node) const { return state(node).transform.translation; }
  DVec3 velocity(int node) const { return state(node).linear_velocity; }
  DVec3 spin(int node) const { return state(node).angular_velocity; }

  /// R·diag·Rᵀ·ω with R from principal axes to the global frame.
  DVec3 spinMomentum(int node) const {
    const BodyProperties p = properties(node);
    const BodyState s = state(node);
    const DQuat axes = s.transform.rotation * p.inertia_orientation;
    return rotate(axes, scaled(p.inertia_diagonal, inverseRotate(axes, s.angular_velocity)));
  }
  /// About the global origin.
  DVec3 angularMomentum(int node) const {
    const BodyState s = state(node);
    return spinMomentum(node) + properties(node).mass * cross(s.center, s.linear_velocity);
  }
  DVec3 momentum(int node) const { return properties(node).mass * velocity(node); }
  double kineticEnergy(int node) const {
    return 0.5 * properties(node).mass * lengthSquared(velocity(node)) +
           0.5 * dot(spin(node), spinMomentum(node));
  }
  /// Kinetic and potential, of bodies with finite mass.
  double totalEnergy() const {
    double sum = 0;
    for (const BodyHandle b : world.bodies()) {
      const BodyProperties p = world.properties(b);
      if (p.type != MotionType::Dynamic || !std::isfinite(p.mass)) continue;
      sum += kineticEnergy(p.node) - p.mass * dot(world.gravity(), world.state(b).center);
    }
    return sum;
  }
  bool allFinite() const {
    for (const BodyHandle b : world.bodies()) {
      const BodyState s = world.state(b);
      const DQuat q = s.transform.rotation;
      const DVec3 sum = s.transform.translation + s.center + s.linear_velocity + s.angular_velocity;
      if (!std::isfinite(sum.x + sum.y + sum.z + q.x + q.y + q.z + q.w)) return false;
      if (std::abs(dot(q, q) - 1) > 1e-3) return false;
    }
    return true;
  }
  int count(EventType type) const {
    int n = 0;
    for (const Event& e : world.events()) n += e.type == type ? 1 : 0;
    return n;
  }

  World world;
};

/// Settings without gravity.
inline WorldSettings weightless() {
  WorldSettings s;
  s.gravity = {0, 0, 0};
  return s;
}
/// Settings in which nothing falls asleep.
inline WorldSettings sleepless() {
  WorldSettings s;
  s.sleeping = false;
  return s;
}

/// Reproducible numbers for scenes (xorshift64*).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2685821657736338717ull + 1442695040888963407ull) {}
  /// Uniform in [lower, upper).
  double operator()(double lower, double upper) {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    const double unit = static_cast<double>((state_ * 2685821657736338717ull) >> 11) / 9007199254740992.0;
    return lower + (upper - lower) * unit;
  }
  DVec3 vector(double lower, double upper) {
    const double x = (*this)(lower, upper), y = (*this)(lower, upper), z = (*this)(lower, upper);
    return {x, y, z};
  }
  DVec3 direction() {
    for (;;) {
      const DVec3 v = vector(-1, 1);
      const double l = length(v);
      if (l > 0.1 && l <= 1) return v * (1 / l);
    }
  }
  DQuat rotation() { return axisAngle(direction(), (*this)(0, 360)); }

 private:
  std::uint64_t state_;
};

}  // namespace carom::test
