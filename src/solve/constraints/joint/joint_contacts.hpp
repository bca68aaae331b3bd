// The contacts of the groups of a block (group_contacts.hpp), between its lanes and their own numbers.
#pragma once

#include "solve/constraints/joint/joint_block.hpp"
#include "solve/constraints/joint/joint_settings.hpp"

namespace carom::solve {
namespace {

/// Calls function(lane, contacts) for the given lanes that have some.
template <int W, class Function>
inline void eachContacts(const JointBlock<W>& k, MaskW<W> lanes, Function&& function) {
  for (int lane = 0; k.any_contacts && lane < k.count; ++lane) {
    GroupContacts* const contacts = k.contacts[lane];
    if (contacts != nullptr && !contacts->empty() && lanes[lane] != 0) function(lane, *contacts);
  }
}

template <int W>
void giveSpeeds(const JointBlock<W>& k, int lane, GroupContacts& contacts) {
  for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
    const LaneBody<W>& b = k.bodies[contacts.bodies()[i]];
    contacts.velocities()[i] = {{b.linear.x[lane], b.linear.y[lane], b.linear.z[lane], b.spin.x[lane],
                                 b.spin.y[lane], b.spin.z[lane]}};
  }
}

/// Rows of the contacts, for the biased solve or the relaxation.
template <int W>
CAROM_SELDOM void beginContacts(const JointBlock<W>& k, const JointInput& input, bool biased,
                                MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    giveSpeeds(k, lane, contacts);
    for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
      const LaneBody<W>& b = k.bodies[contacts.bodies()[i]];
      const auto column = [&](const DVec3W<W>& c) { return DVec3{c.x[lane], c.y[lane], c.z[lane]}; };
      contacts.members()[i] = {{column(b.axes.cx), column(b.axes.cy), column(b.axes.cz)},
                               b.inverse_mass[lane],
                               column(b.inverse_principal)};
    }
    contacts.begin(*input.arrays, *input.contact_step, 1 / k.heaviest_inverse_mass[lane], biased);
  });
}

/// The solve begins.
template <int W>
void startContacts(const JointBlock<W>& k, const JointInput& input, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    giveSpeeds(k, lane, contacts);
    contacts.start(*input.arrays);
  });
}

/// Applies the impulses of the contacts, and adds how they change the kinetic energy.
template <int W>
CAROM_SELDOM void warmStartContacts(JointBlock<W>& k, DoubleW<W>& slope) {
  eachContacts(k, yes<W>(), [&](int lane, GroupContacts& contacts) {
    giveSpeeds(k, lane, contacts);
    double own = 0;
    const IndexedVector<Vector6>& sums = contacts.held(own);
    slope[lane] += own;
    for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
      LaneBody<W>& b = k.bodies[contacts.bodies()[i]];
      const double(&sum)[6] = sums[i].at;
      const DSymmetric3W<W>& m = b.inverse_inertia;
      const auto at = [lane](const DoubleW<W>& x) { return x[lane]; };
      b.linear.x[lane] += at(b.inverse_mass) * sum[0];
      b.linear.y[lane] += at(b.inverse_mass) * sum[1];
      b.linear.z[lane] += at(b.inverse_mass) * sum[2];
      b.spin.x[lane] += at(m.xx) * sum[3] + at(m.xy) * sum[4] + at(m.xz) * sum[5];
      b.spin.y[lane] += at(m.xy) * sum[3] + at(m.yy) * sum[4] + at(m.yz) * sum[5];
      b.spin.z[lane] += at(m.xz) * sum[3] + at(m.yz) * sum[4] + at(m.zz) * sum[5];
    }
  });
}

/// Takes the slopes of the contacts into the matrix.
template <int W>
void weighContacts(const JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int, GroupContacts& contacts) {
    const IndexedVector<std::uint8_t>& changed = contacts.takeSlopes();
    for (std::int32_t i = 0; i < changed.count(); ++i)
      k.changed[system.node_of[contacts.bodies()[i]]] |= changed[i];
  });
}

