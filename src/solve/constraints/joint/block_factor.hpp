// Symmetric positive definite systems of blocks, one block row per node of a graph.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace carom::solve {

/// A = L Lᵀ by blocks. The graph says which blocks are not zero and is analysed once; how many rows a node
/// has may change from factorization to factorization.
///
///   factor.analyse(nodes, edges, most_updates);
///   factor.begin(sizes);  fill diagonal(i) and offDiagonal(edge);  factor.factorize();
///   factor.solve(x);      any number of times
class BlockFactor {
 public:
  /// Edges are pairs of nodes, each pair once. False when it would take more than `most_updates` products of
  /// blocks.
  bool analyse(std::int32_t nodes, std::span<const std::pair<std::int32_t, std::int32_t>> edges,
               std::int64_t most_updates);

  /// Sets all to zero.
  void begin(std::span<const std::int32_t> sizes);
  /// Of node i, sizes[i]² numbers, row after row; only the lower triangle is looked at.
  double* diagonal(std::int32_t node) { return values_.data() + diagonal_[slot(node)]; }
  /// Block of an edge. The rows are those of `rowNode`, the other node's the columns.
  double* offDiagonal(std::int32_t edge) { return values_.data() + value_[slot(edge_block_[slot(edge)])]; }
  std::int32_t rowNode(std::int32_t edge) const { return row_node_[slot(edge)]; }
  void factorize();
  /// Right side in, solution out; node after node.
  void solve(std::span<double> x) const;
  /// Where a node's rows begin in the vector of solve().
  std::int32_t first(std::int32_t node) const { return first_[slot(node)]; }

 private:
  /// Block (row, column) of L below the diagonal.
  struct Block {
    std::int32_t row = 0;
    std::int32_t column = 0;
  };
  /// target −= a bᵀ, where target is a diagonal block for a == b.
  struct Update {
    std::int32_t a = 0, b = 0;
    std::int32_t target = 0;  ///< Block, or −1 − node of a diagonal block.
  };

  static std::size_t slot(std::int32_t i) { return static_cast<std::size_t>(i); }
  bool order(std::int32_t nodes, std::vector<std::vector<std::int32_t>>& neighbours, std::int64_t most);

  std::vector<std::int32_t> order_;         ///< Nodes as they are eliminated.
  std::vector<Block> blocks_;               ///< Column after column in that order.
  std::vector<std::int32_t> column_begin_;  ///< Into blocks_, by place in order_, and the end.
  std::vector<Update> updates_;
  std::vector<std::int32_t> update_begin_;  ///< Into updates_, by place in order_, and the end.
  std::vector<std::int32_t> edge_block_;
  std::vector<std::int32_t> row_node_;

  std::vector<std::int32_t> size_;
  std::vector<std::int32_t> first_;
  std::vector<std::size_t> diagonal_;  ///< Into values_, by node.
  std::vector<std::size_t> value_;     ///< Into values_, by block.
  std::vector<double> values_;
};

}  // namespace carom::solve
