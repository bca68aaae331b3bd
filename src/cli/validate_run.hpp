// Checks many files and writes what was found as they are done.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/validate/validate.hpp"
#include "cli/validate_inputs.hpp"

namespace carom::cli {

enum class ReportFormat : std::uint8_t { Text, Json, Sarif, Github, Junit };

struct ValidateRun {
  std::vector<ValidateInput> inputs;
  ReportFormat format = ReportFormat::Text;
  std::string
      output;  ///< A file for all reports, or a folder for a <asset>.report.json each; "": standard output.
  bool beside = false;  ///< A <asset>.report.json beside each file.
  std::optional<std::string>
      fail_on;  ///< error, warning, info or never; nothing: as settings say, else error.
  std::int32_t jobs = 1;
  bool timestamp = false;
  bool use_settings = true;  ///< Look for .carom-validate.yaml.
  std::optional<std::size_t> max_issues;
  ValidateOptions options;  ///< Of the command line; goes before what settings say.
};

/// Runs it; the exit status of the program.
int runValidation(const ValidateRun& run);

}  // namespace carom::cli
