// The sparse factorisation of clusters against the product with the matrix itself.
#include "solve/constraints/contact/cluster/cluster_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solve/constraints/numbers.hpp"

namespace carom::solve {
namespace {

/// A matrix, sparse and dense.
struct Both {
  ClusterMatrix sparse;
  std::vector<std::vector<double>> dense;

  /// Adds the outer product of a random row over two bodies.
  void add(std::int32_t i, std::int32_t j, Numbers& numbers) {
    double row[12];
    for (double& x : row) x = numbers.next();
    bool transposed = false;
    Matrix6& between = sparse.between(i, j, transposed);
    for (int p = 0; p < 6; ++p) {
      for (int q = 0; q < 6; ++q) {
        sparse.diagonal(i).at[p][q] += row[p] * row[q];
        sparse.diagonal(j).at[p][q] += row[6 + p] * row[6 + q];
        (transposed ? between.at[q][p] : between.at[p][q]) += row[p] * row[6 + q];
      }
    }
    for (int p = 0; p < 12; ++p) {
      for (int q = 0; q < 12; ++q) {
        const auto r = static_cast<std::size_t>(6 * (p < 6 ? i : j) + p % 6);
        dense[r][static_cast<std::size_t>(6 * (q < 6 ? i : j) + q % 6)] += row[p] * row[q];
      }
    }
  }
};

void expectSolved(const Both& m, std::int32_t count, Numbers& numbers) {
  IndexedVector<Vector6> x(static_cast<std::size_t>(count));
  std::vector<double> b;
  for (Vector6& v : x) {
    for (double& value : v.at) b.push_back(value = numbers.next());
  }
  m.sparse.solve(x);
  double most = 0;
  for (std::size_t r = 0; r < b.size(); ++r) {
    double sum = -b[r];
    for (std::size_t c = 0; c < b.size(); ++c)
      sum += m.dense[r][c] * x[static_cast<std::int32_t>(c / 6)].at[c % 6];
    most = std::max(most, std::abs(sum));
  }
  EXPECT_LT(most, 1e-11) << count;
}

TEST(ClusterMatrix, SolvesWhateverIsConnected) {
  Numbers numbers(11);
  for (const std::int32_t count : {1, 2, 3, 7, 20, ClusterMatrix::kMostBodies}) {
    for (const double share : {0.0, 0.1, 0.4, 1.0}) {
      for (const std::uint64_t late : {std::uint64_t{0}, std::uint64_t{0x5a5a1234f00d}, ~std::uint64_t{0}}) {
        IndexedVector<std::uint64_t> neighbours(static_cast<std::size_t>(count));
        for (std::int32_t i = 0; i < count; ++i) {
          for (std::int32_t j = i + 1; j < count; ++j) {
            if (0.5 * numbers.next() + 0.5 > share) continue;
            neighbours[i] |= std::uint64_t{1} << j;
            neighbours[j] |= std::uint64_t{1} << i;
          }
        }
        Both m;
        m.sparse.plan(neighbours, late);
        m.sparse.clear();
        const auto size = static_cast<std::size_t>(6 * count);
        m.dense.assign(size, std::vector<double>(size, 0));
        const auto each_pair = [&](std::uint64_t among) {
          for (std::int32_t i = 0; i < count; ++i) {
            for (std::int32_t j = i + 1; j < count; ++j) {
              if ((neighbours[i] >> j & among >> i & among >> j & 1) != 0) m.add(i, j, numbers);
            }
          }
        };
        for (std::int32_t i = 0; i < count; ++i) {
          for (int p = 0; p < 6; ++p) {
            m.sparse.diagonal(i).at[p][p] += 0.5;
            m.dense[static_cast<std::size_t>(6 * i + p)][static_cast<std::size_t>(6 * i + p)] += 0.5;
          }
        }
        each_pair(~std::uint64_t{0});
        m.sparse.eliminateEarly();
        const std::vector<std::vector<double>> same = m.dense;
        for (int step = 0; step < 3; ++step) {
          m.dense = same;
          m.sparse.restore();
          if (step > 0) each_pair(late);
          m.sparse.factorize();
          expectSolved(m, count, numbers);
        }
      }
    }
  }
}

}  // namespace
}  // namespace carom::solve
