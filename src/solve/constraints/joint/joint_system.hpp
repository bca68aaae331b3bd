// The equations of a joint system and their solution, several groups at a time.
//
// With M the masses and inertias, J the Jacobian of the active rows and C their compliances, impulses that
// change the residuals r to 0 are
//
//   (J M⁻¹ Jᵀ + C) Δλ = −r.
//
// By the velocities Δv = M⁻¹ Jᵀ Δλ that is C Δλ = −r − J Δv, or
//
//   (M + Jᵀ C⁻¹ J) Δv = −Jᵀ C⁻¹ r:
//
// the Hessian of the kinetic distance plus the potentials of the rows, and its gradient. The matrix has a
// block of 6x6 for each body whatever rows take part, so its structure never changes and groups with other
// active rows are solved beside each other. It is factorized as L Lᵀ in the order of joint_topology.cpp. Then
// Δλ = −C⁻¹ (r + J Δv), and the velocities change by M⁻¹ Jᵀ Δλ, which conserves momentum to rounding; what
// rounding leaves of r is seen by the next round, which solves nothing where that is below kExact.
//
// A round, or a Newton step for contacts, changes the weights of few rows. A node whose rows have kept theirs
// keeps its numbers; and a column of L changes only if its node has changed, or one that is eliminated before
// it and coupled to it. So factorize() takes each column from the left, from the columns that feed it, and
// leaves those that have not changed: the same numbers as all anew.
#pragma once

#include <algorithm>

#include "solve/constraints/joint/joint_contacts.hpp"

namespace carom::solve {
namespace {

/// Place of element (i, j), i >= j, in a diagonal block.
constexpr int lowerPlace(int i, int j) {
  return i * (i + 1) / 2 + j;
}

/// v · [linear, angular] of the six numbers of a node.
template <int W>
inline DoubleW<W> dotRow(const DoubleW<W>* x, const LaneRow<W>& r, const DVec3W<W>& angular, bool no_linear) {
  const DoubleW<W> turning = x[3] * angular.x + x[4] * angular.y + x[5] * angular.z;
  return no_linear ? turning : x[0] * r.linear.x + x[1] * r.linear.y + x[2] * r.linear.z + turning;
}
template <int W>
inline void addRow(DoubleW<W>* x, const LaneRow<W>& r, const DVec3W<W>& angular, bool no_linear,
                   DoubleW<W> s) {
  if (!no_linear) x[0] += r.linear.x * s, x[1] += r.linear.y * s, x[2] += r.linear.z * s;
  x[3] += angular.x * s, x[4] += angular.y * s, x[5] += angular.z * s;
}

/// block += a aᵀ s, of the lower triangle, from row and column `kFirst` on: 3 where the linear part is 0.
template <int W, int kFirst>
inline void addSquare(DoubleW<W>* block, const DoubleW<W> (&a)[6], DoubleW<W> s) {
#pragma GCC unroll 6
  for (int i = kFirst; i < 6; ++i) {
    const DoubleW<W> scaled = a[i] * s;
#pragma GCC unroll 6
    for (int j = kFirst; j <= i; ++j) block[lowerPlace(i, j)] += scaled * a[j];
  }
}
/// block −= a bᵀ s, of the same.
template <int W, int kFirst>
inline void subtractOuter(DoubleW<W>* block, const DoubleW<W> (&a)[6], const DoubleW<W> (&b)[6],
                          DoubleW<W> s) {
#pragma GCC unroll 6
  for (int i = kFirst; i < 6; ++i) {
    const DoubleW<W> scaled = a[i] * s;
#pragma GCC unroll 6
    for (int j = kFirst; j < 6; ++j) block[i * 6 + j] -= scaled * b[j];
  }
}

/// Adds a row to the nodes of the matrix that are rebuilt.
template <int W, int kFirst>
inline void addToMatrix(JointBlock<W>& k, const JointSystem::Place& place, const LaneRow<W>& r) {
  const DVec3W<W>&n = r.linear, &p = r.angular_a, &q = r.angular_b;
  const DoubleW<W> ends[2][6] = {{n.x, n.y, n.z, p.x, p.y, p.z}, {n.x, n.y, n.z, q.x, q.y, q.z}};
  const std::int32_t nodes[2] = {place.node_a, place.node_b};
  bool both = place.block >= 0;
  for (int side = 0; side < 2; ++side) {
    const bool rebuilt = nodes[side] >= 0 && k.rebuilt[nodes[side]] != 0;
    both = both && rebuilt;
    if (rebuilt) addSquare<W, kFirst>(k.base_diagonal + nodes[side] * 21, ends[side], r.weight);
  }
  if (!both) return;
  const int row = place.a_is_row ? 0 : 1;
  subtractOuter<W, kFirst>(k.base_blocks + place.block * 36, ends[row], ends[1 - row], r.weight);
}

template <int W>
inline void startNode(DoubleW<W>* d, const LaneBody<W>& body) {
  const DoubleW<W> zero = all<W>(0);
  const DSymmetric3W<W>& inertia = body.inertia_full;
  for (int i = 0; i < 21; ++i) d[i] = zero;
  d[lowerPlace(0, 0)] = d[lowerPlace(1, 1)] = d[lowerPlace(2, 2)] = body.mass;
  d[lowerPlace(3, 3)] = inertia.xx, d[lowerPlace(4, 3)] = inertia.xy, d[lowerPlace(4, 4)] = inertia.yy;
  d[lowerPlace(5, 3)] = inertia.xz, d[lowerPlace(5, 4)] = inertia.yz, d[lowerPlace(5, 5)] = inertia.zz;
}

/// Calls function(row index) for the rows of a system.
template <int W, class Function>
inline void eachRow(JointBlock<W>& k, const JointSystem& system, Function&& function) {
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) function(i);
  }
}

