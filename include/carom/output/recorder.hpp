// Records a World step by step for the requested outputs: trajectory, events, animation keys, plot,
// statistics.
//
//   carom::OutputFiles files;
//   carom::RecorderOptions options;
//   options.keys = true;
//   carom::Recorder recorder(scene, options);
//   recorder.capture(world);                                      // the start
//   for (int i = 0; i < 300; ++i) world.step(), recorder.capture(world);
//   recorder.finish();
//   auto baked = carom::bake(scene, *recorder.keys(), "baked.glb", files);
//   if (baked) files.commit();
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "carom/output/event_contacts.hpp"
#include "carom/output/event_log.hpp"
#include "carom/output/motion_keys.hpp"
#include "carom/output/output_files.hpp"
#include "carom/output/plot.hpp"
#include "carom/output/trajectory.hpp"
#include "carom/output/vehicle_report.hpp"
#include "carom/scene/scene.hpp"
#include "carom/world/world.hpp"

namespace carom {

/// Outputs of a Recorder. Files must outlive the recorder.
struct RecorderOptions {
  bool keys = false;  ///< Animation keys, for bake().
  MotionKeyOptions key_options;
  bool plot = false;
  OutputFile* trajectory = nullptr;  ///< Written while stepping.
  OutputFile* events = nullptr;      ///< Written while stepping.
  OutputFile* joints = nullptr;      ///< Loads of the joints, written while stepping.
  OutputFile* vehicles = nullptr;    ///< State of vehicles and wheels, written while stepping.
  bool velocities = false;           ///< In the trajectory.
  std::uint64_t every = 1;           ///< Steps from one recorded pose to the next; events have all steps.
  std::uint64_t last_step = 0;       ///< Recorded in any case.
  double keys_start = 0;             ///< s, when the animation begins.
  PlotOptions plot_options;
  /// Nodes that get keys where a program moves or scales them, with or without bodies:
  /// BehaviorMachine::nodes(), DriveScript::nodes().
  std::vector<std::int32_t> other_nodes;
};

/// One recorded step as plain data.
struct StepRecord {
  std::uint64_t step = 0;            ///< 0: the start.
  double time = 0;                   ///< s.
  std::span<const MovedNode> nodes;  ///< Every motion node.
  std::span<const Event> events;
  std::span<const JointState> joints;
  std::span<const VehicleState> vehicles;
  std::span<const WheelState> wheels;
  std::span<const NodeVelocity> velocities;  ///< Of the nodes, in their order; empty: not wanted.
  std::span<const EventContact> contacts;    ///< Of the events, in their order; empty: not wanted.
  double max_penetration = 0;                ///< m.
  double energy = 0;                         ///< J, of motion, for the plot.
  std::uint32_t touching_pairs = 0;          ///< Of colliders, for the plot.
  std::span<const MovedNode> others;         ///< Nodes that a program moves, for the keys.
  std::span<const DVec3> scales;             ///< Theirs.
};

/// The deepest contact of a run.
struct DeepestContact {
  std::uint64_t step = 0;
  double time = 0;  ///< s.
  ContactPoint contact;
};

class Recorder {
 public:
  /// `scene` must outlive the recorder.
  Recorder(const Scene& scene, const RecorderOptions& options);

  /// Records the world's current state: call once before the first step, then after each step.
  void capture(const World& world);
  void capture(const StepRecord& record);
  void finish();

  const MotionKeys* keys() const { return keys_ ? &*keys_ : nullptr; }
  const MotionPlot* plot() const { return plot_ ? &*plot_ : nullptr; }
  double maxPenetration() const { return max_penetration_; }  ///< m, of all steps so far.
  /// Where that was; its collider is -1 when nothing has touched.
  const DeepestContact& deepest() const { return deepest_; }
  /// Events of a type so far.
  std::uint64_t eventCount(EventType type) const { return event_counts_[static_cast<std::size_t>(type)]; }

 private:
  std::optional<TrajectoryWriter> trajectory_;
  std::optional<JointLoadWriter> joints_;
  std::optional<VehicleReportWriter> vehicles_;
  EventWriter events_;
  std::optional<MotionKeys> keys_;
  std::optional<MotionPlot> plot_;
  void findDeepest(const World& world, double depth);
  void captureMotion(const StepRecord& record);
  void captureOthers(const World& world, std::vector<MovedNode>& nodes, std::vector<DVec3>& scales) const;

  RecorderOptions options_;
  EventContacts event_contacts_;
  DeepestContact deepest_;
  double max_penetration_ = 0;
  std::array<std::uint64_t, 16> event_counts_{};
};

}  // namespace carom
