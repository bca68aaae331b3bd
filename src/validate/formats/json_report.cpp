// The official validator's report: docs/validation.schema.json of KhronosGroup/glTF-Validator.
#include <utility>

#include "carom/validate/report_formats.hpp"
#include "json/document.hpp"
#include "json/writer.hpp"
#include "validate/formats/uri_text.hpp"

namespace carom {

namespace {

using json::Writer;

void writeIssues(Writer& writer, const ValidationReport& report) {
  writer.key("issues");
  writer.beginObject();
  writer.member("numErrors", report.count(Grade::Error));
  writer.member("numWarnings", report.count(Grade::Warning));
  writer.member("numInfos", report.count(Grade::Information));
  writer.member("numHints", report.count(Grade::Hint));
  writer.key("messages");
  writer.beginArray();
  for (const Finding& finding : report.findings) {
    writer.beginObject();
    writer.member("code", finding.code);
    writer.member("message", finding.message);
    writer.member("severity", static_cast<int>(finding.grade));
    writer.member("pointer", finding.pointer);
    writer.end();
  }
  writer.end();
  writer.member("truncated", report.truncated);
  writer.end();
}

/// The schema has no empty lists, and no name twice.
void writeNames(Writer& writer, std::string_view key, const std::vector<std::string>& names) {
  if (names.empty()) return;
  writer.key(key);
  writer.beginArray();
  for (std::size_t i = 0; i < names.size(); ++i) {
    bool met = false;
    for (std::size_t k = 0; k < i && !met; ++k) met = names[k] == names[i];
    if (!met) writer.value(names[i]);
  }
  writer.end();
}

/// Digits, a point, digits: the schema wants nothing else.
bool isVersion(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == 0 || point == std::string_view::npos || point + 1 == text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i != point && (text[i] < '0' || text[i] > '9')) return false;
  }
  return true;
}

void writeAny(Writer& writer, json::Value value) {
  if (value.isObject()) {
    writer.beginObject();
    for (std::size_t i = 0; i < value.size(); ++i) {
      writer.key(value.key(i));
      writeAny(writer, value[i]);
    }
    writer.end();
  } else if (value.isArray()) {
    writer.beginArray();
    for (std::size_t i = 0; i < value.size(); ++i) writeAny(writer, value[i]);
    writer.end();
  } else if (value.isString()) {
    writer.value(value.string());
  } else if (value.isInteger()) {
    writer.value(static_cast<std::int64_t>(value.number()));
  } else if (value.isNumber()) {
    writer.value(value.number());
  } else {
    value.isBoolean() ? writer.value(value.boolean()) : writer.null();
  }
}

/// What the official validator says beyond what is said already.
void writeOfficial(Writer& writer, const std::string& official) {
  if (official.empty()) return;
  Diagnostics ignored;
  const auto document = json::Document::parse(official, {}, ignored);
  if (!document) return;
  const json::Value info = (*document)->root();
  for (std::size_t i = 0; i < info.size(); ++i) {
    const std::string_view key = info.key(i);
    if (key == "version" || key == "minVersion" || key == "generator" || key == "extensionsUsed" ||
        key == "extensionsRequired")
      continue;
    writer.key(key);
    writeAny(writer, info[i]);
  }
}

void writeInfo(Writer& writer, const AssetSummary& asset) {
  writer.key("info");
  writer.beginObject();
  writer.member("version", asset.version);
  if (isVersion(asset.min_version)) writer.member("minVersion", asset.min_version);
  if (!asset.generator.empty()) writer.member("generator", asset.generator);
  writeNames(writer, "extensionsUsed", asset.extensions_used);
  writeNames(writer, "extensionsRequired", asset.extensions_required);
  const PhysicsSummary& physics = asset.physics;
  writer.key("physics");
  writer.beginObject();
  writeNames(writer, "dialects", physics.dialects);
  writer.member("dynamicBodies", physics.dynamic);
  writer.member("kinematicBodies", physics.kinematic);
  writer.member("colliders", physics.colliders);
  writer.member("triggers", physics.triggers);
  writer.member("joints", physics.joints);
  writer.member("vehicles", physics.vehicles);
  writer.member("materials", physics.materials);
  writer.member("filters", physics.filters);
  writer.end();
  writeOfficial(writer, asset.official);
  writer.end();
}

void writeReport(Writer& writer, const ValidationReport& report, std::string_view validated_at) {
  writer.beginObject();
  writer.member("uri", validate::uriText(report.uri));
  if (!report.mime_type.empty()) writer.member("mimeType", report.mime_type);
  writer.member("validatorVersion", CAROM_VERSION);
  if (!validated_at.empty()) writer.member("validatedAt", validated_at);
  writeIssues(writer, report);
  if (report.asset && isVersion(report.asset->version)) writeInfo(writer, *report.asset);
  writer.end();
}

}  // namespace

std::string reportJson(const ValidationReport& report, std::string_view validated_at) {
  Writer writer;
  writeReport(writer, report, validated_at);
  return writer.take() + "\n";
}

std::string reportsJson(std::span<const ValidationReport> reports, std::string_view validated_at) {
  if (reports.size() == 1) return reportJson(reports.front(), validated_at);
  Writer writer;
  writer.beginArray();
  for (const ValidationReport& report : reports) writeReport(writer, report, validated_at);
  writer.end();
  return writer.take() + "\n";
}

}  // namespace carom