/// Sums up the rows that take part, of the nodes that are rebuilt.
template <int W>
[[gnu::noinline]] void assemble(JointBlock<W>& k, const JointSystem& system) {
  const int nodes = static_cast<int>(system.nodes.size());
  for (int n = 0; n < nodes; ++n) {
    if (k.rebuilt[n] == 0) continue;
    startNode<W>(k.base_diagonal + n * 21, k.bodies[system.nodes[n]]);
    for (std::int32_t b = system.column_begin[n]; b < system.column_begin[n + 1]; ++b) {
      if (k.rebuilt[system.blocks[b].row] == 0) continue;
      for (int i = 0; i < 36; ++i) k.base_blocks[b * 36 + i] = all<W>(0);
    }
  }
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    const JointSystem::Place& place = system.places[j - system.first_joint];
    if ((place.node_a < 0 || k.rebuilt[place.node_a] == 0) &&
        (place.node_b < 0 || k.rebuilt[place.node_b] == 0))
      continue;
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      const LaneRow<W>& r = k.rows[i];
      if (!anyLane(r.active)) continue;
      if (k.row_shapes[i].isAngular()) {
        addToMatrix<W, 3>(k, place, r);
      } else {
        addToMatrix<W, 0>(k, place, r);
      }
    }
  }
}

/// L of a diagonal block, with the inverses of its diagonal.
template <int W>
inline void factorNode(DoubleW<W>* d) {
#pragma GCC unroll 6
  for (int j = 0; j < 6; ++j) {
    DoubleW<W> pivot = d[lowerPlace(j, j)];
    for (int m = 0; m < j; ++m) pivot -= d[lowerPlace(j, m)] * d[lowerPlace(j, m)];
    // Rounding, or numbers that are none.
    pivot = pivot > 1e-300 ? pivot : all<W>(1e300);
    const DoubleW<W> inverse = 1 / rootOf(pivot);
    d[lowerPlace(j, j)] = inverse;
    for (int i = j + 1; i < 6; ++i) {
      DoubleW<W> sum = d[lowerPlace(i, j)];
      for (int m = 0; m < j; ++m) sum -= d[lowerPlace(i, m)] * d[lowerPlace(j, m)];
      d[lowerPlace(i, j)] = sum * inverse;
    }
  }
}

