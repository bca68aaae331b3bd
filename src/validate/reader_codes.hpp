// What the readers of JSON, glTF and physics find, as findings of rules.
#pragma once

#include <string_view>

#include "carom/base/diagnostic.hpp"
#include "json/document.hpp"
#include "validate/findings.hpp"

namespace carom::validate {

/// The rule that a reader's code stands for, null if none.
const Rule* ruleOfReaderCode(std::string_view code);

/// Adds everything the readers found in a document, null when there is none.
void addReaderFindings(const Diagnostics& diagnostics, const json::Document* document, Findings& findings);

}  // namespace carom::validate
