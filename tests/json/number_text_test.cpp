#include "json/number_text.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <random>
#include <string>

namespace carom::json {
namespace {

// The short way and the library's must be one: both are rounded exactly.
TEST(NumberText, ShortNumbersHaveTheNearestDouble) {
#if defined(__cpp_lib_to_chars) && __cpp_lib_to_chars >= 201611L
  std::mt19937_64 random(3);
  for (int round = 0; round < 200000; ++round) {
    std::string text = random() % 2 ? "-" : "";
    const auto digits = [&](std::size_t count) {
      while (count-- > 0) text += static_cast<char>('0' + random() % 10);
    };
    text += static_cast<char>('1' + random() % 9);
    digits(random() % 18);
    if (random() % 2) text += '.', digits(1 + random() % 18);
    if (random() % 3 == 0) text += random() % 2 ? "e-" : "E+", digits(1 + random() % 2);
    double expected = 0;
    std::from_chars(text.data(), text.data() + text.size(), expected);
    const double found = parseNumber(text);
    ASSERT_EQ(found, expected) << text;
    ASSERT_EQ(std::signbit(found), std::signbit(expected)) << text;
  }
#endif
  EXPECT_TRUE(std::signbit(parseNumber("-0")));
  EXPECT_TRUE(std::signbit(parseNumber("-0.0e5")));
  EXPECT_EQ(parseNumber("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(parseNumber("0.1e1"), 1);
}

}  // namespace
}  // namespace carom::json
