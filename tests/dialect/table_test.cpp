// The tables themselves, and each field of each table with wrong values.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "dialect/families/families.hpp"
#include "dialect/families/field_reference.hpp"
#include "dialect/tables/record.hpp"
#include "dialect/tables/spelling.hpp"
#include "physics_file.hpp"

namespace carom::test {
namespace {

using dialect::Field;
using dialect::FieldType;
using dialect::Table;
using dialect::Target;

/// One record read from a text, every kind of target having five members.
struct Reading {
  Reading(const Table& table, const std::string& text) {
    auto parsed = json::Document::parse(test::json(text), {}, diagnostics);
    EXPECT_TRUE(parsed.ok()) << text;
    document = *parsed;
    dialect::RecordContext context{diagnostics, {}};
    context.counts.fill(5);
    record = dialect::readRecord(table, document->root(), context);
  }
  /// Whether every error is at the pointer, and there is one.
  bool onlyErrorAt(std::string_view pointer) const {
    bool found = false;
    for (const Diagnostic& item : diagnostics.items()) {
      if (item.severity != Severity::Error) continue;
      if (item.pointer != pointer) return false;
      found = true;
    }
    return found;
  }
  std::string all() const {
    std::string text = "\n";
    for (const Diagnostic& item : diagnostics.items()) text += item.pointer + " " + item.message + "\n";
    return text;
  }
  Diagnostics diagnostics;
  std::shared_ptr<const json::Document> document;
  dialect::Record record;
};

std::string goodValue(const Field& field) {
  switch (field.type) {
    case FieldType::Boolean:
      return "true";
    case FieldType::Number:
    case FieldType::Integer:
      return "1";
    case FieldType::String:
      return "'text'";
    case FieldType::Choice:
      return "'" + std::string(field.choices[0]) + "'";
    case FieldType::Vector2:
      return "[1,1]";
    case FieldType::Vector3:
      return "[1,1,1]";
    case FieldType::Quaternion:
      return "[0,0,0,1]";
    case FieldType::Matrix3:
      return "[1,0,0,0,1,0,0,0,1]";
    case FieldType::Numbers:
      return "[0.5]";
    case FieldType::Strings:
      return "['a']";
    case FieldType::Axes:
      return "[0,1]";
    case FieldType::Index:
      return "4";
    case FieldType::Indices:
      return "[0,4]";
    case FieldType::Object:
      return "{}";
    case FieldType::Objects:
      return "[{}]";
  }
  return "null";
}

std::vector<std::string> wrongTypes(const Field& field) {
  switch (field.type) {
    case FieldType::Boolean:
      return {"1", "'true'", "null", "[]", "{}"};
    case FieldType::Number:
      return {"'1'", "true", "null", "[1]", "{}"};
    case FieldType::Integer:
      return {"'1'", "0.5", "null", "[1]", "{}"};
    case FieldType::String:
    case FieldType::Choice:
      return {"1", "true", "null", "['a']", "{}"};
    case FieldType::Vector2:
      return {"1", "[1]", "[1,1,1]", "null", "{}"};
    case FieldType::Vector3:
      return {"1", "[1,1]", "[1,1,1,1]", "null", "{}"};
    case FieldType::Quaternion:
      return {"1", "[0,0,0]", "[0,0,0,1,0]", "null", "{}"};
    case FieldType::Matrix3:
      return {"1", "[1,0,0,0,1,0,0,0]", "[[1,0,0],[0,1,0],[0,0,1]]", "null", "{}"};
    case FieldType::Numbers:
      return {"1", "null", "{}"};
    case FieldType::Strings:
      return {"'a'", "null", "{}"};
    case FieldType::Axes:
      return {"1", "null", "{}"};
    case FieldType::Index:
      return {"'1'", "0.5", "null", "[1]", "{}"};
    case FieldType::Indices:
      return {"1", "null", "{}"};
    case FieldType::Object:
      return {"1", "null", "[]", "'x'"};
    case FieldType::Objects:
      return {"1", "null", "{}"};
  }
  return {};
}

/// The required fields of a table but one, and the given text for that.
std::string objectWith(const Table& table, const Field& field, const std::string& text) {
  std::string object = "{'" + std::string(field.name) + "':" + text;
  for (const Field& other : table.fields) {
    if (other.required && other.name != field.name)
      object += ",'" + std::string(other.name) + "':" + goodValue(other);
  }
  return object + "}";
}

std::string pointerOf(const Field& field) {
  return "/" + std::string(field.name);
}

template <class Check>
void forEachField(Check check) {
  for (const Table* table : dialect::allTables()) {
    for (const Field& field : table->fields) {
      SCOPED_TRACE(std::string(table->extension) + " " + std::string(table->name) + " " +
                   std::string(field.name));
      check(*table, field);
    }
  }
}

TEST(Tables, AreConsistent) {
  for (const Table* table : dialect::allTables()) {
    SCOPED_TRACE(std::string(table->extension) + " " + std::string(table->name));
    EXPECT_LE(table->fields.size(), 64u);  // Bits of Origin::authored.
    std::set<std::string_view> names;
    std::set<dialect::Key> keys;
    for (const Field& field : table->fields) {
      SCOPED_TRACE(field.name);
      EXPECT_TRUE(names.insert(field.name).second);
      EXPECT_TRUE(keys.insert(field.key).second);
      EXPECT_FALSE(field.about.empty());
      const bool index = field.type == FieldType::Index || field.type == FieldType::Indices;
      const bool object = field.type == FieldType::Object || field.type == FieldType::Objects;
      EXPECT_EQ(index, field.target != Target::None);
      EXPECT_EQ(object, field.table != nullptr);
      EXPECT_EQ(field.type == FieldType::Choice, !field.choices.empty());
      // Every field says what its absence means, in exactly one way.
      EXPECT_EQ(
          field.required + !std::isnan(field.fallback) + !field.fallbacks.empty() + !field.absent.empty(), 1);
    }
  }
}

TEST(Tables, GoodValuesAreReadAndMarkedAuthored) {
  forEachField([](const Table& table, const Field& field) {
    const Reading reading(table, objectWith(table, field, goodValue(field)));
    EXPECT_FALSE(reading.diagnostics.hasErrors()) << reading.all();
    EXPECT_TRUE(reading.record.has(field.key));
    const auto bit = static_cast<unsigned>(table.indexOf(field.key));
    EXPECT_TRUE(reading.record.origin().authored >> bit & 1);
  });
}

TEST(Tables, AbsentFieldsAreNotAuthored) {
  forEachField([](const Table& table, const Field& field) {
    if (field.required) return;
    std::string object;
    for (const Field& other : table.fields) {
      if (other.required)
        object += (object.empty() ? "'" : ",'") + std::string(other.name) + "':" + goodValue(other);
    }
    const Reading reading(table, "{" + object + "}");
    EXPECT_FALSE(reading.diagnostics.hasErrors()) << reading.all();
    EXPECT_FALSE(reading.record.wrote(field.key));
    const auto bit = static_cast<unsigned>(table.indexOf(field.key));
    EXPECT_FALSE(reading.record.origin().authored >> bit & 1);
  });
}

TEST(Tables, WrongTypesAreErrorsWithTheFieldsPointer) {
  forEachField([](const Table& table, const Field& field) {
    for (const std::string& wrong : wrongTypes(field)) {
      const Reading reading(table, objectWith(table, field, wrong));
      EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field))) << wrong << reading.all();
      EXPECT_FALSE(reading.record.has(field.key));
    }
  });
}

