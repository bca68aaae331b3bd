// Values of the glTF object model that the world does not simulate: colours, lights, cameras, visibility. A
// graph reads and writes them as it would in a viewer; nothing else sees them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "carom/scene/scene.hpp"
#include "carom/scene/value.hpp"

namespace carom::behavior {

class FileValues {
 public:
  explicit FileValues(const Scene& scene) : scene_(scene) {}

  /// What was set, else what the file has, else the default. Empty for what no table has or the file lacks.
  std::optional<Value> get(const std::string& pointer) const;
  /// False for those, and for values of another type.
  bool set(const std::string& pointer, const Value& value);
  /// What was set, by pointer.
  const std::map<std::string, Value, std::less<>>& changes() const { return values_; }
  /// Takes back what was set and sets these, which must be of the types that get() gives.
  void setChanges(std::map<std::string, Value, std::less<>> changes) { values_ = std::move(changes); }
  bool has(const std::string& pointer) const { return get(pointer).has_value(); }

 private:
  const Scene& scene_;
  std::map<std::string, Value, std::less<>> values_;
};

}  // namespace carom::behavior
