// Sparse Cholesky factorization by blocks. Nodes are eliminated in the order of least degree, ties by number
// (A. George and J. Liu, "The evolution of the minimum degree ordering algorithm", 1989): a tree is then
// eliminated from its leaves without any new block, so that a chain or a ragdoll takes time in proportion to
// its joints (D. Baraff, "Linear-time dynamics using Lagrange multipliers", 1996), and a ring gets one new
// block a joint.

#include "solve/constraints/joint/block_factor.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace carom::solve {
namespace {

/// The rows of a block: r × c numbers.
struct View {
  double* at;
  std::int32_t rows, columns;
};

void factorDiagonal(const View& d) {
  const std::int32_t n = d.rows;
  for (std::int32_t j = 0; j < n; ++j) {
    double* row_j = d.at + j * n;
    double pivot = row_j[j];
    for (std::int32_t k = 0; k < j; ++k) pivot -= row_j[k] * row_j[k];
    // The diagonal has been raised enough that rounding cannot get here but for numbers that are none.
    pivot = pivot > 1e-300 ? pivot : 1e300;
    const double root = std::sqrt(pivot), inverse = 1 / root;
    row_j[j] = root;
    for (std::int32_t i = j + 1; i < n; ++i) {
      double* row_i = d.at + i * n;
      double sum = row_i[j];
      for (std::int32_t k = 0; k < j; ++k) sum -= row_i[k] * row_j[k];
      row_i[j] = sum * inverse;
    }
  }
}

/// block ← block L⁻ᵀ
void divide(const View& block, const double* l) {
  const std::int32_t n = block.columns;
  for (std::int32_t i = 0; i < block.rows; ++i) {
    double* row = block.at + i * n;
    for (std::int32_t j = 0; j < n; ++j) {
      double sum = row[j];
      for (std::int32_t k = 0; k < j; ++k) sum -= row[k] * l[j * n + k];
      row[j] = sum / l[j * n + j];
    }
  }
}

/// target −= a bᵀ; of a diagonal block only the lower triangle.
void subtractProduct(double* target, const View& a, const View& b, bool lower) {
  const std::int32_t n = a.columns;
  for (std::int32_t i = 0; i < a.rows; ++i) {
    const std::int32_t end = lower ? i + 1 : b.rows;
    for (std::int32_t j = 0; j < end; ++j) {
      double sum = 0;
      for (std::int32_t k = 0; k < n; ++k) sum += a.at[i * n + k] * b.at[j * n + k];
      target[i * b.rows + j] -= sum;
    }
  }
}

}  // namespace

bool BlockFactor::order(std::int32_t nodes, std::vector<std::vector<std::int32_t>>& neighbours,
                        std::int64_t most) {
  std::set<std::pair<std::size_t, std::int32_t>> queue;
  for (std::int32_t i = 0; i < nodes; ++i) queue.insert({neighbours[slot(i)].size(), i});
  std::int64_t updates = 0;
  std::vector<std::int32_t> merged;
  while (!queue.empty()) {
    const std::int32_t node = queue.begin()->second;
    queue.erase(queue.begin());
    order_.push_back(node);
    const std::vector<std::int32_t>& around = neighbours[slot(node)];
    const auto degree = static_cast<std::int64_t>(around.size());
    updates += degree * (degree + 1) / 2;
    if (updates > most) return false;
    for (const std::int32_t other : around) {
      std::vector<std::int32_t>& list = neighbours[slot(other)];
      queue.erase({list.size(), other});
      merged.clear();
      std::set_union(list.begin(), list.end(), around.begin(), around.end(), std::back_inserter(merged));
      std::erase_if(merged, [&](std::int32_t i) { return i == other || i == node; });
      list = merged;
      queue.insert({list.size(), other});
    }
  }
  return true;
}

