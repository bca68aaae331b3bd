#include "bullet_peer.hpp"

#include <BulletDynamics/Vehicle/btRaycastVehicle.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "carom/world/world.hpp"
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
    for (const Joint& joint : scene.joints) addPin(scene, joint);
    for (std::size_t i = 0; i < scene.vehicles.size(); ++i) addVehicle(scene, static_cast<std::int32_t>(i));
  }
  ~BulletWorld() {
    for (const auto& vehicle : vehicles_) world_.removeVehicle(vehicle.get());
    for (const auto& pin : pins_) world_.removeConstraint(pin.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  void step() { world_.stepSimulation(btScalar(1.0 / 60), 0); }

  /// Of the nodes of the movable bodies.
  std::vector<DTransform> poses() const {
    std::vector<DTransform> result;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i]->isStaticObject()) continue;
      const btTransform& t = bodies_[i]->getWorldTransform();
      const btVector3& p = t.getOrigin();
      const btQuaternion q = t.getRotation();
      const DQuat rotation = normalized(DQuat{q.x(), q.y(), q.z(), q.w()});
      result.push_back({DVec3{p.x(), p.y(), p.z()} - rotate(rotation, centers_[i]), rotation});
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
    centers_.push_back(center);
    if (!sleeping) bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    body_of_node_[collider.node] = bodies_.back().get();
    // The only filter of the benchmark: those who have it do not see each other.
    if (collider.filter < 0) {
      world_.addRigidBody(bodies_.back().get());
    } else {
      world_.addRigidBody(bodies_.back().get(), btBroadphaseProxy::CharacterFilter,
                          btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::CharacterFilter);
    }
  }

  /// The frames of the benchmark's joints are children of the bodies' nodes.
  void addPin(const Scene& scene, const Joint& joint) {
    const SceneNode& a = scene.nodes[static_cast<std::size_t>(joint.node)];
    const SceneNode& b = scene.nodes[static_cast<std::size_t>(joint.connected_node)];
    pins_.push_back(
        std::make_unique<btPoint2PointConstraint>(*body_of_node_.at(a.parent), *body_of_node_.at(b.parent),
                                                  toBullet(a.translation), toBullet(b.translation)));
    world_.addConstraint(pins_.back().get(), true);
  }

  /// Bullet gives a spring's stiffness and damping per mass of the chassis, and its wheels cast rays.
  void addVehicle(const Scene& scene, std::int32_t index) {
    const Vehicle& vehicle = scene.vehicles[static_cast<std::size_t>(index)];
    btRigidBody* chassis = body_of_node_.at(vehicle.node);
    casters_.push_back(std::make_unique<btDefaultVehicleRaycaster>(&world_));
    auto made = std::make_unique<btRaycastVehicle>(btRaycastVehicle::btVehicleTuning(), chassis,
                                                   casters_.back().get());
    made->setCoordinateSystem(0, 1, 2);
    for (const Wheel& wheel : scene.wheels) {
      if (wheel.vehicle != index) continue;
      const WheelDescription& d = scene.wheel_descriptions[static_cast<std::size_t>(wheel.description)];
      const DVec3 hub = scene.nodes[static_cast<std::size_t>(wheel.node)].translation;
      const DVec3 top = hub + DVec3{0, d.suspension_travel, 0};
      btRaycastVehicle::btVehicleTuning tuning;
      const btScalar mass = 1 / chassis->getInvMass();
      tuning.m_suspensionStiffness = btScalar(d.suspension_stiffness) / mass;
      tuning.m_suspensionCompression = btScalar(d.suspension_damping_compression) / mass;
      tuning.m_suspensionDamping = btScalar(d.suspension_damping_rebound) / mass;
      tuning.m_maxSuspensionTravelCm = btScalar(100 * d.suspension_travel);
      tuning.m_maxSuspensionForce = btScalar(1e6);
      tuning.m_frictionSlip = btScalar(0.6);
      made->addWheel(toBullet(top), {0, -1, 0}, {1, 0, 0}, btScalar(d.suspension_travel), btScalar(d.radius),
                     tuning, d.max_steering_angle > 0);
      const int i = made->getNumWheels() - 1;
      made->setSteeringValue(btScalar(vehicle.angular_activation.y * d.max_steering_angle), i);
      made->applyEngineForce(btScalar(d.max_propulsion_force), i);
    }
    world_.addVehicle(made.get());
    vehicles_.push_back(std::move(made));
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
  std::map<std::int32_t, btRigidBody*> body_of_node_;
  std::vector<std::unique_ptr<btPoint2PointConstraint>> pins_;
  std::vector<std::unique_ptr<btDefaultVehicleRaycaster>> casters_;
  std::vector<std::unique_ptr<btRaycastVehicle>> vehicles_;
  std::vector<DVec3> centers_;  // Of mass, in the frame of the node.
};

}  // namespace

PeerRun runBullet(const Scene& scene, const PeerOptions& options) {
  BulletWorld world(scene, options.sleeping);
  PeerRun run;
  for (std::size_t step = 1; step <= options.steps && cli::interruption() == 0; ++step) {
    const double before = processorMilliseconds();
    world.step();
    run.step_ms.push_back(processorMilliseconds() - before);
    if (step % options.interval == 0) run.poses.push_back(world.poses());
  }
  return run;
}

}  // namespace carom::bench
