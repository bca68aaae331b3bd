// A part of YAML that says all there is to say: `key: value`, `key:` above indented `- item` or `key: value`
// lines, `key: [item, item]`, and comments. Everything else is an error rather than a guess.
#include "carom/validate/settings_file.hpp"

#include <charconv>

#include "carom/base/diagnostic_codes.hpp"
#include "dialect/joined.hpp"

namespace carom {

namespace {

using dialect::joined;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view text) {
  const bool quoted =
      text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string_view withoutComment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ')) return line.substr(0, i);
  }
  return line;
}

class SettingsReader {
 public:
  Result<ValidateSettings> read(std::string_view text) {
    while (!text.empty() && good_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      takeLine(withoutComment(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!good_) return Result<ValidateSettings>::failure(codes::kSettingsInvalid, "", error_);
    return settings_;
  }

 private:
  void fail(const std::string& what) {
    if (!good_) return;
    error_ = "line ";
    error_ += std::to_string(line_);
    error_ += ": ";
    error_ += what;
    good_ = false;
  }

  void takeLine(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content == "---") return;
    if (line.find('\t') != std::string_view::npos) return fail("tabs are not allowed");
    if (content.starts_with("- ")) return takeItem(unquoted(trimmed(content.substr(2))));
    const std::size_t colon = content.find(':');
    if (colon == std::string_view::npos) return fail("neither 'key: value' nor '- item'");
    const std::string_view key = unquoted(trimmed(content.substr(0, colon)));
    const std::string_view value = trimmed(content.substr(colon + 1));
    if (line.front() == ' ') return takeOverride(key, unquoted(value));
    takeKey(std::string(key), value);
  }

  void takeKey(const std::string& key, std::string_view value) {
    key_ = key;
    if (key == "ignore" || key == "only") {
      if (!value.empty()) takeFlow(value);
    } else if (key == "override") {
      if (!value.empty()) fail("'override' needs 'CODE: severity' lines below it");
    } else if (key == "max-issues") {
      std::size_t number = 0;
      const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
      if (result.ec != std::errc() || result.ptr != value.data() + value.size())
        return fail("'max-issues' needs a number");
      settings_.max_issues = number;
    } else if (key == "fail-on") {
      const std::string_view word = unquoted(value);
      if (word != "error" && word != "warning" && word != "info" && word != "never")
        return fail("'fail-on' is error, warning, info or never");
      settings_.fail_on = std::string(word);
    } else {
      fail(joined("'", key, "' is none of ignore, only, override, max-issues and fail-on"));
    }
  }

  void takeFlow(std::string_view value) {
    if (value.size() < 2 || value.front() != '[' || value.back() != ']')
      return fail("a list is '[A, B]' or '- A' lines");
    value = value.substr(1, value.size() - 2);
    while (!trimmed(value).empty()) {
      const std::size_t comma = std::min(value.find(','), value.size());
      takeItem(unquoted(trimmed(value.substr(0, comma))));
      value.remove_prefix(std::min(comma + 1, value.size()));
    }
  }

  void takeItem(std::string_view item) {
    if (key_ != "ignore" && key_ != "only") return fail(joined("'- ", item, "' belongs to no list"));
    if (!findRule(item)) return fail(joined("'", item, "' is no rule"));
    (key_ == "ignore" ? settings_.ignore : settings_.only).emplace_back(item);
  }

  void takeOverride(std::string_view code, std::string_view value) {
    if (key_ != "override") return fail("an indented line that belongs to no 'override'");
    if (!findRule(code)) return fail(joined("'", code, "' is no rule"));
    if (value == "off") {
      settings_.override[std::string(code)] = std::nullopt;
      return;
    }
    std::optional<Grade> grade = gradeOf(value);
    // The official file numbers them.
    if (value.size() == 1 && value[0] >= '0' && value[0] <= '3') grade = static_cast<Grade>(value[0] - '0');
    if (!grade) return fail("a severity is error, warning, info, hint or off");
    settings_.override[std::string(code)] = grade;
  }

  ValidateSettings settings_;
  std::string key_, error_;
  std::size_t line_ = 0;
  bool good_ = true;
};

}  // namespace

Result<ValidateSettings> parseValidateSettings(std::string_view text) {
  return SettingsReader().read(text);
}

std::filesystem::path findValidateSettings(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::path at = std::filesystem::absolute(folder.empty() ? "." : folder, error);
  if (error) return {};
  at = at.lexically_normal();
  for (;;) {
    const std::filesystem::path candidate = at / kValidateSettingsName;
    if (std::filesystem::is_regular_file(candidate, error)) return candidate;
    const std::filesystem::path parent = at.parent_path();
    if (parent == at) return {};
    at = parent;
  }
}

}  // namespace carom
