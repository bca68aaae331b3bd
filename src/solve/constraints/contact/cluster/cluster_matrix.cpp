#include "solve/constraints/contact/cluster/cluster_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/compact_sort.hpp"

namespace carom::solve {
namespace {

// Loops run over six numbers that lie side by side, so that compilers take several at once.

/// Cholesky: the lower triangle becomes C with A = C Cᵀ, its diagonal the inverse of C's. What rounding has
/// made singular gives way no more.
void factorizeBlock(Matrix6& a) {
  constexpr double kSingular = 1e150;
  for (int j = 0; j < 6; ++j) {
    double d = a.at[j][j];
    for (int k = 0; k < j; ++k) d -= a.at[j][k] * a.at[j][k];
    const double inverse = 1 / (d > 0 ? std::sqrt(d) : kSingular);
    a.at[j][j] = inverse;
    for (int i = j + 1; i < 6; ++i) {
      double s = a.at[i][j];
      for (int k = 0; k < j; ++k) s -= a.at[i][k] * a.at[j][k];
      a.at[i][j] = s * inverse;
    }
  }
}

void solveBlock(const Matrix6& c, double (&x)[6]) {
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= c.at[i][k] * x[k];
    x[i] *= c.at[i][i];
  }
  for (int i = 5; i >= 0; --i) {
    for (int k = i + 1; k < 6; ++k) x[i] -= c.at[k][i] * x[k];
    x[i] *= c.at[i][i];
  }
}

void subtractFrom(double (&x)[6], const double (&y)[6], double factor) {
  for (int i = 0; i < 6; ++i) x[i] -= factor * y[i];
}

void scale(double (&x)[6], double factor) {
  for (double& value : x) value *= factor;
}

/// The same for the columns of x.
void solveBlock(const Matrix6& c, Matrix6& x) {
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < i; ++k) subtractFrom(x.at[i], x.at[k], c.at[i][k]);
    scale(x.at[i], c.at[i][i]);
  }
  for (int i = 5; i >= 0; --i) {
    for (int k = i + 1; k < 6; ++k) subtractFrom(x.at[i], x.at[k], c.at[k][i]);
    scale(x.at[i], c.at[i][i]);
  }
}

Matrix6 transposed(const Matrix6& m) {
  Matrix6 out;
  for (int p = 0; p < 6; ++p) {
    for (int q = 0; q < 6; ++q) out.at[p][q] = m.at[q][p];
  }
  return out;
}

/// target ← target − a b
void subtractProduct(Matrix6& target, const Matrix6& a, const Matrix6& b) {
  for (int p = 0; p < 6; ++p) {
    for (int m = 0; m < 6; ++m) subtractFrom(target.at[p], b.at[m], a.at[p][m]);
  }
}

}  // namespace

void ClusterMatrix::plan(const IndexedVector<std::uint64_t>& neighbours, std::uint64_t late) {
  const std::int32_t count = neighbours.count();
  open_ = neighbours;
  std::uint64_t left = count == kMostBodies ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  early_ = std::popcount(left & ~late);
  place_.assign(neighbours.size(), 0);
  order_.clear();
  rows_.clear();
  column_begin_.assign(1, 0);
  for (std::int32_t step = 0; step < count; ++step) {
    std::int32_t body = -1;
    int least = kMostBodies + 1;
    for (std::uint64_t rest = step < early_ ? left & ~late : left; rest != 0; rest &= rest - 1) {
      const std::int32_t i = std::countr_zero(rest);
      const int degree = std::popcount(open_[i]);
      if (degree < least) body = i, least = degree;
    }
    left &= ~(std::uint64_t{1} << body);
    place_[body] = step;
    order_.push_back(body);
    const std::uint64_t after = open_[body];
    for (std::uint64_t rest = after; rest != 0; rest &= rest - 1) {
      const std::int32_t i = std::countr_zero(rest);
      rows_.push_back(i);
      open_[i] = (open_[i] | after) & ~((std::uint64_t{1} << i) | (std::uint64_t{1} << body));
    }
    column_begin_.push_back(rows_.count());
  }
  index_.assign(neighbours.size() * neighbours.size(), -1);
  for (std::int32_t step = 0; step < count; ++step) {
    compactSort(rows_.begin() + column_begin_[step], rows_.begin() + column_begin_[step + 1],
                [&](std::int32_t a, std::int32_t b) { return place_[a] < place_[b]; });
    for (std::int32_t r = column_begin_[step]; r < column_begin_[step + 1]; ++r)
      index_[rows_[r] * count + order_[step]] = count + r;
  }
  blocks_.assign(static_cast<std::size_t>(count + rows_.count()), Matrix6{});
}

void ClusterMatrix::clear() {
  std::fill(blocks_.begin(), blocks_.end(), Matrix6{});
}

void ClusterMatrix::eliminateEarly() {
  eliminate(0, early_);
  base_ = blocks_;
}

void ClusterMatrix::restore() {
  const auto restore = [&](std::int32_t first, std::int32_t end) {
    std::copy(base_.begin() + first, base_.begin() + end, blocks_.begin() + first);
  };
  restore(early_, place_.count());
  restore(place_.count() + column_begin_[early_], blocks_.count());
}

void ClusterMatrix::factorize() {
  eliminate(early_, place_.count());
}

void ClusterMatrix::eliminate(std::int32_t first, std::int32_t end) {
  for (std::int32_t j = first; j < end; ++j) {
    const Matrix6& own = blocks_[j];
    factorizeBlock(blocks_[j]);
    for (std::int32_t r = column_begin_[j]; r < column_begin_[j + 1]; ++r) {
      const std::int32_t row = rows_[r];
      Matrix6& block = blockAt(r);
      Matrix6 l = transposed(block);
      solveBlock(own, l);
      subtractProduct(blocks_[place_[row]], block, l);
      for (std::int32_t k = r + 1; k < column_begin_[j + 1]; ++k)
        subtractProduct(blocks_[blockOf(rows_[k], row)], blockAt(k), l);
      block = l;
    }
  }
}

void ClusterMatrix::solve(IndexedVector<Vector6>& x) const {
  const std::int32_t count = place_.count();
  for (std::int32_t j = 0; j < count; ++j) {
    const Vector6& y = x[order_[j]];
    for (std::int32_t r = column_begin_[j]; r < column_begin_[j + 1]; ++r) {
      Vector6& z = x[rows_[r]];
      for (int q = 0; q < 6; ++q) subtractFrom(z.at, blockAt(r).at[q], y.at[q]);
    }
  }
  for (std::int32_t j = count - 1; j >= 0; --j) {
    Vector6& y = x[order_[j]];
    solveBlock(blocks_[j], y.at);
    for (std::int32_t r = column_begin_[j]; r < column_begin_[j + 1]; ++r) {
      const Vector6& z = x[rows_[r]];
      for (int q = 0; q < 6; ++q) {
        for (int p = 0; p < 6; ++p) y.at[q] -= blockAt(r).at[q][p] * z.at[p];
      }
    }
  }
}

}  // namespace carom::solve
