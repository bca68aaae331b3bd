#include "dialect/tables/record.hpp"

#include <cmath>

#include "dialect/tables/spelling.hpp"

namespace carom::dialect {

namespace {

const Field* fieldOf(const Table* table, Key key, int& position) {
  position = table ? table->indexOf(key) : -1;
  return position < 0 ? nullptr : &table->fields[position];
}

double readNumber(const Field& field, json::Value value) {
  const double number = value.number();
  return field.zero_is_infinite && number == 0 ? kInfinity : number;
}

}  // namespace

bool Record::wrote(Key key) const {
  int position = 0;
  return fieldOf(table_, key, position) && (authored_ >> position & 1) != 0;
}

bool Record::has(Key key) const {
  int position = 0;
  return fieldOf(table_, key, position) && (valid_ >> position & 1) != 0;
}

std::string Record::pointer(Key key) const {
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  if (!field) return pointer();
  const json::Value value = values_[position];
  return value ? value.pointer() : object_.pointer(field->name);
}

std::string_view Record::name(Key key) const {
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  return field ? field->name : std::string_view();
}

json::Value Record::value(Key key) const {
  int position = 0;
  if (!fieldOf(table_, key, position) || !has(key)) return {};
  return values_[position];
}

bool Record::boolean(Key key) const {
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  if (!field) return false;
  return has(key) ? value(key).boolean() : field->fallback == 1;
}

std::optional<double> Record::optionalNumber(Key key) const {
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  if (!field) return std::nullopt;
  if (has(key)) return readNumber(*field, value(key));
  return std::isnan(field->fallback) ? std::nullopt : std::optional<double>(field->fallback);
}

double Record::number(Key key) const {
  return optionalNumber(key).value_or(0.0);
}

std::optional<DVec3> Record::optionalVector(Key key) const {
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  if (!field) return std::nullopt;
  if (has(key)) {
    const json::Value array = value(key);
    return DVec3(readNumber(*field, array[0]), readNumber(*field, array[1]), readNumber(*field, array[2]));
  }
  if (!field->fallbacks.empty()) return DVec3(field->fallbacks[0], field->fallbacks[1], field->fallbacks[2]);
  if (std::isnan(field->fallback)) return std::nullopt;
  return DVec3(field->fallback, field->fallback, field->fallback);
}

DVec3 Record::vector(Key key) const {
  return optionalVector(key).value_or(DVec3());
}

std::array<double, 4> Record::quaternion(Key key) const {
  std::array<double, 4> components{0, 0, 0, 1};
  if (!has(key)) return components;
  for (std::size_t i = 0; i < 4; ++i) components[i] = value(key)[i].number();
  return components;
}

std::int32_t Record::index(Key key) const {
  return has(key) ? static_cast<std::int32_t>(value(key).number()) : -1;
}

std::vector<std::int32_t> Record::indices(Key key) const {
  std::vector<std::int32_t> result;
  const json::Value array = value(key);
  result.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i)
    result.push_back(static_cast<std::int32_t>(array[i].number()));
  return result;
}

std::vector<double> Record::numbers(Key key) const {
  std::vector<double> result;
  const json::Value array = value(key);
  result.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) result.push_back(array[i].number());
  return result;
}

std::vector<std::string> Record::strings(Key key) const {
  std::vector<std::string> result;
  const json::Value array = value(key);
  result.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) result.emplace_back(array[i].string());
  return result;
}

std::array<bool, 3> Record::axes(Key key) const {
  std::array<bool, 3> result{};
  const json::Value array = value(key);
  for (std::size_t i = 0; i < array.size(); ++i) result[static_cast<std::size_t>(array[i].number())] = true;
  return result;
}

int Record::choice(Key key) const {
  if (!has(key)) return -1;
  int position = 0;
  const Field* field = fieldOf(table_, key, position);
  const std::string_view text = value(key).string();
  // Letter case was reported when the record was read.
  for (std::size_t i = 0; i < field->choices.size(); ++i) {
    if (equalIgnoringCase(field->choices[i], text)) return static_cast<int>(i);
  }
  return -1;
}

std::string excerpt(json::Value value) {
  constexpr std::size_t kMaxLength = 60;
  const std::string_view text = value.text();
  if (text.size() <= kMaxLength) return std::string(text);
  // Not in the middle of a UTF-8 sequence.
  std::size_t end = kMaxLength - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace carom::dialect
