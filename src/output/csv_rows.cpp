#include "output/csv_rows.hpp"

#include "output/concatenate.hpp"
#include "output/decimal_text.hpp"

namespace carom::output {
namespace {

/// A CSV field, quoted as in RFC 4180 where necessary.
std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field += '"';
}

}  // namespace

std::vector<std::string> nameFields(const Scene& scene) {
  std::vector<std::string> names;
  names.reserve(scene.nodes.size());
  for (const SceneNode& node : scene.nodes) names.push_back(concatenate(",", csvField(node.name)));
  return names;
}

/// `step,time,`
std::string rowStart(std::uint64_t step, double time) {
  std::string start;
  appendInteger(start, static_cast<long long>(step));
  start += ',';
  appendSignificant(start, time, kCsvDigits);
  return start += ',';
}

void appendNode(std::string& rows, std::int32_t node, const std::vector<std::string>& names) {
  appendInteger(rows, node);
  const auto index = static_cast<std::size_t>(node);
  rows += index < names.size() ? names[index] : std::string(",");
}

void appendValues(std::string& rows, std::initializer_list<double> values) {
  for (const double value : values) {
    rows += ',';
    appendSignificant(rows, value, kCsvDigits);
  }
}

void appendRow(std::string& rows, const std::string& start, std::int32_t node,
               const std::vector<std::string>& names, std::initializer_list<double> values) {
  rows += start;
  appendNode(rows, node, names);
  appendValues(rows, values);
  rows += '\n';
}

}  // namespace carom::output