TEST(Tables, WrongElementsAreErrorsWithTheElementsPointer) {
  forEachField([](const Table& table, const Field& field) {
    std::string wrong;
    switch (field.type) {
      case FieldType::Vector2:
        wrong = "[1,'x']";
        break;
      case FieldType::Vector3:
        wrong = "[1,'x',1]";
        break;
      case FieldType::Quaternion:
        wrong = "[0,null,0,1]";
        break;
      case FieldType::Matrix3:
        wrong = "[1,'x',0,0,1,0,0,0,1]";
        break;
      case FieldType::Numbers:
        wrong = "[1,'x']";
        break;
      case FieldType::Strings:
        wrong = "['x',1]";
        break;
      case FieldType::Axes:
        wrong = "[0,1.5]";
        break;
      case FieldType::Indices:
        wrong = "[0,{}]";
        break;
      default:
        return;
    }
    const Reading reading(table, objectWith(table, field, wrong));
    EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field) + "/1")) << reading.all();
  });
}

TEST(Tables, MissingRequiredFieldsAreErrors) {
  forEachField([](const Table& table, const Field& field) {
    if (!field.required) return;
    std::string object;
    for (const Field& other : table.fields) {
      if (!other.required || other.name == field.name) continue;
      object += (object.empty() ? "'" : ",'") + std::string(other.name) + "':" + goodValue(other);
    }
    const Reading reading(table, "{" + object + "}");
    EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field))) << reading.all();
  });
}

