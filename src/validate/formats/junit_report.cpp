// JUnit XML: a test case a file, failed when it has errors; everything found is in its output.
#include "carom/validate/report_formats.hpp"

namespace carom {

namespace {

/// XML text; bytes that XML does not allow become spaces.
std::string xml(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return result;
}

}  // namespace

std::string reportsJunit(std::span<const ValidationReport> reports) {
  std::size_t failures = 0;
  for (const ValidationReport& report : reports) failures += report.count(Grade::Error) > 0;
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"carom validate\" tests=\"" +
      std::to_string(reports.size()) + "\" failures=\"" + std::to_string(failures) + "\">\n";
  for (const ValidationReport& report : reports) {
    text += "  <testcase classname=\"carom.validate\" name=\"" + xml(report.uri) + "\">\n";
    if (report.count(Grade::Error) > 0) {
      const Finding* first = report.findings.empty() ? nullptr : &report.findings.front();
      text += "    <failure message=\"" + std::to_string(report.count(Grade::Error)) + " errors\" type=\"" +
              (first ? std::string(first->code) : std::string("errors")) + "\">\n";
      text += xml(reportText(report)) + "    </failure>\n";
    } else if (!report.findings.empty()) {
      text += "    <system-out>\n" + xml(reportText(report)) + "    </system-out>\n";
    }
    text += "  </testcase>\n";
  }
  return text + "</testsuite>\n";
}

}  // namespace carom
