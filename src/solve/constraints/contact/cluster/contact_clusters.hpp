// Which contacts of a part are solved together (cluster_solver.hpp), and their blocks.
//
// A contact in which a much heavier body rests on a lighter one begins a cluster (ContactInput::presses). The
// cluster grows from the lighter bodies through all their contacts, because what the heavy body weighs goes
// on to whatever they touch; from the heavier ones it grows only to other lighter bodies that carry them.
// So it does where a body carries what hangs together with it by joints (a leg of a table): the cluster has
// all that joints connect with it, or none of that if it would be too large. It ends at bodies that do not
// give way. With more than ClusterSettings::kMostBodies bodies it is left to the passes as a whole: a part
// that is solved exactly would carry all by itself. Contacts of two bodies of a cluster, or of one and
// something that does not give way, belong to it.
#pragma once

#include <cstdint>
#include <span>

#include "solve/constraints/contact/cluster/cluster_solver.hpp"
#include "solve/constraints/contact/contact_solver.hpp"
#include "solve/constraints/graph/block_layout.hpp"
#include "solve/constraints/joint/group_contacts.hpp"
#include "solve/state/aligned_buffer.hpp"
#include "solve/state/list_by_place.hpp"

namespace carom::solve {

/// A group of joints.
struct ClusterGroup {
  GroupContacts* contacts = nullptr;     ///< If it is solved with them.
  std::span<const std::int32_t> bodies;  ///< Of the simulation; if it is, in the order of its topology.
};

class ContactClusters {
 public:
  /// No clusters: others() are all contacts of a part.
  void clear(const ConstraintSet& set);
  /// Whether a contact of a part begins a cluster.
  static bool begin(const ConstraintSet& set, std::span<const ContactInput> inputs);
  /// Of the contacts of a part. Afterwards others() are those that belong to no cluster.
  void find(const ConstraintSet& set, std::span<const ContactInput> inputs,
            std::span<const ClusterLink> links, const BodyArrays& bodies);
  /// Of the others, those of groups of joints with what cannot be pushed or is far heavier. Afterwards they
  /// are none of them.
  /// `numbers`: of the simulation's bodies in the solver.
  void takeGroups(const ConstraintSet& set, std::span<const ClusterGroup> groups,
                  std::span<const ContactInput> inputs, const IndexedVector<std::int32_t>& numbers,
                  const BodyArrays& bodies);
  /// Room for a part with that many of them.
  void reserve(std::size_t bodies, std::size_t contacts, std::size_t groups);
  std::span<const std::int32_t> others() const { return others_; }
  std::int32_t count() const { return count_; }

  // The calls of contact_solver.hpp, for all clusters.
  void prepare(std::span<const ContactInput> inputs, const BodyArrays& bodies, const ContactStep& step);
  void warmStart(const BodyArrays& bodies);
  void refresh(const BodyArrays& bodies);
  void applyRestitution(const BodyArrays& bodies);
  void store();
  /// The contacts that are in blocks of their own, in their order.
  std::span<const std::int32_t> contacts() const { return contacts_; }
  /// Blocks of these with restitution.
  std::span<const std::int32_t> elastic() const { return elastic_; }
  void beginImpacts(const BodyArrays& bodies);
  bool armFresh(const BodyArrays& bodies);
  void* blocks() const { return blocks_.data(); }
  const ContactSolver& solver() const { return solver_; }
  void forget(std::int32_t block);
  /// Solves one cluster; no two of them share a movable body.
  void solve(std::int32_t cluster, const ClusterWorld& world, const ContactStep& step, bool biased);

 private:
  void connect(const ConstraintSet& set, std::span<const ClusterLink> links);
  void noteLighter(const ConstraintSet& set, std::int32_t contact, const BodyArrays& bodies);
  bool grow(const ConstraintSet& set, std::span<const ContactInput> inputs,
            std::span<const ClusterLink> links, std::int32_t first);
  void assignLinks(const ConstraintSet& set, std::span<const ClusterLink> links);
  void assignContacts(const ConstraintSet& set);
  void plan(const ConstraintSet& set, ContactCluster& cluster);

  const ContactSolver& solver_ = kClusterLanes == 4 ? contactSolver4() : contactSolver1();
  std::int32_t count_ = 0;
  IndexedVector<ContactCluster> clusters_;                 ///< The first count_ are in use.
  IndexedVector<IndexedVector<std::int32_t>> of_cluster_;  ///< Contacts, in assignContacts().
  IndexedVector<std::uint64_t> neighbours_;                ///< In plan().
  IndexedVector<std::int32_t> contacts_;  ///< Of the clusters and the groups, block by block.
  std::span<const std::int32_t> others_;
  IndexedVector<std::int32_t> left_;        ///< Where others_ is not the whole set.
  IndexedVector<std::int32_t> cluster_of_;  ///< By place of a body in the set: its cluster, or below 0.
  IndexedVector<std::int32_t> number_;      ///< By body of the solver: its number in its cluster.
  IndexedVector<std::uint8_t> carried_;     ///< By place: the body is the heavier one wherever it presses.
  ListByPlace contacts_of_, links_of_;      ///< By place.
  struct Range {
    std::int32_t first = 0, end = 0;
  };
  std::span<const ClusterGroup> groups_;
  IndexedVector<std::int32_t> sharing_;  ///< By place: number of the contacts that groups have with it.
  IndexedVector<std::int32_t> group_of_, member_of_;  ///< By place: its group, or -1, and its number there.
  IndexedVector<std::int32_t> next_;                  ///< By group, in takeGroups().
  IndexedVector<std::int32_t> rest_;                  ///< Where others_ is not all that clusters leave.
  std::vector<std::int32_t> elastic_;                 ///< Blocks.
  IndexedVector<Range> ranges_;                       ///< Of blocks, by cluster and by group.
  AlignedBuffer blocks_, tails_;
};

}  // namespace carom::solve
