// What a caller can hang into a step: a function that hears which stage begins, to profile it, and the
// caller's own way of running work on several threads. Neither changes the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace carom {

/// The parts of a step. Several begin more than once in it: the solver's passes in every substep.
enum class StepStage : std::uint8_t {
  Animation,          ///< Animated nodes and what follows them.
  PairSearch,         ///< New pairs of colliders whose bounds overlap.
  NarrowPhase,        ///< Contact points of the pairs.
  LoadEstimate,       ///< What contacts carry that were placed at rest.
  Gather,             ///< Awake bodies and contact points into the solver's arrays.
  IslandBatches,      ///< Islands that one thread solves whole. With one thread the next stages begin in it.
  Coloring,           ///< Contacts into groups that share no body.
  Prepare,            ///< Contact constraints into lanes.
  IntegrateVelocity,  ///< Forces and gyroscopic torque.
  WarmStart,          ///< Impulses of the last substep.
  Joints,             ///< Limits and drives of joints.
  Push,               ///< Contacts with soft bias.
  IntegratePosition,  ///< Velocities into positions.
  Relax,              ///< Contacts without bias, with friction.
  Overload,           ///< Further passes where light bodies carry heavy ones.
  Restitution,        ///< Rebounds.
  Store,              ///< Results back to bodies and contacts.
  Continuous,         ///< What moved far enough to pass through something.
  Bounds,             ///< Bounds of what moved.
  Sensors,            ///< Overlaps of triggers.
  Summary,            ///< What each contact has come to; statistics.
  Islands,            ///< What falls asleep.
  Nodes,              ///< Poses of bodies to nodes.
  Events,             ///< Events of the step in terms of nodes.
  Outside             ///< The step has ended.
};
inline constexpr std::size_t kStepStages = static_cast<std::size_t>(StepStage::Outside);
/// "pair search" for PairSearch, and so on.
std::string_view stageName(StepStage stage);

/// Hears of stages as they begin, on the thread that called step(). The library reads no clock; whoever
/// listens may. Nothing is called when `begin` is null.
struct StageHook {
  void (*begin)(void* user, StepStage stage) = nullptr;
  void* user = nullptr;  ///< Handed to `begin`.
};

/// Runs a step's work on the caller's threads instead of threads of the world's own.
struct Scheduler {
  /// Does indices begin..end−1 of a job, as `worker`.
  using Range = void (*)(void* context, std::int32_t begin, std::int32_t end, std::int32_t worker);
  /// Has to call range(context, …) for ranges that together cover 0..count−1 once, from any threads and in
  /// any order, and return once all calls have returned, what they wrote being visible to the caller. Ranges
  /// of about `grain` indices spread the work well. 0 <= worker < workers, and no two calls with the same
  /// worker may run at once. Null: the world's own threads. Called on the thread that called step(), for one
  /// job at a time.
  void (*parallel_for)(void* user, std::int32_t count, std::int32_t grain, Range range,
                       void* context) = nullptr;
  void* user = nullptr;      ///< Handed to `parallel_for`.
  std::int32_t workers = 1;  ///< 1..64; takes the place of the number of threads.
};

}  // namespace carom
