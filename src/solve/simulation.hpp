// Rigid bodies in motion: broad phase, narrow phase, islands, solver, continuous collision. Knows nothing of
// files.
//
// One step:
//   find pairs of colliders that moved (broad_phase.cpp) → contact points (narrow_phase.cpp) → solver
//   (solve_step.cpp) → stop fast bodies at what they would pass (continuous.cpp) → bounds → triggers, passed
//   ones too (sensor_passes.cpp) → events → put islands to sleep (islands.cpp).
// Stages marked parallel there give the same result for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "carom/base/step_hooks.hpp"
#include "carom/base/vector.hpp"
#include "collide/collide.hpp"
#include "collide/trees/dynamic_tree.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/contact/load.hpp"
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/joint/joint_set.hpp"
#include "solve/constraints/pin/pin_solver.hpp"
#include "solve/constraints/wheel/wheel_rows.hpp"
#include "solve/continuous/body_sweep.hpp"
#include "solve/gravity/gravity_field.hpp"
#include "solve/islands/island_batches.hpp"
#include "solve/narrow_phase/carry_impulses.hpp"
#include "solve/narrow_phase/place_manifold.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/state/body.hpp"
#include "solve/state/contact.hpp"
#include "solve/state/pair_set.hpp"
#include "solve/state/solver_body.hpp"

namespace carom {
class ByteReader;
class ByteWriter;
}  // namespace carom

namespace carom::solve {

struct SimulationSettings {
  float time_step = 1.0f / 60;  ///< s
  std::int32_t substeps = 4;
  std::int32_t threads = 1;
  std::int32_t lanes = 0;      ///< Width of the solver, 1, 4 or 8; 0: the widest that the machine has.
  Vec3 gravity{0, -9.81f, 0};  ///< m/s²
  bool sleeping = true;
  bool continuous = true;
  float static_slip_speed = 0.01f;     ///< m/s
  float restitution_threshold = 0.1f;  ///< m/s
  float contact_frequency = 0.2f;      ///< Of soft contacts, as a share of the substep rate.
  float contact_damping_ratio = 2;
  float max_push_speed = 3;   ///< m/s
  float sleep_speed = 0.05f;  ///< m/s, mean speed of a body's fastest point over sleep_time.
  float sleep_time = 0.5f;    ///< s
  Scheduler scheduler{};      ///< Instead of `threads` of its own.
  StageHook stage_hook{};
};

/// How two colliders respond to each other, asked once when a pair is made.
struct PairResponse {
  bool related = true;  ///< false: the pair does not exist for the simulation.
  float static_friction = 0.6f;
  float dynamic_friction = 0.6f;
  float restitution = 0;
};
class PairPolicy {
 public:
  virtual ~PairPolicy() = default;
  virtual PairResponse respond(std::int32_t collider_a, std::int32_t collider_b) const = 0;
  /// The same for a wheel and a collider of another body, asked whenever they are near each other, by
  /// several threads at once.
  virtual PairResponse respondWheel(std::int32_t wheel, std::int32_t collider) const;
};

/// A contact or overlap that began or ended.
struct PairEvent {
  std::int32_t collider_a = -1;
  std::int32_t collider_b = -1;
  bool sensor = false;
  bool begin = true;
};

struct SimulationStatistics {
  std::uint32_t awake_bodies = 0;
  std::uint32_t sleeping_bodies = 0;
  std::uint32_t contact_pairs = 0;
  std::uint32_t touching_pairs = 0;
  std::uint32_t contact_points = 0;
  std::uint32_t islands = 0;
  float max_penetration = 0;
  float mean_penetration = 0;
};

class Simulation {
 public:
  Simulation(const SimulationSettings& settings, std::unique_ptr<PairPolicy> policy);
  ~Simulation();