bool BlockFactor::analyse(std::int32_t nodes, std::span<const std::pair<std::int32_t, std::int32_t>> edges,
                          std::int64_t most_updates) {
  *this = {};
  std::vector<std::vector<std::int32_t>> neighbours(slot(nodes));
  for (const auto& [a, b] : edges) {
    neighbours[slot(a)].push_back(b);
    neighbours[slot(b)].push_back(a);
  }
  for (auto& list : neighbours) std::sort(list.begin(), list.end());
  if (!order(nodes, neighbours, most_updates)) return false;

  // After the elimination the lists hold the neighbours that were eliminated later.
  std::vector<std::int32_t> place(slot(nodes));
  for (std::size_t i = 0; i < order_.size(); ++i) place[slot(order_[i])] = static_cast<std::int32_t>(i);
  for (const std::int32_t column : order_) {
    column_begin_.push_back(static_cast<std::int32_t>(blocks_.size()));
    std::vector<std::int32_t>& rows = neighbours[slot(column)];
    std::sort(rows.begin(), rows.end(),
              [&](std::int32_t a, std::int32_t b) { return place[slot(a)] < place[slot(b)]; });
    for (const std::int32_t row : rows) blocks_.push_back({row, column});
  }
  column_begin_.push_back(static_cast<std::int32_t>(blocks_.size()));

  const auto find = [&](std::int32_t row, std::int32_t column) {
    const std::size_t c = slot(place[slot(column)]);
    const auto begin = blocks_.begin() + column_begin_[c], end = blocks_.begin() + column_begin_[c + 1];
    const auto found =
        std::lower_bound(begin, end, place[slot(row)],
                         [&](const Block& block, std::int32_t p) { return place[slot(block.row)] < p; });
    return static_cast<std::int32_t>(found - blocks_.begin());
  };
  for (std::size_t c = 0; c < order_.size(); ++c) {
    update_begin_.push_back(static_cast<std::int32_t>(updates_.size()));
    for (std::int32_t b = column_begin_[c]; b < column_begin_[c + 1]; ++b) {
      const std::int32_t column = blocks_[slot(b)].row;
      updates_.push_back({b, b, -1 - column});
      for (std::int32_t a = b + 1; a < column_begin_[c + 1]; ++a)
        updates_.push_back({a, b, find(blocks_[slot(a)].row, column)});
    }
  }
  update_begin_.push_back(static_cast<std::int32_t>(updates_.size()));
  for (const auto& [a, b] : edges) {
    const bool a_later = place[slot(a)] > place[slot(b)];
    row_node_.push_back(a_later ? a : b);
    edge_block_.push_back(a_later ? find(a, b) : find(b, a));
  }
  first_.resize(slot(nodes));
  diagonal_.resize(slot(nodes));
  value_.resize(blocks_.size());
  return true;
}

void BlockFactor::begin(std::span<const std::int32_t> sizes) {
  size_.assign(sizes.begin(), sizes.end());
  std::size_t end = 0;
  std::int32_t row = 0;
  for (std::size_t i = 0; i < size_.size(); ++i) {
    first_[i] = row;
    row += size_[i];
    diagonal_[i] = end;
    end += slot(size_[i] * size_[i]);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    value_[i] = end;
    end += slot(size_[slot(blocks_[i].row)] * size_[slot(blocks_[i].column)]);
  }
  values_.assign(end, 0);
}

void BlockFactor::factorize() {
  const auto view = [&](std::int32_t b) {
    return View{values_.data() + value_[slot(b)], size_[slot(blocks_[slot(b)].row)],
                size_[slot(blocks_[slot(b)].column)]};
  };
  for (std::size_t c = 0; c < order_.size(); ++c) {
    const std::int32_t node = order_[c], size = size_[slot(node)];
    if (size == 0) continue;
    double* const own = diagonal(node);
    factorDiagonal({own, size, size});
    for (std::int32_t b = column_begin_[c]; b < column_begin_[c + 1]; ++b) divide(view(b), own);
    for (std::int32_t u = update_begin_[c]; u < update_begin_[c + 1]; ++u) {
      const Update& update = updates_[slot(u)];
      const bool lower = update.target < 0;
      double* const target =
          lower ? diagonal(-1 - update.target) : values_.data() + value_[slot(update.target)];
      subtractProduct(target, view(update.a), view(update.b), lower);
    }
  }
}

void BlockFactor::solve(std::span<double> x) const {
  const auto part = [&](std::int32_t node) { return x.data() + first_[slot(node)]; };
  for (std::size_t c = 0; c < order_.size(); ++c) {
    const std::int32_t node = order_[c], n = size_[slot(node)];
    const double* const l = values_.data() + diagonal_[slot(node)];
    double* const own = part(node);
    for (std::int32_t i = 0; i < n; ++i) {
      for (std::int32_t k = 0; k < i; ++k) own[i] -= l[i * n + k] * own[k];
      own[i] /= l[i * n + i];
    }
    for (std::int32_t b = column_begin_[c]; b < column_begin_[c + 1]; ++b) {
      const double* const block = values_.data() + value_[slot(b)];
      double* const row = part(blocks_[slot(b)].row);
      const std::int32_t rows = size_[slot(blocks_[slot(b)].row)];
      for (std::int32_t i = 0; i < rows; ++i) {
        for (std::int32_t k = 0; k < n; ++k) row[i] -= block[i * n + k] * own[k];
      }
    }
  }
  for (std::size_t c = order_.size(); c-- > 0;) {
    const std::int32_t node = order_[c], n = size_[slot(node)];
    const double* const l = values_.data() + diagonal_[slot(node)];
    double* const own = part(node);
    for (std::int32_t b = column_begin_[c]; b < column_begin_[c + 1]; ++b) {
      const double* const block = values_.data() + value_[slot(b)];
      const double* const row = part(blocks_[slot(b)].row);
      const std::int32_t rows = size_[slot(blocks_[slot(b)].row)];
      for (std::int32_t i = 0; i < rows; ++i) {
        for (std::int32_t k = 0; k < n; ++k) own[k] -= block[i * n + k] * row[i];
      }
    }
    for (std::int32_t i = n; i-- > 0;) {
      for (std::int32_t k = i + 1; k < n; ++k) own[i] -= l[k * n + i] * own[k];
      own[i] /= l[i * n + i];
    }
  }
}

}  // namespace carom::solve
