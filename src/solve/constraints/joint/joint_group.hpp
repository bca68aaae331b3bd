// Joints that are connected through movable bodies, solved together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/base/vector.hpp"
#include "solve/constraints/joint/block_factor.hpp"
#include "solve/constraints/joint/joint_state.hpp"
#include "solve/simulation_settings.hpp"
#include "solve/state/body.hpp"
#include "solve/state/indexed_vector.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

class JointGroup {
 public:
  /// `joints` are indices into the simulation's joints.
  JointGroup(std::vector<std::int32_t> joints, const IndexedVector<Joint>& all,
             const IndexedVector<Body>& bodies);

  const std::vector<std::int32_t>& joints() const { return joints_; }
  /// Every body that they connect, once.
  const std::vector<std::int32_t>& bodies() const { return members_; }
  /// Whether, by the step that endStep() ended, a joint has come to or left a limit.
  bool hasNews() const { return news_; }
  /// A movable body that tells whether the group is awake.
  std::int32_t movableBody() const { return movable_body_; }
  /// Joints that are swept in SIMD lanes instead (pin_solver.hpp), where there are too many rings to solve
  /// all joints at once.
  const std::vector<std::int32_t>& pins() const { return pins_; }
  /// Every body that they hold, once.
  const std::vector<std::int32_t>& pinnedBodies() const { return pinned_; }
  /// How far each of these is from an end of the net (net_levels.hpp).
  const std::vector<std::int32_t>& pinnedLevels() const { return pinned_levels_; }

  // In a step, in this order; see joint_group.cpp.

  /// Takes the bodies' poses, before the first substep.
  void beginStep(IndexedVector<Joint>& all, const IndexedVector<Body>& bodies, const SolverBodies& solver,
                 const SimulationSettings& settings);
  /// Before velocities take gravity and forces.
  void beginSubstep(const SolverBodies& solver);
  void warmStart(SolverBodies& solver);
  void solveBiased(SolverBodies& solver);
  /// After positions have moved.
  /// Takes out velocities against the joints. A contact that comes last moves its body alone, without what is
  /// joined to it, and a thing made of slender bodies then never comes to rest. But tensioned bodies answer
  /// joints with more than their inertia, and contacts would lose what they have done to them: there these
  /// come last.
  void relaxBeforeContacts(SolverBodies& solver);
  void relaxAfterContacts(SolverBodies& solver);
  void endStep();

 private:
  struct GroupBody {
    std::int32_t body = -1;
    std::int32_t slot = 0;  ///< Of the solver; 0: asleep or static.
    bool movable = false;
    double inverse_mass = 0;
    DVec3 principal_inertia;
    DMat3 inverse_inertia;  ///< Global axes.
    bool gyroscopic = false;
    bool tensioned = false;
    bool ballistic = false;      ///< Has no contact in this step.
    bool pulled = false;         ///< Has an impulse of a joint in this substep.
    bool firmly_pulled = false;  ///< And not only of soft limits.
    bool flew = false;           ///< Was free in the last substep.
    double pull = 0;             ///< Of joints outwards: h² Σ r · f, kg·m².
    DMat3 stiffness;             ///< h² G, see joint_group.cpp.
    DVec3 start;                 ///< At the start of the step, from the group's origin, m.
    DVec3 center;                ///< Now.
    DQuat rotation;              ///< Now.
    DVec3 linear, angular;       ///< Velocity in the pass at hand.
  };
  struct Row {
    enum class Kind : std::uint8_t {
      Hard,    ///< Holds a value.
      Bound,   ///< Keeps it on one side.
      Spring,  ///< Draws it, with a bounded force.
    };
    Kind kind = Kind::Hard;
    bool active = false;   ///< Takes part in the system of equations.
    int releases = 0;      ///< In the pass at hand.
    bool bounded = false;  ///< A spring that exerts the most that it can; it takes no part then.
    double side = 1;       ///< Of a Bound: 1 the upper, -1 the lower.
    std::int32_t joint = 0;
    std::int32_t element = 0;
    std::int32_t component = 0;
    DVec3 linear, angular_a, angular_b;  ///< Jacobian; the first body's with the opposite sign.
    DVec3 response_a, response_b;        ///< Inverse inertia times angular.
    double mass_inverse = 0;             ///< J M⁻¹ Jᵀ
    double give = 0;                     ///< The same were both bodies as heavy as the heavier one.
    double value = 0;                    ///< Of the metric now.
    double target = 0;                   ///< Value or bound to hold.
    double goal = 0;     ///< Speed to be taken out, at the time it was looked at, m/s or rad/s.
    double seen = 0;     ///< Its speed at that time.
    double rate = 0;     ///< Its change by moving frames, m/s or rad/s.
    double impulse = 0;  ///< In this substep.
    double kept = 0;     ///< Of it what a relaxation does not take back: that of the biased solve.
    double most = 0;     ///< Of the impulse's size.
    double compliance = 0;
    double stiffness = 0;     ///< Springs: N/m or N·m/rad.
    double offset = 0;        ///< Springs: impulse at no velocity.
    double speed_before = 0;  ///< Before the substep.
  };
  struct GroupJoint {
    std::int32_t joint = 0;
    std::int32_t a = 0, b = 0;  ///< Into bodies_.
    std::int32_t first_row = 0, row_end = 0;
    std::int32_t first_edge = 0, edge_end = 0;
    DVec3 arms[2];                   ///< From the centres of mass to the second frame's origin.
    DMat3 stiffness_a, stiffness_b;  ///< h² G, see joint_group.cpp.
    DVec3 force, torque;             ///< Sum of impulses on the second body in the step.
  };
  /// Two joints that share movable bodies.
  struct Edge {
    std::int32_t joints[2];
  };

