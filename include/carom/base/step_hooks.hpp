// Callbacks of a step: a hook that is called when a stage begins, for profiling, and a scheduler that runs
// the work on the caller's threads. Neither changes the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace carom {

/// The stages of a step. Some begin several times per step: the solver's passes run in every substep.
enum class StepStage : std::uint8_t {
  Animation,          ///< Animated nodes and kinematic targets.
  PairSearch,         ///< New pairs of colliders whose bounds overlap.
  NarrowPhase,        ///< Contact points of the pairs.
  LoadEstimate,       ///< Static loads of bodies placed at rest.
  Gather,             ///< Copy awake bodies and contact points to the solver's arrays.
  IslandBatches,      ///< Islands solved by one thread each. With one thread the next stages run inside it.
  Coloring,           ///< Colour the constraint graph: contacts of one colour share no body.
  Prepare,            ///< Arrange contact constraints in SIMD lanes.
  IntegrateVelocity,  ///< Apply gravity, forces and gyroscopic torque.
  WarmStart,          ///< Apply the impulses of the last substep.
  Joints,             ///< Solve limits and drives of joints.
  BiasedSolve,        ///< Solve contacts with bias.
  IntegratePosition,  ///< Integrate positions from velocities.
  Relax,              ///< Solve contacts without bias, with friction.
  Clusters,           ///< Light bodies that carry heavy ones: solved directly, or by further passes.
  Restitution,        ///< Apply restitution.
  Store,              ///< Copy results back to bodies and contacts.
  Continuous,         ///< Continuous collision of fast bodies, and the projection of positions.
  Bounds,             ///< Update the bounds of moved bodies.
  Sensors,            ///< Find overlaps of triggers.
  Summary,            ///< Summarise contacts; statistics.
  Islands,            ///< Find islands and decide which of them sleep.
  Nodes,              ///< Write the poses of bodies to nodes.
  Events,             ///< Translate the step's events to nodes.
  Outside             ///< The step has ended.
};
inline constexpr std::size_t kStepStages = static_cast<std::size_t>(StepStage::Outside);
/// "pair search" for PairSearch, and so on.
std::string_view stageName(StepStage stage);

/// Callback for the start of each stage, on the thread that called step(). The library reads no clock, but
/// the callback may. Null `begin`: no call.
struct StageHook {
  void (*begin)(void* user, StepStage stage) = nullptr;
  void* user = nullptr;  ///< Passed to `begin`.
};

/// Runs a step's work on the caller's threads instead of the world's own threads.
struct Scheduler {
  /// Processes indices begin..end−1 of a job as `worker`.
  using Range = void (*)(void* context, std::int32_t begin, std::int32_t end, std::int32_t worker);
  /// Must call range(context, …) for ranges that together cover 0..count−1 exactly once, from any threads
  /// and in any order, and return after all calls have returned and their writes are visible to the caller.
  /// Ranges of about `grain` indices balance the work well. 0 <= worker < workers, and no two calls with the
  /// same worker may run at once. Null: the world's own threads. It is called on the thread that called
  /// step(), for one job at a time.
  void (*parallel_for)(void* user, std::int32_t count, std::int32_t grain, Range range,
                       void* context) = nullptr;
  void* user = nullptr;      ///< Passed to `parallel_for`.
  std::int32_t workers = 1;  ///< 1..64; replaces WorldSettings::threads.
};

}  // namespace carom