TEST(Tables, NumbersOutOfRangeAreErrorsThatNameValueAndRange) {
  forEachField([](const Table& table, const Field& field) {
    if (field.type != FieldType::Number && field.type != FieldType::Integer) return;
    std::vector<std::string> wrong = {"1e39", "-1e39", "NaN", "-Infinity"};
    if (!field.infinity_allowed) wrong.push_back("Infinity");
    if (std::isfinite(field.range.lower)) wrong.push_back("-7");
    if (std::isfinite(field.range.upper)) wrong.push_back("7");
    if (field.range.above_lower && !field.zero_is_infinite) wrong.push_back("0");
    if (field.range.above_lower) wrong.push_back("1e-60");  // Not read as the 0 that means infinite, either.
    for (const std::string& text : wrong) {
      if (field.type == FieldType::Integer && text.size() > 2) continue;
      const Reading reading(table, objectWith(table, field, text));
      EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field))) << text << reading.all();
      EXPECT_NE(reading.all().find("is " + text), std::string::npos) << reading.all();
    }
  });
}

TEST(Tables, IndicesOutOfRangeAreErrorsThatNameTheRange) {
  forEachField([](const Table& table, const Field& field) {
    for (const std::string wrong : {"5", "-1", "-2", "9007199254740992", "4294967296"}) {
      if (field.none_allowed && wrong == "-1") {
        const Reading reading(table, objectWith(table, field, wrong));
        EXPECT_TRUE(reading.diagnostics.items().empty()) << reading.all();
        EXPECT_EQ(reading.record.index(field.key), -1);
        continue;
      }
      if (field.type == FieldType::Index) {
        const Reading reading(table, objectWith(table, field, wrong));
        EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field))) << reading.all();
        EXPECT_FALSE(reading.record.has(field.key));
      } else if (field.type == FieldType::Indices) {
        const Reading reading(table, objectWith(table, field, "[0," + wrong + "]"));
        EXPECT_TRUE(reading.onlyErrorAt(pointerOf(field) + "/1")) << reading.all();
      }
    }
  });
}

TEST(Tables, ZeroThatMeansInfiniteIsAHint) {
  int fields = 0;
  forEachField([&fields](const Table& table, const Field& field) {
    if (!field.zero_is_infinite) return;
    ++fields;
    const bool vector = field.type == FieldType::Vector3;
    const Reading reading(table, objectWith(table, field, vector ? "[1,0,1]" : "0"));
    EXPECT_FALSE(reading.diagnostics.hasErrors()) << reading.all();
    ASSERT_EQ(reading.diagnostics.items().size(), 1u) << reading.all();
    EXPECT_EQ(reading.diagnostics.items()[0].severity, Severity::Hint);
    EXPECT_EQ(reading.diagnostics.items()[0].pointer, pointerOf(field) + (vector ? "/1" : ""));
    if (vector) {
      EXPECT_EQ(*reading.record.optionalVector(field.key), DVec3(1, kInfinity, 1));
    } else {
      EXPECT_EQ(*reading.record.optionalNumber(field.key), kInfinity);
    }
  });
  EXPECT_EQ(fields, 6);  // Mass and inertia of three families.
}

TEST(Tables, ChoicesAreReadInAnyCaseAndOthersRefused) {
  forEachField([](const Table& table, const Field& field) {
    if (field.type != FieldType::Choice) return;
    for (std::size_t i = 0; i < field.choices.size(); ++i) {
      std::string other_case(field.choices[i]);
      for (char& c : other_case) c ^= 0x20;
      const Reading reading(table, objectWith(table, field, "'" + other_case + "'"));
      EXPECT_EQ(reading.record.choice(field.key), static_cast<int>(i));
      ASSERT_EQ(reading.diagnostics.items().size(), 1u) << reading.all();
      EXPECT_EQ(reading.diagnostics.items()[0].code, codes::kPhysicsMisspelling);
    }
    const Reading unknown(table, objectWith(table, field, "'other'"));
    EXPECT_EQ(unknown.record.choice(field.key), -1);
    EXPECT_EQ(unknown.diagnostics.hasErrors(), !field.open_choices) << unknown.all();
  });
}

