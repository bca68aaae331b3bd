// A symmetric positive definite matrix of 6x6 blocks, one row of blocks for each body, and its factorisation.
//
// The bodies are eliminated in the order of least degree; the blocks that fill in are found once. With L a
// unit lower block triangle and D of 6x6 blocks, which are factorised by Cholesky themselves,
//
//   A = L D Lᵀ,   L_ij = A_ij D_j⁻¹,   A_ik ← A_ik − L_ij A_kjᵀ   for i, k after j.
//
// A = B + C, where B is the same in all steps of a solve and C couples the late bodies only. The others come
// first, and are eliminated once for all steps.
#pragma once

#include <cstdint>

#include "solve/state/indexed_vector.hpp"

namespace carom::solve {

struct Vector6 {
  double at[6];
};
struct Matrix6 {
  double at[6][6];
};

inline double product(const Vector6& a, const Vector6& b) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) sum += a.at[i] * b.at[i];
  return sum;
}

inline void addTo(Vector6& a, const Vector6& b, double factor) {
  for (int i = 0; i < 6; ++i) a.at[i] += factor * b.at[i];
}

class ClusterMatrix {
 public:
  static constexpr std::int32_t kMostBodies = 64;

  /// Bit j of neighbours[i]: bodies i and j share a row. Bit i of late: body i does in C. At most kMostBodies
  /// bodies.
  void plan(const IndexedVector<std::uint64_t>& neighbours, std::uint64_t late);
  /// Notes that two bodies share a row, of which one may be -1. Returns their bits.
  static std::uint64_t couple(IndexedVector<std::uint64_t>& neighbours, std::int32_t a, std::int32_t b) {
    const auto bit = [](std::int32_t body) { return body >= 0 ? std::uint64_t{1} << body : 0; };
    if (a >= 0) neighbours[a] |= bit(b) & ~bit(a);
    if (b >= 0) neighbours[b] |= bit(a) & ~bit(b);
    return bit(a) | bit(b);
  }
  /// Before B is added.
  void clear();
  /// After B has been added.
  void eliminateEarly();
  /// Before C is added.
  void restore();
  Matrix6& diagonal(std::int32_t body) { return blocks_[place_[body]]; }
  /// The block of two bodies that share a contact; `transposed`: it has the rows of j and the columns of i.
  Matrix6& between(std::int32_t i, std::int32_t j, bool& transposed) {
    transposed = place_[i] < place_[j];
    return blocks_[transposed ? blockOf(j, i) : blockOf(i, j)];
  }
  /// After C has been added.
  void factorize();
  /// x ← A⁻¹ x
  void solve(IndexedVector<Vector6>& x) const;

 private:
  void eliminate(std::int32_t first, std::int32_t end);
  std::int32_t blockOf(std::int32_t row, std::int32_t column) const {
    return index_[row * place_.count() + column];
  }
  /// Of a place in rows_. Once factorised: Lᵀ of the row.
  Matrix6& blockAt(std::int32_t row) { return blocks_[place_.count() + row]; }
  const Matrix6& blockAt(std::int32_t row) const { return blocks_[place_.count() + row]; }

  IndexedVector<std::int32_t> place_;  ///< By body: its place in the order, which is also its diagonal block.
  IndexedVector<std::int32_t> order_;  ///< By place: the body.
  IndexedVector<std::int32_t> column_begin_;  ///< Into rows_, by place, and the end.
  IndexedVector<std::int32_t> rows_;   ///< Bodies with which the column's is coupled, later in the order.
  IndexedVector<std::int32_t> index_;  ///< By row and column: the block.
  IndexedVector<Matrix6> blocks_;      ///< On the diagonal, then those of rows_.
  IndexedVector<Matrix6> base_;        ///< The same before C is added.
  std::int32_t early_ = 0;             ///< Number of bodies that are not late.
  IndexedVector<std::uint64_t> open_;  ///< In plan().
};

}  // namespace carom::solve
