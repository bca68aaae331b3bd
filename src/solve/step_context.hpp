// What the stages of a step share and do not change: settings, threads, the pair policy, the version of the
// solver.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collide/collide.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/narrow_phase/carry_impulses.hpp"
#include "solve/narrow_phase/place_manifold.hpp"
#include "solve/simulation_settings.hpp"

namespace carom::solve {

/// The relative pose of a contact's bodies at which its manifolds are found.
struct PairPose {
  ManifoldPlace place;
  Transform b_to_a;  ///< Of the shapes.
};
/// A pair that needs new manifolds. `approach`, `ahead` and `extrapolation` are explained in
/// narrow_phase.cpp.
struct ChangedPair {
  std::int32_t contact = -1;
  float approach = 0, ahead = 0, extrapolation = 0;  ///< m/s, m, s.
  PairPose pose;
};

/// Scratch memory of one thread. Its contents do not outlive a job.
struct ThreadScratch {
  collide::CollideScratchPointer scratch;
  std::vector<collide::Manifold> manifolds;         ///< Of the current pair.
  std::vector<collide::Manifold> impact_manifolds;  ///< Of the current pair at its time of impact.
  std::vector<ContactManifold> contact_manifolds;   ///< Of the current pair, for the solver.
  HandedImpulses handed_impulses;
  std::vector<ChangedPair> changed;          ///< Of the current job.
  std::vector<std::uint32_t> changed_order;  ///< The order in which they are collided.
  std::vector<std::int32_t> candidates;      ///< Colliders near a wheel, or in the path of a body.
};

struct StepContext {
  const SimulationSettings& settings;
  ContactStep contact_step;
  float uniform_gravity = 0;  ///< m/s²
  const PairPolicy& policy;
  ThreadPool& pool;
  std::span<ThreadScratch> threads;
  const ContactSolver& contact_solver;

  float substepTime() const { return settings.time_step / static_cast<float>(settings.substeps); }
  ThreadScratch& threadOf(const ThreadPool::Range& range) const { return threads[range.thread]; }
  /// Reports the beginning of a stage to the stage hook.
  void enter(StepStage stage) const {
    if (settings.stage_hook.begin != nullptr) settings.stage_hook.begin(settings.stage_hook.user, stage);
  }
};

/// Derives the parameters of contacts from the settings.
ContactStep makeContactStep(const SimulationSettings& settings);
/// The solver with the number of lanes that the settings ask for.
const ContactSolver& chosenSolver(std::int32_t lanes);
/// Reserves in all threads what any of them has reserved, so that memory does not depend on which thread did
/// which job.
void evenThreads(std::span<ThreadScratch> threads);

}  // namespace carom::solve
