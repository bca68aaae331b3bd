// Messages on standard error.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "carom/base/diagnostic.hpp"

namespace carom::cli {

/// Errors as `FILE: POINTER: message [CODE]`, warnings the same after `warning: `. Hints are left to inspect
/// and the report. Of many warnings only the first are shown, with the number of the rest.
void printDiagnostics(std::string_view file, std::span<const Diagnostic> diagnostics);
/// All of a failed operation's.
void printDiagnostics(std::string_view file, const Diagnostics& diagnostics);

/// `carom: message`.
void printUsageError(std::string_view message);

/// Writes to standard output all that is left to write there; false after saying why it cannot be.
bool printOutput(std::string_view text);

}  // namespace carom::cli
