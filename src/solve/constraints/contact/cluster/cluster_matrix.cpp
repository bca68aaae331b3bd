#include "solve/constraints/contact/cluster/cluster_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/compact_sort.hpp"

namespace carom::solve {
namespace {

/// Cholesky: the lower triangle becomes C with A = C Cᵀ. What rounding has made singular gives way no more.
void factorizeBlock(Matrix6& a) {
  constexpr double kSingular = 1e150;
  for (int j = 0; j < 6; ++j) {
    double d = a.at[j][j];
    for (int k = 0; k < j; ++k) d -= a.at[j][k] * a.at[j][k];
    const double root = d > 0 ? std::sqrt(d) : kSingular;
    a.at[j][j] = root;
    for (int i = j + 1; i < 6; ++i) {
      double s = a.at[i][j];
      for (int k = 0; k < j; ++k) s -= a.at[i][k] * a.at[j][k];
      a.at[i][j] = s / root;
    }
  }
}

void solveBlock(const Matrix6& c, double (&x)[6]) {
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= c.at[i][k] * x[k];
    x[i] /= c.at[i][i];
  }
  for (int i = 5; i >= 0; --i) {
    for (int k = i + 1; k < 6; ++k) x[i] -= c.at[k][i] * x[k];
    x[i] /= c.at[i][i];
  }
}

/// target ← target − a bᵀ
void subtractProduct(Matrix6& target, const Matrix6& a, const Matrix6& b) {
  for (int p = 0; p < 6; ++p) {
    for (int q = 0; q < 6; ++q) {
      double sum = 0;
      for (int m = 0; m < 6; ++m) sum += a.at[p][m] * b.at[q][m];
      target.at[p][q] -= sum;
    }
  }
}

}  // namespace

void ClusterMatrix::plan(const IndexedVector<std::uint64_t>& neighbours) {
  const std::int32_t count = neighbours.count();
  IndexedVector<std::uint64_t> open = neighbours;
  std::uint64_t left = count == kMostBodies ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  place_.assign(neighbours.size(), 0);
  columns_.assign(neighbours.size(), {});
  index_.assign(neighbours.size() * neighbours.size(), -1);
  std::int32_t blocks = count;
  for (std::int32_t step = 0; step < count; ++step) {
    std::int32_t body = -1;
    int least = kMostBodies + 1;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const std::int32_t i = std::countr_zero(rest);
      const int degree = std::popcount(open[i]);
      if (degree < least) body = i, least = degree;
    }
    left &= ~(std::uint64_t{1} << body);
    place_[body] = step;
    columns_[step].body = body;
    const std::uint64_t after = open[body];
    for (std::uint64_t rest = after; rest != 0; rest &= rest - 1) {
      const std::int32_t i = std::countr_zero(rest);
      columns_[step].rows.push_back(i);
      open[i] = (open[i] | after) & ~((std::uint64_t{1} << i) | (std::uint64_t{1} << body));
    }
  }
  for (Column& column : columns_) {
    compactSort(column.rows.begin(), column.rows.end(),
                [&](std::int32_t a, std::int32_t b) { return place_[a] < place_[b]; });
    for (const std::int32_t row : column.rows) {
      column.blocks.push_back(blocks);
      index_[row * count + column.body] = blocks++;
    }
  }
  blocks_.assign(static_cast<std::size_t>(blocks), Matrix6{});
}

void ClusterMatrix::clear() {
  std::fill(blocks_.begin(), blocks_.end(), Matrix6{});
}

void ClusterMatrix::factorize() {
  for (std::int32_t j = 0; j < columns_.count(); ++j) {
    const Column& column = columns_[j];
    factorizeBlock(blocks_[j]);
    for (std::int32_t r = 0; r < column.rows.count(); ++r) {
      const std::int32_t row = column.rows[r];
      Matrix6 l = blocks_[column.blocks[r]];
      for (auto& values : l.at) solveBlock(blocks_[j], values);
      subtractProduct(blocks_[place_[row]], blocks_[column.blocks[r]], l);
      for (std::int32_t k = r + 1; k < column.rows.count(); ++k)
        subtractProduct(blocks_[blockOf(column.rows[k], row)], blocks_[column.blocks[k]], l);
      blocks_[column.blocks[r]] = l;
    }
  }
}

void ClusterMatrix::solve(IndexedVector<Vector6>& x) const {
  for (const Column& column : columns_) {
    const Vector6& y = x[column.body];
    for (std::int32_t r = 0; r < column.rows.count(); ++r) {
      const Matrix6& l = blocks_[column.blocks[r]];
      Vector6& z = x[column.rows[r]];
      for (int p = 0; p < 6; ++p) {
        for (int q = 0; q < 6; ++q) z.at[p] -= l.at[p][q] * y.at[q];
      }
    }
  }
  for (std::int32_t j = columns_.count() - 1; j >= 0; --j) {
    const Column& column = columns_[j];
    Vector6& y = x[column.body];
    solveBlock(blocks_[j], y.at);
    for (std::int32_t r = 0; r < column.rows.count(); ++r) {
      const Matrix6& l = blocks_[column.blocks[r]];
      const Vector6& z = x[column.rows[r]];
      for (int p = 0; p < 6; ++p) {
        for (int q = 0; q < 6; ++q) y.at[q] -= l.at[p][q] * z.at[p];
      }
    }
  }
}

}  // namespace carom::solve
