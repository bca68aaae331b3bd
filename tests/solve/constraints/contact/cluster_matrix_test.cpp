// The sparse factorisation of clusters against the product with the matrix itself.
#include "solve/constraints/contact/cluster/cluster_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solve/constraints/numbers.hpp"

namespace carom::solve {
namespace {

/// A random positive definite matrix with blocks where bodies are neighbours, and the same as a dense one.
void fill(ClusterMatrix& sparse, std::vector<std::vector<double>>& dense, std::int32_t count,
          const IndexedVector<std::uint64_t>& neighbours, Numbers& numbers) {
  sparse.plan(neighbours);
  sparse.clear();
  const auto size = static_cast<std::size_t>(6 * count);
  dense.assign(size, std::vector<double>(size, 0));
  const auto add = [&](std::int32_t i, std::int32_t j) {
    // The outer product of a row over both bodies.
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
  };
  for (std::int32_t i = 0; i < count; ++i) {
    for (int p = 0; p < 6; ++p) {
      sparse.diagonal(i).at[p][p] += 0.5;
      dense[static_cast<std::size_t>(6 * i + p)][static_cast<std::size_t>(6 * i + p)] += 0.5;
    }
    for (std::int32_t j = i + 1; j < count; ++j) {
      if ((neighbours[i] >> j & 1) != 0) add(i, j);
    }
  }
}

TEST(ClusterMatrix, SolvesWhateverIsConnected) {
  Numbers numbers(11);
  for (const std::int32_t count : {1, 2, 3, 7, 20, ClusterMatrix::kMostBodies}) {
    for (const double share : {0.0, 0.1, 0.4, 1.0}) {
      IndexedVector<std::uint64_t> neighbours(static_cast<std::size_t>(count));
      for (std::int32_t i = 0; i < count; ++i) {
        for (std::int32_t j = i + 1; j < count; ++j) {
          if (0.5 * numbers.next() + 0.5 > share) continue;
          neighbours[i] |= std::uint64_t{1} << j;
          neighbours[j] |= std::uint64_t{1} << i;
        }
      }
      ClusterMatrix sparse;
      std::vector<std::vector<double>> dense;
      fill(sparse, dense, count, neighbours, numbers);
      IndexedVector<Vector6> x(static_cast<std::size_t>(count));
      std::vector<double> b;
      for (Vector6& v : x) {
        for (double& value : v.at) b.push_back(value = numbers.next());
      }
      sparse.factorize();
      sparse.solve(x);
      double most = 0;
      for (std::size_t r = 0; r < b.size(); ++r) {
        double sum = -b[r];
        for (std::size_t c = 0; c < b.size(); ++c)
          sum += dense[r][c] * x[static_cast<std::int32_t>(c / 6)].at[c % 6];
        most = std::max(most, std::abs(sum));
      }
      EXPECT_LT(most, 1e-11) << count << " " << share;
    }
  }
}

}  // namespace
}  // namespace carom::solve
