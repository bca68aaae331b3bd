#include "dialect/write/object_text.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "dialect/families/families.hpp"
#include "json/splice.hpp"

namespace carom::dialect {

namespace {

using NamesOfKey = std::map<Key, std::vector<std::string_view>>;

/// Name of a key in any revision.
const std::vector<std::string_view>& namesOf(Key key) {
  static const NamesOfKey kNames = [] {
    NamesOfKey names;
    for (const Table* table : allTables()) {
      for (const Field& field : table->fields) {
        std::vector<std::string_view>& list = names[field.key];
        for (const std::string_view name : {field.name, field.misspelling}) {
          if (!name.empty() && std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
        }
      }
    }
    return names;
  }();
  static const std::vector<std::string_view> kNone;
  const auto found = kNames.find(key);
  return found == kNames.end() ? kNone : found->second;
}

/// Whether any revision of the object at a place has a member of this name.
bool isKnownAt(std::string_view place, std::string_view name) {
  for (const Table* table : allTables()) {
    if (table->place == place && table->find(name)) return true;
  }
  return false;
}

}  // namespace

ObjectText::ObjectText(const Table& table, json::Value source) : table_(table), source_(source) {}

const Field& ObjectText::field(Key key) const {
  const int position = table_.indexOf(key);
  assert(position >= 0);
  return table_.fields[position];
}

json::Value ObjectText::sourceOf(Key key) const {
  if (!source_.isObject()) return {};
  for (const std::string_view name : namesOf(key)) {
    if (const json::Value value = source_.find(name)) return value;
  }
  return {};
}

bool ObjectText::isLeftOut(Key key, double value) const {
  const Field& known = field(key);
  return !known.required && known.fallback == value && !sourceOf(key);
}

std::string ObjectText::numberText(double value, json::Value source) const {
  if (source.isNumber() && source.number() == value && std::isfinite(value))
    return std::string(source.text());
  return json::number(value);
}

void ObjectText::member(std::string_view name, std::string_view text) {
  text_ += text_.empty() ? "{" : ", ";
  text_ += json::quoted(name);
  text_ += ": ";
  text_ += text;
}

void ObjectText::number(Key key, double value) {
  if (isLeftOut(key, value)) return;
  // Infinity is written as 0 where 0 means infinite; elsewhere the field is omitted.
  const bool infinite = std::isinf(value);
  if (infinite && !field(key).zero_is_infinite) return;
  member(field(key).name, infinite ? "0" : numberText(value, sourceOf(key)));
}

void ObjectText::number(Key key, const std::optional<double>& value) {
  if (value) number(key, *value);
}

void ObjectText::numberOrNegative(Key key, const std::optional<double>& value) {
  const json::Value source = sourceOf(key);
  if (value || !source.isNumber() || source.number() >= 0) return number(key, value.value_or(-1));
  member(field(key).name, source.text());
}

void ObjectText::vector(Key key, const DVec3& value) {
  const Field& known = field(key);
  const bool plain = value.x == known.fallback && value.y == known.fallback && value.z == known.fallback;
  const json::Value source = sourceOf(key);
  if (plain && !known.required && !source) return;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    parts.push_back(
        std::isinf(value[i]) ? "0" : numberText(value[i], source.size() == 3 ? source[i] : json::Value()));
  }
  member(known.name, arrayText(parts));
}

void ObjectText::vector(Key key, const std::optional<DVec3>& value) {
  if (value) vector(key, *value);
}

void ObjectText::direction(Key key, const DVec3& value) {
  const Field& known = field(key);
  const json::Value source = sourceOf(key);
  // Normalising changed the last digits of the file's value.
  bool same = source.size() == 3, plain = known.fallbacks.size() == 3 && !source;
  for (std::size_t i = 0; i < 3; ++i) {
    same = same && source[i].isNumber() && std::abs(source[i].number() - value[i]) < 1e-6;
    plain = plain && known.fallbacks[i] == value[i];
  }
  if (plain) return;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < 3; ++i)
    parts.push_back(same ? std::string(source[i].text()) : json::number(value[i]));
  member(known.name, arrayText(parts));
}

