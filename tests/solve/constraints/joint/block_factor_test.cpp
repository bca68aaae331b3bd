// Block factorization against a dense one.
#include "solve/constraints/joint/block_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/scene_builder.hpp"

namespace carom::solve {
namespace {

using Edges = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Dense = std::vector<std::vector<double>>;

/// Solution of a dense system by elimination with pivots.
std::vector<double> denseSolution(Dense a, std::vector<double> x) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t r = i; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[best][i])) best = r;
    std::swap(a[i], a[best]), std::swap(x[i], x[best]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const double f = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= f * a[i][c];
      x[r] -= f * x[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) x[i] -= a[i][c] * x[c];
    x[i] /= a[i][i];
  }
  return x;
}

/// A random positive definite matrix of that pattern, in both forms, solved in both.
void compare(std::int32_t nodes, const Edges& edges, const std::vector<std::int32_t>& sizes,
             std::uint64_t seed) {
  BlockFactor factor;
  ASSERT_TRUE(factor.analyse(nodes, edges, 1 << 20));
  test::Random random(seed);
  std::vector<std::size_t> first;
  std::size_t total = 0;
  for (const std::int32_t size : sizes) first.push_back(total), total += static_cast<std::size_t>(size);
  Dense dense(total, std::vector<double>(total, 0.0));
  factor.begin(sizes);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::int32_t row = factor.rowNode(static_cast<std::int32_t>(e));
    const std::int32_t column = edges[e].first == row ? edges[e].second : edges[e].first;
    ASSERT_TRUE(row == edges[e].first || row == edges[e].second);
    double* block = factor.offDiagonal(static_cast<std::int32_t>(e));
    const auto r0 = first[static_cast<std::size_t>(row)], c0 = first[static_cast<std::size_t>(column)];
    const auto rows = static_cast<std::size_t>(sizes[static_cast<std::size_t>(row)]);
    const auto columns = static_cast<std::size_t>(sizes[static_cast<std::size_t>(column)]);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < columns; ++k)
        dense[r0 + i][c0 + k] = dense[c0 + k][r0 + i] = block[i * columns + k] = random(-1, 1);
  }
  for (std::int32_t n = 0; n < nodes; ++n) {
    double* block = factor.diagonal(n);
    const auto size = static_cast<std::size_t>(sizes[static_cast<std::size_t>(n)]),
               f = first[static_cast<std::size_t>(n)];
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = 0; k <= i; ++k)
        dense[f + i][f + k] = dense[f + k][f + i] = block[i * size + k] = i == k ? 0 : random(-1, 1);
    // Diagonally dominant, so positive definite.
    for (std::size_t i = 0; i < size; ++i)
      block[i * size + i] = dense[f + i][f + i] = 2.0 * static_cast<double>(total) + 1;
  }
  factor.factorize();
  for (int round = 0; round < 2; ++round) {
    std::vector<double> right(total);
    for (double& x : right) x = random(-5, 5);
    const std::vector<double> expected = denseSolution(dense, right);
    std::vector<double> x(total);
    for (std::size_t n = 0; n < sizes.size(); ++n)
      for (std::int32_t i = 0; i < sizes[n]; ++i)
        x[static_cast<std::size_t>(factor.first(static_cast<std::int32_t>(n)) + i)] =
            right[first[n] + static_cast<std::size_t>(i)];
    factor.solve(x);
    for (std::size_t n = 0; n < sizes.size(); ++n)
      for (std::int32_t i = 0; i < sizes[n]; ++i)
        ASSERT_NEAR(x[static_cast<std::size_t>(factor.first(static_cast<std::int32_t>(n)) + i)],
                    expected[first[n] + static_cast<std::size_t>(i)], 1e-12);
  }
}

TEST(BlockFactor, OneNode) {
  for (const std::int32_t size : {1, 2, 5, 6, 12}) compare(1, {}, {size}, 1);
}

TEST(BlockFactor, Chains) {
  for (const std::int32_t nodes : {2, 3, 10}) {
    Edges edges;
    std::vector<std::int32_t> sizes;
    for (std::int32_t i = 0; i < nodes; ++i) {
      if (i > 0) edges.emplace_back(i - 1, i);
      sizes.push_back(1 + i % 6);
    }
    compare(nodes, edges, sizes, 2);
  }
}

TEST(BlockFactor, RingsStarsAndRandomGraphs) {
  Edges ring, star;
  for (std::int32_t i = 0; i < 8; ++i) ring.emplace_back(std::min(i, (i + 1) % 8), std::max(i, (i + 1) % 8));
  for (std::int32_t i = 1; i < 8; ++i) star.emplace_back(0, i);
  compare(8, ring, {3, 5, 6, 1, 2, 3, 5, 3}, 3);
  compare(8, star, {3, 5, 6, 1, 2, 3, 5, 3}, 4);
  test::Random random(5);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto nodes = static_cast<std::int32_t>(random(2, 14));
    Edges edges;
    std::vector<std::int32_t> sizes;
    for (std::int32_t i = 0; i < nodes; ++i) {
      sizes.push_back(static_cast<std::int32_t>(random(0, 7)));
      for (std::int32_t k = 0; k < i; ++k)
        if (random(0, 1) < 0.3) edges.emplace_back(k, i);
    }
    compare(nodes, edges, sizes, 10 + seed);
  }
}

TEST(BlockFactor, NodesMayHaveNoRowsAndOthersNextTime) {
  compare(4, {{0, 1}, {1, 2}, {2, 3}}, {3, 0, 2, 0}, 6);
  BlockFactor factor;
  ASSERT_TRUE(factor.analyse(2, Edges{{0, 1}}, 100));
  for (const std::int32_t size : {0, 1, 3, 0, 2}) {
    const std::vector<std::int32_t> sizes{size, 1};
    factor.begin(sizes);
    for (std::int32_t i = 0; i < size; ++i) factor.diagonal(0)[i * size + i] = 4;
    factor.diagonal(1)[0] = 2;
    factor.factorize();
    std::vector<double> x(static_cast<std::size_t>(size) + 1, 8.0);
    factor.solve(x);
    for (std::int32_t i = 0; i < size; ++i)
      EXPECT_NEAR(x[static_cast<std::size_t>(factor.first(0) + i)], 2, 1e-12);
    EXPECT_NEAR(x[static_cast<std::size_t>(factor.first(1))], 4, 1e-12);
  }
}

TEST(BlockFactor, RefusesWhatWouldTakeTooManyProducts) {
  Edges all;
  for (std::int32_t i = 0; i < 40; ++i)
    for (std::int32_t k = 0; k < i; ++k) all.emplace_back(k, i);
  BlockFactor factor;
  EXPECT_FALSE(factor.analyse(40, all, 500));  // 40³/6.
  EXPECT_TRUE(factor.analyse(40, all, 20000));
}

}  // namespace
}  // namespace carom::solve