/// Adds the contacts to the nodes that have changed.
template <int W>
void assembleContacts(JointBlock<W>& k, const JointSystem& system) {
  eachContacts(k, yes<W>(), [&](int lane, GroupContacts& contacts) {
    const IndexedVector<GroupContacts::Square>& squares = contacts.squares();
    for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
      const std::int32_t node = system.node_of[contacts.bodies()[i]];
      if (k.changed[node] == 0) continue;
      DoubleW<W>* const block = k.diagonal + node * 21;
      for (int n = 0; n < 21; ++n) block[n][lane] += squares[i].at[n];
    }
  });
}

/// out += what contacts give to bodies, in one lane.
template <int W>
inline void addContactSums(DoubleW<W>* out, const JointSystem& system, int lane,
                           const GroupContacts& contacts, const IndexedVector<Vector6>& sums) {
  for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
    DoubleW<W>* const six = out + system.node_of[contacts.bodies()[i]] * 6;
    for (int n = 0; n < 6; ++n) six[n][lane] += sums[i].at[n];
  }
}

/// Looks what contacts exert at the velocities and their change.
template <int W>
void evaluateContacts(const JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    giveSpeeds(k, lane, contacts);
    for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
      const DoubleW<W>* const six = k.change + system.node_of[contacts.bodies()[i]] * 6;
      for (int n = 0; n < 6; ++n) contacts.velocities()[i].at[n] += six[n][lane];
    }
    contacts.evaluate();
  });
}

/// Adds what they push with to the solution.
template <int W>
void pushContacts(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    addContactSums<W>(k.solution, system, lane, contacts, contacts.push());
  });
}

/// How far to go along the solution, from what the joints give of the slope and the curvature.
template <int W>
DoubleW<W> searchContacts(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes, DoubleW<W> slope,
                          DoubleW<W> curvature) {
  DoubleW<W> share = all<W>(1);
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    for (std::int32_t i = 0; i < contacts.bodies().count(); ++i) {
      const DoubleW<W>* const six = k.solution + system.node_of[contacts.bodies()[i]] * 6;
      for (int n = 0; n < 6; ++n) contacts.velocities()[i].at[n] = six[n][lane];
    }
    share[lane] = contacts.search(slope[lane], curvature[lane]);
  });
  return share;
}

/// Friction takes its limits from the normal impulses that have been found. Returns the lanes where that
/// matters.
template <int W>
MaskW<W> renewFriction(const JointBlock<W>& k, MaskW<W> lanes) {
  MaskW<W> changed = no<W>();
  eachContacts(k, lanes,
               [&](int lane, GroupContacts& contacts) { changed[lane] = contacts.renewFriction() ? -1 : 0; });
  return changed;
}

template <int W>
void holdContacts(const JointBlock<W>& k, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int, GroupContacts& contacts) { contacts.hold(); });
}

/// Contacts take what they exert, which goes into the sums.
template <int W>
void settleContacts(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) {
    addContactSums<W>(k.sums, system, lane, contacts, contacts.push());
    contacts.settle();
  });
}

/// Lanes whose contacts have the slopes that are in the matrix.
template <int W>
MaskW<W> sameContacts(const JointBlock<W>& k, MaskW<W> lanes) {
  MaskW<W> same = yes<W>();
  eachContacts(k, lanes, [&](int lane, GroupContacts& contacts) { same[lane] = contacts.isSame() ? -1 : 0; });
  return same;
}

template <int W>
void rememberContacts(const JointBlock<W>& k) {
  eachContacts(k, yes<W>(), [&](int, GroupContacts& contacts) { contacts.remember(); });
}
template <int W>
void goBackContacts(const JointBlock<W>& k, MaskW<W> lanes) {
  eachContacts(k, lanes, [&](int, GroupContacts& contacts) { contacts.goBack(); });
}
template <int W>
void storeContacts(const JointBlock<W>& k, MaskW<W> lanes, bool impacts) {
  eachContacts(k, lanes, [&](int, GroupContacts& contacts) { contacts.store(impacts); });
}

}  // namespace
}  // namespace carom::solve