/// block ← block L⁻ᵀ
template <int W>
inline void divideBlock(DoubleW<W>* block, const DoubleW<W>* l) {
  for (int i = 0; i < 6; ++i) {
    DoubleW<W>* const row = block + i * 6;
#pragma GCC unroll 6
    for (int j = 0; j < 6; ++j) {
      DoubleW<W> sum = row[j];
      for (int m = 0; m < j; ++m) sum -= row[m] * l[lowerPlace(j, m)];
      row[j] = sum * l[lowerPlace(j, j)];
    }
  }
}

/// target −= a bᵀ; of a diagonal block only the lower triangle.
template <int W, bool kLower>
inline void subtractProduct(DoubleW<W>* target, const DoubleW<W>* a, const DoubleW<W>* b) {
  for (int i = 0; i < 6; ++i) {
#pragma GCC unroll 6
    for (int j = 0; j < (kLower ? i + 1 : 6); ++j) {
      DoubleW<W> sum = a[i * 6] * b[j * 6];
#pragma GCC unroll 5
      for (int m = 1; m < 6; ++m) sum += a[i * 6 + m] * b[j * 6 + m];
      target[kLower ? lowerPlace(i, j) : i * 6 + j] -= sum;
    }
  }
}

/// Factorizes the matrix with its contacts again from where it has changed on. What is eliminated before that
/// and feeds nothing that has changed stays.
template <int W>
[[gnu::noinline]] void factorize(JointBlock<W>& k, const JointSystem& system) {
  const int nodes = static_cast<int>(system.nodes.size());
  for (int n = 0; n < nodes; ++n) {
    if (k.changed[n] == 0) continue;
    const std::int32_t first = system.column_begin[n], end = system.column_begin[n + 1];
    std::copy(k.base_diagonal + n * 21, k.base_diagonal + n * 21 + 21, k.diagonal + n * 21);
    std::copy(k.base_blocks + first * 36, k.base_blocks + end * 36, k.blocks + first * 36);
    for (std::int32_t b = first; b < end; ++b) k.changed[system.blocks[b].row] = 1;
  }
  assembleContacts(k, system);
  for (int n = 0; n < nodes; ++n) {
    if (k.changed[n] == 0) continue;
    k.changed[n] = 0;
    for (std::int32_t u = system.update_begin[n]; u < system.update_begin[n + 1]; ++u) {
      const JointSystem::Update& update = system.updates[u];
      const DoubleW<W>*const a = k.blocks + update.a * 36, *const b = k.blocks + update.b * 36;
      if (update.target == JointSystem::kDiagonal) {
        subtractProduct<W, true>(k.diagonal + n * 21, a, b);
      } else {
        subtractProduct<W, false>(k.blocks + update.target * 36, a, b);
      }
    }
    factorNode<W>(k.diagonal + n * 21);
    for (std::int32_t b = system.column_begin[n]; b < system.column_begin[n + 1]; ++b)
      divideBlock<W>(k.blocks + b * 36, k.diagonal + n * 21);
  }
}

/// Weights of the rows that take part, and which nodes are to be rebuilt for them. Returns whether some are.
template <int W>
bool weighRows(JointBlock<W>& k, const JointSystem& system) {
  const bool all_new = k.assembled != &system;
  bool any = all_new;
  std::fill_n(k.rebuilt, system.nodes.size(), std::uint8_t{all_new});
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    bool changed = false;
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      LaneRow<W>& r = k.rows[i];
      const DoubleW<W> weight = r.active ? 1 / r.compliance : all<W>(0);
      changed = changed || anyLane(weight != r.weight);
      r.weight = weight;
    }
    if (!changed) continue;
    any = true;
    const JointSystem::Place& place = system.places[j - system.first_joint];
    if (place.node_a >= 0) k.rebuilt[place.node_a] = 1;
    if (place.node_b >= 0) k.rebuilt[place.node_b] = 1;
  }
  return any;
}

/// The matrix of the rows that take part; the one at hand, if it is that. Without contacts it is factorized,
/// with contacts each of their steps does that.
template <int W>
void prepareSystem(JointBlock<W>& k, const JointSystem& system) {
  if (!weighRows(k, system)) return;
  if (k.assembled != &system) std::fill_n(k.changed, system.nodes.size(), std::uint8_t{0});
  k.assembled = &system;
  assemble(k, system);
  for (std::size_t n = 0; n < system.nodes.size(); ++n) k.changed[n] |= k.rebuilt[n];
  if (!k.any_contacts) factorize(k, system);
}

