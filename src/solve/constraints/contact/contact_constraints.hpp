// Contacts of a part in the substeps, in blocks of as many lanes as the solver has (contact_solver.hpp).
#pragma once

#include "solve/constraints/solver_part.hpp"

namespace carom::solve {

/// Has no memory of its own: the blocks are the part's.
class ContactConstraints {
 public:
  void prepare(const SolverPart& part) const;
  void warmStart(const SolverPart& part) const;
  void solveBiased(const SolverPart& part) const;
  /// `turned`: some body has turned so far that arms have to be found anew.
  void relax(const SolverPart& part, bool turned) const;
  void applyRestitution(const SolverPart& part) const;
  void store(const SolverPart& part) const;
};

}  // namespace carom::solve
