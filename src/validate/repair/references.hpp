// Where a document names entries of the arrays of its physics extensions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/tables/field.hpp"
#include "json/document.hpp"

namespace carom::validate {

/// An index in the document.
struct Reference {
  json::Value value;
  dialect::Target target = dialect::Target::None;
  std::string_view extension;  ///< In whose object it stands.
  std::size_t index = 0;
};

/// All of them, as the tables of the extensions have them.
std::vector<Reference> referencesIn(const json::Document& document);

/// What the entries of an array at `pointer` are to those who name them; None: not an array whose entries can
/// be renumbered.
dialect::Target targetOfArray(std::string_view pointer);

}  // namespace carom::validate