  /// Makes room for so many, so that adding them moves nothing and leaves nothing over.
  void reserve(std::size_t bodies, std::size_t colliders);
  std::int32_t addBody(const BodyDefinition& definition);
  std::int32_t addCollider(const ColliderDefinition& definition);
  std::int32_t addJoint(const JointDefinition& definition);
  std::int32_t addWheel(const WheelDefinition& definition);
  /// Gravity beside the uniform one, in the order in which sources are asked.
  void addGravity(GravitySource source) { gravity_.add(std::move(source)); }
  /// From beginBuilding() on colliders only collect; endBuilding() makes the trees of all of them at once,
  /// before anything else is asked of the simulation.
  void beginBuilding() { building_ = true; }
  void endBuilding();

  void step();
  /// Runs function(range) on the simulation's threads, between its steps.
  template <class Function>
  void parallelFor(std::int32_t count, std::int32_t grain, Function&& function) {
    pool_.parallelFor(count, grain, function);
  }

  const std::vector<Body>& bodies() const { return bodies_; }
  const Body& body(std::int32_t index) const { return bodies_[static_cast<std::size_t>(index)]; }
  const std::vector<Collider>& colliders() const { return colliders_; }
  const Collider& collider(std::int32_t index) const { return colliders_[static_cast<std::size_t>(index)]; }
  bool isAwake(std::int32_t body) const { return bodies_[static_cast<std::size_t>(body)].awake_index >= 0; }
  const std::vector<PairEvent>& events() const { return events_; }
  /// Pairs of colliders whose bounds overlap; those not `alive` are free places.
  const std::vector<Contact>& contacts() const { return contacts_; }
  const std::vector<Joint>& joints() const { return joints_.joints(); }
  /// Of the last step, ascending joint and limit.
  const std::vector<JointLimitEvent>& jointEvents() const { return joint_events_; }
  const std::vector<Wheel>& wheels() const { return wheels_; }
  /// Bodies that were awake in the last step, in no particular order.
  const std::vector<std::int32_t>& steppedBodies() const { return stepped_; }
  const SimulationStatistics& statistics() const { return statistics_; }
  const SimulationSettings& settings() const { return settings_; }
  std::uint64_t stateHash() const;

  void setVelocity(std::int32_t body, const Vec3& linear, const Vec3& angular);
  void setPose(std::int32_t body, const DVec3& center, const Quat& rotation);
  void addForce(std::int32_t body, const Vec3& force, const Vec3& torque);
  /// The same for a body that is awake, which may come to rest under it.
  void nudge(std::int32_t body, const Vec3& force, const Vec3& torque);
  /// A kinematic body moves during the next step so that it ends exactly there.
  void setTarget(std::int32_t body, const DVec3& center, const Quat& rotation);
  void setColliderTransform(std::int32_t collider, const Transform& local);
  /// A joint's frame moves in its body during the next step so that it ends there.
  void setJointFrame(std::int32_t joint, int side, const DTransform& frame);
  /// Before the first step: where their bodies stand on them.
  void placeWheels();
  void setWheelControl(std::int32_t wheel, const WheelControl& control);
  /// Where a source of gravity is in its body from the next step on.
  void setGravityFrame(std::int32_t source, const DTransform& frame) { gravity_.setFrame(source, frame); }
  void wake(std::int32_t body);

  /// All that decides what happens from here on (snapshot.cpp).
  void save(ByteWriter& out) const;
  /// Goes back to what was saved by a simulation with the same bodies and colliders; reads to the end. False,
  /// having changed nothing, when that cannot be; the reader says why.
  bool restore(ByteReader& in);

