// Checks the members of an object against its table.
#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"
#include "dialect/tables/record.hpp"
#include "dialect/tables/spelling.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

/// "a number >= 0 (kg)", for messages.
std::string expected(const Field& field) {
  const Range& range = field.range;
  std::string text = field.type == FieldType::Integer ? "an integer" : "a number";
  if (std::isfinite(range.lower))
    text += joined(range.above_lower ? " > " : " >= ", json::number(range.lower));
  if (std::isfinite(range.upper)) text += joined(" and <= ", json::number(range.upper));
  if (!field.unit.empty()) text += joined(" (", field.unit, ")");
  if (field.zero_is_infinite) text += ", or 0 for infinite";
  return text;
}

bool isOneOf(const Field& field, std::string_view text) {
  return std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end();
}

}  // namespace

class RecordReader {
 public:
  RecordReader(const Table& table, json::Value object, RecordContext& context) : context_(context) {
    record_.object_ = object;
    if (!object.isObject()) {
      error(codes::kPhysicsType, object, joined(table.name, " must be an object, not ", excerpt(object)));
      return;
    }
    record_.table_ = &table;
    record_.values_.resize(table.fields.size());
    for (std::size_t i = 0; i < object.size(); ++i) takeMember(object.key(i), object[i]);
    for (std::size_t i = 0; i < table.fields.size(); ++i) checkField(i);
  }

  Record take() { return std::move(record_); }

 private:
  void error(std::string_view code, json::Value at, std::string message) {
    context_.diagnostics.error(code, at.pointer(), std::move(message));
  }

