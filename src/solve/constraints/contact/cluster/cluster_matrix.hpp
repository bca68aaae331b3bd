// A symmetric positive definite matrix of 6x6 blocks, one row of blocks for each body, and its factorisation.
//
// The bodies are eliminated in the order of least degree; the blocks that fill in are found once. With L a
// unit lower block triangle and D of 6x6 blocks, which are factorised by Cholesky themselves,
//
//   A = L D Lᵀ,   L_ij = A_ij D_j⁻¹,   A_ik ← A_ik − L_ij A_kjᵀ   for i, k after j.
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

class ClusterMatrix {
 public:
  static constexpr std::int32_t kMostBodies = 64;

  /// Bit j of neighbours[i]: bodies i and j share a contact. At most kMostBodies bodies.
  void plan(const IndexedVector<std::uint64_t>& neighbours);
  void clear();
  Matrix6& diagonal(std::int32_t body) { return blocks_[place_[body]]; }
  /// The block of two bodies that share a contact; `transposed`: it has the rows of j and the columns of i.
  Matrix6& between(std::int32_t i, std::int32_t j, bool& transposed) {
    transposed = place_[i] < place_[j];
    return blocks_[transposed ? blockOf(j, i) : blockOf(i, j)];
  }
  void factorize();
  /// x ← A⁻¹ x
  void solve(IndexedVector<Vector6>& x) const;

 private:
  struct Column {
    std::int32_t body = 0;
    IndexedVector<std::int32_t> rows;    ///< Bodies after it that it is coupled with, in the order.
    IndexedVector<std::int32_t> blocks;  ///< Of these rows.
  };
  std::int32_t blockOf(std::int32_t row, std::int32_t column) const {
    return index_[row * place_.count() + column];
  }

  IndexedVector<std::int32_t> place_;  ///< By body: its place in the order, which is also its diagonal block.
  IndexedVector<Column> columns_;      ///< In the order.
  IndexedVector<std::int32_t> index_;  ///< By row and column: the block.
  IndexedVector<Matrix6> blocks_;
};

}  // namespace carom::solve