/// Right side in, solution out, in k.solution.
template <int W>
[[gnu::noinline]] void substitute(JointBlock<W>& k, const JointSystem& system) {
  const int nodes = static_cast<int>(system.nodes.size());
  for (int n = 0; n < nodes; ++n) {
    const DoubleW<W>* const l = k.diagonal + n * 21;
    DoubleW<W>* const x = k.solution + n * 6;
    for (int i = 0; i < 6; ++i) {
      for (int m = 0; m < i; ++m) x[i] -= l[lowerPlace(i, m)] * x[m];
      x[i] *= l[lowerPlace(i, i)];
    }
    for (std::int32_t b = system.column_begin[n]; b < system.column_begin[n + 1]; ++b) {
      const DoubleW<W>* const block = k.blocks + b * 36;
      DoubleW<W>* const y = k.solution + system.blocks[b].row * 6;
      for (int i = 0; i < 6; ++i) {
        for (int m = 0; m < 6; ++m) y[i] -= block[i * 6 + m] * x[m];
      }
    }
  }
  for (int n = nodes; n-- > 0;) {
    const DoubleW<W>* const l = k.diagonal + n * 21;
    DoubleW<W>* const x = k.solution + n * 6;
    for (std::int32_t b = system.column_begin[n]; b < system.column_begin[n + 1]; ++b) {
      const DoubleW<W>* const block = k.blocks + b * 36;
      const DoubleW<W>* const y = k.solution + system.blocks[b].row * 6;
      for (int i = 0; i < 6; ++i) {
        for (int m = 0; m < 6; ++m) x[m] -= block[i * 6 + m] * y[i];
      }
    }
    for (int i = 6; i-- > 0;) {
      for (int m = i + 1; m < 6; ++m) x[i] -= l[lowerPlace(m, i)] * x[m];
      x[i] *= l[lowerPlace(i, i)];
    }
  }
}

template <int W>
inline DoubleW<W> speedOf(const JointBlock<W>& k, std::int32_t row) {
  const LaneRow<W>& r = k.rows[row];
  const JointRowShape& shape = k.row_shapes[row];
  const LaneBody<W>&a = k.bodies[k.shapes[shape.joint].a], &b = k.bodies[k.shapes[shape.joint].b];
  const DoubleW<W> turning = dot(r.angular_b, b.spin) - dot(r.angular_a, a.spin) + r.rate;
  return shape.isAngular() ? turning : dot(r.linear, b.linear - a.linear) + turning;
}

template <int W>
inline void applyImpulse(JointBlock<W>& k, std::int32_t row, DoubleW<W> impulse) {
  const LaneRow<W>& r = k.rows[row];
  const JointRowShape& shape = k.row_shapes[row];
  const JointShape& joint = k.shapes[shape.joint];
  LaneBody<W>&a = k.bodies[joint.a], &b = k.bodies[joint.b];
  if (k.movable[joint.a] != 0) {
    if (!shape.isAngular()) a.linear = a.linear - r.linear * (a.inverse_mass * impulse);
    a.spin = a.spin - a.inverse_inertia * (r.angular_a * impulse);
  }
  if (k.movable[joint.b] != 0) {
    if (!shape.isAngular()) b.linear = b.linear + r.linear * (b.inverse_mass * impulse);
    b.spin = b.spin + b.inverse_inertia * (r.angular_b * impulse);
  }
}

/// Tolerances of a row are multiplied by it.
template <int W>
inline DoubleW<W> unitOf(const JointBlock<W>& k, const JointRowShape& shape) {
  return shape.isAngular() ? all<W>(1) : k.tolerance;
}

enum class JointPass : std::uint8_t { Biased, Turned, Relax };

