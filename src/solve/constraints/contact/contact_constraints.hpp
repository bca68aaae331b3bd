// Contacts of a part in the substeps, in blocks with as many lanes as the solver has (contact_solver.hpp).
#pragma once

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// Has no data of its own: the blocks belong to the part.
class ContactConstraints {
 public:
  void prepare(const SolverPart& part) const;
  void warmStart(const SolverPart& part) const;
  void solveBiased(const SolverPart& part) const;
  /// `turned`: some body has rotated so far that the effective masses have to be computed again.
  void relax(const SolverPart& part, bool turned) const;
  /// Before velocities change in a substep: what is expected to strike in it.
  void beginImpacts(const SolverPart& part) const;
  void applyRestitution(const SolverPart& part) const;
  void store(const SolverPart& part) const;

 private:
  void rebound(const SolverPart& part) const;
};

}  // namespace carom::solve