  /// Pose of a collider's shape in the global frame.
  DTransform shapePose(std::int32_t collider) const;
  /// Calls visit(collider) for colliders whose bounds overlap the box; false stops.
  template <class Visit>
  void queryBounds(const Aabb& box, Visit&& visit) const {
    bool go_on = true;
    const auto each = [&](std::int32_t c) { return go_on = visit(c); };
    static_tree_.query(box, each);
    if (go_on) movable_tree_.query(box, each);
  }
  /// Calls visit(collider, max_t) → max_t for colliders whose bounds the thick segment meets.
  template <class Visit>
  void querySegment(const Vec3& origin, const Vec3& direction, const Vec3& extents, Visit&& visit) const {
    float max_t = 1;
    const auto each = [&](std::int32_t c, float t) { return max_t = visit(c, t); };
    static_tree_.castSegment(origin, direction, extents, max_t, each);
    movable_tree_.castSegment(origin, direction, extents, max_t, each);
  }

 private:
  struct Snapshot;
  struct SleepingIsland {
    std::vector<std::int32_t> bodies;
  };
  /// A body that falls asleep, and what it has in common with those that do together.
  struct Sleeper {
    std::int32_t root, body;
  };
  /// Contacts that are solved together, laid out in blocks.
  struct PartBlocks {
    BlockLayout layout;
    AlignedBuffer blocks;                  ///< ContactBlock<lanes>, as laid out.
    AlignedBuffer tails;                   ///< ContactTail<lanes>
    std::vector<std::int32_t> impacts;     ///< Blocks with lanes that may hit hard.
    std::vector<std::int32_t> overloaded;  ///< Blocks with overloaded lanes.
    std::int32_t overloaded_count = 0;     ///< Contacts in them.
  };
  /// Where the two bodies of a contact are when its contacts are looked at.
  struct PairPose {
    ManifoldPlace place;
    Transform b_to_a;  ///< Shapes.
  };
  /// A pair whose contacts have to be found anew.
  struct ChangedPair {
    std::int32_t contact = -1;
    float approach = 0, ahead = 0, lead = 0;  ///< m/s, m, s: see narrow_phase.cpp.
    PairPose pose;
  };
  struct ThreadData {
    collide::CollideScratchPointer scratch;
    std::vector<collide::Manifold> manifolds;         ///< Of the pair at hand.
    std::vector<collide::Manifold> impact_manifolds;  ///< Of the pair at hand when it touches.
    std::vector<ContactManifold> contact_manifolds;   ///< The same for the solver.
    HandedImpulses handed_impulses;                   ///< While they are made.
    std::vector<ChangedPair> changed;                 ///< Of the job at hand.
    std::vector<std::uint32_t> changed_order;         ///< In which they are collided.
    std::vector<std::int32_t> candidates;             ///< Colliders near a wheel, or in a body's way.
    PartBlocks blocks;                                ///< Of the batch of islands at hand.
  };

  Body& at(std::int32_t i) { return bodies_[static_cast<std::size_t>(i)]; }
  Collider& colliderAt(std::int32_t i) { return colliders_[static_cast<std::size_t>(i)]; }
  Contact& contactAt(std::int32_t i) { return contacts_[static_cast<std::size_t>(i)]; }
  const Contact& contactAt(std::int32_t i) const { return contacts_[static_cast<std::size_t>(i)]; }
  /// Tells whoever listens that a stage begins.
  void enter(StepStage stage) const {
    if (settings_.stage_hook.begin != nullptr) settings_.stage_hook.begin(settings_.stage_hook.user, stage);
  }

  // gravity/simulation_gravity.cpp
  void updateGravity();
  void wakeWhereGravityChanged();
  float gravityAround(const Contact& contact) const;
  float substepTime() const { return settings_.time_step / static_cast<float>(settings_.substeps); }
  Vec3 gravityAt(const Body& body, const DVec3& center) const;
  void fall(std::size_t solved);
  void orderBySupport();

