// One object of the file, read with its table: the type and range of each member are checked, and a key gives
// its value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/diagnostic.hpp"
#include "carom/base/vector.hpp"
#include "carom/scene/scene.hpp"
#include "dialect/tables/field.hpp"
#include "json/document.hpp"

namespace carom::dialect {

/// Data of the rest of the file for checking a record.
struct RecordContext {
  Diagnostics& diagnostics;
  std::array<std::size_t, kTargetCount> counts{};  ///< How many of each Target there are.

  std::size_t count(Target target) const { return counts[static_cast<std::size_t>(target)]; }
  void setCount(Target target, std::size_t count) { counts[static_cast<std::size_t>(target)] = count; }
};

/// A checked object. Getters give the table's default for a field that is absent or wrong (which was
/// reported).
class Record {
 public:
  Record() = default;
  /// Whether the value was an object at all.
  bool isObject() const { return table_ != nullptr; }
  const json::Value& json() const { return object_; }
  const Table& table() const { return *table_; }

  bool wrote(Key key) const;  ///< The member is in the file, right or wrong.
  bool has(Key key) const;    ///< The member is in the file and right.
  std::string pointer() const { return object_.pointer(); }
  std::string pointer(Key key) const;  ///< Of a member, present or not.
  std::string_view name(Key key) const;
  Origin origin() const { return {pointer(), authored_}; }

  bool boolean(Key key) const;
  double number(Key key) const;
  std::optional<double> optionalNumber(Key key) const;
  std::optional<DVec3> optionalVector(Key key) const;
  DVec3 vector(Key key) const;
  std::array<double, 4> quaternion(Key key) const;  ///< Of a present field, as written.
  std::int32_t index(Key key) const;                ///< -1 when absent or wrong.
  std::vector<std::int32_t> indices(Key key) const;
  std::vector<double> numbers(Key key) const;
  std::vector<std::string> strings(Key key) const;
  std::array<bool, 3> axes(Key key) const;
  int choice(Key key) const;         ///< Position in Field::choices, -1 when absent or none of them.
  json::Value value(Key key) const;  ///< The member's value, absent when it is or is wrong.

 private:
  friend class RecordReader;
  friend Record defaultRecord(const Table& table);
  const Table* table_ = nullptr;
  json::Value object_;
  std::vector<json::Value> values_;  ///< By position in the table.
  std::uint64_t authored_ = 0;
  std::uint64_t valid_ = 0;
};

/// Reads an object through its table and reports every error with its pointer. `value` need not be an object.
Record readRecord(const Table& table, json::Value value, RecordContext& context);

/// An object that is not in the file: every field has its default. It has no pointer.
Record defaultRecord(const Table& table);

/// The source text of a value, shortened for a message.
std::string excerpt(json::Value value);

}  // namespace carom::dialect
