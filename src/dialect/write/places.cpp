#include "dialect/write/places.hpp"

#include <algorithm>
#include <optional>

#include "base/compact_sort.hpp"
#include "dialect/families/families.hpp"
#include "dialect/joined.hpp"

namespace carom::dialect {

namespace {

/// Whether a pointer leads to an object of the kind whose place has * for any index.
bool isAt(std::string_view pattern, std::string_view pointer) {
  const std::vector<std::string_view> wanted = segmentsOf(pattern), given = segmentsOf(pointer);
  return std::equal(
      wanted.begin(), wanted.end(), given.begin(), given.end(),
      [](std::string_view a, std::string_view b) { return a == b || (a == "*" && isIndex(b)); });
}

/// The field of a name in an object of the source, in any revision.
const Field* fieldOf(std::string_view object, std::string_view name) {
  for (const Table* table : allTables()) {
    if (!isAt(table->place, object)) continue;
    for (const Field& field : table->fields) {
      if (field.name == name || (!field.misspelling.empty() && field.misspelling == name)) return &field;
    }
  }
  return nullptr;
}

std::pair<std::string_view, std::string_view> firstOf(std::string_view rest) {
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return {rest, ""};
  return {rest.substr(0, slash), rest.substr(slash + 1)};
}

Found none(std::string reason) {
  return {{}, std::move(reason)};
}

}  // namespace

std::vector<std::string_view> segmentsOf(std::string_view pointer) {
  std::vector<std::string_view> segments;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::size_t slash = std::min(pointer.find('/'), pointer.size());
    segments.push_back(pointer.substr(0, slash));
    pointer.remove_prefix(slash);
  }
  return segments;
}

