// One simulation of carom simulate, from the options to the files.
#pragma once

#include <string>

#include "cli/simulate_options.hpp"

namespace carom::cli {

/// Returns the exit status; what is to be printed when all went well is added to `text`.
int simulateScene(const SimulateOptions& options, std::string& text);

}  // namespace carom::cli
