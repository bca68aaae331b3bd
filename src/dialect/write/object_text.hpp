// JSON text of one object of an extension. Names, defaults and permitted strings come from its table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/vector.hpp"
#include "dialect/tables/field.hpp"
#include "json/document.hpp"

namespace carom::dialect {

/// Members are written in the table's order of calls. A value that is what leaving it out says is written
/// only where the source object has it; its text is the source's where the number is the same.
class ObjectText {
 public:
  /// `source`: the object this one comes from, absent when there is none; its `name`, `extras` and foreign
  /// `extensions` come along.
  explicit ObjectText(const Table& table, json::Value source = {});

  bool knows(Key key) const { return table_.indexOf(key) >= 0; }
  void number(Key key, double value);
  void number(Key key, const std::optional<double>& value);
  void numberOrNegative(Key key, const std::optional<double>& value);  ///< Negative means absent.
  void vector(Key key, const DVec3& value);
  void vector(Key key, const std::optional<DVec3>& value);
  void direction(Key key, const DVec3& value);  ///< A unit vector.
  void quaternion(Key key, const DQuat& value);
  void numbers(Key key, std::span<const double> values);
  void boolean(Key key, bool value);
  void choice(Key key, std::size_t position);
  void index(Key key, std::int64_t value);  ///< Left out when negative.
  void indices(Key key, std::span<const std::int32_t> values);
  void axes(Key key, const bool (&axes)[3]);
  void strings(Key key, std::span<const std::string> values);
  void raw(Key key, std::string text);  ///< JSON text, objects and arrays.
  bool empty() const { return text_.empty(); }
  /// The finished object.
  std::string take();

 private:
  const Field& field(Key key) const;
  json::Value sourceOf(Key key) const;
  bool isLeftOut(Key key, double value) const;
  std::string numberText(double value, json::Value source) const;
  void member(std::string_view name, std::string_view text);
  void carry();

  const Table& table_;
  json::Value source_;
  std::string text_;
};

/// A JSON array of finished elements.
std::string arrayText(const std::vector<std::string>& elements);

}  // namespace carom::dialect
