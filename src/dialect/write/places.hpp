// Where the objects of the source are in the output: pointers that name a value of the source, by the place
// of that value in the output.
//
// The writer notes the place of each object that it writes. The tables give the name of a field in both
// extensions, because both have it under one key.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialect/tables/field.hpp"
#include "json/document.hpp"

namespace carom::dialect {

/// Where a pointer of the source leads in the output.
struct Found {
  std::vector<std::string> pointers;  ///< None: its value has no place in the output; several: it has many.
  std::string reason;                 ///< Why there is none.
};

class Places {
 public:
  /// `changed`: fields of objects of the source (by pointer) whose numbers are others in the output.
  /// `two_radii`: whether capsules and cylinders are written with two.
  Places(const json::Document& source, const std::set<std::pair<std::string, Key>>& changed, bool two_radii)
      : source_(source), changed_(changed), two_radii_(two_radii) {}

  /// Notes that the object at `source` is written at `output`, as the table says.
  void add(const std::string& source, std::string output, const Table& table);
  Found find(std::string_view pointer) const;
  /// The same for a template such as "/nodes/{n}/extensions/…": one template for all that it may name.
  Found findTemplate(std::string_view pointer) const;

 private:
  struct Place {
    std::string pointer;
    const Table* table;
  };
  using Objects = std::map<std::string, std::vector<Place>, std::less<>>;

  Found findLength(std::string_view list) const;
  Found inObject(const Objects::value_type& object, std::string_view rest) const;
  const Field* writtenField(const Table& table, Key key) const;
  std::string fieldAt(const std::string& source, const Place& place, std::string_view rest,
                      std::string& reason) const;

  const json::Document& source_;
  const std::set<std::pair<std::string, Key>>& changed_;
  const bool two_radii_;
  Objects objects_;  ///< By the pointer in the source.
};

/// The parts of a pointer between its slashes.
std::vector<std::string_view> segmentsOf(std::string_view pointer);
/// Whether a part of a template stands for any index: "{name}".
bool isParameter(std::string_view segment);
bool isIndex(std::string_view segment);

}  // namespace carom::dialect
