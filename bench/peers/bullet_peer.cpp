#include "bullet_peer.hpp"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "cli/interruption.hpp"

namespace carom::bench {
namespace {

btVector3 toBullet(const DVec3& v) {
  return {btScalar(v.x), btScalar(v.y), btScalar(v.z)};
}
btQuaternion toBullet(const DQuat& q) {
  return {btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)};
}

/// A Bullet world of a scene whose bodies are single nodes without parents, as those of the benchmark are.
class BulletWorld {
 public:
  BulletWorld(const Scene& scene, bool sleeping)
      : dispatcher_(&configuration_), world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
    world_.setGravity({0, btScalar(-9.81), 0});
    const World carom(scene);  // For masses and centres of mass.
    for (const Collider& collider : scene.colliders) add(scene, collider, carom, sleeping);
  }
  ~BulletWorld() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void step() { world_.stepSimulation(btScalar(1.0 / 60), 0); }

  /// Of the movable bodies.
  std::vector<DVec3> centers() const {
    std::vector<DVec3> result;
    for (const auto& body : bodies_) {
      const btVector3 p = body->getCenterOfMassPosition();
      if (!body->isStaticObject()) result.push_back({p.x(), p.y(), p.z()});
    }
    return result;
  }
  std::size_t awakeCount() const {
    return static_cast<std::size_t>(std::count_if(bodies_.begin(), bodies_.end(), [](const auto& body) {
      return !body->isStaticObject() && body->isActive();
    }));
  }
  struct Penetration {
    double greatest = 0, sum = 0;
    std::size_t points = 0;
  };
  /// Over the contact points of awake pairs.
  Penetration penetration() {
    Penetration result;
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(i);
      if (!manifold->getBody0()->isActive() && !manifold->getBody1()->isActive()) continue;
      for (int j = 0; j < manifold->getNumContacts(); ++j) {
        const double depth = std::max(0.0, -static_cast<double>(manifold->getContactPoint(j).getDistance()));
        result.greatest = std::max(result.greatest, depth);
        result.sum += depth;
        ++result.points;
      }
    }
    return result;
  }

 private:
  void add(const Scene& scene, const Collider& collider, const World& carom, bool sleeping) {
    const SceneNode& node = scene.nodes[static_cast<std::size_t>(collider.node)];
    btScalar mass = 0;
    DVec3 center;
    if (collider.motion >= 0) {
      const BodyProperties properties = carom.properties(carom.bodyOfNode(collider.node));
      mass = static_cast<btScalar>(properties.mass);
      center = properties.center_of_mass;
    }
    btCollisionShape* shape =
        makeShape(scene, scene.shapes[static_cast<std::size_t>(collider.shape)], center);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_startWorldTransform =
        btTransform(toBullet(node.rotation), toBullet(node.translation + rotate(node.rotation, center)));
    info.m_friction = std::sqrt(btScalar(0.6));  // Bullet multiplies the two.
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    if (!sleeping) bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
  }

  /// The shape with `center` as its origin.
  btCollisionShape* makeShape(const Scene& scene, const Shape& shape, const DVec3& center) {
    std::unique_ptr<btCollisionShape> made;
    switch (shape.kind) {
      case ShapeKind::Sphere:
        made = std::make_unique<btSphereShape>(btScalar(shape.radius));
        break;
      case ShapeKind::Box:
        made = std::make_unique<btBoxShape>(toBullet(shape.size * 0.5));
        break;
      case ShapeKind::Capsule:
        made = std::make_unique<btCapsuleShape>(btScalar(shape.radius_top), btScalar(shape.height));
        break;
      case ShapeKind::Cylinder:
        made = std::make_unique<btCylinderShape>(
            toBullet({shape.radius_top, shape.height / 2, shape.radius_top}));
        break;
      case ShapeKind::Plane:
        made = std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
        break;
      case ShapeKind::ConvexHull: {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& p : scene.geometries[static_cast<std::size_t>(shape.geometry)].positions)
          hull->addPoint(toBullet(DVec3(p) - center), false);
        hull->recalcLocalAabb();
        made = std::move(hull);
        break;
      }
      case ShapeKind::TriangleMesh: {
        const SceneGeometry& g = scene.geometries[static_cast<std::size_t>(shape.geometry)];
        auto triangles = std::make_unique<btTriangleMesh>();
        for (std::size_t i = 0; i + 2 < g.indices.size(); i += 3)
          triangles->addTriangle(toBullet(DVec3(g.positions[g.indices[i]])),
                                 toBullet(DVec3(g.positions[g.indices[i + 1]])),
                                 toBullet(DVec3(g.positions[g.indices[i + 2]])));
        made = std::make_unique<btBvhTriangleMeshShape>(triangles.get(), true);
        meshes_.push_back(std::move(triangles));
        break;
      }
    }
    shapes_.push_back(std::move(made));
    return shapes_.back().get();
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btStridingMeshInterface>> meshes_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace

cli::BenchResult runBullet(const std::string& name, const Scene& scene, bool sleeping, std::size_t steps,
                           bool measure_drift) {
  using Clock = std::chrono::steady_clock;
  BulletWorld world(scene, sleeping);
  const std::vector<DVec3> start = world.centers();
  cli::BenchResult result;
  result.scene = name;
  result.sleeping = sleeping;
  result.bodies = start.size();
  std::vector<double> milliseconds;
  double penetration_sum = 0;
  std::size_t steps_with_contacts = 0;
  for (std::size_t i = 0; i < steps && cli::interruption() == 0; ++i) {
    const Clock::time_point before = Clock::now();
    world.step();
    milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    const BulletWorld::Penetration penetration = world.penetration();
    result.max_penetration = std::max(result.max_penetration, penetration.greatest);
    if (penetration.points > 0) {
      penetration_sum += penetration.sum / static_cast<double>(penetration.points);
      ++steps_with_contacts;
    }
  }
  result.steps = milliseconds.size();
  result.step_ms = summarizeStepTimes(std::move(milliseconds));
  if (steps_with_contacts > 0)
    result.mean_penetration = penetration_sum / static_cast<double>(steps_with_contacts);
  if (measure_drift) {
    const std::vector<DVec3> end = world.centers();
    result.drift = 0;
    for (std::size_t i = 0; i < end.size(); ++i) {
      const DVec3 moved = end[i] - start[i];
      result.drift = std::max(result.drift, std::sqrt(moved.x * moved.x + moved.z * moved.z));
    }
  }
  result.awake_at_end = world.awakeCount();
  return result;
}

}  // namespace carom::bench
