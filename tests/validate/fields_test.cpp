// Every row of every table of fields, broken in a file: wrong type, out of range, unknown member.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/validate/validate.hpp"
#include "dialect/families/families.hpp"

namespace carom::test {
namespace {

using dialect::Field;
using dialect::FieldType;
using dialect::Table;

std::string wrongType(const Field& field) {
  return field.type == FieldType::String || field.type == FieldType::Choice ? "true" : "\"text\"";
}

/// A member's text at the end of a pointer pattern, with all that lies above it. The first entry of each
/// array is meant; what a shape or body needs beside the member makes findings of its own.
std::string fileWith(const Table& table, const std::string& member) {
  std::string place(table.place), text = "{" + member + "}";
  while (!place.empty()) {
    const std::size_t slash = place.rfind('/');
    const std::string token = place.substr(slash + 1);
    place.resize(slash);
    if (token == "*") {
      text = "[" + text + "]";
    } else if (place.empty()) {
      return "{\"asset\":{\"version\":\"2.0\"},\"" + token + "\":" + text + "}";
    } else {
      text = "{\"" + token + "\":" + text + "}";
    }
  }
  return "";
}

std::string pointerWith(const Table& table, std::string_view member) {
  std::string pointer(table.place);
  for (std::size_t at = pointer.find('*'); at != std::string::npos; at = pointer.find('*'))
    pointer.replace(at, 1, "0");
  return pointer + "/" + std::string(member);
}

bool reports(const std::string& file, std::string_view code, const std::string& pointer) {
  const ValidationReport report = validateBytes(file, "scene.gltf", {});
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.code == code && (finding.pointer == pointer || finding.pointer.starts_with(pointer + "/"));
  });
}

/// Tables whose place is in an object that is read only beside others; table_test.cpp of the dialect layer
/// checks their rows one by one.
bool standsAlone(const Table& table) {
  return table.name == "motion" || table.name == "physics material" || table.name == "collision filter" ||
         table.name == "physics joint";
}

TEST(Fields, WrongTypesAreFound) {
  std::size_t checked = 0;
  for (const Table* table : dialect::allTables()) {
    if (!standsAlone(*table)) continue;
    for (const Field& field : table->fields) {
      const std::string member = "\"" + std::string(field.name) + "\":" + wrongType(field);
      EXPECT_TRUE(reports(fileWith(*table, member), "TYPE_MISMATCH", pointerWith(*table, field.name)))
          << table->place << " " << field.name;
      ++checked;
    }
  }
  EXPECT_GT(checked, 60u);
}

TEST(Fields, NumbersOutOfRangeAreFound) {
  std::size_t checked = 0;
  for (const Table* table : dialect::allTables()) {
    if (!standsAlone(*table)) continue;
    for (const Field& field : table->fields) {
      if (field.type != FieldType::Number || !std::isfinite(field.range.lower)) continue;
      const std::string member = "\"" + std::string(field.name) + "\":-5";
      EXPECT_TRUE(reports(fileWith(*table, member), "VALUE_NOT_IN_RANGE", pointerWith(*table, field.name)))
          << table->place << " " << field.name;
      ++checked;
    }
  }
  EXPECT_GT(checked, 8u);
}

TEST(Fields, UnknownMembersAreFoundWithTheNearestName) {
  for (const Table* table : dialect::allTables()) {
    if (!standsAlone(*table)) continue;
    const std::string name = std::string(table->fields[0].name) + "x";
    EXPECT_TRUE(
        reports(fileWith(*table, "\"" + name + "\":1"), "UNEXPECTED_PROPERTY", pointerWith(*table, name)))
        << table->place;
  }
}

}  // namespace
}  // namespace carom::test
