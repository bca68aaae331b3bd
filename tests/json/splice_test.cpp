#include "json/splice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "json/text_style.hpp"
namespace carom::json {
namespace {

std::shared_ptr<const Document> parsed(std::string text) {
  Diagnostics diagnostics;
  auto result = Document::parse(std::move(text), {}, diagnostics);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : nullptr;
}

TEST(Splice, NoEditsGiveTheSameBytes) {
  const auto d = parsed("\xEF\xBB\xBF {\"a\" :1e0 , \"b\":\t[ ] }\n");
  EXPECT_EQ(splice(Patch(*d)), d->source());
}

TEST(Splice, CompactTextStaysCompact) {
  const auto d = parsed(R"({"asset":{"version":"2.0"},"list":[1,2],"empty":[],"o":{}})");
  Patch p(*d);
  p.append("/list", "3");
  p.append("/list", R"({ "x" : [ 1, 2 ] })");
  p.append("/empty", "true");
  p.set("/o/deep/er", "\"v\"");
  p.append("/new/array", "5");
  p.append("/new/array", "6");
  p.set("/asset/version", "\"2.1\"");
  EXPECT_EQ(p.arraySize("/list"), 4u);
  EXPECT_EQ(p.arraySize("/new/array"), 2u);
  EXPECT_EQ(p.arraySize("/nothing"), 0u);
  EXPECT_EQ(splice(p), R"({"asset":{"version":"2.1"},"list":[1,2,3,{"x":[1,2]}],"empty":[true],)"
                       R"("o":{"deep":{"er":"v"}},"new":{"array":[5,6]}})");
}

TEST(Splice, SpacedCompactTextKeepsItsSpaces) {
  const auto d = parsed(R"({"a": 1, "b": [1, 2], "c": {}})");
  Patch p(*d);
  p.append("/b", "3");
  p.set("/d/e", "[1,{\"x\":2,\"y\":3}]");
  EXPECT_EQ(splice(p), R"({"a": 1, "b": [1, 2, 3], "c": {}, "d": {"e": [1, {"x": 2, "y": 3}]}})");
}

TEST(Splice, PrettyTextIsIndentedLikeItsSurroundings) {
  const auto d = parsed(
      "{\n    \"nodes\": [\n        {\n            \"name\": \"a\"\n        }\n    ],\n    \"inline\": [1, "
      "2]\n}\n");
  Patch p(*d);
  p.append("/nodes", R"({"name":"b","translation":[1,2,3],"extras":{}})");
  p.append("/inline", "3");
  p.append("/animations", R"({"channels":[{"sampler":0}]})");
  p.set("/nodes/0/extensions/KHR_x", R"({"motion":{"mass":1}})");
  const std::string expected = R"({
    "nodes": [
        {
            "name": "a",
            "extensions": {
                "KHR_x": {
                    "motion": {
                        "mass": 1
                    }
                }
            }
        },
        {
            "name": "b",
            "translation": [1, 2, 3],
            "extras": {}
        }
    ],
    "inline": [1, 2, 3],
    "animations": [
        {
            "channels": [
                {
                    "sampler": 0
                }
            ]
        }
    ]
}
)";
  EXPECT_EQ(splice(p), expected);
}

TEST(Splice, TabsAndCarriageReturnsAreKept) {
  const auto d = parsed("{\r\n\t\"a\": {},\r\n\t\"b\": 1\r\n}");
  Patch p(*d);
  p.set("/a/x", "1");
  p.set("/c", "[[1],[2]]");
  EXPECT_EQ(splice(p),
            "{\r\n\t\"a\": {\r\n\t\t\"x\": 1\r\n\t},\r\n\t\"b\": 1,\r\n\t\"c\": "
            "[\r\n\t\t[1],\r\n\t\t[2]\r\n\t]\r\n}");
}

TEST(Splice, SetReplacesAndLaterEditsApplyToIt) {
  const auto d = parsed(R"({"a":[1,2,3],"b":{"x":1}})");
  Patch p(*d);
  p.set("/a", "[9]");
  p.append("/a", "10");
  EXPECT_EQ(p.arraySize("/a"), 2u);
  p.set("/b/x", "7");
  p.set("/b", R"({"y":[]})");
  p.append("/b/y", R"({"k":1})");
  p.set("/b/y/0/k", "2");
  p.set("/b/y/1", "3");
  EXPECT_EQ(p.arraySize("/b/y"), 2u);
  EXPECT_EQ(splice(p), R"({"a":[9,10],"b":{"y":[{"k":2},3]}})");
}

TEST(Splice, RemovedMembersTakeTheirCommasAlong) {
  const auto d = parsed(R"({"a":1, "b":{"x":1,"y":[2],"z":3} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  const auto without = [&](std::initializer_list<const char*> pointers) {
    Patch p(*d);
    for (const char* pointer : pointers) p.remove(pointer);
    return splice(p);
  };
  EXPECT_EQ(without({"/a"}), R"({"b":{"x":1,"y":[2],"z":3} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/d"}), R"({"a":1, "b":{"x":1,"y":[2],"z":3} ,"c":{"only":1}})");
  EXPECT_EQ(without({"/b/x"}), R"({"a":1, "b":{"y":[2],"z":3} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/b/y"}), R"({"a":1, "b":{"x":1,"z":3} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/b/x", "/b/y"}), R"({"a":1, "b":{"z":3} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/b/y", "/b/z"}), R"({"a":1, "b":{"x":1} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/b/x", "/b/z"}), R"({"a":1, "b":{"y":[2]} ,"c":{"only":1},"d":{"p":1,"p":2}})");
  EXPECT_EQ(without({"/c/only", "/d/p"}), R"({"a":1, "b":{"x":1,"y":[2],"z":3} ,"c":{},"d":{}})");
  EXPECT_EQ(without({"/a", "/b", "/c", "/d"}), "{}");
  EXPECT_EQ(without({"/nothing", "/b/w"}), d->source());
}

