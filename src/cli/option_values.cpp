#include "cli/option_values.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include "carom/validate/profile.hpp"
#include "json/number_text.hpp"
#include "output/decimal_text.hpp"

namespace carom::cli {
namespace {

std::string shown(double value) {
  std::string text;
  output::appendSignificant(text, value, 9);
  return text;
}

[[noreturn]] void refuse(const std::string& names, const std::string& text, const std::string& wanted) {
  throw CLI::ValidationError(names, "\"" + text + "\" is not " + wanted);
}

/// Whether the text is a plain decimal number, with exponent or without.
bool isDecimal(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - start;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  };
  sign();
  std::size_t count = digits();
  if (at < text.size() && text[at] == '.') ++at, count += digits();
  if (count == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (digits() == 0) return false;
  }
  return at == text.size();
}

bool parse(std::string_view text, double minimum, double maximum, double& value) {
  if (!isDecimal(text)) return false;
  if (text.starts_with('+')) text.remove_prefix(1);
  value = json::parseNumber(text);
  return std::isfinite(value) && value >= minimum && value <= maximum;
}

bool parseWhole(std::string_view text, std::int32_t minimum, std::int32_t maximum, std::int32_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= minimum && value <= maximum;
}

std::string wholeNumber(std::int32_t minimum, std::int32_t maximum) {
  return "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
}

}  // namespace

std::vector<std::string> profileNames() {
  std::vector<std::string> names;
  for (const EngineProfile& profile : engineProfiles()) names.emplace_back(profile.name);
  return names;
}

CLI::Option* addNumber(CLI::App& parser, const std::string& names, double& value, double minimum,
                       double maximum, const std::string& description) {
  const std::string wanted = "a number from " + shown(minimum) + " to " + shown(maximum);
  return parser
      .add_option_function<std::string>(
          names,
          [&value, names, minimum, maximum, wanted](const std::string& text) {
            if (!parse(text, minimum, maximum, value)) refuse(names, text, wanted);
          },
          description)
      ->type_name("NUMBER")
      ->default_str(shown(value));
}

CLI::Option* addWhole(CLI::App& parser, const std::string& names, std::int32_t& value, std::int32_t minimum,
                      std::int32_t maximum, const std::string& description) {
  return parser
      .add_option_function<std::string>(
          names,
          [&value, names, minimum, maximum](const std::string& text) {
            if (!parseWhole(text, minimum, maximum, value))
              refuse(names, text, wholeNumber(minimum, maximum));
          },
          description)
      ->type_name("N")
      ->default_str(std::to_string(value));
}

CLI::Option* addWholes(CLI::App& parser, const std::string& names, std::vector<std::int32_t>& values,
                       std::int32_t minimum, std::int32_t maximum, const std::string& description) {
  std::string usual;
  for (const std::int32_t value : values) usual += (usual.empty() ? "" : ",") + std::to_string(value);
  return parser
      .add_option_function<std::string>(
          names,
          [&values, names, minimum, maximum](const std::string& text) {
            values.clear();
            for (std::string_view rest = text;;) {
              const std::size_t comma = rest.find(',');
              if (!parseWhole(rest.substr(0, comma), minimum, maximum, values.emplace_back()))
                refuse(names, text, wholeNumber(minimum, maximum) + ", or several with commas between");
              if (comma == std::string_view::npos) return;
              rest.remove_prefix(comma + 1);
            }
          },
          description)
      ->type_name("N,N,...")
      ->default_str(usual);
}

CLI::Option* addVector(CLI::App& parser, const std::string& names, std::optional<DVec3>& value,
                       double maximum, const std::string& description, const std::string& otherwise) {
  const std::string wanted = "three numbers X,Y,Z from " + shown(-maximum) + " to " + shown(maximum);
  return parser
      .add_option_function<std::string>(
          names,
          [&value, names, maximum, wanted](const std::string& text) {
            std::string_view rest = text;
            DVec3 read;
            for (std::size_t i = 0; i < 3; ++i) {
              const std::size_t comma = i < 2 ? rest.find(',') : rest.size();
              if (comma == std::string_view::npos ||
                  !parse(rest.substr(0, comma), -maximum, maximum, read[i]))
                refuse(names, text, wanted);
              rest.remove_prefix(i < 2 ? comma + 1 : comma);
            }
            value = read;
          },
          description)
      ->type_name("X,Y,Z")
      ->default_str(otherwise);
}

}  // namespace carom::cli