  void take(const std::vector<std::int32_t>& joints, const IndexedVector<Joint>& all,
            const IndexedVector<Body>& bodies);
  bool analyse();
  void relax(SolverBodies& solver);
  FramePair framePair(const GroupJoint& joint, bool ahead, DVec3* arm_a, DVec3* arm_b) const;
  void takePoses(const SolverBodies& solver);
  void takeVelocities(const SolverBodies& solver);
  void giveVelocities(SolverBodies& solver) const;
  void holdFlights(SolverBodies& solver);
  void moveFrames();
  /// `starting`: a substep, else with the impulses of the one at hand.
  void buildRows(bool starting);
  void addRows(std::int32_t joint, std::int32_t element, const FramePair& pair);
  void stiffenTensionedBodies();
  void dampTensionedBodies();
  void limitWarmStart();
  bool isTensioned() const;
  bool isDriven() const;
  double unitOf(const Row& row) const;
  double leastGain(double mass) const;
  float smallestRadius(const IndexedVector<Body>& bodies) const;
  static MetricRow metricOf(const JointElement& element, int component, const FramePair& pair, double turn);
  static void setJacobian(Row& row, const JointElement& element, const MetricRow& metric,
                          const DVec3 (&arms)[2]);
  void setResponses(Row& row) const;
  void chooseTarget(Row& row, const JointElement& element, double impulse) const;
  void prepareSprings();
  double drivenMass(const GroupJoint& joint, const Row& row) const;
  double coupling(const Row& a, const Row& b) const;
  double speed(const Row& row) const;
  void apply(Row& row, double impulse);
  static DVec3 meanSpin(const GroupBody& body, double h);
  void predict(std::span<GroupJoint> joints);
  double valueAhead(const Row& row, const FramePair& pair) const;
  void solveJointsBiased(std::span<GroupJoint> joints, BlockFactor& factor, bool whole);
  void pushTurned(std::span<GroupJoint> joints, BlockFactor& factor, bool whole);
  void holdVelocities(std::span<GroupJoint> joints, BlockFactor& factor, bool whole);
  void linearizeAhead(const GroupJoint& joint);
  void relaxJoints(std::span<GroupJoint> joints, BlockFactor& factor, bool whole);
  bool activateAhead(std::span<GroupJoint> joints);
  bool activateTouching(std::span<GroupJoint> joints);
  bool boundSprings(std::span<GroupJoint> joints, bool again);
  bool releaseRows(std::span<GroupJoint> joints);
  void assemble(std::span<GroupJoint> joints, BlockFactor& factor, bool whole);
  enum class Pass : std::uint8_t { Biased, Turned, Relax };
  double solve(std::span<GroupJoint> joints, BlockFactor& factor, Pass pass);
  double solveBounded(std::span<GroupJoint> joints, BlockFactor& factor, bool whole, Pass pass);
  void soften(std::span<GroupJoint> joints, double share);
  void remember(std::span<GroupJoint> joints);
  bool hasRunAway(std::span<GroupJoint> joints) const;
  void goBack(std::span<GroupJoint> joints);
  double kineticEnergy(std::span<GroupJoint> joints, double& mass) const;
  void keepImpulses();
  void dropAbsurd();
  double springWork() const;
  double drivenSpeed() const;
  void limitEnergy(double most);

  Joint& jointOf(const GroupJoint& j) { return (*all_)[j.joint]; }
  const Joint& jointOf(const GroupJoint& j) const { return (*all_)[j.joint]; }
  GroupBody& body(std::int32_t i) { return bodies_[i]; }
  const GroupBody& body(std::int32_t i) const { return bodies_[i]; }
  Row& row(std::int32_t i) { return rows_[i]; }
  const Row& row(std::int32_t i) const { return rows_[i]; }

  std::vector<std::int32_t> joints_;
  std::vector<std::int32_t> pins_;
  std::vector<std::int32_t> members_, pinned_, pinned_levels_;
  std::int32_t movable_body_ = -1;
  bool news_ = false;
  bool direct_ = false;
  IndexedVector<GroupJoint> group_joints_;
  IndexedVector<GroupBody> bodies_;
  std::vector<Edge> edges_;
  BlockFactor factor_;
  BlockFactor single_;  ///< Of one joint by itself.

  IndexedVector<Joint>* all_ = nullptr;
  double h_ = 0;
  int substeps_ = 1, substep_ = 0;
  double tolerance_ = 1;  ///< Factor for distances and speeds (toleranceOfGravity(), toleranceOfSize()).
  bool frames_move_ = false;
  double energy_ = 0;          ///< Kinetic, before joints act in this substep, J.
  double started_energy_ = 0;  ///< After they have started with the impulses of the last one.
  double spring_work_ = 0;     ///< Most that springs and drives can have done in it, J.
  bool relaxed_ = false;       ///< In this substep.
  IndexedVector<Row> rows_;
  IndexedVector<DVec3> ahead_center_;  ///< Of bodies_, where their velocities take them.
  IndexedVector<DQuat> ahead_rotation_;
  std::vector<std::array<DTransform, 4>> frames_;  ///< Of the joints: now, at the end of the substep.
  std::vector<std::int32_t> sizes_;
  std::vector<double> solution_;
  std::vector<DVec3> before_;  ///< See remember().
};

}  // namespace carom::solve