  // clearance.cpp
  static double odometerNow(const Body& body);
  static void noteWay(Body& body);
  void noteReach(Body& body, std::int32_t index);
  /// What a step needs to know of a body for pairs that are apart.
  struct BodyReach {
    double way = 0;       ///< Its odometer after the step, at most, m.
    double odometer = 0;  ///< At the start of the step, m.
    float spin = 0;       ///< Speed at which turning brings its surface nearer to things, at most, m/s.
    float turning = 0;    ///< rad/s
    float in_step = 0;    ///< As far as its velocity brings it nearer to things in the step, m.
  };
  BodyReach reachOf(const Body& body) const;
  double wayInStep(const Body& body) const;
  void noteClearance(std::int32_t contact, float gap);
  bool isClear(std::int32_t contact) const;
  void forgetClearances(std::int32_t body);

  // broad_phase.cpp
  static float roomOfBounds(const Collider& collider);
  void refreshBounds(Collider& collider) const;
  bool leavesBox(Collider& collider) const;
  void updateBox(std::int32_t collider);
  void noteNewBox(std::int32_t collider);
  void buildTrees();
  bool isStatic(std::int32_t collider) const {
    return body(colliders_[static_cast<std::size_t>(collider)].body).type == BodyType::Static;
  }
  void includeInOuterRadius(const Collider& collider);
  void findPairs();
  struct PairCandidate {
    std::int32_t a, b;  ///< Colliders, the smaller one first.
    friend auto operator<=>(const PairCandidate&, const PairCandidate&) = default;
  };
  /// What a job has found.
  struct alignas(64) IndexJob {
    std::vector<std::int32_t> found;
  };
  struct alignas(64) PairJob {
    std::vector<PairCandidate> found;
  };
  bool mayPair(std::int32_t a, std::int32_t b) const;
  void collectPairs(std::int32_t begin, std::int32_t end, std::vector<PairCandidate>& found) const;
  void addPair(std::int32_t a, std::int32_t b);
  bool isApart(const Contact& contact) const;
  void findSeparatedOf(std::int32_t body);
  void findSeparatedAmong(std::int32_t begin, std::int32_t end, std::vector<std::int32_t>& found) const;
  void findSeparated();
  void describe(Contact& contact, const Collider& a, const Collider& b) const;
  void createContact(std::int32_t a, std::int32_t b, const PairResponse& response);
  void destroyContact(std::int32_t contact);
  void activateContact(std::int32_t contact);
  void deactivateContact(std::int32_t contact);

  // narrow_phase.cpp
  void updateContacts();
  void updateSensors();
  void setMotionAtRest(std::int32_t body);
  void predictPoses();
  PairPose pairPose(const Contact& contact, float lead) const;
  Transform relativePose(const Contact& contact) const;
  void prefetch(const std::int32_t* contacts, std::int32_t count) const;
  /// What a job of the narrow phase has found.
  struct alignas(64) ContactJob {
    std::int32_t live = 0;             ///< Contacts in live_places_, from the job's first place on.
    std::vector<ContactInput> inputs;  ///< For the solver.
    std::size_t first_input = 0;       ///< Where they go in contact_inputs_.
    std::vector<std::int32_t> uneven;  ///< Contacts of bodies with very unlike masses.
  };
  void updateContacts(const ThreadPool::Range& range, ContactJob& job);
  bool isBurdened(const Contact& contact, float excess) const;
  void takeInputs(Contact& contact, std::int32_t index, ContactJob& job) const;
  void updateContactRange(std::int32_t begin, std::int32_t end);
  void updateContactsFrom(std::int32_t begin);
  void updateContact(std::int32_t contact, ThreadData& thread);
  void collideChanged(ThreadData& thread);
  void collidePair(ChangedPair& pair, ThreadData& thread);
  bool canReuse(const Contact& contact, const Transform& pose, float ahead, Transform& since) const;
  float approachSpeed(std::int32_t a, std::int32_t b) const;
  float speculativeDistance(const Contact& contact, float approach) const;
  float leadTime(const Contact& contact, float approach) const;
  void makeManifolds(Contact& contact, const ManifoldPlace& place, ThreadData& thread) const;
  void wakeTouched(std::size_t begin);
  void dropSeparatedPairs();

