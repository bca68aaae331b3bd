// Impacts on bodies that others hold.
//
// What strikes a body that joints hold, or that lies on others, strikes what they hold it to: a ball that
// falls on a plate of its own mass bounces as from the wall to which the plate is fixed, or from the floor on
// which it lies. A contact that rebounds by itself, and others that take their part back afterwards, lose
// most of it: such a ball came back at 0.13 or 0.05 of its speed, not at e.
//
// So an impact is solved with them. The bodies of a system are those of the contact that is struck, and what
// joints, other struck contacts and contacts that carry connect with them. Their velocities change by a y in
// three steps, each the y of least kinetic energy ½ yᵀ M y under
//
//   joints                   J (v + y) = 0; of bounds that are met >= 0,
//   contacts that touch      n · u >= 0, with an impulse λ >= 0 that may be less than before,
//   what is struck           1. λ = 0: what it has exerted in the substep is taken back, so u is how fast the
//                               bodies meet; 2. n · u >= 0: it stops; 3. n · u >= e v: it rebounds, with
//                               v from the velocities before the substep (contact_solver.hpp), but no more
//                               than u tells,
//   friction                 |λ| <= μ Σ λ_n with the λ_n of the impact,
//
// found by Newton's steps on stiff potentials (cluster_solver.hpp). Springs and drives, whose forces are
// finite, take no part. If all struck points have the same e, and nothing else is met on the way, the third
// step returns e² of the energy that the second one has absorbed: its impulses are e times as great. It may
// never return more: of its change only that part is taken (ClusterNewton::rebound()).
//
// Joints report what they exert in an impact (Joint::blows), and begin the next substep without it: a blow is
// no load.
//
// A system has at most ClusterMatrix::kMostBodies bodies, those that are the fewest joints away. Contacts
// that carry connect up to ClusterSettings::kMostStruck of them; what lies in a larger heap is struck by
// itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/constraints/contact/cluster/cluster_solver.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/state/list_by_place.hpp"

namespace carom::solve {

struct SolverPart;

class ImpactSystems {
 public:
  /// Marks contacts that may have an impact of which the bodies are held by others
  /// (ContactInput::shares_blows). Before contacts are prepared.
  void findShared(const SolverPart& part);
  /// Takes back what contacts have exerted that do not strike by themselves (contact_impacts.hpp), where
  /// their bodies can go out of the way: what pushes them against it in this substep ends at nothing that
  /// cannot be pushed, or is far heavier. Where it does, as in a heap, all stop at once.
  void takeBack(const SolverPart& part);
  /// Solves the impacts of this substep that others take part in.
  void rebound(const SolverPart& part);

 private:
  /// A contact and where its constraint is.
  struct Location {
    std::int32_t contact = 0;
    std::int32_t block = 0;
    std::int32_t lane = 0;
    bool alone = false;  ///< It is in a block of its own (ContactClusters).
    bool struck = false;
  };
  void findStruck(const SolverPart& part, BlowRole role);
  void solve(const SolverPart& part, BlowRole role);
  ContactPush pushOf(const SolverPart& part, const Location& location) const;
  bool isBacked(const SolverPart& part, const Location& location);
  bool reachesWall(const SolverPart& part, const Location& location, std::int32_t body);
  void locate(const SolverPart& part);
  bool isShared(const SolverPart& part, std::int32_t contact);
  void grow(const SolverPart& part, const Location& first);
  void add(const SolverPart& part, std::int32_t body);
  void takeContacts(const SolverPart& part, BlowRole role);
  void plan(const SolverPart& part);
  void finish(const SolverPart& part);
  void sortByContact(IndexedVector<std::int32_t>& list) const;
  struct Blocks {
    const ContactSolver& solver;
    void* blocks;
  };
  static Blocks blocksOf(const SolverPart& part, const Location& location);

  IndexedVector<Location> located_;     ///< All contacts of the part.
  IndexedVector<std::int32_t> struck_;  ///< Into located_, in the order of the contacts.
  IndexedVector<std::int32_t> order_;   ///< All of located_, in the order of the contacts.
  ListByPlace of_body_;                 ///< Into located_, by body of the part.
  ListByPlace carrying_;                ///< Contacts that carry, by body of the part.
  struct Reached {
    std::int32_t body = 0;
    Vec3 push;            ///< Direction in which it is pushed.
    std::int32_t by = 0;  ///< Contact in located_.
  };
  std::vector<Reached> reached_;        ///< In reachesWall().
  IndexedVector<std::int32_t> number_;  ///< By body of the solver: in the system, or -1.
  ContactCluster system_;
  IndexedVector<std::int32_t> contacts_;  ///< Of the system, into located_, in the order of the contacts.
  AlignedBuffer blocks_, tails_;          ///< Their copies.
  std::vector<ContactBlow> impacts_;
  IndexedVector<std::uint64_t> neighbours_;
};

}  // namespace carom::solve