TEST(Tables, MisspellingsAreReadWithAWarning) {
  int fields = 0;
  forEachField([&fields](const Table& table, const Field& field) {
    if (field.misspelling.empty()) return;
    ++fields;
    const std::string wrong(field.misspelling);
    const auto misspelt = [&](const std::string& value) {
      std::string object = objectWith(table, field, value);
      return object.replace(object.find(field.name), field.name.size(), wrong);
    };
    const Reading reading(table, misspelt(goodValue(field)));
    EXPECT_TRUE(reading.record.has(field.key));
    ASSERT_EQ(reading.diagnostics.items().size(), 1u) << reading.all();
    EXPECT_EQ(reading.diagnostics.items()[0].severity, Severity::Warning);
    EXPECT_EQ(reading.diagnostics.items()[0].code, codes::kPhysicsMisspelling);
    EXPECT_EQ(reading.diagnostics.items()[0].pointer, "/" + wrong);
    // The right name wins, in either order, and an error keeps the pointer of what is in the file.
    for (const bool first : {true, false}) {
      const std::string good = "'" + std::string(field.name) + "':" + goodValue(field);
      const std::string bad = "'" + wrong + "':1";
      const std::string pair = first ? good + "," + bad : bad + "," + good;
      std::string object = objectWith(table, field, "0");
      const std::string placeholder = "'" + std::string(field.name) + "':0";
      const Reading both(table, object.replace(object.find(placeholder), placeholder.size(), pair));
      EXPECT_FALSE(both.diagnostics.hasErrors()) << both.all();
    }
    const Reading error(table, misspelt("'x'"));
    EXPECT_TRUE(error.onlyErrorAt("/" + wrong)) << error.all();
  });
  EXPECT_EQ(fields, 10);
}

TEST(Tables, UnknownMembersAreWarnings) {
  forEachField([](const Table& table, const Field& field) {
    const std::string name = std::string(field.name) + "z";
    const Reading reading(table, objectWith(table, field, goodValue(field) + ",'" + name + "':1"));
    EXPECT_FALSE(reading.diagnostics.hasErrors()) << reading.all();
    ASSERT_EQ(reading.diagnostics.items().size(), 1u) << reading.all();
    const Diagnostic& warning = reading.diagnostics.items()[0];
    EXPECT_EQ(warning.severity, Severity::Warning);
    EXPECT_EQ(warning.code, codes::kPhysicsUnknownMember);
    EXPECT_EQ(warning.pointer, "/" + name);
    EXPECT_NE(warning.message.find("did you mean '" + std::string(field.name) + "'?"), std::string::npos)
        << warning.message;
  });
}

TEST(Tables, ExtrasAndExtensionsAreAllowedEverywhere) {
  forEachField([](const Table& table, const Field& field) {
    const Reading good(table,
                       objectWith(table, field, goodValue(field) + ",'extras':[1],'extensions':{'X':1}"));
    EXPECT_TRUE(good.diagnostics.items().empty()) << good.all();
    const Reading wrong(table, objectWith(table, field, goodValue(field) + ",'extensions':[]"));
    EXPECT_TRUE(wrong.onlyErrorAt("/extensions")) << wrong.all();
  });
}

TEST(Tables, WhatIsNoObjectIsAnError) {
  for (const Table* table : dialect::allTables()) {
    for (const std::string wrong : {"1", "null", "[]", "'x'", "true"}) {
      const Reading reading(*table, wrong);
      EXPECT_TRUE(reading.onlyErrorAt("")) << reading.all();
      EXPECT_FALSE(reading.record.isObject());
    }
  }
}

TEST(Tables, AxesAreOneToThreeDifferent) {
  forEachField([](const Table& table, const Field& field) {
    if (field.type != FieldType::Axes) return;
    for (const std::string wrong : {"[]", "[0,1,2,0]"}) {
      if (field.empty_allowed && wrong == "[]") {
        EXPECT_TRUE(Reading(table, objectWith(table, field, wrong)).diagnostics.items().empty());
        continue;
      }
      EXPECT_TRUE(Reading(table, objectWith(table, field, wrong)).onlyErrorAt(pointerOf(field))) << wrong;
    }
    for (const std::string wrong : {"[0,3]", "[0,-1]", "[2,2]"}) {
      EXPECT_TRUE(Reading(table, objectWith(table, field, wrong)).onlyErrorAt(pointerOf(field) + "/1"))
          << wrong;
    }
    const Reading good(table, objectWith(table, field, "[2,0]"));
    EXPECT_EQ(good.record.axes(field.key), (std::array<bool, 3>{true, false, true}));
  });
}

TEST(Spelling, Distance) {
  EXPECT_EQ(dialect::editDistance("mass", "mass"), 0u);
  EXPECT_EQ(dialect::editDistance("Mass", "mass"), 0u);
  EXPECT_EQ(dialect::editDistance("masss", "mass"), 1u);
  EXPECT_EQ(dialect::editDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(dialect::editDistance("", "abc"), 3u);
  EXPECT_GT(dialect::editDistance(std::string(100, 'a'), std::string(100, 'a')), 100u);
}

TEST(FieldReference, DocsAreUpToDate) {
  const std::string path = std::string(CAROM_SOURCE_DIR) + "/docs/fields.md";
  const std::string wanted = dialect::renderFieldReference();
  if (std::getenv("CAROM_UPDATE_DOCS")) std::ofstream(path, std::ios::binary) << wanted;
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == wanted)
      << "docs/fields.md differs from the tables; write it with CAROM_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace carom::test
