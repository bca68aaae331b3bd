// Takes entries out of the arrays of physics extensions: what nothing uses, and what says the same as
// another.
#pragma once

#include <string>
#include <vector>

#include "carom/validate/fix.hpp"
#include "carom/validate/validate.hpp"
#include "json/document.hpp"

namespace carom::validate {

/// The text of a document without the entries that findings of UNUSED_OBJECT and PHYSICS_DUPLICATE name; who
/// names a duplicate names the first of its kind then, and later entries are renumbered. Every other byte
/// stays. Adds what is done to `mends`.
std::string compacted(const json::Document& document, const std::vector<Finding>& findings,
                      std::vector<Mend>& mends);

}  // namespace carom::validate
