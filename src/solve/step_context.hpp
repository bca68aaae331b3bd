// What the stages of a step work with and do not change: settings, threads, the pair policy, the solver's
// width.
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

/// Where the two bodies of a contact are when its contacts are looked at.
struct PairPose {
  ManifoldPlace place;
  Transform b_to_a;  ///< Shapes.
};
/// A pair whose contacts have to be found anew.
struct ChangedPair {
  std::int32_t contact = -1;
  float approach = 0, ahead = 0, extrapolation = 0;  ///< m/s, m, s: see narrow_phase.cpp.
  PairPose pose;
};

/// Room to work in, one for each thread. Nothing in it outlives the job at hand.
struct ThreadScratch {
  collide::CollideScratchPointer scratch;
  std::vector<collide::Manifold> manifolds;         ///< Of the pair at hand.
  std::vector<collide::Manifold> impact_manifolds;  ///< Of the pair at hand when it touches.
  std::vector<ContactManifold> contact_manifolds;   ///< The same for the solver.
  HandedImpulses handed_impulses;                   ///< While they are made.
  std::vector<ChangedPair> changed;                 ///< Of the job at hand.
  std::vector<std::uint32_t> changed_order;         ///< In which they are collided.
  std::vector<std::int32_t> candidates;             ///< Colliders near a wheel, or in a body's way.
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
  ThreadScratch& threadOf(const ThreadPool::Range& range) const {
    return threads[static_cast<std::size_t>(range.thread)];
  }
  /// Tells whoever listens that a stage begins.
  void enter(StepStage stage) const {
    if (settings.stage_hook.begin != nullptr) settings.stage_hook.begin(settings.stage_hook.user, stage);
  }
};

/// What a step derives from the settings for its contacts.
ContactStep makeContactStep(const SimulationSettings& settings);
/// The solver that the settings name.
const ContactSolver& chosenSolver(std::int32_t lanes);
/// Gives all threads the room that any has needed, so that which thread does what does not show in memory.
void evenThreads(std::span<ThreadScratch> threads);

}  // namespace carom::solve