  // impact.cpp
  struct Flight;
  struct FlightMotion;
  struct FlightPlace;
  FlightMotion flightMotion(const Contact& contact) const;
  Flight flightAt(const Contact& contact, float t) const;
  float timeToTouch(const FlightMotion& motion, const FlightPlace& place, float now,
                    const std::vector<collide::Manifold>& manifolds) const;
  bool findImpact(Contact& contact, const ChangedPair& pair, ThreadData& thread,
                  const collide::CollideSettings& settings, Flight& flight, float& time) const;
  void setImpact(Contact& contact, const Flight& flight, float time, ThreadData& thread) const;
  bool setIfImpact(Contact& contact, const ChangedPair& pair, ThreadData& thread,
                   const collide::CollideSettings& settings) const;

  // load_estimate.cpp
  template <class Visit>
  void visitSupports(const Body& body, const Vec3& up, Visit&& visit);
  bool collectResting();
  void distributeLoad(std::int32_t body);
  void estimateLoads();

  // solve_step.cpp
  void solve();
  void numberBodies();
  void gatherContacts();
  void gatherContacts(const ContactJob& job);
  void connect(std::int32_t a, std::int32_t b);
  void connectJoints();
  void connectWheels();
  void dealOut();
  void gatherBodies();
  bool isUneven(const Contact& contact) const;
  bool mayCrush(const Contact& contact) const;
  void crush(const Contact& contact);
  void crushContacts();

  // substeps.cpp
  /// A batch of islands, or what all threads solve together.
  struct SolverPart {
    bool together = false;
    IslandBatches::Range bodies;                 ///< The solver's numbers.
    std::span<const std::int32_t> contacts;      ///< Into contact_inputs_.
    std::span<const std::int32_t> joint_groups;  ///< Into awake_groups_.
    std::span<const std::int32_t> wheel_groups;  ///< Into wheel_groups_.
    PartBlocks* blocks = nullptr;
  };
  static ContactStep makeContactStep(const SimulationSettings& settings);
  void enterIn(const SolverPart& part, StepStage stage) const;
  template <class Function>
  void spread(const SolverPart& part, std::int32_t count, std::int32_t grain, Function&& function);
  template <class Function>
  void eachListedBlock(const SolverPart& part, const std::vector<std::int32_t>& list, int passes,
                       Function&& function);
  template <class Function>
  void eachJointGroup(const SolverPart& part, Function&& function);
  template <class Function>
  void eachWheelGroup(const SolverPart& part, int passes, Function&& function);
  SolverPart solverPart(std::int32_t batch);
  void layOutBlocks(const SolverPart& part);
  void prepareContacts(const SolverPart& part, const ContactStep& step, const BodyArrays& bodies);
  void runSubsteps(const SolverPart& part, const ContactStep& step);
  void solvePart(const SolverPart& part, const ContactStep& step);
  void reserveForBatches();
  void solveParts();

  // finish_bodies.cpp
  /// How far a body has come in a step.
  struct StepMotion {
    float way = 0;   ///< m
    float sine = 0;  ///< Of half its turn.
  };
  bool storeBody(std::int32_t body);
  void forgetImpulses(std::int32_t body);
  struct alignas(64) BodyJob {
    std::vector<std::int32_t> new_boxes;             ///< Colliders; one may be there twice.
    std::vector<std::int32_t> fast;                  ///< Bodies that were.
    std::vector<collide::DynamicTree::Leaf> strays;  ///< Colliders whose sweep left their box.
    std::vector<std::int32_t> dropped;               ///< Bodies whose result was absurd.
    void clear() { new_boxes.clear(), fast.clear(), strays.clear(), dropped.clear(); }
  };
  template <class Function>
  void eachAwakeBody(Function&& function);
  void updateBoxes(Body& body, std::vector<std::int32_t>& new_boxes);
  static StepMotion motionInStep(const Body& body);
  void finishSlowBody(Body& body, const StepMotion& moved, std::vector<std::int32_t>& new_boxes);
  void finishBodies();
  bool wasFast(std::size_t awake_index) const;
  void finishMovedBodies();
  void updateBounds();

