// Runs the official glTF validator, an npm package.
#pragma once

#include <string>

namespace carom::cli {

/// Its report of a file as JSON. False, with a message, when it cannot be run.
bool runOfficialValidator(const std::string& file, std::string& report, std::string& message);

}  // namespace carom::cli
