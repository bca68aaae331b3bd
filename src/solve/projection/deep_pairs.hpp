// Pairs of bodies that came deep into each other within a step.
#pragma once

#include <span>
#include <vector>

#include "solve/narrow_phase/pair_manifolds.hpp"
#include "solve/projection/projection_settings.hpp"
#include "solve/simulation_state.hpp"
#include "solve/state/traces.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// Motion of two bodies since the start of the step.
struct PairMotion {
  Vec3 beside;   ///< Of B's centre beside that of A, m.
  Vec3 turn[2];  ///< Rotation vectors, for small ones.

  PairMotion(const SimulationState& state, const Contact& contact) {
    for (int side = 0; side < 2; ++side) {
      const Body& b = state.bodies[contact.body[side]];
      if (b.awake_index < 0) continue;
      const Vec3 moved(b.center - b.start_center);
      beside += side == 0 ? -moved : moved;
      const Quat q = turnBetween(b.start_rotation, b.rotation);
      turn[side] = q.vector() * (q.w < 0 ? -2.0f : 2.0f);
    }
  }

  /// Of a contact point of the start of the step: its separation now, to first order, m.
  float separationOf(const ContactManifold& manifold, const ContactPoint& p) const {
    return p.separation +
           dot(manifold.normal, beside + cross(turn[1], manifold.anchorB(p)) - cross(turn[0], p.anchor_a));
  }
  /// What the second order may take from it: w²/(2 r) on an arc of a way w, r φ²/2 for a rotation φ, m.
  float secondOrder(const ContactManifold& manifold, float size) const {
    const float along = dot(manifold.normal, beside);
    return 0.5f * size * (dot(turn[0], turn[0]) + dot(turn[1], turn[1])) +
           0.5f * (lengthSquared(beside) - along * along) / size;
  }
  /// Whether it is so small that the contact points of the start of the step still describe the pair.
  bool isSmall(float size) const {
    const float share = ProjectionSettings::kRowsShare, way = share * size;
    return lengthSquared(beside) <= way * way &&
           dot(turn[0], turn[0]) + dot(turn[1], turn[1]) <= share * share;
  }
  /// Upper bound of how much deeper the motion can have brought them, m.
  float way(float size) const { return length(beside) + (length(turn[0]) + length(turn[1])) * size; }
};

/// Depth that the projection leaves in a pair: that at the start of the step, but at least leastDepth(), m.
float allowedDepth(const Contact& contact);
/// Whether two convex shapes are at least `distance` apart (below 0: no deeper than that) along a direction
/// that separated them at the start of the step: its normal, turned with either one, or that between their
/// middles. A plane has only its own normal. False for meshes.
bool isApartBy(const SimulationState& state, const Contact& contact, const Transform& b_to_a, float distance);
/// Whether a pair is deeper than it may be, and its motion has made it so: what comes through a one-sided
/// plane from behind is deep, too, once its centre is through.
bool isDeep(const SimulationState& state, std::int32_t contact, ThreadScratch& thread);

class DeepPairs {
 public:
  /// The contacts that are deep now and were not at the start of the step. Looks at contacts of bodies that
  /// were struck or moved far (struck_bodies.hpp).
  std::span<const std::int32_t> find(const SimulationState& state, const StepContext& context);

  /// Whether the projection may move a body; after find().
  bool canBeMoved(const SimulationState& state, std::int32_t body) const;

 private:
  bool markViolent(const SimulationState& state);
  void press(const SimulationState& state, const Contact& contact, int side);
  void markPressed(const SimulationState& state);
  void dropPressed(const SimulationState& state);
  bool isViolent(const SimulationState& state, const PairClearance& pair) const;
  void look(const SimulationState& state, ThreadScratch& thread, std::int32_t begin, std::int32_t end,
            std::vector<std::int32_t>& found) const;

  std::vector<std::int32_t> violent_;     ///< Bodies that were struck or are fast.
  IndexedVector<std::uint8_t> violence_;  ///< By body: struck, fast.
  IndexedVector<std::uint8_t> pressed_;   ///< By island (IslandBatches::islandOf()).
  IndexedVector<IndexJob> jobs_;          ///< Contacts.
  std::vector<std::int32_t> deep_;
};

}  // namespace carom::solve