  // simulation_joints.cpp
  void wakeJoined();
  void findAwakeGroups();
  template <class Function>
  void eachAwakeGroup(Function&& function);
  void beginJoints();
  void finishJoints();

  // simulation_wheels.cpp
  struct WheelProbe;
  struct Surroundings;
  struct ProbedCollider;
  void wakeWheels();
  void liftWheels(std::int32_t body);
  WheelProbe probeOf(std::int32_t wheel) const;
  void findStops(const WheelProbe& probe, const ProbedCollider& on, bool raised, ThreadData& thread,
                 WheelGround& found) const;
  float letDown(const WheelProbe& probe, const ProbedCollider& on, ThreadData& thread, WheelTouch& touch,
                Surroundings& around) const;
  float sweepDown(const WheelProbe& probe, const ProbedCollider& on, WheelTouch& touch) const;
  void centerPatch(const WheelProbe& probe, const ProbedCollider& on, float gone, ThreadData& thread,
                   WheelTouch& touch) const;
  void findGround(std::int32_t wheel, ThreadData& thread);
  void updateWheels();
  void gatherWheels();
  void groupWheels();
  void shareBodies(std::int32_t begin, std::int32_t end);
  void finishWheels();

  // simulation_pins.cpp
  void gatherPins();
  bool gatherPin(std::size_t index);
  void layOutPins();
  void storePins();
  void startPins(const BodyArrays& bodies);
  void pushPins(const BodyArrays& bodies);
  void relaxPins(const BodyArrays& bodies);

  // continuous.cpp
  void stopFastBodies();
  static bool mayHavePassed(Body& body, const StepMotion& moved);
  void noteSweep(std::int32_t body, const StepMotion& moved, bool stop);
  static void beginSweep(Body& body);
  bool leavesSearchedBox(std::int32_t collider, const StepMotion& moved, Aabb& swept) const;
  void collectFastBody(std::int32_t body, const StepMotion& moved, BodyJob& job);
  void findSuspects(std::int32_t begin, std::int32_t end, std::vector<std::int32_t>& found) const;
  void findNearStray(std::int32_t stray, std::vector<std::int32_t>& found) const;
  void collectSuspects();
  void sortSuspects();
  bool isStoppable(std::int32_t body) const;
  void findCore(std::int32_t collider);
  void sweepAgainst(std::int32_t mine, std::int32_t theirs, BodyStop& first);
  template <class Visit>
  void visitCandidates(std::int32_t collider, Visit&& visit) const;
  void findStop(std::int32_t body, bool fixed_only, std::vector<std::int32_t>& candidates, BodyStop& first);
  void applyStop(std::int32_t body, const BodyStop& stop);
  void noteMoved(std::int32_t body);
  bool stopSuspects(bool fixed_only);

  // sensor_passes.cpp
  void findPasses();
  bool passes(std::int32_t sensor, std::int32_t solid);
  const Contact* findContact(std::int32_t a, std::int32_t b) const;

  // islands.cpp
  void addAwake(std::int32_t body);
  void removeAwake(std::int32_t body);
  void wakeIsland(std::int32_t island);
  void putToSleep();
  void sleepIsland(const Sleeper* begin, const Sleeper* end);
  void restUnmoved();
  bool isNumbered(std::int32_t body) const;
  void uniteBodies(std::int32_t a, std::int32_t b);
  void uniteJoined();
  std::size_t islandOf(std::int32_t body) const {
    return static_cast<std::size_t>(touching_.rootOf(solver_bodies_.indexOf(body)));
  }
  bool maySleepAt(std::int32_t body, std::int32_t other);
  void findRestlessIslands();
  bool mayRest(std::int32_t body);
  void collectRestingIslands();
  void updateRestTime(Body& body) const;
  bool rests(const Contact& contact) const;