void ObjectText::quaternion(Key key, const DQuat& value) {
  const json::Value source = sourceOf(key);
  std::vector<std::string> parts;
  const double components[] = {value.x, value.y, value.z, value.w};
  // Normalising changed the last digits of what the file has; within rounding it is the same rotation.
  bool same = source.size() == 4;
  for (std::size_t i = 0; same && i < 4; ++i) {
    same = source[i].isNumber() && std::abs(source[i].number() - components[i]) < 1e-6;
  }
  for (std::size_t i = 0; i < 4; ++i)
    parts.push_back(same ? std::string(source[i].text()) : json::number(components[i]));
  member(field(key).name, arrayText(parts));
}

void ObjectText::numbers(Key key, std::span<const double> values) {
  const json::Value source = sourceOf(key);
  const double fallback = field(key).fallback;
  const bool plain =
      std::all_of(values.begin(), values.end(), [=](double value) { return value == fallback; });
  if (plain && !std::isnan(fallback) && !source) return;
  // What comes back from principal axes has other last digits than the tensor that went there.
  double size = 0;
  for (const double value : values) size = std::max(size, std::abs(value));
  bool same = source.size() == values.size();
  for (std::size_t i = 0; same && i < values.size(); ++i) {
    same = source[i].isNumber() && std::abs(source[i].number() - values[i]) <= 1e-12 * size;
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    parts.push_back(same ? std::string(source[i].text()) : json::number(values[i]));
  }
  member(field(key).name, arrayText(parts));
}

void ObjectText::boolean(Key key, bool value) {
  if (!isLeftOut(key, value ? 1 : 0)) member(field(key).name, value ? "true" : "false");
}

void ObjectText::choice(Key key, std::size_t position) {
  const Field& known = field(key);
  // A mode whose default is the first of its choices.
  if (!known.required && !known.absent_names_none && position == 0 && !sourceOf(key)) return;
  member(known.name, json::quoted(known.choices[position]));
}

void ObjectText::index(Key key, std::int64_t value) {
  if (value >= 0) member(field(key).name, std::to_string(value));
}

void ObjectText::indices(Key key, std::span<const std::int32_t> values) {
  std::vector<std::string> parts;
  for (const std::int32_t value : values) parts.push_back(std::to_string(value));
  member(field(key).name, arrayText(parts));
}

void ObjectText::axes(Key key, const bool (&axes)[3]) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    if (axes[i]) parts.push_back(std::to_string(i));
  }
  if (!parts.empty()) member(field(key).name, arrayText(parts));
}

void ObjectText::strings(Key key, std::span<const std::string> values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) parts.push_back(json::quoted(value));
  member(field(key).name, arrayText(parts));
}

void ObjectText::raw(Key key, std::string text) {
  member(field(key).name, text);
}

void ObjectText::carry() {
  if (!source_.isObject()) return;
  const json::Value name = source_.find("name");
  const bool named = knows(Key::Name) || table_.place.starts_with("/extensions/");
  if (name && named) member("name", name.text());
  if (const json::Value extensions = source_.find("extensions"); extensions.isObject()) {
    std::string kept;
    for (std::size_t i = 0; i < extensions.size(); ++i) {
      if (isPhysicsExtension(extensions.key(i))) continue;
      kept += kept.empty() ? "{" : ", ";
      kept += json::quoted(extensions.key(i)) + ": ";
      kept += extensions[i].text();
    }
    if (!kept.empty()) member("extensions", kept + "}");
  }
  if (const json::Value extras = source_.find("extras")) member("extras", extras.text());
  // Companion extensions keep unknown members, because they are not converted.
  if (!isCompanion(table_.extension)) return;
  for (std::size_t i = 0; i < source_.size(); ++i) {
    const std::string_view key = source_.key(i);
    const bool carried = key == "extensions" || key == "extras" || (key == "name" && named);
    if (!carried && !isKnownAt(table_.place, key)) member(key, source_[i].text());
  }
}

std::string ObjectText::take() {
  carry();
  return text_.empty() ? "{}" : std::move(text_) + "}";
}

std::string arrayText(const std::vector<std::string>& elements) {
  std::string text = "[";
  for (const std::string& element : elements) {
    if (text.size() > 1) text += ", ";
    text += element;
  }
  return text + "]";
}

}  // namespace carom::dialect
