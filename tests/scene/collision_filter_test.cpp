// The filter rule in both readings.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "carom/scene/scene.hpp"

namespace {

using namespace carom;
using Names = std::vector<std::string>;

CollisionFilter filter(Names systems, std::optional<Names> with = {}, std::optional<Names> without = {}) {
  CollisionFilter result;
  result.collision_systems = std::move(systems);
  result.collide_with_systems = std::move(with);
  result.not_collide_with_systems = std::move(without);
  return result;
}

bool shared(const CollisionFilter& a, const CollisionFilter& b) {
  const bool result = filtersAccept(&a, &b, FilterRule::Shared);
  EXPECT_EQ(result, filtersAccept(&b, &a, FilterRule::Shared));
  return result;
}
bool literal(const CollisionFilter& a, const CollisionFilter& b) {
  const bool result = filtersAccept(&a, &b, FilterRule::Literal);
  EXPECT_EQ(result, filtersAccept(&b, &a, FilterRule::Literal));
  return result;
}

TEST(FiltersAccept, NoFilterCollidesWithWhatAcceptsIt) {
  const CollisionFilter picky = filter({"a"}, Names{"b"});
  const CollisionFilter open = filter({"a"});
  EXPECT_TRUE(filtersAccept(nullptr, nullptr, FilterRule::Shared));
  EXPECT_TRUE(filtersAccept(nullptr, &open, FilterRule::Shared));
  EXPECT_FALSE(filtersAccept(nullptr, &picky, FilterRule::Shared));
  const CollisionFilter avoiding = filter({}, {}, Names{"b"});
  EXPECT_TRUE(filtersAccept(nullptr, &avoiding, FilterRule::Shared));
}

TEST(FiltersAccept, OneSharedSystemIsEnough) {
  const CollisionFilter both = filter({"0", "1"}, Names{"0", "1"});
  const CollisionFilter first = filter({"0"}, Names{"0"});
  const CollisionFilter second = filter({"1"}, Names{"1"});
  EXPECT_TRUE(shared(both, first));
  EXPECT_TRUE(shared(both, second));
  EXPECT_FALSE(shared(first, second));
  // The document's formula: both is a member of "1", which first does not list.
  EXPECT_FALSE(literal(both, first));
  EXPECT_TRUE(literal(both, both));
}

TEST(FiltersAccept, NotCollideWith) {
  const CollisionFilter avoids = filter({"x"}, {}, Names{"ghost", "water"});
  EXPECT_FALSE(shared(avoids, filter({"ghost"})));
  EXPECT_FALSE(shared(avoids, filter({"ghost", "solid"})));
  EXPECT_TRUE(shared(avoids, filter({"solid"})));
  EXPECT_TRUE(shared(avoids, filter({})));
  EXPECT_TRUE(literal(avoids, filter({"ghost", "solid"})));
  EXPECT_FALSE(literal(avoids, filter({"ghost", "water"})));
}

TEST(FiltersAccept, BothSidesMustAccept) {
  EXPECT_FALSE(shared(filter({"a"}, Names{"b"}), filter({"b"}, Names{"c"})));
  EXPECT_TRUE(shared(filter({"a"}, Names{"b"}), filter({"b"}, Names{"a"})));
}

TEST(FiltersAccept, EmptyCollideWithCollidesWithNothing) {
  EXPECT_FALSE(shared(filter({"a"}, Names{}), filter({"a"})));
  EXPECT_FALSE(filtersAccept(nullptr, std::vector{filter({}, Names{})}.data(), FilterRule::Shared));
}

TEST(FiltersAccept, ArbitraryNamesInAnyNumber) {
  Names many;
  for (int i = 0; i < 1000; ++i) many.push_back("system " + std::to_string(i) + " \xF0\x9F\x8E\xB1");
  const CollisionFilter last = filter({many.back()}, Names{many.front()});
  const CollisionFilter all = filter(many, many);
  EXPECT_TRUE(shared(all, last));
  EXPECT_FALSE(literal(all, last));
  EXPECT_FALSE(shared(filter({many[999]}, many), filter({"System 1"})));
  EXPECT_FALSE(shared(filter({"a"}, many), filter({""})));
}

}  // namespace