  /// What a contact has come to in a step.
  struct ContactSummary {
    bool touches = false;
    float nearest = 1e30f;  ///< Least separation, m.
    float depth_sum = 0;
    std::uint32_t points = 0;
  };
  struct ContactTotals {
    std::uint32_t pairs = 0, points = 0;
    float deepest = 0;
    double depth_sum = 0;
  };
  ContactSummary summaryOf(const Contact& contact) const;
  void summarizeContacts();
  void reportEvents();
  void gatherStatistics();
  static void evenThread(ThreadData& a, ThreadData& b);
  void evenThreads();

  SimulationSettings settings_;
  ContactStep contact_step_;
  float uniform_gravity_ = 0;  ///< m/s²
  std::unique_ptr<PairPolicy> policy_;
  ThreadPool pool_;
  std::vector<ThreadData> threads_;

  std::vector<Body> bodies_;
  std::vector<Collider> colliders_;
  std::vector<Contact> contacts_;
  std::vector<std::int32_t> free_contacts_;
  PairSet pairs_;
  collide::DynamicTree static_tree_;
  collide::DynamicTree movable_tree_;
  std::vector<std::int32_t> moved_colliders_;
  std::vector<PairJob> pair_jobs_;
  std::vector<PairCandidate> new_pairs_;
  std::vector<Aabb> searched_boxes_;        ///< By collider: its box when pairs were last looked for.
  std::vector<std::uint8_t> body_changes_;  ///< Parallel to awake_, at the end of a step.
  std::vector<BodyJob> body_jobs_;          ///< The first body_job_count_ of them are this step's.
  std::size_t body_job_count_ = 0;
  std::vector<collide::DynamicTree::Leaf> moved_leaves_;
  std::vector<std::uint8_t> new_leaves_;  ///< By body: has had one since the last summary.
  std::vector<std::int32_t> has_new_leaves_;
  std::vector<BodyReach> reach_;     ///< By body, see clearance.cpp.
  std::vector<BodyMotion> motions_;  ///< By body, see narrow_phase.cpp.
  // By body, as it was made.
  std::vector<std::uint8_t> movable_;
  std::vector<float> inverse_masses_;  ///< 1/kg

  std::vector<std::int32_t> awake_;            ///< Dynamic bodies awake and kinematic bodies moving.
  std::vector<std::int32_t> active_contacts_;  ///< Contacts with an awake body.
  std::vector<PairClearance> clearances_;      ///< By contact, see clearance.cpp.
  std::vector<std::int32_t> live_places_;      ///< Parallel to active_contacts_, in the narrow phase.
  std::vector<ContactJob> contact_jobs_;       ///< The first contact_job_count_ of them are this step's.
  std::size_t contact_job_count_ = 0;
  /// Contacts of which there is more to know in this step than that the two are apart.
  std::vector<std::int32_t> live_contacts_;
  std::vector<SleepingIsland> islands_;  ///< By island id; empty when not in use.
  std::vector<std::int32_t> free_islands_;

  GravityField gravity_;
  std::vector<std::uint8_t> gravity_changes_;  ///< By body, in wakeWhereGravityChanged().

  JointSet joints_;
  std::vector<std::int32_t> awake_groups_;  ///< Of joints, during a step.
  std::vector<JointLimitEvent> joint_events_;

  std::vector<Wheel> wheels_;
  // By wheel; by awake wheel, during a step.
  std::vector<WheelGround> wheel_grounds_;
  std::vector<std::int32_t> awake_wheels_;
  std::vector<WheelRows> wheel_rows_;
  std::vector<std::int32_t> wheel_roots_;
  std::vector<std::pair<std::int32_t, std::int32_t>> wheel_users_;  ///< Solver body and awake wheel.
  std::vector<std::pair<std::int32_t, std::int32_t>>
      wheel_order_;                         ///< Group's first awake wheel and its own.
  std::vector<std::int32_t> wheel_groups_;  ///< First of each in the order, and the end.

