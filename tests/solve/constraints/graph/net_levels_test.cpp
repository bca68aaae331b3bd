// Levels of a net: what lies between its ends.
#include "solve/constraints/graph/net_levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace carom::solve {
namespace {

TEST(NetLevels, AChainIsCountedFromAnEnd) {
  // 3 - 1 - 0 - 4 - 2
  const std::vector<NetLink> links{{3, 1}, {1, 0}, {0, 4}, {4, 2}};
  const std::vector<std::int32_t> levels = netLevels(5, links);
  const std::vector<std::int32_t> from_3{2, 1, 4, 0, 3}, from_2{2, 3, 0, 4, 1};
  EXPECT_TRUE(levels == from_3 || levels == from_2);
}

TEST(NetLevels, LinksOfAGridJoinNeighbouringLevels) {
  constexpr std::int32_t kWidth = 12, kLength = 30;
  std::vector<NetLink> links;
  for (std::int32_t i = 0; i < kWidth * kLength; ++i) {
    if (i % kWidth + 1 < kWidth) links.push_back({i, i + 1});
    if (i + kWidth < kWidth * kLength) links.push_back({i, i + kWidth});
  }
  const std::vector<std::int32_t> levels = netLevels(kWidth * kLength, links);
  for (const NetLink& link : links)
    EXPECT_LE(std::abs(levels[std::size_t(link.a)] - levels[std::size_t(link.b)]), 1);
  // From a corner to the opposite one, wherever the search began.
  EXPECT_EQ(*std::max_element(levels.begin(), levels.end()), kWidth + kLength - 2);
  EXPECT_EQ(std::set<std::int32_t>(levels.begin(), levels.end()).size(), std::size_t(kWidth + kLength - 1));
}

TEST(NetLevels, PartsAndLonelyBodiesBeginAtNought) {
  const std::vector<NetLink> links{{1, 2}, {4, 5}, {5, 6}, {4, 6}, {5, 5}};
  const std::vector<std::int32_t> levels = netLevels(7, links);
  EXPECT_EQ(levels[0], 0);
  EXPECT_EQ(levels[3], 0);
  EXPECT_EQ(levels[1] + levels[2], 1);
  EXPECT_EQ(levels[4] + levels[5] + levels[6], 2);
  EXPECT_TRUE(netLevels(0, {}).empty());
}

}  // namespace
}  // namespace carom::solve
