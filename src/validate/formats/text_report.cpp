// Reports as lines: for a terminal, and as workflow commands of GitHub.
#include "carom/validate/report_formats.hpp"

namespace carom {

namespace {

/// On one line and without control characters, which a file could use to play tricks on the terminal.
std::string plain(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return result;
}

/// As workflow commands escape what would end them.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    if (c == '%') {
      result += "%25";
    } else if (c == '\r') {
      result += "%0D";
    } else if (c == '\n') {
      result += "%0A";
    } else if (property && c == ':') {
      result += "%3A";
    } else if (property && c == ',') {
      result += "%2C";
    } else {
      result += c;
    }
  }
  return result;
}

std::string_view githubLevel(Grade grade) {
  if (grade == Grade::Error) return "error";
  return grade == Grade::Warning ? "warning" : "notice";
}

}  // namespace

std::string reportText(const ValidationReport& report) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text += plain(report.uri) + ": " + plain(finding.pointer) + ": ";
    text += std::string(gradeName(finding.grade)) + ": " + plain(finding.message) + " [";
    text += std::string(finding.code) + "]\n";
  }
  if (report.truncated) text += plain(report.uri) + ": not all findings are listed\n";
  return text;
}

std::string reportsGithub(std::span<const ValidationReport> reports) {
  std::string text;
  for (const ValidationReport& report : reports) {
    for (const Finding& finding : report.findings) {
      text += "::" + std::string(githubLevel(finding.grade)) + " file=" + escaped(report.uri, true);
      text += ",title=" + std::string(finding.code) + "::";
      text += escaped(finding.pointer + ": " + finding.message, false) + "\n";
    }
  }
  return text;
}

}  // namespace carom
