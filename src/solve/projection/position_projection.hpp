// Moves bodies apart that have struck each other deep within the step.
#pragma once

#include <vector>

#include "solve/projection/deep_pairs.hpp"
#include "solve/projection/near_pairs.hpp"
#include "solve/simulation_state.hpp"
#include "solve/step_context.hpp"

namespace carom::solve {

/// A contact point at the end of the step, as a row of the projection.
struct ProjectedPoint {
  std::int32_t contact = -1;
  Vec3 normal;                      ///< From A to B, global, unit.
  Vec3 arm[2];                      ///< From the centres of mass of A and B to the point, m.
  Vec3 turn[2];                     ///< Rotation of A and B about their centres per unit of the multiplier.
  float separation = 0;             ///< Beyond what is allowed, m; negative: too deep.
  float allowed = 0;                ///< Depth that is left, m.
  float mass = 0;                   ///< Of the row, kg.
  float multiplier = 0;             ///< kg·m, at least 0.
  std::int32_t body[2] = {-1, -1};  ///< In PositionProjection::bodies_; -1: not moved.
  bool fresh = true;                ///< No pass has seen it.
};

/// A body that the projection may move.
struct ProjectedBody {
  std::int32_t body = -1;
  Vec3 displacement, turn;  ///< m, rad.
  float inverse_mass = 0;   ///< 1/kg
  float reach = 0;          ///< Up to which its contacts are rows, and its longest way in the round, m.
  float allowed = 0;        ///< Displacement that needs no search for contacts, m.
  bool is_deep = false;     ///< It is in one of the contacts that are to be projected.
  bool searched = false;    ///< Its contacts are rows.
  std::int32_t moved = 0;   ///< The last pass that moved it by more than what counts as converged.
  Pose before;              ///< At the start of the round.
};

class PositionProjection {
 public:
  void run(SimulationState& state, const StepContext& context);

 private:
  float reachOf(std::int32_t body) const;
  std::int32_t slotOf(const SimulationState& state, std::int32_t body);
  void addContact(SimulationState& state, const StepContext& context, std::int32_t contact,
                  float least_reach);
  bool searchMoved(SimulationState& state, const StepContext& context);
  float separationOf(const ProjectedPoint& p) const;
  bool pass(std::vector<ProjectedPoint>& points);
  void project(SimulationState& state, const StepContext& context);
  void findLeft(const SimulationState& state, const StepContext& context);
  void move(SimulationState& state, const StepContext& context);

  DeepPairs pairs_;
  NearPairs near_;
  IndexedVector<std::int32_t> deep_;   ///< Contacts.
  IndexedVector<std::int32_t> slots_;  ///< By body: index in bodies_, or -1.
  IndexedVector<std::uint8_t> added_;  ///< By contact: its points are rows.
  std::vector<std::int32_t> added_contacts_;
  std::vector<ProjectedBody> bodies_;
  std::int32_t pass_ = 0;  ///< Number of the pass.
  /// Ranks of the rows: of two bodies that move, with a mover, with something static. The last one has the
  /// last word.
  static constexpr std::size_t kBoth = 0, kMover = 1, kStatic = 2;
  std::vector<ProjectedPoint> rows_[3];  ///< By rank.
};

}  // namespace carom::solve
