// Simulation of rigid bodies, independent of files. step.cpp has the stages of a step in order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solve/simulation_settings.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step.hpp"
#include "solve/step_context.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

/// Where a collider or wheel is in its body.
struct PartPlace {
  std::int32_t index = -1;
  Transform local;
};

class Simulation {
 public:
  Simulation(const SimulationSettings& settings, std::unique_ptr<PairPolicy> policy);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Reserves memory for this many bodies and colliders.
  void reserve(std::size_t bodies, std::size_t colliders);
  std::int32_t addBody(const BodyDefinition& definition);
  std::int32_t addCollider(const ColliderDefinition& definition);
  std::int32_t addJoint(const JointDefinition& definition);
  JointOpening jointOpening(std::int32_t joint) const;
  std::int32_t addWheel(const WheelDefinition& definition);
  /// Between beginBuilding() and endBuilding() colliders are only collected; endBuilding() builds the trees
  /// of all of them at once. No other call may come in between.
  void beginBuilding() { state_.colliders.building = true; }
  void endBuilding();

  void step() { step_.run(state_, context_); }
  /// Runs function(range) on the simulation's threads; not during a step.
  template <class Function>
  void parallelFor(std::int32_t count, std::int32_t grain, Function&& function) {
    pool_.parallelFor(count, grain, function);
  }

  const IndexedVector<Body>& bodies() const { return state_.bodies.all; }
  const Body& body(std::int32_t index) const { return state_.bodies[index]; }
  const IndexedVector<Collider>& colliders() const { return state_.colliders.all; }
  const Collider& collider(std::int32_t index) const { return state_.colliders[index]; }
  bool isAwake(std::int32_t body) const { return state_.bodies.isAwake(body); }
  const std::vector<PairEvent>& events() const { return state_.events.pairs; }
  /// Pairs of colliders whose boxes overlap; entries that are not `alive` are unused.
  const IndexedVector<Contact>& contacts() const { return state_.contacts.all; }
  auto contactsOf(std::int32_t body) const { return state_.contacts.of(state_.bodies[body]); }
  const std::vector<Joint>& joints() const { return state_.joints.joints(); }
  /// Of the last step, ascending joint and limit.
  const std::vector<JointLimitEvent>& jointEvents() const { return state_.joint_events; }
  const std::vector<Wheel>& wheels() const { return state_.wheels; }
  /// Bodies that were awake in the last step, in no particular order.
  const std::vector<std::int32_t>& steppedBodies() const { return state_.bodies.stepped; }
  const SimulationStatistics& statistics() const { return state_.statistics; }
  const SimulationSettings& settings() const { return settings_; }
  std::uint64_t stateHash() const;

  void setVelocity(std::int32_t body, const Vec3& linear, const Vec3& angular);
  void setPose(std::int32_t body, const DVec3& center, const Quat& rotation);
  void addForce(std::int32_t body, const Vec3& force, const Vec3& torque);
  /// Adds a force and torque for the next step without waking the body; ignored if it sleeps.
  void nudge(std::int32_t body, const Vec3& force, const Vec3& torque);
  /// Moves a kinematic body in the next step so that it ends at this pose.
  void setTarget(std::int32_t body, const DVec3& center, const Quat& rotation);
  void setColliderTransform(std::int32_t collider, const Transform& local);
  /// Moves a joint's frame within its body in the next step so that it ends there.
  void setJointFrame(std::int32_t joint, int side, const DTransform& frame);
  /// Before the first step: places wheels on the ground below them.
  void placeWheels();
  /// Replaces the size and the suspension of a wheel from the next step on; its body and frame stay.
  void setWheel(std::int32_t wheel, const WheelDefinition& definition);
  void setWheelControl(std::int32_t wheel, const WheelControl& control);
  void wake(std::int32_t body);
  // Parameters from the next step on (parameters.cpp). Each call wakes the bodies that it affects.
  /// Gravity sources, to be changed from the next step on.
  GravityField& gravity() { return state_.gravity; }
  void setGravity(const Vec3& gravity);  ///< m/s²
  void setGravityFactor(std::int32_t body, float factor);
  void setMass(std::int32_t body, float inverse_mass, const Vec3& inverse_inertia);
  /// Gives a body another frame in the same matter, which stays where it is and moves on as it did: `center`
  /// and `rotation` as in BodyDefinition, and where all its colliders and wheels are in the new frame.
  void setBodyFrame(std::int32_t body, const DVec3& center, const Quat& rotation,
                    std::span<const PartPlace> colliders, std::span<const PartPlace> wheels);
  /// Asks the policy again which pairs of a body collide.
  void findPairsAgain(std::int32_t body);
  /// Makes a dynamic body kinematic or a kinematic one dynamic.
  void setBodyType(std::int32_t body, BodyType type);
  /// Replaces limits and drives of a joint; the frames and the number and metrics of its limits must not
  /// change.
  void setJoint(std::int32_t joint, const JointDefinition& definition);
  void setColliderShape(std::int32_t collider, std::shared_ptr<const collide::Shape> shape,
                        const Transform& local);
  /// Asks the policy again for the response of all existing pairs. To be called when its answers have
  /// changed.
  void askPolicyAgain();

  /// Saves the whole state on which later steps depend (snapshot/snapshot.cpp).
  void save(ByteWriter& out) const;
  /// Restores a state saved by a simulation with the same bodies and colliders; reads to the end. Returns
  /// false and changes nothing if that is not possible; the reader has the reason.
  bool restore(ByteReader& in);

  /// Pose of a collider's shape in the global frame.
  DTransform shapePose(std::int32_t collider) const { return state_.shapePose(collider); }
  /// Calls visit(collider) for each collider whose box overlaps the given one. Returning false ends the
  /// query.
  template <class Visit>
  void queryBounds(const Aabb& box, Visit&& visit) const {
    state_.colliders.queryBounds(box, visit);
  }
  /// Calls visit(collider, max_t) → max_t for each collider whose box the segment meets, grown by `extents`.
  template <class Visit>
  void querySegment(const Vec3& origin, const Vec3& direction, const Vec3& extents, Visit&& visit) const {
    state_.colliders.querySegment(origin, direction, extents, visit);
  }

 private:
  SimulationSettings settings_;
  std::unique_ptr<PairPolicy> policy_;
  ThreadPool pool_;
  std::vector<ThreadScratch> threads_;
  StepContext context_;
  SimulationState state_;
  Step step_;
};

}  // namespace carom::solve