/// What impulses do to the velocities of the nodes: M⁻¹ times their sums. With contacts it is the solution,
/// which is the same but for rounding: what a light body carries would make that a great velocity.
template <int W>
void applySums(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  for (std::size_t n = 0; n < system.nodes.size(); ++n) {
    LaneBody<W>& b = k.bodies[system.nodes[static_cast<std::int32_t>(n)]];
    const DoubleW<W>*const sum = k.sums + n * 6, *const change = k.solution + n * 6;
    const DVec3W<W> linear = DVec3W<W>{sum[0], sum[1], sum[2]} * b.inverse_mass,
                    spin = b.inverse_inertia * DVec3W<W>{sum[3], sum[4], sum[5]};
    const MaskW<W> held = k.touching & lanes;
    b.linear = b.linear + select<W>(held, DVec3W<W>{change[0], change[1], change[2]}, linear);
    b.spin = b.spin + select<W>(held, DVec3W<W>{change[3], change[4], change[5]}, spin);
  }
}

/// out = K x, of the matrix without contacts.
template <int W>
void multiply(const JointBlock<W>& k, const JointSystem& system, const DoubleW<W>* x, DoubleW<W>* out) {
  const int nodes = static_cast<int>(system.nodes.size());
  for (int n = 0; n < nodes; ++n) {
    const DoubleW<W>*const d = k.base_diagonal + n * 21, *const in = x + n * 6;
    for (int i = 0; i < 6; ++i) {
      DoubleW<W> sum = all<W>(0);
      for (int j = 0; j < 6; ++j) sum += d[i >= j ? lowerPlace(i, j) : lowerPlace(j, i)] * in[j];
      out[n * 6 + i] = sum;
    }
  }
  for (std::size_t b = 0; b < system.blocks.size(); ++b) {
    const DoubleW<W>* const block = k.base_blocks + b * 36;
    const std::int32_t row = system.blocks[b].row * 6, column = system.blocks[b].column * 6;
    for (int i = 0; i < 6; ++i) {
      DoubleW<W> sum = all<W>(0);
      for (int j = 0; j < 6; ++j) {
        sum += block[i * 6 + j] * x[column + j];
        out[column + j] += block[i * 6 + j] * x[row + i];
      }
      out[row + i] += sum;
    }
  }
}

/// Lanes in which a push would set no body in motion.
template <int W>
MaskW<W> stillLanes(const JointBlock<W>& k, const JointSystem& system, const DoubleW<W>* push) {
  DoubleW<W> most = all<W>(0);
  for (std::size_t n = 0; n < system.nodes.size(); ++n) {
    const LaneBody<W>& b = k.bodies[system.nodes[n]];
    const DoubleW<W>* const p = push + n * 6;
    const DVec3W<W> linear = DVec3W<W>{p[0], p[1], p[2]} * (b.inverse_mass / k.tolerance),
                    turn = b.inverse_inertia * DVec3W<W>{p[3], p[4], p[5]};
    most = greater(most, greater(dot(linear, linear), dot(turn, turn)));
  }
  const double least = JointSettings::kExact / k.h;
  return most <= least * least;
}

/// The change of velocities that minimises the function with the contacts; k.solution is what joints push
/// with, and becomes the change.
template <int W>
void solveWithContacts(JointBlock<W>& k, const JointSystem& system, MaskW<W> lanes) {
  const int count = static_cast<int>(system.nodes.size()) * 6;
  for (int i = 0; i < count; ++i) k.right[i] = k.solution[i], k.change[i] = all<W>(0);
  MaskW<W> open = lanes, whole = no<W>();
  const auto findPush = [&] {
    for (int i = 0; i < count; ++i) k.solution[i] = k.right[i];
    pushContacts(k, system, open);
  };
  for (int step = 0; step <= JointSettings::kContactSteps && anyLane(open); ++step) {
    const bool last = step == JointSettings::kContactSteps;
    evaluateContacts(k, system, open);
    findPush();
    // A whole step within one piece of the function has been the last one.
    if (step > 0) {
      const MaskW<W> done = stillLanes(k, system, k.solution) | (whole & sameContacts(k, open)),
                     other = step <= JointSettings::kFrictionSteps ? renewFriction(k, open) : no<W>();
      open &= ~done | other;
      if (anyLane(other)) {
        evaluateContacts(k, system, other);
        findPush();
      }
    }
    if (!anyLane(open)) break;
    // Where the steps do not end, joints answer the contacts as these are now: an impulse that nothing
    // answers is a great velocity of a light body.
    if (last) holdContacts(k, open), k.relaxing |= open;
    weighContacts(k, system, open);
    factorize(k, system);
    substitute(k, system);
    multiply(k, system, k.solution, k.product);
    DoubleW<W> share = all<W>(1);
    if (!last) {
      DoubleW<W> slope = all<W>(0), curvature = all<W>(0);
      for (int i = 0; i < count; ++i) {
        slope -= k.solution[i] * k.right[i];
        curvature += k.solution[i] * k.product[i];
      }
      share = searchContacts(k, system, open, slope, curvature);
    }
    whole = share == 1;
    for (int i = 0; i < count; ++i) {
      k.change[i] += open ? k.solution[i] * share : all<W>(0);
      k.right[i] -= open ? k.product[i] * share : all<W>(0);
    }
  }
  for (int i = 0; i < count; ++i) k.solution[i] = k.change[i];
  settleContacts(k, system, lanes);
}

