#include "dialect/families/field_reference.hpp"

#include <cmath>

#include "dialect/families/families.hpp"
#include "dialect/joined.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

std::string defaultText(const Field& field) {
  if (field.required) return "required";
  if (!field.fallbacks.empty()) {
    std::string text;
    for (const double component : field.fallbacks)
      text += joined(text.empty() ? "`[" : ", ", json::number(component));
    return text + "]`";
  }
  if (std::isnan(field.fallback)) return std::string(field.absent);
  if (field.type == FieldType::Boolean) return field.fallback == 1 ? "`true`" : "`false`";
  const std::string number = json::number(field.fallback);
  if (field.type == FieldType::Vector2) return joined("`[", number, ", ", number, "]`");
  if (field.type == FieldType::Vector3) return joined("`[", number, ", ", number, ", ", number, "]`");
  return joined("`", number, "`");
}

std::string rangeText(const Field& field) {
  std::string text;
  for (const std::string_view choice : field.choices)
    text += joined(text.empty() ? "" : ", ", "`\"", choice, "\"`");
  if (field.open_choices) text += ", or what another extension defines";
  const Range& range = field.range;
  if (std::isfinite(range.lower)) text += joined(range.above_lower ? "> " : ">= ", json::number(range.lower));
  if (std::isfinite(range.upper)) text += joined(", <= ", json::number(range.upper));
  if (field.zero_is_infinite) text += "; 0 means infinite";
  if (field.target != Target::None) text += joined("index of a ", targetName(field.target));
  if (field.none_allowed) text += ", or -1 for none";
  return text;
}

/// The anchor that GitHub gives a heading.
std::string anchorOf(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z') anchor += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-') anchor += c;
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

std::string headingOf(const Table& table, std::string_view owner) {
  return joined(owner, ": ", table.name);
}

std::string renderTable(const Table& table, std::string_view owner) {
  std::string text =
      joined("### ", headingOf(table, owner), "\n\n`", table.place, "`. ", table.document, ", section \"",
             table.section, "\".\n\n",
             "| Field | Type | Unit | Default | Range or reference | Meaning | Bit |\n", "|-|-|-|-|-|-|-|\n");
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    const Field& field = table.fields[i];
    std::string meaning(field.about);
    if (!field.dialects.empty()) meaning += joined(" (", field.dialects, ")");
    if (!field.misspelling.empty())
      meaning += joined(" Also read as `", field.misspelling, "`, with a warning.");
    if (!field.section.empty()) meaning += joined(" See section \"", field.section, "\".");
    std::string range = rangeText(field);
    if (field.table) {
      range = joined("[", field.table->name, "](#", anchorOf(headingOf(*field.table, owner)), ")");
    }
    text += joined("| `", field.name, "` | ", fieldTypeName(field.type), " | ", field.unit, " | ",
                   defaultText(field), " | ", range, " | ", meaning, " | ", std::to_string(i), " |\n");
  }
  return text + "\n";
}

}  // namespace

std::string renderFieldReference() {
  std::string text =
      "# Fields of the physics extensions\n"
      "\n"
      "This page lists every field that Carom reads. It comes from the tables in "
      "`src/dialect/families/*/tables.cpp`, which the reader also uses.\n"
      "This page is generated: `CAROM_UPDATE_DOCS=1 build/release/tests/test_dialect` writes it, and a test "
      "checks it.\n"
      "\n"
      "Any object may also have `extensions` and `extras`. Other members are ignored with a warning. Numbers "
      "must be\n"
      "finite and fit 32-bit floating point. \"Bit\" is the field's bit in `Origin::authored`. The revisions "
      "are explained in\n"
      "[dialects.md](dialects.md).\n"
      "\n";
  std::string_view owner;
  std::string_view previous_root;
  for (const Table* table : allTables()) {
    // A table at the root of an extension begins that extension's part.
    const bool root = table->place.starts_with("/extensions/") && table->name == table->extension;
    // Some extensions have nothing there.
    const bool rootless = table->place.starts_with("/shapes/") || table->place.starts_with("/nodes/");
    if (root || (rootless && table->extension != owner)) {
      owner = table->extension;
      if (owner != previous_root) text += joined("## ", owner, "\n\n");
      previous_root = owner;
    }
    text += renderTable(*table, owner);
  }
  text.pop_back();
  return text;
}

}  // namespace carom::dialect
