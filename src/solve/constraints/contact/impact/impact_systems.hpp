// Impacts in which joints take part.
//
// What strikes a body that joints hold strikes what they hold it to: a ball that falls on a plate of its own
// mass bounces as from the wall to which the plate is fixed. A contact that rebounds by itself, and joints
// that take their part back afterwards, lose most of it: such a ball came back at 0.13 of its speed, not at
// e.
//
// So an impact is solved with the joints. The bodies of a system are those of the contact that is struck, and
// what joints and other struck contacts connect with them. Its velocities change by the y of least kinetic
// energy ½ yᵀ M y for which
//
//   points that rebound   n · u >= e v    (contact_solver.hpp), λ >= 0,
//   others that touch     n · u >= 0,     λ >= 0,
//   joints                J y = 0; of bounds that are met J y >= 0,
//   friction              |λ| <= μ Σ λ_n  with the λ_n of the impact,
//
// found by Newton's steps on stiff potentials (cluster_solver.hpp). Springs and drives, whose forces are
// finite, take no part. If all points have the same e and there is no friction, the normal impulses return
// e² of the energy that they have absorbed: they are e times those that stop the approach. With friction they
// may return no more than that.
//
// Joints report what they exert in an impact (Joint::blows), and begin the next substep without it: a blow is
// no load.
//
// What would have more than ClusterMatrix::kMostBodies bodies has those that are the fewest joints away.
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
    std::int32_t lane = 0;  ///< -1: it is in a block of its own (ContactClusters).
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
  /// Calls visit(body) for the bodies of a contact that can be pushed.
  template <class Visit>
  static void eachBody(const SolverPart& part, std::int32_t contact, Visit&& visit);

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
