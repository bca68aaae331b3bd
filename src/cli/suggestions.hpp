// Names that a misspelt one may have meant, and messages about words the command line has no use for.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace carom::cli {

/// The nearest of the names, "" when none is near.
std::string nearestName(std::string_view text, const std::vector<std::string>& names);
/// "; did you mean NAME?", or "" when none is near.
std::string suggestion(std::string_view text, const std::vector<std::string>& names);

/// Of a parser: its subcommands, its options as they are written.
std::vector<std::string> commandNames(const CLI::App& parser);
std::vector<std::string> optionNames(const CLI::App& parser);

/// What is wrong with the words that were left over, in their order.
std::string leftoverText(const CLI::App& program);

}  // namespace carom::cli
