// The official validator's report and ours as one.
#pragma once

#include <string>
#include <string_view>

#include "carom/validate/validate.hpp"

namespace carom {

/// Adds what the official glTF validator says of the same file, its report as JSON, to a report that was made
/// with ValidateOptions::with_official. Left out is what is false because that validator does not know
/// physics (UNSUPPORTED_EXTENSION of physics extensions, NODE_EMPTY and UNUSED_OBJECT of what physics uses),
/// and what both say of one place. `options` are those of the report. False when the text is no such report.
bool mergeOfficial(const std::string& official, const ValidateOptions& options, ValidationReport& report);

}  // namespace carom