  // Pins of nets, during a step.
  std::vector<std::int32_t> pins_;  ///< Joints.
  std::vector<PinInput> pin_inputs_;
  std::vector<ConstraintEdge> pin_edges_;  ///< As laid out.
  IslandBatches::Range pin_numbers_;       ///< Of the movable bodies then.
  std::vector<Vec3> pin_places_;           ///< Of these: the level in the net.
  std::vector<std::int32_t> pin_order_;    ///< All of them, as they come.
  BlockLayout pin_layout_;
  AlignedBuffer pin_blocks_;  ///< PinBlock<lanes>, as laid out.

  SolverBodies solver_bodies_;
  std::vector<ContactInput> contact_inputs_;
  std::vector<ConstraintEdge> edges_;
  std::vector<std::uint8_t> body_contacts_;  ///< By awake index plus one; 0 is the world.
  std::vector<std::uint8_t> awake_movable_;  ///< By awake index.
  IslandBatches batches_;
  ByBatch contacts_by_batch_, groups_by_batch_, wheels_by_batch_;
  std::vector<Vec3> places_;  ///< Of the movable bodies that are solved together, m.
  const ContactSolver& contact_solver_;
  PartBlocks shared_blocks_;  ///< Of what all threads solve together.

  // By the solver's number of a body or of its island's first one, while it is found out what sleeps.
  DisjointSets touching_;
  std::vector<std::uint8_t> restless_, grounded_;  ///< Islands.
  std::vector<std::uint8_t> stands_;               ///< Bodies whose wheels touch the ground.
  std::vector<Sleeper> sleepers_;

  // Continuous collision, see continuous.cpp.
  std::vector<BodySweep> sweeps_;                   ///< By body; of nothing, while it does not move.
  std::vector<IndexJob> suspect_jobs_;              ///< Bodies.
  std::vector<std::int32_t> suspects_, examined_;   ///< Bodies, of this round and the last.
  std::vector<BodyStop> stops_;                     ///< Parallel to examined_.
  std::vector<std::int32_t> touched_bodies_;        ///< That were stopped, or that others struck.
  std::vector<collide::DynamicTree::Leaf> strays_;  ///< Sweeps that left the boxes of their colliders.
  std::vector<std::int32_t> stray_colliders_;       ///< Parallel to strays_, which number them.
  collide::DynamicTree stray_tree_;
  std::vector<std::int32_t> far_colliders_;                    ///< See findPasses().
  std::vector<std::pair<std::int32_t, std::int32_t>> passes_;  ///< Trigger and what went through it.
  std::vector<std::int32_t> load_order_;
  std::vector<std::int32_t> load_counts_;  ///< By awake index, in orderBySupport().
  bool building_ = false;
  bool any_placed_ = false;       ///< Bodies have been added or put somewhere since the last estimate.
  bool loads_estimated_ = false;  ///< In this step.
  std::vector<Load> loads_;       ///< By awake index, during the load estimate.
  std::vector<Support> supports_;

  std::vector<std::uint8_t> contact_changes_;  ///< Parallel to active_contacts_, at the end of a step.
  std::vector<ContactTotals> summaries_;
  std::vector<std::int32_t> separated_contacts_;
  std::vector<IndexJob> separated_jobs_;
  std::uint32_t sleeping_count_ = 0;
  std::int32_t sensor_count_ = 0;
  std::vector<std::int32_t> stepped_;
  std::vector<PairEvent> events_;
  std::vector<PairEvent> pending_end_events_;  ///< Of pairs destroyed between steps or before reporting.
  SimulationStatistics statistics_;
};

}  // namespace carom::solve
