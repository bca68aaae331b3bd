// Options whose values are checked while the command line is parsed: a wrong value is a usage error.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/vector.hpp"

namespace carom::cli {

/// Names for --profile.
std::vector<std::string> profileNames();

/// A finite decimal number within [minimum, maximum].
CLI::Option* addNumber(CLI::App& parser, const std::string& names, double& value, double minimum,
                       double maximum, const std::string& description);
/// A whole decimal number within [minimum, maximum].
CLI::Option* addWhole(CLI::App& parser, const std::string& names, std::int32_t& value, std::int32_t minimum,
                      std::int32_t maximum, const std::string& description);
/// One or more of them, "N,N,…".
CLI::Option* addWholes(CLI::App& parser, const std::string& names, std::vector<std::int32_t>& values,
                       std::int32_t minimum, std::int32_t maximum, const std::string& description);
/// Three numbers "X,Y,Z", each with an absolute value of at most `maximum`; `otherwise` describes the
/// default.
CLI::Option* addVector(CLI::App& parser, const std::string& names, std::optional<DVec3>& value,
                       double maximum, const std::string& description, const std::string& otherwise);

}  // namespace carom::cli
