// Settings of validation in a file beside the assets, .carom-validate.yaml.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/result.hpp"
#include "carom/validate/validate.hpp"

namespace carom {

inline constexpr std::string_view kValidateSettingsName = ".carom-validate.yaml";

/// What the file may say. Names are those of the official validator's file.
struct ValidateSettings {
  std::optional<std::size_t> max_issues;
  std::optional<std::string> fail_on;  ///< error, warning, info or never.
  std::vector<std::string> ignore, only;
  std::map<std::string, std::optional<Grade>, std::less<>> override;  ///< Nothing: off.
};

/// Reads the text of such a file: a part of YAML, see docs/validate.md. Fails with SETTINGS_INVALID and the
/// line.
Result<ValidateSettings> parseValidateSettings(std::string_view text);
/// The nearest such file in a folder or above it, "" if none.
std::filesystem::path findValidateSettings(const std::filesystem::path& folder);

}  // namespace carom
