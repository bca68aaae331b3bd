// Contacts of a group of joints with what it does not hold, solved together with its joints.
//
// Such a contact touches one body of the group. With C its rows (the normals of its points, two tangents and
// the twist) it adds to the function that JointSolver minimises (joint_solver.hpp) potentials φ(C v) with the
// impulses λ = −φ' of cluster_solver.hpp, and to the matrix only squares of rows, in the block of that body,
// however many contacts there are. So groups with other contacts still share a block of lanes.
//
// For given rows of the joints, what the joints ask for is linear: with y the change of the velocities, K = M
// + Jᵀ C_J⁻¹ J the matrix of joint_system.hpp and b its right side, the gradient of the function is
//
//   g(y) = K y − b − Cᵀ (λ(C (v + y)) − λ₀),
//
// λ₀ being the impulses that v has already. A Newton step d solves (K + Cᵀ S C) d = −g, with −S the slopes of
// λ(u), and goes as far along d as the function falls: to the root of dᵀ g, which needs C d only once. The
// steps end where a whole one has stayed within one piece of the λ(u), or where −g would move no body
// (kExact). Where they do not end, the joints answer the contacts as these are then. Velocities take y
// itself and not M⁻¹ times the sum of the impulses, which is the same but for rounding: a foot of a milligram
// that carries a ton would be thrown by that.
//
// Limits of friction are those of the normal impulses at the start, and follow them in the first steps of a
// solve (renewFriction()): the load of a blow that comes through joints lasts for one substep.
//
// The other body of a contact may be one that can be pushed, is in no group, and is far heavier
// (state/far_heavier.hpp): a crate on a bridge. Solved in turns with the joints, a contact gives such a
// body only the part of an impulse that the plank takes by itself, and joints that are pulled tight lead the
// planks through it. With a = C₂ M₂⁻¹ C₂ᵀ its response along a row, g what it has had of the
// impulse and u₂ its speed then, it gives way: u = C v + u₂ + a (λ − g). A law λ = r − k u becomes
//
//   λ = s r + (1 − s) g − s k (C v + u₂),   s = 1/(1 + k a),
//
// which has the same form, so that the matrix has still one block for the contact. That holds for one row
// alone. For n of them, each has the n-th part of the mass to itself and a becomes n a, which is right where
// all rows move alike, and too much or too little where they turn the other body. What is left is for the
// next solve, which begins with g = λ. n is the number of points that touch, or that there are for one that
// does not; for friction that of contacts. The others get their impulses after each stage, one group after
// the other (giveOthers()). What else bears on them is solved in turns: the tower on a table, of which each
// box is as heavy as the top, would tremble if its lowest contact were here.
//
// A substep has one set of rows for the biased solve and one for both relaxations. Its warm start takes the
// impulses of contacts by the same share as those of the joints (limitWarmStart()), because either alone
// would be a blow.
#pragma once

#include <span>

#include "solve/constraints/contact/cluster/contact_rows.hpp"

namespace carom::solve {

class GroupContacts {
 public:
  /// The lower triangle of a 6x6 matrix, row after row.
  struct Square {
    double at[21];
  };
  /// What it has to know of a body, in its principal axes.
  struct Member {
    DMat3 axes;
    double inverse_mass = 0;
    DVec3 inverse_inertia;
  };

  // Once per step.
  void clear();
  /// A contact, whose block is the next one.
  struct Place {
    std::int32_t body = 0;      ///< Of the group.
    bool second = false;        ///< It is the contact's second one.
    bool held_overlap = false;  ///< What the bodies press with is no load (ContactInput).
  };
  /// `other`: the other body in the solver, if it can be pushed, or -1; `sharing`: number of contacts that
  /// groups have with it.
  void add(const Place& place, std::int32_t other, std::int32_t sharing);
  void setBlocks(ClusterBlock* blocks, std::int32_t first) { blocks_ = blocks, first_ = first; }
  bool empty() const { return contacts_.empty(); }
  /// Whether other bodies that can be pushed are touched.
  bool hasOthers() const { return !others_.empty(); }
  std::int32_t bodyOf(std::int32_t contact) const { return contacts_[contact].body; }
  /// Places of the bodies in the group. The arrays below have an element for each of them.
  const IndexedVector<std::int32_t>& bodies() const { return touched_; }
  IndexedVector<Member>& members() { return members_; }
  IndexedVector<Vector6>& velocities() { return velocities_; }

  /// Makes the rows for the biased solve or the relaxation. `heaviest`: kg.
  void begin(const BodyArrays& bodies, const ContactStep& step, double heaviest, bool biased);
  /// The solve begins at the velocities.
  void start(const BodyArrays& bodies);
  /// Cᵀ λ, and how it changes the kinetic energy at the velocities, J.
  const IndexedVector<Vector6>& held(double& slope);
  /// λ becomes so much of it, or nothing.
  void scale(double share);
  void drop();
  /// Of what bodies that are not solved for have of the rows' speeds, m/s.
  double fastestOutside();
  /// Whether penetration is removed faster than that, m/s.
  bool pushesOut(double speed) const;
  /// λ(C v) at the velocities.
  void evaluate();
  /// Whether S is the one that has been taken.
  bool isSame() const;
  /// Takes S. Returns of which bodies it is another one.
  const IndexedVector<std::uint8_t>& takeSlopes();
  /// CᵀSC, by body.
  const IndexedVector<Square>& squares() const { return squares_; }
  /// Cᵀ (λ(C v) − λ)
  const IndexedVector<Vector6>& push();
  /// How far to go along d, of which velocities() has those of the bodies. The others of the function give
  /// its slope and its curvature along d.
  double search(double slope, double curvature);
  /// Limits of friction from the λ(C v) of the normals, where it slides. Returns whether some are new.
  bool renewFriction();
  /// λ(C v) does not change any more, until settle().
  void hold() { held_ = true; }
  /// λ becomes λ(C v).
  void settle();
  void remember();
  void goBack();
  /// Writes λ to the blocks.
  void store(bool impacts);
  /// The others that can be pushed get what they have not yet had of λ.
  void giveOthers(const BodyArrays& bodies);

 private:
  void keepFriction();
  template <class Visit>
  void eachWithOther(Visit&& visit);
  void yield(const BodyArrays& bodies);
  void startRow(ClusterRow& row, std::int32_t contact, const BodyArrays& bodies) const;

  ClusterBlock* blocks_ = nullptr;
  std::int32_t first_ = 0;
  IndexedVector<Place> contacts_;  ///< With bodies into touched_.
  IndexedVector<std::int32_t> touched_;
  IndexedVector<Member> members_;
  IndexedVector<Vector6> velocities_, sums_;
  IndexedVector<Square> squares_;
  IndexedVector<std::uint8_t> changed_;
  ContactRows rows_;
  IndexedVector<double> slopes_;      ///< Of the matrix at hand; -1: none yet.
  IndexedVector<double> remembered_;  ///< λ
  IndexedVector<double> given_;       ///< λ that the other bodies have had in the substep.
  /// A body that can be pushed and is not of the group.
  struct Other {
    std::int32_t body = 0;                  ///< In the solver.
    std::int32_t sharing = 1;               ///< Contacts that groups have with it.
    std::int32_t contacts = 0;              ///< Of these, this group's.
    std::int32_t points = 0, touching = 0;  ///< Of these, and how many of them touch.
  };
  IndexedVector<Other> others_;
  IndexedVector<std::int32_t> other_of_;  ///< By contact: in others_, or -1.
  bool held_ = false;
};

}  // namespace carom::solve
