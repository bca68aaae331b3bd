// Which contacts of a part are solved together (cluster_solver.hpp), and their blocks.
//
// A contact in which a much heavier body rests on a lighter one, or comes down on it, begins a cluster. The
// cluster grows from the lighter bodies through all their contacts, because what the heavy body weighs goes
// on to whatever they touch; from the heavier ones it grows only to other lighter bodies that carry them.
// It ends at bodies that do not give way, and at ClusterSettings::kMostBodies bodies, those nearest to the
// first contact by number of contacts. Contacts of two bodies of a cluster, or of one and something that does
// not give way, belong to it; all others are left to the passes.
#pragma once

#include <cstdint>
#include <span>

#include "solve/constraints/contact/cluster/cluster_solver.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/state/aligned_buffer.hpp"

namespace carom::solve {

class ContactClusters {
 public:
  /// `set`: the contacts of a part. Afterwards others() are those that belong to no cluster.
  void find(const ConstraintSet& set, std::span<const ContactInput> inputs, bool any_presses,
            const BodyArrays& bodies);
  std::span<const std::int32_t> others() const { return others_; }

  bool empty() const { return clusters_.empty(); }
  std::int32_t count() const { return clusters_.count(); }
  void prepare(std::span<const ContactInput> inputs, const BodyArrays& bodies, const ContactStep& step);
  void warmStart(const BodyArrays& bodies);
  void solve(std::int32_t cluster, const BodyArrays& bodies, const ContactStep& step, bool biased);
  void refresh(const BodyArrays& bodies);
  void applyRestitution(const BodyArrays& bodies);
  void store();

 private:
  void grow(const ConstraintSet& set, std::span<const ContactInput> inputs, const BodyArrays& bodies,
            std::int32_t first);
  void connect(const ConstraintSet& set);

  const ContactSolver& solver_ = contactSolver1();
  IndexedVector<ContactCluster> clusters_;
  IndexedVector<std::int32_t> contacts_;  ///< Of the clusters, block by block.
  std::span<const std::int32_t> others_;
  IndexedVector<std::int32_t> others_copy_;
  IndexedVector<std::int32_t> cluster_of_;  ///< By place of a body in the set: its cluster, or −1.
  IndexedVector<std::int32_t> number_;      ///< By body of the solver: its number in its cluster.
  IndexedVector<std::uint8_t> lighter_;     ///< By place: some contact says that it carries a heavier body.
  IndexedVector<std::int32_t> first_of_body_;  ///< Positions in of_body_, and the end.
  IndexedVector<std::int32_t> of_body_;        ///< Contacts, body by body.
  AlignedBuffer blocks_, tails_;
};

}  // namespace carom::solve