bool isParameter(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

bool isIndex(std::string_view segment) {
  return !segment.empty() &&
         std::all_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void Places::add(const std::string& source, std::string output, const Table& table) {
  if (!source.empty()) objects_[source].push_back({std::move(output), &table});
}

/// Null where the output has no such field. Tables of round shapes have one radius and two.
const Field* Places::writtenField(const Table& table, Key key) const {
  const bool round = table.indexOf(Key::RadiusTop) >= 0;
  if (round && key == Key::Radius && two_radii_) return nullptr;
  if ((key == Key::RadiusTop || key == Key::RadiusBottom) && !two_radii_) return nullptr;
  const int position = table.indexOf(key);
  return position < 0 ? nullptr : &table.fields[position];
}

/// A field of an object at its place in the output, "" with the reason where it has none.
std::string Places::fieldAt(const std::string& source, const Place& place, std::string_view rest,
                            std::string& reason) const {
  std::string object = source, pointer = place.pointer;
  const Table* table = place.table;
  while (!rest.empty()) {
    const auto [name, below] = firstOf(rest);
    // The author's own data goes along.
    if (name == "extras" || name == "name" ||
        (name == "extensions" && !isPhysicsExtension(firstOf(below).first)))
      return joined(pointer, "/", rest);
    const Field* field = fieldOf(object, name);
    if (field == nullptr) {
      if (isCompanion(table->extension)) return joined(pointer, "/", rest);
      reason = joined("no dialect has '", name, "' there");
      return "";
    }
    if (field->type == FieldType::Objects) {
      reason = joined("there is no such item of '", name, "'");
      return "";
    }
    if (changed_.contains({source, field->key})) {
      reason = joined("'", name, "' has another value in the target dialect");
      return "";
    }
    const Field* written = writtenField(*table, field->key);
    // The fields of a shape are in an object of its kind, or beside its type.
    const json::Value type = source_.resolve(source).find("type");
    const Field* kind = type.isString() && written == nullptr ? table->find(type.string()) : nullptr;
    if (kind != nullptr && kind->table != nullptr) {
      pointer += joined("/", kind->name);
      table = kind->table;
      written = writtenField(*table, field->key);
    }
    if (field->type == FieldType::Object && written == nullptr && !below.empty()) {
      object += joined("/", name);
      rest = below;
      continue;
    }
    if (written == nullptr) {
      reason = joined("the target dialect has no '", name, "'");
      return "";
    }
    pointer += joined("/", written->name);
    object += joined("/", name);
    if (written->table == nullptr) return below.empty() ? pointer : joined(pointer, "/", below);
    table = written->table;
    rest = below;
  }
  return pointer;
}

Found Places::inObject(const Objects::value_type& object, std::string_view rest) const {
  const auto& [source, places] = object;
  Found found;
  for (const Place& place : places) {
    std::string pointer = fieldAt(source, place, rest, found.reason);
    // One radius is two of the same size.
    if (pointer.empty() && (rest == "radius" || rest.ends_with("/radius"))) {
      const std::string both[] = {joined(rest.substr(0, rest.size() - 6), "radiusBottom"),
                                  joined(rest.substr(0, rest.size() - 6), "radiusTop")};
      for (const std::string& one : both) {
        std::string there = fieldAt(source, place, one, found.reason);
        if (!there.empty()) found.pointers.push_back(std::move(there));
      }
      continue;
    }
    if (!pointer.empty()) found.pointers.push_back(std::move(pointer));
  }
  compactSort(found.pointers.begin(), found.pointers.end());
  found.pointers.erase(std::unique(found.pointers.begin(), found.pointers.end()), found.pointers.end());
  return found;
}

/// The length of a list: that of a list of the output with the same items in the same order.
Found Places::findLength(std::string_view list) const {
  const std::size_t size = source_.resolve(list).size();
  std::string output;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string ending = joined("/", std::to_string(i));
    const auto found = objects_.find(joined(list, ending));
    if (found == objects_.end() || found->second.size() != 1 || !found->second[0].pointer.ends_with(ending))
      return none("the target dialect has no list with the same items");
    const std::string& pointer = found->second[0].pointer;
    std::string there = pointer.substr(0, pointer.size() - ending.size());
    if (i > 0 && there != output) return none("the target dialect has no list with the same items");
    output = std::move(there);
  }
  std::set<std::string_view> items;
  for (const auto& [source, places] : objects_) {
    for (const Place& place : places) {
      const std::string_view pointer = place.pointer;
      const bool in_list = pointer.size() > output.size() + 1 && pointer.starts_with(output) &&
                           isIndex(pointer.substr(output.size() + 1));
      if (in_list) items.insert(pointer);
    }
  }
  if (size == 0 || items.size() != size) return none("the target dialect has no list with the same items");
  return {{output + ".length"}, ""};
}

Found Places::find(std::string_view pointer) const {
  constexpr std::string_view kLength = ".length";
  if (pointer.ends_with(kLength)) return findLength(pointer.substr(0, pointer.size() - kLength.size()));
  std::string_view object = pointer;
  while (!object.empty()) {
    if (const auto found = objects_.find(object); found != objects_.end()) {
      const std::string_view rest = pointer.substr(object.size());
      return inObject(*found, rest.empty() ? rest : rest.substr(1));
    }
    object = object.substr(0, object.rfind('/'));
  }
  return none("it names nothing that is written");
}

Found Places::findTemplate(std::string_view pointer) const {
  const std::vector<std::string_view> wanted = segmentsOf(pointer);
  const auto fits = [](std::string_view part, std::string_view segment) {
    return part == segment || (isParameter(part) && isIndex(segment));
  };
  // The objects that it may name: those with the longest pointer.
  std::vector<const Objects::value_type*> objects;
  std::size_t longest = 0;
  for (const Objects::value_type& object : objects_) {
    const std::vector<std::string_view> given = segmentsOf(object.first);
    if (given.size() < longest || given.size() > wanted.size() ||
        !std::equal(given.begin(), given.end(), wanted.begin(),
                    [&](std::string_view segment, std::string_view part) { return fits(part, segment); }))
      continue;
    if (given.size() > longest) objects.clear();
    longest = given.size();
    objects.push_back(&object);
  }
  if (objects.empty()) return none("it names nothing that is written");
  std::string rest;
  for (std::size_t i = longest; i < wanted.size(); ++i) {
    if (isParameter(wanted[i])) return none("what it names is not written");
    rest += joined(rest.empty() ? "" : "/", wanted[i]);
  }
  std::vector<std::string_view> indices;  // And parameters, of the template.
  for (std::size_t i = 0; i < longest; ++i) {
    if (isParameter(wanted[i]) || isIndex(wanted[i])) indices.push_back(wanted[i]);
  }
  Found result;
  for (const Objects::value_type* object : objects) {
    const Found one = inObject(*object, rest);
    if (one.pointers.size() != 1)
      return none(one.pointers.empty() ? one.reason : "what it may name is at several places of the output");
    std::string general;
    std::vector<std::string_view> from, to;
    for (const std::string_view segment : segmentsOf(object->first)) {
      if (isIndex(segment)) from.push_back(segment);
    }
    for (const std::string_view segment : segmentsOf(one.pointers[0])) {
      const bool index = isIndex(segment) && to.size() < indices.size();
      general += joined("/", index ? indices[to.size()] : segment);
      if (isIndex(segment)) to.push_back(segment);
    }
    if (from != to || (!result.pointers.empty() && result.pointers[0] != general))
      return none("what it may name has other indices in the output");
    result.pointers = {general};
  }
  return result;
}

}  // namespace carom::dialect