/// Solves for what takes part, with the matrix at hand, in the given lanes; in those that are `settled`
/// only if they are off by more than kExact. Returns how far the greatest residual was off, m (for a
/// tolerance of 1) or rad a substep.
template <int W>
DoubleW<W> solveSystem(JointBlock<W>& k, const JointSystem& system, JointPass pass, MaskW<W> lanes,
                       MaskW<W> settled = no<W>()) {
  const int nodes = static_cast<int>(system.nodes.size());
  for (int i = 0; i < nodes * 6; ++i) k.solution[i] = k.sums[i] = all<W>(0);
  DoubleW<W> worst = all<W>(0);
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    const JointSystem::Place& place = system.places[j - system.first_joint];
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      LaneRow<W>& r = k.rows[i];
      const JointRowShape& shape = k.row_shapes[i];
      const MaskW<W> active = r.active & lanes;
      if (!anyLane(active)) continue;
      DoubleW<W> off = speedOf(k, i);
      if (shape.isSpring()) {
        off += r.compliance * (r.impulse - r.offset);
      } else {
        if (pass != JointPass::Relax) off += r.shift;
        if (pass != JointPass::Turned) off += r.compliance * (r.impulse - r.kept);
      }
      r.residual = off;
      const DoubleW<W> size = magnitude(off) / unitOf(k, shape);
      worst = (active & (size > worst)) ? size : worst;
      const DoubleW<W> push = active ? -off * r.weight : all<W>(0);
      if (place.node_b >= 0)
        addRow<W>(k.solution + place.node_b * 6, r, r.angular_b, shape.isAngular(), push);
      if (place.node_a >= 0)
        addRow<W>(k.solution + place.node_a * 6, r, r.angular_a, shape.isAngular(), -push);
    }
  }
  worst = worst * k.h;
  lanes &= ~(settled & (worst < JointSettings::kExact));
  if (!anyLane(lanes)) return worst;
  if (k.any_contacts) {
    solveWithContacts(k, system, lanes);
  } else {
    substitute(k, system);
  }
  for (std::int32_t j = system.first_joint; j < system.joint_end; ++j) {
    const JointSystem::Place& place = system.places[j - system.first_joint];
    for (std::int32_t i = k.shapes[j].first_row; i < k.shapes[j].row_end; ++i) {
      LaneRow<W>& r = k.rows[i];
      const bool angular = k.row_shapes[i].isAngular();
      const MaskW<W> active = r.active & lanes;
      if (!anyLane(active)) continue;
      DoubleW<W> off = r.residual;
      if (place.node_b >= 0) off += dotRow<W>(k.solution + place.node_b * 6, r, r.angular_b, angular);
      if (place.node_a >= 0) off -= dotRow<W>(k.solution + place.node_a * 6, r, r.angular_a, angular);
      const DoubleW<W> change = active ? -off * r.weight : all<W>(0);
      r.impulse += change;
      if (place.node_b >= 0) addRow<W>(k.sums + place.node_b * 6, r, r.angular_b, angular, change);
      if (place.node_a >= 0) addRow<W>(k.sums + place.node_a * 6, r, r.angular_a, angular, -change);
    }
  }
  applySums(k, system, lanes);
  return worst;
}

}  // namespace
}  // namespace carom::solve
