// The rows of contacts that are solved together with others by Newton's steps: cluster_solver.hpp has the
// laws.
#pragma once

#include <cstdint>

#include "solve/constraints/contact/cluster/cluster_matrix.hpp"
#include "solve/constraints/contact/cluster/line_search.hpp"
#include "solve/constraints/contact/contact_block.hpp"
#include "solve/state/solver_body.hpp"

namespace carom::solve {

/// A row of J, for the two bodies of a contact.
struct ClusterRow {
  std::int32_t a = -1, b = -1;  ///< In the cluster; −1: immovable.
  Vector6 ja{}, jb{};
  double start = 0;    ///< u at the start.
  double speed = 0;    ///< u = J v
  double along = 0;    ///< J d
  double rest = 0;     ///< λ at u + bias = 0.
  double impulse = 0;  ///< λ(u)
  double before = 0;   ///< λ that the velocities had at the start.
  double held = 0;     ///< λ that the velocities have; GroupContacts only.
  double outside = 0;  ///< Of u, what bodies that are not solved for have.
  double base = 0;     ///< rest, if what is outside did not give way; GroupContacts only.
  double share = 1;    ///< Of the stiffness what is left because that gives way; GroupContacts only.
};

/// λ = rest − stiffness (u + bias) within 0 and most.
struct ClusterNormal : ClusterRow {
  double stiffness = 0, bias = 0, most = 0, slope = 0;
  double radius = 0;  ///< Of torsional friction.
  bool gap = false;   ///< It does not touch.
  // Of a point that rebounds:
  double restitution = 0;  ///< e; 0: it does not.
  double expected = 0;     ///< Speed of impact, as far as the velocities before the substep tell, m/s.
  double pulled = 0;       ///< By gravity in a substep, m/s.
  double threshold = 0;    ///< m/s
  double limit = 0;        ///< Of the impulse.
};

/// Two tangents and the twist about the normal, with limits of their |λ|.
struct ClusterFriction {
  ClusterRow rows[3];
  ClusterRow& twist() { return rows[2]; }
  const ClusterRow& twist() const { return rows[2]; }
  std::int32_t first_normal = 0, end_normal = 0;
  bool kept = false;        ///< λ stays what it is.
  bool taken_back = false;  ///< λ = 0, while it is kept.
  double rigid = 0, twist_rigid = 0, coefficient = 0, limit = 0, twist_limit = 0;
  double least_limit = 0;                 ///< What the limit may not fall below; GroupContacts only.
  double slope[3] = {}, twist_slope = 0;  ///< ∂λ/∂u of the tangents: 00, 01, 11.
};

/// What a contact does in an impact (impact_systems.hpp).
enum class BlowRole : std::uint8_t {
  Holds,      ///< Its points do not approach further.
  Struck,     ///< Some rebound.
  TakenBack,  ///< It exerts nothing.
};
struct ContactBlow {
  const ClusterBlock* block = nullptr;
  BlowRole role = BlowRole::Holds;
  std::uint32_t points = 0;  ///< Bits of those that rebound, or whose impulses are taken back.
};

/// Bits of the points that rebound where a contact is struck.
std::uint32_t reboundsOf(const ClusterBlock& block, const BodyArrays& bodies);

/// Rows of some contacts.
struct ContactRows {
  IndexedVector<ClusterNormal> normals;
  IndexedVector<ClusterFriction> frictions;

  void clear() { normals.clear(), frictions.clear(); }
  /// The rows of a block, with the bodies' numbers in the solver as a and b, for the biased solve or the
  /// relaxation. `heaviest`: mass of the heaviest body that is solved for, kg; `joined`: joints hang it on
  /// that of the contact.
  void add(const ClusterBlock& block, const BodyArrays& bodies, const ContactStep& step, double heaviest,
           bool joined, bool biased);
  /// The same for an impact.
  void addImpact(const ContactBlow& blow, const BodyArrays& bodies, const ContactStep& step, double heaviest);
  /// Notes how fast points that are struck meet, and lets them stop; or rebound. Returns the greatest e.
  void stop();
  double rebound();
  /// Friction exerts what it has, or follows its law.
  void holdFriction(bool held);
  /// Calls function(row) for all rows.
  template <class Function>
  void each(Function&& function) {
    eachOf(*this, function);
  }
  template <class Function>
  void each(Function&& function) const {
    eachOf(*this, function);
  }
  /// Limits of friction, from the normal impulses at hand.
  void setLimits();
  /// Impulses and their slopes at u + t J d.
  void evaluate(double t);
  /// Adds −λ J d to the slope of f along d, and what its derivative has of them.
  void addSlope(LineSlope& slope) const;
  /// Writes the impulses of blocks [first, end), whose rows these are, and what an impact has to know.
  void store(ClusterBlock* blocks, std::int32_t first, std::int32_t end, bool impacts) const;

 private:
  template <class Rows, class Function>
  static void eachOf(Rows& rows, Function&& function) {
    for (auto& r : rows.normals) function(r);
    for (auto& f : rows.frictions) {
      for (auto& r : f.rows) function(r);
    }
  }
};

}  // namespace carom::solve
