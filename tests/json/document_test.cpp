#include "json/document.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "carom/base/diagnostic_codes.hpp"

namespace carom::json {
namespace {

std::shared_ptr<const Document> parsed(std::string text, Diagnostics* diagnostics = nullptr,
                                       ParseOptions options = {}) {
  Diagnostics own;
  auto result = Document::parse(std::move(text), options, diagnostics ? *diagnostics : own);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.diagnostics().items()[0].message);
  return result.ok() ? *result : nullptr;
}

Diagnostic failure(std::string text, ParseOptions options = {}) {
  Diagnostics ignored;
  auto result = Document::parse(std::move(text), options, ignored);
  EXPECT_FALSE(result.ok());
  if (result.ok() || result.diagnostics().items().empty()) return {};
  return result.diagnostics().items()[0];
}

TEST(Document, ReadsEveryKind) {
  const auto d =
      parsed(R"( {"a": [1, -2.5e3, "x\ty\u00e9\ud83d\ude00", true, false, null], "b/c~": {"": 7}} )");
  const Value root = d->root();
  ASSERT_TRUE(root.isObject());
  EXPECT_EQ(root.size(), 2u);
  EXPECT_EQ(root.key(0), "a");
  EXPECT_EQ(root.key(1), "b/c~");
  const Value a = root.find("a");
  ASSERT_EQ(a.size(), 6u);
  EXPECT_EQ(a[0].number(), 1);
  EXPECT_EQ(a[1].number(), -2500);
  EXPECT_EQ(a[1].text(), "-2.5e3");
  EXPECT_EQ(a[2].string(), "x\ty\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_TRUE(a[3].boolean());
  EXPECT_FALSE(a[4].boolean());
  EXPECT_TRUE(a[4].isBoolean());
  EXPECT_EQ(a[5].kind(), Kind::Null);
  EXPECT_FALSE(a[6].present());
  EXPECT_EQ(root[1][0].number(), 7);
  EXPECT_EQ(root[1][0].pointer(), "/b~1c~0/");
  EXPECT_EQ(a[2].pointer(), "/a/2");
  EXPECT_EQ(root.pointer("zz"), "/zz");
  EXPECT_EQ(root.pointer(), "");
  EXPECT_EQ(d->resolve("/b~1c~0/").number(), 7);
  EXPECT_EQ(d->resolve("/a/1").number(), -2500);
  EXPECT_FALSE(d->resolve("/a/01").present());
  EXPECT_FALSE(d->resolve("/a/6").present());
  EXPECT_FALSE(d->resolve("a").present());
  EXPECT_EQ(d->source().substr(a.sourceBegin(), a.sourceEnd() - a.sourceBegin()), a.text());
  EXPECT_EQ(a.text().front(), '[');
  EXPECT_EQ(a.text().back(), ']');
}

TEST(Document, AbsentValueAnswersEverything) {
  const Value v;
  EXPECT_FALSE(v);
  EXPECT_EQ(v.size(), 0u);
  EXPECT_EQ(v.text(), "");
  EXPECT_EQ(v.string(), "");
  EXPECT_EQ(v.number(), 0);
  EXPECT_FALSE(v.find("x").present());
  EXPECT_FALSE(v[0].present());
  EXPECT_EQ(v.pointer(), "");
}

TEST(Document, ScalarRoots) {
  EXPECT_EQ(parsed("7")->root().number(), 7);
  EXPECT_EQ(parsed("\"x\"")->root().string(), "x");
  EXPECT_EQ(parsed("[]")->root().size(), 0u);
  EXPECT_EQ(parsed("null")->root().kind(), Kind::Null);
}

TEST(Document, SkipsByteOrderMark) {
  const auto d = parsed("\xEF\xBB\xBF{\"a\":1}");
  EXPECT_EQ(d->root().find("a").number(), 1);
  EXPECT_EQ(d->root().sourceBegin(), 3u);
}

TEST(Document, IntegersAreWholeNumbers) {
  const auto d = parsed("[1, 1.0, 1.5, 9007199254740992, 1e300, -3, \"1\"]");
  const bool expected[] = {true, true, false, true, false, true, false};
  for (std::size_t i = 0; i < d->root().size(); ++i) EXPECT_EQ(d->root()[i].isInteger(), expected[i]) << i;
}

TEST(Document, SmallNumbersUnderflowToZero) {
  const auto d = parsed("[1e-999, -1e-400, 4.9e-324, 0.1]");
  EXPECT_EQ(d->root()[0].number(), 0);
  EXPECT_TRUE(std::signbit(d->root()[1].number()));
  EXPECT_EQ(d->root()[2].number(), 4.9e-324);
  EXPECT_EQ(d->root()[3].number(), 0.1);
}

TEST(Document, NonFiniteNamesAreNumbersWithAWarning) {
  Diagnostics diagnostics;
  const auto d = parsed(R"({"a": [1, Infinity], "b": -Infinity, "c": NaN})", &diagnostics);
  EXPECT_EQ(d->root().find("a")[1].number(), INFINITY);
  EXPECT_EQ(d->root().find("b").number(), -INFINITY);
  EXPECT_TRUE(std::isnan(d->root().find("c").number()));
  ASSERT_EQ(diagnostics.items().size(), 3u);
  EXPECT_EQ(diagnostics.items()[0].code, codes::kJsonNonFinite);
  EXPECT_EQ(diagnostics.items()[0].severity, Severity::Warning);
  EXPECT_EQ(diagnostics.items()[0].pointer, "/a/1");
  EXPECT_EQ(diagnostics.items()[1].pointer, "/b");
  EXPECT_EQ(diagnostics.items()[2].pointer, "/c");
}

TEST(Document, NumbersTooLargeForADoubleAreErrors) {
  const std::string numbers[] = {"1e999", "-1e400", "123456e304", "1e99999999999", std::string(400, '9')};
  for (const std::string& number : numbers) {
    const Diagnostic d = failure("{\"a\": [0, " + number + "]}");
    EXPECT_EQ(d.code, codes::kJsonNumberRange) << number;
    EXPECT_EQ(d.pointer, "/a/1") << number;
  }
}

TEST(Document, DuplicateMembersWarnAndTheLastCounts) {
  Diagnostics diagnostics;
  const auto d = parsed(R"({"o": [0, {"x": 1, "y": 2, "\u0078": 3}]})", &diagnostics);
  EXPECT_EQ(d->root().find("o")[1].find("x").number(), 3);
  ASSERT_EQ(diagnostics.items().size(), 1u);
  EXPECT_EQ(diagnostics.items()[0].code, codes::kJsonDuplicateMember);
  EXPECT_EQ(diagnostics.items()[0].pointer, "/o/1/x");
}

TEST(Document, LargeObjectsFindEveryMember) {
  std::string text = "{";
  for (int i = 0; i < 20000; ++i) text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  text += "\"key7\":-1}";
  Diagnostics diagnostics;
  const auto d = parsed(text, &diagnostics);
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(d->root().find("key" + std::to_string(i)).number(), i == 7 ? -1 : i);
  }
  EXPECT_FALSE(d->root().find("key20000").present());
  ASSERT_EQ(diagnostics.items().size(), 1u);
  EXPECT_EQ(diagnostics.items()[0].pointer, "/key7");
}

TEST(Document, DepthLimitNamesThePlace) {
  ParseOptions options;
  options.max_depth = 4;
  EXPECT_TRUE(parsed(R"({"a":[[{"x":1}]]})", nullptr, options));
  const Diagnostic d = failure(R"({"a":[0,[{"x":{}}]]})", options);
  EXPECT_EQ(d.code, codes::kJsonDepth);
  EXPECT_EQ(d.pointer, "/a/1/0/x");
}

TEST(Document, NestingAHundredThousandDeepIsRefusedOrReadWithoutOverflow) {
  std::string text(100000, '[');
  text += std::string(100000, ']');
  EXPECT_EQ(failure(text).code, codes::kJsonDepth);
  ParseOptions options;
  options.max_depth = 200000;
  const auto d = parsed(text, nullptr, options);
  Value v = d->root();
  std::size_t depth = 1;
  while (v.size() > 0) v = v[0], ++depth;
  EXPECT_EQ(depth, 100000u);
  EXPECT_EQ(v.pointer().size(), 2u * 99999u);
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_EQ(failure(objects).code, codes::kJsonDepth);
}

TEST(Document, SyntaxErrorsNameThePlace) {
  const Diagnostic d = failure("{\n  \"a\": [1, 2,\n  oops]\n}");
  EXPECT_EQ(d.code, codes::kJsonSyntax);
  EXPECT_EQ(d.pointer, "/a/2");
  EXPECT_NE(d.message.find("line 3, column 3"), std::string::npos) << d.message;
  const char* const broken[] = {"",          "   ",   "{",         "}",         "[1,]",     "{\"a\":1,}",
                                "{\"a\" 1}", "[1 2]", "{} {}",     "[01]",      "[1.]",     "[.5]",
                                "[+1]",      "[1e]",  "tru",       "\"abc",     "\"\\x\"",  "\"\\u12G4\"",
                                "['a']",     "[1]x",  "[-]",       "[Infinit]", "// c\n{}", "{\"a\":nul}",
                                "\"a\nb\"",  "{a:1}", "[\"a\":1]", "\xEF\xBB"};
  for (const char* text : broken) EXPECT_FALSE(failure(text).code.empty()) << text;
  EXPECT_EQ(failure(std::string("{}\0{}", 5)).code, codes::kJsonSyntax);
  EXPECT_EQ(failure(std::string("[1,\0]", 5)).code, codes::kJsonSyntax);
}

TEST(Document, InvalidUtf8IsAnError) {
  const char* const invalid[] = {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                 "\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xFF",         "abcdefgh\xFE"};
  for (const std::string bytes : invalid) {
    EXPECT_EQ(failure("{\"a\": \"" + bytes + "\"}").code, codes::kJsonEncoding);
    EXPECT_EQ(failure("{\"a\": \"" + bytes + "\"}").pointer, "/a");
    EXPECT_EQ(failure("\"" + bytes).code, codes::kJsonEncoding);
  }
  EXPECT_EQ(failure(R"(["\ud800"])").code, codes::kJsonEncoding);
  EXPECT_EQ(failure(R"(["\udc00"])").code, codes::kJsonEncoding);
  EXPECT_EQ(failure(R"(["\ud800\u0041"])").code, codes::kJsonEncoding);
  EXPECT_EQ(parsed("[\"\xF4\x8F\xBF\xBF\xE2\x82\xAC\"]")->root()[0].string(), "\xF4\x8F\xBF\xBF\xE2\x82\xAC");
}

TEST(Document, LongerThanTheLimitIsRefused) {
  ParseOptions options;
  options.max_bytes = 10;
  EXPECT_EQ(failure("[1,2,3,4,5,6]", options).code, codes::kJsonTooLarge);
}

// Pointers are found from the place in the text; every value of a text with all kinds of neighbours must lead
// back.
void expectPointersToLeadBack(const Document& document, Value value, std::size_t& count) {
  ++count;
  const Value found = document.resolve(value.pointer());
  ASSERT_TRUE(found.present()) << value.pointer();
  ASSERT_EQ(found.sourceBegin(), value.sourceBegin()) << value.pointer();
  ASSERT_EQ(found.sourceEnd(), value.sourceEnd()) << value.pointer();
  for (std::size_t i = 0; i < value.size(); ++i) expectPointersToLeadBack(document, value[i], count);
}

TEST(Document, PointersOfEveryValueLeadBackToIt) {
  std::string text = "{\"l\":[[[]],[{}],[[],[]],{\"a\":[],\"b\":{\"c\":[1,[2]]}}],\"o\":{";
  for (int i = 0; i < 40; ++i)
    text += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":[" + std::to_string(i) + ",{}]";
  text += "}, \"e/s~\\u0041\": {\"\": {\"\":3}}}";
  Diagnostics diagnostics;
  const auto document = Document::parse(text, {}, diagnostics);
  ASSERT_TRUE(document.ok());
  std::size_t count = 0;
  expectPointersToLeadBack(**document, (*document)->root(), count);
  EXPECT_EQ(count, 140u);
}

// A linear reader takes well under a second for this in any build; a quadratic one takes minutes.
TEST(Document, ReadsLargeTextsInLinearTime) {
  std::string text = "[";
  for (int i = 0; i < 200000; ++i) text += "{\"name\":\"node\",\"mesh\":12,\"translation\":[1.5,2.25,-3]},";
  text += "{}]";
  const auto start = std::chrono::steady_clock::now();
  const auto d = parsed(text);
  EXPECT_EQ(d->root().size(), 200001u);
  EXPECT_EQ(d->root()[199999].find("translation")[2].number(), -3);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace carom::json
