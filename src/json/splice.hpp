// Changes to a JSON text that leave every untouched byte as it was.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.hpp"

namespace carom::json {

/// A set of changes to one document, applied together by `splice`. Fragments are JSON text.
class Patch {
 public:
  explicit Patch(const Document& document);

  /// Adds an element to the array at `pointer`. The array, and objects on the way to it, are made when
  /// absent.
  void append(std::string_view pointer, std::string fragment);
  /// Sets (adds or replaces) the value at `pointer`; missing parent objects are made.
  void set(std::string_view pointer, std::string fragment);
  /// Removes a member of an object. Nothing else may be changed at or below it.
  void remove(std::string_view pointer);
  /// Number of elements the array at `pointer` has with the appends made so far (0 when absent).
  std::size_t arraySize(std::string_view pointer) const;

  const Document& document() const { return *document_; }
  struct Edit {
    bool append = false;
    bool remove = false;
    std::string pointer;
    std::string fragment;
  };
  const std::vector<Edit>& edits() const { return edits_; }

 private:
  using Sizes = std::map<std::string, std::size_t, std::less<>>;
  using Replacements = std::map<std::string, std::size_t, std::less<>>;
  const Document* document_;
  std::vector<Edit> edits_;
  Sizes sizes_;                // Of arrays that were appended to.
  Replacements replacements_;  // Containers that were set, by their place in edits_.
};

/// The document's text with the patch applied. New text is indented like its surroundings.
std::string splice(const Patch& patch);

/// `text` as a JSON string literal, quotes included.
std::string quoted(std::string_view text);
/// Shortest JSON number that reads back to the same double (finite), or float.
std::string number(double value);
std::string number(float value);

}  // namespace carom::json