  /// Assigns each member to its field, and warns of unknown members.
  void takeMember(std::string_view name, json::Value value) {
    const Table& table = *record_.table_;
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      const Field& field = table.fields[i];
      const bool misspelt = !field.misspelling.empty() && field.misspelling == name;
      if (field.name != name && !misspelt) continue;
      if (misspelt) {
        context_.diagnostics.warning(
            codes::kPhysicsMisspelling, value.pointer(),
            joined("'", name, "' is read as '", field.name, "', the name in ", table.extension));
        if (record_.object_.find(field.name)) return;
      }
      record_.values_[i] = value;
      record_.authored_ |= std::uint64_t(1) << i;
      return;
    }
    if (name == "extras") return;
    if (name == "extensions") {
      if (!value.isObject()) {
        error(codes::kPhysicsType, value, joined("extensions must be an object, not ", excerpt(value)));
      }
      return;
    }
    warnOfUnknown(name, value);
  }

  void warnOfUnknown(std::string_view name, json::Value value) {
    // Nobody reads more, and comparing names takes its time.
    if (context_.diagnostics.items().size() >= Diagnostics::kMaxDiagnostics) return;
    const Table& table = *record_.table_;
    const Field* closest = nullptr;
    std::size_t closest_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const Field& field : table.fields) {
      const std::size_t distance = editDistance(name, field.name);
      if (distance < closest_distance) closest = &field, closest_distance = distance;
    }
    std::string message = joined("'", name.substr(0, 48), "' is not a member of ", table.name, " in ",
                                 table.extension, "; it is ignored");
    if (closest) message += joined(" (did you mean '", closest->name, "'?)");
    context_.diagnostics.warning(codes::kPhysicsUnknownMember, value.pointer(), std::move(message));
  }

  void checkField(std::size_t position) {
    const Field& field = record_.table_->fields[position];
    const json::Value value = record_.values_[position];
    if (!value) {
      if (field.required) {
        context_.diagnostics.error(codes::kPhysicsMissing, record_.object_.pointer(field.name),
                                   joined(record_.table_->name, " must have '", field.name, "'"));
      }
      return;
    }
    if (check(field, value)) record_.valid_ |= std::uint64_t(1) << position;
  }

  bool check(const Field& field, json::Value value) {
    switch (field.type) {
      case FieldType::Boolean:
        return value.isBoolean() || wrongType(field, value, "true or false");
      case FieldType::Number:
      case FieldType::Integer:
        return checkNumber(field, value);
      case FieldType::String:
        return value.isString() || wrongType(field, value, "a string");
      case FieldType::Choice:
        return checkChoice(field, value);
      case FieldType::Vector2:
        return checkArray(field, value, 2, "two numbers");
      case FieldType::Vector3:
        return checkArray(field, value, 3, "three numbers");
      case FieldType::Quaternion:
        return checkArray(field, value, 4, "four numbers");
      case FieldType::Matrix3:
        return checkArray(field, value, 9, "nine numbers");
      case FieldType::Numbers:
        return checkArray(field, value, value.size(), "an array of numbers");
      case FieldType::Strings:
        return checkStrings(field, value);
      case FieldType::Axes:
        return checkAxes(field, value);
      case FieldType::Index:
        return checkIndex(field, value);
      case FieldType::Indices:
        return checkIndices(field, value);
      case FieldType::Object:
        return value.isObject() || wrongType(field, value, "an object");
      case FieldType::Objects:
        break;
    }
    return checkObjects(field, value);
  }

  bool wrongType(const Field& field, json::Value value, std::string_view wanted) {
    error(codes::kPhysicsType, value,
          joined("'", field.name, "' must be ", wanted, ", not ", excerpt(value)));
    return false;
  }

  bool checkNumber(const Field& field, json::Value value) {
    if (!value.isNumber()) return wrongType(field, value, expected(field));
    const double number = value.number();
    const bool wants_integer = field.type == FieldType::Integer;
    if (wants_integer && !value.isInteger()) return wrongType(field, value, expected(field));
    if (number == kInfinity && field.infinity_allowed) return true;
    // Larger magnitudes cannot be simulated: the engine computes in 32-bit floats.
    if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      return outOfRange(field, value, "a finite number of at most 3.4e38");
    }
    // Nor can smaller ones: next to nothing must not be taken for zero where that means infinite.
    const bool vanishes = number != 0 && static_cast<float>(number) == 0;
    if (vanishes && field.range.lower == 0 && (field.range.above_lower || field.zero_is_infinite))
      return outOfRange(field, value, "a number of at least 1.5e-45");
    const bool is_zero = number == 0;
    if (is_zero && field.zero_is_infinite) {
      context_.diagnostics.hint(codes::kPhysicsZeroIsInfinite, value.pointer(),
                                joined("'", field.name, "' of 0 means infinite"));
      return true;
    }
    const Range& range = field.range;
    const bool too_low = range.above_lower ? !(number > range.lower) : number < range.lower;
    if (too_low || number > range.upper) return outOfRange(field, value, expected(field));
    return true;
  }

  bool outOfRange(const Field& field, json::Value value, const std::string& wanted) {
    error(codes::kPhysicsRange, value,
          joined("'", field.name, "' is ", excerpt(value), "; it must be ", wanted));
    return false;
  }

  bool checkArray(const Field& field, json::Value value, std::size_t size, std::string_view wanted) {
    if (!value.isArray() || value.size() != size) return wrongType(field, value, wanted);
    bool good = true;
    for (std::size_t i = 0; i < size; ++i) good = checkNumber(field, value[i]) && good;
    return good;
  }

  bool checkChoice(const Field& field, json::Value value) {
    if (!value.isString()) return wrongType(field, value, "a string");
    const std::string_view text = value.string();
    if (isOneOf(field, text)) return true;
    std::string wanted;
    for (const std::string_view choice : field.choices) {
      if (equalIgnoringCase(choice, text)) {
        context_.diagnostics.warning(codes::kPhysicsMisspelling, value.pointer(),
                                     joined(excerpt(value), " is read as \"", choice, "\""));
        return true;
      }
      wanted += joined(wanted.empty() ? "\"" : ", \"", choice, "\"");
    }
    if (field.open_choices) return true;
    error(codes::kPhysicsRange, value,
          joined("'", field.name, "' is ", excerpt(value), "; it must be one of ", wanted));
    return false;
  }

  bool checkStrings(const Field& field, json::Value value) {
    if (!value.isArray()) return wrongType(field, value, "an array of strings");
    bool good = true;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!value[i].isString()) good = wrongType(field, value[i], "an array of strings");
    }
    return good;
  }

  bool checkAxes(const Field& field, json::Value value) {
    if (!value.isArray()) return wrongType(field, value, "an array of one to three axes");
    if (value.size() == 0 && field.empty_allowed) return true;
    if (value.size() < 1 || value.size() > 3) {
      return outOfRange(field, value, "one to three different axes (0 = X, 1 = Y, 2 = Z)");
    }
    bool good = true;
    bool seen[3] = {};
    for (std::size_t i = 0; i < value.size(); ++i) {
      const json::Value axis = value[i];
      if (!axis.isInteger()) {
        good = wrongType(field, axis, "axes 0, 1 or 2");
      } else if (axis.number() < 0 || axis.number() > 2) {
        good = outOfRange(field, axis, "0 (X), 1 (Y) or 2 (Z)");
      } else if (bool& met = seen[static_cast<std::size_t>(axis.number())]; met) {
        good = outOfRange(field, axis, "named once only");
      } else {
        met = true;
      }
    }
    return good;
  }

  bool checkIndex(const Field& field, json::Value value) {
    const std::string target(targetName(field.target));
    if (!value.isNumber() || !value.isInteger())
      return wrongType(field, value, joined("the index of a ", target));
    const std::size_t count = context_.count(field.target);
    if (value.number() >= 0 && value.number() < static_cast<double>(count)) return true;
    if (field.none_allowed && value.number() == -1) return true;
    std::string message = joined("'", field.name, "' names ", target, " ", excerpt(value));
    if (count == 0) {
      message += ", but the file has none";
    } else {
      message += joined(", but there are ", std::to_string(count), " (0 to ", std::to_string(count - 1), ")");
    }
    error(codes::kPhysicsReference, value, std::move(message));
    return false;
  }

  bool checkIndices(const Field& field, json::Value value) {
    if (!value.isArray()) {
      return wrongType(field, value, joined("an array of indices of ", targetName(field.target), "s"));
    }
    if (value.size() == 0 && !field.empty_allowed)
      return outOfRange(field, value, "an array of at least one index");
    bool good = true;
    for (std::size_t i = 0; i < value.size(); ++i) good = checkIndex(field, value[i]) && good;
    return good;
  }

  bool checkObjects(const Field& field, json::Value value) {
    if (!value.isArray()) return wrongType(field, value, "an array of objects");
    if (value.size() == 0) {
      context_.diagnostics.hint(codes::kPhysicsEmpty, value.pointer(),
                                joined("'", field.name, "' is empty; omit it"));
    }
    return true;
  }

  RecordContext& context_;
  Record record_;
};

Record defaultRecord(const Table& table) {
  Record record;
  record.table_ = &table;
  record.values_.resize(table.fields.size());
  return record;
}

Record readRecord(const Table& table, json::Value value, RecordContext& context) {
  return RecordReader(table, value, context).take();
}

}  // namespace carom::dialect