TEST(Splice, RemovingAndAddingGoTogether) {
  const auto d = parsed("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": {\n    \"d\": 3\n  }\n}");
  Patch p(*d);
  p.remove("/b");
  p.remove("/c/d");
  p.set("/c/e", "4");
  p.set("/f", "5");
  EXPECT_EQ(splice(p), "{\n  \"a\": 1,\n  \"c\": {\n    \"e\": 4\n  },\n  \"f\": 5\n}");
  Patch last(*d);
  last.remove("/c");
  last.set("/f", "5");
  EXPECT_EQ(splice(last), "{\n  \"a\": 1,\n  \"b\": 2,\n  \"f\": 5\n}");
}

TEST(Splice, AppendedElementsCanBeEdited) {
  const auto d = parsed(R"({"a":[{"n":0}]})");
  Patch p(*d);
  p.append("/a", R"({"n":1})");
  p.set("/a/1/m", "5");
  p.set("/a/0/n", "4");
  p.set("/a/2", "{}");
  p.append("/a/2/list", "1");
  EXPECT_EQ(splice(p), R"({"a":[{"n":4},{"n":1,"m":5},{"list":[1]}]})");
}

TEST(Splice, ArraySizeFollowsReplacements) {
  const auto d = parsed(R"({"a":{"list":[1,2,3]}})");
  Patch p(*d);
  EXPECT_EQ(p.arraySize("/a/list"), 3u);
  p.append("/a/list", "4");
  EXPECT_EQ(p.arraySize("/a/list"), 4u);
  p.set("/a", R"({"list":[1]})");
  EXPECT_EQ(p.arraySize("/a/list"), 1u);
  p.append("/a/list", "2");
  EXPECT_EQ(p.arraySize("/a/list"), 2u);
  EXPECT_EQ(splice(p), R"({"a":{"list":[1,2]}})");
}

TEST(Splice, DuplicateMembersChangeTheOneThatCounts) {
  const auto d = parsed(R"({"a":1,"a":2})");
  Patch p(*d);
  p.set("/a", "3");
  EXPECT_EQ(splice(p), R"({"a":1,"a":3})");
}

TEST(Splice, NamesAreEscaped) {
  const auto d = parsed(R"({"a\"b":{}})");
  Patch p(*d);
  p.set("/a\"b/c~1d\"", "1");
  EXPECT_EQ(splice(p), R"({"a\"b":{"c/d\"":1}})");
}

TEST(Splice, ManyEditsStayFast) {
  std::string text = R"({"nodes":[)";
  for (int i = 0; i < 5000; ++i) text += (i ? ",{}" : "{}");
  const auto d = parsed(text + "]}");
  Patch p(*d);
  for (int i = 0; i < 5000; ++i) {
    p.set("/nodes/" + std::to_string(i) + "/extras/k", std::to_string(i));
    p.append("/accessors", R"({"count":1})");
  }
  EXPECT_EQ(p.arraySize("/accessors"), 5000u);
  const auto out = parsed(splice(p));
  EXPECT_EQ(out->resolve("/nodes/4999/extras/k").number(), 4999);
  EXPECT_EQ(out->root().find("accessors").size(), 5000u);
}

TEST(OnOneLine, LeavesStringsAndNumbersAlone) {
  const std::string text = "{ \"a : \\\" ,\" :\n [1.50 ,\t\"\\\\\" , {}] }";
  EXPECT_EQ(onOneLine(text, " ", ""), "{\"a : \\\" ,\": [1.50,\"\\\\\",{}]}");
  EXPECT_EQ(onOneLine(text, "", " "), "{\"a : \\\" ,\":[1.50, \"\\\\\", {}]}");
}

TEST(Quoted, EscapesWhatMustBe) {
  EXPECT_EQ(quoted("a\"\\/\n\t\r\x01\xC3\xA9"), "\"a\\\"\\\\/\\n\\t\\r\\u0001\xC3\xA9\"");
  EXPECT_EQ(quoted("bad\xFF"), "\"bad\xEF\xBF\xBD\"");
  EXPECT_EQ(parsed(json::quoted(std::string("\0x", 2)))->root().string(), std::string("\0x", 2));
}

TEST(Number, ReadsBackTheSame) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(1.0), "1");
  EXPECT_EQ(number(0.1f), "0.1");
  EXPECT_EQ(number(-0.0), "-0");
  for (const double v :
       {1e300, 4.9e-324, 1.0 / 3, 123456789012345678.0, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(parsed(number(v))->root().number(), v);
    EXPECT_EQ(std::strtof(number(float(1.0 / 3)).c_str(), nullptr), float(1.0 / 3));
  }
}

}  // namespace
}  // namespace carom::json
