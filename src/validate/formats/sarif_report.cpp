// SARIF 2.1.0 (OASIS): one run, the rules that were broken, one result a finding.
#include <map>

#include "carom/validate/report_formats.hpp"
#include "json/writer.hpp"
#include "validate/formats/uri_text.hpp"

namespace carom {

namespace {

using json::Writer;

std::string_view levelOf(Grade grade) {
  if (grade == Grade::Error) return "error";
  return grade == Grade::Warning ? "warning" : "note";
}

void writeText(Writer& writer, std::string_view key, std::string_view text) {
  writer.key(key);
  writer.beginObject(Writer::Layout::OneLine);
  writer.member("text", text);
  writer.end();
}

void writeDriver(Writer& writer, const std::map<std::string_view, std::size_t>& codes) {
  writer.key("tool");
  writer.beginObject();
  writer.key("driver");
  writer.beginObject();
  writer.member("name", "carom");
  writer.member("version", CAROM_VERSION);
  writer.key("rules");
  writer.beginArray();
  for (const auto& [code, index] : codes) {
    const Rule* rule = findRule(code);
    writer.beginObject();
    writer.member("id", code);
    if (rule) {
      writeText(writer, "fullDescription", rule->meaning);
      writer.key("defaultConfiguration");
      writer.beginObject(Writer::Layout::OneLine);
      writer.member("level", levelOf(rule->grade));
      writer.end();
    }
    writer.end();
  }
  writer.end();
  writer.end();
  writer.end();
}

void writeResult(Writer& writer, const ValidationReport& report, const Finding& finding, std::size_t index) {
  writer.beginObject();
  writer.member("ruleId", finding.code);
  writer.member("ruleIndex", index);
  writer.member("level", levelOf(finding.grade));
  writeText(writer, "message", finding.message);
  writer.key("locations");
  writer.beginArray();
  writer.beginObject();
  writer.key("physicalLocation");
  writer.beginObject();
  writer.key("artifactLocation");
  writer.beginObject(Writer::Layout::OneLine);
  writer.member("uri", validate::uriText(report.uri));
  writer.end();
  writer.end();
  writer.key("logicalLocations");
  writer.beginArray();
  writer.beginObject(Writer::Layout::OneLine);
  writer.member("fullyQualifiedName", finding.pointer);
  writer.end();
  writer.end();
  writer.end();
  writer.end();
  writer.end();
}

}  // namespace

std::string reportsSarif(std::span<const ValidationReport> reports) {
  std::map<std::string_view, std::size_t> codes;
  for (const ValidationReport& report : reports) {
    for (const Finding& finding : report.findings) codes.emplace(finding.code, 0);
  }
  std::size_t next = 0;
  for (auto& [code, index] : codes) index = next++;
  Writer writer;
  writer.beginObject();
  writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  writer.member("version", "2.1.0");
  writer.key("runs");
  writer.beginArray();
  writer.beginObject();
  writeDriver(writer, codes);
  writer.key("results");
  writer.beginArray();
  for (const ValidationReport& report : reports) {
    for (const Finding& finding : report.findings)
      writeResult(writer, report, finding, codes.at(finding.code));
  }
  writer.end();
  writer.end();
  writer.end();
  writer.end();
  return writer.take() + "\n";
}

}  // namespace carom
